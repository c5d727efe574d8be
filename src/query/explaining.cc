#include "query/explaining.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <tuple>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "index/index_parameters.h"
#include "query/explain_hashes.h"
#include "query/explain_terms.h"
#include "query/explain_walks.h"
#include "query/scoring.h"

namespace akin {
namespace {

struct ReadingFacts {
  std::string_view name;
  std::string_view meaning;
};

// In the order of the enum.
constexpr ReadingFacts kReadings[] = {
    {"first meetings", "by the vertex where two walks first met"},
    {"last meetings", "by the vertex where two walks met and never met again afterwards"},
    {"common members", "by the vertex, behind both, whose hash was the least of a fingerprint"},
    {"common sources", "by the vertex from which walks of the same length lead to both"},
    {"shared terms", "by the term whose hash was the least of both bags in a fingerprint"},
    {"meetings", "by every vertex where two walks are at the same time, however often they met"},
};

Status FillFrom(const IndexParameters& index, const Scoring& scoring, VertexId a, VertexId b,
                const ExplainOptions& options, const ExplainSources& sources, ExplainedPart& part) {
  WalkParameters walk = WalksOf(index);
  walk.length = options.length.value_or(walk.length);
  if (ComparesBags(index)) {
    AKIN_TRY_ASSIGN(const Bags bags, sources.bags());
    AKIN_TRY(ExplainTerms(bags.file(), walk.seed, scoring, a, b, options.k, part));
    return bags.file().container().Intact();
  }
  AKIN_TRY_ASSIGN(const Adjacency in, sources.in_links());
  if (index.method == Method::kClasses) {
    return ExplainHashes(in, walk, scoring, a, b, options, sources.control, part);
  }
  const auto& own = std::get<FingerprintParameters>(index.of);
  const WalksToExplain walks{.in = in,
                             .walk = walk,
                             .weighting = WeightingFor(QueryOf(options), index),
                             .of_index = own.fingerprints};
  return ExplainWalks(walks, scoring, a, b, options, sources.control.stop, part);
}

}  // namespace

std::string_view ReadingName(Reading reading) {
  return kReadings[static_cast<size_t>(reading)].name;
}

std::string_view ReadingMeaning(Reading reading) {
  return kReadings[static_cast<size_t>(reading)].meaning;
}

RelatedOptions QueryOf(const ExplainOptions& options) {
  return {.fingerprints = options.fingerprints,
          .length = options.length,
          .decay = options.decay,
          .function = options.function};
}

Reasons KeepLargest(std::vector<Reason> all, unsigned k) {
  const size_t kept = k == 0 ? all.size() : std::min<size_t>(k, all.size());
  std::sort(all.begin(), all.end(), [](const Reason& a, const Reason& b) {
    const auto order = std::strong_order(b.contribution, a.contribution);  // of any numbers
    if (order != 0) return order < 0;
    return std::tie(a.vertex, a.term, a.steps) < std::tie(b.vertex, b.term, b.steps);
  });
  Reasons reasons{.rest = all.size() - kept};
  for (size_t i = all.size(); i-- > kept;) reasons.rest_contribution += all[i].contribution;
  all.resize(kept);
  reasons.listed = std::move(all);
  return reasons;
}

Reasons OfItself(VertexId vertex, const Score& score, unsigned fingerprints) {
  Reason same{.vertex = vertex,
              .contribution = score.value,
              .error = score.error,
              .count = fingerprints,
              .path_a = {vertex},
              .path_b = {vertex}};
  return {.listed = {std::move(same)}};
}

Result<ExplainedPart> ExplainFingerprints(const IndexParameters& index, VertexId a, VertexId b,
                                          const ExplainOptions& options,
                                          const ExplainSources& sources) {
  if (options.more > kMostMoreFingerprints) {
    return InvalidArgument("more", fmt::format("{} more fingerprints; at most {} are walked",
                                               options.more, kMostMoreFingerprints));
  }
  if (options.by_step && index.method != Method::kWalks) {
    return InvalidArgument("by_step", fmt::format("{} has no steps to tell apart: its reasons are "
                                                  "common terms or members",
                                                  MeasureName(index.measure)));
  }
  AKIN_TRY_ASSIGN(const Scoring scoring, MakeScoring(QueryOf(options), index));
  ExplainedPart part{.measure = index.measure,
                     .method = index.method,
                     .reading = ComparesBags(index)                ? Reading::kSharedTerms
                                : index.method == Method::kClasses ? Reading::kCommonMembers
                                                                   : Reading::kFirstMeetings,
                     .fingerprints = scoring.fingerprints()};
  if (a == b) {
    part.score = scoring.OfItself(WalksOf(index));
    part.met = part.fingerprints;
    part.reasons = OfItself(a, part.score, part.fingerprints);
    return part;
  }
  AKIN_TRY(FillFrom(index, scoring, a, b, options, sources, part));
  return part;
}

Status NamePages(const Corpus& corpus, ExplainedPart& part) {
  if (part.reading != Reading::kSharedTerms) return {};
  const auto name = [&](Reasons& reasons) -> Status {
    for (Reason& reason : reasons.listed) {
      if (reason.vertex == kNoVertex || !reason.path_a.empty()) continue;
      AKIN_TRY_ASSIGN(reason.term, corpus.Name(reason.vertex));
    }
    return {};
  };
  AKIN_TRY(name(part.reasons));
  return part.second_look ? name(part.second_look->reasons) : Status();
}

}  // namespace akin
