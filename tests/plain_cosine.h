// Cosine SimRank computed by its definition, for tests: whole vectors, every term.
#ifndef AKIN_TESTS_PLAIN_COSINE_H_
#define AKIN_TESTS_PLAIN_COSINE_H_

#include <cmath>
#include <vector>

#include "random_graph.h"

namespace akin {

// A^k e_v normalised to length 1 for k < terms; all 0 once there are no such walks. In long
// doubles, if rounding is what is tested.
template <class Number = double>
std::vector<std::vector<Number>> PlainPowers(const TestGraph& graph, VertexId v, unsigned terms) {
  std::vector<std::vector<Number>> powers;
  std::vector<Number> now(graph.vertices());
  now[v] = 1;
  for (unsigned k = 0; k < terms; ++k) {
    powers.push_back(now);
    std::vector<Number> next(graph.vertices());
    for (const auto& [from, to] : graph.arcs()) next[from] += now[to];
    Number squares = 0;
    for (const Number value : next) squares += value * value;
    for (Number& value : next) value /= squares > 0 ? std::sqrt(squares) : Number{1};
    now = next;
  }
  return powers;
}

// (1 - c) sum of c^k <x_k, y_k> over all terms that there are.
template <class Number>
Number SumOfCosines(const std::vector<std::vector<Number>>& x,
                    const std::vector<std::vector<Number>>& y, Number decay) {
  Number score = 0;
  for (size_t k = 0; k < x.size(); ++k) {
    Number dot = 0;
    for (size_t v = 0; v < x[k].size(); ++v) dot += x[k][v] * y[k][v];
    score += (1 - decay) * std::pow(decay, static_cast<Number>(k)) * dot;
  }
  return score;
}

// S(a, b) = (1 - c) sum of c^k <A^k e_a, A^k e_b> / (||.|| ||.||), k < terms; S(a, a) = 1.
inline double PlainCosine(const TestGraph& graph, VertexId a, VertexId b, double decay,
                          unsigned terms) {
  if (a == b) return 1;
  return SumOfCosines(PlainPowers(graph, a, terms), PlainPowers(graph, b, terms), decay);
}

}  // namespace akin

#endif  // AKIN_TESTS_PLAIN_COSINE_H_
