// How many neighbours two vertices have in common, as a number or as a share of all.
//
//   cocitation  |N(u) n N(v)|, N = I      Small 1973, "Co-citation in the scientific literature"
//   coupling    |N(u) n N(v)|, N = O      Kessler 1963, "Bibliographic coupling between papers"
//   jaccard     |N(u) n N(v)| / |N(u) u N(v)|, N = I                                  Jaccard 1901
//   cosine      |N(u) n N(v)| / sqrt(|N(u)| |N(v)|), N = I   Salton and McGill 1983: of the vectors
//               that have a 1 for every neighbour
// The two counts are not normalised; jaccard and cosine are their normalised forms.
//
// Empty case: a vertex without such neighbours scores 0, also with itself. Any other vertex scores
// 1 with itself, or the number of its neighbours.
#ifndef AKIN_SRC_MEASURES_OVERLAP_H_
#define AKIN_SRC_MEASURES_OVERLAP_H_

#include <cmath>

#include "measures/closed_form.h"

namespace akin {

inline double JaccardOf(double common, uint64_t of_u, uint64_t of_v) {
  return common / (static_cast<double>(of_u + of_v) - common);
}

inline double CosineOf(double common, uint64_t of_u, uint64_t of_v) {
  return common / std::sqrt(static_cast<double>(of_u) * static_cast<double>(of_v));
}

inline constexpr ClosedForm kCocitationForm{.weight = nullptr, .combine = nullptr};
inline constexpr ClosedForm kCouplingForm{.weight = nullptr, .combine = nullptr, .out_links = true};
inline constexpr ClosedForm kJaccardForm{.weight = nullptr, .combine = JaccardOf};
inline constexpr ClosedForm kCosineForm{.weight = nullptr, .combine = CosineOf};

}  // namespace akin

#endif  // AKIN_SRC_MEASURES_OVERLAP_H_
