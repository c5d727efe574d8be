// Tests the reader with its own encoder (below), with bits written by hand, with corrupt files and,
// if the data is installed, with a published crawl.
#include "formats/bv_graph.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paths.h"
#include "recording_sink.h"

namespace akin {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Graph = std::vector<std::vector<uint32_t>>;

class BitWriter {
 public:
  void Bits(uint64_t value, unsigned count) {
    while (count-- > 0) {
      if (used_ % 8 == 0) bytes_.push_back('\0');
      const unsigned bit = static_cast<unsigned>(value >> count) & 1U;
      bytes_.back() =
          static_cast<char>(static_cast<unsigned char>(bytes_.back()) | bit << (7 - used_ % 8));
      ++used_;
    }
  }
  void Write(std::string_view coding, unsigned zeta_k, uint64_t n) {
    if (coding == "UNARY") return Unary(n);
    if (coding == "GAMMA") return Gamma(n);
    if (coding == "DELTA") return Delta(n);
    if (coding == "ZETA") return Zeta(n, zeta_k);
    if (coding == "NIBBLE") return Nibble(n);
    FAIL() << "no such coding: " << coding;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  void Unary(uint64_t n) {
    while (n-- > 0) Bits(0, 1);
    Bits(1, 1);
  }
  void Gamma(uint64_t n) {
    const auto length = static_cast<unsigned>(std::bit_width(n + 1)) - 1;
    Unary(length);
    Bits(n + 1, length);
  }
  void Delta(uint64_t n) {
    const auto length = static_cast<unsigned>(std::bit_width(n + 1)) - 1;
    Gamma(length);
    Bits(n + 1, length);
  }
  void Zeta(uint64_t n, unsigned k) {
    const uint64_t m = n + 1;
    const unsigned h = (static_cast<unsigned>(std::bit_width(m)) - 1) / k;
    Unary(h);
    // Minimal binary of m - 2^hk in an interval of 2^(h+1)k - 2^hk: the first 2^hk words are a bit
    // shorter.
    const uint64_t left = uint64_t{1} << (h * k);
    const uint64_t offset = m - left;
    if (offset < left) {
      Bits(offset, h * k + k - 1);
    } else {
      Bits(offset + left, h * k + k);
    }
  }
  void Nibble(uint64_t n) {
    unsigned groups = 1;
    while (n >> (3 * groups) != 0) ++groups;
    while (groups-- > 0) {
      Bits(groups == 0 ? 1 : 0, 1);
      Bits(n >> (3 * groups) & 7, 3);
    }
  }

  std::string bytes_;
  size_t used_ = 0;
};

struct Encoding {
  unsigned window = 7;
  unsigned min_interval = 4;
  unsigned zeta_k = 3;
  std::string outdegrees = "GAMMA";
  std::string references = "UNARY";
  std::string block_counts = "GAMMA";
  std::string blocks = "GAMMA";
  std::string residuals = "ZETA";

  std::string Flags() const {
    return fmt::format(
        "OUTDEGREES_{} | REFERENCES_{}|BLOCK_COUNT_{}|BLOCKS_{}|RESIDUALS_{}|OFFSETS_DELTA",
        outdegrees, references, block_counts, blocks, residuals);
  }
};

// Writes lists with randomly chosen references, blocks and intervals, so that all of the format is
// used; it does not look for the shortest form.
class Encoder {
 public:
  Encoder(const Graph& graph, const Encoding& encoding, uint32_t seed)
      : graph_(graph), encoding_(encoding), random_(seed) {
    for (size_t x = 0; x < graph.size(); ++x) WriteNode(x);
  }

  const std::string& bytes() const { return out_.bytes(); }
  size_t references() const { return references_; }
  size_t skips() const { return skips_; }
  size_t intervals() const { return intervals_; }
  size_t residuals() const { return residuals_; }

 private:
  using List = std::vector<uint32_t>;

