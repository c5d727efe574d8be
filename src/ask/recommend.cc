// akin::RecommendRecipe and BuildRecipe: which indexes serve a corpus best, and building them.
#include <algorithm>
#include <utility>

#include "akin/ask.h"
#include "akin/recipe.h"
#include "akin/try.h"

namespace akin {
namespace {

// Answers for pages gain most from more signatures; for links, from the second measure. The
// evidence is in docs/evaluation.md, "Recipes".
constexpr unsigned kForPages = 400;
constexpr unsigned kForLinks = 100;
// Beyond this size, indexes are kept small.
constexpr uint64_t kVerticesForMany = 1'000'000;
constexpr uint64_t kArcsForMany = 20'000'000;
// A build of the recipe takes seconds up to these.
constexpr uint64_t kVerticesAtOnce = 50'000;

// Whether an index of this name and measure is there, whatever its other parameters.
bool Exists(const std::vector<IndexInfo>& infos, const std::string& name, Measure measure) {
  return std::any_of(infos.begin(), infos.end(), [&](const IndexInfo& info) {
    return info.name == name && info.complete && info.measure == measure && info.only == 0;
  });
}

}  // namespace

RecipePlan RecommendRecipe(const Corpus& corpus) {
  const bool small = corpus.vertices() <= kVerticesForMany && corpus.arcs() <= kArcsForMany;
  const auto fingerprints = [&](Measure measure) {
    const unsigned count = small && corpus.has_pages() ? kForPages : kForLinks;
    return BuildOptions{.measure = measure, .fingerprints = count};
  };
  if (corpus.has_pages()) {
    return {.recipe = {.index = "psimrank=0.5,text=0.5",
                       .reason = "pages with links and words: PSimRank and text, half each"},
            .indexes = {fingerprints(Measure::kPSimRank), fingerprints(Measure::kText)}};
  }
  if (small) {
    return {.recipe = {.index = "psimrank=0.5,xjaccard=0.5",
                       .reason = "links alone: PSimRank and XJaccard, half each"},
            .indexes = {fingerprints(Measure::kPSimRank), fingerprints(Measure::kXJaccard)}};
  }
  return {.recipe = {.index = "psimrank",
                     .reason = "links alone, and many of them: PSimRank, the smallest index"},
          .indexes = {fingerprints(Measure::kPSimRank)}};
}

Result<RecipeReport> BuildRecipe(const std::string& path, const Control& control) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(path));
  const RecipePlan plan = RecommendRecipe(corpus);
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus.Indexes());
  AKIN_TRY_ASSIGN(const std::vector<MixturePart> parts, ParseMixture(plan.recipe.index));
  RecipeReport report{.recipe = plan.recipe};
  for (size_t i = 0; i < plan.indexes.size(); ++i) {
    const BuildOptions& wanted = plan.indexes[i];
    if (Exists(infos, parts[i].index, wanted.measure)) {
      report.existed.push_back(parts[i].index);
      continue;
    }
    if (wanted.measure == Measure::kText) AKIN_TRY(BuildBags(path, {}, control).status());
    AKIN_TRY_ASSIGN(BuildReport built, BuildIndex(path, wanted, control));
    report.built.push_back(std::move(built));
  }
  AKIN_TRY(WriteRecipe(corpus, report.recipe));
  return report;
}

Result<bool> ShouldBuildFirst(const Corpus& corpus) {
  if (corpus.vertices() > kVerticesAtOnce || corpus.arcs() > kArcsAtOnce) return false;
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus.Indexes());
  return std::none_of(infos.begin(), infos.end(),
                      [](const IndexInfo& info) { return info.complete; });
}

}  // namespace akin
