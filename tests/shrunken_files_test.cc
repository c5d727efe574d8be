// Files of an open corpus that become shorter, one after the other and in mid-use: every call then
// fails and names the file, or gives the right answer. Nothing crashes.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "akin/akin.h"
#include "base/mapped_file.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string Describe(const Answer& answer) {
  std::string text;
  for (const Hit& hit : answer.hits) text += fmt::format("{} {:a}\n", hit.vertex, hit.score.value);
  return text;
}

// What a call answers, as text.
using Call = std::function<Result<std::string>()>;

template <class T, class Show>
Result<std::string> Shown(const Result<T>& answer, Show show) {
  if (!answer.ok()) return answer.status();
  return std::string(show(*answer));
}

// Everything open that can be asked. Opening is part of the calls that open something.
std::vector<Call> CallsOf(const Corpus& corpus) {
  std::vector<Call> calls;
  const VertexId last = corpus.vertices() - 1;
  for (const VertexId v : {VertexId{7}, last}) {
    calls.push_back([=] { return corpus.Name(v); });
    calls.push_back([=] { return corpus.Title(v); });
    calls.push_back([=] {
      return Shown(corpus.InLinks(), [&](const Adjacency& in) {
        std::string text;
        for (const VertexId from : in[v]) text += fmt::format("{} ", from);
        const Status intact = corpus.Intact();
        return intact.ok() ? text : intact.message();
      });
    });
    calls.push_back([=] {
      return Shown(ExactRelated(corpus, v, {.measure = Measure::kAdamicAdar}), Describe);
    });
    calls.push_back([=] {
      return Shown(corpus.RelatedByWalking(v, {.measure = Measure::kSimRank, .fingerprints = 10}),
                   Describe);
    });
  }
  calls.push_back([=] {
    std::string names;
    const Status status = corpus.EachName([&](VertexId, std::string_view name) {
      names += name;
      return Status();
    });
    return status.ok() ? Result<std::string>(names) : status;
  });
  const std::vector<IndexInfo> indexes = *corpus.Indexes();
  for (const IndexInfo& info : indexes) {
    const Index index = *corpus.OpenIndex(info.name);
    for (const VertexId v : {VertexId{7}, last}) {
      for (const double refine : {0.0, 1.0}) {
        calls.push_back(
            [=] { return Shown(index.Related(v, {.k = 20, .refine = refine}), Describe); });
      }
      calls.push_back([=] {
        return Shown(index.Sim(v, v / 2),
                     [](const Score& score) { return fmt::format("{:a}", score.value); });
      });
    }
  }
  const std::vector<BagInfo> bag_sets = *corpus.BagSets();
  for (const BagInfo& info : bag_sets) {
    const Bags bags = *corpus.OpenBags(info.name);
    calls.push_back([=] {
      return Shown(bags.Bag(last), [](const std::vector<WeighedTerm>& terms) {
        std::string text;
        for (const WeighedTerm& term : terms)
          text += fmt::format("{} {:a}\n", term.word, term.weight);
        return text;
      });
    });
    calls.push_back(
        [=] { return Shown(corpus.RelatedToWords(*WordsOf("b7 c3 a4"), info.name), Describe); });
  }
  const Attributes attributes = *Attributes::Open(corpus);
  for (const char* where : {"year>7 and not type=t3", "type^=t1", "tags=b5"}) {
    if (attributes.attributes().empty()) break;
    calls.push_back([=] {
      return Shown(attributes.Where(where), [](const std::shared_ptr<const VertexSet>& passing) {
        std::string text;
        for (const VertexId v : passing->Members()) text += fmt::format("{} ", v);
        return text;
      });
    });
  }
  return calls;
}

