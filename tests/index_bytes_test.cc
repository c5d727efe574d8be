// The bytes of every file are the same as those of the program that wrote
// tests/index_bytes/sums.tsv, for every measure, method and builder. A change of one bit in one
// score, choice or manifest fails here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "base/checksum.h"
#include "file_tree.h"
#include "paths.h"
#include "temp_dir.h"

namespace akin {
namespace {

constexpr const char* kCorpora[] = {
    "web",  "web-urls",  "rmat",    "ba", "library", "library-undirected", "library-reverse",
    "site", "wiki-vote", "cnr-2000"};

using Sums = std::map<std::string, std::string>;  // checksums of files, by their path in the corpus

struct Step {
  std::string corpus;
  std::string command;
  Sums sums;  // of the files it writes
};

std::vector<Step> ReadSteps() {
  std::ifstream in(SourceFile("tests/index_bytes/sums.tsv"));
  std::vector<Step> steps;
  std::string line;
  std::getline(in, line);  // the version of the program
  std::getline(in, line);  // names of the columns
  while (std::getline(in, line)) {
    std::istringstream columns(line);
    std::string corpus;
    std::string command;
    std::string file;
    std::string sum;
    std::getline(columns, corpus, '\t');
    std::getline(columns, command, '\t');
    std::getline(columns, file, '\t');
    std::getline(columns, sum, '\t');
    if (steps.empty() || steps.back().corpus != corpus || steps.back().command != command) {
      steps.push_back({.corpus = corpus, .command = command, .sums = {}});
    }
    steps.back().sums[file] = sum;
  }
  return steps;
}

Sums SumsOf(const FileTree& tree) {
  Sums sums;
  for (const auto& [file, bytes] : tree) {
    sums[file] = fmt::format("{:016x}", Checksum(std::as_bytes(std::span(bytes))));
  }
  return sums;
}

// A command line, split into words. A word that is never asked for is an error.
class Words {
 public:
  explicit Words(const std::string& command) {
    std::istringstream words(command);
    words >> verb_;
    std::string flag;
    for (std::string word; words >> word;) {
      if (word.starts_with("--")) {
        flag = word;
        flags_[flag];
      } else if (flag.empty()) {
        subject_ = word;
      } else {
        flags_[flag] = word;
      }
    }
  }

  const std::string& verb() const { return verb_; }
  const std::string& subject() const { return subject_; }

  bool Has(const std::string& flag) { return flags_.erase(flag) > 0; }
  std::optional<std::string> Text(const std::string& flag) {
    const auto node = flags_.extract(flag);
    if (node.empty()) return {};
    return node.mapped();
  }
  std::optional<unsigned> Number(const std::string& flag) {
    const auto text = Text(flag);
    if (!text) return {};
    return static_cast<unsigned>(std::stoul(*text));
  }
  std::optional<double> Real(const std::string& flag) {
    const auto text = Text(flag);
    if (!text) return {};
    return std::stod(*text);
  }
  bool AllUsed() const { return flags_.empty(); }

 private:
  std::string verb_;
  std::string subject_;
  std::map<std::string, std::string> flags_;
};

class IndexBytesTest : public testing::TestWithParam<const char*> {
 protected:
  Status Run(Words& words) {
    if (words.verb() == "ingest") return IngestSource(words);
    if (words.verb() == "generate") return GenerateGraph(words);
    if (words.verb() == "bags") return MakeBags(words);
    if (words.verb() == "build") return Build(words);
    return {Code::kInvalidArgument, "no such verb"};
  }

  TempDir directory_;
  std::string corpus_ = directory_ / "c.akin";

 private:
  static std::string SourceOf(const std::string& path) {
    constexpr std::string_view kData = "$AKIN_DATA/";
    return path.starts_with(kData) ? DataFile(path.substr(kData.size())) : SourceFile(path);
  }

  Status IngestSource(Words& words) {
    return Ingest({SourceOf(words.subject())}, corpus_,
                  {.undirected = words.Has("--undirected"), .reverse = words.Has("--reverse")},
                  control_)
        .status();
  }

  Status GenerateGraph(Words& words) {
    const std::map<std::string, GraphModel> models{
        {"web", GraphModel::kWeb}, {"rmat", GraphModel::kRmat}, {"ba", GraphModel::kAttachment}};
    return Generate({.model = models.at(words.subject()),
                     .vertices = words.Number("--vertices").value(),
                     .degree = words.Number("--degree").value_or(12),
                     .seed = words.Number("--seed").value_or(1),
                     .urls = words.Has("--urls")},
                    corpus_, control_)
        .status();
  }

