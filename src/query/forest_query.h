// One related query in progress: cursors into the trees of one vertex (see forest_index.h).
#ifndef AKIN_SRC_QUERY_FOREST_QUERY_H_
#define AKIN_SRC_QUERY_FOREST_QUERY_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "query/candidates.h"
#include "query/class_query.h"
#include "query/forest_index.h"
#include "query/summed_hits.h"
#include "query/top_sums.h"

namespace akin {

// The members of one tree that were added: from `left` to `right`, around the query's own place.
struct TreeCursor {
  struct End {
    uint32_t block = 0;
    uint32_t index = 0;
    bool away = false;  // the block is not the query's own but a copy here
    ForestBlock copy;
  };

  uint32_t fingerprint = 0;
  uint8_t time = 0;                // all that met the query by then are added
  ForestPlace place;               // of the query
  ForestBlock home;                // the block that contains the query
  End left;                        // the leftmost member added
  End right;                       // the first member on the right that is not added
  uint8_t left_label = kNewTree;   // when the next member on the left met the query's tree
  uint8_t right_label = kNewTree;  // the same on the right; kNewTree: there is none

  // The blocks that contain its tree, if they are known.
  bool extent_known = false;
  uint32_t first_block = 0;
  uint32_t last_block = 0;

  uint8_t next_label() const { return std::min(left_label, right_label); }
  bool done() const { return next_label() == kNewTree; }
};

// One step further in one tree: its cost.
struct Offer {
  double price = 0;  // members per unit of weight taken off the bound
  uint64_t members = 0;
  TreeCursor* cursor = nullptr;
};

// Which query it was, so that more can be asked about it.
struct QueryKey {
  VertexId vertex = kNoVertex;
  ForestIndex::Used used;
  Scoring scoring;
};

// The memory of a query, reused by later queries.
struct ForestIndex::Scratch {
  std::optional<QueryKey> last;  // the query whose cursors, candidates and classes these are
  size_t open = 0;               // its cursors in use
  std::vector<ClassQuery::Class> classes;
  std::vector<uint32_t> rows;
  std::vector<TreeCursor> cursors;  // the first few are in use
  Candidates candidates;
  TopSums best;
  std::vector<Offer> offers;
  std::vector<VertexId> contenders;
  std::vector<uint64_t> gains;       // [n]: the most that a vertex can still gain in n fingerprints
  std::vector<uint64_t> gains_left;  // [n]: the same in all open trees from the n-th on
  std::vector<Candidate> resolving;
  std::vector<SummedHit> found;
  ForestBlock other;
};

class ForestQuery {
 public:
  // What is wanted has k and the least score of the options in it.
  ForestQuery(const ForestIndex& index, VertexId vertex, const RelatedOptions& options,
              const WantedSums& wanted, const ForestIndex::Used& used, const Scoring& scoring,
              const HitFilter& filter, ForestIndex::Scratch& scratch)
      : index_(index),
        vertex_(vertex),
        options_(options),
        wanted_(wanted),
        used_(used),
        scoring_(scoring),
        filter_(filter),
        scratch_(scratch) {}

  Result<SummedAnswer> Run(const std::stop_token& stop);
  // If the last query that had the scratch was this one, and counted meetings in the first step:
  // the sums of others, from what it has read, and from a look at the trees that it has not read to
  // their ends.
  Status Sums(std::span<const VertexId> others, std::span<ForestIndex::MeetingSums> sums);

 private:
  Status OpenCursors();
  ScoreSum ContributionAt(uint8_t time) const {
    ScoreSum contribution = scoring_.At(time);
    if (time == 1 && counts_first_) contribution.squares += Candidates::kFirstMeeting;
    return contribution;
  }
  std::span<TreeCursor> cursors() const { return std::span(scratch_.cursors).first(open_); }
  const ForestShard& ShardOf(const TreeCursor& cursor) const {
    return index_.ShardOf(cursor.fingerprint);
  }
  Result<bool> ReadUntilSure(QueryWork& work, const std::stop_token& stop);
  Status MakeOffer(TreeCursor& cursor);
  uint64_t MembersBetweenPasses() const;
  Result<uint64_t> BlocksToTakeIn(const TreeCursor& cursor, uint8_t time) const;
  Status TakeIn(TreeCursor& cursor, uint8_t time);
  Status TakeInLeft(TreeCursor& cursor, uint8_t time);
  Status TakeInRight(TreeCursor& cursor, uint8_t time);
  Status TakeInBlocks(const TreeCursor& cursor, uint32_t begin, uint32_t end,
                      const ScoreSum& contribution);
  Result<std::span<const uint8_t>> ReachOf(const TreeCursor& cursor) const;
  Status LoadBlock(const TreeCursor& cursor, uint32_t block, TreeCursor::End& end);
  static const ForestBlock& BlockAt(const TreeCursor& cursor, const TreeCursor::End& end) {
    return end.away ? end.copy : cursor.home;
  }

  Status RaiseThreshold();
  // Drops the contenders that cannot be hits any more, and returns how many do not have their full
  // sums yet.
  uint64_t KeepContenders();
  Result<bool> TryToFinish(QueryWork& work);
  uint64_t CostOfPassing() const;
  Status CompletePassing(QueryWork& work);
  void FindGains();
  Status FindExtents();
  Status PrepareCompleting();
  Status ReadToTheEnds(const std::stop_token& stop);
  Result<bool> WantsCompleteSums();
  Status CollectAll();
  Status Resolve(QueryWork& work);
  void PrefetchRows(std::span<const Candidate> contenders, size_t i) const;
  Result<bool> AddLaterMeetings(Candidate& contender, uint64_t threshold);
  Result<bool> Allowed(VertexId vertex) const;
  void AddHit(const Candidate& candidate);

  const ForestIndex& index_;
  VertexId vertex_;
  const RelatedOptions& options_;
  WantedSums wanted_;
  const ForestIndex::Used& used_;
  const Scoring& scoring_;
  const HitFilter& filter_;
  ForestIndex::Scratch& scratch_;
  size_t open_ = 0;  // cursors in use
  bool counts_first_ = false;
  size_t judged_ = 0;        // candidates that were made contenders, or will never be
  uint64_t threshold_ = 0;   // the sum that a vertex needs to be a hit, as known so far
  uint64_t unseen_ = 0;      // the most that a vertex not met so far can still reach
  uint64_t sure_since_ = 0;  // members read when unseen vertices were first ruled out
  uint64_t members_ = 0;
  uint64_t blocks_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_FOREST_QUERY_H_
