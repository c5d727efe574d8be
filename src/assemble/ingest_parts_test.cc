// A corpus that many make has the bytes of one that is made at once.
#include "akin/ingest_parts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "akin/try.h"
#include "assemble/arc_code.h"
#include "base/files.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "graph/graph.h"
#include "temp_dir.h"

namespace akin {
namespace {

using NamedArcs = std::vector<std::pair<std::string, std::string>>;

struct InParts {
  unsigned parts = 1;
  uint32_t buckets = 8;
  uint64_t memory = 1 << 20;
  bool numbers = false;        // arcs are numbered before they are sent
  unsigned placed_before = 0;  // that many ranges are placed twice
  IngestOptions options = {};
};

// What many would do, one after another.
class Many {
 public:
  Many(const NamedArcs& arcs, bool integers, const InParts& how, const std::string& directory)
      : arcs_(arcs), integers_(integers), how_(how), directory_(directory) {}

  Status Make(const std::string& target) {
    AKIN_TRY_ASSIGN(CorpusInParts corpus, CorpusInParts::Begin(target, how_.options));
    AKIN_TRY(corpus.WriteNames(
        [&](const CorpusInParts::NameVisitor& visit) -> Status {
          for (const std::string& name : Names()) AKIN_TRY(visit(name));
          return {};
        },
        integers_, {}));
    AKIN_TRY(SendAll(corpus));
    std::array<std::vector<ArcRange>, 2> ranges;
    std::array<std::vector<PlacedBlocks>, 2> placed;
    for (const ArcDirection direction : {ArcDirection::kIn, ArcDirection::kOut}) {
      AKIN_TRY_ASSIGN(ranges[Of(direction)], Sort(direction, corpus.vertices()));
    }
    uint64_t arcs = 0;
    for (const ArcRange& range : ranges[0]) arcs += range.arcs;
    AKIN_TRY_ASSIGN(const std::string graph, corpus.BeginGraph(arcs));
    for (const ArcDirection direction : {ArcDirection::kOut, ArcDirection::kIn}) {
      const auto& all = ranges[Of(direction)];
      for (size_t i = 0; i < all.size() && i < how_.placed_before; ++i) {
        AKIN_TRY(PlaceArcs(graph, corpus.vertices(), direction, all, i).status());
      }
      placed[Of(direction)].resize(all.size());
      for (size_t i = all.size(); i-- > 0;) {
        AKIN_TRY_ASSIGN(placed[Of(direction)][i],
                        PlaceArcs(graph, corpus.vertices(), direction, all, i));
      }
    }
    EXPECT_FALSE(std::filesystem::exists(target));
    return corpus.Finish(placed[0], placed[1]).status();
  }

 private:
  static size_t Of(ArcDirection direction) { return static_cast<size_t>(direction); }

  std::vector<std::string> Names() const {
    std::set<std::string> set;
    for (const auto& [from, to] : arcs_) set.insert({from, to});
    std::vector<std::string> names(set.begin(), set.end());
    if (integers_) {
      std::sort(names.begin(), names.end(),
                [](const auto& a, const auto& b) { return std::stoll(a) < std::stoll(b); });
    }
    return names;
  }

  Status SendAll(const CorpusInParts& corpus) {
    std::map<std::string, uint64_t> numbers;
    for (const std::string& name : Names()) numbers.emplace(name, numbers.size());
    for (unsigned part = 0; part < how_.parts; ++part) {
      AKIN_TRY_ASSIGN(ArcSender sender, ArcSender::Open(corpus.keys_path(), how_.buckets,
                                                        how_.options, {.memory = how_.memory}));
      const ArcBlobSink keep = [&](ArcBlob blob) -> Status {
        blobs_.push_back(std::move(blob));
        return {};
      };
      for (size_t i = part; i < arcs_.size(); i += how_.parts) {
        const auto& [from, to] = arcs_[i];
        AKIN_TRY(how_.numbers ? sender.Add(numbers[from], numbers[to]) : sender.Add(from, to));
        if (sender.full()) AKIN_TRY(sender.Send(keep));
      }
      AKIN_TRY(sender.Send(keep));
    }
    return {};
  }

