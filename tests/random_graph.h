// Small graphs in memory for tests, and a RapidCheck generator of difficult ones: isolated
// vertices, self-loops, stars, dense spots, long tails.
#ifndef AKIN_TESTS_RANDOM_GRAPH_H_
#define AKIN_TESTS_RANDOM_GRAPH_H_

#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "akin/adjacency.h"

namespace akin {

class TestGraph {
 public:
  using Arcs = std::vector<std::pair<VertexId, VertexId>>;  // from, to

  TestGraph(VertexId vertices, Arcs arcs) : vertices_(vertices), arcs_(std::move(arcs)) {
    std::sort(arcs_.begin(), arcs_.end());
    arcs_.erase(std::unique(arcs_.begin(), arcs_.end()), arcs_.end());
    Fill(out_, [](auto arc) { return arc; });
    Fill(in_, [](auto arc) { return std::pair(arc.second, arc.first); });
  }

  static TestGraph Star(VertexId leaves) {  // the hub links to all leaves, and the last one back
    Arcs arcs;
    for (VertexId v = 1; v <= leaves; ++v) arcs.emplace_back(0, v);
    arcs.emplace_back(leaves, 0);
    return {leaves + 1, arcs};
  }
  static TestGraph Path(VertexId n) {
    Arcs arcs;
    for (VertexId v = 0; v + 1 < n; ++v) arcs.emplace_back(v, v + 1);
    return {n, arcs};
  }
  static TestGraph Cycle(VertexId n) {
    Arcs arcs;
    for (VertexId v = 0; v < n; ++v) arcs.emplace_back(v, (v + 1) % n);
    return {n, arcs};
  }
  static TestGraph Complete(VertexId n) {  // without self-loops
    Arcs arcs;
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) {
        if (u != v) arcs.emplace_back(u, v);
      }
    }
    return {n, arcs};
  }
  // Bit 3 u + v of `bits`, which are below 512, says whether u links to v.
  static TestGraph OfThree(uint32_t bits) {
    Arcs arcs;
    for (uint32_t i = 0; i < 9; ++i) {
      if ((bits >> i & 1) != 0) arcs.emplace_back(i / 3, i % 3);
    }
    return {3, arcs};
  }
  static TestGraph Random(VertexId n, size_t arc_count, uint32_t seed) {
    std::mt19937 generator(seed);
    std::uniform_int_distribution<VertexId> vertex(0, n - 1);
    Arcs arcs;
    for (size_t i = 0; i < arc_count; ++i) {
      const VertexId from = vertex(generator);
      arcs.emplace_back(from, vertex(generator));
    }
    return {n, arcs};
  }

  VertexId vertices() const { return vertices_; }
  const Arcs& arcs() const { return arcs_; }
  Adjacency in() const { return {.offsets = in_.offsets, .neighbours = in_.neighbours}; }
  Adjacency out() const { return {.offsets = out_.offsets, .neighbours = out_.neighbours}; }

 private:
  struct Rows {
    std::vector<uint64_t> offsets;
    std::vector<VertexId> neighbours;
  };

  template <class Turn>
  void Fill(Rows& rows, Turn&& turn) {
    Arcs turned;
    for (const auto& arc : arcs_) turned.push_back(turn(arc));
    std::sort(turned.begin(), turned.end());
    rows.offsets.assign(vertices_ + size_t{1}, 0);
    for (const auto& [row, column] : turned) {
      ++rows.offsets[row + size_t{1}];
      rows.neighbours.push_back(column);
    }
    for (VertexId v = 0; v < vertices_; ++v) rows.offsets[v + size_t{1}] += rows.offsets[v];
  }

  VertexId vertices_;
  Arcs arcs_;
  Rows in_;
  Rows out_;
};

inline rc::Gen<TestGraph> GenGraph(VertexId most_vertices) {
  return rc::gen::exec([most_vertices] {
    const auto n = *rc::gen::inRange<VertexId>(1, most_vertices + 1);
    // Sometimes arcs begin and end at a few vertices only: this makes hubs and leaves others
    // isolated.
    const auto sources = *rc::gen::inRange<VertexId>(1, n + 1);
    const auto targets = *rc::gen::inRange<VertexId>(1, n + 1);
    auto arcs = *rc::gen::container<TestGraph::Arcs>(rc::gen::pair(
        rc::gen::inRange<VertexId>(0, sources), rc::gen::inRange<VertexId>(0, targets)));
    return TestGraph(n, std::move(arcs));
  });
}

// A graph of one of the shapes that tend to break such code: acyclic graphs, cycles, stars,
// bipartite graphs, self-loops, complete graphs, vertices without links.
inline TestGraph ArbitraryGraph(VertexId most_vertices) {
  TestGraph graph = *GenGraph(most_vertices);
  const VertexId n = graph.vertices();
  TestGraph::Arcs arcs = graph.arcs();
  switch (*rc::gen::inRange(0, 9)) {
    case 0:  // acyclic
      std::erase_if(arcs, [](const auto& arc) { return arc.first >= arc.second; });
      break;
    case 1:  // a cycle, with chords
      for (VertexId v = 0; v < n; ++v) arcs.emplace_back(v, (v + 1) % n);
      break;
    case 2:  // a star, outwards
      for (VertexId v = 1; v < n; ++v) arcs.emplace_back(0, v);
      break;
    case 3:  // a star, inwards
      for (VertexId v = 1; v < n; ++v) arcs.emplace_back(v, 0);
      break;
    case 4:  // people and items
      std::erase_if(arcs,
                    [n](const auto& arc) { return arc.first >= n / 2 || arc.second < n / 2; });
      break;
    case 5:  // self-loops
      for (VertexId v = 0; v < n; v += 2) arcs.emplace_back(v, v);
      break;
    case 6:
      return TestGraph::Complete(std::min<VertexId>(n, 15));
    case 7:
      return TestGraph::Random(n, size_t{4} * n, *rc::gen::arbitrary<uint32_t>());
    default:
      break;
  }
  return {n, arcs};
}

}  // namespace akin

#endif  // AKIN_TESTS_RANDOM_GRAPH_H_
