#include "ingest/label_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "akin/errors.h"
#include "akin/try.h"
#include "formats/edge_fields.h"

namespace akin {
namespace {

constexpr uint64_t kBytesPerValue = 64;  // of the table of values, besides the text

std::optional<double> NumberOf(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return {};
  return number;
}

}  // namespace

Status LabelColumn::Check(const std::string& value) const {
  if (kind_ != AttributeKind::kNumber || NumberOf(value)) return {};
  return Status(Code::kBadInput, fmt::format("'{}' is no number, but {} should be", value, name_));
}

void LabelColumn::Add(VertexId vertex, const std::string& value) {
  const auto [at, fresh] = numbered_.try_emplace(value, static_cast<uint32_t>(numbered_.size()));
  if (fresh) bytes_ += value.size() + kBytesPerValue;
  fields_.push_back({.vertex = vertex, .value = at->second});
  bytes_ += sizeof(Field);
}

AttributeKind LabelColumn::KindOfAll() const {
  if (kind_) return *kind_;
  const auto is_number = [](const auto& value) { return NumberOf(value.first).has_value(); };
  const auto has_separator = [&](const auto& value) {
    return value.first.find(separator_) != std::string::npos;
  };
  if (!numbered_.empty() && std::all_of(numbered_.begin(), numbered_.end(), is_number)) {
    return AttributeKind::kNumber;
  }
  return std::any_of(numbered_.begin(), numbered_.end(), has_separator) ? AttributeKind::kSet
                                                                        : AttributeKind::kText;
}

std::vector<std::string> LabelColumn::TextsOf(const std::string& value) const {
  if (column_.info.kind == AttributeKind::kText) return {value};
  std::vector<std::string> members;
  for (std::string_view rest = value;;) {
    const size_t end = rest.find(separator_);
    const std::string_view member = TrimBlanks(rest.substr(0, end));
    if (!member.empty()) members.emplace_back(member);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

Result<AttributeColumn> LabelColumn::Finish() {
  column_.info.name = name_;
  column_.info.kind = KindOfAll();
  std::sort(fields_.begin(), fields_.end(),
            [](const Field& a, const Field& b) { return a.vertex < b.vertex; });
  if (column_.info.kind == AttributeKind::kNumber) {
    FinishNumbers();
  } else {
    AKIN_TRY(FinishTexts());
  }
  column_.rows = rows_;
  column_.numbers = numbers_;
  column_.values = values_;
  column_.starts = starts_;
  column_.ends = ends_;
  column_.text = text_;
  column_.info.vertices = rows_.size();
  return column_;
}

void LabelColumn::FinishNumbers() {
  std::vector<double> of_value(numbered_.size());
  for (const auto& [value, number] : numbered_) of_value[number] = *NumberOf(value);
  for (const Field& field : fields_) {
    rows_.push_back(field.vertex);
    numbers_.push_back(of_value[field.value]);
  }
  std::sort(of_value.begin(), of_value.end());
  if (!of_value.empty()) {
    column_.info.min = of_value.front();
    column_.info.max = of_value.back();
  }
  const auto different = std::unique(of_value.begin(), of_value.end()) - of_value.begin();
  column_.info.distinct = static_cast<uint64_t>(different);
}

Status LabelColumn::FinishTexts() {
  std::map<std::string, uint32_t> sorted;
  std::vector<std::vector<std::string>> texts(numbered_.size());
  for (const auto& [value, number] : numbered_) {
    texts[number] = TextsOf(value);
    for (const std::string& text : texts[number]) sorted.emplace(text, 0);
  }
  for (auto& [text, number] : sorted) {
    number = static_cast<uint32_t>(ends_.size());
    text_ += text;
    ends_.push_back(text_.size());
  }
  const bool is_set = column_.info.kind == AttributeKind::kSet;
  if (is_set) starts_.push_back(0);
  for (const Field& field : fields_) {
    if (texts[field.value].empty()) continue;  // separators alone: an empty set is none
    rows_.push_back(field.vertex);
    for (const std::string& text : texts[field.value]) values_.push_back(sorted.at(text));
    if (values_.size() > UINT32_MAX) {
      return Status(Code::kBadInput, fmt::format("{} has more than 2^32 values", name_));
    }
    if (is_set) starts_.push_back(static_cast<uint32_t>(values_.size()));
  }
  column_.info.distinct = ends_.size();
  return {};
}

}  // namespace akin
