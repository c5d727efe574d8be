// Lays out what each machine needs to answer together with others (akin/parts.h).
//
//   DIRECTORY/front      the corpus, without the shards of the indexes that are split
//   DIRECTORY/part-0     some shards of each of these, and their manifests, and nothing more
//   DIRECTORY/part-1     the next ones, and so on
//   DIRECTORY/backends   which shards are in which part, to be filled in with addresses
//   DIRECTORY/README     what to start where, if the caller has words for it
#ifndef AKIN_SPLIT_H_
#define AKIN_SPLIT_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"

namespace akin {

// Some shards of one index in one part.
struct SplitRange {
  std::string index;
  unsigned part = 0;
  uint32_t first = 0;  // numbers of shards
  uint32_t last = 0;
  uint64_t bytes = 0;
  std::string
      address;  // in the file of back ends, to start from: another port of 127.0.0.1 for each
};

struct SplitOptions {
  // With fingerprints, of all vertices; none: all such indexes.
  std::vector<std::string> indexes;
  unsigned parts = 2;  // at most as many as the index with the fewest shards has
  // Files never change once they are complete, so a second name is as good as a copy. Copies are
  // made where the file system gives no second name, or if this is set.
  bool copy = false;
  // The text of a README, by parts, then by indexes; null: no such file.
  std::function<std::string(const std::vector<SplitRange>& ranges)> readme = {};
};

struct SplitReport {
  std::vector<SplitRange> ranges;  // by part, then as in the options
  uint64_t linked = 0;             // bytes that got a second name
  uint64_t copied = 0;             // bytes
};

// `directory` must not exist. It appears in one step, complete and synced, or not at all.
// kAlreadyExists if something is being built in the corpus; kUnavailable if shards are elsewhere
// already.
Result<SplitReport> SplitCorpus(const std::string& corpus, const std::string& directory,
                                const SplitOptions& options, const Control& control = {});

}  // namespace akin

#endif  // AKIN_SPLIT_H_
