#include "base/spelling.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"

namespace akin {
namespace {

// The number of typing errors that are allowed in a word of this length.
size_t Forgiven(size_t length) { return length <= 3 ? 1 : length <= 8 ? 2 : 3; }

// "en/cpp/container/vector.html" -> "vector"
std::string_view LastPart(std::string_view name) {
  const size_t slash = name.find_last_of('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  const size_t dot = name.find_first_of('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
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

std::vector<std::string> SuggestWords(const std::vector<std::string>& choices,
                                      std::string_view wanted) {
  NearestWords nearest(wanted, 3);
  for (const std::string& choice : choices) nearest.Offer(nearest.Distance(choice), 0, choice);
  return nearest.Take();
}

NearestWords::NearestWords(std::string_view wanted, size_t count)
    : wanted_(ascii::Lowered(wanted)), count_(count) {}

size_t NearestWords::Distance(std::string_view word) const {
  const std::string lower = ascii::Lowered(word);
  if (lower == wanted_) return 0;
  const size_t most = Forgiven(wanted_.size());
  const size_t edits = EditDistance(wanted_, lower, most);
  if (edits <= most) return edits;
  const std::string_view last = LastPart(lower);
  if (last == wanted_) return 4;
  const size_t last_edits = EditDistance(wanted_, last, most);
  if (last_edits <= most) return 4 + last_edits;
  if (wanted_.size() >= 3 && lower.starts_with(wanted_)) return 10;
  if (wanted_.size() >= 3 && lower.find(wanted_) != std::string::npos) return 11;
  return kFar;
}

void NearestWords::Offer(size_t distance, uint64_t rank, std::string shown) {
  if (distance >= kFar) return;
  // Of equally near words the shorter is more likely to be meant.
  best_.emplace_back(distance, shown.size(), rank, std::move(shown));
  std::push_heap(best_.begin(), best_.end());
  if (best_.size() <= count_) return;
  std::pop_heap(best_.begin(), best_.end());
  best_.pop_back();
}

std::vector<uint64_t> NearestWords::TakeRanks() {
  std::sort_heap(best_.begin(), best_.end());
  std::vector<uint64_t> ranks;
  for (const auto& entry : best_) ranks.push_back(std::get<2>(entry));
  return ranks;
}

std::vector<std::string> NearestWords::Take() {
  std::sort_heap(best_.begin(), best_.end());
  std::vector<std::string> shown;
  for (auto& entry : best_) shown.push_back(std::move(std::get<3>(entry)));
  return shown;
}

}  // namespace akin
