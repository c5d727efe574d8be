// akin related.
#include <cmath>

#include "cli_fixture.h"

namespace akin {
namespace {

class CliRelated : public CliTest {
 protected:
  void SetUp() override {
    Ingest("g.akin", EdgeList(TestGraph::Random(40, 120, 21)));
    Get("build g.akin --measure simrank --quiet");
    Get("build g.akin --quiet --measure psimrank");
    Ingest("star.akin", EdgeList(TestGraph::Star(14)));  // leaves 1 to 14 score the decay
  }
  static Words Numbers(int first, int last) {
    Words numbers;
    for (int i = first; i <= last; ++i) numbers.push_back(std::to_string(i));
    return numbers;
  }
};

// FR's related query. With a decay of 1/2 all leaves of a star score exactly 1/2, which is not more
// than 1/2.
TEST_F(CliRelated, AllThatScoreMoreThanAThreshold) {
  Get("build star.akin --measure simrank --decay 0.5");
  const std::string ask = "related star.akin 1 --index simrank ";
  EXPECT_EQ(Lines(Get(ask + "--above 0.49")).size(), 13U);
  EXPECT_EQ(Lines(Get(ask + "--above 0.49 -k 3")).size(), 3U);
  EXPECT_EQ(Lines(Get(ask + "--min-score 0.5 -k 0")).size(), 13U);
  EXPECT_EQ(Run(ask + "--above 0.5").code, kNothing);
  ExpectRefused(ask + "--above 0.5 --min-score 0.5", {"--min-score"});
}

TEST_F(CliRelated, FewerStepsThanTheIndexHas) {
  Ingest("long.akin", EdgeList(TestGraph::Random(60, 200, 8)));
  for (const std::string measure : {"simrank", "psimrank", "xjaccard"}) {
    SCOPED_TRACE(measure);
    // Powers of 0.6 are rounded, so this also tests that ties are cut in the same way.
    Get("build long.akin --decay 0.6 --length 6 --measure " + measure);
    Get("build long.akin --decay 0.6 --length 2 --name short --force --measure " + measure);
    const std::string expected = Get("related long.akin --all --refine 0 --index short");
    const std::string cut = " --all --length 2 --decay 0.6 --refine 0 ";
    EXPECT_EQ(Get("related long.akin" + cut + "--index " + measure), expected);
    EXPECT_EQ(Get("related long.akin" + cut + "--no-index --index " + measure), expected);
    EXPECT_EQ(Get("related long.akin" + cut + "--no-index --measure " + measure), expected);
    ExpectRefused("related long.akin 1 --length 7 --index " + measure, {"1 to 6 are possible"});
  }
}

TEST_F(CliRelated, WithoutIndexTheSameAsWithOneOnWikiVote) {
  const std::string votes = DataFile("wiki-vote/wiki-Vote.txt");
  AKIN_SKIP_WITHOUT(votes);
  Get("ingest " + votes + " -o votes.akin");
  const auto names = Column(Get("export votes.akin --names"), 1);
  Words queries;
  for (size_t i = 0; i < 30; ++i) queries.push_back(names.at(i * 237));
  Write("queries", Join(queries));
  for (const std::string measure : {"simrank", "psimrank"}) {
    Get("build votes.akin --measure " + measure);
    for (const std::string how : {" -k 20 --refine 0", " -k 0 --json"}) {
      const std::string ask = "related votes.akin --queries queries" + how;
      const auto indexed = GetHits(fmt::format("{} --index {}", ask, measure));
      EXPECT_THAT(indexed, Not(IsEmpty()));
      EXPECT_TRUE(indexed == GetHits(fmt::format("{} --no-index --measure {}", ask, measure)))
          << measure << how;
    }
  }
}

TEST_F(CliRelated, WithoutIndexTheSameAsWithOneOnRandomGraphs) {
  for (uint32_t seed = 1; seed <= 5; ++seed) {
    const std::string corpus = std::to_string(seed) + ".akin";
    Ingest(corpus, EdgeList(TestGraph::Random(10 * seed, 25 * seed, seed)));
    for (const std::string measure : {"simrank", "psimrank", "xjaccard"}) {
      const std::string how =
          " --decay 0.7 --length 6 --fingerprints 33 --seed 5 --measure " + measure;
      Get(fmt::format("build {}{}", corpus, how));
      const std::string ask = "related " + corpus + " --all -k 0 --json";
      EXPECT_EQ(GetHits(fmt::format("{} --index {}", ask, measure)),
                GetHits(fmt::format("{} --no-index{}", ask, how)));
    }
  }
}

TEST_F(CliRelated, QueryIsNeverItsOwnHit) {
  for (const std::string how : {"--index simrank", "--index psimrank", "--exact simrank"}) {
    for (const auto& hit : ParseJsonLines(Get("related g.akin --all -k 0 --json " + how))) {
      EXPECT_NE(hit.at("query"), hit.at("key"));
    }
  }
}

TEST_F(CliRelated, BestFirstAndRanksCount) {
  const auto out = Get("related g.akin 3 -k 0");
  EXPECT_EQ(Column(out, 0), Numbers(1, static_cast<int>(Lines(out).size())));
  const auto scores = Column(out, 1);  // fixed width, so text order is numeric order
  EXPECT_TRUE(std::is_sorted(scores.rbegin(), scores.rend()));
}

TEST_F(CliRelated, TiesComeByName) {
  Words leaves = Numbers(1, 14);
  leaves.erase(leaves.begin() + 6);  // 7 is the query
  EXPECT_EQ(Column(Get("related star.akin 7 --no-index -k 0"), 3), leaves);
  EXPECT_EQ(Column(Get("related star.akin 7 --exact simrank -k 0"), 3), leaves);
  Ingest("text.akin", "hub\tpear\nhub\tapple\nhub\tfig\nhub\tbanana\n");
  EXPECT_EQ(Column(Get("related text.akin fig --no-index"), 3), (Words{"apple", "banana", "pear"}));
}

TEST_F(CliRelated, LooksCloserUnlessTold) {
  const auto plain = GetHits("related g.akin 3 --json --refine 0 --index psimrank");
  const auto refined = GetHits("related g.akin 3 --json --index psimrank");
  EXPECT_EQ(refined, GetHits("related g.akin 3 --json --refine 1 --index psimrank"));
  EXPECT_NE(refined, plain);
  EXPECT_EQ(GetHits("related g.akin 3 --json --fingerprints 20 --index psimrank"),
            GetHits("related g.akin 3 --json --fingerprints 20 --refine 0 --index psimrank"));
  EXPECT_THAT(Get("related g.akin 3 -k 0 --json --index psimrank"), HasSubstr(R"("unsure":true)"));
  EXPECT_THAT(Run("related g.akin 3 -k 0 --index psimrank").err,
              HasSubstr("may be chance: they score less than twice their error"));
  ExpectRefused("related g.akin 3 --refine -1 --index psimrank", {"--refine", "no effort"});
}

TEST_F(CliRelated, CountLimitsTheHits) {
  EXPECT_THAT(Lines(Get("related star.akin 7 --no-index")), SizeIs(10));
  EXPECT_EQ(Column(Get("related star.akin 7 --no-index -k 3"), 3), Numbers(1, 3));
  EXPECT_EQ(Column(Get("related star.akin 7 --no-index --count 3"), 3), Numbers(1, 3));
  EXPECT_THAT(Lines(Get("related star.akin 7 --no-index -k 0")), SizeIs(13));
}

TEST_F(CliRelated, FewerHitsAreTheFirstOfMore) {
  for (const std::string index : {"simrank", "psimrank"}) {
    const auto all = Lines(Get("related g.akin 3 -k 0 --index " + index));
    EXPECT_GT(all.size(), 3U);
    for (size_t k = 1; k < all.size(); ++k) {
      const auto some = Get(fmt::format("related g.akin 3 -k {} --refine 0 --index {}", k, index));
      EXPECT_EQ(some, Join(Words(all.begin(), all.begin() + static_cast<ptrdiff_t>(k))));
    }
  }
}

TEST_F(CliRelated, MinScoreKeepsTheBestPart) {
  Words good;
  for (const auto& line : Lines(Get("related g.akin 3 -k 0"))) {
    if (std::stod(Split(line, '\t')[1]) >= 0.05) good.push_back(line);
  }
  EXPECT_EQ(Get("related g.akin 3 -k 0 --min-score 0.05"), Join(good));
  EXPECT_EQ(Run("related star.akin 7 --no-index --min-score 0.600001").code, kNothing);
}

TEST_F(CliRelated, MinScoreKeepsHitsThatScoreExactlyThat) {
  for (const std::string decay : {"0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"}) {
    for (const std::string how : {" --no-index", " --exact simrank"}) {
      const auto outcome = Run(
          fmt::format("related star.akin 7 -k 0 --decay {}{} --min-score {}", decay, how, decay));
      EXPECT_THAT(Lines(outcome.out), SizeIs(13)) << decay << how;
    }
  }
}

TEST_F(CliRelated, PrintedScoreGivenBackAsMinScoreKeepsItsHit) {
  const std::string ask = "related g.akin 3 -k 0 --json";
  for (const auto& hit : ParseJsonLines(Get(ask))) {
    const auto kept = ParseJsonLines(Run(ask + " --min-score " + hit.at("score").dump()).out);
    ASSERT_THAT(kept, Not(IsEmpty())) << hit;
    EXPECT_EQ(kept.back().at("score"), hit.at("score")) << hit;
  }
}

TEST_F(CliRelated, MinInlinksLeavesOutWhatFewLinkTo) {
  Ingest("x.akin", "h\ta\nh\tb\nh\tc\ni\tb\n");
  EXPECT_EQ(Column(Get("related x.akin a --no-index"), 3), (Words{"c", "b"}));
  EXPECT_EQ(Column(Get("related x.akin a --no-index --min-inlinks 2"), 3), Words{"b"});
  EXPECT_EQ(Run("related x.akin a --no-index --min-inlinks 3").code, kNothing);
}

TEST_F(CliRelated, FingerprintsAndDecayOfAnIndexAreChosenPerQuery) {
  const std::string ask = "related g.akin --all -k 0 --json ";
  EXPECT_EQ(GetHits(ask + "--fingerprints 37"), GetHits(ask + "--fingerprints 37 --no-index"));
  EXPECT_EQ(GetHits(ask + "--decay 0.3"), GetHits(ask + "--decay 0.3 --no-index"));
  EXPECT_NE(Get(ask + "--decay 0.3"), Get(ask));
  ExpectRefused("related g.akin 3 --fingerprints 101", {"101", "100"});
  ExpectRefused("related g.akin 3 --decay 1", {"decay of simrank is 1"});
}

TEST_F(CliRelated, AllEqualsSingleQueries) {
  Words singles;
  for (const auto& name : Column(Get("export g.akin --names"), 1)) {
    const auto outcome = Run("related g.akin --json " + name);
    EXPECT_LE(outcome.code, kNothing) << outcome.err;
    for (const auto& line : Lines(outcome.out)) singles.push_back(line);
  }
  EXPECT_EQ(Get("related g.akin --json --all"), Join(singles));
}

TEST_F(CliRelated, QueriesFromAFileOrStandardInputEqualSingleOnes) {
  Write("queries", "7\r\n\n3\n12");
  const auto singles = Get("related star.akin --no-index --json 7") +
                       Get("related star.akin --no-index --json 3") +
                       Get("related star.akin --no-index --json 12");
  EXPECT_EQ(Get("related star.akin --no-index --json --queries queries"), singles);
  const auto fed = Feed("related star.akin --no-index --json --queries -", "7\n3\n12\n");
  EXPECT_EQ(fed.out, singles);
  EXPECT_EQ(fed.code, kFound);
}

TEST_F(CliRelated, UnknownKeysAreToldWithTheirLineAndTheOthersAnswered) {
  const std::string keys = "7\nnobody\n3\n99\n";
  Write("queries", keys);
  const std::string ask = "related star.akin --no-index -k 1 --queries ";
  const std::string answers = "7\t1\t0.600000\t0.011027\t1\n3\t1\t0.600000\t0.011027\t1\n";
  const auto from_file = Run(ask + "queries");
  EXPECT_EQ(from_file.code, kError);
  EXPECT_EQ(from_file.out, answers);
  EXPECT_THAT(from_file.err, HasSubstr("queries:2: no vertex 'nobody'"));
  EXPECT_THAT(from_file.err, HasSubstr("queries:4: no vertex '99'"));
  const auto from_input = Feed(ask + "-", keys);
  EXPECT_EQ(from_input.code, kError);
  EXPECT_EQ(from_input.out, answers);
  EXPECT_THAT(from_input.err, HasSubstr("standard input:2: no vertex 'nobody'"));
}

TEST_F(CliRelated, QueriesThatFindNothing) {
  Ingest("x.akin", "h\ta\n");
  Write("none", "");
  Write("roots", "h\n");
  EXPECT_EQ(Run("related x.akin --no-index --queries none").code, kNothing);
  EXPECT_EQ(Run("related x.akin --no-index --queries roots").code, kNothing);
  ExpectRefused("related x.akin --no-index --queries nowhere", {"nowhere: cannot open"});
}

TEST_F(CliRelated, VertexWithoutInLinksFindsNothing) {
  Ingest("x.akin", "h\ta\nh\tb\n");
  Get("build x.akin --measure simrank --quiet");
  for (const std::string how : {"", " --no-index", " --exact simrank", " --exact psimrank"}) {
    const auto outcome = Run("related x.akin h" + how);
    EXPECT_EQ(outcome.code, kNothing) << how;
    EXPECT_EQ(outcome.out, "") << how;
  }
}

TEST_F(CliRelated, JsonLinesAreValidWhateverTheNames) {
  Ingest("x.akin", "h\tsay \"hi\"\nh\tback\\slash\nh\tZ\xc3\xbcrich\nh\tx\n");
  std::set<std::string> keys;
  for (const auto& hit : ParseJsonLines(Get("related x.akin x --no-index --json"))) {
    EXPECT_EQ(hit.at("query"), "x");
    EXPECT_TRUE(hit.at("rank").is_number_unsigned());
    EXPECT_NEAR(hit.at("score"), 0.6, 1e-9);
    // All of 100 walks met, and all of the next 100 need not.
    EXPECT_NEAR(hit.at("low"), 0.6 * std::pow(.025, .01), 1e-3);
    EXPECT_NEAR(hit.at("high"), 0.6, 1e-9);
    EXPECT_NEAR(hit.at("error"), (0.6 - hit.at("low").get<double>()) / 1.96, 1e-5);
    keys.insert(hit.at("key"));
  }
  EXPECT_EQ(keys, (std::set<std::string>{"Z\xc3\xbcrich", "back\\slash", "say \"hi\""}));
}

TEST_F(CliRelated, TableInAPipeOnlyOnRequest) {
  EXPECT_THAT(Get("related star.akin 7 --no-index -k 1"),
              MatchesRegex("1\t0.600000\t0.01[0-9]*\t1\n"));
  const auto table = Get("related star.akin 7 --no-index -k 1 --table");
  EXPECT_THAT(table, MatchesRegex("(.|\n)*rank +score +error +key(.|\n)*"));
  EXPECT_THAT(table, Not(HasSubstr("\t")));
}

TEST_F(CliRelated, MisspeltKeySuggests) {
  Ingest("u.akin", kUniversity);
  ExpectRefused("related u.akin ProfAA --no-index",
                {"no vertex 'ProfAA' in u.akin", "did you mean", "ProfA"});
  ExpectRefused("sim u.akin ProfA StudntB --no-index", {"did you mean", "StudentB"});
}

TEST_F(CliRelated, AKeyThatIsNearlyANameIsTakenWithANote) {
  Ingest("u.akin", kUniversity);
  const auto taken = Run("related u.akin univ --exact simrank --iterations 3");
  EXPECT_EQ(taken.out, Get("related u.akin Univ --exact simrank --iterations 3"));
  EXPECT_THAT(taken.err, StartsWith("no 'univ': took Univ\n"));
  EXPECT_THAT(Run("sim u.akin profa PROFB --exact jaccard").err,
              StartsWith("no 'profa': took ProfA\nno 'PROFB': took ProfB\n"));
  Ingest("urls.akin", "https://a.example/\thttps://a.example/x\nhttps://a.example/\tX\nx\tY\n");
  EXPECT_THAT(
      Run("sim urls.akin HTTP://A.example:80 https://a.example/x/#part --exact jaccard").err,
      StartsWith("no 'HTTP://A.example:80': took https://a.example/\n"
                 "no 'https://a.example/x/#part': took https://a.example/x\n"));
  ExpectRefused("related urls.akin x.html --exact jaccard",
                {"no vertex 'x.html' in urls.akin, and 2 are much like it", "did you mean"});
}

TEST_F(CliRelated, UnknownIndexListsWhatThereIs) {
  ExpectRefused("related g.akin 3 --index foo", {"no index 'foo'", "psimrank", "simrank"});
}

TEST_F(CliRelated, SmallGraphsNeedNoIndex) {
  const Outcome spot = Run("related star.akin 3 -k 0");
  EXPECT_THAT(spot.err, HasSubstr("no index yet: building the one recommended"));
  const Outcome kept = Run("related star.akin 3 -k 0");
  EXPECT_EQ(spot.out, kept.out);
  EXPECT_THAT(kept.out, Not(IsEmpty()));
  EXPECT_THAT(kept.err, Not(HasSubstr("no index")));
}

// Where no index can be written, the answers are those of the way with less work, to the last
// digit: on this graph, of rounds with the larger decay, and of pushing with the smaller.
TEST_F(CliRelated, WithoutAnIndexTheAnswersAreThoseOfLessWork) {
  Ingest("r.akin", EdgeList(TestGraph::Random(60, 240, 4)));
  fs::permissions(directory_.path(), fs::perms::all);
  fs::permissions(At("r.akin"), fs::perms(0555));
  const Around around{.as_nobody = ::geteuid() == 0};
  if (Run("--version", around).code != 0) GTEST_SKIP() << "nobody cannot run " << ProgramPath();
  const Outcome spot = Run("related r.akin --all -k 0", around);
  EXPECT_EQ(spot.code, kFound) << spot.err;
  const Outcome shorter = Run("related r.akin --all -k 0 --decay 0.3", around);
  fs::permissions(At("r.akin"), fs::perms(0755));
  EXPECT_THAT(spot.err, HasSubstr("on the spot by rounds of all pairs"));
  EXPECT_EQ(spot.out, Get("related r.akin --all -k 0 --exact simrank --epsilon 0.001"));
  EXPECT_THAT(shorter.err, HasSubstr("on the spot by push"));
  Get("build r.akin --method push --decay 0.3 --name other");
  EXPECT_EQ(shorter.out, Get("related r.akin --all -k 0 --index other"));
  EXPECT_NE(shorter.out, spot.out);
}

TEST_F(CliRelated, LargeGraphsNeedAnIndex) {
  Get("generate web --vertices 150000 --degree 8 -o big.akin");
  ExpectRefused("related big.akin 3", {"no index yet", "akin build big.akin", "--no-index"});
}

TEST_F(CliRelated, OneKeyOrQueriesOrAll) {
  Write("queries", "3\n");
  ExpectRefused("related g.akin", {"KEY", "--queries", "--all"});
  ExpectRefused("related g.akin 3 --all", {"KEY", "--queries", "--all"});
  ExpectRefused("related g.akin 3 --queries queries", {"KEY", "--queries", "--all"});
}

TEST_F(CliRelated, FlagsInAnyOrder) {
  const auto expected = Get("related g.akin 3 -k 2 --json --index psimrank");
  for (const auto* line : {"related --json -k 2 --index psimrank g.akin 3",
                           "related g.akin --index psimrank --json 3 --count 2",
                           "related --index=psimrank g.akin -k2 3 --json",
                           "related --count=2 g.akin --json --index psimrank 3"}) {
    EXPECT_EQ(Get(line), expected) << line;
  }
}

TEST_F(CliRelated, ThreadsAndQuietChangeNoAnswer) {
  const auto expected = Get("related g.akin --all");
  EXPECT_EQ(Get("related g.akin --all --threads 1"), expected);
  EXPECT_EQ(Get("related g.akin --all --threads 7 --quiet"), expected);
}

TEST_F(CliRelated, FlagsThatContradictAreRefused) {
  ExpectRefused("related g.akin 3 --exact simrank --index simrank", {"--exact", "--index"});
  ExpectRefused("related g.akin 3 --exact simrank --no-index", {"--exact", "--no-index"});
  ExpectRefused("related g.akin 3 --iterations 4", {"--iterations", "--exact"});
  ExpectRefused("related g.akin 3 --json --table", {"--json", "--table"});
}

TEST_F(CliRelated, BadNumbersAreRefused) {
  ExpectRefused("related g.akin 3 -k -1", {"--count"});
  ExpectRefused("related g.akin 3 -k many", {"--count"});
  ExpectRefused("related g.akin 3 --min-score x", {"--min-score"});
}

}  // namespace
}  // namespace akin
