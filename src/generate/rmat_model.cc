#include "generate/rmat_model.h"

#include <bit>

namespace akin {
namespace {

constexpr uint64_t kRmat = 0x726d6174;  // "rmat"
constexpr uint64_t kWordsPerArc = 8;    // 16 bits per level, at most 32 levels
constexpr unsigned kLevelsPerWord = 4;

// Cumulative probabilities of three quarters, in 65536ths.
constexpr unsigned kUpperLeft = 37356;   // 0.57
constexpr unsigned kUpperRight = 49807;  // + 0.19
constexpr unsigned kLowerLeft = 62259;   // + 0.19

}  // namespace

RmatModel::RmatModel(VertexId vertices, uint32_t degree, uint64_t seed)
    : vertices_(vertices),
      arcs_(uint64_t{vertices} * degree),
      levels_(static_cast<unsigned>(std::bit_width(vertices - 1))),
      quarters_(seed, kRmat, 0) {}

std::pair<VertexId, VertexId> RmatModel::Arc(uint64_t number) const {
  uint64_t row = 0;
  uint64_t column = 0;
  uint64_t word = 0;
  for (unsigned level = 0; level < levels_; ++level, word >>= 16) {
    if (level % kLevelsPerWord == 0) {
      word = quarters_.At(number * kWordsPerArc + level / kLevelsPerWord);
    }
    const auto random = static_cast<unsigned>(word & UINT16_MAX);
    const unsigned right = static_cast<unsigned>(random >= kUpperLeft) -
                           static_cast<unsigned>(random >= kUpperRight) +
                           static_cast<unsigned>(random >= kLowerLeft);
    row = row * 2 + static_cast<unsigned>(random >= kUpperRight);
    column = column * 2 + right;
  }
  return {static_cast<VertexId>((row * vertices_) >> levels_),
          static_cast<VertexId>((column * vertices_) >> levels_)};
}

}  // namespace akin
