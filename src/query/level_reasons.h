// Reasons of indexes that sum a series over walks of k steps, by the vertex where the walks are.
//
// Definition: with h_k(v, w) what of v is at w after k steps against the links, and a factor that
// depends on k and w, vertex w contributes the sum over k of factor(k, w) h_k(a, w) h_k(b, w). For
// SimRank the factor is the diagonal correction D_w, the chance that two walks that are both at w
// never meet again: so this is the last meeting of two walks, whereas fingerprints know the first.
//
// Paths: of the k that contributes most, traced back from w. Each step back goes to the vertex
// from which the most of h_k at w comes.
//
// Cost: the entries of all levels, twice 16 bytes each, and sorting them; for each path the
// out-links of its vertices.
#ifndef AKIN_SRC_QUERY_LEVEL_REASONS_H_
#define AKIN_SRC_QUERY_LEVEL_REASONS_H_

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "akin/adjacency.h"
#include "akin/explain.h"
#include "akin/status.h"
#include "akin/types.h"
#include "linear/sparse.h"
#include "query/explaining.h"

namespace akin {

class LevelReasons {
 public:
  // by_step: what a vertex contributes at each level is a reason of its own.
  LevelReasons(VertexId a, VertexId b, bool by_step)
      : by_step_(by_step), a_({{{a, 1}}}), b_({{{b, 1}}}) {}

  // The next level, from k = 1 on, of entries above 0 in any order. factor(w) is that of the level.
  template <class Factor>
  void Add(std::vector<Entry> of_a, std::vector<Entry> of_b, const Factor& factor) {
    SortLevel(of_a);
    SortLevel(of_b);
    const auto level = static_cast<unsigned>(a_.size());
    EachCommon(of_a, of_b, [&](VertexId w, double at_a, double at_b) {
      places_[PlaceKey(w, by_step_ ? level : 0)].Add(level, factor(w) * at_a * at_b);
    });
    entries_ += of_a.size() + of_b.size();
    a_.push_back(std::move(of_a));
    b_.push_back(std::move(of_b));
  }

  // Of memory held, about.
  uint64_t bytes() const { return sizeof(Entry) * entries_ + kBytesPerPlace * places_.size(); }

  // A contribution of a vertex that is in both entries of that level.
  void AddTo(VertexId vertex, unsigned level, double contribution) {
    places_[PlaceKey(vertex, by_step_ ? level : 0)].Add(level, contribution);
  }

  // The k largest, with paths. share(v): which part of v's entry each of its in-neighbours gets, up
  // to a factor of the level. kDamaged if the out-links are not those of the in-links.
  using Share = std::function<double(VertexId)>;
  Result<Reasons> Keep(unsigned k, const Adjacency& out, const Share& share) const;

 private:
  struct Place {
    double sum = 0;
    double most = 0;     // the largest contribution of a level,
    unsigned level = 0;  // and which one that is

    void Add(unsigned at, double contribution) {
      sum += contribution;
      if (level != 0 && contribution <= most) return;
      most = contribution;
      level = at;
    }
  };
  using Levels = std::vector<std::vector<Entry>>;  // each by ascending vertex

  static void SortLevel(std::vector<Entry>& level);
  static Result<std::vector<VertexId>> PathTo(VertexId place, unsigned level, const Levels& levels,
                                              const Adjacency& out, const Share& share);
  template <class Visit>
  static void EachCommon(const std::vector<Entry>& a, const std::vector<Entry>& b,
                         const Visit& visit) {
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a[i].vertex == b[j].vertex) {
        visit(a[i].vertex, a[i].value, b[j].value);
        ++i;
        ++j;
      } else {
        ++(a[i].vertex < b[j].vertex ? i : j);
      }
    }
  }

  static constexpr uint64_t kBytesPerPlace = 64;  // a node of the map and its bucket

  bool by_step_;
  uint64_t entries_ = 0;
  Levels a_;
  Levels b_;
  std::unordered_map<uint64_t, Place> places_;  // by PlaceKey
};

// The share of walks that take each in-link with the same chance.
inline LevelReasons::Share WalkersPerInLink(const Adjacency& in) {
  return [&in](VertexId v) { return 1 / static_cast<double>(in.degree(v)); };
}

}  // namespace akin

#endif  // AKIN_SRC_QUERY_LEVEL_REASONS_H_
