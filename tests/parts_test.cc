// An index in parts: the same answers to the last bit, and honest ones if a part is missing.
#include "akin/parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "index_fixture.h"
#include "local_parts.h"
#include "paths.h"
#include "random_graph.h"
#include "test_bags.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

bool Same(const Score& a, const Score& b) {
  return a.value == b.value && a.error == b.error && a.low == b.low && a.high == b.high;
}

void ExpectSameBits(const Answer& parted, const Answer& whole, const std::string& what) {
  ASSERT_EQ(parted.hits.size(), whole.hits.size()) << what;
  for (size_t i = 0; i < whole.hits.size(); ++i) {
    EXPECT_EQ(parted.hits[i].vertex, whole.hits[i].vertex) << what << ", rank " << i;
    EXPECT_TRUE(Same(parted.hits[i].score, whole.hits[i].score))
        << what << ", rank " << i << ": " << parted.hits[i].score.value << " +- "
        << parted.hits[i].score.error << ", not " << whole.hits[i].score.value << " +- "
        << whole.hits[i].score.error;
  }
}

std::shared_ptr<RemoteQuery> Soon(bool partial = true) {
  return std::make_shared<RemoteQuery>(DeadlineClock::now() + std::chrono::minutes(10), partial);
}

// 0, 1, ... in consecutive groups of these sizes.
LocalParts::Groups GroupsOf(std::vector<size_t> sizes) {
  LocalParts::Groups groups;
  uint32_t next = 0;
  for (const size_t size : sizes) {
    auto& group = groups.emplace_back(size);
    std::iota(group.begin(), group.end(), next);
    next += static_cast<uint32_t>(size);
  }
  return groups;
}

class PartsTest : public IndexTest {
 protected:
  Index Parted(const std::string& name, const LocalParts::Groups& groups) {
    parts_ = std::make_shared<LocalParts>(corpus_, name, groups);
    auto index = Corpus::Open(corpus_)->OpenParted(name, parts_);
    EXPECT_TRUE(index.ok()) << index.status().message();
    return *index;
  }
  std::shared_ptr<LocalParts> parts_;
};

const std::vector<Measure> kMeasures = {Measure::kSimRank, Measure::kPSimRank, Measure::kXJaccard,
                                        Measure::kLazySimRank, Measure::kText};

// One random graph, with options as they come, in groups that need not be consecutive.
RC_GTEST_FIXTURE_PROP(PartsTest, AnyQueryHasTheSameAnswer, ()) {
  const TestGraph graph = ArbitraryGraph(60);
  std::filesystem::remove_all(corpus_);
  MakeCorpus(graph, corpus_);
  PutBags(RandomBags(graph.vertices(), 40, *rc::gen::inRange(0, 1000)), 40, corpus_, "words");
  const Measure measure = *rc::gen::elementOf(kMeasures);
  const auto fingerprints = *rc::gen::inRange(1U, 70U);
  const Index whole = BuildAndOpen({.measure = measure, .fingerprints = fingerprints});
  const auto shards = static_cast<uint32_t>(whole.info().shards);
  LocalParts::Groups groups(*rc::gen::inRange<size_t>(1, shards + 1));
  for (uint32_t i = 0; i < shards; ++i) {
    const size_t group = i < groups.size() ? i : *rc::gen::inRange<size_t>(0, groups.size());
    groups[group].push_back(i);
  }
  const Index parted = Parted(whole.info().name, groups);
  for (int query = 0; query < 5; ++query) {
    const auto u = *rc::gen::inRange<VertexId>(0, graph.vertices());
    RelatedOptions options{.k = *rc::gen::element(0U, 1U, 3U, 10U, 100U),
                           .min_score = *rc::gen::element(0.0, 0.01, 0.2),
                           .min_inlinks = *rc::gen::element<uint64_t>(0, 0, 2),
                           .refine = *rc::gen::element(0.0, 1.0)};
    if (*rc::gen::arbitrary<bool>()) options.fingerprints = *rc::gen::inRange(1U, fingerprints + 1);
    if (FactsOf(measure).index()->method == Method::kWalks && *rc::gen::arbitrary<bool>()) {
      options.function =
          *rc::gen::elementOf(std::vector(MeetingFunctions().begin(), MeetingFunctions().end()));
    }
    if (!options.fingerprints && options.refine == 0 && *rc::gen::arbitrary<bool>())
      options.share = 0.5;
    if (*rc::gen::arbitrary<bool>()) {
      options.filter = std::make_shared<const VertexSet>(
          *rc::gen::container<std::vector<VertexId>>(rc::gen::inRange<VertexId>(0, 60)));
    }
    if (*rc::gen::arbitrary<bool>()) {
      options.exclude = std::make_shared<const VertexSet>(
          *rc::gen::container<std::vector<VertexId>>(rc::gen::inRange<VertexId>(0, 60)));
    }
    const auto expected = whole.Related(u, options);
    options.remote = Soon();
    const auto found = parted.Related(u, options);
    RC_ASSERT(expected.ok() && found.ok());
    RC_ASSERT(found->hits.size() == expected->hits.size());
    for (size_t i = 0; i < found->hits.size(); ++i) {
      RC_ASSERT(found->hits[i].vertex == expected->hits[i].vertex);
      RC_ASSERT(Same(found->hits[i].score, expected->hits[i].score));
    }
    const auto v = *rc::gen::inRange<VertexId>(0, graph.vertices());
    RC_ASSERT(Same(*parted.Sim(u, v, options), *whole.Sim(u, v, options)));
  }
}

