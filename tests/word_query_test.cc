// Questions in words: the scores of a text are those of a page with the same words.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Pages of three words out of eight each. `probe.html` is the page that texts are compared with; no
// page links to another, so bags of anchor text have the titles alone.
class WordQueryTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::vector<std::string> words = {"lions", "bears", "ships",  "cranes",
                                            "jazz",  "chess", "planet", "volcano"};
    fs::create_directory(directory_ / "site");
    for (size_t i = 0; i < 40; ++i) {
      const std::string text = fmt::format("{} {} {} {}", words[i % 8], words[i * 3 % 8],
                                           words[i / 8], words[i * i % 8]);
      WriteBytes(
          directory_ / fmt::format("site/{:02}.html", i),
          fmt::format("<title>{}</title><p>The {} of {}.", words[i % 7], text, words[i % 5]));
    }
    WriteBytes(directory_ / "site/probe.html",
               "<title>Lion</title>Lions &amp; bears see the lions' ship: bears.crane, HashLion.");
    ASSERT_TRUE(Ingest({directory_ / "site"}, corpus_, {}).ok());
  }
  void Make(const BagOptions& options) {
    const auto bags = BuildBags(corpus_, options);
    ASSERT_TRUE(bags.ok()) << bags.status().message();
  }
  void Build(const BuildOptions& options) {
    const auto report = BuildIndex(corpus_, options);
    ASSERT_TRUE(report.ok()) << report.status().message();
  }
  Asker Ask(const AskOptions& options) const {
    auto asker = Asker::Create(*Corpus::Open(corpus_), options);
    EXPECT_TRUE(asker.ok()) << asker.status().message();
    return *asker;
  }
  static std::map<VertexId, double> Scores(const Result<Answer>& answer) {
    EXPECT_TRUE(answer.ok()) << answer.status().message();
    std::map<VertexId, double> scores;
    for (const Hit& hit : answer->hits) {
      scores[hit.vertex] = hit.score.value;
      EXPECT_EQ(hit.score.error, 0);
    }
    return scores;
  }
  VertexId Probe() const { return *Corpus::Open(corpus_)->Find("probe.html"); }

  TempDir directory_;
  std::string corpus_ = directory_ / "site.akin";
  const std::string text_ = "Lion! Lions & bears see the lions' ship: bears.crane, HashLion.";
};

TEST_F(WordQueryTest, ATextScoresLikeThePageWithItsWords) {
  for (const Stemming stemming : {Stemming::kNone, Stemming::kStem, Stemming::kStopStem}) {
    for (const FrequencyWeight weight : {FrequencyWeight::kNone, FrequencyWeight::kSqrt,
                                         FrequencyWeight::kLog, FrequencyWeight::kNmdf}) {
      Make({.anchor = false, .stemming = stemming, .frequency = weight, .replace = true});
      const auto corpus = Corpus::Open(corpus_);
      const auto answer = corpus->RelatedToWords(*WordsOf(text_), "text", {.k = 0});
      std::map<VertexId, double> scores = Scores(answer);
      EXPECT_EQ(scores[Probe()], 1);
      EXPECT_EQ(answer->hits.front().vertex, Probe());
      scores.erase(Probe());
      const ExactOptions exact{.measure = Measure::kText};
      std::map<VertexId, double> of_page;
      const auto plain = ExactRelated(*corpus, Probe(), exact, {.k = 0});
      for (const Hit& hit : plain->hits) of_page[hit.vertex] = hit.score.value;
      ASSERT_EQ(scores.size(), of_page.size());
      for (const auto& [v, score] : of_page) EXPECT_NEAR(scores[v], score, 1e-12);
    }
  }
}

TEST_F(WordQueryTest, PartsOfTechnicalTermsCount) {
  Make({.anchor = false, .frequency = FrequencyWeight::kNone});
  const auto corpus = Corpus::Open(corpus_);
  const std::vector<WeighedTerm> terms = *corpus->OpenBags()->Bag(Probe());
  std::map<std::string, double> weights;
  for (const WeighedTerm& term : terms) weights[term.word] = term.weight;
  EXPECT_NEAR(weights["bears.crane"], weights["ship"], 1e-6);
  EXPECT_NEAR(weights["crane"], 0.5 * weights["ship"], 1e-6);
  EXPECT_NEAR(weights["bear"], 1.5 * weights["ship"], 1e-6);
  EXPECT_NEAR(weights["hashlion"], weights["ship"], 1e-6);
  EXPECT_NEAR(weights["hash"], 0.5 * weights["ship"], 1e-6);
  // A question for the parts finds the page too.
  EXPECT_THAT(Scores(corpus->RelatedToWords(*WordsOf("hash"))),
              testing::ElementsAre(testing::Key(Probe())));
}

// A text is understood in the language of most pages.
TEST_F(WordQueryTest, TextsAreInTheLanguageOfTheBags) {
  Make({.language = "de"});
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_EQ(corpus->OpenBags()->info().text_language, "de");
  Make({.name = "said"});
  EXPECT_EQ(corpus->OpenBags("said")->info().text_language, "en");
}

TEST_F(WordQueryTest, WordsThatNoBagHasDoNotCount) {
  Make({});
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_EQ(Scores(corpus->RelatedToWords(*WordsOf(text_))),
            Scores(corpus->RelatedToWords(*WordsOf(text_ + " Quux, the xyzzy."))));
  EXPECT_THAT(corpus->RelatedToWords(*WordsOf("Quux, the xyzzy."))->hits, IsEmpty());
  EXPECT_THAT(corpus->RelatedToWords(TextWords())->hits, IsEmpty());
}