  Result<std::vector<ArcRange>> Sort(ArcDirection direction, VertexId vertices) {
    std::vector<ArcRange> ranges;
    for (unsigned part = 0; part < how_.parts; ++part) {
      const uint32_t first = how_.buckets * part / how_.parts;
      const uint32_t end = how_.buckets * (part + 1) / how_.parts;
      const VertexId row = FirstOfBucket(first, how_.buckets, vertices);
      ArcRange range{.first = row,
                     .path = Join(directory_, fmt::format("range-{}-{}", Of(direction), part))};
      AKIN_TRY_ASSIGN(
          ArcRangeWriter writer,
          ArcRangeWriter::Begin(range.path, row, FirstOfBucket(end, how_.buckets, vertices),
                                vertices, {.memory = how_.memory}));
      for (const ArcBlob& blob : blobs_) {
        if (blob.direction == direction && blob.bucket >= first && blob.bucket < end) {
          AKIN_TRY(writer.Add(blob.bytes));
        }
      }
      AKIN_TRY_ASSIGN(range.arcs, writer.Finish());
      ranges.push_back(std::move(range));
    }
    return ranges;
  }

  const NamedArcs& arcs_;
  bool integers_;
  InParts how_;
  std::string directory_;
  std::vector<ArcBlob> blobs_;
};

class IngestPartsTest : public testing::Test {
 protected:
  // Makes the corpus both ways.
  void ExpectSame(const NamedArcs& arcs, bool integers, InParts how) {
    how.options.replace = true;
    const ArcSource source = [&](ArcSink& sink) -> Status {
      for (const auto& [from, to] : arcs) AKIN_TRY(sink.Arc(from, to));
      return {};
    };
    const auto one = Ingest(source, directory_ / "one", how.options);
    ASSERT_TRUE(one.ok()) << one.status().message();
    std::filesystem::remove_all(directory_ / "many");
    std::filesystem::create_directory(directory_ / "work");
    const Status many = Many(arcs, integers, how, directory_ / "work").Make(directory_ / "many");
    std::filesystem::remove_all(directory_ / "work");
    ASSERT_TRUE(many.ok()) << many.message();
    EXPECT_EQ(ReadTree(directory_ / "many"), ReadTree(directory_ / "one"));
    EXPECT_EQ(NamesIn(ReadTree(directory_ / "many")),
              (std::vector<std::string>{"corpus.json", "graph.akin", "keys.akin"}));
  }

