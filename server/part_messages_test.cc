// Questions and answers come back from messages as they were, also through bytes; what strangers
// send is refused.
#include "server/part_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "akin.pb.h"

namespace akin::server {
namespace {

constexpr VertexId kFewVertices = 5000;

PartFacts SomeFacts() {
  return {.index = "psimrank",
          .identity = {.graph = 7, .manifest = ~uint64_t{0}},
          .method = Method::kWalks,
          .vertices = kFewVertices,
          .fingerprints = 95,
          .shards = 10,
          .held = {2, 3, 9}};
}

PartQuestion SomeQuestion() {
  return {.vertex = 17,
          .shards = {2, 9},
          .fingerprints = 50,
          .scale = 95,
          .length = 4,
          .decay = 0.75,
          .k = 40,
          .depth = 0.75,
          .least = uint64_t{1} << 50,
          .others = {4999, 0, 12, 12}};
}

template <class Message>
Message ThroughBytes(const Message& message) {
  Message read;
  EXPECT_TRUE(read.ParseFromString(message.SerializeAsString()));
  return read;
}

v1::Question MessageOf(const PartQuestion& question) {
  v1::Question message;
  WriteQuestion(question, SomeFacts().identity, message);
  return ThroughBytes(message);
}

TEST(PartMessagesTest, FactsComeBack) {
  const PartFacts facts = SomeFacts();
  v1::Facts message;
  WriteFacts(facts, message);
  const auto read = ReadFacts(ThroughBytes(message));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->index, facts.index);
  EXPECT_EQ(read->identity, facts.identity);
  EXPECT_EQ(read->method, facts.method);
  EXPECT_EQ(read->vertices, facts.vertices);
  EXPECT_EQ(read->fingerprints, facts.fingerprints);
  EXPECT_EQ(read->shards, facts.shards);
  EXPECT_EQ(read->held, facts.held);
  message.add_held(3);
  EXPECT_EQ(ReadFacts(message).status().code(), Code::kDamaged);
}

RC_GTEST_PROP(PartMessagesTest, QuestionsComeBack, (uint32_t k, uint64_t least, double decay)) {
  PartQuestion question = SomeQuestion();
  question.k = k;
  question.least = least;
  question.decay = 0.25 + (decay - std::floor(decay)) / 2;
  if (k % 2 == 0) question.fingerprints = {};
  if (k % 3 == 0) question.length = {};
  if (k % 5 == 0) question.decay = {};
  if (k % 7 == 0) {
    question.decay = {};
    question.function =
        *rc::gen::elementOf(std::vector(MeetingFunctions().begin() + 1, MeetingFunctions().end()));
  }
  question.vertex = *rc::gen::inRange<VertexId>(0, kFewVertices);
  question.others =
      *rc::gen::container<std::vector<VertexId>>(rc::gen::inRange<VertexId>(0, kFewVertices));
  const v1::Question message = MessageOf(question);
  RC_ASSERT(IdentityOf(message) == SomeFacts().identity);
  const auto read = ReadPartQuestion(message, SomeFacts());
  RC_ASSERT(read.ok());
  RC_ASSERT(read->vertex == question.vertex);
  RC_ASSERT(read->shards == question.shards);
  RC_ASSERT(read->fingerprints == question.fingerprints);
  RC_ASSERT(read->scale == question.scale);
  RC_ASSERT(read->length == question.length);
  RC_ASSERT(read->decay == question.decay);
  RC_ASSERT(read->function == question.function);
  RC_ASSERT(read->k == question.k);
  RC_ASSERT(read->depth == question.depth);
  RC_ASSERT(read->least == question.least);
  RC_ASSERT(read->others == question.others);
}

TEST(PartMessagesTest, RefusesQuestionsThatMakeNoSense) {
  const auto refusal = [](auto change) {
    PartQuestion question = SomeQuestion();
    change(question);
    return ReadPartQuestion(MessageOf(question), SomeFacts()).status().code();
  };
  EXPECT_EQ(refusal([](PartQuestion&) {}), Code::kOk);
  EXPECT_EQ(refusal([](PartQuestion& q) { q.vertex = kFewVertices; }), Code::kInvalidArgument);
  EXPECT_EQ(refusal([](PartQuestion& q) { q.others[1] = kFewVertices; }), Code::kInvalidArgument);
  EXPECT_EQ(refusal([](PartQuestion& q) { q.others.assign(kMostOthers + 1, 3); }),
            Code::kInvalidArgument);
  EXPECT_EQ(refusal([](PartQuestion& q) { q.shards = {}; }), Code::kInvalidArgument);
  EXPECT_EQ(refusal([](PartQuestion& q) { q.shards = {9, 2}; }), Code::kInvalidArgument);
  EXPECT_EQ(refusal([](PartQuestion& q) { q.shards = {2, 2}; }), Code::kInvalidArgument);
  EXPECT_EQ(refusal([](PartQuestion& q) { q.shards = {10}; }), Code::kInvalidArgument);
  EXPECT_EQ(refusal([](PartQuestion& q) { q.shards = {2, 4}; }), Code::kNotFound);
  EXPECT_EQ(refusal([](PartQuestion& q) { q.decay = 1; }), Code::kInvalidArgument);
  EXPECT_EQ(refusal([](PartQuestion& q) { q.decay = 0; }), Code::kInvalidArgument);
  EXPECT_EQ(refusal([](PartQuestion& q) { q.decay = std::nan(""); }), Code::kInvalidArgument);
}

TEST(PartMessagesTest, AFunctionCannotBeOverlooked) {
  PartQuestion question = SomeQuestion();
  question.function = MeetingFunction::kExponential;
  EXPECT_EQ(MessageOf(question).SerializeAsString(), MessageOf(SomeQuestion()).SerializeAsString());
  question.function = MeetingFunction::kWithin;
  question.decay = {};
  v1::Question message = MessageOf(question);
  // Whoever does not know functions sees a decay that makes no sense.
  v1::Question old = message;
  old.clear_function();
  EXPECT_EQ(ReadPartQuestion(old, SomeFacts()).status().code(), Code::kInvalidArgument);
  message.set_decay(0.5);
  EXPECT_EQ(ReadPartQuestion(message, SomeFacts()).status().code(), Code::kInvalidArgument);
  message.set_decay(0);
  message.set_function(static_cast<v1::Function>(77));
  EXPECT_EQ(ReadPartQuestion(message, SomeFacts()).status().code(), Code::kInvalidArgument);
}

PartSum AnySum() {
  return {.vertex = *rc::gen::inRange<VertexId>(0, kFewVertices),
          .sum = *rc::gen::arbitrary<uint64_t>(),
          .squares = *rc::gen::arbitrary<uint64_t>(),
          .first = *rc::gen::arbitrary<uint32_t>()};
}

RC_GTEST_PROP(PartMessagesTest, AnswersComeBack, (uint64_t unlisted)) {
  PartQuestion question = SomeQuestion();
  PartAnswer answer{.unlisted = unlisted,
                    .work = {.members = 1, .blocks = 2, .candidates = 3, .resolved = 4}};
  const auto count = *rc::gen::inRange<size_t>(0, 40);
  for (size_t i = 0; i < count; ++i) answer.list.push_back(AnySum());
  // Classes have no first steps, and whoever takes no closer look needs neither these nor squares.
  const bool has_squares = *rc::gen::arbitrary<bool>();
  const bool has_first = *rc::gen::arbitrary<bool>();
  for (PartSum& one : answer.list) {
    if (!has_squares) one.squares = 0;
    if (!has_first) one.first = 0;
  }
  for (const VertexId other : question.others) {
    answer.sums.push_back(AnySum());
    answer.sums.back().vertex = other;
  }
  v1::Answer message;
  WriteAnswer(answer, message);
  const auto read = ReadAnswer(ThroughBytes(message), question, kFewVertices);
  RC_ASSERT(read.ok());
  RC_ASSERT(read->list == answer.list);
  RC_ASSERT(read->unlisted == answer.unlisted);
  RC_ASSERT(read->sums == answer.sums);
  RC_ASSERT(read->work.members == 1U && read->work.resolved == 4U);
}

TEST(PartMessagesTest, RefusesAnswersToOtherQuestions) {
  const PartQuestion question = SomeQuestion();
  const auto code = [&](auto change) {
    PartAnswer answer{.list = {{.vertex = 3, .sum = 9, .squares = 27}}};
    for (const VertexId other : question.others) answer.sums.push_back({.vertex = other});
    v1::Answer message;
    change(answer);
    WriteAnswer(answer, message);
    return ReadAnswer(message, question, kFewVertices).status().code();
  };
  EXPECT_EQ(code([](PartAnswer&) {}), Code::kOk);
  EXPECT_EQ(code([](PartAnswer& a) { a.list[0].vertex = kFewVertices; }), Code::kDamaged);
  EXPECT_EQ(code([](PartAnswer& a) { a.list.resize(41 + PartQuestion::kMostBeyond, a.list[0]); }),
            Code::kDamaged);
  EXPECT_EQ(code([](PartAnswer& a) { a.sums.pop_back(); }), Code::kDamaged);
  EXPECT_EQ(code([](PartAnswer& a) { a.sums.clear(); }), Code::kDamaged);
  EXPECT_EQ(code([](PartAnswer& a) { a.sums.push_back(a.sums[0]); }), Code::kDamaged);
  EXPECT_EQ(code([](PartAnswer& a) { a.sums[0].vertex ^= 1; }), Code::kDamaged);
}

TEST(PartMessagesTest, RefusesSumsThatDoNotBelongTogether) {
  const PartQuestion question{.vertex = 1, .shards = {0}, .scale = 40, .k = 3};
  const auto code = [&](auto change) {
    v1::Answer message;
    change(*message.mutable_list());
    return ReadAnswer(message, question, kFewVertices).status().code();
  };
  EXPECT_EQ(code([](v1::Sums&) {}), Code::kOk);
  EXPECT_EQ(code([](v1::Sums& s) { s.add_vertices(3); }), Code::kDamaged);
  EXPECT_EQ(code([](v1::Sums& s) { s.add_sums(3); }), Code::kDamaged);
  const auto two = [](v1::Sums& s) {
    for (const uint32_t vertex : {3U, 4U}) {
      s.add_vertices(vertex);
      s.add_sums(9);
    }
  };
  EXPECT_EQ(code(two), Code::kOk);
  EXPECT_EQ(code([&](v1::Sums& s) { two(s), s.add_squares(81); }), Code::kDamaged);
  EXPECT_EQ(code([&](v1::Sums& s) { two(s), s.add_first(1); }), Code::kDamaged);
}

}  // namespace
}  // namespace akin::server
