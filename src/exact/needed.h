// Which rows (or columns) of S_0 .. S_k must be computed to get given rows of S_k.
//
// Row u of S_l needs the rows of the neighbours of u in S_{l-1} and no others. So they are found
// level by level, backwards from the last iteration. Even for all pairs this leaves out some
// vertices: those that are nobody's neighbours. Rows of the identity are never computed or stored
// (Recurrence::IsStored), so they are in no list.
//
// Cost: the arcs of each level's vertices. The levels soon repeat, in alternation where the two
// sides do; repeated lists are stored once.
#ifndef AKIN_SRC_EXACT_NEEDED_H_
#define AKIN_SRC_EXACT_NEEDED_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "exact/lanes.h"
#include "exact/recurrence.h"

namespace akin {

class Needed {
 public:
  // For these rows of S_k, each given once. kOutOfBudget with the advice `instead` if the lists
  // alone exceed the budget; kCancelled if a stop was requested.
  static Result<Needed> Behind(const Recurrence& recurrence, std::span<const VertexId> wanted,
                               std::string_view instead, const Control& control);

  // All rows of every S_l, for when both sides are the same and there are no priors.
  static Needed Everything(const Recurrence& recurrence);

  // Ascending. Level 0 contains the vertices with priors, needed or not.
  std::span<const VertexId> At(int level) const;
  size_t BlocksAt(int level) const { return BlocksFor(At(level).size()); }
  size_t widest() const { return widest_; }
  uint64_t bytes() const { return bytes_; }

 private:
  explicit Needed(int iterations) : iterations_(iterations) {}
  void Add(std::vector<VertexId> vertices);

  int iterations_;
  std::vector<VertexId> start_;               // level 0
  std::vector<std::vector<VertexId>> lists_;  // from the last level down
  size_t period_ = 1;                         // that many lists at the end repeat further down
  size_t widest_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_EXACT_NEEDED_H_