  void Write(std::string_view coding, uint64_t n) { out_.Write(coding, encoding_.zeta_k, n); }
  void WriteSigned(std::string_view coding, int64_t n) {
    Write(coding, n >= 0 ? static_cast<uint64_t>(n) * 2 : static_cast<uint64_t>(-n) * 2 - 1);
  }

  void WriteNode(size_t x) {
    List list = graph_[x];
    Write(encoding_.outdegrees, list.size());
    if (list.empty()) return;
    if (encoding_.window > 0) {
      const size_t reference = random_() % (std::min<size_t>(x, encoding_.window) + 1);
      Write(encoding_.references, reference);
      if (reference > 0) list = WriteCopied(graph_[x - reference], list);
    }
    if (list.empty()) return;
    if (encoding_.min_interval > 0) list = WriteIntervals(x, list);
    WriteResiduals(x, list);
  }

  // Returns what remains to be written.
  List WriteCopied(const List& from, const List& list) {
    ++references_;
    List extra = list;
    std::vector<bool> copy;
    for (const uint32_t y : from) {
      const auto found = std::find(extra.begin(), extra.end(), y);
      copy.push_back(found != extra.end() && random_() % 8 != 0);
      if (copy.back()) extra.erase(found);
    }
    std::vector<size_t> runs;
    bool copying = true;
    for (size_t i = 0; i < copy.size(); copying = !copying) {
      size_t run = 0;
      for (; i < copy.size() && copy[i] == copying; ++i) ++run;
      runs.push_back(run);
    }
    if (!runs.empty()) runs.pop_back();  // the last run is implied by parity
    skips_ += runs.size();
    Write(encoding_.block_counts, runs.size());
    for (size_t i = 0; i < runs.size(); ++i)
      Write(encoding_.blocks, i == 0 ? runs[i] : runs[i] - 1);
    return extra;
  }

  List WriteIntervals(size_t x, const List& list) {
    std::vector<std::pair<uint32_t, uint32_t>> found;  // left, length
    List rest;
    for (size_t i = 0; i < list.size();) {
      size_t end = i + 1;
      while (end < list.size() && list[end] == list[end - 1] + 1) ++end;
      if (end - i >= encoding_.min_interval) {
        found.emplace_back(list[i], static_cast<uint32_t>(end - i));
      } else {
        rest.insert(rest.end(), list.begin() + static_cast<std::ptrdiff_t>(i),
                    list.begin() + static_cast<std::ptrdiff_t>(end));
      }
      i = end;
    }
    intervals_ += found.size();
    Write("GAMMA", found.size());
    for (size_t i = 0; i < found.size(); ++i) {
      const auto [left, length] = found[i];
      if (i == 0) {
        WriteSigned("GAMMA", static_cast<int64_t>(left) - static_cast<int64_t>(x));
      } else {
        Write("GAMMA", left - (found[i - 1].first + found[i - 1].second) - 1);
      }
      Write("GAMMA", length - encoding_.min_interval);
    }
    return rest;
  }

  void WriteResiduals(size_t x, const List& list) {
    residuals_ += list.size();
    for (size_t i = 0; i < list.size(); ++i) {
      if (i == 0) {
        WriteSigned(encoding_.residuals, static_cast<int64_t>(list[i]) - static_cast<int64_t>(x));
      } else {
        Write(encoding_.residuals, list[i] - list[i - 1] - 1);
      }
    }
  }

