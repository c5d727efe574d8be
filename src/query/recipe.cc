// recipe.json: reading and writing what a corpus is asked with by default.
#include "akin/recipe.h"

#include <cerrno>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "container/sealed_json.h"
#include "graph/corpus_files.h"

namespace akin {

Result<std::optional<Recipe>> ReadRecipe(const std::string& corpus) {
  const std::string path = RecipePath(corpus);
  const auto read = ReadSealedJson(path, "recipe");
  if (read.status().code() == Code::kNotFound) return std::optional<Recipe>();
  AKIN_TRY_ASSIGN(const Json& json, read);
  Recipe recipe;
  AKIN_TRY_ASSIGN(recipe.index, JsonMember<std::string>(path, json, "index"));
  AKIN_TRY_ASSIGN(const auto fusion, JsonMember<std::string>(path, json, "fusion"));
  AKIN_TRY_ASSIGN(recipe.reason, JsonMember<std::string>(path, json, "reason"));
  const auto known = FusionNamed(fusion);
  if (!known.ok()) return Damaged(path, known.status().message());
  recipe.fusion = *known;
  return std::optional<Recipe>(std::move(recipe));
}

Status WriteRecipe(const Corpus& corpus, const Recipe& recipe) {
  AKIN_TRY_ASSIGN(const DirectoryLock lock, ShareCorpus(corpus.path()));
  if (NamesMixture(recipe.index) || recipe.fusion != Fusion::kWeighted) {
    AKIN_TRY_ASSIGN(const std::vector<MixturePart> parts, ParseMixture(recipe.index));
    AKIN_TRY(Mixture::Open(corpus, parts, recipe.fusion).status());
  } else {
    AKIN_TRY(corpus.OpenIndex(recipe.index).status());
  }
  AKIN_TRY(WriteSealedJson(RecipePath(corpus.path()), "recipe",
                           {{"index", recipe.index},
                            {"fusion", std::string(FusionName(recipe.fusion))},
                            {"reason", recipe.reason}}));
  AKIN_TRY(Files().RemoveFile(UnfinishedRecipePath(corpus.path())));
  return Files().SyncDirectory(corpus.path());
}

}  // namespace akin
