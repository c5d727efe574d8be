// An index whose shards are elsewhere: asks for them, and merges what they answer (akin/parts.h).
//
// related(u): lists of all groups, then the sums that are missing (parts/merged_sums.h). Two round
// trips, two more if the lists turn out too short; one if nothing is missing.
//
// Cost: per group and round trip one question; from each group a list of its best k and of those
// nearly as good, and the missing sums of those that can still be hits. For a closer look at walks
// (query/refine.h), the numbers of first meetings come along, so that the closer look asks nothing
// more.
#ifndef AKIN_SRC_PARTS_PARTED_INDEX_H_
#define AKIN_SRC_PARTS_PARTED_INDEX_H_

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "akin/parts.h"
#include "parts/merged_sums.h"
#include "query/opened_index.h"
#include "query/scoring.h"
#include "sketch/forest.h"

namespace akin {

class PartedIndex : public OpenedIndex {
 public:
  // kInvalidArgument if the groups are not the shards of the index.
  static Result<std::unique_ptr<OpenedIndex>> Make(const std::string& name,
                                                   const IndexManifest& manifest, VertexId vertices,
                                                   std::shared_ptr<IndexParts> parts);

  Result<Answer> Related(VertexId vertex, const RelatedOptions& options, const HitFilter& filter,
                         const std::stop_token& stop) const override;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options) const override;
  Result<std::vector<Score>> Sims(VertexId a, std::span<const VertexId> others,
                                  const RelatedOptions& options) const override;
  // From links or bags alone: it explains the score of all fingerprints, whoever answers.
  Result<ExplainedPart> Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                const ExplainSources& sources) const override;
  std::vector<const Container*> files() const override { return {}; }
  const IndexManifest* fingerprinted() const override { return &manifest_; }
  Result<unsigned> FingerprintsUsed(VertexId vertex, const RelatedOptions& options) const override;
  Result<std::vector<Contributions>> LaterMeetings(VertexId a, std::span<const VertexId> others,
                                                   const RelatedOptions& options) const override;

 private:
  using State = RemoteQuery::IndexState;

  // The groups that a query asks, and of each the shards.
  struct Group {
    size_t number = 0;
    std::vector<uint32_t> shards;
  };
  struct Asking {
    std::shared_ptr<RemoteQuery> remote;
    std::vector<Group> groups;
    PartQuestion question;  // what all groups are asked alike
    Scoring scoring;
  };

  PartedIndex(std::string name, const IndexManifest& manifest, VertexId vertices,
              std::shared_ptr<IndexParts> parts);

  // Who is asked, at the first call for an attempt; the same groups later. kUnavailable if nobody
  // answers, or if not all do and the query wants all.
  Result<Asking> Begin(VertexId vertex, const RelatedOptions& options) const;
  // One answer per group. If one does not answer, the attempt has failed.
  Result<std::vector<PartAnswer>> Ask(const Asking& asking, std::span<const PartQuestion> questions,
                                      const std::stop_token& stop) const;
  Status CheckAnswer(const PartAnswer& answer, const PartQuestion& question) const;
  Status Lose(State& state, size_t group, const Status& why) const;

  unsigned CountIn(std::span<const uint32_t> shards, unsigned fingerprints) const;
  bool ListsHaveDetails() const;
  // Asks about some vertices in each group and, if lists have to be longer, for all that may be
  // missing.
  Status AskAbout(const Asking& asking, std::vector<std::vector<VertexId>> missing, bool longer,
                  MergedSums& merged, QueryWork& work, const std::stop_token& stop) const;
  Status Complete(const Asking& asking, MergedSums& merged, QueryWork& work,
                  const std::stop_token& stop) const;
  // Over all groups; asks for those that are not known in this attempt yet.
  Result<std::vector<PartSum>> SumsOf(const Asking& asking, std::span<const VertexId> others) const;
  static void SetVertex(State& state, const PartQuestion& question);
  State& StateOf(const Asking& asking) const { return asking.remote->states_[name_]; }
  bool walks() const { return manifest_.parameters.method == Method::kWalks; }

  std::string name_;
  IndexManifest manifest_;
  WalkParameters walk_;
  VertexId vertices_;
  std::shared_ptr<IndexParts> parts_;
};

}  // namespace akin

#endif  // AKIN_SRC_PARTS_PARTED_INDEX_H_
