// An index whose shards are on several machines.
//
// A back end opens some shards of an index (IndexPart) and answers questions about vertices by
// number; it needs neither names nor links. A front end has the corpus, but not the shards; it
// opens the index with a way to reach them (Corpus::OpenParted) and asks it like any other index.
//
// Merging is exact. In a first round each group of shards tells its best few times k, with sums in
// fixed point, and a bound on all others. In a second round the front end asks for the sums that it
// misses of those that can still be among the best. So the answer is that of one index with all
// shards, to the last bit (src/parts/parted_index.h).
//
// Groups that do not answer are left out: scores are means over the fingerprints that answered, and
// their errors grow. RemoteQuery tells what was left out.
#ifndef AKIN_PARTS_H_
#define AKIN_PARTS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"
#include "akin/vertex_set.h"

namespace akin {

// Which index: of which graph, and with which shards. Nothing is answered about another one.
struct IndexIdentity {
  uint64_t graph = 0;
  uint64_t manifest = 0;  // of all that its manifest says
  bool operator==(const IndexIdentity&) const = default;
};

// What a part has.
struct PartFacts {
  std::string index;
  IndexIdentity identity;
  Method method = Method::kWalks;
  VertexId vertices = 0;       // 0 if there are no shards to tell it
  unsigned fingerprints = 0;   // of the whole index
  unsigned shards = 0;         // of the whole index
  std::vector<uint32_t> held;  // the numbers of those that the part has, ascending
};

// Sums over fingerprints of what they contribute to a score, and of the squares, in fixed point.
// For walks also the number of fingerprints that met in the first step, which a closer look leaves
// out.
struct PartSum {
  VertexId vertex = kNoVertex;
  uint64_t sum = 0;
  uint64_t squares = 0;
  uint32_t first = 0;
  bool operator==(const PartSum&) const = default;
};

struct PartQuestion {
  VertexId vertex = kNoVertex;
  std::vector<uint32_t> shards;  // which ones to use, ascending; the part has all of them
  std::optional<unsigned> fingerprints = {};  // use only those with numbers below this
  unsigned scale = 0;  // fingerprints in the whole query: they fix the binary point
  std::optional<unsigned> length = {};           // as in RelatedOptions
  std::optional<double> decay = {};              // likewise
  std::optional<MeetingFunction> function = {};  // likewise

  static constexpr unsigned kAll = UINT32_MAX;
  static constexpr unsigned kMostBeyond = 1000;        // that depth adds to k
  unsigned k = 0;                                      // list this many of the best; 0: no list
  double depth = 1;                                    // and those with this share of the last
  uint64_t least = 1;                                  // none with a smaller sum
  bool first = false;                                  // walks: list first meetings too
  std::shared_ptr<const VertexSet> filter = nullptr;   // as in RelatedOptions
  std::shared_ptr<const VertexSet> exclude = nullptr;  // likewise

  std::vector<VertexId> others;  // tell the sums of these
};

struct PartAnswer {
  // In no order. Classes of several distances list no squares: ask for the sums of those that need
  // them.
  std::vector<PartSum> list;
  uint64_t unlisted = 0;  // no vertex that passes and is not in the list has a larger sum

  std::vector<PartSum> sums;  // of the others, in their order

  QueryWork work;
  uint64_t bytes = 0;  // sent and received for it; filled in by who carried it
};

// Numbers of shards, ascending, as people read them: 0-2,5 for 0, 1, 2, 5.
std::string ShardsText(std::span<const uint32_t> shards);

// That of an index in the directory of a corpus, which needs no shards.
Result<PartFacts> FactsOfIndex(const std::string& corpus, const std::string& name);

// Some shards of an index, as a back end has them. Immutable, and safe to use from any thread.
class IndexPart {
 public:
  // The index `name` in the directory of a corpus, of which nothing else is needed. `shards` are
  // the numbers of those to open; empty: all that are there. kNotFound for one that is not;
  // kDamaged for one that is not what the manifest names.
  static Result<IndexPart> Open(const std::string& corpus, const std::string& name,
                                std::span<const uint32_t> shards = {});

