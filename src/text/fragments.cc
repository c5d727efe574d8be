#include "text/fragments.h"

#include <fmt/format.h>

#include <algorithm>

#include "akin/try.h"
#include "base/radix_sort.h"

namespace akin {
namespace {

constexpr uint64_t kSmallestBatch = 1024;
constexpr uint64_t kLargestBatch = 1 << 16;  // larger batches do not fit in the processor's caches

// Sums the fragments of one key by the lower halves of their terms. Nearly always there is only one
// term. O(n log n) for any terms, in memory for twice as many sums as there are terms.
class KeySums {
 public:
  void Add(const Fragment& fragment) {
    if (!sums_.empty() && sums_.back().term == fragment.low) {
      sums_.back().units += fragment.units;
      return;
    }
    sums_.push_back({.term = fragment.low, .units = fragment.units});
    if (sums_.size() >= limit_) {
      Combine();
      limit_ = std::max(kSmallestLimit, 2 * sums_.size());
    }
  }
  // Appends the sums of a key to the terms of its vertex.
  void MoveTo(uint64_t key, std::vector<TermCount>& terms) {
    Combine();
    for (const TermCount& sum : sums_) {
      terms.push_back({.term = (key << 32) | sum.term, .units = sum.units});
    }
    sums_.clear();
    limit_ = kSmallestLimit;
  }

 private:
  static constexpr size_t kSmallestLimit = 64;

  void Combine() {
    if (sums_.size() < 2) return;
    std::sort(sums_.begin(), sums_.end(),
              [](const TermCount& a, const TermCount& b) { return a.term < b.term; });
    size_t last = 0;
    for (size_t i = 1; i < sums_.size(); ++i) {
      if (sums_[i].term == sums_[last].term) {
        sums_[last].units += sums_[i].units;
      } else {
        sums_[++last] = sums_[i];
      }
    }
    sums_.resize(last + 1);
  }

  std::vector<TermCount> sums_;
  size_t limit_ = kSmallestLimit;
};

}  // namespace

FragmentStore::FragmentStore(const std::string& spill_prefix, VertexId vertices, uint64_t memory)
    : vertices_(vertices) {
  for (size_t i = 0; i < kStretches; ++i) {
    stretches_[i] =
        std::make_unique<Stretch>(fmt::format("{}-{}.spill", spill_prefix, i), memory / kStretches);
  }
}

VertexId FragmentStore::First(size_t stretch) const {
  return static_cast<VertexId>(uint64_t{vertices_} * stretch / kStretches);
}

Status FragmentStore::Add(std::span<const Fragment> fragments) {
  for (size_t i = 0; i < kStretches && !fragments.empty(); ++i) {
    const auto past =
        std::lower_bound(fragments.begin(), fragments.end(), uint64_t{First(i + 1)} << 32,
                         [](const Fragment& f, uint64_t key) { return f.key < key; });
    const auto size = static_cast<size_t>(past - fragments.begin());
    if (size == 0) continue;
    const std::lock_guard lock(stretches_[i]->mutex);
    AKIN_TRY(stretches_[i]->sorter.Add(fragments.first(size)));
    fragments = fragments.subspan(size);
  }
  return {};
}

Status FragmentStore::Drain(size_t stretch, const Visit& visit) {
  std::vector<TermCount> terms;
  KeySums sums;
  uint64_t key = 0;
  bool any = false;
  const auto end_vertex = [&]() -> Status {
    sums.MoveTo(key, terms);
    AKIN_TRY(visit(static_cast<VertexId>(key >> 32), terms));
    terms.clear();
    return {};
  };
  AKIN_TRY(stretches_[stretch]->sorter.Drain([&](std::span<const Fragment> run) -> Status {
    for (const Fragment& fragment : run) {
      if (any && fragment.key != key) {
        if (fragment.vertex() != key >> 32) {
          AKIN_TRY(end_vertex());
        } else {
          sums.MoveTo(key, terms);
        }
      }
      any = true;
      key = fragment.key;
      sums.Add(fragment);
    }
    return {};
  }));
  return any ? end_vertex() : Status();
}

FragmentBatch::FragmentBatch(FragmentStore& store, uint64_t memory)
    : store_(store),
      fragments_(std::clamp(memory / (2 * sizeof(Fragment)), kSmallestBatch, kLargestBatch)),
      scratch_(fragments_.size()) {}

Status FragmentBatch::Flush() {
  if (size_ == 0) return {};
  const auto batch = std::span(fragments_).first(size_);
  size_ = 0;
  RadixSort(batch, std::span(scratch_));
  size_t last = 0;
  for (size_t i = 1; i < batch.size(); ++i) {
    const Fragment& next = batch[i];
    const bool same = next.key == batch[last].key && next.low == batch[last].low;
    if (same && next.units <= UINT32_MAX - batch[last].units) {
      batch[last].units += next.units;
    } else {
      batch[++last] = next;
    }
  }
  return store_.Add(batch.first(last + 1));
}

}  // namespace akin
