#include "akin/generate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "graph/keys.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

constexpr GraphModel kModels[] = {GraphModel::kWeb, GraphModel::kRmat, GraphModel::kAttachment};

class GenerateTest : public testing::Test {
 protected:
  FileTree Corpus(const GenerateOptions& options, const Control& control = {},
                  GenerateReport* told = nullptr) {
    const std::string target = directory_ / "x.akin";
    const auto report = Generate(options, target, control);
    EXPECT_TRUE(report.ok()) << report.status().message();
    if (told != nullptr && report.ok()) *told = *report;
    FileTree tree = ReadTree(target);
    std::filesystem::remove_all(target);
    EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
    return tree;
  }

  TempDir directory_;
};

TEST_F(GenerateTest, BytesDependOnNeitherThreadsNorMemory) {
  for (const GraphModel model : kModels) {
    const GenerateOptions options{.model = model, .vertices = 9000, .degree = 9};
    const FileTree wanted = Corpus(options, {.threads = 1});
    ASSERT_EQ(NamesIn(wanted),
              (std::vector<std::string>{"corpus.json", "graph.akin", "keys.akin"}));
    for (const unsigned threads : {2U, 7U}) {
      for (const uint64_t memory : {uint64_t{1} << 20, uint64_t{9} << 20, uint64_t{1} << 30}) {
        ASSERT_TRUE(Corpus(options, {.threads = threads, .memory = memory}) == wanted);
      }
    }
  }
}

TEST_F(GenerateTest, SeedsDegreesAndModelsGiveDifferentGraphs) {
  std::set<std::string> graphs;
  for (const GraphModel model : kModels) {
    for (const uint64_t degree : {2U, 3U}) {
      for (const uint64_t seed : {1U, 2U}) {
        graphs.insert(Corpus({.model = model, .vertices = 100, .degree = degree, .seed = seed})
                          .at("graph.akin"));
      }
    }
  }
  EXPECT_EQ(graphs.size(), 12U);
}

TEST_F(GenerateTest, TheCorpusHoldsWhatTheReportSays) {
  for (const GraphModel model : kModels) {
    const GenerateOptions options{.model = model, .vertices = 3000, .degree = 5, .seed = 4};
    const std::string target = directory_ / std::to_string(static_cast<int>(model));
    const auto report = Generate(options, target);
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report->vertices, 3000U);
    const auto graph = Graph::Open(GraphPath(target));
    const auto keys = Keys::Open(KeysPath(target));
    const auto manifest = ReadCorpusManifest(target);
    ASSERT_TRUE(graph.ok() && keys.ok() && manifest.ok());
    EXPECT_TRUE((*graph)->Check({}).ok());
    EXPECT_EQ((*graph)->vertices(), 3000U);
    EXPECT_EQ((*graph)->arcs(), report->arcs);
    EXPECT_EQ(manifest->arcs, report->arcs);
    EXPECT_NE(manifest->made_with.find("vertices=3000 degree=5 seed=4"), std::string::npos);
    EXPECT_EQ(keys->size(), 3000U);
    EXPECT_EQ(*keys->Name(2999), "2999");
    // There are hardly any duplicate arcs, but many for R-MAT.
    EXPECT_GT(report->arcs, 3000U * 5 * (model == GraphModel::kRmat ? 70U : 90U) / 100);
    EXPECT_LT(report->arcs, 3000U * 5 * 110 / 100);
    const Adjacency out = *(*graph)->Out();
    const Adjacency in = *(*graph)->In();
    uint64_t found = 0;
    for (VertexId v = 0; v < 3000; ++v) {
      for (const VertexId to : out[v]) {
        found += std::binary_search(in[to].begin(), in[to].end(), v) ? 1 : 0;
      }
    }
    EXPECT_EQ(found, report->arcs);
  }
}

