// akin::RecommendRecipe and BuildRecipe: which indexes serve a corpus best, and building them.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "akin/ask.h"
#include "akin/files.h"
#include "akin/recipe.h"
#include "akin/try.h"
#include "base/files.h"
#include "graph/corpus_files.h"

namespace akin {
namespace {

// Answers for pages gain most from more signatures; for links, from a little of the second measure.
// The evidence is in docs/evaluation.md, "Recipes".
constexpr unsigned kForPages = 400;
constexpr unsigned kForLinks = 200;
constexpr unsigned kForSecondOfLinks = 100;  // it counts less, and costs more per fingerprint
constexpr unsigned kForMany = 100;
// Beyond this size, indexes are kept small.
constexpr uint64_t kVerticesForMany = 1'000'000;
constexpr uint64_t kArcsForMany = 20'000'000;
// A build of the recipe takes seconds up to these.
constexpr uint64_t kVerticesAtOnce = 50'000;

// Before the names of what the plan needs, where others have them already.
constexpr std::string_view kPrefix = "recipe-";

const IndexInfo* IndexCalled(const std::vector<IndexInfo>& infos, const std::string& name) {
  const auto found = std::find_if(infos.begin(), infos.end(),
                                  [&](const IndexInfo& info) { return info.name == name; });
  return found == infos.end() ? nullptr : &*found;
}

// Whether an index is of the kind that is wanted. It may have another number of fingerprints.
Result<bool> IsLike(const CorpusManifest& manifest, const IndexInfo& info,
                    const BuildOptions& wanted) {
  AKIN_TRY_ASSIGN(const IndexParameters parameters, ResolveParameters(wanted));
  const auto& of = std::get<FingerprintParameters>(parameters.of);
  return info.measure == parameters.measure && info.method == parameters.method && info.only == 0 &&
         info.bags == wanted.bags && info.decay == of.decay && info.length == of.length &&
         (!info.bags.empty() ||
          manifest.IdentityOf(info.boilerplate) == manifest.IdentityOf(wanted.boilerplate));
}

// The name of bags with the usual options: `text`, unless there are others of that name.
Result<std::string> NameForBags(const Corpus& corpus) {
  BagOptions usual;
  AKIN_TRY_ASSIGN(const CorpusManifest manifest, ReadCorpusManifest(corpus.path()));
  AKIN_TRY_ASSIGN(const std::vector<BagInfo> sets, corpus.BagSets());
  for (const BagInfo& bags : sets) {
    const Boilerplate theirs = bags.options.boilerplate;
    if (manifest.IdentityOf(theirs) == manifest.IdentityOf(usual.boilerplate)) {
      usual.boilerplate = theirs;  // nothing is left out
    }
    if (bags.name == usual.name && DescribeBags(bags.options) != DescribeBags(usual)) {
      return fmt::format("{}{}", kPrefix, usual.name);
    }
  }
  return usual.name;
}

// A name for the index that is free or belongs to one like it.
Result<std::string> NameForIndex(const CorpusManifest& manifest,
                                 const std::vector<IndexInfo>& infos, std::string name,
                                 const BuildOptions& wanted) {
  for (const bool last : {false, true}) {
    const IndexInfo* const info = IndexCalled(infos, name);
    if (info == nullptr || !info->complete) return name;
    AKIN_TRY_ASSIGN(const bool like, IsLike(manifest, *info, wanted));
    if (like) return name;
    if (!last) name = fmt::format("{}{}", kPrefix, name);
  }
  return Status(Code::kAlreadyExists,
                fmt::format("index '{}' is not what the recipe needs; remove it", name))
      .WithParameter("index");
}

std::string MixtureOf(const std::vector<MixturePart>& parts) {
  if (parts.size() == 1) return parts.front().index;
  std::string text;
  for (const MixturePart& part : parts) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", part.index, part.weight);
  }
  return text;
}

// Builds the indexes of the plan that are missing, or have too few fingerprints for the precision.
Status BuildMissing(const Corpus& corpus, const RecipePlan& plan, std::optional<double> precision,
                    const Control& control, RecipeReport& report) {
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus.Indexes());
  for (BuildOptions wanted : plan.indexes) {
    const IndexInfo* const info = IndexCalled(infos, wanted.name);
    const bool complete = info != nullptr && info->complete;
    if (wanted.measure == Measure::kText && !complete) {
      AKIN_TRY(BuildBags(corpus.path(), {.name = wanted.bags}, control).status());
    }
    AKIN_TRY_ASSIGN(const bool can_plan, CanPlan(wanted));
    if (precision && can_plan) {
      AKIN_TRY_ASSIGN(const FingerprintPlan needed,
                      PlanFingerprints(corpus, wanted, *precision, control));
      report.planned.push_back({.index = wanted.name, .plan = needed});
      wanted.fingerprints = needed.fingerprints;
    }
    if (complete && (!precision || info->fingerprints >= wanted.fingerprints)) {
      report.existed.push_back(wanted.name);
      continue;
    }
    AKIN_TRY_ASSIGN(BuildReport built, BuildIndex(corpus.path(), wanted, control));
    report.built.push_back(std::move(built));
  }
  return {};
}

}  // namespace

