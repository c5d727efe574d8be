#include "eval/delta.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "eval/judge.h"
#include "graph/co_cited.h"

namespace akin {
namespace {

// The share of `one` that is in `other`, both sorted; 0 if `one` is empty.
template <class T>
double ShareIn(std::span<const T> one, std::span<const T> other) {
  if (one.empty()) return 0;
  const auto common = std::count_if(one.begin(), one.end(), [&](const T& thing) {
    return std::binary_search(other.begin(), other.end(), thing);
  });
  return static_cast<double>(common) / static_cast<double>(one.size());
}

}  // namespace

std::optional<double> DomainSimilarity(const Truth::Impl& truth, VertexId p, VertexId q) {
  if (truth.kind == Truth::Kind::kClasses) {
    if (!truth.classes->Has(q)) return std::nullopt;
    return truth.classes->Distance(p, q) == 0 ? 1 : 0;
  }
  if (truth.titles.empty()) return ShareIn(truth.links[q], truth.links[p]);
  if (truth.titles[q].empty()) return std::nullopt;
  return ShareIn<uint64_t>(truth.titles[q], truth.titles[p]);
}

Status FindChance(const Truth::Impl& truth, std::span<const VertexId> queries, unsigned min_cocited,
                  const Control& control, ChanceSimilarity& chance) {
  AKIN_TRY_ASSIGN(const Adjacency in, truth.corpus->InLinks());
  AKIN_TRY_ASSIGN(const Adjacency out, truth.corpus->OutLinks());
  ThreadPool pool(ThreadsOrAll(control.threads));
  std::vector<std::unique_ptr<CoCited>> cocited(pool.size());
  std::vector<std::optional<double>> means(queries.size());
  ProgressMeter progress(control, "comparing what is co-cited", "queries", queries.size());
  AKIN_TRY(pool.Run(queries.size(), control.stop, [&](uint64_t i, unsigned worker) -> Status {
    if (cocited[worker] == nullptr) cocited[worker] = std::make_unique<CoCited>(in, out);
    const auto others = cocited[worker]->Of(queries[i]);
    double sum = 0;
    uint64_t known = 0;
    if (others.size() >= min_cocited) {
      for (const VertexId q : others) {
        const auto similarity = DomainSimilarity(truth, queries[i], q);
        sum += similarity.value_or(0);
        known += similarity ? 1 : 0;
      }
    }
    if (known > 0) means[i] = sum / static_cast<double>(known);
    progress.Advance(1);
    return {};
  }));
  for (size_t i = 0; i < queries.size(); ++i) {
    if (means[i]) chance.emplace(queries[i], *means[i]);
  }
  return {};
}

Tally DeltaOf(const Truth::Impl& truth, const ChanceSimilarity& chance, VertexId query,
              std::span<const Hit> hits, unsigned k) {
  const auto expected = chance.find(query);
  if (expected == chance.end()) return {};
  Tally tally;
  for (const Hit& hit : hits) {
    if (tally.whole == k) break;
    const auto similarity = DomainSimilarity(truth, query, hit.vertex);
    if (!similarity) continue;
    tally.part += *similarity - expected->second;
    ++tally.whole;
  }
  return tally;
}

}  // namespace akin
