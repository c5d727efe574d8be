// akin::SurferPairs, SurferDistances and SurferPairGraph.
#include "akin/surfers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "akin/errors.h"
#include "akin/exact.h"
#include "akin/try.h"
#include "exact/absorption.h"
#include "exact/iteration_options.h"

namespace akin {
namespace {

Status CheckSurfers(const Corpus& corpus, const SurferOptions& options) {
  AKIN_TRY(CheckIterationOptions({.decay = options.decay, .iterations = 0}, "SimRank"));
  if (corpus.vertices() <= kMostSurferVertices) return {};
  return InvalidArgument(
      "", fmt::format("pairs of vertices are for small graphs: this one has {} vertices, the most "
                      "are {}; take a part of it with akin sample",
                      corpus.vertices(), kMostSurferVertices));
}

// The place of the pair {a, b}, a != b, among all a < b of n vertices.
size_t PlaceOf(VertexId a, VertexId b, VertexId n) {
  const auto [low, high] = std::minmax(a, b);
  return static_cast<size_t>(low) * n - static_cast<size_t>(low) * (low + 1) / 2 + high - low - 1;
}

// The meetings of all pairs, by their places.
std::vector<SurferTrip> Meetings(const Adjacency& in) {
  const VertexId n = in.vertices();
  const size_t states = size_t{n} * (n - size_t{n > 0}) / 2;
  std::vector<double> q(states * states);
  std::vector<double> r(states);
  for (VertexId a = 0; a < n; ++a) {
    for (VertexId b = a + 1; b < n; ++b) {
      const size_t from = PlaceOf(a, b, n);
      const double chance = 1.0 / static_cast<double>(in.degree(a) * in.degree(b));
      for (const VertexId x : in[a]) {
        for (const VertexId y : in[b]) {
          (x == y ? r[from] : q[from * states + PlaceOf(x, y, n)]) += chance;
        }
      }
    }
  }
  return TripsToTarget(q, r);
}

// SimRank until further iterations change less than rounding does, or so often that none would.
Result<std::vector<double>> SimRankOfAll(const Corpus& corpus, const SurferOptions& options,
                                         const Control& control) {
  constexpr double kRounding = 1e-17;
  constexpr double kMost = 10'000;
  const double rounds = std::min(kMost, std::ceil(std::log(kRounding) / std::log(options.decay)));
  std::vector<double> scores(size_t{corpus.vertices()} * corpus.vertices());
  AKIN_TRY(ExactAllPairs(corpus,
                         {.decay = options.decay,
                          .iterations = static_cast<unsigned>(rounds),
                          .boilerplate = options.boilerplate},
                         scores, control)
               .status());
  return scores;
}

// Whether {a, b} points to {c, d}.
bool PointsToPair(const Adjacency& out, const SurferPair& from, const SurferPair& to) {
  const auto links = [&](VertexId u, VertexId v) {
    return std::binary_search(out[u].begin(), out[u].end(), v);
  };
  return (links(from.a, to.a) && links(from.b, to.b)) ||
         (links(from.a, to.b) && links(from.b, to.a));
}

}  // namespace

Result<std::vector<SurferPair>> SurferPairs(const Corpus& corpus, const SurferOptions& options,
                                            const Control& control) {
  AKIN_TRY(CheckSurfers(corpus, options));
  AKIN_TRY_ASSIGN(const Adjacency in, corpus.InLinks(options.boilerplate));
  AKIN_TRY_ASSIGN(const std::vector<double> scores, SimRankOfAll(corpus, options, control));
  const std::vector<SurferTrip> meetings = Meetings(in);
  const VertexId n = in.vertices();
  std::vector<SurferPair> pairs;
  for (VertexId a = 0; a < n; ++a) {
    for (VertexId b = a + 1; b < n; ++b) {
      pairs.push_back({.a = a,
                       .b = b,
                       .score = scores[size_t{a} * n + b],
                       .meeting = meetings[PlaceOf(a, b, n)]});
    }
  }
  AKIN_TRY(corpus.Intact());
  return pairs;
}

Result<std::vector<SurferTrip>> SurferDistances(const Corpus& corpus, const SurferOptions& options,
                                                const Control& control) {
  AKIN_TRY(CheckSurfers(corpus, options));
  AKIN_TRY_ASSIGN(const Adjacency out, corpus.OutLinks(options.boilerplate));
  const VertexId n = out.vertices();
  std::vector<SurferTrip> distances(size_t{n} * n);
  for (VertexId v = 0; v < n; ++v) {
    if (control.stop.stop_requested()) return Interrupted();
    std::vector<double> q(size_t{n} * n);
    std::vector<double> r(n);
    for (VertexId u = 0; u < n; ++u) {
      if (u == v) continue;  // its own row stays a dead end: no tour touches v before its end
      for (const VertexId w : out[u]) {
        (w == v ? r[u] : q[size_t{u} * n + w]) += 1.0 / static_cast<double>(out.degree(u));
      }
    }
    const std::vector<SurferTrip> trips = TripsToTarget(q, r);
    for (VertexId u = 0; u < n; ++u) distances[size_t{u} * n + v] = trips[u];
    distances[size_t{v} * n + v] = {.chance = 1, .sum = 0, .certain = true};
  }
  AKIN_TRY(corpus.Intact());
  return distances;
}

Result<PairGraph> SurferPairGraph(const Corpus& corpus, const SurferOptions& options,
                                  const Control& control) {
  AKIN_TRY_ASSIGN(std::vector<SurferPair> pairs, SurferPairs(corpus, options, control));
  AKIN_TRY_ASSIGN(const Adjacency out, corpus.OutLinks(options.boilerplate));
  std::erase_if(pairs, [](const SurferPair& pair) { return pair.score == 0; });
  const size_t different = pairs.size();
  for (VertexId v = 0; v < out.vertices(); ++v) {
    const SurferPair itself{
        .a = v, .b = v, .score = 1, .meeting = {.chance = 1, .sum = 0, .certain = true}};
    if (std::any_of(pairs.begin(), pairs.begin() + static_cast<ptrdiff_t>(different),
                    [&](const SurferPair& pair) { return PointsToPair(out, itself, pair); })) {
      pairs.push_back(itself);
    }
  }
  if (pairs.size() > kMostDrawnPairs) {
    return InvalidArgument(
        "", fmt::format("{} pairs of vertices are similar, or make others so; more than {} cannot "
                        "be told apart in a picture: draw a smaller graph",
                        pairs.size(), kMostDrawnPairs));
  }
  PairGraph graph{.pairs = std::move(pairs), .arcs = {}};
  for (size_t i = 0; i < graph.pairs.size(); ++i) {
    for (size_t j = 0; j < graph.pairs.size(); ++j) {
      if (PointsToPair(out, graph.pairs[i], graph.pairs[j])) graph.arcs.emplace_back(i, j);
    }
  }
  return graph;
}

}  // namespace akin
