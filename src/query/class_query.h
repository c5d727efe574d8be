// Queries on XJaccard and text indexes: for every fingerprint, and distance, the class of the
// vertex.
//
// related(u). Classes are read from the smallest to the largest; each adds its weight to its
// members. A vertex not met so far can gain at most the weights of the classes not read. Once the
// k-th best sum exceeds that, no new vertex can enter the answer; those met that still could have
// their rows looked up, which tell whether they are in the classes not read. So the largest
// classes, which add nearly the same to everybody, are hardly ever read, and yet count in every
// score: the answer is that of reading everything.
//
// Cost: one row per shard, a block of 1,024 members or two per class, and the members read.
#ifndef AKIN_SRC_QUERY_CLASS_QUERY_H_
#define AKIN_SRC_QUERY_CLASS_QUERY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "akin/corpus.h"
#include "akin/status.h"
#include "query/candidates.h"
#include "query/forest_index.h"
#include "query/scoring.h"
#include "query/top_sums.h"

namespace akin {

class ClassQuery {
 public:
  ClassQuery(const ForestIndex& index, VertexId vertex, const Scoring& scoring,
             Candidates& candidates)
      : index_(index), vertex_(vertex), scoring_(scoring), candidates_(candidates) {}

  Result<Answer> Related(const RelatedOptions& options, const HitFilter& filter,
                         const std::stop_token& stop);
  // Of each of `others` but the vertex itself.
  Status Sims(std::span<const VertexId> others, std::span<Score> scores);

 private:
  // Members of the class that share their block with others, ascending.
  struct Part {
    uint32_t block = 0;
    std::vector<VertexId> members;
  };
  // The class of the vertex in one forest: blocks first_block..last_block, all of their members but
  // in the parts.
  struct Class {
    uint32_t forest = 0;  // number of the forest in the whole index
    uint64_t weight = 0;
    uint32_t first_block = 0;
    uint32_t last_block = 0;
    std::vector<Part> parts;

    uint64_t size() const;  // about
  };

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
  Status Resolve(const RelatedOptions& options, const HitFilter& filter, uint64_t unread,
                 Answer& answer);
  Result<uint64_t> Threshold(const RelatedOptions& options, const HitFilter& filter);

  const ForestIndex& index_;
  VertexId vertex_;
  const Scoring& scoring_;
  Candidates& candidates_;
  std::vector<Class> classes_;
  std::vector<uint32_t> rows_;
  TopSums best_;
  uint64_t members_ = 0;
  uint64_t blocks_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_CLASS_QUERY_H_
