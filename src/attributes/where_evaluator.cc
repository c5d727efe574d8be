#include "attributes/where_evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "attributes/where_parser.h"

namespace akin {
namespace {

// Names between two looks at whether to stop.
constexpr VertexId kBetweenStops = 1 << 14;

// Whether a value and the one of the comparison, in this order, stand in the relation.
template <class T>
bool Holds(Relation relation, const T& value, const T& wanted) {
  switch (relation) {
    case Relation::kEqual:
      return value == wanted;
    case Relation::kUnequal:
      return value != wanted;
    case Relation::kLess:
      return value < wanted;
    case Relation::kAtMost:
      return value <= wanted;
    case Relation::kGreater:
      return value > wanted;
    case Relation::kAtLeast:
      return value >= wanted;
    case Relation::kPrefix:
      break;
  }
  if constexpr (std::is_same_v<T, std::string_view>) return value.starts_with(wanted);
  return false;
}

Result<double> NumberIn(const Comparison& comparison) {
  const std::string& text = comparison.value;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(number)) {
    return number;
  }
  return WhereError(comparison.value_at,
                    fmt::format("'{}' is no number, but {} is", text, comparison.name));
}

Status CannotCompare(const Comparison& comparison, std::string_view what,
                     std::string_view instead) {
  return WhereError(comparison.relation_at,
                    fmt::format("{} has {}, which {} does not compare; {}", comparison.name, what,
                                RelationName(comparison.relation), instead));
}

// Places in a sorted list of `size` texts: from the first that is in the relation to the first
// behind that is not. Not for kUnequal, whose places are not consecutive.
template <class ValueAt>
Result<std::pair<uint32_t, uint32_t>> RangeOf(Relation relation, std::string_view wanted,
                                              uint32_t size, const ValueAt& value_at) {
  // The first place whose value does not come before.
  const auto bound = [&](const auto& comes_before) -> Result<uint32_t> {
    uint32_t low = 0;
    uint32_t high = size;
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      AKIN_TRY_ASSIGN(const auto value, value_at(middle));
      if (comes_before(std::string_view(value))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  const auto less = [&](std::string_view value) { return value < wanted; };
  const auto at_most = [&](std::string_view value) { return value <= wanted; };
  const auto before_or_with = [&](std::string_view value) {
    return value < wanted || value.starts_with(wanted);
  };
  AKIN_TRY_ASSIGN(const uint32_t first, bound(less));
  if (relation == Relation::kLess) return std::pair(uint32_t{0}, first);
  if (relation == Relation::kAtLeast) return std::pair(first, size);
  if (relation == Relation::kPrefix) {
    AKIN_TRY_ASSIGN(const uint32_t past, bound(before_or_with));
    return std::pair(first, past);
  }
  AKIN_TRY_ASSIGN(const uint32_t past, bound(at_most));
  if (relation == Relation::kAtMost) return std::pair(uint32_t{0}, past);
  if (relation == Relation::kGreater) return std::pair(past, size);
  return std::pair(first, past);
}

class WhereEvaluator {
 public:
  WhereEvaluator(const Keys& keys, std::span<const AttributeColumn> columns, const Control& control)
      : keys_(keys), columns_(columns), control_(control) {}

  Result<VertexSet> Run(std::span<const WhereStep> steps) {
    std::vector<VertexSet> stack;
    for (const WhereStep& step : steps) {
      if (control_.stop.stop_requested()) return Interrupted();
      if (step.kind == WhereStep::Kind::kCompare) {
        AKIN_TRY_ASSIGN(VertexSet found, Compare(step.comparison));
        stack.push_back(std::move(found));
        continue;
      }
      VertexSet last = std::move(stack.back());
      if (step.kind == WhereStep::Kind::kNot) {
        stack.back() = Everybody();
        stack.back() -= last;
        continue;
      }
      stack.pop_back();
      if (step.kind == WhereStep::Kind::kAnd) stack.back() &= last;
      if (step.kind == WhereStep::Kind::kOr) stack.back() |= last;
    }
    return std::move(stack.back());
  }

 private:
  VertexSet Everybody() const { return VertexSet::Range(0, keys_.size()); }

  Result<VertexSet> Compare(const Comparison& comparison) {
    if (comparison.name == "key") return CompareKeys(comparison);
    if (comparison.name == "title") return CompareTitles(comparison);
    for (const AttributeColumn& column : columns_) {
      if (column.info.name != comparison.name) continue;
      return column.info.kind == AttributeKind::kNumber ? CompareNumbers(column, comparison)
                                                        : CompareValues(column, comparison);
    }
    std::vector<std::string_view> names = {"key", "title"};
    for (const AttributeColumn& column : columns_) names.push_back(column.info.name);
    return UnknownWord("where", "attribute", comparison.name, names,
                       fmt::format(" at character {}", comparison.name_at));
  }

  static Result<VertexSet> CompareNumbers(const AttributeColumn& column,
                                          const Comparison& comparison) {
    if (comparison.relation == Relation::kPrefix) {
      return CannotCompare(comparison, "numbers", "give a range, as in year>=1990 and year<2000");
    }
    AKIN_TRY_ASSIGN(const double wanted, NumberIn(comparison));
    std::vector<VertexId> found;
    for (size_t i = 0; i < column.rows.size(); ++i) {
      if (Holds(comparison.relation, column.numbers[i], wanted)) found.push_back(column.rows[i]);
    }
    return VertexSet(found);
  }

  static Result<VertexSet> CompareValues(const AttributeColumn& column,
                                         const Comparison& comparison) {
    const Relation relation = comparison.relation;
    const bool is_set = column.info.kind == AttributeKind::kSet;
    const bool ordered = relation != Relation::kEqual && relation != Relation::kUnequal &&
                         relation != Relation::kPrefix;
    if (is_set && ordered) {
      return CannotCompare(comparison, "sets", "ask for a member, as in tags=new");
    }
    AKIN_TRY_ASSIGN(
        const auto range,
        RangeOf(relation, comparison.value, static_cast<uint32_t>(column.ends.size()),
                [&](uint32_t i) -> Result<std::string_view> { return column.Value(i); }));
    const bool wanted = relation != Relation::kUnequal;
    std::vector<VertexId> found;
    for (size_t row = 0; row < column.rows.size(); ++row) {
      const auto values = column.ValuesOf(row);
      const bool inside = std::any_of(values.begin(), values.end(), [&](uint32_t value) {
        return value >= range.first && value < range.second;
      });
      if (inside == wanted) found.push_back(column.rows[row]);
    }
    return VertexSet(found);
  }

  Result<VertexSet> CompareKeys(const Comparison& comparison) {
    const Relation relation = comparison.relation;
    if (relation == Relation::kEqual || relation == Relation::kUnequal) {
      AKIN_TRY_ASSIGN(const auto vertex, keys_.Find(comparison.value));
      VertexSet found = vertex ? VertexSet::Range(*vertex, *vertex + 1) : VertexSet();
      if (relation == Relation::kEqual) return found;
      VertexSet others = Everybody();
      others -= found;
      return others;
    }
    if (!keys_.integers()) {  // then they are ordered by bytes
      AKIN_TRY_ASSIGN(const auto range, RangeOf(relation, comparison.value, keys_.size(),
                                                [&](uint32_t i) { return keys_.Name(i); }));
      return VertexSet::Range(range.first, range.second);
    }
    std::vector<VertexId> found;
    double wanted = 0;
    if (relation != Relation::kPrefix) {
      AKIN_TRY_ASSIGN(wanted, NumberIn(comparison));
    }
    AKIN_TRY(keys_.ForEach([&](VertexId v, std::string_view name) -> Status {
      if (v % kBetweenStops == 0 && control_.stop.stop_requested()) return Interrupted();
      double number = 0;
      std::from_chars(name.data(), name.data() + name.size(), number);
      const bool holds = relation == Relation::kPrefix ? name.starts_with(comparison.value)
                                                       : Holds(relation, number, wanted);
      if (holds) found.push_back(v);
      return {};
    }));
    return VertexSet(found);
  }

  Result<VertexSet> CompareTitles(const Comparison& comparison) {
    if (comparison.relation == Relation::kEqual) {
      AKIN_TRY_ASSIGN(const std::vector<VertexId> found, keys_.FindTitle(comparison.value));
      return VertexSet(found);
    }
    std::vector<VertexId> found;
    for (VertexId v = 0; v < keys_.size() && keys_.has_titles(); ++v) {
      if (v % kBetweenStops == 0 && control_.stop.stop_requested()) return Interrupted();
      AKIN_TRY_ASSIGN(const std::string title, keys_.Title(v));
      if (title.empty()) continue;
      if (Holds<std::string_view>(comparison.relation, title, comparison.value)) found.push_back(v);
    }
    return VertexSet(found);
  }

  const Keys& keys_;
  std::span<const AttributeColumn> columns_;
  const Control& control_;
};

}  // namespace

Result<VertexSet> EvaluateWhere(std::string_view expression, const Keys& keys,
                                std::span<const AttributeColumn> columns, const Control& control) {
  AKIN_TRY_ASSIGN(const std::vector<WhereStep> steps, ParseWhere(expression));
  return WhereEvaluator(keys, columns, control).Run(steps);
}

}  // namespace akin
