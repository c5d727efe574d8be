#include "assemble/sorted_arcs.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <stop_token>
#include <vector>

#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

// Pieces of random arcs, skewed and with duplicates.
std::vector<std::vector<uint64_t>> RandomPieces(size_t pieces, size_t arcs, VertexId vertices) {
  std::mt19937_64 random(1);
  std::vector<std::vector<uint64_t>> made(pieces);
  for (auto& piece : made) {
    for (size_t i = 0; i < arcs; ++i) {
      const auto from = static_cast<VertexId>(random() % vertices);
      const auto to = static_cast<VertexId>(random() % (1 + random() % vertices));
      piece.push_back(PackArc(from, to));
    }
  }
  return made;
}

ArcPieces PiecesOf(const std::vector<std::vector<uint64_t>>& pieces, VertexId vertices) {
  return {.vertices = vertices,
          .pieces = pieces.size(),
          .make = [&pieces](uint64_t i, std::vector<uint64_t>& arcs) { arcs = pieces[i]; }};
}

class SortedArcsTest : public testing::Test {
 protected:
  using Visit = Status (*)(const ArcPieces&, const std::string&, const Control&, const ArcVisitor&);
  std::vector<uint64_t> Visited(Visit visit, const ArcPieces& arcs, const Control& control) const {
    std::vector<uint64_t> visited;
    const Status status =
        visit(arcs, directory_.path(), control, [&](std::span<const uint64_t> some) -> Status {
          EXPECT_FALSE(some.empty());
          visited.insert(visited.end(), some.begin(), some.end());
          return {};
        });
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_TRUE(ReadTree(directory_.path()).empty());
    return visited;
  }

  TempDir directory_;
};

TEST_F(SortedArcsTest, BothOrdersForAnyThreadsAndMemory) {
  constexpr VertexId kVertices = 5000;
  const auto pieces = RandomPieces(40, 1500, kVertices);
  std::set<uint64_t> by_source;
  std::set<uint64_t> by_target;
  for (const auto& piece : pieces) {
    for (const uint64_t arc : piece) {
      by_source.insert(arc);
      by_target.insert(PackArc(ArcColumn(arc), ArcRow(arc)));
    }
  }
  const ArcPieces arcs = PiecesOf(pieces, kVertices);
  for (const unsigned threads : {1U, 2U, 7U}) {
    // Many runs, some runs, one range in memory, several ranges.
    for (const uint64_t memory :
         {uint64_t{1} << 14, uint64_t{1} << 19, uint64_t{7} << 20, uint64_t{1} << 30}) {
      const Control control{.threads = threads, .memory = memory};
      const auto sources = Visited(VisitBySource, arcs, control);
      const auto targets = Visited(VisitByTarget, arcs, control);
      ASSERT_TRUE(std::equal(sources.begin(), sources.end(), by_source.begin(), by_source.end()));
      ASSERT_TRUE(std::equal(targets.begin(), targets.end(), by_target.begin(), by_target.end()));
    }
  }
}

TEST_F(SortedArcsTest, ArcsThatComeBySourceArePassedOnInTheirOrder) {
  std::vector<std::vector<uint64_t>> pieces(100);
  std::vector<uint64_t> all;
  for (VertexId v = 0; v < 1000; ++v) {
    if (v / 10 % 7 == 3) continue;  // some pieces are empty
    for (VertexId to = 0; to < v % 5; ++to) all.push_back(PackArc(v, to));
    for (VertexId to = 0; to < v % 5; ++to) pieces[v / 10].push_back(PackArc(v, to));
  }
  ArcPieces arcs = PiecesOf(pieces, 1000);
  arcs.by_source = true;
  for (const unsigned threads : {1U, 2U, 7U}) {
    for (const uint64_t memory : {uint64_t{1}, uint64_t{1} << 20, uint64_t{1} << 30}) {
      const Control control{.threads = threads, .memory = memory};
      ASSERT_EQ(Visited(VisitBySource, arcs, control), all);
    }
  }
  EXPECT_TRUE(Visited(VisitBySource, {.vertices = 5, .by_source = true}, {}).empty());
  EXPECT_TRUE(Visited(VisitByTarget, {.vertices = 5}, {}).empty());
}

TEST_F(SortedArcsTest, AStopAndAFailingVisitorEndIt) {
  const auto pieces = RandomPieces(10, 500, 100);
  ArcPieces arcs = PiecesOf(pieces, 100);
  std::stop_source stop;
  stop.request_stop();
  const ArcVisitor fail = [](std::span<const uint64_t>) { return Status(Code::kIo, "full"); };
  for (const bool by_source : {false, true}) {
    arcs.by_source = by_source;
    EXPECT_EQ(VisitBySource(arcs, directory_.path(), {.stop = stop.get_token()}, fail).code(),
              Code::kCancelled);
    EXPECT_EQ(VisitBySource(arcs, directory_.path(), {}, fail).code(), Code::kIo);
    EXPECT_EQ(VisitByTarget(arcs, directory_.path(), {.memory = 1}, fail).code(), Code::kIo);
  }
  EXPECT_TRUE(ReadTree(directory_.path()).empty());
}

}  // namespace
}  // namespace akin
