// Jeh and Widom's equations as printed, with loops over pairs of pairs, to compare their solvers
// with.
#ifndef AKIN_TESTS_NAIVE_PAIRS_H_
#define AKIN_TESTS_NAIVE_PAIRS_H_

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "exact/recurrence.h"
#include "random_graph.h"

namespace akin {

using Matrix = std::vector<std::vector<double>>;

inline Matrix SquareMatrix(VertexId n) { return Matrix(n, std::vector<double>(n)); }

inline double LargestDifference(const Matrix& a, const Matrix& b) {
  double largest = 0.0;
  for (size_t u = 0; u < a.size(); ++u) {
    for (size_t v = 0; v < a.size(); ++v) largest = std::max(largest, std::abs(a[u][v] - b[u][v]));
  }
  return largest;
}

struct NaiveOptions {
  bool minimax = false;
  std::function<bool(VertexId, VertexId)> keeps = [](VertexId, VertexId) { return true; };
  std::vector<PriorScore> priors;
};

// Equation 2 or 3, for one pair.
inline double NaiveMean(const Matrix& s, std::span<const VertexId> of_u,
                        std::span<const VertexId> of_v) {
  double sum = 0.0;
  for (const VertexId a : of_u) {
    for (const VertexId b : of_v) sum += s[a][b];
  }
  return sum / static_cast<double>(of_u.size()) / static_cast<double>(of_v.size());
}

// Equation 4, one-sided, for one pair.
inline double NaiveBest(const Matrix& s, std::span<const VertexId> of_u,
                        std::span<const VertexId> of_v) {
  double sum = 0.0;
  for (const VertexId a : of_u) {
    double best = 0.0;
    for (const VertexId b : of_v) best = std::max(best, s[a][b]);
    sum += best;
  }
  return sum / static_cast<double>(of_u.size());
}

inline void NaiveFix(Matrix& s, const NaiveOptions& options) {
  for (VertexId u = 0; u < s.size(); ++u) {
    for (VertexId v = 0; v < s.size(); ++v) {
      if (!options.keeps(u, v)) s[u][v] = 0.0;
    }
    s[u][u] = 1.0;
  }
  for (const PriorScore& prior : options.priors) {
    s[prior.a][prior.b] = s[prior.b][prior.a] = prior.score;
  }
}

// Computes one side from the other's scores of the iteration before.
inline Matrix NaiveStep(const Matrix& s, const Adjacency& links, double decay,
                        const NaiveOptions& options) {
  Matrix next = SquareMatrix(links.vertices());
  for (VertexId u = 0; u < links.vertices(); ++u) {
    for (VertexId v = 0; v < links.vertices(); ++v) {
      if (links.degree(u) == 0 || links.degree(v) == 0) continue;
      next[u][v] = decay * (options.minimax ? std::min(NaiveBest(s, links[u], links[v]),
                                                       NaiveBest(s, links[v], links[u]))
                                            : NaiveMean(s, links[u], links[v]));
    }
  }
  NaiveFix(next, options);
  return next;
}

// Both sides advance together, each from the other's scores of the iteration before, as in the
// paper.
struct NaiveSides {
  Matrix points_to;
  Matrix pointed_to;
};

inline NaiveSides NaiveIterate(const TestGraph& graph, double decay_out, double decay_in,
                               int iterations, const NaiveOptions& out, const NaiveOptions& in) {
  NaiveSides sides{SquareMatrix(graph.vertices()), SquareMatrix(graph.vertices())};
  NaiveFix(sides.points_to, out);
  NaiveFix(sides.pointed_to, in);
  for (int i = 0; i < iterations; ++i) {
    Matrix points_to = NaiveStep(sides.pointed_to, graph.out(), decay_out, out);
    sides.pointed_to = NaiveStep(sides.points_to, graph.in(), decay_in, in);
    sides.points_to = std::move(points_to);
  }
  return sides;
}

inline NaiveSides NaiveIterate(const TestGraph& graph, double decay_out, double decay_in,
                               int iterations, const NaiveOptions& options = {}) {
  return NaiveIterate(graph, decay_out, decay_in, iterations, options, options);
}

// Whether two vertices have a neighbour in common.
inline bool NaiveShare(const Adjacency& links, VertexId u, VertexId v) {
  return std::any_of(links[u].begin(), links[u].end(), [&](VertexId a) {
    return std::find(links[v].begin(), links[v].end(), a) != links[v].end();
  });
}

// Plain SimRank.
inline Matrix NaiveSimRank(const TestGraph& graph, double decay, int iterations,
                           const NaiveOptions& options = {}) {
  Matrix s = SquareMatrix(graph.vertices());
  NaiveFix(s, options);
  for (int i = 0; i < iterations; ++i) s = NaiveStep(s, graph.in(), decay, options);
  return s;
}

// The number of arcs between two vertices, in any direction; more than the number of vertices if
// they are not connected.
inline Matrix NaiveDistances(const TestGraph& graph) {
  const VertexId n = graph.vertices();
  Matrix far(n, std::vector<double>(n, n + 1.0));
  for (VertexId v = 0; v < n; ++v) far[v][v] = 0.0;
  for (const auto& [from, to] : graph.arcs()) {
    if (from != to) far[from][to] = far[to][from] = 1.0;
  }
  for (VertexId w = 0; w < n; ++w) {
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) far[u][v] = std::min(far[u][v], far[u][w] + far[w][v]);
    }
  }
  return far;
}

