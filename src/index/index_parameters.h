// The parameters of an index: from options, with defaults filled in, and the check of those in a
// manifest. Ranges and defaults come from the table (akin/measures.h).
#ifndef AKIN_SRC_INDEX_INDEX_PARAMETERS_H_
#define AKIN_SRC_INDEX_INDEX_PARAMETERS_H_

#include <string>

#include "akin/build.h"
#include "akin/status.h"
#include "sketch/forest.h"

namespace akin {

// kInvalidArgument for a method that the measure does not have, or a value out of range.
Status CheckParameters(const IndexParameters& parameters);

// The walks, or min-hashes, of an index of fingerprints.
inline WalkParameters WalksOf(const IndexParameters& parameters) {
  const auto& fingerprints = std::get<FingerprintParameters>(parameters.of);
  return {.measure = parameters.measure, .seed = fingerprints.seed, .length = fingerprints.length};
}

// Whether the index compares bags of terms, not links.
inline bool ComparesBags(const IndexParameters& parameters) {
  return FactsOf(parameters.measure).index()->Takes(Parameter::kBags);
}

// "simrank", "simrank-push": the default name of an index.
std::string DefaultIndexName(const IndexParameters& parameters);

// What names of files have of it: "", "-site" or "-drop".
std::string BoilerplateSuffix(Boilerplate boilerplate);

}  // namespace akin

#endif  // AKIN_SRC_INDEX_INDEX_PARAMETERS_H_