class ShrunkenFiles : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ASSERT_TRUE(GuardMappedFiles().ok());
    made_ = new TempDir;
    MakeLinks(*made_ / "links.akin");
    MakePages(*made_ / "pages.akin");
  }
  static void TearDownTestSuite() { delete std::exchange(made_, nullptr); }

  static void MakeLinks(const std::string& corpus) {
    ASSERT_TRUE(Generate({.vertices = 17'000, .degree = 3, .urls = true}, corpus).ok());
    for (const BuildOptions& options :
         {BuildOptions{.measure = Measure::kSimRank, .fingerprints = 10},
          BuildOptions{.measure = Measure::kXJaccard, .fingerprints = 10},
          BuildOptions{.measure = Measure::kSimRank, .method = Method::kPush, .epsilon = 0.1},
          BuildOptions{.measure = Measure::kSimRank, .method = Method::kSeries, .iterations = 2},
          BuildOptions{.measure = Measure::kCosineSimRank, .iterations = 2}}) {
      const auto report = BuildIndex(corpus, options);
      ASSERT_TRUE(report.ok()) << report.status().message();
    }
    std::string table = "key\tyear\ttype\ttags\n";
    const Corpus made = *Corpus::Open(corpus);
    for (VertexId v = 0; v < made.vertices(); ++v) {
      table += fmt::format("{}\t{}\tt{}\ta|b{}\n", *made.Name(v), v % 97, v, v % 11);
    }
    WriteBytes(*made_ / "labels", table);
    const auto labelled = Label(corpus, *made_ / "labels");
    ASSERT_TRUE(labelled.ok()) << labelled.status().message();
  }

  static void MakePages(const std::string& corpus) {
    const std::string folder = *made_ / "folder";
    fs::create_directory(folder);
    std::mt19937 random(1);
    constexpr unsigned kPages = 3000;
    for (unsigned i = 0; i < kPages; ++i) {
      std::string html = fmt::format("<title>Page {}</title>", i);
      for (int j = 0; j < 60; ++j) html += fmt::format(" {}{}", "abc"[random() % 3], random() % 12);
      for (int j = 0; j < 4; ++j) html += fmt::format("<a href={}.html>x</a>", random() % kPages);
      WriteBytes(fmt::format("{}/{}.html", folder, i), html);
    }
    const auto ingested = Ingest(std::vector{folder}, corpus, {});
    ASSERT_TRUE(ingested.ok()) << ingested.status().message();
    ASSERT_TRUE(BuildBags(corpus).ok());
    ASSERT_TRUE(BuildIndex(corpus, {.measure = Measure::kText, .fingerprints = 60}).ok());
  }

  // A corpus of its own for a test, and the files of it that are mapped.
  std::string Copy(const std::string& name) {
    const std::string corpus = directory_ / name;
    fs::remove_all(corpus);
    fs::copy(*made_ / name, corpus, fs::copy_options::recursive);
    return corpus;
  }
  static std::vector<std::string> MappedFilesOf(const std::string& corpus) {
    std::vector<std::string> files;
    for (const auto& [name, bytes] : ReadTree(corpus)) {
      if (bytes.size() > MappedFile::kReadUpTo) files.push_back(name);
    }
    return files;
  }

  static TempDir* made_;
  TempDir directory_;
};
TempDir* ShrunkenFiles::made_ = nullptr;

TEST_F(ShrunkenFiles, EveryKindOfFileIsMappedHere) {
  std::string all;
  for (const char* name : {"links.akin", "pages.akin"}) {
    for (const std::string& file : MappedFilesOf(*made_ / name)) all += file + " ";
  }
  for (const char* kind :
       {"keys.akin", "graph.akin", "pages.akin", "bags/text.akin", "/simrank-l", "/xjaccard-l",
        "/simrank-push-", "/simrank-series-", "/cosine-simrank-", "attributes/attributes.akin"}) {
    EXPECT_THAT(all, HasSubstr(kind));
  }
}

TEST_F(ShrunkenFiles, EveryCallFailsOrAnswersRight) {
  size_t failures = 0;
  for (const char* name : {"links.akin", "pages.akin"}) {
    for (const std::string& file : MappedFilesOf(*made_ / name)) {
      const uint64_t size = fs::file_size(fmt::format("{}/{}", *made_ / name, file));
      for (const uint64_t kept : {uint64_t{0}, size / 3, size / 3 / 4096 * 4096, size - 1}) {
        SCOPED_TRACE(fmt::format("{}/{} of {} bytes, cut to {}", name, file, size, kept));
        const std::string corpus_path = Copy(name);
        const Corpus corpus = *Corpus::Open(corpus_path);
        const std::vector<Call> calls = CallsOf(corpus);
        std::vector<std::string> right;
        for (const Call& call : calls) {
          const auto answer = call();
          ASSERT_TRUE(answer.ok()) << answer.status().message();
          right.push_back(*answer);
        }
        fs::resize_file(corpus_path + "/" + file, kept);
        size_t failed = 0;
        for (size_t i = 0; i < calls.size(); ++i) {
          const auto answer = calls[i]();
          if (answer.ok() && *answer == right[i]) continue;
          ++failed;
          const std::string said = answer.ok() ? *answer : answer.status().message();
          EXPECT_THAT(said, HasSubstr(file)) << "call " << i;
          EXPECT_THAT(said, HasSubstr("damaged")) << "call " << i;
        }
        failures += failed;
        if (file != "pages.akin" && file != "content-graph.akin") {  // which no call reads
          EXPECT_GT(failed, 0U);
        }
      }
    }
  }
  EXPECT_GT(failures, 0U);
}

TEST_F(ShrunkenFiles, InTheMiddleOfQueries) {
  for (const char* name : {"links.akin", "pages.akin"}) {
    for (const std::string& file : MappedFilesOf(*made_ / name)) {
      SCOPED_TRACE(fmt::format("{}/{}", name, file));
      const std::string corpus_path = Copy(name);
      const Corpus corpus = *Corpus::Open(corpus_path);
      const std::vector<Call> calls = CallsOf(corpus);
      std::vector<std::string> right;
      for (const Call& call : calls) right.push_back(*call());
      std::atomic<size_t> wrong = 0;
      std::atomic<size_t> rounds = 0;
      std::atomic<bool> done = false;
      std::vector<std::jthread> askers;
      for (int t = 0; t < 3; ++t) {
        askers.emplace_back([&] {
          for (bool again = true; again; again = !done) {
            for (size_t i = 0; i < calls.size(); ++i) {
              const auto answer = calls[i]();
              const bool told = !answer.ok() || answer->find("damaged") != std::string::npos;
              if (!told && *answer != right[i]) ++wrong;
            }
            ++rounds;
          }
        });
      }
      const std::string path = corpus_path + "/" + file;
      for (uint64_t kept = fs::file_size(path); kept > 0; kept = kept * 3 / 4) {
        fs::resize_file(path, kept);
        std::this_thread::yield();
      }
      done = true;
      askers.clear();
      EXPECT_EQ(wrong, 0U);
      EXPECT_GE(rounds, 3U);
    }
  }
}

// What is made from a file that was cut short meanwhile is not kept.
TEST_F(ShrunkenFiles, InTheMiddleOfBuilds) {
  const auto cut_during = [&](const char* name, const std::string& file, const auto& build) {
    for (const uint64_t share : {0, 1, 2}) {
      SCOPED_TRACE(fmt::format("{}/{}, share {}", name, file, share));
      const std::string corpus = Copy(name);
      const FileTree before = ReadTree(corpus);
      const std::string path = corpus + "/" + file;
      Control control{.threads = 2};
      control.progress = [&](const Progress&) {
        fs::resize_file(path, before.at(file).size() * share / 3);
      };
      const Status status = build(corpus, control);
      WriteBytes(path, before.at(file));
      if (status.ok()) continue;  // nothing was read of it later
      EXPECT_EQ(status.code(), Code::kDamaged) << status.message();
      EXPECT_EQ(NamesIn(ReadTree(corpus)), NamesIn(before));
    }
  };
  cut_during("links.akin", "graph.akin", [](const std::string& corpus, const Control& control) {
    return BuildIndex(corpus, {.measure = Measure::kPSimRank, .fingerprints = 30}, control)
        .status();
  });
  cut_during("links.akin", "graph.akin", [](const std::string& corpus, const Control& control) {
    return BuildIndex(
               corpus,
               {.measure = Measure::kPSimRank, .fingerprints = 30, .builder = Builder::kExternal},
               control)
        .status();
  });
  cut_during("links.akin", "graph.akin", [](const std::string& corpus, const Control& control) {
    return BuildIndex(corpus,
                      {.measure = Measure::kSimRank,
                       .method = Method::kSeries,
                       .iterations = 3,
                       .name = "finer"},
                      control)
        .status();
  });
  cut_during("pages.akin", "pages.akin", [](const std::string& corpus, const Control& control) {
    return BuildBags(corpus, {.name = "more"}, control).status();
  });
  cut_during("pages.akin", "bags/text.akin", [](const std::string& corpus, const Control& control) {
    return BuildIndex(corpus,
                      {.measure = Measure::kText, .fingerprints = 30, .seed = 2, .name = "more"},
                      control)
        .status();
  });
}

}  // namespace
}  // namespace akin
