// The plain method of pushing without bounds, to compare its cost and accuracy with ours in the
// same run.
//
// The diagonal comes from a fixed number of pairs of walks per vertex; entries below one threshold
// are dropped on the way out and on the way back. There is no error bound.
#ifndef AKIN_BENCH_THRESHOLD_PUSH_H_
#define AKIN_BENCH_THRESHOLD_PUSH_H_

#include <vector>

#include "akin/adjacency.h"
#include "linear/sparse.h"

namespace akin {

class ThresholdPush {
 public:
  struct Options {
    double decay = 0.6;
    double threshold = 1e-4;
    unsigned walk_pairs = 1000;
  };

  // Uses one thread.
  ThresholdPush(const Adjacency& in, const Adjacency& out, const Options& options);

  // Replaces `scores` by the scores with all vertices that have one, the source included.
  void From(VertexId source, std::vector<Entry>& scores);

 private:
  double MeetingWeight(VertexId v) const;

  Adjacency in_;
  Adjacency out_;
  Options options_;
  std::vector<float> diagonal_;
  Accumulator sums_;
  std::vector<std::vector<Entry>> levels_;
};

}  // namespace akin

#endif  // AKIN_BENCH_THRESHOLD_PUSH_H_