TEST_F(GenerateTest, AnEdgeListIsIngestedToTheSameCorpus) {
  for (const bool urls : {false, true}) {
    for (const GraphModel model : kModels) {
      if (urls && model != GraphModel::kWeb) continue;
      // R-MAT can leave vertices without arcs, but not with this seed; the other two never do.
      const GenerateOptions options{
          .model = model, .vertices = 60, .degree = 59, .seed = 3, .urls = urls};
      const std::string list = directory_ / "list.tsv";
      const std::string corpus = directory_ / "x.akin";
      const auto report = GenerateEdgeList(options, list);
      ASSERT_TRUE(report.ok()) << report.status().message();
      const auto ingested = IngestLines(ReadBytes(list), corpus);
      ASSERT_TRUE(ingested.ok());
      EXPECT_EQ(ingested->arcs_read, report->arcs);
      const FileTree from_text = ReadTree(corpus);
      std::filesystem::remove_all(corpus);
      std::filesystem::remove(list);
      const FileTree direct = Corpus(options);
      EXPECT_TRUE(from_text.at("graph.akin") == direct.at("graph.akin"));
      EXPECT_TRUE(from_text.at("keys.akin") == direct.at("keys.akin"));
    }
  }
}

TEST_F(GenerateTest, TheSinkGetsTheBytesOfTheFile) {
  for (const GraphModel model : kModels) {
    const GenerateOptions options{.model = model, .vertices = 4000, .degree = 20};
    ASSERT_TRUE(GenerateEdgeList(options, directory_ / "list").ok());
    for (const uint64_t memory : {uint64_t{1} << 20, uint64_t{1} << 30}) {
      std::string text;
      const TextSink append = [&](std::string_view some) -> Status {
        text += some;
        return {};
      };
      ASSERT_TRUE(GenerateEdgeList(options, append, {.memory = memory}).ok());
      EXPECT_TRUE(text == ReadBytes(directory_ / "list"));
    }
    std::filesystem::remove(directory_ / "list");
  }
}

// Users identify a graph by model, numbers and seed, so a released model must not change.
TEST_F(GenerateTest, ModelsDoNotChange) {
  constexpr uint64_t kSums[] = {3257700079897965193U, 16512676127238547387U, 11349823755902161794U};
  for (size_t i = 0; i < std::size(kModels); ++i) {
    const GenerateOptions options{.model = kModels[i], .vertices = 1000, .degree = 5, .seed = 7};
    ASSERT_TRUE(GenerateEdgeList(options, directory_ / "list").ok());
    const std::string text = ReadBytes(directory_ / "list");
    EXPECT_EQ(Checksum(std::as_bytes(std::span(text))), kSums[i]) << text.substr(0, 40);
    std::filesystem::remove(directory_ / "list");
  }
}

TEST_F(GenerateTest, NonsenseIsRefusedWithAReason) {
  const auto refused = [&](const GenerateOptions& options, const std::string& said,
                           const Control& control = {}) {
    const std::string target = directory_ / "x.akin";
    for (const auto& report :
         {Generate(options, target, control), GenerateEdgeList(options, target, control)}) {
      EXPECT_EQ(report.status().code(), Code::kInvalidArgument);
      EXPECT_NE(report.status().message().find(said), std::string::npos)
          << report.status().message();
    }
    EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
  };
  refused({.vertices = 0}, "0 vertices");
  refused({.vertices = 1}, "1 vertices");
  refused({.vertices = uint64_t{1} << 32}, "4,294,967,294");
  refused({.vertices = kNoVertex}, "4,294,967,294");
  refused({.vertices = 100, .degree = 0}, "degree of 0");
  refused({.vertices = 100'000, .degree = 10'001}, "1 to 10000");
  refused({.vertices = 10, .degree = 10}, "too much for 10 vertices");
  refused({.model = GraphModel::kRmat, .vertices = 100, .urls = true}, "web");
  refused({.vertices = 100}, "1M", {.memory = 1000});
}

