#include "graph/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/try.h"

namespace akin {
namespace {

constexpr VertexId kScanUpTo = 1'000'000;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; }

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return Lower(c); });
  return lower;
}

// Typing errors forgiven in a word of this length.
size_t Forgiven(size_t length) { return length <= 3 ? 1 : length <= 8 ? 2 : 3; }

// "en/cpp/container/vector.html" -> "vector"
std::string_view LastPart(std::string_view name) {
  const size_t slash = name.find_last_of('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  const size_t dot = name.find_first_of('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

// How far a name is from what was wanted; smaller is nearer, kFar is no match.
constexpr size_t kFar = 1000;
size_t Distance(std::string_view lower_wanted, std::string_view text) {
  const std::string lower = Lower(text);
  if (lower == lower_wanted) return 0;
  const size_t most = Forgiven(lower_wanted.size());
  const size_t edits = EditDistance(lower_wanted, lower, most);
  if (edits <= most) return edits;
  const std::string_view last = LastPart(lower);
  if (last == lower_wanted) return 4;
  const size_t last_edits = EditDistance(lower_wanted, last, most);
  if (last_edits <= most) return 4 + last_edits;
  if (lower_wanted.size() >= 3 && lower.starts_with(lower_wanted)) return 10;
  if (lower_wanted.size() >= 3 && lower.find(lower_wanted) != std::string::npos) return 11;
  return kFar;
}

class Best {
 public:
  explicit Best(size_t count) : count_(count) {}
  void Offer(size_t distance, VertexId vertex, std::string text) {
    if (distance >= kFar) return;
    // Among equally near ones the shorter is the likelier to be meant.
    entries_.emplace_back(distance, text.size(), vertex, std::move(text));
    std::push_heap(entries_.begin(), entries_.end());
    if (entries_.size() <= count_) return;
    std::pop_heap(entries_.begin(), entries_.end());
    entries_.pop_back();
  }
  std::vector<std::string> Take() {
    std::sort_heap(entries_.begin(), entries_.end());
    std::vector<std::string> texts;
    for (auto& entry : entries_) texts.push_back(std::move(std::get<3>(entry)));
    return texts;
  }

 private:
  size_t count_;
  std::vector<std::tuple<size_t, size_t, VertexId, std::string>> entries_;
};

// Where the name would stand.
Result<VertexId> LowerBound(const Keys& keys, std::string_view wanted) {
  VertexId low = 0;
  VertexId high = keys.size();
  while (low < high) {
    const VertexId middle = low + (high - low) / 2;
    AKIN_TRY_ASSIGN(const std::string name, keys.Name(middle));
    if (name < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace

size_t EditDistance(std::string_view a, std::string_view b, size_t most) {
  const size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > most) return most + 1;
  std::vector<size_t> before_last;
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    size_t least = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
      least = std::min(least, row[j]);
    }
    if (least > most) return most + 1;
    before_last = last;
    std::swap(last, row);
  }
  return std::min(last[b.size()], most + 1);
}

Result<std::vector<std::string>> SuggestNames(const Keys& keys, std::string_view wanted,
                                              size_t count) {
  const std::string lower = Lower(wanted);
  Best best(count);
  if (keys.size() > kScanUpTo) {
    if (keys.integers()) return std::vector<std::string>();
    AKIN_TRY_ASSIGN(const VertexId at, LowerBound(keys, wanted));
    const VertexId begin = at > 200 ? at - 200 : 0;
    for (VertexId v = begin; v < std::min<uint64_t>(keys.size(), uint64_t{at} + 200); ++v) {
      AKIN_TRY_ASSIGN(std::string name, keys.Name(v));
      best.Offer(Distance(lower, name), v, std::move(name));
    }
    return best.Take();
  }
  AKIN_TRY(keys.ForEach([&](VertexId v, std::string_view name) -> Status {
    const size_t by_name = Distance(lower, name);
    size_t by_title = kFar;
    std::string title;
    if (keys.has_titles()) {
      AKIN_TRY_ASSIGN(title, keys.Title(v));
      if (!title.empty()) by_title = Distance(lower, title);
    }
    if (by_title < by_name) {
      best.Offer(by_title, v, fmt::format("{} ({})", name, title));
    } else {
      best.Offer(by_name, v, std::string(name));
    }
    return {};
  }));
  return best.Take();
}

std::vector<std::string> SuggestWords(const std::vector<std::string>& choices,
                                      std::string_view wanted) {
  Best best(3);
  const std::string lower = Lower(wanted);
  for (const std::string& choice : choices) best.Offer(Distance(lower, choice), 0, choice);
  return best.Take();
}

}  // namespace akin
