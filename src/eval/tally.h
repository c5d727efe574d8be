// What one query contributes to a metric: a part of a whole, which is its value, and which adds up
// over queries (eval/bootstrap.h). An undefined value is nothing of nothing.
#ifndef AKIN_SRC_EVAL_TALLY_H_
#define AKIN_SRC_EVAL_TALLY_H_

namespace akin {

struct Tally {
  double part = 0;
  double whole = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_EVAL_TALLY_H_
