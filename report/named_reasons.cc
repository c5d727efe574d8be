#include "report/named_reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "akin/try.h"
#include "report/human_numbers.h"

namespace akin::report {
namespace {

Result<NamedVertex> NameVertex(const Corpus& corpus, VertexId vertex) {
  NamedVertex named;
  AKIN_TRY_ASSIGN(named.key, corpus.Name(vertex));
  AKIN_TRY_ASSIGN(named.title, corpus.Title(vertex));
  return named;
}

Result<std::vector<NamedVertex>> NamePath(const Corpus& corpus, const std::vector<VertexId>& path) {
  std::vector<NamedVertex> named;
  for (const VertexId vertex : path) {
    AKIN_TRY_ASSIGN(named.emplace_back(), NameVertex(corpus, vertex));
  }
  return named;
}

Result<NamedReasons> NameList(const Corpus& corpus, const Reasons& reasons) {
  NamedReasons named{.rest = reasons.rest, .rest_contribution = reasons.rest_contribution};
  for (const Reason& reason : reasons.listed) {
    NamedReason& one = named.listed.emplace_back(NamedReason{.reason = reason});
    if (one.of_term()) {
      one.cause.key = reason.term;
      continue;
    }
    AKIN_TRY_ASSIGN(one.cause, NameVertex(corpus, reason.vertex));
    AKIN_TRY_ASSIGN(one.path_a, NamePath(corpus, reason.path_a));
    AKIN_TRY_ASSIGN(one.path_b, NamePath(corpus, reason.path_b));
  }
  return named;
}

}  // namespace

std::string NamedReason::PathText(bool short_ends) const {
  std::string text;
  for (size_t i = 0; i < path_a.size(); ++i) {
    if (i > 0) text += " <- ";
    const bool is_b = i + 1 == path_a.size() && path_b.size() == 1 && i > 0;
    text += !short_ends ? path_a[i].key : i == 0 ? "a" : is_b ? "b" : path_a[i].key;
  }
  for (size_t i = path_b.size(); i-- > 1;) {
    text += " -> ";
    text += short_ends && i == 1 ? "b" : path_b[i - 1].key;
  }
  return text;
}

Result<NamedExplanation> NameReasons(const Corpus& corpus, const Explanation& why) {
  NamedExplanation named{.score = why.score};
  AKIN_TRY_ASSIGN(named.a, NameVertex(corpus, why.a));
  AKIN_TRY_ASSIGN(named.b, NameVertex(corpus, why.b));
  for (const ExplainedPart& part : why.parts) {
    NamedPart& one = named.parts.emplace_back(
        NamedPart{.index = part.index, .weight = part.weight, .reading = part.reading});
    AKIN_TRY_ASSIGN(one.reasons, NameList(corpus, part.reasons));
    one.reasons.score = part.score;
    one.reasons.fingerprints = part.fingerprints;
    one.reasons.met = part.met;
    if (!part.second_look) continue;
    AKIN_TRY_ASSIGN(one.second_look, NameList(corpus, part.second_look->reasons));
    one.second_look->score = part.second_look->score;
    one.second_look->fingerprints = part.second_look->fingerprints;
    one.second_look->met = part.second_look->met;
  }
  return named;
}

std::string DescribeList(const NamedReasons& reasons, bool second_look) {
  if (second_look && reasons.fingerprints == 0) return "exactly; no part of the sum above";
  if (second_look) {
    return fmt::format(
        "{} more fingerprints, walked now, of which {} contribute; no part of the "
        "sum above",
        Grouped(reasons.fingerprints), Grouped(reasons.met));
  }
  if (reasons.fingerprints == 0) return "";
  return fmt::format("{} of {} fingerprints contribute", Grouped(reasons.met),
                     Grouped(reasons.fingerprints));
}

std::string OthersText(size_t count) {
  return fmt::format("{} other{}", Grouped(count), count == 1 ? "" : "s");
}

std::string ContributionText(double number) {
  return number == 0 || number >= 0.001 ? fmt::format("{:.4f}", number)
                                        : fmt::format("{:.2g}", number);
}

std::vector<std::string> RoundToSum(const std::vector<double>& values, double total, int decimals) {
  const double unit = std::pow(10, decimals);
  std::string text = fmt::format("{:.{}f}", total, decimals);
  std::erase(text, '.');
  int64_t missing = std::strtoll(text.c_str(), nullptr, 10);  // as the total is printed
  std::vector<int64_t> units;
  std::vector<double> remainders;
  for (const double value : values) {
    units.push_back(static_cast<int64_t>(std::floor(value * unit)));
    remainders.push_back(value * unit - static_cast<double>(units.back()));
    missing -= units.back();
  }
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t x, size_t y) { return remainders[x] > remainders[y]; });
  for (size_t i = 0; i < order.size() && missing > 0; ++i, --missing) ++units[order[i]];
  for (size_t i = order.size(); i-- > 0 && missing < 0;) {  // by rounding only
    if (units[order[i]] == 0) continue;
    --units[order[i]];
    ++missing;
  }
  std::vector<std::string> shown;
  for (const int64_t number : units) {
    shown.push_back(fmt::format("{:.{}f}", static_cast<double>(number) / unit, decimals));
  }
  return shown;
}

}  // namespace akin::report
