// How many fingerprints an index needs, estimated from a sample of the corpus.
//
//   auto plan = akin::PlanFingerprints(corpus, {.measure = akin::Measure::kPSimRank}, 0.95);
//   akin::BuildIndex(corpus.path(), {.measure = ..., .fingerprints = plan->fingerprints});
#ifndef AKIN_PLAN_H_
#define AKIN_PLAN_H_

#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"

namespace akin {

struct FingerprintPlan {
  unsigned fingerprints = 0;
  // The share of the true ten best that are among the candidates of a query: the precision that a
  // closer look (RelatedOptions::refine) can reach.
  double found = 0;
  double precision = 0;  // the share that are the first ten by fingerprints alone
  unsigned asked = 0;    // vertices in the sample
};

// Whether fingerprints of such an index can be planned: it has walks, or is of text.
Result<bool> CanPlan(const BuildOptions& index);

// The fewest fingerprints, of 25, 50, 100, ..., 1600, with which `found` is at least `precision`;
// 1600 if none is enough. kInvalidArgument for an index that cannot be planned, and for a precision
// that is not between 0 and 1.
Result<FingerprintPlan> PlanFingerprints(const Corpus& corpus, const BuildOptions& index,
                                         double precision, const Control& control = {});

}  // namespace akin

#endif  // AKIN_PLAN_H_
