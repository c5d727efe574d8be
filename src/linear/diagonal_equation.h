// The equation of one vertex for the diagonal of SimRank, with a bound on its error: D(v) + sum of
// factors times D + constant = 1. diagonal.h has the definitions and explains how the equation is
// made: by pushing with pruning, and by sampling pairs of walks if that is cheaper.
#ifndef AKIN_SRC_LINEAR_DIAGONAL_EQUATION_H_
#define AKIN_SRC_LINEAR_DIAGONAL_EQUATION_H_

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"
#include "base/random.h"
#include "linear/diagonal.h"
#include "linear/level.h"
#include "linear/sparse.h"

namespace akin {

// The bounds on D(v), and v's in-degree: all that a push needs of a vertex, next to each other in
// memory. Rounded so that the bounds hold.
struct DiagonalFacts {
  float g;
  float middle;
  float half;
  uint32_t degree;
};

// D(v) + sum of terms + constant = 1, up to the error.
struct DiagonalTerm {
  VertexId vertex;
  float factor;
};
struct DiagonalEquation {
  std::vector<DiagonalTerm> terms;
  double constant = 0;
  double error = 0;
  double estimated = 0;  // how much of the constant may come from samples, which use D, not D~
  bool sampled = false;
};

// Makes equations, in one thread.
class EquationMaker {
 public:
  EquationMaker(const Adjacency& in, const DiagonalOptions& options,
                const std::vector<DiagonalFacts>& facts, double ratio, int round)
      : in_(in),
        options_(options),
        facts_(facts),
        ratio_(ratio),
        round_(round),
        next_(in.vertices()),
        squares_(in.vertices()) {}

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

  // Returns a bound on the sum that was left behind, which is at least 0.
  double Push(VertexId v, double most_left, double negligible, DiagonalEquation& equation);
  bool SamplingIsCheaper(double tolerance) const;
  Estimate Sample(VertexId v, double tolerance);
  double WalkPair(RandomStream random, uint64_t sample) const;
  VertexId Draw(uint64_t random) const;
  void Fold(double tolerance, DiagonalEquation& equation);
  // -log of the probability that one estimate may fail; the number of samples grows with it.
  double LogFailure(int attempt) const;

  const Adjacency& in_;
  const DiagonalOptions& options_;
  const std::vector<DiagonalFacts>& facts_;
  double ratio_;  // bound on D~ / D and on D / D~
  int round_;
  Level level_;
  Accumulator next_;
  Accumulator squares_;
  std::vector<Entry> row_;
  std::vector<double> upto_;  // cumulative sums of h_l, to draw from
  BudgetCut cut_;
  double work_ = 0;
  double limit_ = std::numeric_limits<double>::infinity();
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_DIAGONAL_EQUATION_H_
