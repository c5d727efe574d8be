// akin recipe shows what a corpus is asked with if no index is named, and changes it.
#include <fmt/format.h>

#include <memory>

#include "akin/akin.h"
#include "akin/try.h"
#include "flags.h"
#include "output.h"
#include "verbs.h"

namespace akin::cli {
namespace {

struct RecipeFlags {
  std::string corpus;
  std::string index;
  std::string fusion = "weighted";
};

Result<int> ShowRecipe(const Session& session, const RecipeFlags& flags) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  if (!flags.index.empty()) {
    Recipe recipe{.index = flags.index, .reason = "chosen with akin recipe --index"};
    AKIN_TRY_ASSIGN(recipe.fusion, FusionNamed(flags.fusion));
    AKIN_TRY(WriteRecipe(corpus, recipe));
  }
  AKIN_TRY_ASSIGN(const std::optional<Recipe> recipe, ReadRecipe(flags.corpus));
  AKIN_TRY_ASSIGN(const RecipePlan plan, PlanRecipe(corpus));
  if (!recipe) {
    session.Note(fmt::format("{} has no recipe yet; akin build {} builds and records {}: {}",
                             flags.corpus, flags.corpus, plan.recipe.index, plan.recipe.reason));
    return kNothingFound;
  }
  RowWriter writer({{.name = "fact"}, {.name = "value"}}, session);
  writer.Add({"index", recipe->index});
  writer.Add({"fusion", std::string(FusionName(recipe->fusion))});
  writer.Add({"reason", recipe->reason});
  AKIN_TRY(writer.Finish());
  if (recipe->index != plan.recipe.index) {
    session.Note(fmt::format("akin build {} would record {}: {}", flags.corpus, plan.recipe.index,
                             plan.recipe.reason));
  }
  return kFound;
}

}  // namespace

void AddRecipe(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("recipe", "Show or change what answers if no index is named");
  auto flags = std::make_shared<RecipeFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  const Flag index = AddFlag(verb, "--index", flags->index);
  AddFlag(verb, "--fusion", flags->fusion).Needs(index);
  session.AddOutputFlags(verb);
  AddSwitch(verb, "--quiet", session.quiet);
  verb.SetFooter(R"(akin build without flags records a recipe; akin related, sim and join without
--index ask it. Its indexes must exist when it is changed.

Exit code: 0 there is a recipe, 1 there is none, 2 an error.

Examples:
  akin recipe site.akin
  akin recipe site.akin --index psimrank=0.3,text=0.7
  akin recipe site.akin --index psimrank,text --fusion rrf)");
  verb.SetWork([&session, flags] { return session.CodeOf(ShowRecipe(session, *flags)); });
}

}  // namespace akin::cli
