// GSR# as Yu et al. print it (equation 60), with dense matrices and without regard to speed, to
// test matching against.
#ifndef AKIN_TESTS_PLAIN_MATCH_H_
#define AKIN_TESTS_PLAIN_MATCH_H_

#include <algorithm>
#include <cmath>
#include <vector>

#include "random_graph.h"

namespace akin {

// Of long doubles, if rounding is what is tested.
template <class Number>
using DenseOf = std::vector<std::vector<Number>>;
using Dense = DenseOf<double>;

// A[i][j] = 1 iff i links to j.
template <class Number>
DenseOf<Number> AdjacencyMatrix(const TestGraph& graph) {
  DenseOf<Number> a(graph.vertices(), std::vector<Number>(graph.vertices()));
  for (const auto& [from, to] : graph.arcs()) a[from][to] = 1;
  return a;
}

template <class Number>
DenseOf<Number> Transposed(const DenseOf<Number>& a) {
  DenseOf<Number> t(a.size(), std::vector<Number>(a.size()));
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < a.size(); ++j) t[j][i] = a[i][j];
  }
  return t;
}

template <class Number>
std::vector<Number> Times(const DenseOf<Number>& a, const std::vector<Number>& x) {
  std::vector<Number> y(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    for (size_t j = 0; j < x.size(); ++j) y[i] += a[i][j] * x[j];
  }
  return y;
}

// M^k e_v for k < terms, each divided by its L1 norm unless that is 0.
template <class Number>
DenseOf<Number> NormalisedPowers(const DenseOf<Number>& matrix, VertexId v, unsigned terms) {
  std::vector<Number> x(matrix.size());
  x[v] = 1;
  DenseOf<Number> powers;
  for (unsigned k = 0; k < terms; ++k) {
    Number norm = 0;
    for (const Number value : x) norm += value;
    if (norm > 0) {
      for (Number& value : x) value /= norm;
    }
    powers.push_back(x);
    x = Times(matrix, x);
  }
  return powers;
}

template <class Number>
Number PlainLinkage(Number x, Number y) {
  return x == 0 && y == 0 ? 1 : (x + y) / (2 * std::max(x, y));
}

// E+ from out-degrees or E- from in-degrees.
template <class Number>
DenseOf<Number> LinkageMatrix(const Adjacency& a, const Adjacency& b) {
  DenseOf<Number> e(a.vertices(), std::vector<Number>(b.vertices()));
  for (VertexId i = 0; i < a.vertices(); ++i) {
    for (VertexId j = 0; j < b.vertices(); ++j) {
      const auto x = static_cast<Number>(a.degree(i));
      const auto y = static_cast<Number>(b.degree(j));
      e[i][j] = PlainLinkage(x, y);
    }
  }
  return e;
}

// (1-c) sum over k < terms of c^k u_k' E v_k, for all pairs.
template <class Number>
DenseOf<Number> PlainSum(const DenseOf<Number>& a, const DenseOf<Number>& b,
                         const DenseOf<Number>& e, Number c, unsigned terms) {
  DenseOf<Number> s(a.size(), std::vector<Number>(b.size()));
  std::vector<DenseOf<Number>> right;
  for (VertexId j = 0; j < b.size(); ++j) right.push_back(NormalisedPowers(b, j, terms));
  for (VertexId i = 0; i < a.size(); ++i) {
    const DenseOf<Number> left = NormalisedPowers(a, i, terms);
    for (VertexId j = 0; j < b.size(); ++j) {
      for (unsigned k = 0; k < terms; ++k) {
        const Number weight = (1 - c) * std::pow(c, static_cast<Number>(k));
        for (size_t x = 0; x < a.size(); ++x) {
          if (left[k][x] == 0) continue;
          for (size_t y = 0; y < b.size(); ++y) {
            s[i][j] += weight * left[k][x] * e[x][y] * right[j][k][y];
          }
        }
      }
    }
  }
  return s;
}

template <class Number = double>
DenseOf<Number> PlainMatch(const TestGraph& a, const TestGraph& b, Number c, unsigned terms,
                           Number beta) {
  const DenseOf<Number> of_a = AdjacencyMatrix<Number>(a);
  const DenseOf<Number> of_b = AdjacencyMatrix<Number>(b);
  const DenseOf<Number> before =
      PlainSum(of_a, of_b, LinkageMatrix<Number>(a.out(), b.out()), c, terms);
  const DenseOf<Number> behind =
      PlainSum(Transposed(of_a), Transposed(of_b), LinkageMatrix<Number>(a.in(), b.in()), c, terms);
  DenseOf<Number> s = before;
  for (size_t i = 0; i < s.size(); ++i) {
    for (size_t j = 0; j < s[i].size(); ++j) {
      s[i][j] = beta * before[i][j] + (1 - beta) * behind[i][j];
    }
  }
  return s;
}

}  // namespace akin

#endif  // AKIN_TESTS_PLAIN_MATCH_H_
