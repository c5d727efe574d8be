// The factor of a term by the number of bags that contain it (HGKI section 5.2, measures in
// docs/text.md):
//
//   none  1
//   log   1 / (1 + log2 df)
//   sqrt  1 / sqrt(df)
//   nmdf  exp(-((ln df - mu) / sigma)^2 / 2)
//
// The weight is this factor times the count of the term in the bag. A factor is rounded to a float,
// so that the last bit of the library's logarithm, which differs between machines, does not change
// files.
#ifndef AKIN_SRC_TEXT_BAG_WEIGHTS_H_
#define AKIN_SRC_TEXT_BAG_WEIGHTS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "akin/bags.h"
#include "text/bags_file.h"

namespace akin {

struct NmdfShape {
  double mu = 0;
  double sigma = 0;
};
// That of the options; if they have none, the default for this many bags; zeros if not nmdf.
NmdfShape ShapeFor(const BagOptions& options, uint64_t bags);

float FrequencyFactor(FrequencyWeight weight, const NmdfShape& shape, uint32_t frequency);

// A term, and its count times its factor; not negative.
struct RawTerm {
  TermId term = 0;
  double weight = 0;
};
// Appends them with weights that sum to 1. Terms whose weight would be 0 are left out.
void Normalise(std::span<const RawTerm> raw, std::vector<BagTerm>& bag);

}  // namespace akin

#endif  // AKIN_SRC_TEXT_BAG_WEIGHTS_H_
