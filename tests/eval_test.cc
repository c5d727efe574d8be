// Evaluation from end to end: truths read from files, rankings judged by hand-worked numbers,
// sweeps compared with single evaluations, and the figures that measures are known to reach on
// Wikispeedia.
#include "akin/eval.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "akin/akin.h"
#include "file_tree.h"
#include "index_fixture.h"
#include "index_ranker.h"
#include "measure_lists.h"
#include "paths.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class EvalTest : public IndexTest {
 protected:
  // Vertices a to h, in this order; the arcs do not matter.
  Corpus Letters() {
    WriteBytes(directory_ / "arcs.tsv", "a\tb\nb\tc\nc\td\nd\te\ne\tf\nf\tg\ng\th\n");
    EXPECT_TRUE(Ingest({directory_ / "arcs.tsv"}, corpus_, {}).ok());
    return *Corpus::Open(corpus_);
  }
  std::string File(const std::string& text) {
    WriteBytes(directory_ / "truth.tsv", text);
    return directory_ / "truth.tsv";
  }

  // Gives the same list for every query, without the query itself.
  static Ranker Always(const std::vector<std::pair<VertexId, double>>& list) {
    return [list](VertexId query, unsigned k) -> Result<std::vector<Hit>> {
      std::vector<Hit> hits;
      for (const auto& [vertex, score] : list) {
        if (vertex != query && (k == 0 || hits.size() < k)) {
          hits.push_back({.vertex = vertex, .score = {.value = score}});
        }
      }
      return hits;
    };
  }

  static MetricResult Of(const Evaluation& evaluation, Metric metric) {
    for (const MetricResult& result : evaluation.metrics) {
      if (result.metric == metric) return result;
    }
    ADD_FAILURE() << "no " << MetricName(metric);
    return {};
  }
};

TEST_F(EvalTest, ClassesOfTheCallerJudgeLikeThoseOfAFile) {
  const Corpus corpus = Letters();
  const auto read = Truth::FromClasses(corpus, File("a\tx/1\nb\tx/1\nc\tx/2\nd\ty\n"), {});
  const auto given =
      Truth::FromClasses(corpus, {{0, "x/1"}, {1, "x/1"}, {2, "x/2"}, {3, "y"}}, ClassOptions());
  ASSERT_TRUE(read.ok() && given.ok()) << given.status().message();
  EXPECT_EQ(given->report().known, read->report().known);
  const Ranker ranker = Always({{1, 0.9}, {3, 0.8}, {0, 0.7}, {2, 0.1}});
  for (const Metric metric : {Metric::kSiblingGamma, Metric::kGamma, Metric::kPrecision}) {
    EXPECT_EQ(Of(*Evaluate(*given, ranker), metric).per_query.value,
              Of(*Evaluate(*read, ranker), metric).per_query.value);
  }
  EXPECT_EQ(Truth::FromClasses(corpus, {{8, "x"}}, ClassOptions()).status().code(),
            Code::kInvalidArgument);
  EXPECT_EQ(Truth::FromClasses(corpus, {{0, ""}}, ClassOptions()).status().code(),
            Code::kInvalidArgument);
}

