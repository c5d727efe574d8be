// One related query under way: cursors into the trees of one vertex (see forest_index.h).
#ifndef AKIN_SRC_QUERY_FOREST_QUERY_H_
#define AKIN_SRC_QUERY_FOREST_QUERY_H_

#include <cstdint>
#include <vector>

#include "query/candidates.h"
#include "query/forest_index.h"

namespace akin {

// The members of one tree that were taken in: from `left` to `right`, around the query's own place.
struct TreeCursor {
  struct End {
    uint32_t block = 0;
    uint32_t index = 0;
    bool away = false;  // the block is not the query's own but the copy here
    ForestBlock copy;
  };

  uint32_t fingerprint = 0;
  ForestPlace place;               // of the query
  ForestBlock home;                // the block it is in
  End left;                        // the leftmost member taken in
  End right;                       // the first member on the right not taken in
  uint8_t left_label = kNewTree;   // when the next member on the left met the query's tree
  uint8_t right_label = kNewTree;  // and on the right; kNewTree: none there

  uint8_t next_label() const { return std::min(left_label, right_label); }
  bool done() const { return next_label() == kNewTree; }
};

// What a query needs in memory; kept between queries.
struct ForestIndex::Scratch {
  std::vector<uint32_t> rows;
  std::vector<uint32_t> other_rows;
  std::vector<TreeCursor> cursors;
  Candidates candidates;
  std::vector<uint64_t> best;  // heap of the k largest sums
};

class ForestQuery {
 public:
  ForestQuery(const ForestIndex& index, VertexId vertex, const RelatedOptions& options,
              const Scoring& scoring, const HitFilter& filter, ForestIndex::Scratch& scratch)
      : index_(index),
        vertex_(vertex),
        options_(options),
        scoring_(scoring),
        filter_(filter),
        scratch_(scratch) {}

  Result<Answer> Run();

 private:
  Status OpenCursors();
  Status TakeIn(TreeCursor& cursor, uint8_t time);
  Status StepLeft(TreeCursor& cursor);
  Status StepRight(TreeCursor& cursor);
  const ForestBlock& BlockAt(const TreeCursor& cursor, const TreeCursor::End& end) const {
    return end.away ? end.copy : cursor.home;
  }

  // An unseen vertex can have at most this sum.
  uint64_t UnseenBound() const;
  Result<uint64_t> Threshold();
  Result<bool> TryToFinish(uint8_t time, Answer& answer);
  Status CollectAll(Answer& answer);
  Status Resolve(const std::vector<VertexId>& contenders, Answer& answer);
  uint64_t MembersLeft() const;
  Result<bool> Allowed(VertexId vertex) const;
  void AddHit(VertexId vertex, const ScoreSum& sums, Answer& answer) const;

  const ForestIndex& index_;
  VertexId vertex_;
  const RelatedOptions& options_;
  const Scoring& scoring_;
  const HitFilter& filter_;
  ForestIndex::Scratch& scratch_;
  uint64_t members_ = 0;
  uint64_t blocks_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_FOREST_QUERY_H_
