// akin explain: what it prints sums to what akin sim prints, digit by digit.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliExplain : public CliTest {
 protected:
  // A number with six decimals, in millionths.
  static int64_t Millionths(std::string text) {
    EXPECT_THAT(text, MatchesRegex("[0-9]+\\.[0-9][0-9][0-9][0-9][0-9][0-9]"));
    std::erase(text, '.');
    return std::stoll(text);
  }

  // The rows of one index that are in the sum have the score that sim prints.
  void ExpectSum(const std::string& asked, const std::string& index) const {
    SCOPED_TRACE(asked + " by " + index);
    const Outcome told = Run("explain " + asked + " --index " + index + " -k 3");
    ASSERT_NE(told.code, kError) << told.err;
    int64_t sum = 0;
    for (const auto& line : Lines(told.out)) {
      const Words row = Split(line + '\t', '\t');  // the last cell may be empty
      ASSERT_GE(row.size(), 10U) << line;
      EXPECT_EQ(row[0], index);
      if (row[2] == "sum") sum += Millionths(row[4]);
    }
    const Outcome sim = Run("sim " + asked + " --index " + index);
    EXPECT_EQ(sum, Millionths(Column(sim.out, 0).at(0)));
    EXPECT_EQ(told.code, sim.code);
  }

  static std::string Site() { return SourceFile("tests/site"); }
};

TEST_F(CliExplain, SumsToWhatSimPrintsToTheLastDigit) {
  const TestGraph graph = TestGraph::Random(70, 350, 6);
  Ingest("r.akin", EdgeList(graph));
  for (const std::string measure : {"simrank", "psimrank", "xjaccard", "simrank-lazy"}) {
    Get("build r.akin --fingerprints 37 --decay 0.7 --measure " + measure);
  }
  Get("build r.akin --method push");
  Get("build r.akin --method push --iterations 6");
  Get("build r.akin --measure cosine-simrank");
  const Words names = {"simrank",      "psimrank",       "xjaccard",      "simrank-lazy",
                       "simrank-push", "simrank-series", "cosine-simrank"};
  for (const auto& index : names) {
    for (const std::string pair : {"1 2", "5 17", "30 31", "44 12", "69 3", "8 8"}) {
      ExpectSum("r.akin " + pair, index);
    }
  }
}

TEST_F(CliExplain, TheTermsOfPagesSumToo) {
  Get("ingest " + Site() + " -o s.akin");
  Get("build s.akin");
  for (const std::string pair : {"flowers/marigolds.html flowers/sunflowers.html",
                                 "tools/hoe.html news.html", "index.html index.html"}) {
    for (const std::string index : {"text", "psimrank"}) ExpectSum("s.akin " + pair, index);
  }
  const auto why =
      ParseJsonLines(Get("explain s.akin flowers/marigolds.html flowers/sunflowers.html --json"));
  ASSERT_THAT(why, SizeIs(1));
  EXPECT_EQ(why[0]["index"], "psimrank=0.5,text=0.5");
  EXPECT_EQ(why[0]["parts"][1]["reading"], "shared terms");
  EXPECT_EQ(why[0]["parts"][1]["reasons"][0]["kind"], "term");
  EXPECT_EQ(why[0]["parts"][1]["more"]["exact"], true);
  double sum = 0;
  for (const auto& part : why[0]["parts"]) {
    sum += part["weight"].get<double>() * part["score"].get<double>();
  }
  EXPECT_NEAR(sum, why[0]["score"].get<double>(), 1e-12);
}

TEST_F(CliExplain, OfRealGraphs) {
  for (const std::string data : {"cora/cora.edges", "wikispeedia/links.tsv"}) {
    AKIN_SKIP_WITHOUT_DATA(data);
    Get("ingest " + DataFile(data) + " -o real.akin --force");
    Get("build real.akin --measure psimrank --fingerprints 80");
    Get("build real.akin --measure xjaccard --length 2 --fingerprints 50");
    Get("build real.akin --method push --epsilon 0.01");
    const Words names = Column(Get("export real.akin --names"), 1);
    for (size_t i = 1; i < 5; ++i) {
      const std::string& name = names[names.size() / 5 * i];
      for (const std::string index : {"psimrank", "xjaccard", "simrank-push"}) {
        const Outcome hits = Run("related real.akin " + name + " -k 2 --index " + index);
        for (const auto& hit : Column(hits.out, 3)) {
          if (hits.code == kFound) ExpectSum("real.akin " + name + ' ' + hit, index);
        }
      }
    }
  }
}

