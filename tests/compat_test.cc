// Files of every released format stay readable, and give the same answers as then.
// tests/compat/README.md says what is there and when to add a folder.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "container/format.h"
#include "file_tree.h"
#include "graph/graph.h"
#include "paths.h"
#include "temp_dir.h"

namespace akin {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

constexpr const char* kCompatCorpora[] = {"v1/site", "v1/web", "v1/integers", "v1/python",
                                          "v2/site"};

Lines ReadLines(const fs::path& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> Columns(const std::string& line) {
  std::vector<std::string> columns;
  size_t begin = 0;
  for (size_t tab; (tab = line.find('\t', begin)) != std::string::npos; begin = tab + 1) {
    columns.push_back(line.substr(begin, tab - begin));
  }
  columns.push_back(line.substr(begin));
  return columns;
}

// The names of the files in a folder without their extension; empty if there is no folder.
std::set<std::string> Stems(const fs::path& folder) {
  std::set<std::string> stems;
  if (!fs::exists(folder)) return stems;
  for (const auto& entry : fs::directory_iterator(folder)) stems.insert(entry.path().stem());
  return stems;
}

// Scores as the program prints them.
std::string Printed(const Score& score) {
  return fmt::format("{:.6f}\t{:.6f}", score.value, score.error);
}

// Estimates had errors of another definition, the sample standard error. It is in no file: scores
// are compared without it.
Lines Comparable(const Index& index, Lines lines, size_t error_column) {
  if (!HasFingerprints(index.info().method)) return lines;
  for (std::string& line : lines) {
    size_t begin = 0;
    for (size_t i = 0; i < error_column; ++i) begin = line.find('\t', begin) + 1;
    line.erase(begin, line.find('\t', begin) - begin);
  }
  return lines;
}

class CompatTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    auto corpus = Corpus::Open(path_);
    ASSERT_TRUE(corpus.ok()) << corpus.status().message();
    corpus_.emplace(*std::move(corpus));
  }

  std::string Name(VertexId vertex) const { return *corpus_->Name(vertex); }
  VertexId Vertex(const std::string& name) const { return corpus_->Find(name).value(); }

  // The answers for every vertex of the index, as `akin related --all` prints them.
  Lines Related(const Index& index) const {
    Lines lines;
    for (const VertexId v : corpus_->AllVertices()) {
      if (!index.Has(v).value()) continue;
      const auto answer = index.Related(v, {.k = 5});
      EXPECT_TRUE(answer.ok()) << answer.status().message();
      for (size_t i = 0; i < answer->hits.size(); ++i) {
        const Hit& hit = answer->hits[i];
        lines.push_back(
            fmt::format("{}\t{}\t{}\t{}", Name(v), i + 1, Printed(hit.score), Name(hit.vertex)));
        if (corpus_->has_titles()) lines.back() += '\t' + *corpus_->Title(hit.vertex);
      }
    }
    return lines;
  }

  static bool IsFirstVersion() { return std::string_view(GetParam()).starts_with("v1/"); }

  // A line of `akin info`; the measure of an index is unknown until it is complete. The program
  // that wrote format 1 printed a seed of 1 if there was none.
  static std::string Described(const IndexInfo& info) {
    if (!info.complete) return fmt::format("{}\t\t0.000000\t0\t0\t0\t0\tunfinished\t", info.name);
    const uint64_t no_seed = IsFirstVersion() ? 1 : 0;
    const bool seeded = HasFingerprints(info.method) || info.method == Method::kPush;
    const std::string some = info.only == 0 ? "" : fmt::format(", of {} vertices", info.only);
    return fmt::format("{}\t{}\t{:.6f}\t{}\t{}\t{}\t{}\tcomplete{}\t{}", info.name,
                       MeasureName(info.measure), info.decay, info.length, info.fingerprints,
                       seeded ? info.seed : no_seed, info.bytes, some, MethodName(info.method));
  }

  const std::string path_ = SourceFile(fmt::format("tests/compat/{}.akin", GetParam()));
  const fs::path answers_ = SourceFile(fmt::format("tests/compat/{}.answers", GetParam()));
  std::optional<Corpus> corpus_;
};