TEST_F(GenerateTest, SmallestAndDensestGraphs) {
  for (const GraphModel model : kModels) {
    for (const auto& [vertices, degree] :
         {std::pair(2U, 1U), {3U, 1U}, {3U, 2U}, {50U, 49U}, {300U, 299U}}) {
      GenerateReport report;
      Corpus({.model = model, .vertices = vertices, .degree = degree}, {}, &report);
      EXPECT_EQ(report.vertices, vertices);
      EXPECT_GT(report.arcs, 0U);
      EXPECT_LE(report.arcs, uint64_t{vertices} * vertices);
    }
  }
}

TEST_F(GenerateTest, WhatIsThereIsReplacedOnlyIfAskedTo) {
  GenerateOptions options{.vertices = 50, .degree = 3};
  const std::string corpus = directory_ / "x.akin";
  const std::string list = directory_ / "x.tsv";
  ASSERT_TRUE(Generate(options, corpus).ok() && GenerateEdgeList(options, list).ok());
  const FileTree before = ReadTree(directory_.path());
  options.seed = 2;
  EXPECT_EQ(Generate(options, corpus).status().code(), Code::kAlreadyExists);
  EXPECT_EQ(GenerateEdgeList(options, list).status().code(), Code::kAlreadyExists);
  EXPECT_TRUE(ReadTree(directory_.path()) == before);
  options.replace = true;
  EXPECT_EQ(Generate(options, list).status().code(), Code::kAlreadyExists);
  EXPECT_EQ(GenerateEdgeList(options, corpus).status().code(), Code::kAlreadyExists);
  EXPECT_TRUE(ReadTree(directory_.path()) == before);
  EXPECT_TRUE(Generate(options, corpus).ok() && GenerateEdgeList(options, list).ok());
  const FileTree after = ReadTree(directory_.path());
  EXPECT_EQ(NamesIn(after), NamesIn(before));
  EXPECT_FALSE(after.at("x.tsv") == before.at("x.tsv"));
  EXPECT_FALSE(after.at("x.akin/graph.akin") == before.at("x.akin/graph.akin"));
}

TEST_F(GenerateTest, AStopLeavesNothingBehind) {
  for (const GraphModel model : kModels) {
    for (const bool urls : {false, true}) {
      if (urls && model != GraphModel::kWeb) continue;
      for (unsigned reports = 1; reports <= 4; ++reports) {
        std::stop_source stop;
        unsigned seen = 0;
        const Control control{
            .memory = 1 << 20, .stop = stop.get_token(), .progress = [&](const Progress& progress) {
              EXPECT_LE(progress.done, progress.total);
              if (++seen == reports) stop.request_stop();
            }};
        const GenerateOptions options{
            .model = model, .vertices = 40'000, .degree = 4, .urls = urls};
        EXPECT_EQ(Generate(options, directory_ / "x.akin", control).status().code(),
                  Code::kCancelled);
        EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
      }
    }
  }
}

// Makes every file operation fail once.
TEST(GenerateFaults, AFailureLeavesNothingBehind) {
  for (const GraphModel model : kModels) {
    for (const bool text : {false, true}) {
      const uint64_t vertices = model == GraphModel::kRmat ? 4000 : 300;  // spills or not
      const GenerateOptions options{.model = model, .vertices = vertices, .degree = 20};
      const Control control{.threads = 2, .memory = 1 << 20};
      bool struck = true;
      for (uint64_t failing = 1; struck; ++failing) {
        const TempDir directory;
        FaultyFiles files(Fault::kOnce, failing);
        const ScopedFileLayer scope(files);
        const std::string target = directory / "x.akin";
        const auto report =
            text ? GenerateEdgeList(options, target, control) : Generate(options, target, control);
        struck = files.struck();
        // After the rename only the sync of the directory can fail.
        if (std::filesystem::exists(target)) continue;
        ASSERT_FALSE(report.ok());
        ASSERT_TRUE(std::filesystem::is_empty(directory.path())) << failing;
      }
    }
  }
}

}  // namespace
}  // namespace akin
