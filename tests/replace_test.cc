// Corpora and indexes are replaced, extended and removed while others read them: every answer is
// right, for what was there at some moment, or a clear error.
//
// AKIN_STRESS_SECONDS lets it go on for so long.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "akin/build.h"
#include "akin/corpus.h"
#include "base/random.h"
#include "leftovers.h"
#include "random_graph.h"
#include "stress.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

constexpr VertexId kVertices = 60;

const std::vector<TestGraph>& Graphs() {
  static const std::vector<TestGraph> graphs = {TestGraph::Random(kVertices, 150, 1),
                                                TestGraph::Random(kVertices, 170, 2)};
  return graphs;
}

std::vector<BuildOptions> Indexes() {
  std::vector<BuildOptions> all = {{.fingerprints = 12},
                                   {.fingerprints = 25},
                                   {.fingerprints = 12, .seed = 9},
                                   {.measure = Measure::kPSimRank, .fingerprints = 15},
                                   {.measure = Measure::kXJaccard, .fingerprints = 12}};
  for (BuildOptions& options : all) options.name = "main";
  return all;
}

Status Make(const TestGraph& graph, const std::string& corpus) {
  const auto source = [&](ArcSink& sink) {
    Status status;
    for (VertexId v = 0; v < kVertices && status.ok(); ++v) {
      status = sink.Vertex(std::to_string(v + 1));
    }
    for (const auto& [from, to] : graph.arcs()) {
      if (status.ok()) status = sink.Arc(std::to_string(from + 1), std::to_string(to + 1));
    }
    return status;
  };
  return Ingest(source, corpus, {.replace = true}).status();
}

// What the graph of a corpus, or an index, is, and what it answers. An index that is extended has
// the same answers as one that was built at once.
std::string NameOf(const Corpus& corpus) { return fmt::format("{:x}", corpus.identity()); }
std::string NameOf(const Corpus& corpus, const IndexInfo& info) {
  return fmt::format("{} {} {} {}", NameOf(corpus), MeasureName(info.measure), info.fingerprints,
                     info.seed);
}
Result<std::string> Links(const Corpus& corpus) {
  const auto out = corpus.OutLinks();
  if (!out.ok()) return out.status();
  std::string text;
  for (VertexId v = 0; v < kVertices; ++v) {
    for (const VertexId to : (*out)[v]) text += fmt::format("{} {}\n", v, to);
  }
  return text;
}
Result<std::string> Answers(const Index& index) {
  std::string text;
  for (VertexId v = 0; v < kVertices; v += 7) {
    const auto answer = index.Related(v, {.refine = 0});
    if (!answer.ok()) return answer.status();
    for (const Hit& hit : answer->hits) text += fmt::format("{} {}\n", hit.vertex, hit.score.value);
  }
  return text;
}

class ReplaceTest : public testing::Test {
 protected:
  ReplaceTest() {
    for (const TestGraph& graph : Graphs()) {
      const std::string path = directory_ / "expected";
      EXPECT_TRUE(Make(graph, path).ok());
      const Corpus corpus = *Corpus::Open(path);
      expected_[NameOf(corpus)] = *Links(corpus);
      for (BuildOptions options : Indexes()) {
        options.replace = true;
        EXPECT_TRUE(BuildIndex(path, options, {.threads = 1}).ok());
        const Index index = *corpus.OpenIndex("main");
        expected_[NameOf(corpus, index.info())] = *Answers(index);
      }
    }
    std::filesystem::remove_all(directory_ / "expected");
    EXPECT_TRUE(Make(Graphs().front(), corpus_).ok());
  }

  // Expects success or one of these errors, and counts successes.
  bool Expect(const Status& status, const std::vector<Code>& allowed, const char* what) {
    const std::lock_guard lock(mutex_);
    for (const Code code : allowed) {
      if (status.code() == code) return false;
    }
    EXPECT_TRUE(status.ok()) << what << ": " << status.message();
    if (status.ok()) ++done_[what];
    return status.ok();
  }

