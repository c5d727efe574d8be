// Boilerplate from pages to answers: what is recognised stays in the corpus, and what is built
// without it is what would be built if those links had never been there.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

constexpr int kSitePages = 30;

class BoilerplateTest : public testing::Test {
 protected:
  // Pages with links in the text, and, if wanted, a bar, a footer and an index besides.
  void WritePages(const std::string& folder, bool with_boilerplate) {
    std::filesystem::create_directory(folder);
    std::mt19937 random(3);
    for (int page = 0; page < kSitePages; ++page) {
      const int before = (page + kSitePages - 1) % kSitePages;
      const int after = (page + 1) % kSitePages;
      std::string html = fmt::format("<title>Page {}</title><body>", page);
      if (with_boilerplate) {
        html += fmt::format("<nav><a href=p{}.html>Previous</a><a href=p{}.html>Next</a></nav>",
                            before, after);
      }
      html += "<p>";
      for (int link = 0; link < 4; ++link) {
        html +=
            fmt::format("word{} <a href=p{}.html>topic</a> ", random() % 9, random() % kSitePages);
      }
      if (with_boilerplate) html += "<div class=foot><a href=p0.html>Imprint</a></div>";
      WriteBytes(fmt::format("{}/p{}.html", folder, page), html);
    }
  }

  void SetUp() override {
    WritePages(directory_ / "with", true);
    WritePages(directory_ / "without", false);
    ASSERT_TRUE(Ingest({directory_ / "with"}, with_, {}).ok());
    ASSERT_TRUE(Ingest({directory_ / "without"}, without_, {}).ok());
  }

  static std::vector<std::vector<VertexId>> Lists(const Adjacency& links) {
    std::vector<std::vector<VertexId>> lists;
    for (VertexId v = 0; v < links.vertices(); ++v) {
      lists.emplace_back(links[v].begin(), links[v].end());
    }
    return lists;
  }

  // All answers of an index, as text.
  static std::string Answers(const std::string& corpus, const std::string& name) {
    const auto index = Corpus::Open(corpus)->OpenIndex(name);
    EXPECT_TRUE(index.ok()) << index.status().message();
    std::string text;
    for (VertexId v = 0; v < kSitePages; ++v) {
      const auto answer = index->Related(v, {.k = 0});
      for (const Hit& hit : answer->hits) {
        text += fmt::format("{} {} {} {}\n", v, hit.vertex, hit.score.value, hit.score.error);
      }
    }
    return text;
  }

  TempDir directory_;
  std::string with_ = directory_ / "with.akin";
  std::string without_ = directory_ / "without.akin";
};

TEST_F(BoilerplateTest, LeavesTheLinksThatWouldBeThereWithoutIt) {
  const auto with = Corpus::Open(with_);
  const auto without = Corpus::Open(without_);
  ASSERT_TRUE(with->knows_boilerplate());
  EXPECT_GT(with->arcs(), without->arcs());
  EXPECT_EQ(Lists(*with->InLinks(Boilerplate::kDrop)), Lists(*without->InLinks()));
  EXPECT_EQ(Lists(*with->OutLinks(Boilerplate::kDrop)), Lists(*without->OutLinks()));
  const auto found = with->FoundBoilerplate();
  ASSERT_TRUE(found.ok()) << found.status().message();
  EXPECT_EQ(found->arcs, with->arcs() - without->arcs());
  EXPECT_EQ(without->FoundBoilerplate()->arcs, 0U);
  EXPECT_TRUE(with->Check({}, [](const std::string&, const Status&) {}).ok());
}

TEST_F(BoilerplateTest, IndexesAreThoseOfTheOtherLinks) {
  const std::vector<BuildOptions> builds = {
      {.measure = Measure::kSimRank, .fingerprints = 20},
      {.measure = Measure::kPSimRank, .fingerprints = 20},
      {.measure = Measure::kXJaccard, .fingerprints = 20},
      {.method = Method::kPush, .epsilon = 1e-3, .name = "push"},
      {.method = Method::kSeries, .iterations = 5, .name = "series"},
      {.measure = Measure::kCosineSimRank, .iterations = 5}};
  for (BuildOptions options : builds) {
    options.boilerplate = Boilerplate::kDrop;
    const auto dropped = BuildIndex(with_, options);
    ASSERT_TRUE(dropped.ok()) << dropped.status().message();
    options.boilerplate = Boilerplate::kKeep;
    const auto kept = BuildIndex(without_, options);
    ASSERT_TRUE(kept.ok()) << kept.status().message();
    EXPECT_EQ(Answers(with_, dropped->name), Answers(without_, kept->name)) << dropped->name;
    const auto index = Corpus::Open(with_)->OpenIndex(dropped->name);
    EXPECT_EQ(index->info().boilerplate, Boilerplate::kDrop);
    // One with all links is another index.
    EXPECT_EQ(BuildIndex(with_, options).status().code(), Code::kAlreadyExists);
    options.replace = true;
    ASSERT_TRUE(BuildIndex(with_, options).ok());
    EXPECT_NE(Answers(with_, dropped->name), Answers(without_, kept->name)) << dropped->name;
  }
}

TEST_F(BoilerplateTest, ByDefaultWhatIsTheSameForTheSiteIsLeftOut) {
  const auto report = BuildIndex(with_, {.fingerprints = 10});
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(Corpus::Open(with_)->OpenIndex()->info().boilerplate, Boilerplate::kSite);
  const auto corpus = Corpus::Open(with_);
  const uint64_t imprint = corpus->InLinks(Boilerplate::kSite)->degree(0);
  EXPECT_LT(imprint, corpus->InLinks()->degree(0));
  EXPECT_GE(imprint, corpus->InLinks(Boilerplate::kDrop)->degree(0));
  // Without any, all links are used, and nothing says otherwise.
  ASSERT_TRUE(BuildIndex(without_, {.fingerprints = 10}).ok());
  EXPECT_EQ(Corpus::Open(without_)->OpenIndex()->info().boilerplate, Boilerplate::kKeep);
}

