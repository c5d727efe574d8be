// GSR# as Yu et al. print it (equation 60), with dense matrices and without regard to speed, to
// test matching against.
#ifndef AKIN_TESTS_PLAIN_MATCH_H_
#define AKIN_TESTS_PLAIN_MATCH_H_

#include <algorithm>
#include <cmath>
#include <vector>

#include "random_graph.h"

namespace akin {

using Dense = std::vector<std::vector<double>>;

// A[i][j] = 1 iff i links to j.
inline Dense AdjacencyMatrix(const TestGraph& graph) {
  Dense a(graph.vertices(), std::vector<double>(graph.vertices()));
  for (const auto& [from, to] : graph.arcs()) a[from][to] = 1;
  return a;
}

inline Dense Transposed(const Dense& a) {
  Dense t(a.size(), std::vector<double>(a.size()));
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < a.size(); ++j) t[j][i] = a[i][j];
  }
  return t;
}

inline std::vector<double> Times(const Dense& a, const std::vector<double>& x) {
  std::vector<double> y(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    for (size_t j = 0; j < x.size(); ++j) y[i] += a[i][j] * x[j];
  }
  return y;
}

// M^k e_v for k < terms, each divided by its L1 norm unless that is 0.
inline Dense NormalisedPowers(const Dense& matrix, VertexId v, unsigned terms) {
  std::vector<double> x(matrix.size());
  x[v] = 1;
  Dense powers;
  for (unsigned k = 0; k < terms; ++k) {
    double norm = 0;
    for (const double value : x) norm += value;
    if (norm > 0) {
      for (double& value : x) value /= norm;
    }
    powers.push_back(x);
    x = Times(matrix, x);
  }
  return powers;
}

inline double PlainLinkage(double x, double y) {
  return x == 0 && y == 0 ? 1 : (x + y) / (2 * std::max(x, y));
}

// E+ from out-degrees or E- from in-degrees.
inline Dense LinkageMatrix(const Adjacency& a, const Adjacency& b) {
  Dense e(a.vertices(), std::vector<double>(b.vertices()));
  for (VertexId i = 0; i < a.vertices(); ++i) {
    for (VertexId j = 0; j < b.vertices(); ++j) {
      e[i][j] = PlainLinkage(static_cast<double>(a.degree(i)), static_cast<double>(b.degree(j)));
    }
  }
  return e;
}

// (1-c) sum over k < terms of c^k u_k' E v_k, for all pairs.
inline Dense PlainSum(const Dense& a, const Dense& b, const Dense& e, double c, unsigned terms) {
  Dense s(a.size(), std::vector<double>(b.size()));
  std::vector<Dense> right;
  for (VertexId j = 0; j < b.size(); ++j) right.push_back(NormalisedPowers(b, j, terms));
  for (VertexId i = 0; i < a.size(); ++i) {
    const Dense left = NormalisedPowers(a, i, terms);
    for (VertexId j = 0; j < b.size(); ++j) {
      for (unsigned k = 0; k < terms; ++k) {
        for (size_t x = 0; x < a.size(); ++x) {
          if (left[k][x] == 0) continue;
          for (size_t y = 0; y < b.size(); ++y) {
            s[i][j] += (1 - c) * std::pow(c, k) * left[k][x] * e[x][y] * right[j][k][y];
          }
        }
      }
    }
  }
  return s;
}

inline Dense PlainMatch(const TestGraph& a, const TestGraph& b, double c, unsigned terms,
                        double beta) {
  const Dense of_a = AdjacencyMatrix(a);
  const Dense of_b = AdjacencyMatrix(b);
  const Dense before = PlainSum(of_a, of_b, LinkageMatrix(a.out(), b.out()), c, terms);
  const Dense behind =
      PlainSum(Transposed(of_a), Transposed(of_b), LinkageMatrix(a.in(), b.in()), c, terms);
  Dense s = before;
  for (size_t i = 0; i < s.size(); ++i) {
    for (size_t j = 0; j < s[i].size(); ++j) {
      s[i][j] = beta * before[i][j] + (1 - beta) * behind[i][j];
    }
  }
  return s;
}

}  // namespace akin

#endif  // AKIN_TESTS_PLAIN_MATCH_H_