TEST_F(WordQueryTest, ThreadsDoNotMatter) {
  Make({});
  const auto corpus = Corpus::Open(corpus_);
  const TextWords words = *WordsOf(text_);
  EXPECT_EQ(Scores(corpus->RelatedToWords(words, {}, {.k = 5}, {.threads = 1})),
            Scores(corpus->RelatedToWords(words, {}, {.k = 5}, {.threads = 3})));
}

TEST_F(WordQueryTest, AnchorTextIsComparedWithTitlesHere) {
  Make({.name = "anchors", .content = false});
  const auto answer = Corpus::Open(corpus_)->RelatedToWords(*WordsOf("lion"), "anchors", {.k = 0});
  for (const Hit& hit : answer->hits) EXPECT_EQ(hit.score.value, 1);
  EXPECT_EQ(answer->hits.size(), 7U);  // titles 0, 7, 14, ..., 35, and the probe
}

TEST_F(WordQueryTest, WhoeverIsAskedTheBagsAnswer) {
  Make({});
  Make({.name = "content", .anchor = false});
  Build({.measure = Measure::kText, .fingerprints = 20, .name = "t", .bags = "text"});
  Build({.measure = Measure::kText, .fingerprints = 20, .name = "c", .bags = "content"});
  Build({.fingerprints = 20});
  const auto corpus = Corpus::Open(corpus_);
  const TextWords words = *WordsOf(text_);
  const auto of_text = Scores(corpus->RelatedToWords(words, "text", {.k = 0}));
  const auto of_content = Scores(corpus->RelatedToWords(words, "content", {.k = 0}));
  EXPECT_EQ(Scores(Ask({.index = "t"}).RelatedToWords(words, {.k = 0})), of_text);
  const ExactOptions exact{.measure = Measure::kText, .bags = "content"};
  EXPECT_EQ(Scores(Ask({.exact = exact}).RelatedToWords(words, {.k = 0})), of_content);
  const BuildOptions walks{.measure = Measure::kText, .bags = "content"};
  EXPECT_EQ(Scores(Ask({.walks = walks}).RelatedToWords(words, {.k = 0})), of_content);
  // Links count 0.
  auto mixed = Scores(Ask({.index = "t=0.5,c=2,simrank=3"}).RelatedToWords(words, {.k = 0}));
  for (VertexId v = 0; v < corpus->vertices(); ++v) {
    const auto score = [v](const auto& scores) { return scores.contains(v) ? scores.at(v) : 0; };
    EXPECT_NEAR(score(mixed), 0.5 * score(of_text) + 2 * score(of_content), 1e-12);
  }
  const auto fused = Ask({.index = "t,simrank", .fusion = Fusion::kReciprocalRank})
                         .RelatedToWords(words, {.k = 1})
                         ->hits;
  ASSERT_EQ(fused.size(), 1U);
  EXPECT_EQ(fused[0].vertex, Probe());
  EXPECT_EQ(fused[0].score.value, 1.0 / 61);
}

TEST_F(WordQueryTest, HitsAreThoseWanted) {
  Make({.anchor = false});
  const std::vector<VertexId> only = {1, 3, 9, Probe()};
  Build({.measure = Measure::kText, .fingerprints = 20, .only = only});
  const Asker asker = Ask({.index = "text"});
  const auto answer = asker.RelatedToWords(*WordsOf(text_), {.k = 0});
  ASSERT_TRUE(answer.ok()) << answer.status().message();
  EXPECT_THAT(answer->hits, Not(IsEmpty()));
  for (const Hit& hit : answer->hits) EXPECT_THAT(only, Contains(hit.vertex));
  EXPECT_THAT(asker.RelatedToWords(*WordsOf(text_), {.min_inlinks = 1})->hits, IsEmpty());
  EXPECT_EQ(asker.RelatedToWords(*WordsOf(text_), {.min_score = 0.99})->hits.size(), 1U);
}

TEST_F(WordQueryTest, ErrorsSayWhatToDo) {
  Make({});
  Make({.name = "links", .content = false, .anchor = false, .links = true});
  Build({.measure = Measure::kText, .fingerprints = 20, .bags = "text"});
  Build({.fingerprints = 20});
  const auto message = [&](const AskOptions& options, const RelatedOptions& related = {}) {
    const auto answer = Ask(options).RelatedToWords(*WordsOf("lion"), related);
    EXPECT_EQ(answer.status().code(), Code::kInvalidArgument);
    return answer.status().message();
  };
  EXPECT_THAT(message({.index = "simrank"}), HasSubstr("ask an index of text"));
  EXPECT_THAT(message({.index = "simrank=2"}), HasSubstr("add an index of text"));
  EXPECT_THAT(message({.exact = ExactOptions{}}), HasSubstr("take the measure text"));
  EXPECT_THAT(message({.exact = ExactOptions{.measure = Measure::kText, .bags = "links"}}),
              HasSubstr("bags of content or anchor"));
  EXPECT_THAT(message({.index = "text"}, {.fingerprints = 5}), HasSubstr("bags themselves"));
  Make({.anchor = false, .replace = true});
  EXPECT_THAT(message({.index = "text"}), HasSubstr("build it again"));
}

}  // namespace
}  // namespace akin
