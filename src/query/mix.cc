// akin::Mixture: opens the parts; query/mixed_query.h answers.
#include "akin/mix.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/mapped_file.h"
#include "query/mixed_query.h"
#include "query/refine.h"

namespace akin {
namespace {

Status Invalid(std::string_view text) { return InvalidArgument("index", text); }

Result<MixturePart> ParsePart(std::string_view text) {
  const size_t equals = text.find('=');
  MixturePart part{.index = std::string(text.substr(0, equals))};
  if (part.index.empty()) {
    return Invalid(fmt::format("'{}' names no index; write NAME=WEIGHT,NAME=WEIGHT", text));
  }
  if (equals == std::string_view::npos) return part;
  const std::string_view number = text.substr(equals + 1);
  const char* const end = number.data() + number.size();
  const auto [stopped, error] = std::from_chars(number.data(), end, part.weight);
  if (error != std::errc() || stopped != end || !std::isfinite(part.weight) || part.weight <= 0) {
    return Invalid(
        fmt::format("'{}' is no weight for index {}; write a number above 0", number, part.index));
  }
  return part;
}

Status CheckMixesScores(Fusion fusion) {
  if (fusion != Fusion::kReciprocalRank) return {};
  return InvalidArgument("fusion",
                         "a pair has no ranks to fuse; ask for what is related, mix scores, or "
                         "name one of the indexes");
}

}  // namespace

Result<std::vector<MixturePart>> ParseMixture(std::string_view text) {
  std::vector<MixturePart> parts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t comma = std::min(text.find(',', begin), text.size());
    AKIN_TRY_ASSIGN(MixturePart part, ParsePart(text.substr(begin, comma - begin)));
    parts.push_back(std::move(part));
    begin = comma + 1;
  }
  return parts;
}

std::string_view FusionName(Fusion fusion) {
  return fusion == Fusion::kReciprocalRank ? "rrf" : "weighted";
}

Result<Fusion> FusionNamed(std::string_view name) {
  for (const Fusion fusion : {Fusion::kWeighted, Fusion::kReciprocalRank}) {
    if (FusionName(fusion) == name) return fusion;
  }
  return InvalidArgument("fusion", fmt::format("no fusion '{}'; there are weighted and rrf", name));
}

struct Mixture::Impl {
  std::vector<MixPart> parts;
  Fusion fusion = Fusion::kWeighted;
};

Result<Mixture> Mixture::Open(const Corpus& corpus, const std::vector<MixturePart>& parts,
                              Fusion fusion) {
  return Make([&](const std::string& name) { return corpus.OpenIndex(name); }, parts, fusion);
}

Result<Mixture> Mixture::Of(std::span<const Index> opened, const std::vector<MixturePart>& parts,
                            Fusion fusion) {
  return Make([&](const std::string& name) { return IndexNamed(opened, name); }, parts, fusion);
}

Result<Mixture> Mixture::Make(const OpenPart& open, const std::vector<MixturePart>& parts,
                              Fusion fusion) {
  if (parts.empty()) return Invalid("a mixture of no indexes; name one at least");
  Impl impl{.fusion = fusion};
  std::map<std::pair<bool, uint64_t>, size_t> groups;
  for (const MixturePart& part : parts) {
    if (!(part.weight > 0) || !std::isfinite(part.weight)) {
      return Invalid(
          fmt::format("weight {} of index {}; weights are above 0", part.weight, part.index));
    }
    AKIN_TRY_ASSIGN(Index index, open(part.index));
    const IndexInfo& info = index.info();
    for (const MixPart& other : impl.parts) {
      if (other.index.info().name != info.name) continue;
      return Invalid(fmt::format("index {} is twice in the mixture; add its weights", info.name));
    }
    const bool bounded = !HasFingerprints(info.method);
    const std::pair<bool, uint64_t> choices(!info.bags.empty(), info.seed);
    const size_t group = groups.try_emplace(choices, groups.size()).first->second;
    impl.parts.push_back(
        {.index = std::move(index), .weight = part.weight, .bounded = bounded, .group = group});
  }
  return Mixture(std::make_shared<const Impl>(std::move(impl)));
}

Status Mixture::Intact() const {
  for (const MixPart& part : impl_->parts) AKIN_TRY(part.index.Intact());
  return {};
}

Result<Answer> Mixture::Related(VertexId vertex, const RelatedOptions& options,
                                const Control& control) const {
  if (std::isnan(options.min_score)) {
    return InvalidArgument("min_score", "the least score is not a number");
  }
  if (impl_->fusion == Fusion::kReciprocalRank) {
    auto fused = FusedRelated(impl_->parts, vertex, options, control);
    return IfIntact(Intact(), std::move(fused));
  }
  AKIN_TRY_ASSIGN(const bool refine, WantsRefinement(options));
  auto answer = refine ? RefinedRelated(impl_->parts, vertex, options, control)
                       : MixedRelated(impl_->parts, vertex, options, control);
  return IfIntact(Intact(), std::move(answer));
}

Result<Answer> Mixture::RelatedToWords(const TextWords& words, const RelatedOptions& options,
                                       const Control& control) const {
  std::vector<MixPart> of_text;
  for (const MixPart& part : impl_->parts) {
    if (!part.index.info().bags.empty()) of_text.push_back(part);
  }
  if (of_text.empty()) {
    return Invalid(
        "the mixture has no index of text, and a text has no links; add an index of text");
  }
  if (impl_->fusion == Fusion::kReciprocalRank) {
    return FusedToWords(of_text, words, options, control);
  }
  auto answer = MixedToWords(of_text, words, options, control);
  return IfIntact(Intact(), std::move(answer));
}

Result<Score> Mixture::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY(CheckMixesScores(impl_->fusion));
  auto score = MixedSim(impl_->parts, a, b, options);
  return IfIntact(Intact(), std::move(score));
}

Result<Explanation> Mixture::Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                     const Control& control) const {
  AKIN_TRY(CheckMixesScores(impl_->fusion));
  auto why = ExplainMixed(impl_->parts, a, b, options, control);
  return IfIntact(Intact(), std::move(why));
}

}  // namespace akin