TEST_F(BoilerplateTest, EveryBuilderLeavesItOut) {
  std::string expected;
  for (const Builder builder : {Builder::kMemory, Builder::kSemiExternal, Builder::kExternal}) {
    const auto report = BuildIndex(with_, {.measure = Measure::kPSimRank,
                                           .fingerprints = 20,
                                           .replace = true,
                                           .builder = builder,
                                           .boilerplate = Boilerplate::kDrop});
    ASSERT_TRUE(report.ok()) << report.status().message();
    const std::string answers = Answers(with_, report->name);
    if (expected.empty()) expected = answers;
    EXPECT_EQ(answers, expected);
  }
}

TEST_F(BoilerplateTest, WalksWithoutAnIndexLeaveItOutToo) {
  const auto with = Corpus::Open(with_);
  const auto without = Corpus::Open(without_);
  const BuildOptions keep{
      .measure = Measure::kPSimRank, .fingerprints = 30, .boilerplate = Boilerplate::kKeep};
  BuildOptions drop = keep;
  drop.boilerplate = Boilerplate::kDrop;
  for (const VertexId vertex : {0U, 7U, 20U}) {
    const auto a = with->RelatedByWalking(vertex, drop);
    const auto b = without->RelatedByWalking(vertex, keep);
    ASSERT_EQ(a->hits.size(), b->hits.size());
    for (size_t i = 0; i < a->hits.size(); ++i) EXPECT_EQ(a->hits[i].vertex, b->hits[i].vertex);
  }
  const auto exact = ParseExactSpec("jaccard:boilerplate=drop");
  ASSERT_TRUE(exact.ok()) << exact.status().message();
  EXPECT_EQ(ExactSim(*with, 3, 9, *exact)->value,
            ExactSim(*without, 3, 9, {.measure = Measure::kJaccard})->value);
}

TEST_F(BoilerplateTest, BagsHaveNoWordsOfIt) {
  const auto words = [&](const std::string& corpus, Boilerplate boilerplate) {
    const BagOptions options{.content = false,
                             .links = true,
                             .width = 0,
                             .frequency = FrequencyWeight::kNone,
                             .boilerplate = boilerplate,
                             .replace = true};
    const auto report = BuildBags(corpus, options);
    EXPECT_TRUE(report.ok()) << report.status().message();
    std::string text;
    const auto bags = Corpus::Open(corpus)->OpenBags();
    EXPECT_EQ(bags->info().options.boilerplate, boilerplate);
    for (VertexId v = 0; v < kSitePages; ++v) {
      const auto bag = bags->Bag(v);
      for (const WeighedTerm& term : *bag) {
        text += fmt::format("{} {}{} {}\n", v, term.word,
                            term.page == kNoVertex ? "" : fmt::format("page {}", term.page),
                            term.weight);
      }
    }
    return text;
  };
  const std::string kept = words(with_, Boilerplate::kKeep);
  const std::string dropped = words(with_, Boilerplate::kDrop);
  // Where a page links to the imprint from its text too, all its links to it count.
  const auto imprint = [](const std::string& text) {
    const size_t at = text.find("0 imprint ");
    return at == std::string::npos ? 0 : std::stod(text.substr(at + 10));
  };
  EXPECT_GT(imprint(kept), imprint(dropped));
  const std::string without = words(without_, Boilerplate::kKeep);
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_LT(lines(dropped), lines(kept));
  EXPECT_GE(lines(dropped), lines(without));
}

TEST_F(BoilerplateTest, ReversedLinksAreMarkedToo) {
  const std::string reversed = directory_ / "reversed.akin";
  ASSERT_TRUE(Ingest({directory_ / "with"}, reversed, {.reverse = true}).ok());
  EXPECT_EQ(Lists(*Corpus::Open(reversed)->OutLinks(Boilerplate::kDrop)),
            Lists(*Corpus::Open(without_)->InLinks()));
}

TEST_F(BoilerplateTest, WithoutPagesThereIsNone) {
  const std::string links = directory_ / "links.akin";
  const auto source = [](ArcSink& sink) { return sink.Arc("a", "b"); };
  ASSERT_TRUE(Ingest(source, links, {}).ok());
  const auto corpus = Corpus::Open(links);
  EXPECT_FALSE(corpus->knows_boilerplate());
  EXPECT_EQ(corpus->FoundBoilerplate()->arcs, 0U);
  const auto report = BuildIndex(links, {.fingerprints = 10, .boilerplate = Boilerplate::kDrop});
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(Corpus::Open(links)->OpenIndex()->info().boilerplate, Boilerplate::kKeep);
  const std::string both = directory_ / "both.akin";
  ASSERT_TRUE(Ingest({directory_ / "with"}, both, {.undirected = true}).ok());
  EXPECT_FALSE(Corpus::Open(both)->knows_boilerplate());
}

TEST_F(BoilerplateTest, LittleMemoryRecognisesTheSame) {
  const std::string little = directory_ / "little.akin";
  ASSERT_TRUE(
      Ingest({directory_ / "with"}, little, {}, {.threads = 1, .memory = uint64_t{1} << 20}).ok());
  for (const char* file : {"/content-graph.akin", "/boilerplate.json"}) {
    EXPECT_EQ(ReadBytes(little + file), ReadBytes(with_ + file)) << file;
  }
}

}  // namespace
}  // namespace akin