TEST_F(CliExplain, ATableSaysWhatItMeansAndPathsAreLinks) {
  Ingest("u.akin", kUniversity);
  Get("build u.akin --measure psimrank --fingerprints 100");
  const std::string table = Get("explain u.akin ProfA ProfB --table");
  EXPECT_THAT(table, StartsWith("similar by psimrank: "));
  EXPECT_THAT(table, HasSubstr("\na: ProfA\nb: ProfB\n"));
  EXPECT_THAT(table, HasSubstr("first meetings: by the vertex where two walks first met"));
  EXPECT_THAT(table, HasSubstr("a <- Univ -> b"));
  EXPECT_THAT(table, HasSubstr("the sum"));
  EXPECT_THAT(Get("explain u.akin ProfA ProfB"), HasSubstr("\tProfA <- Univ -> ProfB\t"));
  EXPECT_THAT(Get("explain u.akin ProfA ProfB --header"),
              StartsWith("index\tweight\tlist\tkind\t"));
  EXPECT_THAT(Get("explain u.akin ProfA ProfA --table"), HasSubstr("1.0000"));
}

TEST_F(CliExplain, FewMeetingsGetASecondLookThatIsNoPartOfTheSum) {
  Ingest("u.akin", kUniversity);
  Get("build u.akin --measure simrank --fingerprints 3");
  const std::string with = Get("explain u.akin ProfA ProfB --index simrank --more 200");
  EXPECT_THAT(with, HasSubstr("\twalked\t"));
  EXPECT_THAT(Get("explain u.akin ProfA ProfB --table"),
              HasSubstr("1,000 more fingerprints, walked now, of which"));
  const std::string without = Get("explain u.akin ProfA ProfB --more 0");
  EXPECT_THAT(without, Not(HasSubstr("walked")));
  EXPECT_THAT(with, StartsWith(without));
  ExpectSum("u.akin ProfA ProfB", "simrank");
}

TEST_F(CliExplain, Pictures) {
  Ingest("u.akin", "Univ\tP<A>\nUniv\t\"B\"\nUniv\tC\n");
  Get("build u.akin --measure psimrank --fingerprints 20");
  const Words pair = {"explain", "u.akin", "P<A>", "\"B\""};
  const auto with = [&](const char* flag) {
    Words words = pair;
    words.emplace_back(flag);
    return Run(words).out;
  };
  const std::string svg = with("--svg");
  EXPECT_THAT(svg, HasSubstr("<svg xmlns="));
  EXPECT_THAT(svg, HasSubstr("P&lt;A&gt;"));
  EXPECT_THAT(svg, HasSubstr("&quot;B&quot;"));
  EXPECT_THAT(svg, HasSubstr("Univ"));
  EXPECT_THAT(svg, EndsWith("</svg>\n"));
  const std::string dot = with("--dot");
  EXPECT_THAT(dot, StartsWith("digraph why {"));
  EXPECT_THAT(dot, HasSubstr(R"("0/Univ" -> "0/\"B\"")"));
  EXPECT_THAT(dot, EndsWith("}\n"));
  for (const std::string other : {"--json", "--table", "--header", "--svg"}) {
    ExpectRefused("explain u.akin C Univ --dot " + other, {"--dot"});
  }
}

TEST_F(CliExplain, SaysWhatItCannotDo) {
  Ingest("u.akin", kUniversity);
  Get("build u.akin");
  ExpectRefused("explain u.akin ProfA", {"B is required"});
  ExpectRefused("explain u.akin ProfA ProfX", {"no vertex 'ProfX'", "ProfA"});
  ExpectRefused("explain u.akin ProfA ProfB --index psimrnk", {"psimrnk", "psimrank"});
  ExpectRefused("explain u.akin ProfA ProfB --index psimrank,xjaccard --fusion rrf",
                {"a pair has no ranks", "--fusion"});
  ExpectRefused("explain u.akin ProfA ProfB --more 1000000", {"65536", "--more"});
  ExpectRefused("explain u.akin ProfA ProfB --index psimrank --fingerprints 100000",
                {"fingerprints"});
  EXPECT_EQ(Run("explain u.akin Univ ProfB --index xjaccard --fingerprints 1 --more 0").code,
            Run("sim u.akin Univ ProfB --index xjaccard --fingerprints 1").code);
}

}  // namespace
}  // namespace akin