  const PartFacts& facts() const;
  // kInvalidArgument for a question that makes no sense here; kCancelled on a stop.
  Result<PartAnswer> Ask(const PartQuestion& question, const std::stop_token& stop = {}) const;
  // Reads every byte, and compares checksums.
  Status Check(const Control& control = {}) const;
  // kDamaged if a file became shorter or unreadable since it was opened (GuardMappedFiles).
  Status Intact() const;

 private:
  struct Impl;
  explicit IndexPart(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

using DeadlineClock = std::chrono::steady_clock;

// How the parts of one index are reached. Safe to use from any thread.
class IndexParts {
 public:
  virtual ~IndexParts() = default;

  // The shards of the index in groups: all shards, none twice. Whoever answers for a group has all
  // of its shards.
  virtual const std::vector<std::vector<uint32_t>>& groups() const = 0;
  // Whether somebody is believed to answer for the group. If not, queries do not wait for it.
  virtual bool IsUp(size_t group) const = 0;

  struct Asked {
    size_t group = 0;
    PartQuestion question;
  };
  // Asks all at the same time, and returns the answers in the same order. kUnavailable: nobody
  // answers for the group; kTimedOut: nobody did before the deadline. Other errors are those of
  // IndexPart::Ask; kCancelled on a stop.
  virtual std::vector<Result<PartAnswer>> Ask(std::span<const Asked> asked,
                                              DeadlineClock::time_point deadline,
                                              const std::stop_token& stop) = 0;
};

// What became of the shards of one index in a query.
struct Coverage {
  unsigned asked = 0;            // fingerprints
  unsigned answered = 0;         // of these
  unsigned shards = 0;           // of the index
  std::vector<uint32_t> failed;  // numbers of shards, ascending
  // Late, and left out. A shard may be late because the vertex has met many in it; so scores may be
  // too low, by more than their errors say.
  std::vector<uint32_t> timed_out;
};

// One query whose index has parts elsewhere (RelatedOptions::remote). For one query at a time.
//
// An attempt that loses a group of shards fails with kUnavailable or kTimedOut; the next attempt
// leaves the group out, so all scores of an answer are over the same fingerprints. Ask does this.
class RemoteQuery {
 public:
  // `partial`: answer even if some shards do not.
  explicit RemoteQuery(DeadlineClock::time_point deadline, bool partial = true)
      : deadline_(deadline), partial_(partial) {}

  // Calls `ask`, which returns a Result, until it loses nothing any more.
  template <class Function>
  auto Ask(const Function& ask) {
    for (;;) {
      Begin();
      auto result = ask();
      if (result.ok() || !MayTryAgain()) return result;
    }
  }

  DeadlineClock::time_point deadline() const { return deadline_; }
  bool partial() const { return partial_; }

  // By the names of indexes; those without parts elsewhere are left out.
  std::map<std::string, Coverage> coverage() const;
  unsigned round_trips() const;  // one after the other
  uint64_t bytes() const;        // sent and received

  // For the library itself: meetings with the best will be asked about, so what is known about them
  // may as well come along with other answers.
  void ExpectCloserLook() { closer_look_ = true; }

 private:
  friend class PartedIndex;
  enum class Loss { kFailed, kTimedOut };
  struct IndexState {
    bool begun = false;  // in this attempt
    Coverage coverage;
    std::map<size_t, Loss> lost;  // groups
    // What was told about meetings of a vertex with others already, and how they were weighed.
    VertexId vertex = kNoVertex;
    std::optional<double> decay = {};
    std::optional<MeetingFunction> function = {};
    std::optional<unsigned> length = {};
    std::unordered_map<VertexId, PartSum> sums;
  };

  void Begin();
  bool MayTryAgain() const;

  DeadlineClock::time_point deadline_;
  bool partial_;
  bool closer_look_ = false;
  bool lost_ = false;  // in this attempt
  std::map<std::string, IndexState> states_;
  unsigned round_trips_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace akin

#endif  // AKIN_PARTS_H_