TEST_F(PartsTest, MixturesHaveTheSameAnswers) {
  MakeCorpus(TestGraph::Random(300, 1500, 3), corpus_);
  PutBags(RandomBags(300, 80, 4), 80, corpus_, "words");
  const std::vector<Index> whole = {
      BuildAndOpen({.measure = Measure::kPSimRank, .fingerprints = 60}),
      BuildAndOpen({.measure = Measure::kText, .fingerprints = 80, .bags = "words"})};
  const std::vector<Index> parted = {Parted("psimrank", GroupsOf({2, 4})),
                                     Parted("text", GroupsOf({3, 3, 2}))};
  for (const Fusion fusion : {Fusion::kWeighted, Fusion::kReciprocalRank}) {
    const auto of_whole = Asker::Of(whole, "psimrank=0.6,text=0.4", fusion);
    const auto of_parted = Asker::Of(parted, "psimrank=0.6,text=0.4", fusion);
    for (VertexId u = 0; u < 100; ++u) {
      for (const double refine : {0.0, 1.0}) {
        RelatedOptions options{.k = 10, .refine = refine};
        const auto expected = of_whole->Related(u, options);
        options.remote = Soon();
        const auto found = of_parted->Related(u, options);
        ASSERT_TRUE(found.ok()) << found.status().message();
        ExpectSameBits(*found, *expected, std::to_string(u));
        EXPECT_THAT(options.remote->coverage().at("psimrank").failed, IsEmpty());
      }
    }
  }
}

TEST_F(PartsTest, RealGraphsHaveTheSameAnswers) {
  AKIN_SKIP_WITHOUT_DATA("wiki-vote/wiki-Vote.txt");
  ASSERT_TRUE(Ingest({DataFile("wiki-vote/wiki-Vote.txt")}, corpus_, {}).ok());
  for (const Measure measure : {Measure::kSimRank, Measure::kPSimRank, Measure::kXJaccard}) {
    const Index whole = BuildAndOpen({.measure = measure, .fingerprints = 100});
    const Index parted = Parted(whole.info().name, GroupsOf({5, 5}));
    for (VertexId u = 0; u < whole.corpus().vertices(); u += 71) {
      for (const double refine : {0.0, 1.0}) {
        RelatedOptions options{.k = 10, .refine = refine};
        const auto expected = whole.Related(u, options);
        options.remote = Soon();
        const auto found = parted.Related(u, options);
        ASSERT_TRUE(found.ok()) << found.status().message();
        ExpectSameBits(*found, *expected,
                       std::string(MeasureName(measure)) + " of " + std::to_string(u));
      }
    }
  }
}

