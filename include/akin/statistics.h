// What an index is made of and what can be expected of it: how large its trees are, how walks of
// fewer steps would do, where its bytes go, how far its scores may be off.
//
// A query reads the trees of one vertex, one per fingerprint. So its cost follows the tree of a
// member taken at random, the size-biased mean, and not the mean over trees, which the many small
// ones pull down (FR section 5.3, where the figure shows both by path length).
#ifndef AKIN_STATISTICS_H_
#define AKIN_STATISTICS_H_

#include <cstdint>
#include <vector>

namespace akin {

// Of all trees of an index, those of all fingerprints together. A tree has at least two vertices.
struct TreeSizes {
  uint64_t trees = 0;
  uint64_t members = 0;  // vertices in trees; a vertex counts once per fingerprint
  uint64_t alone = 0;    // vertices in none, counted likewise
  uint64_t largest = 0;
  double mean = 0;         // members per tree
  double size_biased = 0;  // the tree of a member taken at random: sum of s^2 / sum of s

  // Of all vertices, in all fingerprints, those that met another one.
  double share_met() const {
    return members == 0 ? 0 : static_cast<double>(members) / static_cast<double>(members + alone);
  }
};

// What the same index with walks of so many steps would have.
struct LengthStatistics {
  unsigned length = 0;
  TreeSizes sizes;
  double truncation = 0;  // c^(length + 1): what walks without end would add to a score at most
};

// Trees of `least` to 2 `least` - 1 vertices.
struct SizeBucket {
  uint64_t least = 1;
  uint64_t trees = 0;
  uint64_t members = 0;
};

struct IndexBytes {
  uint64_t rows = 0;    // which blocks a vertex is in
  uint64_t blocks = 0;  // members and labels
  uint64_t other = 0;   // directories, checksums, padding

  uint64_t total() const { return rows + blocks + other; }
};

struct IndexStatistics {
  unsigned fingerprints = 0;
  uint64_t vertices = 0;
  TreeSizes sizes;
  // By powers of two, up to that of the largest tree. The first counts the vertices alone, as trees
  // of one.
  std::vector<SizeBucket> histogram;
  std::vector<LengthStatistics> by_length;  // 1, 2, ... up to the index's own
  IndexBytes bytes;

  double bytes_per_vertex_and_fingerprint() const {
    const double places = static_cast<double>(vertices) * fingerprints;
    return places == 0 ? 0 : static_cast<double>(bytes.total()) / places;
  }
};

// Bounds that hold for any graph and pair, by the number of fingerprints alone (FR section 4). Most
// scores do far better: their own standard error comes with them.
//
// A score is off by no more than this with probability `confidence` (FR theorem 4):
// P(|estimate - score| > d) < 2 exp(-6/7 N d^2).
double ErrorWithin(unsigned fingerprints, double confidence);
// Two scores this far apart or farther come in the right order with probability `confidence` (FR
// theorem 5): P(swap) < exp(-0.3 N d^2).
double GapInOrder(unsigned fingerprints, double confidence);
// The standard error of a score cannot exceed this: 0.5 / sqrt(N), for numbers in [0, 1].
double LargestStandardError(unsigned fingerprints);

}  // namespace akin

#endif  // AKIN_STATISTICS_H_
