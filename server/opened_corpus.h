// A corpus as it was when it was opened: all complete indexes, who answers if none is named, and
// the names to complete. It never changes, so what one request sees belongs together; a changed
// corpus is opened beside it as another generation (corpora.h).
#ifndef AKIN_SERVER_OPENED_CORPUS_H_
#define AKIN_SERVER_OPENED_CORPUS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "akin/ask.h"
#include "akin/attributes.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/mix.h"
#include "akin/status.h"
#include "server/filter_cache.h"
#include "server/remote_parts.h"
#include "server/typeahead.h"

namespace akin::server {

class Backends;

// Who answers a request, and the indexes that it asks.
struct Answering {
  Asker asker;
  std::vector<Index> parts;
  bool remote = false;  // shards of some are on other machines

  // How many fingerprints of each index are used, by its name; those without any are left out.
  std::map<std::string, unsigned> FingerprintsUsed(const std::optional<unsigned>& wanted) const;
  // The same for a query about this vertex, with a share of the shards.
  Result<std::map<std::string, unsigned>> FingerprintsUsed(VertexId vertex,
                                                           const RelatedOptions& options) const;
};

struct OpenOptions {
  bool verify = true;            // read every byte of every file, and compare checksums
  bool complete = true;          // keep names in memory, to complete and suggest them
  Backends* backends = nullptr;  // who has the shards that are not here; may be null
};

class OpenedCorpus {
 public:
  // Opens, verifies and warms up, so that the first request is answered like any other. If there
  // was a generation before, which may be null, one with other shards elsewhere is not opened until
  // somebody answers for each of them: kUnavailable.
  static Result<std::shared_ptr<const OpenedCorpus>> Open(const std::string& name,
                                                          const std::string& path,
                                                          uint64_t generation,
                                                          const OpenOptions& options,
                                                          const OpenedCorpus* before = nullptr,
                                                          const Control& control = {});

  const std::string& name() const { return name_; }
  uint64_t generation() const { return generation_; }
  const Corpus& corpus() const { return corpus_; }
  const std::vector<Index>& indexes() const { return indexes_; }
  const Typeahead& typeahead() const { return typeahead_; }
  const Adjacency& in_links() const { return in_links_; }
  const Adjacency& out_links() const { return out_links_; }

  // Who answers if no index is named.
  const Answering& usual() const { return *usual_; }
  const std::string& usual_reason() const { return reason_; }  // may be empty
  // `index` is a name or a mixture; kNoIndex with suggestions.
  Result<Answering> Ask(const std::string& index, Fusion fusion) const;

  // Whether shards of an index are on other machines.
  bool IsRemote(const std::string& index) const;
  // Whether each group of such shards was up at some time.
  bool BackendsWereUp() const;

  const Attributes& attributes() const { return *attributes_; }
  // Attributes::Where, which remembers the sets of recent expressions.
  Result<FilterCache::Set> Where(const std::string& expression, const Control& control) const;

  // The vertex with this name, or the only one with this title; kUnknownKey with suggestions.
  Result<VertexId> Find(std::string_view key) const;

 private:
  explicit OpenedCorpus(Corpus corpus) : corpus_(std::move(corpus)) {}

  Status CheckNames(const Backends& backends) const;
  Status Verify(Backends* backends, const Control& control) const;
  Status OpenIndexes(Backends* backends, const Control& control);
  Result<Index> OpenElsewhere(const std::string& index, Backends& backends);
  Status AwaitBackends(const OpenedCorpus* before, const Control& control) const;
  Status ChooseUsual(const Control& control);
  Status WarmUp(const Control& control) const;
  Result<std::vector<std::string>> Names(const std::vector<VertexId>& vertices) const;

  std::string name_;
  uint64_t generation_ = 0;
  Corpus corpus_;
  std::vector<Index> indexes_;
  std::vector<std::shared_ptr<RemoteParts>> elsewhere_;
  std::optional<Answering> usual_;
  std::string reason_;
  Typeahead typeahead_;
  Adjacency in_links_;
  Adjacency out_links_;
  std::optional<Attributes> attributes_;
  mutable FilterCache filters_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_OPENED_CORPUS_H_
