#include "eval/correlation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "query/ranking.h"

namespace akin {
namespace {

uint64_t PairsOf(uint64_t n) { return n * (n - (n > 0 ? 1 : 0)) / 2; }

// Counts the pairs of equal items in a sequence where equal items are adjacent.
template <class Equal>
uint64_t TiedPairs(size_t n, const Equal& equal) {
  uint64_t tied = 0;
  for (size_t i = 0; i < n;) {
    size_t end = i + 1;
    while (end < n && equal(end - 1, end)) ++end;
    tied += PairsOf(end - i);
    i = end;
  }
  return tied;
}

// Sorts and returns how many pairs were out of order.
uint64_t SortCountingInversions(std::span<double> values, std::span<double> room) {
  if (values.size() < 2) return 0;
  const size_t half = values.size() / 2;
  const auto left = values.first(half);
  const auto right = values.subspan(half);
  uint64_t inversions = SortCountingInversions(left, room.first(half)) +
                        SortCountingInversions(right, room.subspan(half));
  size_t i = 0;
  size_t j = 0;
  for (double& place : room) {
    const bool from_right = i == half || (j < right.size() && right[j] < left[i]);
    if (from_right) inversions += half - i;
    place = from_right ? right[j++] : left[i++];
  }
  std::copy(room.begin(), room.end(), values.begin());
  return inversions;
}

std::vector<double> MeanRanks(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t x, size_t y) { return values[x] < values[y]; });
  std::vector<double> ranks(values.size());
  for (size_t i = 0; i < order.size();) {
    size_t end = i + 1;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    const double rank = static_cast<double>(i + end - 1) / 2;
    for (; i < end; ++i) ranks[order[i]] = rank;
  }
  return ranks;
}

// Knight's method (1966): sort by a, then count the inversions that remain by b.
struct PairTable {
  uint64_t pairs = 0;
  uint64_t tied_a = 0;
  uint64_t tied_b = 0;
  PairCounts ordered;  // by both

  PairTable(std::span<const double> list_a, std::span<const double> list_b)
      : pairs(PairsOf(list_a.size())) {
    const size_t n = list_a.size();
    const std::vector<double> a = TieLevels(list_a);
    const std::vector<double> b = TieLevels(list_b);
    std::vector<size_t> order(n);
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(),
              [&](size_t x, size_t y) { return a[x] != a[y] ? a[x] < a[y] : b[x] < b[y]; });
    tied_a = TiedPairs(n, [&](size_t i, size_t j) { return a[order[i]] == a[order[j]]; });
    const uint64_t tied_both = TiedPairs(n, [&](size_t i, size_t j) {
      return a[order[i]] == a[order[j]] && b[order[i]] == b[order[j]];
    });
    std::vector<double> by_a(n);
    for (size_t i = 0; i < n; ++i) by_a[i] = b[order[i]];
    std::vector<double> room(n);
    ordered.disagree = SortCountingInversions(by_a, room);
    tied_b = TiedPairs(n, [&](size_t i, size_t j) { return by_a[i] == by_a[j]; });
    ordered.agree = pairs - tied_a - tied_b + tied_both - ordered.disagree;
  }
};

}  // namespace

PairCounts CountOrderedPairs(std::span<const double> a, std::span<const double> b) {
  return PairTable(a, b).ordered;
}

std::optional<double> KendallTauA(std::span<const double> a, std::span<const double> b) {
  if (a.size() < 2) return {};
  const PairTable table(a, b);
  return table.ordered.excess() / static_cast<double>(table.pairs);
}

std::optional<double> KendallTau(std::span<const double> a, std::span<const double> b) {
  const PairTable table(a, b);
  if (table.tied_a == table.pairs || table.tied_b == table.pairs) return {};
  return table.ordered.excess() / std::sqrt(static_cast<double>(table.pairs - table.tied_a)) /
         std::sqrt(static_cast<double>(table.pairs - table.tied_b));
}

std::optional<double> SpearmanRho(std::span<const double> a, std::span<const double> b) {
  const size_t n = a.size();
  const std::vector<double> rank_a = MeanRanks(TieLevels(a));
  const std::vector<double> rank_b = MeanRanks(TieLevels(b));
  const double mean = (static_cast<double>(n) - 1) / 2;  // of both
  double covariance = 0;
  double variance_a = 0;
  double variance_b = 0;
  for (size_t i = 0; i < n; ++i) {
    covariance += (rank_a[i] - mean) * (rank_b[i] - mean);
    variance_a += (rank_a[i] - mean) * (rank_a[i] - mean);
    variance_b += (rank_b[i] - mean) * (rank_b[i] - mean);
  }
  if (!(variance_a > 0) || !(variance_b > 0)) return {};
  return covariance / std::sqrt(variance_a) / std::sqrt(variance_b);
}

}  // namespace akin