RecipePlan RecommendRecipe(const Corpus& corpus) {
  const bool small = corpus.vertices() <= kVerticesForMany && corpus.arcs() <= kArcsForMany;
  const auto fingerprints = [](Measure measure, unsigned count) {
    return BuildOptions{.measure = measure, .fingerprints = count};
  };
  if (corpus.has_pages()) {
    const unsigned count = small ? kForPages : kForMany;
    return {
        .recipe = {.index = "psimrank=0.5,text=0.5",
                   .reason = "pages with links and words: PSimRank and text, half each"},
        .indexes = {fingerprints(Measure::kPSimRank, count), fingerprints(Measure::kText, count)}};
  }
  if (small) {
    return {.recipe = {.index = "psimrank=0.8,xjaccard=0.2",
                       .reason = "links alone: mostly PSimRank, and some XJaccard"},
            .indexes = {fingerprints(Measure::kPSimRank, kForLinks),
                        fingerprints(Measure::kXJaccard, kForSecondOfLinks)}};
  }
  return {.recipe = {.index = "psimrank",
                     .reason = "links alone, and many of them: PSimRank, the smallest index"},
          .indexes = {fingerprints(Measure::kPSimRank, kForMany)}};
}

Result<RecipePlan> PlanRecipe(const Corpus& corpus) {
  RecipePlan plan = RecommendRecipe(corpus);
  AKIN_TRY_ASSIGN(const CorpusManifest manifest, ReadCorpusManifest(corpus.path()));
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus.Indexes());
  AKIN_TRY_ASSIGN(std::vector<MixturePart> parts, ParseMixture(plan.recipe.index));
  for (size_t i = 0; i < plan.indexes.size(); ++i) {
    BuildOptions& wanted = plan.indexes[i];
    if (wanted.measure == Measure::kText) {
      AKIN_TRY_ASSIGN(wanted.bags, NameForBags(corpus));
    }
    AKIN_TRY_ASSIGN(wanted.name, NameForIndex(manifest, infos, parts[i].index, wanted));
    parts[i].index = wanted.name;
  }
  plan.recipe.index = MixtureOf(parts);
  return plan;
}

Result<RecipeReport> BuildRecipe(const std::string& path, const Control& control,
                                 std::optional<double> precision) {
  AKIN_TRY_ASSIGN(const DirectoryLock lock, ShareCorpus(path));
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(path));
  AKIN_TRY_ASSIGN(const RecipePlan plan, PlanRecipe(corpus));
  AKIN_TRY_ASSIGN(const bool continued, RecipeUnfinished(path));
  AKIN_TRY(WriteFileAtomically(UnfinishedRecipePath(path), ""));
  RecipeReport report{.recipe = plan.recipe};
  const Status status = BuildMissing(corpus, plan, precision, control, report);
  if (!status.ok()) {
    // Without a finished index, nothing is there that could answer alone.
    if (!continued && report.built.empty()) (void)Files().RemoveFile(UnfinishedRecipePath(path));
    return status;
  }
  AKIN_TRY(WriteRecipe(corpus, report.recipe));
  return report;
}

Result<bool> RecipeUnfinished(const std::string& corpus) {
  return Exists(UnfinishedRecipePath(corpus));
}

namespace {

Result<bool> HasWhatAnswers(const Corpus& corpus) {
  AKIN_TRY_ASSIGN(const bool unfinished, RecipeUnfinished(corpus.path()));
  if (unfinished) {
    AKIN_TRY_ASSIGN(const std::optional<Recipe> recipe, ReadRecipe(corpus.path()));
    return recipe.has_value();
  }
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus.Indexes());
  return std::any_of(infos.begin(), infos.end(),
                     [](const IndexInfo& info) { return info.complete; });
}

}  // namespace

Result<bool> ShouldBuildFirst(const Corpus& corpus, const RelatedOptions& asked) {
  if (corpus.vertices() > kVerticesAtOnce || corpus.arcs() > kArcsAtOnce) return false;
  AKIN_TRY_ASSIGN(const bool answered, HasWhatAnswers(corpus));
  if (answered) return false;
  const BuildOptions index{
      .decay = asked.decay, .length = asked.length, .fingerprints = asked.fingerprints};
  AKIN_TRY(ResolveParameters(index).status());
  return true;
}

}  // namespace akin
