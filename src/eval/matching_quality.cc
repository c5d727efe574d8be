// akin::JudgeMatching: does a one-to-one matching find the vertices that two graphs have in common?
// (YU section 7.2.4, figure 13, where the smaller graph is a part of the larger one.)
//
// Definition: P are the vertices of the larger side that are matched with one of the smaller; V are
// those of the larger side whose name also occurs on the smaller side. Jaccard = |P n V| / |P u V|.
// So it asks for the right set of vertices; how many are matched with their own name is counted
// separately. The larger side is the one with more vertices, the left one if both have equally
// many.
// Empty case: without pairs and without common names it is undefined.
//
// Time: a look-up for every name of the larger side. Memory: 4 bytes per vertex of it, a bit per
// vertex of the other.
#include <algorithm>

#include "akin/eval.h"
#include "akin/try.h"

namespace akin {
namespace {

struct Side {
  const Corpus& corpus;
  std::span<const VertexId> vertices;
};

std::vector<bool> Among(const Side& side) {
  std::vector<bool> among(side.corpus.vertices());
  for (const VertexId v : side.vertices) among[v] = true;
  return among;
}

}  // namespace

Result<MatchingQuality> JudgeMatching(const Corpus& left_corpus, const Corpus& right_corpus,
                                      std::span<const VertexId> left,
                                      std::span<const VertexId> right,
                                      std::span<const Hit> matched) {
  const Side left_side{.corpus = left_corpus, .vertices = left};
  const Side right_side{.corpus = right_corpus, .vertices = right};
  const bool larger_is_left = left.size() >= right.size();
  const Side& larger = larger_is_left ? left_side : right_side;
  const Side& smaller = larger_is_left ? right_side : left_side;
  std::vector<VertexId> partner(larger.corpus.vertices(), kNoVertex);
  MatchingQuality quality;
  for (size_t i = 0; i < matched.size(); ++i) {
    if (matched[i].vertex == kNoVertex) continue;
    ++quality.pairs;
    const auto [here, there] = larger_is_left ? std::pair(left[i], matched[i].vertex)
                                              : std::pair(matched[i].vertex, left[i]);
    partner[here] = there;
  }
  const std::vector<bool> in_smaller = Among(smaller);
  for (const VertexId v : larger.vertices) {
    AKIN_TRY_ASSIGN(const std::string name, larger.corpus.Name(v));
    AKIN_TRY_ASSIGN(const auto namesake, smaller.corpus.FindName(name));
    const bool common = namesake && in_smaller[*namesake];
    const bool paired = partner[v] != kNoVertex;
    quality.same_key += common && partner[v] == *namesake ? 1 : 0;
    quality.found += common && paired ? 1 : 0;
    quality.either += common || paired ? 1 : 0;
  }
  return quality;
}

}  // namespace akin