// The first fingerprints answer, so the answer is that of these alone.
// What a part remembers of its last question, and first meetings that it counts on the way, are
// what it would look up. The last index has so many fingerprints that it does not count them.
TEST_F(PartsTest, SumsAreTheSameAfterAList) {
  MakeCorpus(TestGraph::Random(200, 900, 5), corpus_);
  const auto check = [&](Measure measure, unsigned fingerprints, std::vector<uint32_t> shards) {
    const std::string name =
        BuildAndOpen({.measure = measure, .fingerprints = fingerprints}).info().name;
    const auto part = IndexPart::Open(corpus_, name);
    ASSERT_TRUE(part.ok()) << part.status().message();
    std::vector<VertexId> all(200);
    std::iota(all.begin(), all.end(), 0U);
    for (VertexId u = 0; u < 200; u += 7) {
      PartQuestion sums{.vertex = u, .shards = shards, .scale = fingerprints, .others = all};
      PartQuestion other = sums;
      other.vertex = (u + 1) % 200;
      ASSERT_TRUE(part->Ask(other).ok());
      const auto cold = part->Ask(sums);
      PartQuestion list = sums;
      list.others.clear();
      list.k = 5;
      list.first = u % 2 == 0;
      const auto listed = part->Ask(list);
      const auto warm = part->Ask(sums);
      sums.decay = 0.3;
      const auto weighed = part->Ask(sums);
      ASSERT_TRUE(cold.ok() && listed.ok() && warm.ok() && weighed.ok());
      if (measure != Measure::kXJaccard) {
        sums.decay = {};
        sums.function = MeetingFunction::kWithin;
        const auto met = part->Ask(sums);
        ASSERT_TRUE(met.ok());
        for (size_t i = 0; i < met->sums.size(); ++i) {
          EXPECT_GE(met->sums[i].sum, cold->sums[i].sum);
        }
      }
      EXPECT_EQ(warm->sums, cold->sums) << name << " " << u;
      for (const PartSum& one : listed->list) {
        const PartSum& looked_up = cold->sums[one.vertex];
        EXPECT_EQ(one.sum, looked_up.sum);
        EXPECT_EQ(one.first, list.first ? looked_up.first : 0);
        EXPECT_GE(looked_up.sum, weighed->sums[one.vertex].sum);
      }
    }
  };
  check(Measure::kSimRank, 40, {0, 1, 2, 3});
  check(Measure::kPSimRank, 60, {1, 3, 4});
  check(Measure::kXJaccard, 30, {0, 2});
  check(Measure::kLazySimRank, 1100, {0, 1, 50, 109});
}

TEST_F(PartsTest, WithoutSomeShardsScoresAreMeansOverTheRest) {
  MakeCorpus(TestGraph::Random(200, 1000, 5), corpus_);
  PutBags(RandomBags(200, 60, 6), 60, corpus_, "words");
  for (const Measure measure : kMeasures) {
    const Index whole = BuildAndOpen({.measure = measure, .fingerprints = 75});
    const Index parted = Parted(whole.info().name, GroupsOf({3, 2, 3}));
    parts_->SetDown({2});
    for (VertexId u = 0; u < 50; ++u) {
      const auto expected = whole.Related(u, {.k = 20, .fingerprints = 50});
      const auto remote = Soon();
      const auto found = parted.Related(u, {.k = 20, .remote = remote});
      ASSERT_TRUE(found.ok()) << found.status().message();
      ASSERT_EQ(found->hits.size(), expected->hits.size());
      for (size_t i = 0; i < found->hits.size(); ++i) {
        EXPECT_EQ(found->hits[i].vertex, expected->hits[i].vertex);
        EXPECT_EQ(found->hits[i].score.value, expected->hits[i].score.value);
        // The squares have the binary places of the whole query.
        EXPECT_NEAR(found->hits[i].score.low, expected->hits[i].score.low, 1e-9);
        EXPECT_NEAR(found->hits[i].score.high, expected->hits[i].score.high, 1e-9);
      }
      const Coverage coverage = remote->coverage().at(whole.info().name);
      EXPECT_EQ(coverage.asked, 75U);
      EXPECT_EQ(coverage.answered, 50U);
      EXPECT_EQ(coverage.shards, 8U);
      EXPECT_THAT(coverage.failed, ElementsAre(5, 6, 7));
      EXPECT_THAT(coverage.timed_out, IsEmpty());
    }
  }
}

TEST_F(PartsTest, AllOrNothingIfTheQuerySaysSo) {
  MakeCorpus(TestGraph::Random(50, 200, 5), corpus_);
  BuildAndOpen({.fingerprints = 40});
  const Index parted = Parted("simrank", GroupsOf({2, 2}));
  parts_->SetDown({1});
  for (const auto& remote : {Soon(false), std::shared_ptr<RemoteQuery>()}) {
    const auto found = parted.Related(3, {.remote = remote});
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.status().code(), Code::kUnavailable);
    EXPECT_THAT(found.status().message(), HasSubstr("nobody answers for shards 2-3 of index"));
    EXPECT_EQ(parted.Sim(3, 4, {.remote = remote}).status().code(), Code::kUnavailable);
  }
  parts_->SetDown({0, 1});
  EXPECT_EQ(parted.Related(3, {.remote = Soon()}).status().code(), Code::kUnavailable);
}

