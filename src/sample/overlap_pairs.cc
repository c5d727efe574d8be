#include "sample/overlap_pairs.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <tuple>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/random.h"
#include "base/threads.h"
#include "graph/co_cited.h"
#include "sample/hop_overlap.h"
#include "sample/random_pick.h"

namespace akin {
namespace {

constexpr size_t kClasses = 5;  // of pairs, by overlap
constexpr size_t kNearest = 10;
constexpr size_t kOthers = 10;

constexpr size_t kFar = 20;
constexpr unsigned kNearestFar = 2;  // steps; co-cited vertices are one step away

enum PairPurpose : uint64_t { kSources, kPartners, kFarPartners };

// A vertex and those to compare it with.
struct Group {
  VertexId source = kNoVertex;
  std::vector<VertexId> partners;
};

std::vector<VertexId> PartnersOf(VertexId source, uint64_t seed, CoCited& cocited) {
  const auto found = cocited.Of(source);
  std::vector<VertexId> partners(found.begin(), found.end());
  const RandomStream stream(seed, kPartners, source);
  const auto nearer = [&](VertexId a, VertexId b) {
    return std::tuple(cocited.Common(b), stream.At(a), a) <
           std::tuple(cocited.Common(a), stream.At(b), b);
  };
  const size_t nearest = std::min(kNearest, partners.size());
  const auto middle = partners.begin() + static_cast<ptrdiff_t>(nearest);
  std::partial_sort(partners.begin(), middle, partners.end(), nearer);
  std::vector<VertexId> others(middle, partners.end());
  PickRandom(others, kOthers, stream);
  partners.resize(nearest);
  partners.insert(partners.end(), others.begin(), others.end());
  return partners;
}

// The ends of random paths: 2 to 5 links back, and as many forward. Whatever is reached has a
// vertex in common with the source that many steps before.
void AddFarPartners(VertexId source, const Adjacency& in, const Adjacency& out, uint64_t seed,
                    std::vector<VertexId>& partners) {
  const RandomStream stream(seed, kFarPartners, source);
  for (uint64_t i = 0; i < kFar; ++i) {
    const unsigned depth = kNearestFar + static_cast<unsigned>(i % (HopOverlap::kHops - 1));
    VertexId at = source;
    for (unsigned step = 0; step < 2 * depth && at != kNoVertex; ++step) {
      const auto links = step < depth ? in[at] : out[at];
      const uint64_t choice = i * 2 * HopOverlap::kHops + step;
      at = links.empty() ? kNoVertex : links[stream.Below(choice, links.size())];
    }
    if (at == kNoVertex || at == source) continue;
    if (std::find(partners.begin(), partners.end(), at) == partners.end()) partners.push_back(at);
  }
}

Result<std::vector<Group>> Candidates(const Adjacency& in, const Adjacency& out,
                                      const SampleOptions& options, const Control& control) {
  std::vector<VertexId> sources(in.vertices());
  std::iota(sources.begin(), sources.end(), VertexId{0});
  PickRandom(sources, sources.size(), RandomStream(options.seed, kSources, 0));
  CoCited cocited(in, out);
  std::vector<Group> groups;
  uint64_t left = options.candidates;
  for (const VertexId source : sources) {
    if (left == 0) break;
    if (control.stop.stop_requested()) return Interrupted();
    Group group{.source = source, .partners = PartnersOf(source, options.seed, cocited)};
    if (options.far) AddFarPartners(source, in, out, options.seed, group.partners);
    group.partners.resize(std::min<uint64_t>(left, group.partners.size()));
    if (group.partners.empty()) continue;
    left -= group.partners.size();
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

std::vector<OverlapPair> CoverOverlaps(const std::vector<OverlapPair>& candidates, uint64_t count) {
  std::array<std::vector<OverlapPair>, kClasses> classes;
  for (const OverlapPair& pair : candidates) {
    const auto floor = static_cast<size_t>(pair.overlap);
    classes[std::min(floor, kClasses - 1)].push_back(pair);
  }
  const uint64_t share = (count + kClasses - 1) / kClasses;
  std::vector<OverlapPair> chosen;
  for (auto members = classes.rbegin(); members != classes.rend(); ++members) {
    std::sort(members->begin(), members->end(), [](const OverlapPair& p, const OverlapPair& q) {
      return std::tuple(q.common, q.overlap, p.a, p.b) < std::tuple(p.common, p.overlap, q.a, q.b);
    });
    members->resize(std::min<uint64_t>(share, members->size()));
    chosen.insert(chosen.end(), members->begin(), members->end());
  }
  return chosen;
}

Result<std::vector<OverlapPair>> OverlapPairs(const Adjacency& in, const Adjacency& out,
                                              const SampleOptions& options,
                                              const Control& control) {
  AKIN_TRY_ASSIGN(const std::vector<Group> groups, Candidates(in, out, options, control));
  ThreadPool pool(ThreadsOrAll(control.threads));
  std::vector<std::unique_ptr<HopOverlap>> overlaps(pool.size());
  std::vector<std::vector<OverlapPair>> found(groups.size());
  ProgressMeter progress(control, "comparing what leads to vertices", "vertices", groups.size());
  AKIN_TRY(pool.Run(groups.size(), control.stop, [&](uint64_t i, unsigned worker) -> Status {
    auto& overlap = overlaps[worker];
    if (overlap == nullptr) overlap = std::make_unique<HopOverlap>(in);
    const VertexId source = groups[i].source;
    overlap->SetFirst(source);
    for (const VertexId partner : groups[i].partners) {
      const HopOverlap::Score score = overlap->With(partner);
      if (score.depth < options.min_depth || score.depth > options.max_depth) continue;
      found[i].push_back({.a = std::min(source, partner),
                          .b = std::max(source, partner),
                          .overlap = score.share,
                          .common = score.common,
                          .depth = score.depth});
    }
    progress.Advance(1);
    return {};
  }));
  std::vector<OverlapPair> pairs;
  for (const auto& some : found) pairs.insert(pairs.end(), some.begin(), some.end());
  // A pair can be found from either of its vertices.
  std::sort(pairs.begin(), pairs.end(), [](const OverlapPair& p, const OverlapPair& q) {
    return std::pair(p.a, p.b) < std::pair(q.a, q.b);
  });
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return CoverOverlaps(pairs, options.count);
}

}  // namespace akin
