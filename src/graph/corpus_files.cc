#include "graph/corpus_files.h"

#include <fmt/format.h>

#include <cerrno>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "container/sealed_json.h"

namespace akin {
namespace {

constexpr const char* kManifestName = "corpus.json";

}  // namespace

std::string KeysPath(const std::string& corpus) { return Join(corpus, "keys.akin"); }
std::string GraphPath(const std::string& corpus) { return Join(corpus, "graph.akin"); }
std::string PagesPath(const std::string& corpus) { return Join(corpus, "pages.akin"); }
std::string GraphPath(const std::string& corpus, Boilerplate boilerplate) {
  if (boilerplate == Boilerplate::kSite) return Join(corpus, "site-graph.akin");
  if (boilerplate == Boilerplate::kDrop) return Join(corpus, "content-graph.akin");
  return GraphPath(corpus);
}
std::string BoilerplatePath(const std::string& corpus) { return Join(corpus, "boilerplate.json"); }
std::string IndexesPath(const std::string& corpus) { return Join(corpus, "indexes"); }
std::string RecipePath(const std::string& corpus) { return Join(corpus, "recipe.json"); }
std::string UnfinishedRecipePath(const std::string& corpus) {
  return Join(corpus, "recipe.unfinished");
}

Result<DirectoryLock> ShareCorpus(const std::string& corpus) {
  auto lock = DirectoryLock::Take(corpus, DirectoryLock::Kind::kShared);
  // Then the error is about the corpus: there is none, or it is a file.
  if (!lock.ok() && lock.status().code() != Code::kAlreadyExists) {
    AKIN_TRY(ReadCorpusManifest(corpus).status());
  }
  return lock;
}

Status WriteCorpusManifest(const std::string& corpus, const CorpusManifest& manifest) {
  Json files = {{"keys.akin", HexSum(manifest.keys_identity)},
                {"graph.akin", HexSum(manifest.graph_identity)}};
  if (manifest.pages_identity) files["pages.akin"] = HexSum(*manifest.pages_identity);
  if (manifest.site_identity) files["site-graph.akin"] = HexSum(*manifest.site_identity);
  if (manifest.content_identity) files["content-graph.akin"] = HexSum(*manifest.content_identity);
  Json json = {
      {"vertices", manifest.vertices}, {"arcs", manifest.arcs}, {"made_with", manifest.made_with}};
  if (!manifest.notation.empty()) json["notation"] = manifest.notation;
  json["files"] = files;
  return WriteSealedJson(Join(corpus, kManifestName), "corpus", json);
}

Result<CorpusManifest> ReadCorpusManifest(const std::string& corpus) {
  AKIN_TRY_ASSIGN(const bool there, Exists(corpus));
  if (!there) {
    return Status(Code::kNoCorpus, "no such corpus").At({.file = corpus}).WithSystemError(ENOENT);
  }
  const std::string path = Join(corpus, kManifestName);
  AKIN_TRY_ASSIGN(const bool described, Exists(path));
  if (!described) {
    return NotOurs(corpus, fmt::format("not an akin corpus (it has no {})", kManifestName));
  }
  AKIN_TRY_ASSIGN(const Json json, ReadSealedJson(path, "corpus"));
  CorpusManifest manifest;
  AKIN_TRY_ASSIGN(manifest.vertices, JsonMember<uint32_t>(path, json, "vertices"));
  AKIN_TRY_ASSIGN(manifest.arcs, JsonMember<uint64_t>(path, json, "arcs"));
  AKIN_TRY_ASSIGN(manifest.made_with, JsonMember<std::string>(path, json, "made_with"));
  if (json.contains("notation")) {
    AKIN_TRY_ASSIGN(manifest.notation, JsonMember<std::string>(path, json, "notation"));
  }
  const Json files = json.value("files", Json::object());
  AKIN_TRY_ASSIGN(const auto keys, JsonMember<std::string>(path, files, "keys.akin"));
  AKIN_TRY_ASSIGN(const auto graph, JsonMember<std::string>(path, files, "graph.akin"));
  AKIN_TRY_ASSIGN(manifest.keys_identity, ParseHexSum(path, keys));
  AKIN_TRY_ASSIGN(manifest.graph_identity, ParseHexSum(path, graph));
  if (files.contains("pages.akin")) {
    AKIN_TRY_ASSIGN(const auto pages, JsonMember<std::string>(path, files, "pages.akin"));
    AKIN_TRY_ASSIGN(manifest.pages_identity, ParseHexSum(path, pages));
  }
  if (files.contains("content-graph.akin")) {
    AKIN_TRY_ASSIGN(const auto site, JsonMember<std::string>(path, files, "site-graph.akin"));
    AKIN_TRY_ASSIGN(manifest.site_identity, ParseHexSum(path, site));
    AKIN_TRY_ASSIGN(const auto content, JsonMember<std::string>(path, files, "content-graph.akin"));
    AKIN_TRY_ASSIGN(manifest.content_identity, ParseHexSum(path, content));
  }
  return manifest;
}

}  // namespace akin
