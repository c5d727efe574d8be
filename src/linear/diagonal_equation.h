// The equation of one vertex for the diagonal of SimRank, with a bound on its error: D(v) + sum of
// factors times D + constant = 1. diagonal.h has the definitions and explains how the equation is
// made: by pushing with pruning, and by sampling pairs of walks if that is cheaper.
#ifndef AKIN_SRC_LINEAR_DIAGONAL_EQUATION_H_
#define AKIN_SRC_LINEAR_DIAGONAL_EQUATION_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"
#include "linear/diagonal.h"
#include "linear/level.h"
#include "linear/same_lists.h"
#include "linear/sparse.h"
#include "linear/walk_pairs.h"

namespace akin {

// What is known or assumed of D(v), and v's in-degree: all that a push needs of a vertex, next to
// each other in memory. Rounded so that the bounds hold.
struct DiagonalFacts {
  float g;  // assumed
  float middle;
  float half;
  uint32_t degree;
};

struct DiagonalTerm {
  uint32_t row;
  float factor;
};
// D(v) + sum of terms + constant = 1, up to the error. It is the same for all vertices with the
// in-links of v, which are a row.
struct DiagonalEquation {
  std::vector<DiagonalTerm> terms;
  double factors = 0;  // their sum
  double constant = 0;
  double error = 0;  // if g is as assumed; includes half of `left`
  double left = 0;   // B, the bound on what was left behind
  // How much of the constant may come from samples, and of which level: these use D, not D~.
  double estimated = 0;
  double mass = 0;     // the sum of h_l
  double squares = 0;  // the sum of h_l o h_l
  int round = 0;       // in which it was made
  bool sampled = false;
};

// What all equations of a round have in common.
struct EquationRound {
  int number = 0;
  double score_error = 0;  // what is expected of the errors of scores and of D~
  double off = 0;
  std::vector<DiagonalFacts> facts;  // by vertex
};

// Makes equations, in one thread.
class EquationMaker {
 public:
  EquationMaker(const Adjacency& in, const ListRows& rows, const DiagonalOptions& options,
                const EquationRound& round)
      : in_(in),
        rows_(rows),
        options_(options),
        round_(round),
        next_(in.vertices()),
        squares_(in.vertices()),
        pairs_(in, options.decay) {}

  DiagonalEquation Make(VertexId v, double tolerance);

  // For estimates: the arcs read so far, and what samples count for in arcs. Make gives up when
  // these are more than the limit; its result has no meaning then.
  double work() const { return work_; }
  void LimitTo(double work) { limit_ = work; }

 private:
  struct Estimate {
    double value = 0;
    double error = 0;
  };
  // Of the current level, where there are in-links.
  struct Live {
    double arcs = 0;
    double mass = 0;
    double squares = 0;
  };

  // Returns a bound on the sum that was left behind, which is at least 0.
  double Push(VertexId v, double most_left, double negligible, DiagonalEquation& equation);
  double MoreForSamples(double most) const;
  bool SamplingIsCheaper(double tolerance, double most) const;
  Estimate Sample(VertexId v, double tolerance);
  void Fold(double tolerance, DiagonalEquation& equation);
  // -log of the probability that one estimate may fail; the number of samples grows with it.
  double LogFailure(int attempt) const;

  const Adjacency& in_;
  const ListRows& rows_;
  const DiagonalOptions& options_;
  const EquationRound& round_;
  Level level_;
  Live live_;
  Accumulator next_;
  Accumulator squares_;
  std::vector<Entry> row_;
  WalkPairs pairs_;
  BudgetCut cut_;
  double work_ = 0;
  double limit_ = std::numeric_limits<double>::infinity();
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_DIAGONAL_EQUATION_H_
