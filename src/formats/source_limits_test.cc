#include "formats/source_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace akin {
namespace {

using ::testing::HasSubstr;

class CountingArcs : public ArcSink {
 public:
  Status Vertex(std::string_view) override { return {}; }
  Status Arc(std::string_view, std::string_view) override {
    ++arcs;
    return {};
  }
  Status Title(std::string_view, std::string_view) override { return {}; }
  uint64_t arcs = 0;
};

// Delivers arcs until one is refused; returns the refusal.
Status Deliver(uint64_t arcs, std::string_view name, const IngestOptions& options, uint64_t bytes,
               CountingArcs& sink) {
  LimitedSink limited(sink, options, bytes, "x.zst");
  for (uint64_t i = 0; i < arcs; ++i) {
    if (Status status = limited.Arc(name, "b"); !status.ok()) return status;
  }
  return {};
}

TEST(SourceLimits, ArcsAreLimitedBySize) {
  CountingArcs sink;
  const uint64_t most = (1 << 24) + 64 * 10;
  const Status status = Deliver(most + 1, "a", {}, 10, sink);
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_EQ(status.parameter(), "max_arcs");
  EXPECT_THAT(status.message(), HasSubstr("x.zst: has more than 16777856 arcs in 10 bytes"));
  EXPECT_EQ(sink.arcs, most);
  CountingArcs enough;
  EXPECT_TRUE(Deliver(most + 1, "a", {.max_arcs = most + 1}, 10, enough).ok());
  CountingArcs unknown;
  EXPECT_TRUE(Deliver(most + 1, "a", {}, 0, unknown).ok());
}

TEST(SourceLimits, ALimitThatIsGivenHolds) {
  for (const uint64_t bytes : {0U, 1U << 30}) {
    CountingArcs sink;
    EXPECT_EQ(Deliver(9, "a", {.max_arcs = 7}, bytes, sink).code(), Code::kOutOfBudget);
    EXPECT_EQ(sink.arcs, 7U);
  }
}

TEST(SourceLimits, NamesAreLimitedToo) {
  const std::string name(1 << 20, 'n');
  CountingArcs sink;
  EXPECT_THAT(Deliver(2000, name, {}, 10, sink).message(), HasSubstr("names of more than"));
  EXPECT_LE(sink.arcs, 1024U);
}

TEST(SourceLimits, DeclaredCounts) {
  EXPECT_TRUE(CheckDeclaredVertices(1 << 20, 0, {}, {}).ok());
  EXPECT_TRUE(CheckDeclaredVertices(5'000'000'000, 100'000'000, {}, {}).ok());
  EXPECT_FALSE(CheckDeclaredVertices((1 << 20) + 65, 1, {}, {}).ok());
  EXPECT_TRUE(CheckDeclaredVertices(1 << 30, 1, {.max_vertices = 1 << 30}, {}).ok());
  EXPECT_TRUE(CheckDeclaredArcs(1 << 24, 1, {}, {}).ok());
  EXPECT_FALSE(CheckDeclaredArcs((1 << 24) + 65, 1, {}, {}).ok());
  EXPECT_FALSE(CheckDeclaredArcs(20'000'000'000, 1'000'000, {}, {}).ok());
  EXPECT_TRUE(CheckDeclaredArcs(20'000'000'000, 1, {.max_arcs = 20'000'000'000}, {}).ok());
}

}  // namespace
}  // namespace akin
