// The norms of cosine SimRank on disk (docs/formats/norms.md): the one file of an index for it.
#ifndef AKIN_SRC_INDEX_NORMS_FILE_H_
#define AKIN_SRC_INDEX_NORMS_FILE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "akin/status.h"
#include "akin/types.h"
#include "container/container.h"
#include "linear/cosine_norms.h"

namespace akin {

struct NormsParameters {
  unsigned iterations = 0;  // K
  VertexId vertices = 0;
  uint64_t graph_identity = 0;

  bool operator==(const NormsParameters&) const = default;
};

inline constexpr unsigned kLeastNormTerms = 2;
inline constexpr unsigned kMostNormTerms = 1000;

// "cosine-simrank-k10.akin": named by all that determines its bytes in one corpus.
std::string NormsFileName(const NormsParameters& parameters);

// Returns the identity of the file.
Result<uint64_t> WriteNormsFile(const std::string& path, const NormsParameters& parameters,
                                std::span<const double> growths);

class NormsFile {
 public:
  static Result<std::unique_ptr<NormsFile>> Open(const std::string& path);

  const NormsParameters& parameters() const { return parameters_; }
  const Container& container() const { return *container_; }
  const CosineGrowths& growths() const { return growths_; }  // verified

 private:
  Status ReadParameters();
  Status ReadGrowths();

  std::unique_ptr<Container> container_;
  NormsParameters parameters_;
  CosineGrowths growths_;
};

}  // namespace akin

#endif  // AKIN_SRC_INDEX_NORMS_FILE_H_
