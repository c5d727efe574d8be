// Queries on XJaccard and text indexes: they read the class of the vertex for every fingerprint and
// distance.
//
// related(u). Classes are read from the smallest to the largest. Each adds its weight to its
// members. A vertex that has not been met can gain at most the weights of the unread classes. Once
// the k-th best sum exceeds that, no new vertex can enter the answer. For the vertices met that
// still could, the rows are looked up, which tell whether they are in the unread classes. So the
// largest classes, which add nearly the same to every vertex, are hardly ever read, and still count
// in every score: the answer is the same as from reading everything.
//
// Cost: one row per shard, one or two blocks of 1,024 members per class, and the members read.
#ifndef AKIN_SRC_QUERY_CLASS_QUERY_H_
#define AKIN_SRC_QUERY_CLASS_QUERY_H_

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "akin/corpus.h"
#include "akin/status.h"
#include "query/candidates.h"
#include "query/forest_index.h"
#include "query/scoring.h"
#include "query/summed_hits.h"
#include "query/top_sums.h"

namespace akin {

class ClassQuery {
 public:
  // Members of the class that share a block with other classes, ascending.
  struct Part {
    uint32_t block = 0;
    std::vector<VertexId> members;
  };
  // The class of the vertex in one forest: blocks first_block..last_block. The parts say which
  // members belong to the class where a block has others too.
  struct Class {
    uint32_t forest = 0;  // number of the forest in the whole index
    uint64_t weight = 0;
    uint32_t first_block = 0;
    uint32_t last_block = 0;
    std::vector<Part> parts;

    uint64_t size() const;  // approximately
  };

  ClassQuery(const ForestIndex& index, VertexId vertex, const ForestIndex::Used& used,
             const Scoring& scoring, Candidates& candidates)
      : index_(index), vertex_(vertex), used_(used), scoring_(scoring), candidates_(candidates) {}

  // What is wanted has k and the least score of the options in it.
  Result<SummedAnswer> Related(const RelatedOptions& options, const WantedSums& wanted,
                               const HitFilter& filter, const std::stop_token& stop);
  // The sums of `others`; skips the vertex itself.
  Status Sums(std::span<const VertexId> others, std::span<ScoreSum> sums);

  // The classes of the vertex, to be put into another query of the same before Sums is called: it
  // need not look for them again.
  std::vector<Class> TakeClasses() { return std::move(classes_); }
  void PutClasses(std::vector<Class> classes) {
    classes_ = std::move(classes);
    opened_ = true;
  }

 private:
  Status OpenClasses();
  Status OpenClass(uint32_t forest, uint32_t block);
  Status ReadClass(const Class& wanted);
  static bool Holds(const Class& wanted, VertexId other, uint32_t row);
  // The score of another vertex, from the rows of both.
  Result<ScoreSum> SumsOf(VertexId other);

  const ForestShard& ShardOf(uint32_t forest) const {
    return index_.ShardOf(forest / index_.walk().layers());
  }
  uint32_t InShard(uint32_t forest) const {
    return forest % (kShardFingerprints * index_.walk().layers());
  }
  // The vertices met that can be among the best, if the unread classes add what they can.
  Result<std::vector<Candidate>> Contenders(const RelatedOptions& options, const HitFilter& filter,
                                            uint64_t unread);
  Status Resolve(std::vector<Candidate> contenders, const HitFilter& filter, uint64_t unread,
                 SummedAnswer& answer);
  Result<uint64_t> Threshold(const HitFilter& filter);

  const ForestIndex& index_;
  VertexId vertex_;
  const ForestIndex::Used& used_;
  const Scoring& scoring_;
  Candidates& candidates_;
  std::vector<Class> classes_;
  bool opened_ = false;  // the classes were put
  std::vector<uint32_t> rows_;
  WantedSums wanted_;
  TopSums best_;
  uint64_t members_ = 0;
  uint64_t blocks_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_CLASS_QUERY_H_
