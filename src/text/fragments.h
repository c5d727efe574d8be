// Fragments of bags (HGKI section 6.1): what one page says about one vertex, collected page by page
// and sorted by vertex and term, each pair once.
//
// A fragment is 16 bytes. Its sort key is 64 bits: the vertex and the upper half of the term's
// hash. The few terms that agree in both are distinguished when fragments are combined. Vertices
// are cut into stretches with a sorter each, so that threads seldom wait for each other and can
// drain one stretch each.
//
// Memory: as granted, and 64 KiB per run while a stretch is drained. Disk: 16 bytes per fragment if
// memory is not enough.
#ifndef AKIN_SRC_TEXT_FRAGMENTS_H_
#define AKIN_SRC_TEXT_FRAGMENTS_H_

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "akin/status.h"
#include "akin/try.h"
#include "akin/types.h"
#include "base/external_sorter.h"

namespace akin {

struct Fragment {
  uint64_t key = 0;    // vertex << 32 | upper half of the term's hash
  uint32_t low = 0;    // its lower half
  uint32_t units = 0;  // the count of the term (text/window.h)

  uint64_t sort_key() const { return key; }
  VertexId vertex() const { return static_cast<VertexId>(key >> 32); }
};

// A term of a vertex, summed over all fragments.
struct TermCount {
  uint64_t term = 0;  // its hash
  uint64_t units = 0;

  bool operator==(const TermCount&) const = default;
};

class FragmentStore {
 public:
  static constexpr size_t kStretches = 16;

  // Names of spill files begin with `spill_prefix`.
  FragmentStore(const std::string& spill_prefix, VertexId vertices, uint64_t memory);

  // Keys must be ascending. Safe from any thread.
  Status Add(std::span<const Fragment> fragments);

  // Vertices of stretch i: from First(i) to First(i + 1).
  VertexId First(size_t stretch) const;
  // Visits one vertex at a time, ascending, with all its terms, also ascending. Vertices without
  // fragments are not visited. Different stretches may be drained at the same time, after the last
  // Add.
  using Visit = std::function<Status(VertexId vertex, std::span<const TermCount> terms)>;
  Status Drain(size_t stretch, const Visit& visit);

 private:
  struct Stretch {
    explicit Stretch(std::string spill_path, uint64_t memory)
        : sorter(std::move(spill_path), memory) {}
    std::mutex mutex;
    ExternalSorter<Fragment> sorter;
  };

  VertexId vertices_;
  std::array<std::unique_ptr<Stretch>, kStretches> stretches_;
};

// Collects the fragments of one thread; they are sorted and combined a batch at a time.
class FragmentBatch {
 public:
  FragmentBatch(FragmentStore& store, uint64_t memory);

  Status Add(VertexId vertex, uint64_t term, uint32_t units) {
    if (size_ == fragments_.size()) AKIN_TRY(Flush());
    fragments_[size_++] = {.key = (uint64_t{vertex} << 32) | (term >> 32),
                           .low = static_cast<uint32_t>(term),
                           .units = units};
    return {};
  }
  // Must be called after the last Add.
  Status Flush();

 private:
  FragmentStore& store_;
  std::vector<Fragment> fragments_, scratch_;
  size_t size_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_TEXT_FRAGMENTS_H_
