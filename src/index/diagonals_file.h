// The diagonals of k rounds of SimRank on disk (docs/formats/diagonals.md): the one file of an
// index that gives what k rounds give.
#ifndef AKIN_SRC_INDEX_DIAGONALS_FILE_H_
#define AKIN_SRC_INDEX_DIAGONALS_FILE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "akin/status.h"
#include "akin/types.h"
#include "container/container.h"
#include "linear/varied_d.h"

namespace akin {

struct DiagonalsParameters {
  double decay = 0;
  unsigned iterations = 0;  // k
  VertexId vertices = 0;
  uint64_t graph_identity = 0;

  bool operator==(const DiagonalsParameters&) const = default;
};

inline constexpr unsigned kMostDiagonals = 1000;

// "simrank-series-c0.6-k10.akin": named by all that determines its bytes in one corpus.
std::string DiagonalsFileName(const DiagonalsParameters& parameters);

// Returns the identity of the file.
Result<uint64_t> WriteDiagonalsFile(const std::string& path, const DiagonalsParameters& parameters,
                                    const VariedDiagonals& diagonals);

class DiagonalsFile {
 public:
  static Result<std::unique_ptr<DiagonalsFile>> Open(const std::string& path);

  const DiagonalsParameters& parameters() const { return parameters_; }
  const Container& container() const { return *container_; }
  const VariedDiagonals& diagonals() const { return diagonals_; }  // verified

 private:
  Status ReadParameters();
  Status ReadDiagonals();

  std::unique_ptr<Container> container_;
  DiagonalsParameters parameters_;
  VariedDiagonals diagonals_;
};

}  // namespace akin

#endif  // AKIN_SRC_INDEX_DIAGONALS_FILE_H_
