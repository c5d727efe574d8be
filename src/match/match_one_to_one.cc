// akin::MatchOneToOne: the scores of Match as an assignment problem (assignment.h).
#include <algorithm>

#include "akin/match.h"
#include "akin/try.h"
#include "base/mapped_array.h"
#include "exact/budget.h"
#include "match/assignment.h"
#include "query/bounded_score.h"

namespace akin {
namespace {

constexpr std::string_view kOneToOne = "one-to-one matching";

// Collects the hits of all rows.
class HeldPairs {
 public:
  HeldPairs(VertexId vertices, std::span<const VertexId> right, size_t pairs)
      : number_(vertices), right_(right), columns_(pairs), weights_(pairs), offsets_(1) {
    for (size_t j = 0; j < right.size(); ++j) number_[right[j]] = static_cast<uint32_t>(j);
  }
  static double BytesFor(VertexId vertices, size_t rows, size_t columns, double pairs) {
    return sizeof(uint32_t) * static_cast<double>(vertices) + kAssignmentBytesPerPair * pairs +
           AssignmentBytes(rows, columns) + sizeof(Hit) * static_cast<double>(rows);
  }

  bool ok() const { return columns_.ok() && weights_.ok(); }
  void AddRow(const std::vector<Hit>& hits) {
    for (const Hit& hit : hits) {
      columns_[held_] = number_[hit.vertex];
      weights_[held_++] = hit.score.value;
    }
    offsets_.push_back(held_);
  }
  WeightedPairs pairs() const {
    return {.offsets = offsets_,
            .columns = columns_.span().first(held_),
            .weights = weights_.span().first(held_),
            .column_count = right_.size()};
  }
  VertexId VertexOf(uint64_t pair) const { return right_[columns_[pair]]; }
  double WeightOf(uint64_t pair) const { return weights_[pair]; }

 private:
  std::vector<uint32_t> number_;  // of a vertex among the right ones
  std::span<const VertexId> right_;
  SparseArray<uint32_t> columns_;
  SparseArray<double> weights_;
  std::vector<uint64_t> offsets_;
  size_t held_ = 0;
};

}  // namespace

Result<std::vector<Hit>> MatchOneToOne(const Corpus& left_corpus, const Corpus& right_corpus,
                                       std::span<const VertexId> left,
                                       std::span<const VertexId> right, const MatchOptions& options,
                                       const Control& control) {
  const size_t width = options.k == 0 ? right.size() : std::min<size_t>(options.k, right.size());
  const double most = static_cast<double>(left.size()) * static_cast<double>(width);
  const double need = HeldPairs::BytesFor(right_corpus.vertices(), left.size(), right.size(), most);
  if (need > static_cast<double>(control.memory)) {
    return OverBudget(kOneToOne, need, "keep fewer pairs of every row", control);
  }
  HeldPairs held(right_corpus.vertices(), right, left.size() * width);
  if (!held.ok()) return SystemRefused(kOneToOne, need);
  Control rest = control;
  rest.memory -= static_cast<uint64_t>(need);
  double error = 0;
  AKIN_TRY(Match(
      left_corpus, right_corpus, left, right, options,
      [&](VertexId, const std::vector<Hit>& hits) {
        for (const Hit& hit : hits) error = std::max(error, hit.score.error);
        held.AddRow(hits);
        return Status();
      },
      rest));
  AKIN_TRY_ASSIGN(const std::vector<uint64_t> best, BestMatching(held.pairs(), control));
  std::vector<Hit> hits(left.size());
  for (size_t i = 0; i < hits.size(); ++i) {
    if (best[i] == kUnpaired) continue;
    hits[i] = {.vertex = held.VertexOf(best[i]),
               .score = BoundedScore(held.WeightOf(best[i]), error)};
  }
  return hits;
}

}  // namespace akin
