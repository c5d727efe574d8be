// What one query contributes to a metric: a part and a whole, which are summed over queries
// (eval/bootstrap.h). Its value is part / whole; an undefined value is 0 of 0.
#ifndef AKIN_SRC_EVAL_TALLY_H_
#define AKIN_SRC_EVAL_TALLY_H_

namespace akin {

struct Tally {
  double part = 0;
  double whole = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_EVAL_TALLY_H_
