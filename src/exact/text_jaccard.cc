#include "exact/text_jaccard.h"

#include <algorithm>
#include <numeric>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "exact/budget.h"
#include "text/bag_jaccard.h"

namespace akin {
namespace {

constexpr VertexId kStopCheckInterval = 1024;  // bags between checks for a stop

}  // namespace

Status InvertedBags::MarkTerms(std::span<const VertexId> left) {
  wanted_.assign(bags_->terms(), false);
  std::vector<BagTerm> bag;
  for (const VertexId u : left) {
    AKIN_TRY(bags_->Read(u, bag));
    for (const BagTerm& entry : bag) wanted_[entry.term] = true;
  }
  return {};
}

// Calls visit(vertex, bag) for each of `right`, or for all.
template <class Visit>
Status InvertedBags::EachOf(std::span<const VertexId> right, const Control& control,
                            const Visit& visit) const {
  const size_t count = right.empty() ? bags_->vertices() : right.size();
  ProgressMeter meter(control, "reading bags", "bags", count);
  std::vector<BagTerm> bag;
  for (size_t i = 0; i < count; ++i) {
    if (i % kStopCheckInterval == 0) {
      if (control.stop.stop_requested()) return Interrupted();
      meter.Advance(std::min<size_t>(kStopCheckInterval, count - i));
    }
    const VertexId v = right.empty() ? static_cast<VertexId>(i) : right[i];
    AKIN_TRY(bags_->Read(v, bag));
    visit(v, bag);
  }
  return {};
}

Result<InvertedBags> InvertedBags::Read(const BagsFile& bags, std::span<const VertexId> left,
                                        std::span<const VertexId> right, const Control& control) {
  InvertedBags lists(bags);
  const double fixed = sizeof(uint64_t) * (bags.terms() + 1.0) + bags.terms() / 8.0 +
                       sizeof(double) * static_cast<double>(bags.vertices());
  const auto check = [&](double entries) -> Status {
    const double need = fixed + sizeof(Entry) * entries;
    if (need <= static_cast<double>(control.memory)) return {};
    return OverBudget("text", need, "ask for fewer vertices", control);
  };
  AKIN_TRY(check(0));
  AKIN_TRY(lists.MarkTerms(left));
  // The counts of the terms, shifted by two places: one place because lists begin at 0, the other
  // because filling the lists moves the end before each list to the end of that list.
  lists.ends_.assign(bags.terms() + size_t{2}, 0);
  lists.sums_.assign(bags.vertices(), 0);
  AKIN_TRY(lists.EachOf(right, control, [&](VertexId v, std::span<const BagTerm> bag) {
    lists.sums_[v] = WeightOf(bag);
    for (const BagTerm& entry : bag) {
      if (lists.wanted_[entry.term]) ++lists.ends_[entry.term + size_t{2}];
    }
  }));
  std::partial_sum(lists.ends_.begin(), lists.ends_.end(), lists.ends_.begin());
  AKIN_TRY(check(static_cast<double>(lists.ends_.back())));
  lists.entries_.resize(lists.ends_.back());
  AKIN_TRY(lists.EachOf(right, control, [&](VertexId v, std::span<const BagTerm> bag) {
    for (const BagTerm& entry : bag) {
      if (!lists.wanted_[entry.term]) continue;
      lists.entries_[lists.ends_[entry.term + size_t{1}]++] = {.vertex = v, .weight = entry.weight};
    }
  }));
  return lists;
}

double InvertedBags::bytes() const {
  return static_cast<double>(wanted_.size()) / 8 +
         sizeof(uint64_t) * static_cast<double>(ends_.size()) +
         sizeof(Entry) * static_cast<double>(entries_.size()) +
         sizeof(double) * static_cast<double>(sums_.size());
}

Result<std::vector<TextScore>> InvertedBags::From(VertexId u) const {
  std::vector<BagTerm> bag;
  AKIN_TRY(bags_->Read(u, bag));
  std::vector<double> common(bags_->vertices());
  for (const BagTerm& term : bag) {
    for (uint64_t i = ends_[term.term]; i < ends_[term.term + size_t{1}]; ++i) {
      common[entries_[i].vertex] += std::min(term.weight, entries_[i].weight);
    }
  }
  const double sum = WeightOf(bag);
  std::vector<TextScore> scores;
  for (VertexId v = 0; v < bags_->vertices(); ++v) {
    if (v == u) {
      scores.push_back({.vertex = v, .score = 1});
    } else if (common[v] > 0) {
      scores.push_back({.vertex = v, .score = JaccardFrom(common[v], sum, sums_[v])});
    }
  }
  return scores;
}

Result<double> TextJaccardOfPair(const BagsFile& bags, VertexId u, VertexId v) {
  if (u == v) return 1.0;
  std::vector<BagTerm> of_u;
  std::vector<BagTerm> of_v;
  AKIN_TRY(bags.Read(u, of_u));
  AKIN_TRY(bags.Read(v, of_v));
  return BagJaccard(of_u, of_v);
}

}  // namespace akin
