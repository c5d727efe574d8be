// SimRank by its definition, for every pair, without regard to speed, to test solvers against.
#ifndef AKIN_TESTS_PLAIN_SIMRANK_H_
#define AKIN_TESTS_PLAIN_SIMRANK_H_

#include <algorithm>
#include <cmath>
#include <vector>

#include "akin/adjacency.h"

namespace akin {

// Of long doubles, if rounding is what is tested.
template <class Number>
using MatrixOf = std::vector<std::vector<Number>>;
using DenseMatrix = MatrixOf<double>;

// One iteration: c times the mean over pairs of in-neighbours, 0 without any; on the diagonal too.
template <class Number>
MatrixOf<Number> MeanOverInNeighbours(const Adjacency& in, double decay,
                                      const MatrixOf<Number>& scores) {
  MatrixOf<Number> means(in.vertices(), std::vector<Number>(in.vertices()));
  for (VertexId u = 0; u < in.vertices(); ++u) {
    for (VertexId v = 0; v < in.vertices(); ++v) {
      if (in.degree(u) == 0 || in.degree(v) == 0) continue;
      Number sum = 0;
      for (const VertexId a : in[u]) {
        for (const VertexId b : in[v]) sum += scores[a][b];
      }
      means[u][v] = decay * sum / static_cast<Number>(in.degree(u) * in.degree(v));
    }
  }
  return means;
}

template <class Number = double>
MatrixOf<Number> Identity(VertexId vertices) {
  MatrixOf<Number> identity(vertices, std::vector<Number>(vertices));
  for (VertexId v = 0; v < vertices; ++v) identity[v][v] = 1;
  return identity;
}

template <class Number = double>
MatrixOf<Number> PlainSimRank(const Adjacency& in, double decay, int iterations) {
  MatrixOf<Number> scores = Identity<Number>(in.vertices());
  for (int i = 0; i < iterations; ++i) {
    scores = MeanOverInNeighbours(in, decay, scores);
    for (VertexId v = 0; v < in.vertices(); ++v) scores[v][v] = 1;
  }
  return scores;
}

// S = D + c P'SP, from the diagonal of D.
template <class Diagonal>
DenseMatrix PlainSeries(const Adjacency& in, double decay, const Diagonal& diagonal,
                        int iterations) {
  DenseMatrix scores(in.vertices(), std::vector<double>(in.vertices()));
  for (int i = 0; i <= iterations; ++i) {
    scores = MeanOverInNeighbours(in, decay, scores);
    for (VertexId v = 0; v < in.vertices(); ++v) scores[v][v] += diagonal[v];
  }
  return scores;
}

// The number of iterations after which decay^k is below 1e-13.
inline int EnoughIterations(double decay) {
  return static_cast<int>(std::ceil(-13 / std::log10(decay)));
}

inline double LargestDifference(const DenseMatrix& a, const DenseMatrix& b) {
  double largest = 0;
  for (size_t u = 0; u < a.size(); ++u) {
    for (size_t v = 0; v < a.size(); ++v) largest = std::max(largest, std::abs(a[u][v] - b[u][v]));
  }
  return largest;
}

}  // namespace akin

#endif  // AKIN_TESTS_PLAIN_SIMRANK_H_
