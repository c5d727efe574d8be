#include "assemble/name_order.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "akin/try.h"
#include "base/radix_sort.h"

namespace akin {
namespace {

constexpr size_t kKeyBytes = 8;
constexpr size_t kFewNames = 16;                // are compared as they are
constexpr size_t kManyNames = size_t{1} << 13;  // are worth the counting of a radix sort
constexpr size_t kNamesAhead = 16;              // that are fetched before they are read
constexpr size_t kGroupsPerThread = 8;

struct KeyedName {
  uint64_t key;  // eight bytes of the name, the first one highest
  uint32_t number;
  uint64_t sort_key() const { return key; }
};

// Names that are equal in their first `depth` bytes.
struct NameGroup {
  std::span<KeyedName> names;
  size_t depth;
};

// Zeros follow the end.
uint64_t KeyAt(std::string_view name, size_t depth) {
  const std::string_view rest = name.substr(std::min(depth, name.size()));
  uint64_t key = 0;
  std::memcpy(&key, rest.data(), std::min(kKeyBytes, rest.size()));
  return __builtin_bswap64(key);
}

class NameSorter {
 public:
  explicit NameSorter(const NameTable& names) : names_(names) {}

  // Sorts a group. Of the groups in it, those of at most `most` names go to `later`, if it is
  // given.
  void Sort(const NameGroup& group, size_t most, std::vector<NameGroup>* later) const {
    std::vector<NameGroup> open = {group};
    while (!open.empty()) {
      const NameGroup next = open.back();
      open.pop_back();
      if (later != nullptr && next.names.size() <= most) {
        later->push_back(next);
      } else if (next.names.size() <= kFewNames) {
        Compare(next);
      } else {
        SortByKey(next, open);
      }
    }
  }

 private:
  void Compare(const NameGroup& group) const {
    std::sort(group.names.begin(), group.names.end(), [&](const KeyedName& a, const KeyedName& b) {
      return names_[a.number].substr(group.depth) < names_[b.number].substr(group.depth);
    });
  }

  void SortByKey(const NameGroup& group, std::vector<NameGroup>& open) const {
    const std::span<KeyedName> names = group.names;
    for (size_t i = 0; i < names.size(); ++i) {
      if (i + kNamesAhead < names.size()) names_.Prefetch(names[i + kNamesAhead].number);
      names[i].key = KeyAt(names_[names[i].number], group.depth);
    }
    if (names.size() < kManyNames) {
      std::sort(names.begin(), names.end(),
                [](const KeyedName& a, const KeyedName& b) { return a.key < b.key; });
    } else {
      std::vector<KeyedName> scratch(names.size());
      RadixSort(names, std::span(scratch));
    }
    for (size_t begin = 0; begin < names.size();) {
      size_t end = begin + 1;
      while (end < names.size() && names[end].key == names[begin].key) ++end;
      if (end - begin > 1) Descend(names.subspan(begin, end - begin), group.depth, open);
      begin = end;
    }
  }

  // Names with the same key. A name that ends in it is the start of the others, so it is less.
  void Descend(std::span<KeyedName> names, size_t depth, std::vector<NameGroup>& open) const {
    const size_t deeper = depth + kKeyBytes;
    const auto length = [&](const KeyedName& name) { return names_[name.number].size(); };
    const auto longer = std::partition(
        names.begin(), names.end(), [&](const KeyedName& name) { return length(name) <= deeper; });
    std::sort(names.begin(), longer,
              [&](const KeyedName& a, const KeyedName& b) { return length(a) < length(b); });
    const auto ended = static_cast<size_t>(longer - names.begin());
    if (names.size() - ended > 1) open.push_back({names.subspan(ended), deeper});
  }

  const NameTable& names_;
};

}  // namespace

Result<std::vector<uint32_t>> OrderOfNames(const NameTable& names, ThreadPool& pool,
                                           const std::stop_token& stop) {
  std::vector<KeyedName> keyed(names.size());
  for (uint32_t i = 0; i < names.size(); ++i) keyed[i].number = i;
  const NameSorter sorter(names);
  std::vector<NameGroup> groups;
  sorter.Sort({keyed, 0}, names.size() / (pool.size() * kGroupsPerThread), &groups);
  AKIN_TRY(pool.Run(groups.size(), stop, [&](uint64_t i, unsigned) -> Status {
    sorter.Sort(groups[i], 0, nullptr);
    return {};
  }));
  std::vector<uint32_t> order(keyed.size());
  std::ranges::transform(keyed, order.begin(), &KeyedName::number);
  return order;
}

}  // namespace akin
