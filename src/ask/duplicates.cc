// akin::FindDuplicates.
#include "akin/duplicates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "query/pair_refiner.h"

namespace akin {
namespace {

constexpr size_t kPagesAtOnce = 1024;
// Signatures may underestimate a similarity: this many errors.
constexpr double kDoubt = 4;

struct AlikePair {
  VertexId other = kNoVertex;
  double score = 0;
};

// Which pages are connected so far: every page leads to one that stands for its group.
class Groups {
 public:
  explicit Groups(VertexId vertices) : leads_to_(vertices), least_(vertices, 1) {
    std::iota(leads_to_.begin(), leads_to_.end(), 0);
  }
  void Connect(VertexId a, VertexId b, double score) {
    const VertexId first = std::min(Leader(a), Leader(b));
    const VertexId second = std::max(Leader(a), Leader(b));
    leads_to_[second] = first;
    least_[first] = std::min({least_[first], least_[second], score});
  }
  std::vector<DuplicateGroup> Take() {
    std::map<VertexId, DuplicateGroup> groups;
    for (VertexId v = 0; v < leads_to_.size(); ++v) {
      const VertexId leader = Leader(v);
      groups[leader].pages.push_back(v);
      groups[leader].least = least_[leader];
    }
    std::vector<DuplicateGroup> found;
    for (auto& [leader, group] : groups) {
      if (group.pages.size() > 1) found.push_back(std::move(group));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const DuplicateGroup& a, const DuplicateGroup& b) {
                       return a.pages.size() > b.pages.size();
                     });
    return found;
  }

 private:
  VertexId Leader(VertexId v) {
    while (leads_to_[v] != v) v = leads_to_[v] = leads_to_[leads_to_[v]];
    return v;
  }

  std::vector<VertexId> leads_to_;
  std::vector<double> least_;  // of the groups, at those that stand for them
};

Result<Index> IndexOfText(const Corpus& corpus, std::string_view name) {
  if (!name.empty()) return corpus.OpenIndex(name);
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus.Indexes());
  std::string found;
  for (const IndexInfo& info : infos) {
    const bool usable = info.complete && info.measure == Measure::kText;
    if (usable && (found.empty() || info.name == "text")) found = info.name;
  }
  return corpus.OpenIndex(found.empty() ? "text" : found);
}

// The later pages that are as similar as wanted to one.
Result<std::vector<AlikePair>> AlikeTo(const Index& index, VertexId page, double likeness,
                                       const Control& control) {
  const double deviation =
      std::sqrt(likeness * (1 - likeness) / static_cast<double>(index.info().fingerprints));
  const RelatedOptions options{.k = 0, .min_score = likeness - kDoubt * deviation};
  AKIN_TRY_ASSIGN(Answer answer, index.Related(page, options, control));
  std::erase_if(answer.hits, [page](const Hit& hit) { return hit.vertex < page; });
  std::vector<AlikePair> alike;
  if (answer.hits.empty()) return alike;
  std::vector<size_t> all(answer.hits.size());
  std::iota(all.begin(), all.end(), 0);
  AKIN_TRY_ASSIGN(const auto refiner, index.Refiner(page, answer.hits, options, control));
  ReadingBudget budget(std::numeric_limits<uint64_t>::max());
  AKIN_TRY(refiner->Improve(all, budget));
  for (const size_t i : all) {
    const double score = refiner->Of(i).value;
    if (score >= likeness) alike.push_back({.other = answer.hits[i].vertex, .score = score});
  }
  return alike;
}

}  // namespace

Result<std::vector<DuplicateGroup>> FindDuplicates(const Corpus& corpus, std::string_view name,
                                                   double likeness, const Control& control) {
  if (!(likeness > 0.5 && likeness <= 1)) {
    return InvalidArgument(
        "likeness", fmt::format("{} is no likeness; give one above 0.5, at most 1", likeness));
  }
  AKIN_TRY_ASSIGN(const Index index, IndexOfText(corpus, name));
  if (index.info().measure != Measure::kText) {
    return InvalidArgument(
        "index", fmt::format("index '{}' is of links; words are compared", index.info().name));
  }
  const VertexId vertices = corpus.vertices();
  Groups groups(vertices);
  ThreadPool pool(ThreadsOrAll(control.threads));
  const Control quiet{.threads = 1, .memory = control.memory, .stop = control.stop};
  ProgressMeter progress(control, "comparing", "pages", vertices);
  std::vector<std::vector<AlikePair>> alike(kPagesAtOnce);
  for (size_t first = 0; first < vertices; first += kPagesAtOnce) {
    const size_t count = std::min<size_t>(kPagesAtOnce, vertices - first);
    AKIN_TRY(pool.Run(count, control.stop, [&](uint64_t i, unsigned) -> Status {
      const auto page = static_cast<VertexId>(first + i);
      AKIN_TRY_ASSIGN(const bool has, index.Has(page));
      alike[i].clear();
      if (!has) return {};
      AKIN_TRY_ASSIGN(alike[i], AlikeTo(index, page, likeness, quiet));
      return {};
    }));
    for (size_t i = 0; i < count; ++i) {
      for (const auto& [other, score] : alike[i]) {
        groups.Connect(static_cast<VertexId>(first + i), other, score);
      }
    }
    progress.Advance(count);
  }
  return groups.Take();
}

}  // namespace akin
