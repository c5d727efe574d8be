#include "index/elsewhere.h"

#include <fmt/format.h>

#include <set>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "container/sealed_json.h"

namespace akin {

std::string ElsewherePath(const std::string& index) { return Join(index, "elsewhere.json"); }

Status WriteElsewhere(const std::string& index, const IndexManifest& manifest) {
  Json shards = Json::array();
  for (const ShardEntry& shard : manifest.shards) shards.push_back(shard.file);
  return WriteSealedJson(ElsewherePath(index), "elsewhere", {{"shards", shards}});
}

Result<std::vector<size_t>> ShardsElsewhere(const std::string& index,
                                            const IndexManifest& manifest) {
  const std::string path = ElsewherePath(index);
  std::vector<size_t> elsewhere;
  AKIN_TRY_ASSIGN(const bool some, Exists(path));
  if (!some) return elsewhere;
  AKIN_TRY_ASSIGN(const Json json, ReadSealedJson(path, "elsewhere"));
  std::set<std::string> named;
  for (const Json& file : json.value("shards", Json::array())) {
    if (!file.is_string()) return Damaged(path, "a shard without a name");
    named.insert(file.get<std::string>());
  }
  for (size_t i = 0; i < manifest.shards.size(); ++i) {
    if (!named.contains(manifest.shards[i].file)) continue;
    AKIN_TRY_ASSIGN(const bool here, Exists(Join(index, manifest.shards[i].file)));
    if (!here) elsewhere.push_back(i);
  }
  return elsewhere;
}

Status CheckNoneElsewhere(const std::string& index, const IndexManifest& manifest) {
  AKIN_TRY_ASSIGN(const std::vector<size_t> elsewhere, ShardsElsewhere(index, manifest));
  if (elsewhere.empty()) return {};
  return Status(Code::kUnavailable,
                fmt::format("{} of {} shards are elsewhere; only a server that knows the back ends "
                            "which have them can ask this index",
                            elsewhere.size(), manifest.shards.size()))
      .At({.file = index});
}

}  // namespace akin