  TempDir directory_;
};

NamedArcs Named(const std::vector<std::pair<unsigned, unsigned>>& arcs, const char* form) {
  NamedArcs named;
  for (const auto& [from, to] : arcs) {
    named.emplace_back(fmt::format(fmt::runtime(form), from), fmt::format(fmt::runtime(form), to));
  }
  return named;
}

RC_GTEST_FIXTURE_PROP(IngestPartsTest, AnyGraphHasTheSameBytes, ()) {
  const auto number = rc::gen::inRange(0U, 30U);
  const auto arcs =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<unsigned, unsigned>>>(
          rc::gen::pair(number, number)));
  const bool integers = *rc::gen::arbitrary<bool>();
  InParts how{.parts = *rc::gen::element(1U, 2U, 5U),
              .buckets = *rc::gen::element(1U, 5U, 100U),
              .numbers = *rc::gen::arbitrary<bool>()};
  how.options.undirected = *rc::gen::arbitrary<bool>();
  how.options.reverse = *rc::gen::arbitrary<bool>();
  how.options.drop_self_loops = *rc::gen::arbitrary<bool>();
  ExpectSame(Named(arcs, integers ? "{}" : "v{}"), integers, how);
}

// Sections of many blocks, which begin and end in the middle of ranges; more arcs than fit into
// memory; ranges placed twice.
TEST_F(IngestPartsTest, ManyBlocks) {
  std::vector<std::pair<unsigned, unsigned>> arcs;
  for (unsigned i = 0; i < 60'000; ++i) {
    arcs.emplace_back(i * 7 % 40'000, (i * 13 + i / 3) % 40'000);
    arcs.emplace_back(i % 100, i % 39'999);
  }
  for (const unsigned parts : {1U, 2U, 5U}) {
    ExpectSame(Named(arcs, "{}"), true, {.parts = parts, .buckets = 64, .placed_before = 3});
    ExpectSame(Named(arcs, "page {}"), false, {.parts = parts, .buckets = 11, .memory = 1 << 14});
  }
}

TEST_F(IngestPartsTest, OneVertexWithAllLinks) {
  std::vector<std::pair<unsigned, unsigned>> arcs;
  for (unsigned i = 1; i < 50'000; ++i) arcs.emplace_back(i, 17);
  ExpectSame(Named(arcs, "{}"), true, {.parts = 5, .buckets = 40});
}

TEST_F(IngestPartsTest, OffsetsThatFillTheirBlocks) {
  for (const unsigned vertices : {8191U, 8192U, 8193U, 16384U}) {
    std::vector<std::pair<unsigned, unsigned>> arcs;
    for (unsigned i = 0; i < vertices; ++i) arcs.emplace_back(i, (i + 1) % vertices);
    ExpectSame(Named(arcs, "{}"), true, {.parts = 2, .buckets = 2});
  }
}

TEST_F(IngestPartsTest, NothingIsLeftOfWhatIsNotFinished) {
  {
    auto corpus = CorpusInParts::Begin(directory_ / "many", {});
    ASSERT_TRUE(corpus.ok());
    const auto names = [](const CorpusInParts::NameVisitor& visit) { return visit("a"); };
    ASSERT_TRUE(corpus->WriteNames(names, false, {}).ok());
    ASSERT_TRUE(corpus->BeginGraph(1).ok());
    // Blocks are missing.
    EXPECT_EQ(corpus->Finish({}, {}).status().code(), Code::kInvalidArgument);
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
}

// Whatever of the driver's writes fails, there is a whole corpus or none.
TEST_F(IngestPartsTest, FaultsLeaveNothing) {
  const NamedArcs arcs = Named({{0, 1}, {1, 2}, {2, 0}, {2, 1}}, "{}");
  for (uint64_t n = 1;; ++n) {
    std::filesystem::remove_all(directory_.path());
    std::filesystem::create_directories(directory_ / "work");
    FaultyFiles faulty(Fault::kOnce, n);
    Status made;
    {
      const ScopedFileLayer layer(faulty);
      made = Many(arcs, true, {.parts = 2}, directory_ / "work").Make(directory_ / "many");
    }
    if (!faulty.struck()) break;
    const bool there = std::filesystem::exists(directory_ / "many");
    EXPECT_EQ(there, made.ok() || ReadTree(directory_ / "many").size() == 3) << n;
    std::filesystem::remove_all(directory_ / "work");
    std::filesystem::remove_all(directory_ / "many");
    EXPECT_TRUE(std::filesystem::is_empty(directory_.path())) << n;
  }
}

TEST_F(IngestPartsTest, NamesThatAreNotSorted) {
  const auto refuse = [&](std::vector<std::string> names, bool integers, const char* message) {
    auto corpus = CorpusInParts::Begin(directory_ / "many", {});
    ASSERT_TRUE(corpus.ok());
    const Status status = corpus->WriteNames(
        [&](const CorpusInParts::NameVisitor& visit) -> Status {
          for (const std::string& name : names) AKIN_TRY(visit(name));
          return {};
        },
        integers, {});
    EXPECT_EQ(status.code(), Code::kBadInput);
    EXPECT_NE(status.message().find(message), std::string::npos) << status.message();
  };
  refuse({"1", "10", "9"}, true, "name 2 is out of order");
  refuse({"1", "10", "9"}, false, "integers, but");
  refuse({"1", "a"}, true, "name 1 is no integer");
  refuse({"a", "a"}, false, "name 1 is out of order");
  refuse({""}, false, "empty");
  refuse({}, false, "no vertex");
}

TEST_F(IngestPartsTest, ArcsOfNoVertex) {
  auto corpus = CorpusInParts::Begin(directory_ / "many", {});
  ASSERT_TRUE(corpus.ok());
  const auto names = [](const CorpusInParts::NameVisitor& visit) { return visit("a"); };
  ASSERT_TRUE(corpus->WriteNames(names, false, {}).ok());
  auto sender = ArcSender::Open(corpus->keys_path(), 1, {}, {});
  ASSERT_TRUE(sender.ok());
  const Status named = sender->Add("a", "b");
  EXPECT_EQ(named.code(), Code::kBadInput);
  EXPECT_NE(named.message().find("'b' is not among"), std::string::npos);
  EXPECT_EQ(sender->Add(0, 1).code(), Code::kBadInput);
  EXPECT_TRUE(sender->Add("a", "a").ok());
}

TEST_F(IngestPartsTest, FilesThatAreNotOfTheRange) {
  const auto graph = directory_ / "graph";
  const auto place = [&](const std::vector<uint32_t>& entries, uint64_t arcs) {
    const std::string path = directory_ / "range";
    const auto* const bytes = reinterpret_cast<const char*>(entries.data());
    WriteBytes(path, std::string(bytes, entries.size() * sizeof(uint32_t)));
    const std::vector<ArcRange> ranges = {{.first = 0, .arcs = arcs, .path = path}};
    return PlaceArcs(graph, 3, ArcDirection::kIn, ranges, 0).status();
  };
  WriteBytes(graph, "");
  EXPECT_TRUE(place({0, 2, /**/ 2, 0, 0}, 2).ok());
  EXPECT_EQ(place({0, 2, 2, 0, 0}, 3).code(), Code::kDamaged);
  EXPECT_EQ(place({2, 0, 2, 0, 0}, 2).code(), Code::kDamaged);
  EXPECT_EQ(place({0, 3, 2, 0, 0}, 2).code(), Code::kDamaged);
  EXPECT_EQ(place({0, 2, 1, 0, 0}, 2).code(), Code::kDamaged);
  EXPECT_EQ(place({0, 2, 1, 2, 0}, 2).code(), Code::kDamaged);
  std::filesystem::remove(graph);
  EXPECT_EQ(place({0, 2, 2, 0, 0}, 2).code(), Code::kNotFound);
  EXPECT_FALSE(std::filesystem::exists(graph));
}

RC_GTEST_PROP(ArcCodeTest, RoundTrip, ()) {
  const auto number = rc::gen::weightedOneOf<uint32_t>(
      {{3, rc::gen::inRange(0U, 20U)}, {1, rc::gen::inRange(0U, kNoVertex)}});
  std::set<uint64_t> set;
  for (const auto& [row, column] : *rc::gen::container<std::vector<std::pair<uint32_t, uint32_t>>>(
           rc::gen::pair(number, number))) {
    set.insert(PackArc(row, column));
  }
  const std::vector<uint64_t> arcs(set.begin(), set.end());
  const auto blob = EncodeArcs(arcs);
  std::vector<uint64_t> back;
  const auto keep = [&](std::span<const uint64_t> some) -> Status {
    back.insert(back.end(), some.begin(), some.end());
    return {};
  };
  RC_ASSERT(DecodeArcs(blob, 0, kNoVertex, kNoVertex, keep).ok());
  RC_ASSERT(back == arcs);
  if (arcs.empty()) return;
  // Of other rows, with too large columns, cut off.
  const VertexId last = ArcRow(arcs.back());
  RC_ASSERT(DecodeArcs(blob, 0, last, kNoVertex, keep).code() == Code::kDamaged);
  RC_ASSERT(DecodeArcs(blob, ArcRow(arcs[0]) + 1, kNoVertex, kNoVertex, keep).code() ==
            Code::kDamaged);
  RC_ASSERT(DecodeArcs(blob, 0, kNoVertex, ArcColumn(arcs.back()), keep).code() == Code::kDamaged);
  RC_ASSERT(
      DecodeArcs(std::span(blob).first(blob.size() - 1), 0, kNoVertex, kNoVertex, keep).code() ==
      Code::kDamaged);
}

}  // namespace
}  // namespace akin