TEST_P(CompatTest, EveryByteIsVerified) {
  std::set<std::string> files;
  const Status status = corpus_->Check({}, [&](const std::string& file, const Status& found) {
    const bool unfinished = found.code() == Code::kNoIndex && file.ends_with("unfinished");
    EXPECT_TRUE(found.ok() || unfinished) << found.message();
    files.insert(file);
  });
  EXPECT_TRUE(status.ok() || status.code() == Code::kNoIndex) << status.message();
  EXPECT_GE(files.size(), 3U) << "keys, graph and a shard at least";
}

TEST_P(CompatTest, NamesAndTitlesAreThoseWritten) {
  Lines lines;
  for (const VertexId v : corpus_->AllVertices()) {
    lines.push_back(fmt::format("{}\t{}\t{}", v, Name(v), *corpus_->Title(v)));
    EXPECT_EQ(Vertex(Name(v)), v);
    const std::string title = *corpus_->Title(v);
    if (!title.empty()) {
      EXPECT_EQ(Vertex(title), v) << title;
    }
  }
  EXPECT_EQ(lines, ReadLines(answers_ / "names.tsv"));
}

TEST_P(CompatTest, ArcsAreThoseWritten) {
  const auto graph = corpus_->graph();
  ASSERT_TRUE(graph.ok()) << graph.status().message();
  const auto out = (*graph)->Out();
  const auto in = (*graph)->In();
  ASSERT_TRUE(out.ok() && in.ok());
  Lines lines;
  std::set<std::pair<VertexId, VertexId>> arcs;
  for (const VertexId from : corpus_->AllVertices()) {
    for (const VertexId to : (*out)[from]) {
      lines.push_back(fmt::format("{}\t{}", Name(from), Name(to)));
      arcs.emplace(from, to);
    }
  }
  EXPECT_EQ(lines, ReadLines(answers_ / "arcs.tsv"));
  EXPECT_EQ(corpus_->arcs(), lines.size());
  for (const VertexId to : corpus_->AllVertices()) {
    for (const VertexId from : (*in)[to]) EXPECT_EQ(arcs.erase({from, to}), 1U);
  }
  EXPECT_TRUE(arcs.empty()) << "arcs that only their sources know of";
}

TEST_P(CompatTest, FactsAreThoseWritten) {
  Lines lines{fmt::format("vertices\t{}", corpus_->vertices()),
              fmt::format("arcs\t{}", corpus_->arcs()),
              fmt::format("titles\t{}", corpus_->has_titles() ? "yes" : "no")};
  if (!corpus_->made_with().empty()) lines.push_back("made with\t" + corpus_->made_with());
  const auto sets = corpus_->BagSets();
  ASSERT_TRUE(sets.ok()) << sets.status().message();
  for (const BagInfo& info : *sets) {
    const BagWords words = DescribeBags(info.options);
    lines.push_back(fmt::format("{}\t{}\t{}\t{}\t{}", info.name, words.terms, words.window,
                                words.stem, words.distance));
  }
  const auto indexes = corpus_->Indexes();
  ASSERT_TRUE(indexes.ok()) << indexes.status().message();
  for (const IndexInfo& info : *indexes) lines.push_back(Described(info));
  const Lines written = ReadLines(answers_ / "info.tsv");
  for (const std::string& line : lines) {
    EXPECT_THAT(written, testing::Contains(testing::StartsWith(line)));
  }
  EXPECT_EQ(corpus_->has_pages(), fs::exists(path_ + "/pages.akin"));
}

// Pages keep the words that they were read with, and the same bags are made of them.
TEST_P(CompatTest, BagsMadeAgainAreTheSame) {
  const TempDir directory;
  const std::string copy = directory / "copy.akin";
  fs::copy(path_, copy, fs::copy_options::recursive);
  const auto sets = corpus_->BagSets();
  ASSERT_TRUE(sets.ok()) << sets.status().message();
  for (const BagInfo& info : *sets) {
    BagOptions options = info.options;
    const std::string file = fmt::format("bags/{}.akin", info.name);
    ASSERT_TRUE(BuildBags(copy, options).ok());
    options.replace = true;
    ASSERT_TRUE(BuildBags(copy, options).ok());
    EXPECT_EQ(ReadBytes(fs::path(copy) / file), ReadBytes(fs::path(path_) / file)) << info.name;
  }
}

