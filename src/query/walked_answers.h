// The answers of an index of fingerprints, to the last bit, without one: for one query, or for
// many.
//
// Walks are searched backwards (query/walking.h), as long as that is less work than to build an
// index: then one is built among the temporary files, and answers. One query on min-hashes or
// signatures makes them for all vertices, as a build does, but keeps none; many are answered from a
// temporary index. If there is no memory for any builder, the first way answers everything. So it
// answers a single query if there is no room for temporary files; many fail then, because without
// an index they might take for ever.
//
// Cost: that of the cheaper way, and a sixteenth of a build in memory or, at worst, all of one.
// With little memory a build takes longer than that (index/build_layout.h).
#ifndef AKIN_SRC_QUERY_WALKED_ANSWERS_H_
#define AKIN_SRC_QUERY_WALKED_ANSWERS_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "akin/adjacency.h"
#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "query/candidates.h"
#include "query/opened_index.h"
#include "query/scoring.h"
#include "query/scratch_pool.h"
#include "query/search_budget.h"
#include "query/summed_hits.h"
#include "sketch/forest.h"

namespace akin {

class WalkedAnswers {
 public:
  // For so many queries. The corpus must outlive this object. kInvalidArgument for options that do
  // not make sense. What is made for all queries together has this control.
  static Result<std::unique_ptr<WalkedAnswers>> Create(const Corpus& corpus,
                                                       const BuildOptions& fingerprints,
                                                       const RelatedOptions& options,
                                                       uint64_t queries, const Control& control);

  // From any thread, with a control for this query alone.
  Result<Answer> Related(VertexId vertex, const Control& control);

 private:
  enum class Way { kOneByOne, kIndex, kWithoutIndex };
  struct Table {
    explicit Table(VertexId) {}
    Candidates candidates;
  };

  WalkedAnswers(const Corpus& corpus, BuildOptions fingerprints, IndexParameters index,
                RelatedOptions options, HitFilter filter, const Scoring& scoring, uint64_t queries,
                const Control& control)
      : corpus_(corpus),
        fingerprints_(std::move(fingerprints)),
        index_parameters_(index),
        options_(std::move(options)),
        filter_(std::move(filter)),
        scoring_(scoring),
        queries_(queries),
        control_(control) {}
  // Null if an index is less work.
  Result<std::optional<Answer>> Alone(VertexId vertex, const Control& control, QueryWork& work);
  Result<std::optional<Answer>> AloneByWalks(VertexId vertex, const Control& control,
                                             QueryWork& work);
  Result<Answer> AloneByClasses(VertexId vertex, const Control& control);
  Status AddHit(const SummedHit& hit, std::vector<SummedHit>& found) const;
  // Unless another thread has done so, or failed. Returns how many forests it has made.
  Result<uint64_t> BuildIndexOnce();

  const Corpus& corpus_;
  const BuildOptions fingerprints_;
  const IndexParameters index_parameters_;
  const RelatedOptions options_;
  const HitFilter filter_;
  const Scoring scoring_;
  const uint64_t queries_;
  const Control control_;
  Adjacency in_;   // of links only
  Adjacency out_;  // of walks only
  std::optional<SearchBudget> budget_;
  ScratchPool<Table> tables_;
  std::mutex building_;
  std::atomic<Way> way_ = Way::kOneByOne;
  std::optional<Index> index_;
  Status failure_;  // of its build
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_WALKED_ANSWERS_H_
