#include "plain_walks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "akin/akin.h"
#include "base/random.h"
#include "graph/graph.h"
#include "must.h"
#include "report.h"

namespace akin {
namespace {

constexpr unsigned kWalks = 20;
constexpr unsigned kSteps = 10;
constexpr double kDecay = 0.6;
constexpr unsigned kQueries = 500;

// FR algorithm 1: every vertex has walks of its own, independent of all others, stored step by
// step. For related queries there is also, for every step, who is where: the vertices in the order
// of their places. Together 2 * V * N * l cells.
class PlainWalks {
 public:
  explicit PlainWalks(const Adjacency& in) : vertices_(in.vertices()) {
    for (unsigned walk = 0; walk < kWalks; ++walk) {
      std::vector<VertexId> place(vertices_);
      std::iota(place.begin(), place.end(), 0);
      for (unsigned step = 0; step < kSteps; ++step) {
        const RandomStream random(1, walk, step);
        for (VertexId v = 0; v < vertices_; ++v) {
          const VertexId at = place[v];
          const uint64_t degree = at == kNoVertex ? 0 : in.degree(at);
          place[v] = degree == 0 ? kNoVertex : in[at][random.Below(v, degree)];
        }
        places_.push_back(place);
      }
    }
  }

  void Invert() {
    for (const std::vector<VertexId>& place : places_) {
      std::vector<VertexId> order(vertices_);
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(),
                       [&](VertexId a, VertexId b) { return place[a] < place[b]; });
      order_.push_back(std::move(order));
    }
    seen_.assign(vertices_, 0);
    scores_.assign(vertices_, 0);
  }

  uint64_t bytes() const { return (places_.size() + order_.size()) * vertices_ * sizeof(VertexId); }

  double Similarity(VertexId u, VertexId v) const {
    double sum = 0;
    for (unsigned walk = 0; walk < kWalks; ++walk) {
      double weight = 1;
      for (unsigned step = 0; step < kSteps; ++step) {
        weight *= kDecay;
        const std::vector<VertexId>& place = places_[walk * kSteps + step];
        if (place[u] == kNoVertex || place[u] != place[v]) continue;
        sum += weight;
        break;
      }
    }
    return sum / kWalks;
  }

  // The ten most similar; all that meet u are looked at.
  std::vector<VertexId> Related(VertexId u) {
    std::vector<VertexId> met;
    for (unsigned walk = 0; walk < kWalks; ++walk) {
      ++stamp_;
      double weight = 1;
      for (unsigned step = 0; step < kSteps; ++step) {
        weight *= kDecay;
        for (const VertexId v : WhoIsWith(u, walk * kSteps + step)) {
          if (v == u || seen_[v] == stamp_) continue;  // only the first meeting counts
          seen_[v] = stamp_;
          if (scores_[v] == 0) met.push_back(v);
          scores_[v] += weight;
        }
      }
    }
    const size_t count = std::min<size_t>(10, met.size());
    std::partial_sort(met.begin(), met.begin() + static_cast<ptrdiff_t>(count), met.end(),
                      [&](VertexId a, VertexId b) { return scores_[a] > scores_[b]; });
    for (const VertexId v : met) scores_[v] = 0;
    met.resize(count);
    return met;
  }

 private:
  std::span<const VertexId> WhoIsWith(VertexId u, unsigned layer) const {
    const std::vector<VertexId>& place = places_[layer];
    if (place[u] == kNoVertex) return {};
    const auto [first, last] =
        std::ranges::equal_range(order_[layer], place[u], {}, [&](VertexId v) { return place[v]; });
    return {first, last};
  }

  VertexId vertices_;
  std::vector<std::vector<VertexId>> places_;  // of walk and step: where the walk of a vertex is
  std::vector<std::vector<VertexId>> order_;   // the inverted index
  std::vector<uint32_t> seen_;
  std::vector<double> scores_;
  uint32_t stamp_ = 0;
};

double MedianMilliseconds(const std::vector<VertexId>& queries, const auto& ask) {
  std::vector<double> times;
  for (const VertexId v : queries) times.push_back(SecondsOf([&] { ask(v); }));
  std::sort(times.begin(), times.end());
  return times[times.size() / 2] * 1e3;
}

}  // namespace

void BenchPlainWalks(const std::string& path) {
  const Corpus corpus = Must(Corpus::Open(path));
  const Graph* graph = Must(corpus.graph());
  const Adjacency in = Must(graph->In());
  const double pairs = static_cast<double>(in.vertices()) * kWalks;
  std::vector<VertexId> queries;
  for (uint64_t i = 0; i < kQueries; ++i) {
    queries.push_back(static_cast<VertexId>(RandomStream(9, 9, 9).Below(i, in.vertices())));
  }

  BuildReport report;
  const std::string name = "beside-plain";
  const double building = SecondsOf([&] {
    report = Must(BuildIndex(path, {.length = kSteps, .fingerprints = kWalks, .name = name}));
  });
  const Index index = Must(Must(Corpus::Open(path)).OpenIndex(name));
  const auto ask = [&](VertexId v) { Must(index.Related(v, {.k = 10, .refine = 0}).status()); };
  (void)MedianMilliseconds(queries, ask);  // warms up
  const double asking = MedianMilliseconds(queries, ask);

  std::unique_ptr<PlainWalks> plain;
  const double walking = SecondsOf([&] { plain = std::make_unique<PlainWalks>(in); });
  const double inverting = SecondsOf([&] { plain->Invert(); });
  const auto ask_plain = [&](VertexId v) { (void)plain->Related(v); };
  (void)MedianMilliseconds(queries, ask_plain);
  const double asking_plain = MedianMilliseconds(queries, ask_plain);

  double gap = 0;  // both estimate the same, so the means over many pairs agree
  for (size_t i = 0; i < queries.size(); ++i) {
    const VertexId next = queries[i] + 1 < in.vertices() ? queries[i] + 1 : queries[i] - 1;
    gap += plain->Similarity(queries[i], next) - Must(index.Sim(queries[i], next)).value;
  }
  const double smaller = static_cast<double>(plain->bytes()) / static_cast<double>(report.bytes);
  Figure("plain walks, bytes per vertex and walk",
         fmt::format("{:.2f}", static_cast<double>(plain->bytes()) / pairs));
  Figure("coalescing walks, the same",
         fmt::format("{:.2f}", static_cast<double>(report.bytes) / pairs));
  PromiseAtLeast("coalescing walks are smaller", smaller, "times", 10);
  Figure("plain walks, in memory: walking and inverting, ns per vertex and walk",
         fmt::format("{:.1f} and {:.1f}", walking * 1e9 / pairs, inverting * 1e9 / pairs));
  Figure("coalescing walks, writing included, the same",
         fmt::format("{:.1f}", building * 1e9 / pairs));
  Figure("related, top 10, median, ms: plain, coalescing",
         fmt::format("{:.3f}, {:.3f}", asking_plain, asking));
  Figure("mean difference of scores of neighbouring pages", fmt::format("{:.4f}", gap / kQueries));
  std::filesystem::remove_all(path + "/indexes/" + name);
}

}  // namespace akin
