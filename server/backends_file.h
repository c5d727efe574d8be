// The file that tells a front end which machines have which shards. A line per group of shards:
//
//   psimrank 0-3 10.0.0.1:7412 10.0.0.2:7412    # either of the two answers for shards 0 to 3
//   psimrank 4-9 10.0.0.3:7412
//
// If several corpora are served, an index is named as CORPUS/INDEX.
#ifndef AKIN_SERVER_BACKENDS_FILE_H_
#define AKIN_SERVER_BACKENDS_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"

namespace akin::server {

// Machines that each have all shards of a group.
struct ReplicaGroup {
  std::vector<uint32_t> shards;       // ascending
  std::vector<std::string> replicas;  // HOST:PORT, each once
  Place place;                        // its line
};

// Numbers of shards, such as 0-3 or 0,2,5-7, as ShardsText (akin/parts.h) writes them.
// kInvalidArgument if it is no such list, or if one occurs twice.
Result<std::vector<uint32_t>> ParseShards(std::string_view text);

class BackendsFile {
 public:
  static Result<BackendsFile> Read(const std::string& path);

  // kBadInput with its line for a name of a corpus or index that is not served. An index may be
  // named without its corpus if that is the only one.
  Status CheckCorpora(const std::vector<std::string>& corpora) const;
  Status CheckIndexes(const std::string& corpus, const std::vector<std::string>& indexes) const;

  bool Names(const std::string& corpus, const std::string& index) const;
  // Of an index that is named, in the order of their first shards. kBadInput if a shard is in no
  // group, in two, or not there.
  Result<std::vector<ReplicaGroup>> GroupsOf(const std::string& corpus, const std::string& index,
                                             size_t shards) const;

 private:
  struct Line {
    std::string corpus;  // empty: the only one
    std::string index;
    ReplicaGroup group;

    bool IsAbout(const std::string& of_corpus, const std::string& of_index) const {
      return (corpus.empty() || corpus == of_corpus) && index == of_index;
    }
  };
  static Result<Line> ParseLine(const Place& place, std::string_view text);

  std::string path_;
  std::vector<Line> lines_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_BACKENDS_FILE_H_
