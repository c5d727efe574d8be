// A back end without its transport.
#include "server/backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "akin.pb.h"
#include "server/filter_code.h"
#include "server/part_messages.h"

namespace akin::server {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

PartFacts FactsWith(uint64_t manifest, std::vector<uint32_t> held = {0, 1}) {
  return {.index = "psimrank",
          .identity = {.graph = 1, .manifest = manifest},
          .vertices = 1000,
          .fingerprints = 40,
          .shards = 4,
          .held = std::move(held)};
}

class BackendTest : public testing::Test {
 protected:
  // Answers with the generation, and remembers the question.
  void Put(uint64_t manifest) {
    backend_.Put({.facts = FactsWith(manifest),
                  .ask = [this, manifest](const PartQuestion& question,
                                          const std::stop_token&) -> Result<PartAnswer> {
                    asked_ = question;
                    if (!failure_.ok()) return failure_;
                    return PartAnswer{.unlisted = manifest};
                  }});
  }
  static v1::Question Question(uint64_t manifest, std::vector<uint32_t> shards = {0, 1}) {
    v1::Question message;
    WriteQuestion({.vertex = 5, .shards = std::move(shards), .scale = 40, .k = 3},
                  FactsWith(manifest).identity, message);
    return message;
  }
  Backend::Outcome Ask(const v1::Question& question) {
    answer_.Clear();
    return backend_.Ask(question, answer_, {});
  }

  Backend backend_;
  v1::Answer answer_;
  PartQuestion asked_;
  Status failure_;
};

TEST_F(BackendTest, AnswersAboutTheIndexThatIsNamed) {
  EXPECT_EQ(Ask(Question(1)).refused, Refused::kOtherIndex);
  Put(1);
  EXPECT_TRUE(Ask(Question(1)).status.ok());
  EXPECT_EQ(answer_.unlisted(), 1U);
  EXPECT_EQ(asked_.vertex, 5U);
  const auto other = Ask(Question(2));
  EXPECT_EQ(other.refused, Refused::kOtherIndex);
  EXPECT_THAT(other.status.message(), HasSubstr("0000000000000002, but psimrank here is"));
  v1::Question graph = Question(1);
  graph.mutable_identity()->set_graph(9);
  EXPECT_THAT(Ask(graph).status.message(), HasSubstr("another graph"));
}

TEST_F(BackendTest, AnswersAboutOldAndNewUntilNobodyAsksAboutTheOld) {
  Put(1);
  Put(2);
  v1::Description described;
  backend_.Describe(described);
  EXPECT_EQ(described.parts_size(), 2);
  EXPECT_TRUE(Ask(Question(1)).status.ok());
  const auto now = Backend::Clock::now();
  EXPECT_TRUE(backend_.Retire(now + seconds(59), seconds(60)).empty());
  EXPECT_EQ(backend_.Retire(now + seconds(61), seconds(60)).size(), 1U);
  EXPECT_EQ(Ask(Question(1)).refused, Refused::kOtherIndex);
  EXPECT_TRUE(Ask(Question(2)).status.ok());
  EXPECT_TRUE(backend_.Retire(now + seconds(1000), seconds(60)).empty());
  EXPECT_TRUE(backend_.Has(FactsWith(2).identity));
}

TEST_F(BackendTest, RefusesShardsThatAreElsewhere) {
  Put(1);
  const auto elsewhere = Ask(Question(1, {1, 2}));
  EXPECT_EQ(elsewhere.refused, Refused::kNotHeld);
  EXPECT_THAT(elsewhere.status.message(), HasSubstr("shard 2 of psimrank is not here"));
  EXPECT_EQ(Ask(Question(1, {4})).status.code(), Code::kInvalidArgument);
  EXPECT_EQ(Ask(Question(1, {4})).refused, Refused::kNothing);
}

TEST_F(BackendTest, KeepsFiltersByName) {
  Put(1);
  const VertexSet set = VertexSet::Range(10, 20);
  const CodedFilter coded = CodeFilter(set);
  v1::Question question = Question(1);
  question.mutable_filter()->set_name(coded.name);
  EXPECT_EQ(Ask(question).refused, Refused::kUnknownFilter);
  ASSERT_FALSE(coded.as_bits);
  question.mutable_filter()->set_runs(coded.bytes);
  EXPECT_TRUE(Ask(question).status.ok());
  question.mutable_filter()->clear_runs();
  asked_ = {};
  EXPECT_TRUE(Ask(question).status.ok());
  ASSERT_NE(asked_.filter, nullptr);
  EXPECT_EQ(*asked_.filter, set);
  EXPECT_EQ(asked_.exclude, nullptr);
}

TEST_F(BackendTest, TakesSmallFiltersWithoutNames) {
  Put(1);
  const VertexSet set = VertexSet::Range(10, 20);
  v1::Question question = Question(1);
  question.mutable_exclude()->set_runs(CodeFilter(set).bytes);
  EXPECT_TRUE(Ask(question).status.ok());
  ASSERT_NE(asked_.exclude, nullptr);
  EXPECT_EQ(*asked_.exclude, set);
}

TEST_F(BackendTest, RefusesFiltersThatCannotBe) {
  Put(1);
  const auto code = [&](auto change) {
    v1::Question question = Question(1);
    change(*question.mutable_filter());
    const auto outcome = Ask(question);
    EXPECT_EQ(outcome.refused, Refused::kNothing);
    return outcome.status.code();
  };
  const std::string bytes = CodeFilter(VertexSet::Range(10, 20)).bytes;
  EXPECT_EQ(code([](v1::Filter&) {}), Code::kInvalidArgument);
  EXPECT_EQ(code([&](v1::Filter& f) { f.set_name(123), f.set_runs(bytes); }),
            Code::kInvalidArgument);
  EXPECT_EQ(code([&](v1::Filter& f) { f.set_runs(CodeFilter(VertexSet::Range(10, 2000)).bytes); }),
            Code::kInvalidArgument);
}

TEST_F(BackendTest, PassesErrorsOn) {
  Put(1);
  failure_ = Status(Code::kDamaged, "a shard is damaged");
  const auto outcome = Ask(Question(1));
  EXPECT_EQ(outcome.status.code(), Code::kDamaged);
  EXPECT_EQ(outcome.refused, Refused::kNothing);
}

}  // namespace
}  // namespace akin::server
