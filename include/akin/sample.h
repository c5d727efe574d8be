// Which vertices, or pairs of them, to ask about: query sets that cover a graph (Yu et al., section
// 7.1), and parts of a graph that look like the whole (section 7.2.4).
//
//   auto queries = akin::Sample(corpus, {.by = akin::SampleBy::kImportance, .count = 300});
//   auto burnt = akin::Sample(corpus, {.by = akin::SampleBy::kFire, .count = 100});
//   akin::WriteSubgraph(corpus, *burnt, "small.akin");
#ifndef AKIN_SAMPLE_H_
#define AKIN_SAMPLE_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

enum class SampleBy {
  kImportance,  // the same number from each tenth of the vertices by PageRank
  kOverlap,     // vertices of pairs, by how much of what leads to either leads to both
  kFire,        // vertices that a forest fire burns
};

// The same corpus and options give the same sample, with any number of threads.
struct SampleOptions {
  SampleBy by = SampleBy::kImportance;
  // The number of vertices; for kOverlap, of pairs. Each tenth, or class of overlap, contributes
  // its share rounded up, or all it has. A fire ends when this many have burnt, or all.
  uint64_t count = 100;
  uint64_t seed = 1;
  uint64_t candidates = 2000;  // kOverlap: pairs to examine; memory and time grow with it
  // kOverlap: candidates are also vertices that are not co-cited, but lead back to a common vertex
  // in 2 to 5 steps.
  bool far = false;
  // kOverlap: only pairs whose depth (OverlapPair) lies between these.
  unsigned min_depth = 1;
  unsigned max_depth = 5;
};

// By importance: the most important first. By overlap: the vertices of SamplePairs in its order. By
// fire: in the order in which they burnt.
Result<std::vector<VertexId>> Sample(const Corpus& corpus, const SampleOptions& options,
                                     const Control& control = {});

struct OverlapPair {
  VertexId a = kNoVertex;  // the smaller of the two
  VertexId b = kNoVertex;
  // f: of what is k steps before either, the share that is before both; summed over k = 1..5
  double overlap = 0;
  uint64_t common = 0;  // g: the number of those that are before both
  unsigned depth = 0;   // the least number of steps after which something is before both

  bool operator==(const OverlapPair&) const = default;
};

// From classes of overlap, from [4, 5] down to [0, 1); pairs with the most in common first.
Result<std::vector<OverlapPair>> SamplePairs(const Corpus& corpus, const SampleOptions& options,
                                             const Control& control = {});

struct SubgraphReport {
  uint64_t vertices = 0;
  uint64_t arcs = 0;
};

// Makes a corpus of these vertices, with their names, and the arcs among them. No vertex may occur
// twice. An existing corpus at the target is an error, or is replaced.
Result<SubgraphReport> WriteSubgraph(const Corpus& corpus, std::span<const VertexId> vertices,
                                     const std::string& target, bool replace = false,
                                     const Control& control = {});

}  // namespace akin

#endif  // AKIN_SAMPLE_H_
