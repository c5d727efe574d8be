// How similar two vertices of different graphs are by their numbers of links: the linkage matrices.
//
// Definition (Yu et al., definition 4): E[i][j] = f(x, y), where x and y are the degrees of i in
// one graph and of j in the other, f(x, y) = (x + y) / (2 max(x, y)) and f(0, 0) = 1. Out-degrees
// give E+, in-degrees E-. It is 1 for equal degrees and falls to 1/2.
//
// E is never stored, not even one entry for every two degrees. The entries of a vector are summed
// by the degree of the vertex, into as many classes as there are different degrees. Because
//   f(x, y) = 1/2 + min(x, y) / (2 max(x, y)),   with 0/0 taken as 1,
// E times such sums consists of sums over the degrees below x and over those above it, which are
// updated from one x to the next: O(classes of both graphs) additions of non-negative numbers.
//
// Memory: 4 bytes per vertex, 8 per class.
#ifndef AKIN_SRC_MATCH_LINKAGE_H_
#define AKIN_SRC_MATCH_LINKAGE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "akin/adjacency.h"

namespace akin {

// Vertices by degree.
struct DegreeClasses {
  std::vector<uint32_t> of;     // each vertex
  std::vector<double> degrees;  // of each class, ascending
  size_t size() const { return degrees.size(); }
};

DegreeClasses ClassesByDegree(const Adjacency& links);

// linked[x] = sum over y of f(to[x], from[y]) mass[y]; both degree lists are ascending.
void Link(std::span<const double> from, std::span<const double> mass, std::span<const double> to,
          std::span<double> linked);

}  // namespace akin

#endif  // AKIN_SRC_MATCH_LINKAGE_H_
