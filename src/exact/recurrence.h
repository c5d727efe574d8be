// The recurrence that SimRank and related measures iterate: which neighbours a pair is compared by
// in each iteration, and how much that counts.
//
// S_0 is the identity. S_l of a pair is computed from S_{l-1} of pairs of neighbours. Where a
// measure has two sides, in- and out-neighbours alternate (Jeh and Widom 2002, section 4.3.1): the
// last iteration uses the side asked for, the one before it the other side, and so on. So one
// matrix is enough for both sides, and SimRank is the case in which they are the same.
//
// A pair with a prior has that score in every S_l, S_0 included (section 4.1).
//
// Each side says how the scores of neighbours become one: by their mean (equations 1 to 3), or by
// minimax (equation 4). JW also mix them: people by minimax, and items by the mean (section 4.3.2).
#ifndef AKIN_SRC_EXACT_RECURRENCE_H_
#define AKIN_SRC_EXACT_RECURRENCE_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/adjacency.h"
#include "akin/exact.h"
#include "akin/status.h"
#include "akin/types.h"
#include "exact/iteration_options.h"

namespace akin {

// Fixed scores, which can be looked up by either vertex of a pair.
class Priors {
 public:
  struct Partner {
    VertexId vertex;
    double score;
  };

  Priors() = default;
  // Each pair is given once, with two different vertices below `vertices` and a score in [0, 1].
  explicit Priors(std::span<const PriorScore> scores);

  bool empty() const { return rows_.empty(); }
  bool Has(VertexId v) const { return !Of(v).empty(); }
  std::span<const Partner> Of(VertexId v) const;
  const std::vector<VertexId>& vertices() const { return vertices_; }  // that have any, ascending

 private:
  std::vector<VertexId> vertices_;
  std::vector<std::vector<Partner>> rows_;  // of vertices_
};

enum class Combine { kMean, kMinimax };

struct Recurrence {
  struct Side {
    Adjacency neighbours;
    double decay = 0;
    Combine combine = Combine::kMean;
  };

  std::string_view measure;  // for messages
  Side last;                 // of the last iteration, and of every second one before it
  Side other;                // of the iterations between
  int iterations = 0;
  Priors priors = {};
  bool has_index = false;     // of fingerprints, to ask instead if memory is short
  bool takes_radius = false;  // the same

  VertexId vertices() const { return last.neighbours.vertices(); }
  // The side of the iteration that makes S_level, 1 to `iterations`.
  const Side& At(int level) const { return (iterations - level) % 2 == 0 ? last : other; }
  bool alternates() const {
    return last.neighbours.neighbours.data() != other.neighbours.neighbours.data();
  }
  // Whether some iteration takes best partners: minimax.h solves these, simrank.h the others.
  bool takes_best() const {
    return last.combine == Combine::kMinimax || other.combine == Combine::kMinimax;
  }
  // Whether row v of S_level can differ from a row of the identity.
  bool IsStored(int level, VertexId v) const {
    return (level > 0 && At(level).neighbours.degree(v) > 0) || priors.Has(v);
  }
};

// Jeh and Widom, equation 5: the same links and decay in every iteration.
Recurrence SimRankRecurrence(const Adjacency& in, const IterationOptions& options);

// kInvalidArgument with the name of the measure if a decay or the iterations are out of range.
Status CheckRecurrence(const Recurrence& recurrence);

// What users can do about memory that is too short for a question with so many rows and columns:
// what there is for the measure, and needs less. For OverBudget.
std::string InsteadOf(const Recurrence& recurrence, size_t rows, size_t columns);

// How far below its limit a score can be after so many iterations: the product of the decays of one
// iteration more. Only the scores of S_0 exceed the decay of their side, and each iteration
// multiplies what is missing by at most its decay. c^(k+1) where both are c.
double TruncationOf(double last_decay, double other_decay, int iterations);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_RECURRENCE_H_