// Whatever round a group is lost in, all scores are over the same fingerprints in the end.
TEST_F(PartsTest, AnAttemptThatLosesAGroupIsBegunAnew) {
  MakeCorpus(TestGraph::Random(200, 1000, 5), corpus_);
  BuildAndOpen({.measure = Measure::kXJaccard, .fingerprints = 60});
  const Index parted = Parted("xjaccard", GroupsOf({2, 2, 2}));
  parts_->SetDown({1});
  const Answer expected = *parted.Related(7, {.refine = 1, .remote = Soon()});
  parts_->SetDown({});
  const unsigned first = parts_->rounds();
  ASSERT_TRUE(parted.Related(7, {.refine = 1, .remote = Soon()}).ok());
  ASSERT_EQ(parts_->rounds(), first + 2);  // distances are asked for in a second one
  for (const Code code : {Code::kUnavailable, Code::kTimedOut, Code::kDamaged}) {
    for (unsigned when = 1; when <= 2; ++when) {
      const unsigned before = parts_->rounds();
      parts_->FailBy([&](unsigned round, size_t group) {
        return group == 1 && round >= before + when ? Status(code, "gone") : Status();
      });
      const auto remote = Soon();
      const auto found =
          remote->Ask([&] { return parted.Related(7, {.refine = 1, .remote = remote}); });
      ASSERT_TRUE(found.ok()) << found.status().message();
      ExpectSameBits(*found, expected, std::to_string(when));
      const Coverage coverage = remote->coverage().at("xjaccard");
      EXPECT_EQ(coverage.answered, 40U);
      const bool late = code == Code::kTimedOut;
      EXPECT_THAT(late ? coverage.timed_out : coverage.failed, ElementsAre(2, 3));
      EXPECT_THAT(late ? coverage.failed : coverage.timed_out, IsEmpty());
    }
  }
}

TEST_F(PartsTest, AnswersWithoutSenseAreNotBelieved) {
  MakeCorpus(TestGraph::Random(50, 200, 5), corpus_);
  BuildAndOpen({.fingerprints = 40});
  const Index parted = Parted("simrank", GroupsOf({2, 2}));
  const std::vector<std::function<void(PartAnswer&)>> changes = {
      [](PartAnswer& answer) { answer.unlisted = UINT64_MAX; },
      [](PartAnswer& answer) { answer.list.push_back({.vertex = 50, .sum = 1}); },
      [](PartAnswer& answer) { answer.list.push_back({.vertex = 3, .sum = 1}); },
      [](PartAnswer& answer) { answer.list.push_back({.vertex = 4, .sum = UINT64_MAX}); },
      [](PartAnswer& answer) { answer.sums.push_back({.vertex = 4, .sum = 1}); },
  };
  for (const auto& change : changes) {
    parts_->ChangeBy(change);
    EXPECT_EQ(parted.Related(3, {.remote = Soon()}).status().code(), Code::kUnavailable);
  }
}

