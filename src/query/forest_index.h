// Queries on a fingerprint index: the shards of one index, and the two questions that they answer.
//
// related(u). In every fingerprint, the members around u's place are read by time of meeting: first
// all that met u at time 1, then at 2, and so on. Each adds c^t to the vertex. After time t an
// unseen vertex can gain at most c^(next) in a fingerprint whose next member comes at time
// `next` > t. The sum of these over the fingerprints bounds every unseen vertex. Once the k-th best
// sum so far exceeds the bound, no new vertex can enter the answer. For the vertices seen that
// still could, the sums are completed one by one, by looking up when they met u in each
// fingerprint. The answer is exactly that of reading all trees to the end, with a fraction of the
// work if trees are large.
//
// XJaccard and text indexes have classes instead of trees: query/class_query.h.
//
// Cost: one row per shard, one block of 64 members per fingerprint, and the members with tau <= t.
#ifndef AKIN_SRC_QUERY_FOREST_INDEX_H_
#define AKIN_SRC_QUERY_FOREST_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "akin/corpus.h"
#include "akin/status.h"
#include "index/forest_shard.h"
#include "index/manifest.h"
#include "query/opened_index.h"
#include "query/scoring.h"
#include "query/shard_choice.h"
#include "query/summed_hits.h"

namespace akin {

class ForestIndex : public OpenedIndex {
 public:
  // kDamaged if the shards in `directory` are not those of the manifest.
  static Result<std::unique_ptr<OpenedIndex>> Open(const std::string& directory,
                                                   const IndexManifest& manifest,
                                                   VertexId vertices);
  // Only these shards, ascending and at least one. Answers nothing but SumsOf and RelatedSums, of
  // these shards.
  static Result<std::unique_ptr<ForestIndex>> OpenSome(const std::string& directory,
                                                       const IndexManifest& manifest,
                                                       VertexId vertices,
                                                       std::span<const uint32_t> shards);
  ~ForestIndex() override;

  const WalkParameters& walk() const { return walk_; }
  const FingerprintParameters& fingerprints() const { return manifest_.fingerprints(); }
  // Null for those that were not opened.
  const std::vector<std::unique_ptr<ForestShard>>& shards() const { return shards_; }

  VertexId vertices() const { return vertices_; }
  // How many vertices the index covers, and whether it covers this one.
  VertexId about() const {
    return manifest_.only_identity == 0 ? vertices_ : manifest_.only_vertices;
  }
  Result<bool> Has(VertexId vertex) const override { return shards_.front()->Has(vertex); }

  Result<Answer> Related(VertexId vertex, const RelatedOptions& options, const HitFilter& filter,
                         const std::stop_token& stop) const override;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options) const override;
  Result<std::vector<Score>> Sims(VertexId a, std::span<const VertexId> others,
                                  const RelatedOptions& options) const override;
  Result<ExplainedPart> Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                const ExplainSources& sources) const override;
  Result<unsigned> FingerprintsUsed(VertexId vertex, const RelatedOptions& options) const override;
  Result<std::vector<Contributions>> LaterMeetings(VertexId a, std::span<const VertexId> others,
                                                   const RelatedOptions& options) const override;
  std::vector<const Container*> files() const override;
  const ForestIndex* forests() const override { return this; }
  const IndexManifest* fingerprinted() const override { return &manifest_; }

  // Of a vertex with another one. `first`: the fingerprints that met in the first step; 0 for
  // classes.
  struct MeetingSums {
    ScoreSum all;
    uint32_t first = 0;
  };
  // Which fingerprints a query uses: the first ones, and of these only those in chosen shards.
  struct Used {
    unsigned fingerprints = 0;
    ShardChoice shards;
    bool operator==(const Used&) const = default;
  };
  // The options say which vertices pass, and no more.
  Result<SummedAnswer> RelatedSums(VertexId vertex, const RelatedOptions& options,
                                   const WantedSums& wanted, const Used& used,
                                   const Scoring& scoring, const HitFilter& filter,
                                   const std::stop_token& stop) const;
  // The sums with others; those of the vertex itself are 0. Soon after RelatedSums of the same with
  // meetings in the first step wanted, it need not read everything again.
  Result<std::vector<MeetingSums>> SumsOf(VertexId a, std::span<const VertexId> others,
                                          const Used& used, const Scoring& scoring) const;

 private:
  // The block of a vertex in one fingerprint, and its position there.
  struct Home {
    uint32_t fingerprint = 0;
    ForestPlace place;
    ForestBlock block;
  };

  friend class ClassQuery;
  friend class ForestQuery;
  struct Scratch;

  ForestIndex();
  Used UsedFor(VertexId vertex, const RelatedOptions& options) const;
  unsigned CountOf(const Used& used) const;
  Result<Scoring> ScoringFor(const RelatedOptions& options, const Used& used) const {
    return MakeScoring(options, manifest_.parameters, CountOf(used));
  }
  // Calls visit(i, time) for every meeting of the walks of a and others[i]. Not for classes, nor
  // for the vertex itself.
  using MeetingVisit = std::function<void(size_t i, uint8_t time)>;
  Status EachMeeting(VertexId a, std::span<const VertexId> others, const Used& used,
                     const MeetingVisit& visit) const;
  // The time at which the walks of two vertices met, or kNewTree if never. The first vertex is at a
  // known place. The block of the other is decoded into `room` if necessary.
  Result<uint8_t> MeetingTime(uint32_t fingerprint, const ForestBlock& home,
                              const ForestPlace& place, VertexId other, uint32_t other_block,
                              ForestBlock& room) const;
  // The blocks that contain the vertex, in all forests of the first fingerprints; kAlone in those
  // that are not used.
  Status Rows(VertexId vertex, const Used& used, std::vector<uint32_t>& rows) const;
  Status DamagedRow(uint32_t fingerprint) const;
  Result<std::vector<Home>> HomesOf(VertexId vertex, const Used& used) const;
  const ForestShard& ShardOf(uint32_t fingerprint) const {
    return *shards_[fingerprint / kShardFingerprints];
  }

  std::unique_ptr<Scratch> TakeScratch() const;
  // That of the last query, if it was this one; null if it was not, or if another one has it.
  std::unique_ptr<Scratch> TakeScratchOf(VertexId vertex, const Used& used,
                                         const Scoring& scoring) const;
  void ReturnScratch(std::unique_ptr<Scratch> scratch) const;

  IndexManifest manifest_;
  WalkParameters walk_;
  VertexId vertices_ = 0;
  std::vector<std::unique_ptr<ForestShard>> shards_;
  mutable std::mutex scratch_mutex_;
  mutable std::vector<std::unique_ptr<Scratch>> scratch_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_FOREST_INDEX_H_