  const Graph& graph_;
  const Encoding& encoding_;
  std::mt19937 random_;
  BitWriter out_;
  size_t references_ = 0, skips_ = 0, intervals_ = 0, residuals_ = 0;
};

// Lists that resemble the one before and have runs, as those of web pages do.
Graph RandomGraph(uint32_t nodes, std::mt19937& random) {
  const auto below = [&](uint32_t bound) { return static_cast<uint32_t>(random() % bound); };
  Graph graph(nodes);
  for (uint32_t x = 0; x < nodes; ++x) {
    std::set<uint32_t> list;
    if (x > 0 && below(4) != 0) {
      for (const uint32_t y : graph[x - 1 - below(std::min(x, 3U))]) {
        if (below(5) != 0) list.insert(y);
      }
    }
    for (uint32_t i = below(4); i > 0; --i) {
      const uint32_t left = below(nodes);
      const uint32_t length = below(3) == 0 ? below(12) : 1;
      for (uint32_t y = left; y < std::min(nodes, left + length); ++y) list.insert(y);
    }
    if (below(6) == 0) list.clear();
    graph[x].assign(list.begin(), list.end());
  }
  return graph;
}

uint64_t CountArcs(const Graph& graph) {
  uint64_t arcs = 0;
  for (const auto& list : graph) arcs += list.size();
  return arcs;
}

Control WithMemory(uint64_t bytes) {
  Control control;
  control.memory = bytes;
  return control;
}

class BvGraphTest : public ::testing::Test {
 protected:
  BvGraphTest()
      : folder_(std::filesystem::path(::testing::TempDir()) /
                fmt::format("bv_graph_test.{}", getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~BvGraphTest() override { std::filesystem::remove_all(folder_); }

  std::string Base() const { return (folder_ / "web").string(); }

  void WriteFile(const std::string& path, std::string_view text) const {
    std::filesystem::remove(path);  // some file systems sync a truncated file that is rewritten
    std::ofstream(path, std::ios::binary) << text;
  }
  void WriteProperties(const std::map<std::string, std::string>& values) const {
    std::string text = "#BVGraph properties\n\n";
    for (const auto& [key, value] : values) text += fmt::format("{}={}\r\n", key, value);
    WriteFile(Base() + ".properties", text);
  }
  static std::map<std::string, std::string> Defaults(uint64_t nodes, uint64_t arcs) {
    return {{"nodes", fmt::format("{}", nodes)},
            {"arcs", fmt::format("{}", arcs)},
            {"windowsize", "7"},
            {"maxrefcount", "3"},
            {"minintervallength", "4"},
            {"zetak", "3"},
            {"compressionflags", ""},
            {"version", "0"},
            {"bitsperlink", "3.56"},
            {"graphclass", "it.unimi.dsi.webgraph.BVGraph"}};
  }
  std::map<std::string, std::string> Describe(const Graph& graph, const Encoding& encoding) const {
    auto values = Defaults(graph.size(), CountArcs(graph));
    values["windowsize"] = fmt::format("{}", encoding.window);
    values["minintervallength"] = fmt::format("{}", encoding.min_interval);
    values["zetak"] = fmt::format("{}", encoding.zeta_k);
    values["compressionflags"] = encoding.Flags();
    return values;
  }
  void WriteGraph(const Graph& graph, const Encoding& encoding, uint32_t seed) const {
    WriteFile(Base() + ".graph", Encoder(graph, encoding, seed).bytes());
    WriteProperties(Describe(graph, encoding));
  }
  // Writes a graph of about a hundred nodes in default encoding, for tests that then damage
  // something.
  Graph WriteSample() const {
    std::mt19937 random(5);
    Graph graph = RandomGraph(120, random);
    graph.back() = {1, 2, 90};  // so that the last record is not a single bit
    WriteGraph(graph, Encoding(), 6);
    return graph;
  }

  Status Read(const Control& control = {}) {
    sink_ = RecordingSink();
    report_ = IngestReport();
    return ReadBvGraph(Base() + ".graph", IngestOptions(), sink_, report_, control);
  }
  // What was read, as lists.
  Graph Decoded() const {
    Graph graph(sink_.vertices.size());
    for (size_t x = 0; x < graph.size(); ++x) EXPECT_EQ(sink_.vertices[x], fmt::format("{}", x));
    for (const auto& [from, to] : sink_.arcs) {
      graph[std::stoul(from)].push_back(static_cast<uint32_t>(std::stoul(to)));
    }
    EXPECT_EQ(report_.arcs_read, sink_.arcs.size());
    return graph;
  }
  std::string ErrorOf(const std::map<std::string, std::string>& values) {
    WriteProperties(values);
    const Status status = Read();
    EXPECT_EQ(status.code(), Code::kBadInput) << status.message();
    return status.message();
  }
  std::string ErrorWith(const std::string& key, const std::string& value) {
    auto values = Describe(WriteSample(), Encoding());
    values[key] = value;
    return ErrorOf(values);
  }

  std::filesystem::path folder_;
  RecordingSink sink_;
  IngestReport report_;
};

TEST_F(BvGraphTest, ReadsBitsWrittenByHand) {
  // 0 -> 1 with gamma residuals: outdegree 1 = 010, residual +1 folds to 2 = 011; node 1 has none
  // = 1.
  auto values = Defaults(2, 1);
  values["windowsize"] = "0";
  values["minintervallength"] = "0";
  values["compressionflags"] = "RESIDUALS_GAMMA";
  WriteProperties(values);
  WriteFile(Base() + ".graph", "\x4E");
  const Status status = Read();
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_THAT(sink_.vertices, ElementsAre("0", "1"));
  EXPECT_THAT(sink_.arcs, ElementsAre(RecordingSink::Pair("0", "1")));
}

TEST_F(BvGraphTest, ReadsAReferenceWrittenByHand) {
  // 0 -> {0, 1, 2}: outdegree 3 = 00100, reference 0 = 1, one interval = 010, left 0 = 1, length 3
  // - 3 = 1. 1 -> {0, 2}: outdegree 2 = 011, reference 1 = 01, 2 blocks = 011: 1 = 010 copied, 1 -
  // 1 = 1 skipped. 2 -> {1}: outdegree 1 = 010, reference 0 = 1, 0 intervals = 1, residual -1 folds
  // to 1: zeta_3 = 1010. 00100101 01101101 01101010 10111010
  WriteFile(Base() + ".graph", "\x25\x6D\x6A\xBA");
  auto values = Defaults(3, 6);
  values["minintervallength"] = "3";
  WriteProperties(values);
  const Status status = Read();
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(Decoded(), (Graph{{0, 1, 2}, {0, 2}, {1}}));
}

TEST_F(BvGraphTest, TheEncoderUsesAllOfTheFormat) {
  std::mt19937 random(1);
  const Graph graph = RandomGraph(200, random);
  const Encoder encoder(graph, Encoding(), 2);
  EXPECT_GT(encoder.references(), 50U);
  EXPECT_GT(encoder.skips(), 50U);
  EXPECT_GT(encoder.intervals(), 20U);
  EXPECT_GT(encoder.residuals(), 50U);
}

RC_GTEST_FIXTURE_PROP(BvGraphTest, WhatWasEncodedIsRead, ()) {
  const auto any = rc::gen::element<std::string>("UNARY", "GAMMA", "DELTA", "ZETA", "NIBBLE");
  const Encoding encoding = {.window = *rc::gen::inRange(0U, 12U),
                             .min_interval = *rc::gen::inRange(0U, 6U),
                             .zeta_k = *rc::gen::inRange(1U, 8U),
                             .outdegrees = *any,
                             .references = *any,
                             .block_counts = *any,
                             .blocks = *any,
                             .residuals = *any};
  std::mt19937 random(*rc::gen::arbitrary<uint32_t>());
  const Graph graph = RandomGraph(*rc::gen::inRange(1U, 100U), random);
  WriteGraph(graph, encoding, *rc::gen::arbitrary<uint32_t>());
  const Status status = Read();
  RC_ASSERT(status.message() == "");
  RC_ASSERT(Decoded() == graph);
}

TEST_F(BvGraphTest, ReadsLargeNumbersInEveryCoding) {
  Graph graph(300'000);
  graph[0] = {7, 299'999};
  graph[150'000] = {0, 149'999, 150'000, 150'001, 262'143, 262'145};
  graph[299'999] = {0, 1, 2, 3, 4, 299'999};
  for (const std::string coding : {"UNARY", "GAMMA", "DELTA", "ZETA", "NIBBLE"}) {
    for (const unsigned zeta_k : {1U, 5U, 20U}) {
      Encoding encoding;
      encoding.residuals = coding;
      encoding.zeta_k = zeta_k;
      WriteGraph(graph, encoding, 3);
      const Status status = Read();
      ASSERT_TRUE(status.ok()) << coding << ": " << status.message();
      ASSERT_EQ(Decoded(), graph) << coding;
    }
  }
}

TEST_F(BvGraphTest, TakesAnyOfTheThreeNames) {
  const Graph graph = WriteSample();
  for (const std::string& path : {Base(), Base() + ".graph", Base() + ".properties"}) {
    EXPECT_TRUE(LooksLikeBvGraph(path)) << path;
    sink_ = RecordingSink();
    report_ = IngestReport();
    EXPECT_TRUE(ReadBvGraph(path, IngestOptions(), sink_, report_, Control()).ok()) << path;
    EXPECT_EQ(Decoded(), graph);
  }
}

TEST_F(BvGraphTest, OtherFilesDoNotLookLikeBvGraphs) {
  EXPECT_FALSE(LooksLikeBvGraph(Base()));
  EXPECT_FALSE(LooksLikeBvGraph(folder_.string()));
  WriteFile(Base() + ".graph", "1 2\n");
  EXPECT_FALSE(LooksLikeBvGraph(Base() + ".graph"));
  WriteFile(Base() + ".properties", "colour=blue\n");
  EXPECT_FALSE(LooksLikeBvGraph(Base() + ".graph"));
  WriteSample();
  WriteFile(Base(), "1 2\n");  // an edge list that happens to have the basename
  EXPECT_FALSE(LooksLikeBvGraph(Base()));
}

TEST_F(BvGraphTest, AcceptsEveryKnownClassName) {
  const Graph graph = WriteSample();
  for (const std::string name :
       {"it.unimi.dsi.big.webgraph.BVGraph", "it.unimi.dsi.webgraph.BvGraph",
        "class it.unimi.dsi.webgraph.BVGraph"}) {
    auto values = Describe(graph, Encoding());
    values["graphclass"] = name;
    WriteProperties(values);
    EXPECT_TRUE(Read().ok()) << name;
  }
}

TEST_F(BvGraphTest, AnEmptyGraphIsAGraph) {
  WriteProperties(Defaults(0, 0));
  WriteFile(Base() + ".graph", "");
  EXPECT_TRUE(Read().ok());
  EXPECT_TRUE(sink_.vertices.empty());
}

TEST_F(BvGraphTest, PaddingAfterTheLastRecordIsFine) {
  const Graph graph = WriteSample();
  WriteFile(Base() + ".graph", Encoder(graph, Encoding(), 6).bytes() + std::string(7, '\0'));
  EXPECT_TRUE(Read().ok());
  EXPECT_EQ(Decoded(), graph);
}

TEST_F(BvGraphTest, MissingFilesAreNamed) {
  Status status = Read();
  EXPECT_EQ(status.code(), Code::kNotFound);
  EXPECT_THAT(status.message(), HasSubstr("web.properties: cannot open"));
  WriteProperties(Defaults(1, 0));
  status = Read();
  EXPECT_EQ(status.code(), Code::kNotFound);
  EXPECT_THAT(status.message(), HasSubstr("web.graph: cannot open"));
}

TEST_F(BvGraphTest, MissingKeysAreNamed) {
  const Graph graph = WriteSample();
  for (const std::string key :
       {"nodes", "arcs", "windowsize", "minintervallength", "version", "graphclass"}) {
    auto values = Describe(graph, Encoding());
    values.erase(key);
    EXPECT_THAT(ErrorOf(values), HasSubstr(fmt::format("web.properties: has no '{}'", key)));
  }
  for (const std::string key : {"zetak", "maxrefcount", "bitsperlink"}) {
    auto values = Describe(graph, Encoding());
    values.erase(key);
    WriteProperties(values);
    EXPECT_TRUE(Read().ok()) << key;
  }
}

TEST_F(BvGraphTest, ValuesThatAreNoNumbersAreNamed) {
  for (const std::string key :
       {"nodes", "arcs", "windowsize", "minintervallength", "version", "zetak", "maxrefcount"}) {
    for (const std::string value : {"", "many", "12x", "-5", "1.5", "0x10"}) {
      EXPECT_THAT(ErrorWith(key, value),
                  AllOf(HasSubstr("web.properties:"),
                        HasSubstr(fmt::format("{}={} is not a natural number", key, value))));
    }
    EXPECT_THAT(ErrorWith(key, "99999999999999999999999"), HasSubstr("is out of range"));
  }
}

TEST_F(BvGraphTest, ValuesOutOfRangeAreNamed) {
  EXPECT_THAT(ErrorWith("nodes", "4294967295"), HasSubstr("nodes=4294967295 is out of range"));
  EXPECT_THAT(ErrorWith("windowsize", "1000000000"), HasSubstr("is out of range"));
  EXPECT_THAT(ErrorWith("zetak", "0"), HasSubstr("is out of range"));
  EXPECT_THAT(ErrorWith("zetak", "64"), HasSubstr("is out of range"));
  EXPECT_THAT(ErrorWith("version", "1"), HasSubstr("only version 0"));
  EXPECT_THAT(ErrorWith("endianness", "little"), HasSubstr("endianness=little"));
}

TEST_F(BvGraphTest, OtherClassesAndFlagsAreRefused) {
  EXPECT_THAT(ErrorWith("graphclass", "it.unimi.dsi.webgraph.EFGraph"),
              HasSubstr("is not a BVGraph"));
  EXPECT_THAT(ErrorWith("compressionflags", "RESIDUALS_GOLOMB"), HasSubstr("'RESIDUALS_GOLOMB'"));
  EXPECT_THAT(ErrorWith("compressionflags", "BLOCKS_DELTA|COLOUR_GAMMA"),
              HasSubstr("'COLOUR_GAMMA'"));
  EXPECT_THAT(ErrorWith("compressionflags", "GAMMA"), HasSubstr("'GAMMA'"));
}

TEST_F(BvGraphTest, CountsThatLieAreFound) {
  const Graph graph = WriteSample();
  const uint64_t nodes = graph.size();
  const uint64_t arcs = CountArcs(graph);
  EXPECT_THAT(ErrorWith("nodes", fmt::format("{}", nodes + 1)),
              HasSubstr("the file ends inside this record"));
  EXPECT_THAT(ErrorWith("nodes", "4294967294"),
              HasSubstr("web.properties: declares 4294967294 nodes, and the graph has"));
  EXPECT_THAT(ErrorWith("nodes", fmt::format("{}", nodes - 1)), HasSubstr("web.graph: byte "));
  EXPECT_THAT(ErrorWith("nodes", "1"), HasSubstr("web.graph: byte "));
  EXPECT_THAT(ErrorWith("nodes", "0"), HasSubstr("there is data after the last of 0 nodes"));
  EXPECT_THAT(
      ErrorWith("arcs", fmt::format("{}", arcs + 1)),
      HasSubstr(fmt::format("the lists hold {} arcs, the .properties say {}", arcs, arcs + 1)));
  EXPECT_THAT(ErrorWith("arcs", fmt::format("{}", arcs - 1)), HasSubstr("more than the"));
  EXPECT_THAT(ErrorWith("arcs", "0"), HasSubstr("more than the 0 arcs"));
}

TEST_F(BvGraphTest, WrongParametersAreFound) {
  EXPECT_THAT(ErrorWith("windowsize", "0"), HasSubstr("web.graph: byte "));
  EXPECT_THAT(ErrorWith("windowsize", "2"), HasSubstr("past the window of 2"));
  EXPECT_THAT(ErrorWith("minintervallength", "0"), HasSubstr("web.graph: byte "));
  EXPECT_THAT(ErrorWith("zetak", "5"), HasSubstr("web.graph: byte "));
  EXPECT_THAT(ErrorWith("compressionflags", "OUTDEGREES_DELTA"), HasSubstr("web.graph: byte "));
}

TEST_F(BvGraphTest, SuccessorsOutsideTheGraphAreFound) {
  WriteFile(Base() + ".graph", Encoder({{0, 5}, {}}, Encoding(), 1).bytes());
  EXPECT_THAT(ErrorOf(Defaults(2, 2)), HasSubstr("node 0: successor 5 in a graph of 2 nodes"));
  // An interval that ends outside: {1..4} in a graph of 4 nodes.
  WriteFile(Base() + ".graph", Encoder({{1, 2, 3, 4}, {}, {}, {}}, Encoding(), 1).bytes());
  EXPECT_THAT(ErrorOf(Defaults(4, 4)), HasSubstr("node 0: successor 4 in a graph of 4 nodes"));
  // 0 -> -1: outdegree 1, reference 0, no intervals, residual folded to 1.
  WriteFile(Base() + ".graph", "\x5D\x40");  // 010 1 1 1010
  EXPECT_THAT(ErrorOf(Defaults(1, 1)), HasSubstr("successor -1"));
}

TEST_F(BvGraphTest, ASuccessorTwiceIsFound) {
  // 0 -> {0}: 010 1 1 zeta(0)=100. 1 -> copies {0} and has residual 0 too: outdegree 2 = 011,
  // reference 1 = 01, 0 blocks = 1, 0 intervals = 1, residual -1 folds to 1 = 1010.
  WriteFile(Base() + ".graph", "\x5C\x6F\x40");  // 01011100 01101111 010 00000
  EXPECT_THAT(ErrorOf(Defaults(2, 3)), HasSubstr("node 1: has successor 0 twice"));
}

TEST_F(BvGraphTest, EveryTruncationIsFound) {
  const Graph graph = WriteSample();
  const std::string bytes = Encoder(graph, Encoding(), 6).bytes();
  for (size_t length = 0; length < bytes.size(); ++length) {
    WriteFile(Base() + ".graph", bytes.substr(0, length));
    const Status status = Read();
    ASSERT_EQ(status.code(), Code::kBadInput) << length;
    if (length < graph.size() / 8) {
      ASSERT_THAT(status.message(), HasSubstr("too few for them"));
    } else {
      ASSERT_THAT(status.message(),
                  AllOf(HasSubstr("web.graph: byte "), HasSubstr("the file ends")));
    }
  }
}

TEST_F(BvGraphTest, EveryFlippedBitIsSurvived) {
  const Graph graph = WriteSample();
  const std::string bytes = Encoder(graph, Encoding(), 6).bytes();
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string spoilt = bytes;
    spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << bit % 8));
    WriteFile(Base() + ".graph", spoilt);
    const Status status = Read();  // a flip may, rarely, give another graph with as many arcs
    ASSERT_TRUE(status.ok() || status.code() == Code::kBadInput);
    ASSERT_LE(sink_.arcs.size(), CountArcs(graph));
  }
}

RC_GTEST_FIXTURE_PROP(BvGraphTest, GarbageIsSurvived, ()) {
  const auto bytes = *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  const auto any = rc::gen::element<std::string>("UNARY", "GAMMA", "DELTA", "ZETA", "NIBBLE");
  Encoding encoding;
  encoding.outdegrees = *any;
  encoding.references = *any;
  encoding.residuals = *any;
  auto values = Describe(Graph(), encoding);
  values["nodes"] = fmt::format("{}", *rc::gen::element(1U, 10U, 100'000U, 4'294'967'294U));
  values["arcs"] = fmt::format("{}", *rc::gen::element(0U, 10U, 100'000U, 4'294'967'295U));
  values["windowsize"] = *rc::gen::element<std::string>("0", "3", "65536");
  values["minintervallength"] = *rc::gen::element<std::string>("0", "1", "2147483647");
  WriteProperties(values);
  WriteFile(Base() + ".graph", bytes);
  const Status status = Read(WithMemory(1 << 20));
  RC_ASSERT(status.ok() || status.code() == Code::kBadInput || status.code() == Code::kOutOfBudget);
}

TEST_F(BvGraphTest, ALongZeroRunEndsSoon) {
  WriteFile(Base() + ".graph", std::string(1 << 20, '\0'));
  EXPECT_THAT(ErrorOf(Defaults(10, 10)), HasSubstr("the file ends inside this record, 0 of 10"));
}

TEST_F(BvGraphTest, ListsBeyondTheBudgetAreRefused) {
  Graph graph(1000);
  for (uint32_t y = 0; y < 1000; ++y) graph[0].push_back(y);
  WriteGraph(graph, Encoding(), 1);
  EXPECT_TRUE(Read(WithMemory(1 << 20)).ok());
  const Status status = Read(WithMemory(2000));
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_THAT(status.message(), HasSubstr("web.graph: byte "));
}

// Lists that copy the one before cost a few bits for any number of arcs.
TEST_F(BvGraphTest, MoreArcsThanASizeMakesLikelyAreRefused) {
  auto values = Describe(WriteSample(), Encoding());
  values["arcs"] = "20000000000";
  WriteProperties(values);
  const Status status = Read();
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_EQ(status.parameter(), "max_arcs");
  EXPECT_THAT(status.message(), HasSubstr("web.properties: declares 20000000000 arcs in"));
  IngestOptions options{.max_arcs = 20'000'000'000};
  EXPECT_EQ(ReadBvGraph(Base(), options, sink_, report_, {}).code(), Code::kBadInput);
  options = {.max_vertices = 119};
  WriteSample();
  EXPECT_EQ(ReadBvGraph(Base(), options, sink_, report_, {}).parameter(), "max_vertices");
}

TEST_F(BvGraphTest, StopsWhenAsked) {
  WriteSample();
  std::stop_source stop;
  stop.request_stop();
  Control control;
  control.stop = stop.get_token();
  EXPECT_EQ(Read(control).code(), Code::kCancelled);
}

TEST_F(BvGraphTest, ReportsProgressInBytes) {
  WriteSample();
  uint64_t done = 0;
  Control control;
  control.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.unit, "bytes");
    EXPECT_EQ(progress.total, std::filesystem::file_size(Base() + ".graph"));
    done = progress.done;
  };
  EXPECT_TRUE(Read(control).ok());
  EXPECT_EQ(done, std::filesystem::file_size(Base() + ".graph"));
}

// Only counts what it is given, so that the time measured is the reader's.
class CountingSink : public ArcSink {
 public:
  Status Vertex(std::string_view /*name*/) override {
    ++vertices;
    return {};
  }
  Status Arc(std::string_view from, std::string_view to) override {
    ++arcs;
    loops += from == to ? 1 : 0;
    last_from.assign(from);
    last_to.assign(to);
    return {};
  }
  Status Title(std::string_view /*name*/, std::string_view /*title*/) override { return {}; }

  uint64_t vertices = 0, arcs = 0, loops = 0;
  std::string last_from, last_to;
};

TEST(BvGraphDataTest, ReadsAPublishedCrawl) {
  AKIN_SKIP_WITHOUT_DATA("cnr-2000/cnr-2000.properties");
  const std::string base = DataFile("cnr-2000/cnr-2000");
  CountingSink sink;
  IngestReport report;
  const auto start = std::chrono::steady_clock::now();
  const Status status = ReadBvGraph(base, IngestOptions(), sink, report, Control());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(sink.vertices, 325'557U);
  EXPECT_EQ(sink.arcs, 3'216'152U);
  EXPECT_EQ(report.arcs_read, 3'216'152U);
  EXPECT_EQ(sink.loops, 87'442U);
  RecordProperty("seconds", fmt::format("{:.3f}", seconds.count()));
}

}  // namespace
}  // namespace akin
