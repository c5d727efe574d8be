// What a corpus is asked with if the caller names no index: one index or a mixture of several, with
// the reason why. Recorded in the corpus by `akin build` without flags, so that the shortest
// question gets the best known answer.
//
//   akin::BuildRecipe("site.akin");
//   auto asker = akin::Asker::Create(*akin::Corpus::Open("site.akin"), {});
#ifndef AKIN_RECIPE_H_
#define AKIN_RECIPE_H_

#include <optional>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/mix.h"
#include "akin/plan.h"
#include "akin/status.h"

namespace akin {

struct Recipe {
  std::string index;  // a name or a mixture, as AskOptions::index
  Fusion fusion = Fusion::kWeighted;
  std::string reason;  // one sentence, such as "pages with text and links"

  bool operator==(const Recipe&) const = default;
};

// The recipe that the corpus records; nothing if it records none. Does not look whether its indexes
// exist.
Result<std::optional<Recipe>> ReadRecipe(const std::string& corpus);
// Replaces the recipe of the corpus. kNoIndex if an index of it does not exist.
Status WriteRecipe(const Corpus& corpus, const Recipe& recipe);

// What to build for a corpus, and how to ask it. docs/evaluation.md has the evidence.
struct RecipePlan {
  Recipe recipe;
  std::vector<BuildOptions> indexes;  // one per part of the recipe; text needs the default bags
};
// The plan that measured best on data like this, by the kind and the size of the corpus.
RecipePlan RecommendRecipe(const Corpus& corpus);
// The same with the names that BuildRecipe uses. An index that is there is used if it has the
// parameters of the plan; it may have another number of fingerprints. Where an index or bags of a
// name are of another kind, the recipe's are called recipe-NAME.
Result<RecipePlan> PlanRecipe(const Corpus& corpus);

struct RecipeReport {
  struct Planned {
    std::string index;
    FingerprintPlan plan;
  };

  Recipe recipe;
  std::vector<Planned> planned;      // if a precision was given
  std::vector<BuildReport> built;    // in the order of the plan
  std::vector<std::string> existed;  // indexes like those of the plan were there and are used
};
// Builds what PlanRecipe says, or what is missing of it, and records the recipe. With a precision,
// indexes get the fingerprints that this takes (akin/plan.h), as far as they can be planned.
Result<RecipeReport> BuildRecipe(const std::string& corpus, const Control& control = {},
                                 std::optional<double> precision = std::nullopt);
// Whether a build of the recipe was interrupted, so that only a part of its indexes may exist.
// BuildRecipe continues it.
Result<bool> RecipeUnfinished(const std::string& corpus);

// Whether a question without a named index is best answered by building the recipe first: the
// corpus has no index, or only those of an interrupted build, and building takes seconds.
// kInvalidArgument if it would have to be built for a decay, a length or a number of fingerprints
// that no index could answer with.
Result<bool> ShouldBuildFirst(const Corpus& corpus, const RelatedOptions& asked);

}  // namespace akin

#endif  // AKIN_RECIPE_H_