// The recurrences of the library.
inline Recurrence PointsTo(const TestGraph& graph, double decay_out, double decay_in,
                           int iterations, const std::vector<PriorScore>& priors = {}) {
  return {.measure = "bipartite SimRank",
          .last = {.neighbours = graph.out(), .decay = decay_out},
          .other = {.neighbours = graph.in(), .decay = decay_in},
          .iterations = iterations,
          .priors = Priors(priors),
          .takes_radius = true};
}

inline Recurrence PointedTo(const TestGraph& graph, double decay_out, double decay_in,
                            int iterations, const std::vector<PriorScore>& priors = {}) {
  Recurrence recurrence = PointsTo(graph, decay_out, decay_in, iterations, priors);
  std::swap(recurrence.last, recurrence.other);
  return recurrence;
}

// With best partners on both sides.
inline Recurrence Minimax(Recurrence recurrence) {
  recurrence.last.combine = recurrence.other.combine = Combine::kMinimax;
  return recurrence;
}

inline std::vector<VertexId> VerticesOf(const TestGraph& graph) {
  std::vector<VertexId> all;
  for (VertexId v = 0; v < graph.vertices(); ++v) all.push_back(v);
  return all;
}

// The rows that CopyRow gives for every vertex.
template <class Scores>
Matrix RowsOf(const Scores& scores, VertexId vertices) {
  Matrix rows = SquareMatrix(vertices);
  for (VertexId u = 0; u < vertices; ++u) scores.CopyRow(u, rows[u]);
  return rows;
}

inline std::vector<PriorScore> ArbitraryPriors(VertexId vertices) {
  std::set<std::pair<VertexId, VertexId>> pairs;
  const int count = *rc::gen::inRange(0, 5);
  for (int i = 0; i < count; ++i) {
    const auto a = *rc::gen::inRange<VertexId>(0, vertices);
    const auto b = *rc::gen::inRange<VertexId>(0, vertices);
    if (a != b) pairs.insert(std::minmax(a, b));
  }
  std::vector<PriorScore> priors;
  for (const auto& [a, b] : pairs) {
    priors.push_back({.a = a, .b = b, .score = *rc::gen::inRange(0, 101) / 100.0});
  }
  return priors;
}

}  // namespace akin

#endif  // AKIN_TESTS_NAIVE_PAIRS_H_