  Status MakeBags(Words& words) {
    const BagWords defaults = DescribeBags({});
    auto options =
        ParseBagWords({.terms = words.Text("--terms").value_or(defaults.terms),
                       .window = words.Text("--window").value_or(defaults.window),
                       .stem = words.Text("--stem").value_or(defaults.stem),
                       .distance = words.Text("--distance-weight").value_or(defaults.distance),
                       .weight = words.Text("--weight").value_or(defaults.weight)});
    if (!options.ok()) return options.status();
    options->name = words.Text("--name").value_or("text");
    return BuildBags(corpus_, *options, control_).status();
  }

  Status Build(Words& words) {
    const auto signatures = words.Number("--signatures");
    const auto fingerprints = words.Number("--fingerprints");
    const auto measure = IndexMeasureNamed(words.Text("--measure").value_or("simrank"));
    if (!measure.ok()) return measure.status();
    // What is written if boilerplate is kept does not change.
    BuildOptions options{.measure = *measure,
                         .decay = words.Real("--decay"),
                         .epsilon = words.Real("--epsilon"),
                         .iterations = words.Number("--iterations"),
                         .length = words.Number("--length"),
                         .fingerprints = signatures ? signatures : fingerprints,
                         .boilerplate = Boilerplate::kKeep};
    if (const auto name = words.Text("--method")) {
      const auto method = MethodNamed(*measure, *name);
      if (!method.ok()) return method.status();
      options.method = *method;
    }
    const auto builder = BuilderNamed(words.Text("--builder").value_or("auto"));
    if (!builder.ok()) return builder.status();
    options.builder = *builder;
    options.seed = words.Number("--seed").value_or(1);
    options.bags = words.Text("--bags").value_or("");
    if (const auto file = words.Text("--only")) {
      auto only = VerticesIn(SourceFile(*file));
      if (!only.ok()) return only.status();
      options.only = *std::move(only);
    }
    Control control = control_;
    if (const auto megabytes = words.Number("--memory")) control.memory = *megabytes << 20;
    return BuildIndex(corpus_, options, control).status();
  }

  Result<std::vector<VertexId>> VerticesIn(const std::string& file) const {
    const auto corpus = Corpus::Open(corpus_);
    if (!corpus.ok()) return corpus.status();
    std::vector<VertexId> vertices;
    std::ifstream in(file);
    for (std::string name; std::getline(in, name);) {
      const auto vertex = corpus->Find(name);
      if (!vertex.ok()) return vertex.status();
      vertices.push_back(*vertex);
    }
    return vertices;
  }

  const Control control_{.threads = 2};
};

// Runs each command in turn, without the indexes of earlier commands.
TEST_P(IndexBytesTest, AreThoseOfBefore) {
  if (GetParam() == std::string("wiki-vote")) AKIN_SKIP_WITHOUT_DATA("wiki-vote/wiki-Vote.txt");
  if (GetParam() == std::string("cnr-2000")) AKIN_SKIP_WITHOUT_DATA("cnr-2000/cnr-2000.graph");
  Sums kept;  // what earlier commands wrote, except indexes
  size_t steps = 0;
  for (const Step& step : ReadSteps()) {
    if (step.corpus != GetParam()) continue;
    ++steps;
    std::filesystem::remove_all(corpus_ + "/indexes");
    Words words(step.command);
    const Status status = Run(words);
    ASSERT_TRUE(status.ok()) << step.command << ": " << status.message();
    ASSERT_TRUE(words.AllUsed()) << step.command << " has a flag that this test does not know";
    Sums expected = step.sums;
    expected.insert(kept.begin(), kept.end());
    EXPECT_EQ(SumsOf(ReadTree(corpus_)), expected) << step.command;
    for (const auto& [file, sum] : step.sums) {
      if (!file.starts_with("indexes/")) kept[file] = sum;
    }
  }
  EXPECT_GT(steps, 0U) << "nothing was compared";
}

std::string TestName(const testing::TestParamInfo<const char*>& info) {
  std::string name;
  bool first = true;  // of a word
  for (const char c : std::string_view(info.param)) {
    if (c != '-') name += first ? static_cast<char>(std::toupper(c)) : c;
    first = c == '-';
  }
  return name;
}
INSTANTIATE_TEST_SUITE_P(Corpora, IndexBytesTest, testing::ValuesIn(kCorpora), TestName);

TEST(IndexBytes, EveryCorpusOfTheSumsIsCompared) {
  std::set<std::string> corpora;
  for (const Step& step : ReadSteps()) corpora.insert(step.corpus);
  EXPECT_EQ(corpora, std::set<std::string>(std::begin(kCorpora), std::end(kCorpora)));
}

}  // namespace
}  // namespace akin
