// A question to a back end, as the bytes of its message.
#include "akin.pb.h"
#include "fuzz/require.h"
#include "fuzz/targets.h"
#include "server/backend.h"
#include "server/part_messages.h"

namespace akin {
namespace {

constexpr VertexId kFewVertices = 300;

// Requires what every IndexPart may count on.
Result<PartAnswer> AnswerHonestly(const PartQuestion& question, const std::stop_token& /*stop*/) {
  Require(question.vertex < kFewVertices, "the vertex is there");
  Require(!question.shards.empty() && question.shards.back() < 3, "the shards are there");
  Require(!question.decay || (*question.decay > 0 && *question.decay < 1), "the decay is one");
  PartAnswer answer;
  for (const VertexId other : question.others) {
    Require(other < kFewVertices, "the others are there");
    answer.sums.push_back({.vertex = other, .sum = other + uint64_t{1}, .squares = 1});
  }
  for (const auto& set : {question.filter, question.exclude}) {
    if (set == nullptr) continue;
    const std::vector<VertexId> members = set->Members();
    Require(members.empty() || members.back() < kFewVertices, "the members of a filter are there");
  }
  return answer;
}

}  // namespace

void FuzzPartQuestion(std::string_view bytes) {
  v1::Question message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  const PartFacts facts{.index = "x",
                        .identity = server::IdentityOf(message),
                        .vertices = kFewVertices,
                        .fingerprints = 30,
                        .shards = 4,
                        .held = {0, 1, 2}};
  server::Backend backend;
  backend.Put({.facts = facts, .ask = AnswerHonestly});
  v1::Answer answer;
  const auto outcome = backend.Ask(message, answer, {});
  if (!outcome.status.ok()) {
    Require(!outcome.status.message().empty(), "an error says what is wrong");
    return;
  }
  // What was understood means the same once it is written and read again.
  const auto question = server::ReadPartQuestion(message, facts);
  Require(question.ok(), "what was answered can be read");
  v1::Question again;
  server::WriteQuestion(*question, facts.identity, again);
  const auto same = server::ReadPartQuestion(again, facts);
  Require(same.ok() && same->others == question->others && same->shards == question->shards,
          "what is written again means the same");
  const auto read = server::ReadAnswer(answer, *question, kFewVertices);
  Require(read.ok() && read->sums.size() == question->others.size(), "the answer can be read");
}

}  // namespace akin
