// Building an index into a corpus: of fingerprints, of signatures of bags, of the diagonal that
// pushing needs, or of the norms that cosine SimRank needs.
#ifndef AKIN_BUILD_H_
#define AKIN_BUILD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

enum class Measure {
  kSimRank,   // two walks step independently until they meet (Jeh and Widom)
  kPSimRank,  // they step together with the probability of their common in-links (Fogaras and Racz)
  kXJaccard,  // shares of common vertices at most k links away, k = 1 to the length (the same)
  kCosineSimRank,  // the angle between walks 1, 2, ... links back (Yu et al.); kNorms only
  kText,           // the weighted share of common terms of their bags (Haveliwala et al.)
};

std::string_view MeasureName(Measure measure);
// kInvalidArgument, with the names there are, for anything else.
Result<Measure> MeasureNamed(std::string_view name);

// What is usual: 10 steps, but 4 links of XJaccard, each of which costs as much as an index of
// walks. Signatures of bags have no length.
constexpr unsigned DefaultLength(Measure measure) {
  if (measure == Measure::kText) return 1;
  return measure == Measure::kXJaccard ? 4 : 10;
}
// 80 signatures, as Haveliwala et al. have.
constexpr unsigned DefaultFingerprints(Measure measure) {
  return measure == Measure::kText ? 80 : 100;
}

// How to go about it; the bytes written are the same.
enum class Builder {
  kAuto,          // the first of these that fits the memory budget
  kMemory,        // the in-links in memory
  kSemiExternal,  // some bytes per vertex in memory, the in-links scanned
  kExternal,      // constant memory: everything sorted and merged on disk
};
Result<Builder> BuilderNamed(std::string_view name);

// What an index holds, and so how queries are answered.
enum class Method {
  kFingerprints,  // random walks or min-hashes: estimates with a standard error
  kPush,          // SimRank only: four bytes a vertex; deterministic scores with a bound
  kSeries,        // SimRank only: eight bytes a vertex and round; what k rounds give, exactly
  kNorms,         // cosine SimRank only: eight bytes a vertex and term; the same, with any decay
};
std::string_view MethodName(Method method);
Result<Method> MethodNamed(std::string_view name);

struct BuildOptions {
  Measure measure = Measure::kSimRank;
  Method method = Method::kFingerprints;
  double decay = 0.6;     // c; queries on fingerprints may use another; kText has none
  double epsilon = 1e-3;  // kPush: no score is off by more
  // kSeries: k rounds, which leave out c^(k+1). kNorms: K terms; no score is off by more than 2
  // c^K.
  unsigned iterations = 10;
  unsigned length = 10;         // l, steps of a walk, or for XJaccard links to go back; not kText
  unsigned fingerprints = 100;  // N; of kText signatures
  uint64_t seed = 1;
  std::string name;      // of the index; empty: the measure's, or simrank-push, simrank-series
  bool replace = false;  // an index of that name with other parameters is built anew
  Builder builder = Builder::kAuto;
  // The vertices the index is to be about, as queries and as hits; empty: all. Their scores are
  // those of an index of all vertices.
  std::vector<VertexId> only;
  std::string bags;  // kText: the bags to compare, by the name that Corpus::OpenBags takes
};

// The fewest iterations with which kNorms is off by no more than epsilon.
unsigned NormIterations(double decay, double epsilon);

// What a user says of an index, where saying nothing means what is usual for the measure.
struct BuildWords {
  std::string measure = std::string(MeasureName(Measure::kSimRank));
  std::optional<std::string> method;  // pushing with iterations is kSeries
  std::optional<double> decay;
  std::optional<double> epsilon;  // of cosine-simrank, as many iterations as that takes
  std::optional<unsigned> iterations;
  std::optional<unsigned> length;
  std::optional<unsigned> fingerprints;
};
// `others` has the rest. kInvalidArgument for names that there are not, and for what the measure
// has not.
Result<BuildOptions> ParseBuildWords(const BuildWords& words, BuildOptions others = {});

// kInvalidArgument naming the option that makes no sense.
Status CheckBuildOptions(const BuildOptions& options);

struct BuildReport {
  std::string name;
  uint64_t bytes = 0;               // of all shards
  unsigned fingerprints_built = 0;  // by this call
  unsigned fingerprints_found = 0;  // finished by an earlier call and kept
  bool built = false;               // false: all of it was there
  double diagonal_error = 0;        // kPush: what the diagonal can add to the error of a score
  uint64_t sampled = 0;             // kPush: vertices whose diagonal was estimated from walks
};

// Builds, or goes on building, the index; the same call again after an interruption continues with
// the shards that are missing. The bytes written depend on the graph, or the bags, and the options
// alone.
Result<BuildReport> BuildIndex(const std::string& corpus, const BuildOptions& options,
                               const Control& control = {});

struct BuildEstimate {
  uint64_t bytes = 0;   // on disk
  uint64_t memory = 0;  // at the peak
  double seconds = 0;
};

// What BuildIndex would take, from walking one fingerprint and multiplying. kInvalidArgument for
// other methods than fingerprints, of which only the bytes are known beforehand.
Result<BuildEstimate> EstimateBuild(const std::string& corpus, const BuildOptions& options,
                                    const Control& control = {});

}  // namespace akin

#endif  // AKIN_BUILD_H_