// A text is cut by the rule of the words that it is compared with.
TEST_P(CompatTest, TextsAreOfTheWordsOfTheBags) {
  if (!corpus_->has_pages()) GTEST_SKIP() << "no pages";
  const auto hits = [&](const TextWords& words) {
    std::vector<VertexId> vertices;
    const auto answer = corpus_->RelatedToWords(words, "text");
    EXPECT_TRUE(answer.ok()) << answer.status().message();
    for (const Hit& hit : answer->hits) vertices.push_back(hit.vertex);
    return vertices;
  };
  const auto bag = corpus_->OpenBags("text")->Heaviest(0, 1);
  ASSERT_TRUE(bag.ok() && !bag->empty());
  const std::string word = bag->front().word + " ";
  const TextWords letters{.letters = word};
  const TextWords whole{.whole = word};
  EXPECT_THAT(hits(IsFirstVersion() ? letters : whole), testing::Not(testing::IsEmpty()));
  EXPECT_THAT(hits(IsFirstVersion() ? whole : letters), testing::IsEmpty());
}

TEST_P(CompatTest, IndexesAnswerWhatTheyAnswered) {
  const std::set<std::string> names = Stems(answers_ / "related");
  EXPECT_FALSE(names.empty());
  std::set<std::string> complete;
  const auto indexes = corpus_->Indexes();
  ASSERT_TRUE(indexes.ok()) << indexes.status().message();
  for (const IndexInfo& info : *indexes) {
    if (info.complete) complete.insert(info.name);
  }
  EXPECT_EQ(names, complete);
  for (const std::string& name : names) {
    const auto index = corpus_->OpenIndex(name);
    ASSERT_TRUE(index.ok()) << index.status().message();
    const Lines related = Related(*index);
    EXPECT_FALSE(related.empty()) << name;
    EXPECT_EQ(Comparable(*index, related, 3),
              Comparable(*index, ReadLines(answers_ / "related" / (name + ".tsv")), 3))
        << name;

    Lines sims;
    const Lines expected = ReadLines(answers_ / "sim" / (name + ".tsv"));
    EXPECT_FALSE(expected.empty()) << name;
    for (const std::string& line : expected) {
      const auto columns = Columns(line);
      ASSERT_EQ(columns.size(), 4U) << line;
      const auto score = index->Sim(Vertex(columns[2]), Vertex(columns[3]));
      ASSERT_TRUE(score.ok()) << score.status().message();
      sims.push_back(fmt::format("{}\t{}\t{}", Printed(*score), columns[2], columns[3]));
    }
    EXPECT_EQ(Comparable(*index, sims, 1), Comparable(*index, expected, 1)) << name;
  }
}

TEST_P(CompatTest, BagsHoldWhatTheyHeld) {
  std::set<std::string> names;
  const auto sets = corpus_->BagSets();
  ASSERT_TRUE(sets.ok()) << sets.status().message();
  for (const BagInfo& info : *sets) {
    names.insert(info.name);
    const auto bags = corpus_->OpenBags(info.name);
    ASSERT_TRUE(bags.ok()) << bags.status().message();
    Lines lines;
    for (const VertexId v : corpus_->AllVertices()) {
      const auto terms = bags->Heaviest(v, 3);
      ASSERT_TRUE(terms.ok()) << terms.status().message();
      for (const WeighedTerm& term : *terms) {
        const bool word = term.page == kNoVertex;
        lines.push_back(
            fmt::format("{}\t{:.6f}\t{}\t{:.6f}\t{}\t{}", Name(v), term.weight, term.frequency,
                        static_cast<double>(term.frequency) / static_cast<double>(info.bags),
                        word ? "word" : "link", word ? term.word : Name(term.page)));
      }
    }
    EXPECT_EQ(lines, ReadLines(answers_ / "bag" / (info.name + ".tsv"))) << info.name;
  }
  EXPECT_EQ(names, Stems(answers_ / "bag"));
}

