// Makes an index of shards that are there: built by several processes, or copied together. Nothing
// is believed about files that came from elsewhere, so every byte of them is verified.
#include <fmt/format.h>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "index/build_request.h"

namespace akin {
namespace {

Status Missing(const BuildRequest& request, const ForestPlan& plan,
               const std::vector<uint32_t>& missing) {
  return Status(Code::kNoIndex,
                fmt::format("{} of {} shards are missing: build {} first", missing.size(),
                            plan.shards.size(), ListShards(missing)))
      .At({.file = request.index})
      .WithParameter("shards");
}

// A build takes a large shard for complete that it could open, so a damaged one must go first.
Status VerifyShard(const std::string& path, uint32_t number, const Control& control) {
  AKIN_TRY_ASSIGN(const auto shard, ForestShard::Open(path));
  const Status intact = shard->container().VerifyAll(control);
  if (intact.code() != Code::kDamaged) return intact;
  return Damaged(
      path, fmt::format("its checksums are wrong; remove it and build shard {} again", number));
}

}  // namespace

std::string ListShards(const std::vector<uint32_t>& shards) {
  std::string text;
  for (size_t begin = 0; begin < shards.size();) {
    size_t end = begin + 1;
    while (end < shards.size() && shards[end] == shards[end - 1] + 1) ++end;
    text += fmt::format("{}{}", begin == 0 ? "" : ",", shards[begin]);
    if (end - begin > 1) text += fmt::format("-{}", shards[end - 1]);
    begin = end;
  }
  return text;
}

Result<std::vector<uint32_t>> MissingShards(const std::string& corpus,
                                            const BuildOptions& options) {
  BuildOptions whole = options;
  whole.shards.clear();
  whole.finish = true;  // refuses an index without shards
  AKIN_TRY_ASSIGN(const BuildRequest request, ResolveBuild(corpus, whole));
  AKIN_TRY_ASSIGN(const ForestPlan plan, PlanForests(request));
  AKIN_TRY(CheckNoOtherShards(request, plan));
  // Of a larger index, these alone can be built with these options.
  const auto asked = PlanShards(request.wanted, request.graph->vertices()).size();
  std::vector<uint32_t> missing;
  for (uint32_t i = 0; i < asked; ++i) {
    if (!FindShard(request.index, plan.shards[i]).ok()) missing.push_back(i);
  }
  return missing;
}

Result<BuildReport> FinishForests(const BuildRequest& request, const Control& control) {
  AKIN_TRY_ASSIGN(ForestPlan plan, PlanForests(request));
  BuildReport report{.name = request.name, .parameters = plan.manifest.parameters};
  std::vector<uint32_t> missing;
  for (uint32_t i = 0; i < plan.shards.size(); ++i) {
    auto found = FindShard(request.index, plan.shards[i]);
    if (found.status().code() == Code::kNotFound) {
      missing.push_back(i);
      continue;
    }
    AKIN_TRY(found.status());
    plan.manifest.shards[i] = *std::move(found);
    report.bytes += plan.manifest.shards[i].bytes;
    report.fingerprints_found += plan.shards[i].fingerprints;
  }
  AKIN_TRY(CheckNoOtherShards(request, plan));
  if (!missing.empty()) return Missing(request, plan, missing);
  report.built = plan.published == nullptr || !(plan.published->parameters == report.parameters);
  if (report.built) {
    for (uint32_t i = 0; i < plan.shards.size(); ++i) {
      AKIN_TRY(VerifyShard(Join(request.index, plan.manifest.shards[i].file), i, control));
    }
    AKIN_TRY(WriteIndexManifest(request.index, plan.manifest));
  }
  AKIN_TRY(RemoveUnlistedFiles(request.index, plan.manifest));
  return report;
}

}  // namespace akin
