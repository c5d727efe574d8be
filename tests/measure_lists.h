// The measures that tests of fingerprints loop over, read from the table, so that a new one is
// tested like the others.
#ifndef AKIN_TESTS_MEASURE_LISTS_H_
#define AKIN_TESTS_MEASURE_LISTS_H_

#include <vector>

#include "akin/measures.h"

namespace akin {

// The measures whose fingerprints are walks.
inline std::vector<Measure> WalkingMeasures() {
  std::vector<Measure> measures;
  for (const MeasureFacts& facts : Measures()) {
    if (facts.WayOf(Method::kWalks) != nullptr) measures.push_back(facts.measure);
  }
  return measures;
}

// These, and the one with min-hashes of links.
inline std::vector<Measure> LinkMeasures() {
  std::vector<Measure> measures;
  for (const MeasureFacts& facts : Measures()) {
    const Way* const way = facts.index();
    if (way == nullptr || !HasFingerprints(way->method) || way->Takes(Parameter::kBags)) continue;
    measures.push_back(facts.measure);
  }
  return measures;
}

}  // namespace akin

#endif  // AKIN_TESTS_MEASURE_LISTS_H_
