#include "formats/edge_block.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "akin/utf8.h"
#include "base/integer_name.h"

namespace akin {
namespace {

constexpr size_t kDigitsAtOnce = 8;
constexpr size_t kMostDigits = 18;  // that fit 64 bits for sure
static_assert(LineBlock::kPadding >= kDigitsAtOnce);

// The number that eight decimal digits are, each in its byte, the highest first: of two neighbours
// one number, then of four, then of all.
uint64_t NumberOf(uint64_t digits) {
  constexpr uint64_t kPairs = 0x000000ff000000ff;
  constexpr uint64_t kOuter = 100 + (uint64_t{1'000'000} << 32);
  constexpr uint64_t kInner = 1 + (uint64_t{10'000} << 32);
  digits = digits * 10 + (digits >> 8);
  return ((digits & kPairs) * kOuter + ((digits >> 16) & kPairs) * kInner) >> 32;
}

// Reads an integer as in base/integer_name.h, of at most 18 digits. Returns where it ends, or null
// if there is none.
const char* TakeInteger(const char* at, int64_t& value) {
  constexpr uint64_t kEach = 0x0101010101010101;
  const bool negative = *at == '-';
  if (negative) ++at;
  uint64_t digits;
  std::memcpy(&digits, at, sizeof digits);
  digits ^= '0' * kEach;
  // The top bit of a byte is set if it is above 9; behind the first such byte it means nothing.
  const uint64_t others = ((digits + (0x80 - 10) * kEach) | digits) & 0x80 * kEach;
  const auto count = static_cast<size_t>(std::countr_zero(others)) / 8;
  if (count == 0 || (*at == '0' && (negative || count > 1))) return nullptr;
  const char* end = at + count;
  uint64_t number = NumberOf(digits << (64 - 8 * count));
  if (count == kDigitsAtOnce) {
    for (; *end >= '0' && *end <= '9'; ++end) {
      if (end == at + kMostDigits) return nullptr;
      number = number * 10 + static_cast<uint64_t>(*end - '0');
    }
  }
  value = negative ? -static_cast<int64_t>(number) : static_cast<int64_t>(number);
  return end;
}

class BlockSplitter {
 public:
  BlockSplitter(const EdgeRules& rules, KeptNames* first, KeptNames* second, EdgeBlock& block)
      : rules_(rules),
        first_(first),
        second_(second),
        block_(block),
        fields_(rules.from_column - 1, rules.to_column - 1) {}

  // All lines, as integers or as names. False if a line is bad, or a name is no integer.
  bool Split(bool integers) {
    block_.integers.clear();
    block_.names.clear();
    block_.unquoted.clear();
    integers_ = integers;
    const char* at = block_.lines.text().data();
    const char* const end = at + block_.lines.size;
    const bool in_front = rules_.from_column == 1 && rules_.to_column == 2;
    while (at != end) {
      if (const char* next = integers && in_front ? TakeTwo(at) : nullptr; next != nullptr) {
        at = next;
        continue;
      }
      const auto left = static_cast<size_t>(end - at);
      const void* const newline = std::memchr(at, '\n', left);
      const size_t size =
          newline == nullptr ? left : static_cast<size_t>(static_cast<const char*>(newline) - at);
      if (!Line({at, size})) return false;
      at += std::min(size + 1, left);
    }
    return true;
  }

 private:
  // A line of two integers and nothing else. Returns where the next begins; null if it is none.
  const char* TakeTwo(const char* at) {
    int64_t from = 0;
    int64_t to = 0;
    at = TakeInteger(at, from);
    if (at == nullptr) return nullptr;
    if (rules_.separator == kBlanks) {
      if (!IsBlank(*at)) return nullptr;
      while (IsBlank(*at)) ++at;
    } else if (*at++ != rules_.separator) {
      return nullptr;
    }
    at = TakeInteger(at, to);
    if (at == nullptr) return nullptr;
    if (*at == '\r') ++at;
    if (*at != '\n') return nullptr;
    block_.integers.push_back(from);
    block_.integers.push_back(to);
    return at + 1;
  }

  bool Line(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!IsData(line)) return true;
    if (!fields_.Split(line, rules_.separator) || !rules_.HasColumns(fields_)) return false;
    std::string_view from = fields_.from();
    std::string_view to = fields_.to();
    if (integers_) return Integer(from) && Integer(to);
    if (NameProblem(from) != nullptr || NameProblem(to) != nullptr) return false;
    if (Fields::HasQuotes(line, rules_.separator)) {
      from = block_.unquoted.emplace_back(from);
      to = block_.unquoted.emplace_back(to);
    }
    if (first_ != nullptr) first_->Compare(from, to);
    if (second_ != nullptr) second_->Compare(from, to);
    block_.names.push_back(from);
    block_.names.push_back(to);
    return true;
  }

  bool Integer(std::string_view name) {
    const std::optional<int64_t> value = IntegerName(name);
    if (value) block_.integers.push_back(*value);
    return value.has_value();
  }

  const EdgeRules& rules_;
  KeptNames* first_;
  KeptNames* second_;
  EdgeBlock& block_;
  Fields fields_;
  bool integers_ = false;
};

}  // namespace

bool EdgeRules::HasColumns(const Fields& fields) const {
  if (chosen) return fields.count() >= std::max(from_column, to_column);
  if (fields.count() == 2) return true;
  return ignore_weights && fields.count() == 3 && IsNumber(fields.third());
}

void SplitBlock(const EdgeRules& rules, KeptNames* first, KeptNames* second, EdgeBlock& block) {
  block.plain = false;
  // A line with a NUL is bad, even a comment.
  if (!block.lines.problem.empty() || block.lines.text().find('\0') != std::string_view::npos) {
    return;
  }
  if (first != nullptr) first->seen_again = false;
  if (second != nullptr) second->seen_again = false;
  BlockSplitter splitter(rules, first, second, block);
  const bool integers = first == nullptr && !block.had_names && splitter.Split(true);
  block.plain = integers || splitter.Split(false);
  if (block.plain) block.had_names = !integers;
}

}  // namespace akin
