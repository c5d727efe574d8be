// Weighted Jaccard of bags by inverted lists.
//
// Definition: let x_t be the weight of term t in the bag of u and y_t that in the bag of v, or 0 if
// the term is not there. The score is
//   sum over t of min(x_t, y_t) / sum over t of max(x_t, y_t)             (HGKI section 6)
// As min + max = x + y, the second sum is the weight of both bags minus the first sum.
//
// Direction: none of its own; what links say is in the bags.
//
// Empty case: an empty bag is similar to no other, but every vertex scores 1 with itself.
//
// Error: sums of floats in double precision, by ascending term: below 1e-12. Symmetric to the last
// bit.
//
// Cost: lists for the terms of `left` only and the bags of `right` only: two passes over these
// bags, 8 bytes for each of their terms, and 8 for every term in the corpus. A row takes as many
// additions as there are entries in the lists of its terms, and 8 bytes per vertex. One pair: two
// bags.
#ifndef AKIN_SRC_EXACT_TEXT_JACCARD_H_
#define AKIN_SRC_EXACT_TEXT_JACCARD_H_

#include <cstdint>
#include <span>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "text/bags_file.h"

namespace akin {

struct TextScore {
  VertexId vertex;
  double score;
};

class InvertedBags {
 public:
  // Lists of the vertices of `right`, or of all if it is empty, by the terms of those of `left`.
  // kOutOfBudget if they do not fit. The bags must outlive the object.
  static Result<InvertedBags> Read(const BagsFile& bags, std::span<const VertexId> left,
                                   std::span<const VertexId> right, const Control& control);

  // The scores above 0 of one of `left` with those of `right`, itself included, ascending.
  Result<std::vector<TextScore>> From(VertexId u) const;

  double bytes() const;

 private:
  struct Entry {
    VertexId vertex;
    float weight;
  };

  explicit InvertedBags(const BagsFile& bags) : bags_(&bags) {}
  Status MarkTerms(std::span<const VertexId> left);
  template <class Visit>
  Status EachOf(std::span<const VertexId> right, const Control& control, const Visit& visit) const;

  const BagsFile* bags_;
  std::vector<bool> wanted_;    // by term
  std::vector<uint64_t> ends_;  // of the list of the term before; this term's list begins there
  std::vector<Entry> entries_;
  std::vector<double> sums_;  // of the weights in each vertex's bag
};

Result<double> TextJaccardOfPair(const BagsFile& bags, VertexId u, VertexId v);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_TEXT_JACCARD_H_
