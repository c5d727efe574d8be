// What an index is made of and what can be expected of it: the sizes of its trees, the effect of
// shorter walks, the sizes of its parts, the errors of its scores.
//
// A query reads the trees of one vertex, one per fingerprint. So its cost follows the tree size of
// a random member, the size-biased mean, and not the mean over trees, which the many small ones
// pull down (FR section 5.3, where the figure shows both by path length).
#ifndef AKIN_STATISTICS_H_
#define AKIN_STATISTICS_H_

#include <cstdint>
#include <vector>

namespace akin {

// Of all trees of an index, in all fingerprints together. A tree has at least two vertices.
struct TreeSizes {
  uint64_t trees = 0;
  uint64_t members = 0;  // vertices in trees; a vertex counts once per fingerprint
  uint64_t alone = 0;    // vertices in no tree, counted likewise
  uint64_t largest = 0;
  double mean = 0;         // members per tree
  double size_biased = 0;  // tree size of a random member: sum of s^2 / sum of s

  // The share of vertices, over all fingerprints, that met another one.
  double share_met() const {
    return members == 0 ? 0 : static_cast<double>(members) / static_cast<double>(members + alone);
  }
};

// The statistics of the same index with walks of this length.
struct LengthStatistics {
  unsigned length = 0;
  TreeSizes sizes;
  double truncation = 0;  // c^(length + 1): the most that infinite walks would add to a score
};

// Trees of `least` to 2 `least` - 1 vertices.
struct SizeBucket {
  uint64_t least = 1;
  uint64_t trees = 0;
  uint64_t members = 0;
};

struct IndexBytes {
  uint64_t rows = 0;    // which blocks contain a vertex
  uint64_t blocks = 0;  // members and labels
  uint64_t other = 0;   // directories, checksums, padding

  uint64_t total() const { return rows + blocks + other; }
};

struct IndexStatistics {
  unsigned fingerprints = 0;
  uint64_t vertices = 0;
  TreeSizes sizes;
  // By powers of two, up to that of the largest tree. The first bucket counts the vertices that are
  // alone, as trees of one.
  std::vector<SizeBucket> histogram;
  std::vector<LengthStatistics> by_length;  // 1, 2, ... up to the length of the index
  IndexBytes bytes;

  double bytes_per_vertex_and_fingerprint() const {
    const double places = static_cast<double>(vertices) * fingerprints;
    return places == 0 ? 0 : static_cast<double>(bytes.total()) / places;
  }
};

// Bounds that hold for any graph and pair, and depend only on the number of fingerprints (FR
// section 4). Most scores are far more accurate: each has its own standard error.
//
// A score is off by no more than this with probability `confidence` (FR theorem 4):
// P(|estimate - score| > d) < 2 exp(-6/7 N d^2).
double ErrorWithin(unsigned fingerprints, double confidence);
// Two scores at least this far apart are in the right order with probability `confidence` (FR
// theorem 5): P(swap) < exp(-0.3 N d^2).
double GapInOrder(unsigned fingerprints, double confidence);
// A threshold query asks for all vertices that score more than alpha: FR's related query. Of those
// that truly score more than alpha + gap, at least this share is found on average (FR theorem 7,
// first part): 1 - exp(-6/7 N gap^2).
double ThresholdRecall(unsigned fingerprints, double gap);
// Of those found, on average at most this many for each one that truly scores more than alpha +
// gap, times the number of those that truly score no more than alpha - gap, are such (the second
// part): 1 / (exp(6/7 N gap^2) - 1). So precision is at least 1 - below / above times this.
double ThresholdIntruders(unsigned fingerprints, double gap);

// How many reads of a database a question takes: in the layout of FR section 2, and here. There, a
// vertex has one list of the trees it is in, and a tree is read at once: N + 1 reads for a related
// query, at most N + 2 for two vertices; for min-hashes of length l, 1 + N l, and 2. Here, a shard
// of ten fingerprints has one row per vertex, which says where in its trees it is, and trees are
// read in blocks of 64 members: a row per shard, and a block or more per fingerprint (and distance)
// in which the vertex met another. For two vertices that is two rows per shard, and at most two
// blocks per fingerprint (and distance).
struct ReadsPerQuery {
  uint64_t related = 0;  // here: for trees that fit into a block
  uint64_t sim = 0;      // at most
};
ReadsPerQuery ReadsInTheory(unsigned fingerprints, unsigned layers);
ReadsPerQuery ReadsHere(unsigned fingerprints, unsigned layers, uint64_t shards);

// The standard error of a score cannot exceed this: 0.5 / sqrt(N), for numbers in [0, 1].
double LargestStandardError(unsigned fingerprints);

}  // namespace akin

#endif  // AKIN_STATISTICS_H_
