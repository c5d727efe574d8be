// Cosine SimRank computed by its definition, for tests: whole vectors, every term.
#ifndef AKIN_TESTS_PLAIN_COSINE_H_
#define AKIN_TESTS_PLAIN_COSINE_H_

#include <cmath>
#include <vector>

#include "random_graph.h"

namespace akin {

// A^k e_v normalised to length 1 for k < terms; all 0 once there are no such walks.
inline std::vector<std::vector<double>> PlainPowers(const TestGraph& graph, VertexId v,
                                                    unsigned terms) {
  std::vector<std::vector<double>> powers;
  std::vector<double> now(graph.vertices());
  now[v] = 1;
  for (unsigned k = 0; k < terms; ++k) {
    powers.push_back(now);
    std::vector<double> next(graph.vertices());
    for (const auto& [from, to] : graph.arcs()) next[from] += now[to];
    double squares = 0;
    for (const double value : next) squares += value * value;
    for (double& value : next) value /= squares > 0 ? std::sqrt(squares) : 1;
    now = next;
  }
  return powers;
}

// S(a, b) = (1 - c) sum of c^k <A^k e_a, A^k e_b> / (||.|| ||.||), k < terms; S(a, a) = 1.
inline double PlainCosine(const TestGraph& graph, VertexId a, VertexId b, double decay,
                          unsigned terms) {
  if (a == b) return 1;
  const auto from_a = PlainPowers(graph, a, terms);
  const auto from_b = PlainPowers(graph, b, terms);
  double score = 0;
  for (unsigned k = 0; k < terms; ++k) {
    double dot = 0;
    for (VertexId v = 0; v < graph.vertices(); ++v) dot += from_a[k][v] * from_b[k][v];
    score += (1 - decay) * std::pow(decay, k) * dot;
  }
  return score;
}

}  // namespace akin

#endif  // AKIN_TESTS_PLAIN_COSINE_H_
