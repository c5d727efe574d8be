// The diagonal correction of SimRank on disk (docs/formats/diagonal.md): the one file of an index
// that is built for pushing.
#ifndef AKIN_SRC_INDEX_DIAGONAL_FILE_H_
#define AKIN_SRC_INDEX_DIAGONAL_FILE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "akin/status.h"
#include "akin/types.h"
#include "container/container.h"
#include "linear/diagonal.h"

namespace akin {

struct DiagonalParameters {
  double decay = 0;
  double epsilon = 0;  // no score is to be off by more, pruning included
  uint64_t seed = 0;
  VertexId vertices = 0;
  uint64_t graph_identity = 0;

  bool operator==(const DiagonalParameters&) const = default;
};

// The share of epsilon that the diagonal may use; the rest is for the pruning of queries.
inline constexpr double kDiagonalShare = 0.3;

inline constexpr double kLeastEpsilon = 1e-5;

// "simrank-push-c0.6-e0.001-s1.akin": named by all that determines its bytes in one corpus.
std::string DiagonalFileName(const DiagonalParameters& parameters);

// Returns the identity of the file.
Result<uint64_t> WriteDiagonalFile(const std::string& path, const DiagonalParameters& parameters,
                                   const Diagonal& diagonal);

class DiagonalFile {
 public:
  static Result<std::unique_ptr<DiagonalFile>> Open(const std::string& path);

  const DiagonalParameters& parameters() const { return parameters_; }
  const Container& container() const { return *container_; }
  std::span<const float> values() const { return values_; }  // verified
  double score_error() const { return score_error_; }        // as in Diagonal
  double self_error() const { return self_error_; }

 private:
  Status ReadParameters();
  Status ReadValues();

  std::unique_ptr<Container> container_;
  DiagonalParameters parameters_;
  double score_error_ = 0;
  double self_error_ = 0;
  std::span<const float> values_;
};

}  // namespace akin

#endif  // AKIN_SRC_INDEX_DIAGONAL_FILE_H_
