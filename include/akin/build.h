// Builds an index in a corpus: fingerprints, signatures of bags, the diagonal that pushing needs,
// or the norms that cosine SimRank needs.
#ifndef AKIN_BUILD_H_
#define AKIN_BUILD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "akin/boilerplate.h"
#include "akin/control.h"
#include "akin/measures.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// The way to build it; the bytes written are the same.
enum class Builder {
  kAuto,          // the first of these that fits the memory budget
  kMemory,        // the in-links in memory
  kSemiExternal,  // some bytes per vertex in memory; the in-links are scanned
  kExternal,      // constant memory: everything is sorted and merged on disk
};
Result<Builder> BuilderNamed(std::string_view name);

// Options that are not given have the default of the measure and the method (akin/measures.h). It
// is an error to give an option that the measure or the method does not take.
struct BuildOptions {
  Measure measure = Measure::kSimRank;
  std::optional<Method> method;  // default: that of the measure; kPush with iterations is kSeries
  std::optional<double> decay;   // c; queries on fingerprints may use a different one
  // kPush: bound on the error of a score. kNorms: chooses as many iterations as that takes.
  std::optional<double> epsilon;
  // kSeries: k rounds, which leave out c^(k+1). kNorms: K terms; no score is off by more than 2
  // c^K.
  std::optional<unsigned> iterations;
  std::optional<unsigned> length;        // l, steps of a walk; for XJaccard, links to go back
  std::optional<unsigned> fingerprints;  // N; for text, signatures
  uint64_t seed = 1;
  std::string name;      // of the index; default: the measure's, or simrank-push, simrank-series
  bool replace = false;  // builds anew what exists, also with the same parameters
  Builder builder = Builder::kAuto;
  // The vertices that the index covers, as queries and as hits; empty: all. Their scores are those
  // of an index of all vertices.
  std::vector<VertexId> only;
  // For links: which arcs that were recognised as boilerplate to leave out. The same as kKeep if
  // the corpus has none.
  Boilerplate boilerplate = Boilerplate::kSite;
  std::string bags;  // for text: the bags to compare, by the name that Corpus::OpenBags takes
  // Builds only these shards of an index of fingerprints; empty: the whole index. A shard has ten
  // fingerprints (kShardFingerprints), and the first is number 0. Several processes may build
  // shards of one index at the same time, in one directory or in copies of the corpus whose files
  // are put together later. The index is there after one more call, with `finish`.
  std::vector<uint32_t> shards;
  // Builds nothing: verifies that all shards are there, and writes the manifest that makes them an
  // index. kNoIndex, with their numbers, if some are missing.
  bool finish = false;
};

// Fingerprints in a shard, except the last. Fixed, so that the bytes of a shard do not depend on
// the total number of fingerprints.
inline constexpr uint32_t kShardFingerprints = 10;

// Numbers of shards, ascending, as text: "0-3,7".
std::string ListShards(const std::vector<uint32_t>& shards);

// The fewest iterations for which the error of kNorms is at most epsilon.
unsigned NormIterations(double decay, double epsilon);

// The parameters of an index, by its method.
struct FingerprintParameters {  // kWalks, kClasses
  double decay = 0;             // 0: the measure has none
  unsigned length = 1;
  unsigned fingerprints = 0;
  uint64_t seed = 1;

  bool operator==(const FingerprintParameters&) const = default;
};
struct PushParameters {
  double decay = 0;
  double epsilon = 0;
  uint64_t seed = 1;

  bool operator==(const PushParameters&) const = default;
};
struct SeriesParameters {
  double decay = 0;
  unsigned iterations = 0;

  bool operator==(const SeriesParameters&) const = default;
};
struct NormsParameters {
  double decay = 0;
  unsigned iterations = 0;

  bool operator==(const NormsParameters&) const = default;
};

struct IndexParameters {
  Measure measure = Measure::kSimRank;
  Method method = Method::kWalks;
  Boilerplate boilerplate = Boilerplate::kKeep;
  std::variant<FingerprintParameters, PushParameters, SeriesParameters, NormsParameters> of;

  bool operator==(const IndexParameters&) const = default;
  double decay() const {
    return std::visit([](const auto& parameters) { return parameters.decay; }, of);
  }
};

// The parameters that BuildIndex derives from these options: the method, and every parameter that
// it takes. kInvalidArgument, with the name of the option, if they do not make sense.
Result<IndexParameters> ResolveParameters(const BuildOptions& options);

struct BuildReport {
  std::string name;
  IndexParameters parameters;
  uint64_t bytes = 0;               // of all shards
  unsigned fingerprints_built = 0;  // by this call
  unsigned fingerprints_found = 0;  // finished by an earlier call and reused
  bool built = false;               // false: all of it existed
  double diagonal_error = 0;        // kPush: how much the diagonal can add to the error of a score
  uint64_t sampled = 0;             // kPush: vertices whose diagonal was estimated from walks
  std::vector<uint32_t> missing;    // of a build of some shards: those that are not there yet
};

// Builds the index, or continues an interrupted build: the same call builds the shards that are
// missing. The bytes written depend only on the graph, or the bags, and the options; not on who
// built which shard.
Result<BuildReport> BuildIndex(const std::string& corpus, const BuildOptions& options,
                               const Control& control = {});

// The shards of an index of fingerprints with these options that are not there, or damaged: those
// to build. Whoever shares out the work asks this first.
Result<std::vector<uint32_t>> MissingShards(const std::string& corpus, const BuildOptions& options);

// Removes an index of the corpus with all its files. Nothing happens if there is none of that name;
// kAlreadyExists while somebody builds it.
Status RemoveIndex(const std::string& corpus, const std::string& name);

struct BuildEstimate {
  uint64_t bytes = 0;   // on disk
  uint64_t memory = 0;  // peak
  double seconds = 0;
};

// What BuildIndex would need, extrapolated from one fingerprint. kInvalidArgument for methods
// without fingerprints, of which only the bytes are known in advance.
Result<BuildEstimate> EstimateBuild(const std::string& corpus, const BuildOptions& options,
                                    const Control& control = {});

}  // namespace akin

#endif  // AKIN_BUILD_H_
