// Pages that say nearly the same, found by the signatures of their bags.
#ifndef AKIN_DUPLICATES_H_
#define AKIN_DUPLICATES_H_

#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

inline constexpr double kUsualLikeness = 0.9;

struct DuplicateGroup {
  std::vector<VertexId> pages;  // ascending; two at least
  double least = 1;             // the lowest similarity of two pages that brought them together
};

// The groups of pages that are connected by similarities of at least `likeness`, the weighted
// Jaccard coefficient of their bags; the largest group first. `index` is of text; an empty name
// means the only such index, or the one called text. kNoIndex if there is none; kInvalidArgument
// for an index of links, and for a likeness that is not above 0.5 and at most 1.
//
// Cost: one query per page for those that score as much, and their bags. No page is compared with
// all others, but pages that are all alike are compared with each other.
Result<std::vector<DuplicateGroup>> FindDuplicates(const Corpus& corpus,
                                                   std::string_view index = {},
                                                   double likeness = kUsualLikeness,
                                                   const Control& control = {});

}  // namespace akin

#endif  // AKIN_DUPLICATES_H_
