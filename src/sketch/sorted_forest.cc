#include "sketch/sorted_forest.h"

#include "akin/try.h"
#include "sketch/group_walk.h"

namespace akin {

Status SortedForestBuilder::Build(uint64_t fingerprint, const std::stop_token& stop,
                                  const ForestSink& sink) {
  AKIN_TRY_ASSIGN(TreeCollector trees, TreeCollector::Create(in_.vertices(), spill_path_, memory_));
  GroupWalk walk(in_, parameters_, only_, spill_path_);
  const auto merged = [&](const WalkMerge& merge) { return trees.Add(merge); };
  const auto ended = [&](const EndedGroup& tree) { return trees.Add(tree); };
  for (unsigned t = 1; t <= parameters_.length && (t == 1 || !walk.empty()); ++t) {
    GroupWalk::Arrivals arriving(spill_path_ + "-arriving.spill", memory_ / 2);
    AKIN_TRY(walk.Depart(fingerprint, t, stop, ended, arriving));
    trees.BeginStep(t);
    AKIN_TRY(walk.Meet(arriving, merged));
  }
  AKIN_TRY(walk.End(ended));
  return trees.Deliver(stop, sink);
}

}  // namespace akin