// `akin bags` with other names, and builds, can read pages and arcs of old corpora.
TEST_P(CompatTest, MoreCanBeBuiltIntoIt) {
  const TempDir directory;
  const std::string copy = directory / "c.akin";
  fs::copy(path_, copy, fs::copy_options::recursive);
  const BagOptions options{.name = "new",
                           .content = corpus_->has_pages(),
                           .anchor = corpus_->has_pages(),
                           .links = true};
  const auto bags = BuildBags(copy, options);
  ASSERT_TRUE(bags.ok()) << bags.status().message();
  EXPECT_GT(bags->bags, 0U);
  EXPECT_EQ(bags->words > 0, corpus_->has_pages());
  const auto report = BuildIndex(copy, {.fingerprints = 3, .name = "new"});
  ASSERT_TRUE(report.ok()) << report.status().message();
  const auto index = Corpus::Open(copy)->OpenIndex("new");
  ASSERT_TRUE(index.ok()) << index.status().message();
  EXPECT_FALSE(Related(*index).empty());
}

std::string CompatTestName(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::erase(name, '/');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Corpora, CompatTest, testing::ValuesIn(kCompatCorpora), CompatTestName);

// The index `unfinished` was left by an interrupted build of the index `simrank`.
TEST(Compat, AnInterruptedBuildGoesOn) {
  const TempDir directory;
  const std::string path = directory / "c.akin";
  fs::copy(SourceFile("tests/compat/v1/site.akin"), path, fs::copy_options::recursive);
  const auto corpus = Corpus::Open(path);
  ASSERT_TRUE(corpus.ok()) << corpus.status().message();
  EXPECT_FALSE(corpus->OpenIndex("unfinished").ok());
  const auto report = BuildIndex(path, {.fingerprints = 13, .name = "unfinished"});
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report->fingerprints_found, 10U);
  EXPECT_EQ(report->fingerprints_built, 3U);
  const auto resumed = corpus->OpenIndex("unfinished");
  const auto whole = corpus->OpenIndex("simrank");
  ASSERT_TRUE(resumed.ok() && whole.ok());
  for (const VertexId v : corpus->AllVertices()) {
    for (const VertexId w : corpus->AllVertices()) {
      EXPECT_EQ(Printed(*resumed->Sim(v, w)), Printed(*whole->Sim(v, w)));
    }
  }
}

TEST(Compat, ShardsThatAreElsewhere) {
  const TempDir directory;
  const std::string path = directory / "front.akin";
  fs::copy(SourceFile("tests/compat/v2/site.akin"), path, fs::copy_options::recursive);
  const std::string index = path + "/indexes/psimrank";
  for (const char* shard : {"0000-0009", "0010-0012"}) {
    ASSERT_TRUE(fs::remove(fmt::format("{}/psimrank-l10-s1-site-{}.akin", index, shard)));
  }
  fs::copy_file(SourceFile("tests/compat/v2/elsewhere.json"), index + "/elsewhere.json");
  const auto corpus = Corpus::Open(path);
  ASSERT_TRUE(corpus.ok());
  for (const IndexInfo& info : corpus->Indexes().value()) {
    EXPECT_EQ(info.elsewhere, info.name == "psimrank" ? 2U : 0U) << info.name;
  }
  EXPECT_EQ(corpus->OpenIndex("psimrank").status().code(), Code::kUnavailable);
}

TEST(Compat, EveryFormatHasItsFolderAndEveryFolderIsTested) {
  std::set<std::string> found;
  for (const auto& version : fs::directory_iterator(SourceFile("tests/compat"))) {
    if (!version.is_directory()) continue;
    for (const auto& corpus : fs::directory_iterator(version)) {
      if (corpus.path().extension() != ".akin") continue;
      found.insert(version.path().filename() / corpus.path().stem());
    }
  }
  EXPECT_EQ(found, std::set<std::string>(std::begin(kCompatCorpora), std::end(kCompatCorpora)));
  for (uint32_t version = 1; version <= kFormatVersion; ++version) {
    EXPECT_TRUE(fs::exists(SourceFile(fmt::format("tests/compat/v{}/site.akin", version))));
  }
}

}  // namespace
}  // namespace akin
