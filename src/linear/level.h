// One level of a push along in-links: h_{l+1} = sqrt(c) P h_l is computed from h_l. Entries are
// left behind if what they could still add to a score is within a budget.
//
// What an entry can add: S - D is the part of S without the first term of its series,
// sum of (sqrt(c) P')^k D (sqrt(c) P)^k over k >= 1. It is positive semidefinite, as D >= 0, hence
//   0 <= (S - D)(y, z) <= g(y) g(z)   for any g(y) >= sqrt((S - D)(y, y)),
// by the Cauchy-Schwarz inequality. (S - D)(y, y) = 1 - D(y) for the D of SimRank. So an entry h at
// y that is left behind takes at most h g(y) times the sum of g x from <h_l, (S - D) x>. Its weight
// is h g(y), and the callers keep the sum of these weights small.
//
// Which entries are left behind: those with the least weight per in-link that pushing them would
// read.
#ifndef AKIN_SRC_LINEAR_LEVEL_H_
#define AKIN_SRC_LINEAR_LEVEL_H_

#include <cstdint>
#include <vector>

#include "akin/adjacency.h"
#include "linear/sparse.h"

namespace akin {

class Level {
 public:
  std::vector<Entry> entries;  // h_l

  // Takes h_l out of the accumulator and weighs it. facts(y) returns y's in-degree as .degree and,
  // if that is not 0, .g. visit(y, h, facts) is called for every entry. Returns the sum of weights.
  template <class Facts, class Visit>
  double Take(Accumulator& sums, const Facts& facts, const Visit& visit) {
    Begin(sums.size());
    size_t i = 0;
    double total = 0;
    sums.Drain([&](VertexId vertex, double value) {
      const auto& known = facts(vertex);
      total += Put(i++, vertex, value, known);
      visit(vertex, value, known);
    });
    return total_ = total;
  }
  // Starts with a single entry.
  template <class Facts>
  double Begin(VertexId source, const Facts& facts, double value = 1) {
    Begin(1);
    return total_ = Put(0, source, value, facts(source));
  }
  double total() const { return total_; }

  // Leaves behind at most this weight, and returns how much it was.
  double Choose(double weight) {
    const auto [rank, left] = cut_.Within(weight);
    least_ = rank;
    return left;
  }
  // The number of arcs that Push will read.
  uint64_t Work(const Adjacency& in) const {
    uint64_t work = 0;
    for (size_t i = 0; i < entries.size(); ++i) {
      if (Goes(i)) work += in.degree(entries[i].vertex);
    }
    return work;
  }
  // Adds sqrt(c) P times the chosen entries. Returns the number of arcs read.
  uint64_t Push(const Adjacency& in, double root_decay, Accumulator& next) const {
    uint64_t arcs = 0;
    for (size_t i = 0; i < entries.size(); ++i) {
      if (!Goes(i)) continue;
      if (i + kAhead < entries.size()) {
        __builtin_prefetch(in.neighbours.data() + in.offsets[entries[i + kAhead].vertex]);
      }
      const auto list = in[entries[i].vertex];
      next.AddAll(list, root_decay * entries[i].value / static_cast<double>(list.size()));
      arcs += list.size();
    }
    return arcs;
  }

 private:
  void Begin(size_t size) {
    entries.resize(size);
    ranks_.resize(size);
    cut_.Clear();
  }
  // Returns the weight.
  template <class Known>
  double Put(size_t i, VertexId vertex, double value, const Known& known) {
    // Member by member: a copy would be read as one word, which has to wait until both parts are
    // written.
    entries[i].vertex = vertex;
    entries[i].value = value;
    if (known.degree == 0) {
      ranks_[i] = kNowhere;
      return 0;
    }
    const double weight = value * known.g;
    const float rank = static_cast<float>(weight) / static_cast<float>(known.degree);
    ranks_[i] = rank;
    cut_.Add(rank, weight);
    return weight;
  }

  bool Goes(size_t i) const { return ranks_[i] >= least_; }

  static constexpr float kNowhere = -1;
  static constexpr size_t kAhead = 8;  // lists ahead that are prefetched
  std::vector<float> ranks_;           // weight per arc; kNowhere for entries without in-links
  BudgetCut cut_;
  double total_ = 0;
  float least_ = 0;  // the least rank that goes on
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_LEVEL_H_