// Even where nearly all scores are noise; `akin_bench parts` has a real web.
TEST_F(PartsTest, FewRoundTrips) {
  MakeCorpus(TestGraph::Random(2000, 10'000, 5), corpus_);
  BuildAndOpen({.fingerprints = 100});
  const Index parted = Parted("simrank", GroupsOf({5, 5}));
  for (const double refine : {0.0, 1.0}) {
    unsigned two = 0;
    for (VertexId u = 0; u < 200; ++u) {
      const auto remote = Soon();
      ASSERT_TRUE(parted.Related(u, {.refine = refine, .remote = remote}).ok());
      EXPECT_LE(remote->round_trips(), 6U);
      if (remote->round_trips() <= 2) ++two;
    }
    EXPECT_GE(two, 140U);
  }
}

TEST_F(PartsTest, APartIsOfItsIndexOnly) {
  MakeCorpus(TestGraph::Random(50, 200, 5), corpus_);
  BuildAndOpen({.fingerprints = 40});
  const auto part = IndexPart::Open(corpus_, "simrank", std::vector<uint32_t>{1, 2});
  ASSERT_TRUE(part.ok()) << part.status().message();
  EXPECT_EQ(part->facts().vertices, 50U);
  EXPECT_EQ(part->facts().shards, 4U);
  EXPECT_THAT(part->facts().held, ElementsAre(1, 2));
  EXPECT_EQ(part->facts().identity, FactsOfIndex(corpus_, "simrank")->identity);
  EXPECT_TRUE(part->Check().ok());
  const PartQuestion good{.vertex = 3, .shards = {1, 2}, .scale = 40, .k = 5};
  EXPECT_TRUE(part->Ask(good).ok());
  const auto code = [&](auto change) {
    PartQuestion question = good;
    change(question);
    return part->Ask(question).status().code();
  };
  EXPECT_EQ(code([](PartQuestion& q) { q.vertex = 50; }), Code::kInvalidArgument);
  EXPECT_EQ(code([](PartQuestion& q) { q.shards = {0}; }), Code::kInvalidArgument);
  EXPECT_EQ(code([](PartQuestion& q) { q.shards = {2, 1}; }), Code::kInvalidArgument);
  EXPECT_EQ(code([](PartQuestion& q) { q.shards = {}; }), Code::kInvalidArgument);
  EXPECT_EQ(code([](PartQuestion& q) { q.others = {50}; }), Code::kInvalidArgument);
  EXPECT_EQ(code([](PartQuestion& q) { q.scale = 0; }), Code::kInvalidArgument);
  EXPECT_EQ(code([](PartQuestion& q) { q.scale = 41; }), Code::kInvalidArgument);
  EXPECT_EQ(code([](PartQuestion& q) { q.fingerprints = 41; }), Code::kInvalidArgument);
  EXPECT_EQ(code([](PartQuestion& q) { q.decay = 2; }), Code::kInvalidArgument);
  EXPECT_EQ(code([](PartQuestion& q) { q.length = 100; }), Code::kInvalidArgument);
  EXPECT_EQ(IndexPart::Open(corpus_, "simrank", std::vector<uint32_t>{4}).status().code(),
            Code::kInvalidArgument);
  EXPECT_EQ(IndexPart::Open(corpus_, "simrank", std::vector<uint32_t>{1, 1}).status().code(),
            Code::kInvalidArgument);
}

TEST_F(PartsTest, ADamagedShardIsNotOpened) {
  MakeCorpus(TestGraph::Random(50, 200, 5), corpus_);
  BuildAndOpen({.fingerprints = 20});
  std::vector<std::filesystem::path> shards;
  for (const auto& file : std::filesystem::directory_iterator(corpus_ + "/indexes/simrank")) {
    if (file.path().extension() == ".akin") shards.push_back(file.path());
  }
  ASSERT_EQ(shards.size(), 2U);
  std::filesystem::resize_file(shards[0], std::filesystem::file_size(shards[0]) / 2);
  EXPECT_EQ(IndexPart::Open(corpus_, "simrank").status().code(), Code::kDamaged);
  std::filesystem::remove(shards[0]);
  EXPECT_EQ(IndexPart::Open(corpus_, "simrank")->facts().held.size(), 1U);
  std::filesystem::remove(shards[1]);
  EXPECT_EQ(IndexPart::Open(corpus_, "simrank").status().code(), Code::kNotFound);
}

TEST_F(PartsTest, GroupsAreTheShardsOfTheIndex) {
  MakeCorpus(TestGraph::Random(50, 200, 5), corpus_);
  BuildAndOpen({.fingerprints = 40});
  const Corpus corpus = *Corpus::Open(corpus_);
  for (const LocalParts::Groups& groups :
       std::vector<LocalParts::Groups>{{{0, 1}}, {{0, 1, 2, 3}, {3}}, {{0, 1}, {3}}}) {
    const auto parts = std::make_shared<LocalParts>(corpus_, "simrank", groups);
    EXPECT_EQ(corpus.OpenParted("simrank", parts).status().code(), Code::kInvalidArgument);
  }
}

TEST_F(PartsTest, ItExplainsButShowsNoSingleFingerprints) {
  MakeCorpus(TestGraph::Random(50, 200, 5), corpus_);
  const Index whole = BuildAndOpen({.fingerprints = 40});
  const Index parted = Parted("simrank", GroupsOf({2, 2}));
  const VertexId other = whole.Related(3)->hits.front().vertex;
  EXPECT_EQ(parted.Explain(3, other, {})->score.value, whole.Explain(3, other, {})->score.value);
  std::vector<Meeting> met;
  EXPECT_THAT(parted.Meetings(3, 0, met).message(), HasSubstr("elsewhere"));
  EXPECT_EQ(parted.Statistics().status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace akin
