// Measures that are a closed form of the neighbours that two vertices have in common.
//
// Definition: let N(v) be the in-neighbours of a vertex, or its out-neighbours, and d(a) the number
// of vertices that have the common neighbour a as a neighbour. Then
//   score(u, v) = combine(sum over a in N(u) n N(v) of weight(d(a)), |N(u)|, |N(v)|).
// A new measure of this kind is a file with its weight and its combination, and its row in
// measures/measures.cc.
//
// Empty case: vertices that share no neighbour score 0; combine is not called.
//
// Error: none. Weights are always added in ascending order of the common neighbours, and combine
// must treat u and v alike, so scores are symmetric to the last bit.
//
// Cost: exact/neighbourhoods.h counts the common neighbours.
#ifndef AKIN_SRC_MEASURES_CLOSED_FORM_H_
#define AKIN_SRC_MEASURES_CLOSED_FORM_H_

#include <cstdint>

namespace akin {

struct ClosedForm {
  double (*weight)(uint64_t degree);  // of one common neighbour; null: 1 each
  double (*combine)(double sum, uint64_t of_u, uint64_t of_v);  // null: the sum itself
  bool out_links = false;                                       // compares out-neighbours

  // The score for a sum of weights over common neighbours, of which there is at least one.
  double Score(double sum, uint64_t of_u, uint64_t of_v) const {
    return combine == nullptr ? sum : combine(sum, of_u, of_v);
  }
};

}  // namespace akin

#endif  // AKIN_SRC_MEASURES_CLOSED_FORM_H_
