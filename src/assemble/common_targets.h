// Leaves out arcs to targets that very many vertices link to.
#ifndef AKIN_SRC_ASSEMBLE_COMMON_TARGETS_H_
#define AKIN_SRC_ASSEMBLE_COMMON_TARGETS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "akin/status.h"
#include "akin/try.h"
#include "akin/types.h"
#include "graph/graph.h"

namespace akin {

// Passes on arcs that are sorted by target, except those to targets with more than `most` in-links.
// Stores one in-list of at most `most` arcs.
class CommonTargetFilter {
 public:
  CommonTargetFilter(double most, ArcVisitor keep) : most_(most), keep_(std::move(keep)) {}

  Status Add(uint64_t arc) {
    if (count_ > 0 && ArcRow(arc) != target_) AKIN_TRY(EndTarget());
    target_ = ArcRow(arc);
    ++count_;
    if (static_cast<double>(count_) <= most_) {
      list_.push_back(arc);
    } else {
      list_.clear();
    }
    return {};
  }

  Status EndTarget() {
    if (static_cast<double>(count_) > most_) dropped_ += count_;
    if (!list_.empty()) AKIN_TRY(keep_(list_));
    list_.clear();
    count_ = 0;
    return {};
  }

  uint64_t dropped() const { return dropped_; }

 private:
  double most_;
  ArcVisitor keep_;
  std::vector<uint64_t> list_;
  VertexId target_ = 0;
  uint64_t count_ = 0;
  uint64_t dropped_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_COMMON_TARGETS_H_
