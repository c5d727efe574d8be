// Numbers per vertex on disk: the only file of an index without fingerprints.
//
//   push    the diagonal correction of SimRank, a float per vertex      docs/formats/diagonal.md
//   series  the diagonals of k rounds, a double per vertex and round    docs/formats/diagonals.md
//   norms   the growths of K norms, K - 1 doubles per vertex            docs/formats/norms.md
//
// A query may read any of the numbers, so all are verified when the file is opened, and each is
// known to be in its range.
#ifndef AKIN_SRC_INDEX_NUMBERS_FILE_H_
#define AKIN_SRC_INDEX_NUMBERS_FILE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "akin/build.h"
#include "akin/status.h"
#include "akin/types.h"
#include "container/container.h"

namespace akin {

// What determines the numbers.
struct NumbersParameters {
  IndexParameters index;
  VertexId vertices = 0;
  uint64_t graph_identity = 0;
};

// The errors of a diagonal (linear/diagonal.h).
struct DiagonalErrors {
  double score = 0;
  double self = 0;
};

// The share of epsilon that the diagonal may use; the rest is for the pruning of queries.
inline constexpr double kDiagonalShare = 0.3;

// "simrank-push-c0.6-e0.001-s1.akin": contains all that determines the bytes in one corpus.
std::string NumbersFileName(const IndexParameters& index);

// The size of these numbers in bytes.
uint64_t NumbersBytes(const NumbersParameters& parameters);

// `values` are floats for kPush and doubles otherwise.
Status WriteNumbersFile(const std::string& path, const NumbersParameters& parameters,
                        std::span<const std::byte> values, const DiagonalErrors& errors = {});

class NumbersFile {
 public:
  // kDamaged for a file with other parameters.
  static Result<std::unique_ptr<NumbersFile>> Open(const std::string& path,
                                                   const NumbersParameters& wanted);

  const Container& container() const { return *container_; }
  std::span<const float> floats() const { return floats_; }     // kPush
  std::span<const double> doubles() const { return doubles_; }  // kSeries, kNorms
  const DiagonalErrors& errors() const { return errors_; }      // kPush

 private:
  Status CheckParameters(const NumbersParameters& wanted);
  Status ReadValues(const NumbersParameters& wanted);

  std::unique_ptr<Container> container_;
  DiagonalErrors errors_;
  std::span<const float> floats_;
  std::span<const double> doubles_;
};

}  // namespace akin

#endif  // AKIN_SRC_INDEX_NUMBERS_FILE_H_
