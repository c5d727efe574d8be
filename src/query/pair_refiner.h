// A second, closer look at the candidates of one query, by one index (query/refine.h).
//
// Every kind of index has its own way from an estimate to a score that can be relied on:
//   text      the bags themselves: exact
//   xjaccard  the neighbourhoods themselves: exact
//   simrank   a push, if the corpus has an index for it: exact up to its bound
//   walks     the first step exactly, later ones from more and more fingerprints
//   others    their scores have bounds already and stay as they are
#ifndef AKIN_SRC_QUERY_PAIR_REFINER_H_
#define AKIN_SRC_QUERY_PAIR_REFINER_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "akin/corpus.h"
#include "akin/status.h"

namespace akin {

// How much may still be read: entries of neighbour lists and bags.
class ReadingBudget {
 public:
  explicit ReadingBudget(uint64_t entries) : left_(entries) {}
  bool spent() const { return left_ == 0; }
  uint64_t left() const { return left_; }
  void Take(uint64_t entries) { left_ -= entries < left_ ? entries : left_; }

 private:
  uint64_t left_;
};

// Made for one vertex and a list of candidates with the scores that the index gave them. They are
// known by their places in the list.
class PairRefiner {
 public:
  virtual ~PairRefiner() = default;
  virtual Score Of(size_t candidate) const = 0;
  virtual bool bounded() const { return false; }  // the errors of its scores are bounds
  virtual bool exact() const { return false; }    // Improve makes scores exact, at a known cost
  // Whether Improve can still change the score.
  virtual bool CanImprove(size_t candidate) const = 0;
  // Makes the scores of these candidates more accurate, as far as the budget lasts.
  virtual Status Improve(std::span<const size_t> candidates, ReadingBudget& budget) = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_PAIR_REFINER_H_
