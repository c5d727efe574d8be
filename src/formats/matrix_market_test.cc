#include "formats/matrix_market.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "recording_sink.h"

namespace akin {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::StartsWith;

const std::string kPattern = "%%MatrixMarket matrix coordinate pattern general\n";

struct MatrixOutcome {
  Status status;
  RecordingSink sink;
  IngestReport report;
};

MatrixOutcome ReadMatrix(std::string text, const IngestOptions& options = {}) {
  Result<std::unique_ptr<ByteSource>> source = ByteSource::OverBytes("m.mtx", std::move(text));
  EXPECT_TRUE(source.ok());
  MatrixOutcome outcome;
  outcome.status = ReadMatrixMarket(**source, options, outcome.sink, outcome.report, {});
  EXPECT_EQ(outcome.report.arcs_read, outcome.sink.arcs.size());
  return outcome;
}

RecordingSink Good(std::string text, const IngestOptions& options = {}) {
  MatrixOutcome outcome = ReadMatrix(std::move(text), options);
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
  return std::move(outcome.sink);
}

std::string MatrixRefusal(std::string text, const IngestOptions& options = {}) {
  const MatrixOutcome outcome = ReadMatrix(std::move(text), options);
  EXPECT_EQ(outcome.status.code(), Code::kBadInput);
  EXPECT_THAT(outcome.sink.vertices, IsEmpty());
  return outcome.status.message();
}

TEST(MatrixMarket, EveryRowIsAVertexAndEveryEntryAnArc) {
  const RecordingSink sink = Good(kPattern + "% comment\n\n4 4 3\n1 2\n  2\t3  \n003 3\n");
  EXPECT_THAT(sink.vertices, ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(sink.arcs, ElementsAre(Pair("1", "2"), Pair("2", "3"), Pair("3", "3")));
}

TEST(MatrixMarket, BannerInAnyCase) {
  const RecordingSink sink =
      Good("%%matrixmarket MATRIX Coordinate PATTERN General\r\n2 2 1\r\n1 2\r\n");
  EXPECT_THAT(sink.arcs, ElementsAre(Pair("1", "2")));
}

TEST(MatrixMarket, StoredTrianglesStandForBoth) {
  for (const std::string symmetry : {"symmetric", "Skew-Symmetric", "HERMITIAN"}) {
    const RecordingSink sink =
        Good("%%MatrixMarket matrix coordinate pattern " + symmetry + "\n3 3 2\n2 1\n3 3\n");
    EXPECT_THAT(sink.arcs, ElementsAre(Pair("2", "1"), Pair("1", "2"), Pair("3", "3")));
  }
}

TEST(MatrixMarket, ValuesAreRefusedOrForgotten) {
  for (const auto& [field, values] : std::vector<std::pair<std::string, std::string>>{
           {"real", "-1.5e-3"}, {"integer", "7"}, {"complex", "0.5 -1"}}) {
    const std::string banner = "%%MatrixMarket matrix coordinate " + field + " general\n";
    const std::string text = banner + "2 2 1\n1 2 " + values + "\n";
    EXPECT_THAT(Good(text, {.ignore_weights = true}).arcs, ElementsAre(Pair("1", "2")));
    EXPECT_EQ(MatrixRefusal(text), "m.mtx:1: entries have " + field +
                                       " values: arcs have no weights here; they can be ignored");
    EXPECT_THAT(MatrixRefusal(banner + "2 2 1\n1 2\n", {.ignore_weights = true}),
                StartsWith("m.mtx:3: expected "));
    EXPECT_THAT(MatrixRefusal(banner + "2 2 1\n1 2 x x\n", {.ignore_weights = true}),
                StartsWith("m.mtx:3: expected "));
    EXPECT_THAT(MatrixRefusal(banner + "2 2 1\n1 2 " + values + " 1\n", {.ignore_weights = true}),
                StartsWith("m.mtx:3: too many columns"));
  }
  EXPECT_EQ(MatrixRefusal(kPattern + "2 2 1\n1 2 1\n", {.ignore_weights = true}),
            "m.mtx:3: too many columns; expected 2");
}

TEST(MatrixMarket, OtherBannersAreRefused) {
  EXPECT_THAT(MatrixRefusal("1 2\n"), StartsWith("m.mtx:1: not a MatrixMarket file"));
  EXPECT_THAT(MatrixRefusal("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n"),
              StartsWith("m.mtx:1: a dense (array) matrix"));
  EXPECT_THAT(MatrixRefusal("%%MatrixMarket vector coordinate real general\n"),
              StartsWith("m.mtx:1: unknown kind"));
  EXPECT_THAT(MatrixRefusal("%%MatrixMarket matrix coordinate pattern general more\n"),
              StartsWith("m.mtx:1: unknown kind"));
  EXPECT_THAT(MatrixRefusal("%%MatrixMarket matrix coordinate\n"),
              StartsWith("m.mtx:1: unknown field"));
  EXPECT_THAT(MatrixRefusal("%%MatrixMarket matrix coordinate string general\n"),
              StartsWith("m.mtx:1: unknown field"));
  EXPECT_THAT(MatrixRefusal("%%MatrixMarket matrix coordinate pattern lopsided\n"),
              StartsWith("m.mtx:1: unknown symmetry"));
}

TEST(MatrixMarket, SizeLine) {
  EXPECT_THAT(MatrixRefusal(kPattern + "% c\n3 4 1\n1 2\n"),
              StartsWith("m.mtx:3: the matrix is not square: 3 rows, 4 columns; write"));
  for (const std::string size : {"3 3", "3 3 1 1", "3 3 -1", "3 x 1", "1 2"}) {
    EXPECT_THAT(MatrixRefusal(kPattern + size + "\n1 2\n"),
                StartsWith("m.mtx:2: not three counts"));
  }
  EXPECT_THAT(MatrixRefusal(kPattern + "0 0 0\n"), StartsWith("m.mtx:2: the matrix has no rows"));
  EXPECT_THAT(MatrixRefusal(kPattern + "4294967295 4294967295 0\n"),
              StartsWith("m.mtx:2: 4294967295 "));
  EXPECT_THAT(Good(kPattern + "2 2 0\n").vertices, ElementsAre("1", "2"));
}

TEST(MatrixMarket, EndsTooSoon) {
  EXPECT_THAT(MatrixRefusal(""),
              StartsWith("m.mtx: the file ends too soon; expected \"%%MatrixMarket"));
  EXPECT_THAT(MatrixRefusal(kPattern + "% only comments\n"),
              StartsWith("m.mtx: the file ends too soon; expected the size line"));
  EXPECT_THAT(MatrixRefusal(kPattern + "3 3 2\n1 2\n"),
              StartsWith("m.mtx: the file ends after 1 entries, but its size line declares 2"));
}

TEST(MatrixMarket, Entries) {
  EXPECT_EQ(MatrixRefusal(kPattern + "3 3 1\n1 2\n2 3\n"),
            "m.mtx:4: more entries than the 1 the size line declares");
  EXPECT_EQ(MatrixRefusal(kPattern + "3 3 1\n1 4\n"),
            "m.mtx:3: entry (1, 4) is outside the matrix; expected 1 to 3");
  EXPECT_THAT(MatrixRefusal(kPattern + "3 3 1\n0 1\n"), HasSubstr("(0, 1) is outside"));
  for (const std::string entry : {"1", "a b", "1 -2", "1.5 2", "1 99999999999999999999"}) {
    EXPECT_THAT(MatrixRefusal(kPattern + "3 3 1\n" + entry + "\n"),
                StartsWith("m.mtx:3: not an entry"));
  }
  EXPECT_THAT(MatrixRefusal(kPattern + "3 3 1\n" + std::string("1\0 2\n", 5)), HasSubstr("binary"));
}

TEST(MatrixMarket, SkippingCountsBadEntriesButNoMissingOnes) {
  const MatrixOutcome outcome =
      ReadMatrix(kPattern + "3 3 4\n1 2\nx\n1 9\n" + std::string(2 << 20, '1') + "\n3 1\n",
                 {.skip_bad_lines = true});
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_THAT(outcome.sink.arcs, ElementsAre(Pair("1", "2")));
  EXPECT_EQ(outcome.report.bad_lines, 4u);
  EXPECT_THAT(outcome.report.first_bad_lines,
              ElementsAre(StartsWith("m.mtx:4: "), StartsWith("m.mtx:5: "), StartsWith("m.mtx:6: "),
                          StartsWith("m.mtx:7: more entries")));
  EXPECT_THAT(MatrixRefusal(kPattern + "3 3 3\n1 2\nx\n", {.skip_bad_lines = true}),
              HasSubstr("declares 3"));
  EXPECT_THAT(MatrixRefusal(kPattern + "3 x\n", {.skip_bad_lines = true}), StartsWith("m.mtx:2: "));
}

TEST(MatrixMarket, CutAnywhereItIsAnErrorOrTheSameArcs) {
  const std::string text = kPattern + "% c\n30 30 3\n1 2\n2 3\n3 1\n";
  const RecordingSink whole = Good(text);
  for (size_t length = 0; length < text.size(); ++length) {
    const MatrixOutcome cut = ReadMatrix(text.substr(0, length));
    // Only the line end of the last entry may be missing.
    ASSERT_EQ(cut.status.ok(), length == text.size() - 1) << length;
    EXPECT_TRUE(!cut.status.ok() || cut.sink.arcs == whole.arcs);
  }
}

TEST(MatrixMarket, StopsWhileGivingVertices) {
  std::stop_source stop;
  struct Stopping : RecordingSink {
    explicit Stopping(std::stop_source& s) : stop(s) {}
    Status Vertex(std::string_view) override {
      stop.request_stop();
      return {};
    }
    std::stop_source& stop;
  } sink(stop);
  Result<std::unique_ptr<ByteSource>> source =
      ByteSource::OverBytes("m.mtx", kPattern + "4000000000 4000000000 0\n");
  ASSERT_TRUE(source.ok());
  IngestReport report;
  const Control control{.stop = stop.get_token(), .progress = {}};
  const IngestOptions options{.max_vertices = 4'000'000'000};
  EXPECT_EQ(ReadMatrixMarket(**source, options, sink, report, control).code(), Code::kCancelled);
}

TEST(MatrixMarket, IsToldByItsFirstWord) {
  EXPECT_TRUE(IsMatrixMarket(std::string_view(kPattern).substr(0, kMatrixMarketHead)));
  EXPECT_TRUE(IsMatrixMarket("%%MATRIXMARKET"));
  EXPECT_TRUE(IsMatrixMarket("\xef\xbb\xbf%%MatrixMarket matrix"));
  EXPECT_FALSE(IsMatrixMarket("%%Matrix"));
  EXPECT_FALSE(IsMatrixMarket("% MatrixMarket"));
  EXPECT_FALSE(IsMatrixMarket("1 2\n"));
  EXPECT_FALSE(IsMatrixMarket(""));
}

TEST(MatrixMarket, LinesThatAreNoTextAreRefusedBeforeTheEntries) {
  EXPECT_THAT(MatrixRefusal(kPattern + std::string("1 1\0 1\n", 7), {.skip_bad_lines = true}),
              StartsWith("m.mtx:2: a NUL byte"));
}

// 73 bytes that would make a corpus of four billion vertices.
TEST(MatrixMarket, RowsThatNoEntryBacksAreRefused) {
  const std::string bomb = kPattern + "4000000000 4000000000 1\n7 7\n";
  const MatrixOutcome outcome = ReadMatrix(bomb);
  EXPECT_EQ(outcome.status.code(), Code::kOutOfBudget);
  EXPECT_EQ(outcome.status.parameter(), "max_vertices");
  EXPECT_THAT(outcome.status.message(),
              StartsWith("m.mtx: declares 4000000000 vertices and has 1 arcs"));
  EXPECT_THAT(outcome.sink.vertices, IsEmpty());
  const std::string large = kPattern + "2000000 2000000 0\n";
  EXPECT_EQ(ReadMatrix(large).status.code(), Code::kOutOfBudget);
  EXPECT_EQ(Good(large, {.max_vertices = 2'000'000}).vertices.size(), 2'000'000U);
  const std::string small = kPattern + "20 20 0\n";
  EXPECT_EQ(ReadMatrix(small, {.max_vertices = 19}).status.code(), Code::kOutOfBudget);
  EXPECT_EQ(Good(small).vertices.size(), 20U);
}

}  // namespace
}  // namespace akin