  // False if another writer was there first, or the index has other parameters.
  bool Write(uint64_t seed) {
    const RandomStream random(seed, 1, 1);
    BuildOptions options = Indexes()[random.Below(0, Indexes().size())];
    switch (random.Below(1, 8)) {
      case 0:
        return Expect(Make(Graphs()[random.Below(2, Graphs().size())], corpus_),
                      {Code::kAlreadyExists}, "replace the corpus");
      case 1:
        return Expect(RemoveIndex(corpus_, "main"), {Code::kAlreadyExists}, "remove the index");
      case 2:
      case 3:
        return Expect(BuildIndex(corpus_, options, {.threads = 1}).status(), {Code::kAlreadyExists},
                      "build or extend the index");
      default:
        options.replace = true;
        return Expect(BuildIndex(corpus_, options, {.threads = 1}).status(), {Code::kAlreadyExists},
                      "replace the index");
    }
  }

  void Read() {
    const auto corpus = Corpus::Open(corpus_);
    if (!Expect(corpus.status(), {}, "open the corpus")) return;
    const auto index = corpus->OpenIndex("main");
    if (Expect(index.status(), {Code::kNoIndex, Code::kNoCorpus}, "open the index")) {
      const auto answers = Answers(*index);
      ExpectRight(NameOf(*corpus, index->info()), answers);
    }
    const auto links = Links(*corpus);
    if (Expect(links.status(), {Code::kNoCorpus}, "open the graph")) {
      ExpectRight(NameOf(*corpus), links);
    }
    Expect(corpus->Indexes().status(), {Code::kNoCorpus}, "list the indexes");
    Expect(corpus->BagSets().status(), {Code::kNoCorpus}, "list the bags");
  }

  void ExpectRight(const std::string& name, const Result<std::string>& answers) {
    const std::lock_guard lock(mutex_);
    ASSERT_TRUE(answers.ok()) << answers.status().message();
    const auto found = expected_.find(name);
    ASSERT_NE(found, expected_.end()) << name;
    EXPECT_TRUE(*answers == found->second) << name;
  }

  TempDir directory_;
  std::string corpus_ = directory_ / "c.akin";
  std::map<std::string, std::string> expected_;  // by name
  std::mutex mutex_;
  std::map<std::string, uint64_t> done_;
};

TEST_F(ReplaceTest, ReadersSeeTheOldOrTheNewOne) {
  std::atomic<bool> stop = false;
  {
    std::vector<std::jthread> readers;
    for (int i = 0; i < 3; ++i) {
      readers.emplace_back([&] {
        while (!stop) Read();
      });
    }
    StressRun run(600);
    std::mutex next;
    std::atomic<uint64_t> seed = run.seed();
    std::vector<std::jthread> writers;
    for (int i = 0; i < 3; ++i) {
      writers.emplace_back([&] {
        for (;;) {
          {
            const std::lock_guard lock(next);
            if (!run.Next() || HasFailure()) return;
          }
          while (!Write(++seed) && !HasFailure()) std::this_thread::yield();
        }
      });
    }
    writers.clear();  // waits
    stop = true;
  }
  for (const char* what : {"replace the corpus", "remove the index", "build or extend the index",
                           "replace the index", "open the corpus", "open the index"}) {
    EXPECT_GT(done_[what], 0U) << what;
  }
  const auto corpus = Corpus::Open(corpus_);
  ASSERT_TRUE(corpus.ok());
  EXPECT_TRUE(corpus->Check({}, [](const std::string&, const Status&) {}).ok());
  EXPECT_TRUE(HasNoLeftovers(directory_.path()));
}

TEST_F(ReplaceTest, AnOpenCorpusSaysThatItWasReplaced) {
  ASSERT_TRUE(BuildIndex(corpus_, {.fingerprints = 3}).ok());
  const Corpus old = *Corpus::Open(corpus_);
  const Index index = *old.OpenIndex("simrank");
  const std::string answers = *Answers(index);
  ASSERT_TRUE(Make(Graphs()[1], corpus_).ok());
  ASSERT_TRUE(BuildIndex(corpus_, {.fingerprints = 3}).ok());
  EXPECT_EQ(*Answers(index), answers) << "what was open stays";
  for (const Status& status : {old.OutLinks().status(), old.OpenIndex("simrank").status(),
                               old.Indexes().status(), old.BagSets().status()}) {
    EXPECT_EQ(status.code(), Code::kNoCorpus);
    EXPECT_EQ(status.message(), corpus_ + ": was replaced after it was opened; open it again");
  }
}

}  // namespace
}  // namespace akin
