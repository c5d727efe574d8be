// akin eval as people use it, with its rank correlations and gains compared with scipy's.
#include <cmath>
#include <filesystem>

#include "cli_fixture.h"

namespace akin {
namespace {

class CliEval : public CliTest {
 protected:
  // A graph of 60 vertices with an index, and a directory of classes.
  void MakeSite() {
    Ingest("s.akin", EdgeList(TestGraph::Random(60, 240, 4)));
    Get("build s.akin --length 5 --fingerprints 30 --decay 0.6");
    std::string classes;
    for (int v = 0; v < 60; ++v) classes += fmt::format("{}\ttop/{}/{}\n", v, v % 3, v % 4);
    Write("classes.tsv", classes + "999\ttop/1/1\n");
  }
};

TEST_F(CliEval, OneIndexAgainstClasses) {
  MakeSite();
  const auto outcome = Run("eval s.akin --truth classes.tsv");
  EXPECT_EQ(outcome.code, kFound) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("note: 1 lines of classes.tsv name keys that the corpus does "
                                     "not have:\n  classes.tsv:61: 999"));
  EXPECT_THAT(outcome.err, HasSubstr("all classes begin with 'top', which was left out"));
  const Words metrics = Column(outcome.out, 4);
  EXPECT_THAT(metrics, ElementsAre("sibling-gamma", "cousin-gamma", "unrelated-gamma", "gamma",
                                   "ndcg", "precision", "recall", "coverage", "delta"));
  EXPECT_EQ(Column(outcome.out, 5)[1], "undefined");  // two levels have no cousins
  EXPECT_THAT(outcome.out, Not(HasSubstr("nan")));
  const Words row = Split(Lines(outcome.out)[0], '\t');
  ASSERT_EQ(row.size(), 12U);
  EXPECT_LE(std::stod(row[6]), std::stod(row[5]));
  EXPECT_GE(std::stod(row[7]), std::stod(row[5]));
}

TEST_F(CliEval, SlowMetricsAreMeasuredWhenNamed) {
  MakeSite();
  EXPECT_EQ(Column(Get("eval s.akin --truth classes.tsv --metrics orthogonality"), 4),
            Words{"orthogonality"});
}

// With the number of members of a class, nothing is found at random in a short ranking.
TEST_F(CliEval, RecallIsThatOfTheFirstK) {
  MakeSite();
  const auto recall = [&](const std::string& words) {
    return std::stod(
        Column(Get("eval s.akin --truth classes.tsv --metrics recall " + words), 8).at(0));
  };
  EXPECT_LT(recall("-k 1"), recall("-k 5"));
  EXPECT_LT(recall("-k 5"), recall("-k 50"));
  EXPECT_EQ(recall("-k 50 --top 5"), recall("-k 5"));
  EXPECT_EQ(recall("-k 5 --top 50"), recall("-k 5"));
}

TEST_F(CliEval, SweepsLeaveNoIndexBehind) {
  MakeSite();
  const Words before = Listing();
  const std::string sweep =
      "eval s.akin --truth classes.tsv --measures xjaccard --sweep length=1..2 --metrics gamma ";
  const auto swept = Run(sweep + "--report page");
  EXPECT_EQ(swept.code, kFound) << swept.err;
  EXPECT_THAT(swept.err, HasSubstr("built for the sweep"));
  EXPECT_THAT(ReadBytes(At("page/index.html")), HasSubstr("Sample answers"));
  fs::remove_all(At("page"));
  EXPECT_EQ(Listing(), before);
  // Also if the sweep fails after its index was built.
  EXPECT_EQ(Run(sweep + "--sweep decay=2").code, kError);
  EXPECT_EQ(Listing(), before);
  EXPECT_EQ(Get(sweep + "--keep-indexes"), swept.out);
  EXPECT_TRUE(fs::exists(At("s.akin/indexes/eval-xjaccard-l2")));
}

TEST_F(CliEval, AReportReplacesOnlyAReport) {
  MakeSite();
  const std::string ask = "eval s.akin --truth classes.tsv --index simrank --report page";
  fs::create_directory(At("page"));
  Write("page/index.html", "<!DOCTYPE html><title>My home</title>");
  Write("page/index.html.tmp", "mine");
  ExpectRefused(ask, {"--report", "page/index.html", "is no report of akin"});
  EXPECT_THAT(ReadBytes(At("page/index.html")), HasSubstr("My home"));
  fs::rename(At("page/index.html"), At("home"));
  fs::create_symlink("../home", At("page/index.html"));
  ExpectRefused(ask, {"page/index.html", "is no report of akin"});
  fs::remove(At("page/index.html"));
  Get(ask);
  const std::string first = ReadBytes(At("page/index.html"));
  Get(ask + " --metrics gamma");
  EXPECT_NE(ReadBytes(At("page/index.html")), first);
  EXPECT_EQ(ReadBytes(At("page/index.html.tmp")), "mine");
  EXPECT_THAT(ReadBytes(At("home")), HasSubstr("My home"));
}

TEST_F(CliEval, FusionMeansTheSameAsInRelated) {
  MakeSite();
  Get("build s.akin --measure psimrank --length 5 --fingerprints 30");
  const std::string ask = "eval s.akin --truth classes.tsv --metrics gamma,precision --index ";
  const std::string mixed = Get(ask + "simrank,psimrank --fusion rrf");
  EXPECT_THAT(Column(mixed, 0), ElementsAre("simrank,psimrank by rrf", "simrank,psimrank by rrf"));
  EXPECT_EQ(Column(mixed, 5), Column(Get(ask + "simrank=1,psimrank=1 --fusion rrf"), 5));
  EXPECT_EQ(Column(Get(ask + "simrank,psimrank --fusion weighted"), 5),
            Column(Get(ask + "simrank=1,psimrank=1"), 5));
  EXPECT_THAT(Column(Get(ask + "simrank,psimrank"), 0),
              ElementsAre("simrank", "simrank", "psimrank", "psimrank"));
}

TEST_F(CliEval, ComparisonsAreTold) {
  MakeSite();
  Get("build s.akin --measure psimrank --length 5 --fingerprints 30");
  const std::string ask =
      "eval s.akin --truth exact:simrank --metrics ndcg --exact simrank,jaccard";
  const auto told = Run(ask);
  EXPECT_THAT(told.err, HasSubstr("compared query by query, 95% sure:\n"
                                  "  ndcg: exact simrank"));
  EXPECT_THAT(told.err, HasSubstr("is better than exact jaccard"));
  EXPECT_EQ(Run(ask + " --quiet").err, "");
  Get(ask + " --results r.csv");
  EXPECT_THAT(Run(ask + " --results r.csv").err,
              HasSubstr("compared by intervals, as some are from results, 95% sure:\n"
                        "  ndcg: exact simrank is apart from all others by its interval"));
  EXPECT_THAT(Run("eval s.akin --truth classes.tsv --index simrank").err,
              Not(HasSubstr("compared")));
}

TEST_F(CliEval, TheReportHasSampleAnswers) {
  MakeSite();
  Get("build s.akin --measure psimrank --length 5 --fingerprints 30");
  Get("eval s.akin --truth classes.tsv --report page --exact jaccard --index simrank,psimrank");
  const std::string html = ReadBytes(At("page/index.html"));
  EXPECT_THAT(html, HasSubstr("Sample answers"));
  EXPECT_THAT(html, HasSubstr("the systems with the best precision"));
  EXPECT_THAT(html, HasSubstr("same class"));
  EXPECT_THAT(html, HasSubstr("<th>exact jaccard</th>"));
}

TEST_F(CliEval, SweepsBuildWhatTheyNeedOnce) {
  MakeSite();
  const std::string sweep =
      "eval s.akin --truth classes.tsv --measures simrank,xjaccard --sweep length=1..3 --sweep "
      "decay=0.2..0.6:0.2 --sweep fingerprints=10,20 --metrics gamma --keep-indexes";
  const auto first = Run(sweep);
  EXPECT_EQ(first.code, kFound) << first.err;
  EXPECT_EQ(Lines(first.out).size(), 2U * 3 * 3 * 2);
  // The existing index answers for simrank; one is built for xjaccard.
  EXPECT_THAT(first.err, HasSubstr("index eval-xjaccard-l3 built for the sweep"));
  EXPECT_THAT(first.err, Not(HasSubstr("eval-simrank")));
  const auto second = Run(sweep);
  EXPECT_EQ(second.out, first.out);
  EXPECT_THAT(second.err, Not(HasSubstr("built")));
}

TEST_F(CliEval, ExactMeasuresAreSweptByRounds) {
  MakeSite();
  const std::string rounds = Get(
      "eval s.akin --truth exact:simrank:iterations=12 --exact simrank,jaccard --sweep length=1..3 "
      "--metrics max-error");
  EXPECT_THAT(Column(rounds, 0),
              ElementsAre("exact simrank", "exact simrank", "exact simrank", "exact jaccard"));
  EXPECT_THAT(Column(rounds, 1), ElementsAre("1", "2", "3", ""));
  const Words errors = Column(rounds, 8);  // pooled: the largest of all
  for (size_t i = 0; i < 3; ++i) {
    // Further rounds add at most 0.6^(k + 1).
    EXPECT_LE(std::stod(errors[i]), std::pow(0.6, static_cast<double>(i) + 2));
    EXPECT_TRUE(i == 0 || std::stod(errors[i]) < std::stod(errors[i - 1])) << i;
  }
  const std::string spec =
      Get("eval s.akin --truth exact:simrank:iterations=12 --exact simrank:iterations=2 --metrics "
          "max-error");
  EXPECT_EQ(Column(spec, 8)[0], errors[1]);
}

TEST_F(CliEval, MixturesAreIndexesLikeOthers) {
  MakeSite();
  Get("build s.akin --measure psimrank --length 5 --fingerprints 30");
  const std::string out =
      Get("eval s.akin --truth classes.tsv --metrics gamma --index simrank,psimrank --index "
          "simrank=0.5,psimrank=0.5");
  EXPECT_THAT(Column(out, 0), ElementsAre("simrank", "psimrank", "simrank=0.5,psimrank=0.5"));
}

// What is in a results file is not computed again: the test changes a number in it.
TEST_F(CliEval, ResultsAreKeptAndUsedAgain) {
  MakeSite();
  const std::string ask = "eval s.akin --truth classes.tsv --metrics gamma,ndcg --results r.csv ";
  const std::string first = Get(ask + "--index simrank");
  std::string kept = ReadBytes(At("r.csv"));
  EXPECT_THAT(kept, testing::StartsWith("system,length,decay,fingerprints,metric,value,low,high,"
                                        "pooled,pooled_low,pooled_high,queries,setting\n"
                                        "simrank,5,0.6,30,gamma,"));
  EXPECT_EQ(Get(ask + "--index simrank"), first);
  EXPECT_EQ(ReadBytes(At("r.csv")), kept);

  const std::string value = Column(first, 5)[1];
  const size_t at = kept.find("ndcg," + value.substr(0, 5));
  ASSERT_NE(at, std::string::npos);
  const size_t end = kept.find(',', at + 5);
  kept.replace(at + 5, end - at - 5, "0.125");
  Write("r.csv", kept);
  EXPECT_EQ(Column(Get(ask + "--index simrank"), 5)[1], "0.125000");
  // Other settings give other results, and keep the old ones.
  EXPECT_EQ(Column(Get(ask + "--index simrank --top 7"), 5).size(), 2U);
  EXPECT_EQ(Lines(ReadBytes(At("r.csv"))).size(), 1U + 2 + 2);
  EXPECT_THAT(ReadBytes(At("r.csv")), testing::StartsWith(kept));
  // An index of the same name, but different.
  Get("build s.akin --length 5 --fingerprints 30 --decay 0.6 --seed 9 --force");
  EXPECT_NE(Column(Get(ask + "--index simrank"), 5)[1], "0.125000");
}

TEST_F(CliEval, ResultsOfOtherQueriesTruthsAndIndexesAreOthers) {
  MakeSite();
  Get("build s.akin --measure psimrank --length 5 --fingerprints 30");
  std::filesystem::create_directory(At("citations"));  // a truth, not a file
  const std::string ask = "eval s.akin --results r.csv --queries q.txt --index ";
  const std::string mixture = "simrank=1,psimrank=1 --metrics coverage --truth ";
  const auto lines = [&] { return Lines(ReadBytes(At("r.csv"))).size(); };
  Write("q.txt", "1\n2\n3\n");
  Get(ask + mixture + "classes.tsv");
  EXPECT_EQ(lines(), 2U);
  Write("q.txt", "1\n2\n4\n");
  Get(ask + mixture + "classes.tsv");
  EXPECT_EQ(lines(), 3U);
  Get(ask + mixture + "citations");
  EXPECT_EQ(lines(), 4U);
  Get("build s.akin --length 4 --fingerprints 30 --force");
  Get(ask + mixture + "citations");
  EXPECT_EQ(lines(), 5U);
  Get(ask + mixture + "citations");
  EXPECT_EQ(lines(), 5U);
}

TEST_F(CliEval, ResultsOfOtherPriorsAreOthers) {
  MakeSite();
  const auto lines = [&] { return Lines(ReadBytes(At("r.csv"))).size(); };
  const std::string ask = "eval s.akin --results r.csv --metrics max-error ";
  size_t expected = 1;  // the header
  for (const std::string who : {"--truth exact:simrank --exact simrank:prior=p.tsv",
                                "--truth exact:simrank:prior=p.tsv --exact simrank"}) {
    for (const std::string score : {"0.9", "0.3"}) {
      Write("p.tsv", "1\t2\t" + score + "\n");
      const std::string first = Get(ask + who);
      EXPECT_EQ(lines(), ++expected) << who;
      EXPECT_EQ(Get(ask + who), first);
      EXPECT_EQ(lines(), expected) << who;
    }
  }
}

TEST_F(CliEval, NoRoundsAreNoneAndAnEpsilonSaysHowMany) {
  MakeSite();
  const std::string out =
      Get("eval s.akin --truth classes.tsv --metrics coverage --exact simrank,simrank-f:function="
          "inverse --sweep length=0..1");
  EXPECT_THAT(Column(out, 1), ElementsAre("0", "1", "0", "1"));
  EXPECT_THAT(Column(out, 2), ElementsAre("0.600000", "0.600000", "", ""));
  const std::string near =
      Get("eval s.akin --truth classes.tsv --metrics coverage --exact "
          "simrank:epsilon=0.01");
  EXPECT_EQ(Column(near, 1).at(0), "");
}

TEST_F(CliEval, ACloserLookIsJudgedAsItsAnswersAre) {
  MakeSite();
  Get("build s.akin --method push --epsilon 0.001");  // which a closer look asks
  const std::string ask =
      "eval s.akin --index simrank --truth exact:simrank --metrics precision --top 10 ";
  EXPECT_LT(std::stod(Column(Get(ask), 5).at(0)), 0.9);
  EXPECT_GT(std::stod(Column(Get(ask + "--refine 1"), 5).at(0)), 0.99);
  // Results of one effort are not those of another.
  const auto lines = [&] { return Lines(ReadBytes(At("r.csv"))).size(); };
  Get(ask + "--results r.csv");
  Get(ask + "--results r.csv --refine 1");
  EXPECT_EQ(lines(), 3U);
  ExpectRefused(
      {"eval", "s.akin", "--truth", "exact:simrank", "--refine", "-1", "--metrics", "ndcg"},
      {"refine"});
  ExpectRefused({"eval", "s.akin", "--truth", "exact:simrank", "--refine", "1"}, {"all hits"});
}

TEST_F(CliEval, ASweepGoesOnWhereItWas) {
  MakeSite();
  const std::string ask = "eval s.akin --truth classes.tsv --metrics gamma --results r.csv ";
  const std::string sweep = "--measures simrank --sweep length=1..2 --sweep fingerprints=10,20 ";
  const std::string first = Get(ask + sweep);
  std::filesystem::remove_all(At("s.akin/indexes"));
  const auto second = Run(ask + sweep);
  EXPECT_EQ(second.out, first);
  EXPECT_THAT(second.err, Not(HasSubstr("built")));  // nothing was left to do
  const auto more = Run(ask + "--measures simrank --sweep length=1..3 --sweep fingerprints=10");
  EXPECT_EQ(Lines(more.out).size(), 3U);
  EXPECT_THAT(more.err, HasSubstr("built"));
}

TEST_F(CliEval, OtherFilesAreNoResults) {
  MakeSite();
  const auto refused = [&](const std::string& text) {
    Write("r.csv", text);
    const auto outcome = Run("eval s.akin --truth classes.tsv --results r.csv");
    EXPECT_EQ(outcome.code, kError);
    EXPECT_EQ(ReadBytes(At("r.csv")), text);
    return outcome.err;
  };
  EXPECT_THAT(refused("name,value\na,1\n"), HasSubstr("r.csv:1: these are no results"));
  EXPECT_THAT(refused("system,length,decay,fingerprints,metric,value,low,high,pooled,pooled_low,"
                      "pooled_high,queries,setting\na,1,1,1,gamma,x,1,1,1,1,1,4,s\n"),
              HasSubstr("r.csv:2: expected numbers"));
}

TEST_F(CliEval, DeltaByCitationsAndTitles) {
  MakeSite();
  const auto row = [&](const std::string& truth, const std::string& least = "4") {
    const Words cells = Split(
        Lines(Get("eval s.akin --truth " + truth + " --metrics delta -k 3 --min-cocited " + least))
            .at(0),
        '\t');
    EXPECT_EQ(cells.at(4), "delta");
    return cells;
  };
  const Words citations = row("citations");
  EXPECT_GT(std::stoi(citations.at(11)), 10);
  EXPECT_EQ(row("citations", "60").at(5), "undefined");
  std::string titles;
  for (int v = 0; v < 60; ++v) titles += fmt::format("{}\tThe same words\n", v);
  Write("titles.tsv", titles);
  EXPECT_EQ(row("titles:titles.tsv").at(5), "0.000000");  // all are equal, as is chance
}

// On a ring in which every vertex looks like every other one, all pairs at one distance have one
// score; the two solvers add it up in different orders.
TEST_F(CliEval, TwoWaysToTheSameNumbersAgree) {
  std::string links;
  for (int v = 0; v < 21; ++v) {
    for (const int step : {1, 3, 7}) links += fmt::format("{}\t{}\n", v, (v + step) % 21);
  }
  Ingest("r.akin", links);
  const auto rows = ParseJsonLines(
      Get("eval r.akin --truth exact:simrank:iterations=12 --exact simrank-varied-d:iterations=12 "
          "--metrics kendall,spearman,gamma,max-error --json"));
  for (size_t m = 0; m < 3; ++m) EXPECT_EQ(rows.at(m).at("value"), 1.0) << rows.at(m);
  // The two do differ in their last digits.
  EXPECT_LT(rows.at(3).at("value"), 1e-12);
}

TEST_F(CliEval, ASweepGivesTheFiguresOfAnIndex) {
  MakeSite();
  for (const std::string measure : {"simrank", "psimrank", "xjaccard"}) {
    Get("build s.akin --length 4 --fingerprints 30 --decay 0.1 --name tenth --force --measure " +
        measure);
    const std::string ask = "eval s.akin --truth classes.tsv --top 10 ";
    const auto values = [&](const std::string& words) {
      std::vector<Words> columns;
      const std::string out = Get(ask + words);
      for (const size_t i : {4, 5, 6, 7, 8}) columns.push_back(Column(out, i));
      return columns;
    };
    EXPECT_EQ(values("--measures " + measure +
                     " --sweep decay=0.1 --sweep length=4 --sweep fingerprints=30"),
              values("--index tenth"))
        << measure;
  }
}

TEST_F(CliEval, WhatIsNotLabelledIsLeftOutBeforeOrAfter) {
  MakeSite();
  Write("some.tsv", "1\ta/b\n2\ta/b\n3\ta/c\n4\ta/c\n5\td/e\n");
  const auto before = Run("eval s.akin --truth some.tsv --top 5");
  EXPECT_THAT(before.err,
              HasSubstr("the truth does not know 55 of 60 vertices. Hits among them are "
                        "left out before the first 5 are taken"));
  const auto after = Run("eval s.akin --truth some.tsv --top 5 --cut-first");
  EXPECT_THAT(after.err, HasSubstr("left out after the first 5 are taken"));
  EXPECT_NE(before.out, after.out);
  EXPECT_THAT(Run("eval s.akin --truth classes.tsv").err, Not(HasSubstr("does not know")));
  EXPECT_NE(Get("eval s.akin --truth classes.tsv --metrics gamma"),
            Get("eval s.akin --truth classes.tsv --metrics gamma --keep-query"));
}

TEST_F(CliEval, MistakesAreExplained) {
  MakeSite();
  const auto error = [&](const std::string& words) {
    const auto outcome = Run("eval s.akin " + words);
    EXPECT_EQ(outcome.code, kError) << words;
    EXPECT_EQ(outcome.out, "") << words;
    return outcome.err;
  };
  EXPECT_THAT(error("--truth nowhere.tsv"), HasSubstr("nowhere.tsv"));
  EXPECT_THAT(error("--truth path"), HasSubstr("are no paths"));
  EXPECT_THAT(error("--truth exact:simrnk"),
              testing::AllOf(HasSubstr("simrnk"), HasSubstr("(--truth)")));
  EXPECT_THAT(error("--truth exact:simrank:decay=2"), HasSubstr("between 0 and 1"));
  EXPECT_THAT(error("--truth classes.tsv --exact simrank:rounds=2"),
              HasSubstr("it takes decay, iterations"));
  EXPECT_THAT(error("--truth classes.tsv --exact jaccard:decay=0.5"),
              HasSubstr("jaccard takes no decay"));
  EXPECT_THAT(error("--truth titles:"), HasSubstr("say titles:FILE"));
  EXPECT_THAT(error("--truth titles:classes.csv"), HasSubstr("classes.csv: cannot open"));
  EXPECT_THAT(error("--truth citations --metrics gamma"), HasSubstr("there are delta, coverage"));
  EXPECT_THAT(error("--truth classes.tsv --metrics gama"), HasSubstr("no metric 'gama'"));
  EXPECT_THAT(error("--truth classes.tsv --metrics kendall"), HasSubstr("cannot be measured"));
  EXPECT_THAT(error("--truth classes.tsv --index nope"), HasSubstr("nope"));
  EXPECT_THAT(error("--truth classes.tsv --sweep length=1"), HasSubstr("give both or none"));
  EXPECT_THAT(error("--truth classes.tsv --measures simrank"), HasSubstr("give both or none"));
  const std::string sweep = "--truth classes.tsv --measures simrank --sweep ";
  EXPECT_THAT(error(sweep + "lenght=1"), HasSubstr("there are length="));
  EXPECT_THAT(error(sweep + "length=3..1"), HasSubstr("is no list of numbers"));
  EXPECT_THAT(error(sweep + "length=1.5"), HasSubstr("no whole number"));
  EXPECT_THAT(error(sweep + "decay=1"),
              HasSubstr("--sweep decay: decay of simrank is 1; it must lie between 0 and 1"));
  EXPECT_THAT(error(sweep + "fingerprints=10000000"),
              HasSubstr("fingerprints of simrank is 10000000; it must be 1 to 1000000"));
  EXPECT_THAT(error(sweep + "length=255"), HasSubstr("it must be 1 to 254"));
  EXPECT_THAT(error("--truth classes.tsv --exact xjaccard --sweep length=0"),
              HasSubstr("iterations of xjaccard is 0; it must be 1 to 10000"));
  EXPECT_THAT(error(sweep + "decay=0.1,,0.2"), HasSubstr("comma"));
  EXPECT_THAT(error("--truth classes.tsv --measures text --sweep length=1"),
              HasSubstr("does not walk"));
  EXPECT_THAT(error("--truth classes.tsv -k 0"), HasSubstr("give 1 or more (--count)"));
  EXPECT_THAT(error("--truth exact:simrank:priors=x"), HasSubstr("prune, prior (--truth)"));
  Write("some.tsv", "1\ta/b\n2\ta/b\n");
  Write("asked.txt", "7\n");
  EXPECT_THAT(error("--truth some.tsv --queries asked.txt"), HasSubstr("says nothing of '7'"));
  Write("wrong.tsv", "1\ta/b\n2 a/b\n");
  EXPECT_THAT(error("--truth wrong.tsv"), HasSubstr("wrong.tsv:2: "));
}

// Uses the answers that the program prints: exact scores and those of the index.
constexpr const char* kReference = R"(
import collections, json, math
from scipy.stats import kendalltau, spearmanr
def rows(path):
    table = collections.defaultdict(list)
    for line in open(path):
        row = json.loads(line)
        table[row['query']].append((row['key'], row['score']))
    return table
# The highest score of the group of ties of each: within 1e-12 of it.
def tied(values):
    groups, highest = {}, None
    for value in sorted(set(values), reverse=True):
        if highest is None or value < highest * (1 - 1e-12):
            highest = value
        groups[value] = highest
    return [groups[value] for value in values]
exact, index = rows('exact.json'), rows('index.json')
top, k = 20, 10
tau, rho, ndcg = [], [], []
for query in exact:
    best = exact[query][:top]
    found = dict(index.get(query, []))
    truth = tied([score for _, score in best])
    guess = tied([found.get(key, 0) for key, _ in best])
    if len(set(truth)) > 1 and len(set(guess)) > 1:
        tau.append(kendalltau(truth, guess).statistic)
        rho.append(spearmanr(truth, guess).statistic)
    gains = dict(exact[query])
    dcg = lambda values: sum((2 ** v - 1) / math.log2(i + 2) for i, v in enumerate(values[:k]))
    ideal = dcg(truth)
    if ideal > 0:
        ndcg.append(dcg([gains.get(key, 0) for key, _ in index.get(query, [])][:top]) / ideal)
mean = lambda values: sum(values) / len(values)
print('%d\t%.9f\t%d\t%.9f\t%d\t%.9f' % (len(tau), mean(tau), len(rho), mean(rho), len(ndcg), mean(ndcg)))
)";

TEST_F(CliEval, AgreesWithScipy) {
  MakeSite();
  AKIN_SKIP_WITHOUT(std::string("/usr/bin/python3"));
  Write("reference.py", kReference);
  Write("exact.json", Get("related s.akin --all -k 0 --exact simrank --iterations 10 --json"));
  Write("index.json", Get("related s.akin --all -k 0 --json"));
  const auto reference = Run(Words{"reference.py"}, {.program = "/usr/bin/python3"});
  ASSERT_EQ(reference.code, 0) << reference.err;
  const Words numbers = Split(Lines(reference.out)[0], '\t');
  const std::string out =
      Get("eval s.akin --truth exact:simrank --top 20 -k 10 --metrics kendall,spearman,ndcg");
  const Words values = Column(out, 5);
  const Words queries = Column(out, 11);
  ASSERT_EQ(values.size(), 3U);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(queries[i], numbers[2 * i]);
    EXPECT_NEAR(std::stod(values[i]), std::stod(numbers[2 * i + 1]), 1e-6);
  }
}

}  // namespace
}  // namespace akin
