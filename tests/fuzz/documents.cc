// The documents of a corpus that are sealed JSON: corpus.json, manifest.json, recipe.json and
// boilerplate.json. Each says in itself which one it is.
#include <string>

#include "akin/recipe.h"
#include "fuzz/scratch_folder.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"
#include "graph/boilerplate_report.h"
#include "graph/corpus_files.h"
#include "index/manifest.h"

namespace akin {

void FuzzDocuments(std::string_view body) {
  static const ScratchFolder folder;
  const std::string document = SealedDocument(body);
  for (const char* name : {"corpus.json", "manifest.json", "recipe.json", "boilerplate.json"}) {
    folder.Write(name, document);
  }
  const auto corpus = ReadCorpusManifest(folder.path());
  if (!corpus.ok()) RequireDamage(corpus.status());
  const auto manifest = ReadIndexManifest(folder.path());
  if (manifest.ok()) {
    Require(WriteIndexManifest(folder.path(), *manifest).ok(), "what was read can be written");
    Require(ReadIndexManifest(folder.path()).ok(), "and read again");
    if (manifest->shards.size() < 100) PlanShards(*manifest, 10);
  } else {
    RequireDamage(manifest.status());
  }
  const auto recipe = ReadRecipe(folder.path());
  if (!recipe.ok()) RequireDamage(recipe.status());
  const auto boilerplate = ReadBoilerplateReport(folder.path(), 0, 10);
  if (!boilerplate.ok()) RequireDamage(boilerplate.status());
}

}  // namespace akin