TEST_F(EvalTest, ATruthIsFoundByWhatItIsCalled) {
  const Corpus corpus = Letters();
  EXPECT_EQ(Truth::Named(corpus, "citations", {})->kind(), Truth::Kind::kOverlap);
  EXPECT_EQ(Truth::Named(corpus, "exact:simrank:iterations=2", {})->kind(), Truth::Kind::kExact);
  EXPECT_EQ(Truth::Named(corpus, File("a\tx\n"), {})->kind(), Truth::Kind::kClasses);
  EXPECT_EQ(Truth::Named(corpus, "titles:" + File("a\tsome words\n"), {})->kind(),
            Truth::Kind::kOverlap);
  EXPECT_EQ(Truth::FileOf("titles:some.tsv"), "some.tsv");
  EXPECT_EQ(Truth::FileOf("classes.tsv"), "classes.tsv");
  for (const auto* none : {"path", "citations", "exact:simrank"})
    EXPECT_EQ(Truth::FileOf(none), "");
  EXPECT_EQ(Truth::FileOf("exact:simrank:prior=p.tsv:decay=0.5"), "p.tsv");
  EXPECT_EQ(Truth::Named(corpus, "path", {}).status().code(), Code::kBadInput);
  EXPECT_EQ(Truth::Named(corpus, "titles:", {}).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(Truth::Named(corpus, "exact:nothing", {}).status().code(), Code::kInvalidArgument);
  for (const auto* wrong : {"exact:nothing", "exact:simrank:decay=2", "exact:cosine:prior=p"}) {
    EXPECT_EQ(Truth::Named(corpus, wrong, {}).status().parameter(), "truth") << wrong;
  }
}

TEST_F(EvalTest, ClassesAreReadAndWhatIsOddIsCounted) {
  const Corpus corpus = Letters();
  const auto truth = Truth::FromFile(corpus,
                                     File("# a comment\n\n"
                                          "a\ttop/x/1\nb\ttop/x/1\nb\ttop/y/2\nc\ttop/x/2\n"
                                          "nobody\ttop/x/1\nd\ttop/y/3\n"),
                                     {.depth = 2});
  ASSERT_TRUE(truth.ok()) << truth.status().message();
  EXPECT_EQ(truth->kind(), Truth::Kind::kClasses);
  const TruthReport& report = truth->report();
  EXPECT_EQ(report.lines, 6U);
  EXPECT_EQ(report.known, 4U);
  EXPECT_EQ(report.unknown, 1U);
  EXPECT_THAT(report.first_unknown, ElementsAre(directory_ / "truth.tsv" + ":7: nobody"));
  EXPECT_EQ(report.repeated, 1U);
  EXPECT_EQ(report.root, "top");
  EXPECT_THAT(truth->queries(), ElementsAre(0U, 1U, 2U, 3U));
}

TEST_F(EvalTest, WrongFormatsSayWhere) {
  const Corpus corpus = Letters();
  const auto message = [&](const std::string& text) {
    return Truth::FromFile(corpus, File(text), {}).status().message();
  };
  const std::string path = directory_ / "truth.tsv";
  EXPECT_THAT(message("a\tx\nb x\n"), HasSubstr(path + ":2: 1 fields"));
  EXPECT_THAT(message("a\tx\nb\t\n"), HasSubstr(path + ":2: the class is empty"));
  EXPECT_THAT(message("a\tb\t1\na\tc\tgood\n"), HasSubstr(path + ":2: 'good' is no grade"));
  EXPECT_THAT(message("a\tb\t-1\n"), HasSubstr(path + ":1: '-1' is no grade"));
  EXPECT_THAT(message("a\tb\t1\na\tc\n"), HasSubstr(path + ":2: 2 fields"));
  EXPECT_THAT(message("# nothing\n"), HasSubstr(path + ": no lines"));
  EXPECT_EQ(Truth::FromFile(corpus, directory_ / "absent.tsv", {}).status().code(),
            Code::kNotFound);
  EXPECT_EQ(Truth::FromFile(corpus, File("a\tx\n"), {.depth = 0}).status().code(),
            Code::kInvalidArgument);
  EXPECT_THAT(Truth::FromKeys(corpus, {}).status().message(), HasSubstr("are no paths"));
}

TEST_F(EvalTest, DirectoriesOfKeysAreClasses) {
  WriteBytes(directory_ / "arcs.tsv",
             "http://h.example/a/1.html\thttp://h.example/a/2.html\n"
             "http://h.example/b/3.html\thttp://other.example/4.html?q=/x/\n"
             "http://h.example/a/1.html\thttp://h.example/\n");
  ASSERT_TRUE(Ingest({directory_ / "arcs.tsv"}, corpus_, {}).ok());
  const auto corpus = Corpus::Open(corpus_);
  const auto truth = Truth::FromKeys(*corpus, {.depth = 2});
  ASSERT_TRUE(truth.ok()) << truth.status().message();
  EXPECT_EQ(truth->report().known, 5U);
  const VertexId first = *corpus->Find("http://h.example/a/1.html");
  const VertexId second = *corpus->Find("http://h.example/a/2.html");
  const VertexId third = *corpus->Find("http://h.example/b/3.html");
  const VertexId fourth = *corpus->Find("http://other.example/4.html?q=/x/");
  // For first: second is in its directory, third in a sibling, fourth on another host.
  const auto evaluation =
      Evaluate(*truth, Always({{second, 3}, {third, 2}, {fourth, 1}}), {.queries = {first}});
  ASSERT_TRUE(evaluation.ok()) << evaluation.status().message();
  EXPECT_EQ(Of(*evaluation, Metric::kSiblingGamma).per_query.value, 1);
  EXPECT_EQ(Of(*evaluation, Metric::kUnrelatedGamma).per_query.value, 1);
  EXPECT_FALSE(Of(*evaluation, Metric::kCousinGamma).per_query.defined());
}

// Query a, in class x/1 with b and c; d and e are siblings, f and g unrelated; h has no class. The
// list is b4 d3 h3 c2 f2 e1:
//   siblings: (b,d) (b,e) (c,e) agree, (c,d) does not: 2/4; unrelated: (b,f) agrees, (c,f) is a
//   tie.
TEST_F(EvalTest, ClassesByHand) {
  const Corpus corpus = Letters();
  const auto truth =
      Truth::FromFile(corpus, File("a\tx/1\nb\tx/1\nc\tx/1\nd\tx/2\ne\tx/2\nf\ty/1\ng\ty/1\n"), {});
  const Ranker ranker = Always({{1, 4}, {3, 3}, {7, 3}, {2, 2}, {5, 2}, {4, 1}});
  const auto evaluation =
      Evaluate(*truth, ranker, {.metrics = truth->metrics(), .k = 3, .queries = {0}});
  ASSERT_TRUE(evaluation.ok()) << evaluation.status().message();
  const auto value = [&](Metric metric) { return Of(*evaluation, metric).per_query.value; };
  EXPECT_EQ(truth->Relevance(0, 1), 3);
  EXPECT_EQ(truth->Relevance(0, 3), 2);
  EXPECT_EQ(truth->Relevance(0, 5), 0);
  EXPECT_EQ(truth->Relevance(0, 7), std::nullopt);
  EXPECT_NEAR(value(Metric::kSiblingGamma), 0.5, 1e-7);
  EXPECT_NEAR(value(Metric::kUnrelatedGamma), 1, 1e-7);
  // All distances: those four, (b,f), and (d,f) agrees, (e,f) does not: 5 of 7 agree.
  EXPECT_NEAR(value(Metric::kGamma), 3.0 / 7, 1e-7);
  EXPECT_NEAR(value(Metric::kPrecision), 2.0 / 3, 1e-7);  // b, d, c: h is unknown
  EXPECT_NEAR(value(Metric::kRecall), 1, 1e-7);
  EXPECT_EQ(value(Metric::kCoverage), 1);
  EXPECT_EQ(value(Metric::kOrthogonality), 0);
  const double gain = 7 + 3 / std::log2(3.0) + 7 / 2.0;
  const double ideal = 7 + 7 / std::log2(3.0) + 3 / 2.0;
  EXPECT_NEAR(value(Metric::kNdcg), gain / ideal, 1e-6);
  // With all vertices, g comes last and alone: after b and c, and after d and e.
  const auto all = Evaluate(*truth, ranker, {.top = 0, .queries = {0}});
  EXPECT_NEAR(Of(*all, Metric::kUnrelatedGamma).per_query.value, 1, 1e-7);
  EXPECT_NEAR(Of(*all, Metric::kGamma).per_query.value, 7.0 / 11, 1e-7);
}

TEST_F(EvalTest, WhatCannotBeComparedIsUndefined) {
  const Corpus corpus = Letters();
  const auto one_class = Truth::FromFile(corpus, File("a\tx/1\nb\tx/1\nc\tx/1\n"), {});
  const auto gamma = [&](const Truth& truth, const Ranker& ranker) {
    const auto evaluation = Evaluate(truth, ranker, {.queries = {0}});
    EXPECT_TRUE(evaluation.ok()) << evaluation.status().message();
    for (const MetricResult& result : evaluation->metrics) {
      for (const Average* average : {&result.per_query, &result.pooled}) {
        EXPECT_FALSE(std::isnan(average->value + average->low + average->high));
      }
    }
    return Of(*evaluation, Metric::kSiblingGamma).per_query;
  };
  EXPECT_FALSE(gamma(*one_class, Always({{1, 2}, {2, 1}})).defined());
  const auto no_siblings = Truth::FromFile(corpus, File("a\tx/1\nb\tx/1\nc\ty/1\n"), {});
  EXPECT_FALSE(gamma(*no_siblings, Always({{1, 2}, {2, 1}})).defined());
  const auto siblings = Truth::FromFile(corpus, File("a\tx/1\nb\tx/1\nc\tx/2\nd\ty/1\n"), {});
  EXPECT_FALSE(gamma(*siblings, Always({})).defined());
  EXPECT_FALSE(gamma(*siblings, Always({{1, 2}})).defined());
  EXPECT_FALSE(gamma(*siblings, Always({{1, 2}, {2, 2}})).defined());
  EXPECT_EQ(gamma(*siblings, Always({{1, 2}, {2, 1}})).value, 1);
}

// Grades b 3, c 0, d 1 for a; the list is d, c, e, b.
TEST_F(EvalTest, GradesByHand) {
  const Corpus corpus = Letters();
  const auto truth = Truth::FromFile(corpus, File("a\tb\t3\na\tc\t0\na\td\t1\na\td\t2\n"), {});
  ASSERT_TRUE(truth.ok()) << truth.status().message();
  EXPECT_EQ(truth->kind(), Truth::Kind::kGrades);
  EXPECT_EQ(truth->report().repeated, 1U);
  const auto evaluation = Evaluate(*truth, Always({{3, 9}, {2, 8}, {4, 7}, {1, 6}}), {.k = 2});
  ASSERT_TRUE(evaluation.ok()) << evaluation.status().message();
  EXPECT_EQ(evaluation->queries, 1U);
  // d before c agrees; d before b and c before b do not.
  EXPECT_NEAR(Of(*evaluation, Metric::kGamma).per_query.value, -1.0 / 3, 1e-7);
  EXPECT_NEAR(Of(*evaluation, Metric::kPrecision).per_query.value, 0.5, 1e-7);  // d, c
  EXPECT_NEAR(Of(*evaluation, Metric::kRecall).per_query.value, 0.5, 1e-7);     // d of b and d
  const auto longer = Evaluate(*truth, Always({{3, 9}, {2, 8}, {4, 7}, {1, 6}}), {.k = 3});
  EXPECT_NEAR(Of(*longer, Metric::kRecall).per_query.value, 1, 1e-7);  // d, c, b: e is unknown
  EXPECT_EQ(truth->Relevance(0, 1), 3);
  EXPECT_EQ(truth->Relevance(0, 4), std::nullopt);
  EXPECT_NEAR(Of(*evaluation, Metric::kNdcg).per_query.value, 1 / (7 + 1 / std::log2(3.0)), 1e-6);
}

// Of the list e, f, b, d only b and d have a class. FR's lists hold labelled pages only: of the
// first two of those, b is of a's class. Of the first two of all, none has a class.
TEST_F(EvalTest, UnlabelledHitsAreLeftOutBeforeTheCutOrAfter) {
  const Corpus corpus = Letters();
  const auto truth = Truth::FromFile(corpus, File("a\tx/1\nb\tx/1\nd\tx/2\ng\ty/1\n"), {});
  const Ranker ranker = Always({{4, 9}, {5, 8}, {1, 7}, {3, 6}});
  ASSERT_NE(truth->known(), nullptr);
  EXPECT_EQ(truth->known()->Members(), (std::vector<VertexId>{0, 1, 3, 6}));
  const auto first = Evaluate(*truth, ranker, {.top = 2, .queries = {0}});
  EXPECT_EQ(Of(*first, Metric::kSiblingGamma).per_query.value, 1);
  EXPECT_EQ(Of(*first, Metric::kRecall).per_query.value, 1);
  const auto after = Evaluate(*truth, ranker, {.top = 2, .known_first = false, .queries = {0}});
  EXPECT_FALSE(Of(*after, Metric::kSiblingGamma).per_query.defined());
  EXPECT_EQ(Of(*after, Metric::kRecall).per_query.value, 0);
  const auto three = Evaluate(*truth, ranker, {.top = 3, .known_first = false, .queries = {0}});
  EXPECT_EQ(Of(*three, Metric::kRecall).per_query.value, 1);
}

// What an index, a sweep of it and an exact measure are asked for is the same as leaving out hits
// from a list of all. Every third vertex has a class; grades are of other vertices for each query.
TEST_F(EvalTest, AllSystemsLeaveOutTheSame) {
  MakeCorpus(TestGraph::Random(80, 400, 5), corpus_);
  const auto corpus = Corpus::Open(corpus_);
  std::string classes;
  std::string grades;
  for (VertexId v = 0; v < 80; ++v) {
    if (v % 3 == 0) classes += fmt::format("{}\t{}/{}\n", *corpus->Name(v), v % 2, v % 4);
    for (VertexId u = v % 5; u < 80; u += 5) {
      if (u != v) grades += fmt::format("{}\t{}\t{}\n", *corpus->Name(v), *corpus->Name(u), u % 4);
    }
  }
  const Index index = BuildAndOpen({.length = 3, .fingerprints = 20});
  for (const std::string& text : {classes, grades}) {
    const auto truth = Truth::FromFile(*corpus, File(text), {});
    ASSERT_TRUE(truth.ok()) << truth.status().message();
    for (const bool known_first : {true, false}) {
      const EvalOptions options{.top = 5, .known_first = known_first, .resamples = 20};
      const auto expected = Evaluate(*truth, Ranking(index, {}), options);
      ASSERT_TRUE(expected.ok()) << expected.status().message();
      const auto asked = Evaluate(*truth, *Asker::Create(*corpus, {.index = "simrank"}), options);
      ASSERT_TRUE(asked.ok()) << asked.status().message();
      const auto swept =
          Sweep(*corpus, index, *truth,
                {.lengths = {3}, .decays = {index.info().decay}, .fingerprints = {20}}, options);
      ASSERT_TRUE(swept.ok()) << swept.status().message();
      for (size_t m = 0; m < expected->metrics.size(); ++m) {
        const MetricResult& want = expected->metrics[m];
        EXPECT_EQ(asked->metrics[m].per_query.value, want.per_query.value)
            << MetricName(want.metric) << known_first;
        EXPECT_EQ(swept->front().evaluation.metrics[m].per_query.value, want.per_query.value)
            << MetricName(want.metric) << known_first;
      }
    }
    // A closer look is asked for query by query where each has its own grades.
    const auto refined = Evaluate(*truth, *Asker::Create(*corpus, {.index = "simrank"}),
                                  {.top = 5, .refine = 1, .resamples = 2});
    EXPECT_TRUE(refined.ok()) << refined.status().message();
  }
}

// Grades b 3, c 0, d 1 for a; scores b 6, c 8, d 9: all three pairs but (c, d) are in the wrong
// order. Without c in the list, it has the score 0: then (b, d) alone is wrong.
TEST_F(EvalTest, CorrelationsWithGrades) {
  const Corpus corpus = Letters();
  const auto truth = Truth::FromFile(corpus, File("a\tb\t3\na\tc\t0\na\td\t1\n"), {});
  const std::vector<Metric> metrics = {Metric::kKendall, Metric::kKendallA, Metric::kSpearman};
  const auto value = [&](const Ranker& ranker, Metric metric) {
    const auto evaluation = Evaluate(*truth, ranker, {.metrics = metrics});
    EXPECT_TRUE(evaluation.ok()) << evaluation.status().message();
    return Of(*evaluation, metric).per_query.value;
  };
  const Ranker all = Always({{3, 9}, {2, 8}, {4, 7}, {1, 6}});
  EXPECT_NEAR(value(all, Metric::kKendall), -1.0 / 3, 1e-6);
  EXPECT_NEAR(value(all, Metric::kKendallA), -1.0 / 3, 1e-6);
  EXPECT_NEAR(value(all, Metric::kSpearman), 1 - 6.0 * 6 / 24, 1e-6);  // d = 2, 1, 1
  const Ranker some = Always({{3, 9}, {1, 6}});
  EXPECT_NEAR(value(some, Metric::kKendall), 1.0 / 3, 1e-6);
  EXPECT_NEAR(value(some, Metric::kSpearman), 0.5, 1e-6);  // d = 1, 1, 0
  // A tie with c: two pairs are ordered by both, and one of these is right.
  const Ranker tied = Always({{3, 9}, {2, 8}, {1, 8}});
  EXPECT_NEAR(value(tied, Metric::kKendall), 0, 1e-6);
  const Ranker right = Always({{1, 9}, {3, 8}, {2, 8}});
  EXPECT_NEAR(value(right, Metric::kKendall), 2 / std::sqrt(6.0), 1e-6);
  EXPECT_NEAR(value(right, Metric::kKendallA), 2.0 / 3, 1e-6);
}

// Each query ranks its own pairs perfectly, but the scores of b are ten times too high: over all
// pairs (a,c) 1, (a,d) 2, (b,c) 3, (b,d) 1 of grade and 1, 2, 30, 10 of score.
TEST_F(EvalTest, MetricsOverAllPairsCompareQueries) {
  const Corpus corpus = Letters();
  const auto truth = Truth::FromFile(corpus, File("a\tc\t1\na\td\t2\nb\tc\t3\nb\td\t1\n"), {});
  const Ranker ranker = [](VertexId query, unsigned) -> Result<std::vector<Hit>> {
    if (query == 0) return std::vector<Hit>{{3, {.value = 2}}, {2, {.value = 1}}};
    return std::vector<Hit>{{2, {.value = 30}}, {3, {.value = 10}}};
  };
  const auto evaluation = Evaluate(
      *truth, ranker, {.metrics = truth->metrics(), .k = 2, .resamples = 50, .keep_values = true});
  ASSERT_TRUE(evaluation.ok()) << evaluation.status().message();
  EXPECT_NEAR(Of(*evaluation, Metric::kKendall).per_query.value, 1, 1e-6);
  // Of 6 pairs, the grades tie one: (a,c) and (b,d). Of the rest, (a,d) and (b,d) alone disagree.
  const MetricResult all = Of(*evaluation, Metric::kAllKendall);
  EXPECT_NEAR(all.per_query.value, 3 / std::sqrt(30.0), 1e-6);
  EXPECT_EQ(all.pooled.value, all.per_query.value);
  EXPECT_LE(all.per_query.low, all.per_query.value);
  EXPECT_EQ(all.per_query.high, 1);  // one query twice
  EXPECT_EQ(all.per_query.queries, 2U);
  EXPECT_TRUE(std::isnan(all.values.at(0)));
  EXPECT_NEAR(Of(*evaluation, Metric::kAllKendallA).per_query.value, 3.0 / 6, 1e-6);
  // Ranks 0, 1, 3, 2 of scores; 0.5, 2, 3, 0.5 of grades.
  EXPECT_NEAR(Of(*evaluation, Metric::kAllSpearman).per_query.value,
              (1.5 * 1 - 0.5 * 0.5 + 1.5 * 1.5 - 0.5 * 1) / std::sqrt(5 * 4.5), 1e-6);
  const double gain = 7 + 1 / std::log2(3.0);
  const double ideal = 7 + 3 / std::log2(3.0);
  EXPECT_NEAR(Of(*evaluation, Metric::kAllNdcg).per_query.value, gain / ideal, 1e-6);
  // They are measured only if named.
  for (const Metric metric : truth->usual_metrics()) EXPECT_FALSE(IsOverAllPairs(metric));
}

TEST_F(EvalTest, TheQueryItselfCanCountInGamma) {
  const Corpus corpus = Letters();
  const auto truth = Truth::FromFile(corpus, File("a\tx/1\nb\tx/1\nd\tx/2\ng\ty/1\n"), {});
  const Ranker wrong = Always({{3, 2}, {1, 1}});
  const auto gamma = [&](bool keep_query) {
    const auto evaluation = Evaluate(*truth, wrong, {.keep_query = keep_query, .queries = {0}});
    return Of(*evaluation, Metric::kSiblingGamma).per_query.value;
  };
  EXPECT_EQ(gamma(false), -1);
  EXPECT_EQ(gamma(true), 0);  // the query is before d, and b is not
}

TEST_F(EvalTest, ExactScoresJudgeThemselvesPerfect) {
  MakeCorpus(TestGraph::Random(40, 160, 3), corpus_);
  const auto corpus = Corpus::Open(corpus_);
  const auto truth = Truth::FromExact(*corpus, {});
  const auto evaluation = Evaluate(*truth, *Asker::Create(*corpus, {.exact = ExactOptions{}}));
  ASSERT_TRUE(evaluation.ok()) << evaluation.status().message();
  for (const Metric metric : {Metric::kGamma, Metric::kNdcg, Metric::kPrecision, Metric::kRecall,
                              Metric::kKendall, Metric::kSpearman}) {
    EXPECT_NEAR(Of(*evaluation, metric).per_query.value, 1, 1e-6) << MetricName(metric);
  }
  EXPECT_EQ(Of(*evaluation, Metric::kMaxError).pooled.value, 0);
  // Another way to the same numbers, which differ by rounding, has no error either.
  const ExactOptions series{.measure = Measure::kSimRankVariedD};
  const auto other = Evaluate(*truth, *Asker::Create(*corpus, {.exact = series}));
  EXPECT_EQ(Of(*other, Metric::kMeanError).per_query.value, 0);
  EXPECT_EQ(Of(*other, Metric::kMaxError).pooled.value, 0);
  // A constant added to every score does not change the order, and is the error.
  const Ranker shifted = [&](VertexId query, unsigned k) -> Result<std::vector<Hit>> {
    auto answer = ExactRelated(*corpus, query, ExactOptions{}, {.k = k});
    for (Hit& hit : answer->hits) hit.score.value += 0.25;
    return answer->hits;
  };
  const auto worse = Evaluate(*truth, shifted);
  EXPECT_NEAR(Of(*worse, Metric::kMeanError).per_query.value, 0.25, 1e-6);
  EXPECT_NEAR(Of(*worse, Metric::kMaxError).pooled.value, 0.25, 1e-6);
  EXPECT_NEAR(Of(*worse, Metric::kKendall).per_query.value, 1, 1e-6);
}

TEST_F(EvalTest, WhatMakesNoSenseIsRefused) {
  const Corpus corpus = Letters();
  const auto truth = Truth::FromFile(corpus, File("a\tx/1\nb\tx/1\n"), {});
  const auto code = [&](const EvalOptions& options) {
    return Evaluate(*truth, Always({}), options).status().code();
  };
  EXPECT_EQ(code({.metrics = {Metric::kKendall}}), Code::kInvalidArgument);
  EXPECT_EQ(code({.k = 0}), Code::kInvalidArgument);
  EXPECT_EQ(code({.queries = {5}}), Code::kInvalidArgument);
  EXPECT_EQ(code({.confidence = 1}), Code::kInvalidArgument);
  EXPECT_EQ(MetricNamed("gama").status().code(), Code::kInvalidArgument);
  for (const MetricFacts& facts : Metrics()) EXPECT_EQ(*MetricNamed(facts.name), facts.metric);
}

// Sums are those of the index, so the orders are the same, ties included, whatever the decay: with
// 0.1, ten meetings at one step weigh as much as one a step before, but for rounding.
TEST_F(EvalTest, ASweepIsManyEvaluations) {
  MakeCorpus(TestGraph::Random(80, 300, 9), corpus_);
  const auto corpus = Corpus::Open(corpus_);
  std::string classes;
  for (VertexId v = 0; v < 80; ++v) {
    classes += fmt::format("{}\t{}/{}\n", *corpus->Name(v), v % 3, v % 4);
  }
  const auto truth = Truth::FromFile(*corpus, File(classes), {});
  const Grid grid{.lengths = {3, 1}, .decays = {0.1, 0.5}, .fingerprints = {20, 7}};
  for (const Measure measure : LinkMeasures()) {
    SCOPED_TRACE(MeasureName(measure));
    const Index index = BuildAndOpen({.measure = measure, .length = 3, .fingerprints = 20});
    for (const unsigned top : {5U, 0U}) {
      const EvalOptions options{.top = top, .resamples = 50};
      const auto points = Sweep(*corpus, index, *truth, grid, options);
      ASSERT_TRUE(points.ok()) << points.status().message();
      ASSERT_EQ(points->size(), 8U);
      EXPECT_EQ(points->front().fingerprints, 7U);
      EXPECT_EQ(points->front().length, 1U);
      for (const GridPoint& point : *points) {
        const RelatedOptions related{
            .fingerprints = point.fingerprints, .length = point.length, .decay = point.decay};
        const auto expected = Evaluate(*truth, Ranking(index, related), options);
        ASSERT_TRUE(expected.ok()) << expected.status().message();
        for (size_t m = 0; m < expected->metrics.size(); ++m) {
          const Average& got = point.evaluation.metrics[m].per_query;
          const Average& want = expected->metrics[m].per_query;
          EXPECT_EQ(got.queries, want.queries) << MetricName(expected->metrics[m].metric);
          EXPECT_EQ(got.value, want.value) << MetricName(expected->metrics[m].metric);
          EXPECT_EQ(got.low, want.low);
          EXPECT_EQ(point.evaluation.metrics[m].pooled.value, expected->metrics[m].pooled.value);
        }
      }
    }
  }
  // Metrics over all pairs too, with grades and with exact scores.
  const Index index = *corpus->OpenIndex("simrank");
  std::string grades;
  for (VertexId v = 0; v < 80; ++v) {
    for (VertexId step = 1; step < 20; ++step) {
      grades += fmt::format("{}\t{}\t{}\n", *corpus->Name(v), *corpus->Name((v + step) % 80),
                            step * v % 4);
    }
  }
  const auto graded = Truth::FromFile(*corpus, File(grades), {});
  const auto exact = Truth::FromExact(*corpus, {.measure = Measure::kSimRank});
  for (const Truth* const kind : {&*graded, &*exact}) {
    const EvalOptions options{
        .metrics = {Metric::kAllNdcg, Metric::kAllKendall, Metric::kAllKendallA,
                    Metric::kAllSpearman, Metric::kKendall},
        .resamples = 5};
    const auto points = Sweep(*corpus, index, *kind, grid, options);
    ASSERT_TRUE(points.ok()) << points.status().message();
    for (const GridPoint& point : *points) {
      const RelatedOptions related{
          .fingerprints = point.fingerprints, .length = point.length, .decay = point.decay};
      const auto expected = Evaluate(*kind, Ranking(index, related), options);
      ASSERT_TRUE(expected.ok()) << expected.status().message();
      for (size_t m = 0; m < expected->metrics.size(); ++m) {
        const Average& got = point.evaluation.metrics[m].per_query;
        const Average& want = expected->metrics[m].per_query;
        EXPECT_GT(want.queries, 0U);
        EXPECT_EQ(got.queries, want.queries);
        EXPECT_EQ(got.value, want.value) << MetricName(expected->metrics[m].metric);
        EXPECT_EQ(got.low, want.low);
        EXPECT_EQ(got.high, want.high);
      }
    }
    const auto too_many = Sweep(*corpus, index, *kind, grid, options, {.memory = 100'000});
    EXPECT_EQ(too_many.status().code(), Code::kOutOfBudget) << too_many.status().message();
  }
  const auto refusal = [&](const Grid& bad) {
    return Sweep(*corpus, index, *truth, bad).status().code();
  };
  EXPECT_EQ(refusal({.lengths = {4}, .decays = {0.5}, .fingerprints = {7}}),
            Code::kInvalidArgument);
  EXPECT_EQ(refusal({.lengths = {1}, .decays = {0.5}, .fingerprints = {21}}),
            Code::kInvalidArgument);
  EXPECT_EQ(refusal({.lengths = {1}, .decays = {1}, .fingerprints = {7}}), Code::kInvalidArgument);
  EXPECT_EQ(refusal({.lengths = {}, .decays = {0.5}, .fingerprints = {7}}), Code::kInvalidArgument);
}

// The sibling-Gamma that an independent program found with one seed, c = 0.1 and N = 100 (per-query
// average over the top 100). The mean over seeds is compared: for SimRank, whose scores are mostly
// ties, the value of one seed has a spread of 0.01; for the others two seeds are enough.
class RealGraphsEvalTest : public EvalTest {};

TEST_F(RealGraphsEvalTest, GammaOnWikispeedia) {
  AKIN_SKIP_WITHOUT_DATA("wikispeedia/links.tsv");
  ASSERT_TRUE(Ingest({DataFile("wikispeedia/links.tsv")}, corpus_, {}).ok());
  const auto corpus = Corpus::Open(corpus_);
  const auto truth = Truth::FromFile(*corpus, DataFile("wikispeedia/categories.tsv"), {.depth = 2});
  ASSERT_TRUE(truth.ok()) << truth.status().message();
  const std::map<Measure, std::vector<double>> known = {
      {Measure::kSimRank, {0.263, 0.279, 0.261, 0.245}},
      {Measure::kPSimRank, {0.370, 0.318, 0.307, 0.304}},
      {Measure::kXJaccard, {0.383, 0.330, 0.322}}};
  for (const auto& [measure, gammas] : known) {
    SCOPED_TRACE(MeasureName(measure));
    const unsigned seeds = measure == Measure::kSimRank ? 4 : 2;
    const std::vector<unsigned> all_lengths = {1, 2, 4, 10};
    const Grid grid{.lengths = {all_lengths.begin(), all_lengths.begin() + gammas.size()},
                    .decays = {0.1},
                    .fingerprints = {100}};
    std::vector<double> sums(gammas.size());
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      const Index index = BuildAndOpen({.measure = measure,
                                        .length = grid.lengths.back(),
                                        .seed = seed,
                                        .name = fmt::format("s{}", seed),
                                        .replace = true});
      const auto points =
          Sweep(*corpus, index, *truth, grid, {.metrics = {Metric::kSiblingGamma}, .resamples = 2});
      ASSERT_TRUE(points.ok()) << points.status().message();
      for (size_t i = 0; i < sums.size(); ++i) {
        sums[i] += (*points)[i].evaluation.metrics[0].per_query.value;
      }
    }
    for (size_t i = 0; i < sums.size(); ++i) {
      EXPECT_NEAR(sums[i] / seeds, gammas[i], 0.015) << grid.lengths[i] << " steps";
    }
  }
}

}  // namespace
}  // namespace akin
