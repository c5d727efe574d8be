#include "server/part_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "akin.pb.h"
#include "akin/errors.h"
#include "akin/try.h"

namespace akin::server {
namespace {

Status BadAnswer(std::string_view what) {
  return {Code::kDamaged, fmt::format("the answer of a back end is damaged: {}", what)};
}

void WriteSums(const std::vector<PartSum>& sums, v1::Sums& message) {
  const auto fill = [&](auto PartSum::*field, auto& column) {
    column.Resize(static_cast<int>(sums.size()), 0);
    std::transform(sums.begin(), sums.end(), column.begin(),
                   [field](const PartSum& one) { return one.*field; });
  };
  const auto any = [&](auto PartSum::*field) {
    return std::any_of(sums.begin(), sums.end(),
                       [field](const PartSum& one) { return one.*field != 0; });
  };
  fill(&PartSum::vertex, *message.mutable_vertices());
  fill(&PartSum::sum, *message.mutable_sums());
  if (any(&PartSum::squares)) fill(&PartSum::squares, *message.mutable_squares());
  if (any(&PartSum::first)) fill(&PartSum::first, *message.mutable_first());
}

Result<std::vector<PartSum>> ReadSums(const v1::Sums& message, VertexId vertices) {
  const int count = message.vertices_size();
  const int squares = message.squares_size();
  const int first = message.first_size();
  if (message.sums_size() != count || (squares != 0 && squares != count) ||
      (first != 0 && first != count)) {
    return BadAnswer("as many sums as vertices belong together");
  }
  std::vector<PartSum> sums(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) {
    if (message.vertices(i) >= vertices) return BadAnswer("it has a vertex that is not there");
    sums[static_cast<size_t>(i)] = {.vertex = message.vertices(i),
                                    .sum = message.sums(i),
                                    .squares = squares == 0 ? 0 : message.squares(i),
                                    .first = first == 0 ? 0 : message.first(i)};
  }
  return sums;
}

bool Ascend(const std::vector<uint32_t>& numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) ==
         numbers.end();
}

Status CheckShards(const std::vector<uint32_t>& shards, const PartFacts& facts) {
  if (shards.empty() || !Ascend(shards)) {
    return InvalidArgument("shards", "a question names shards, each once, in ascending order");
  }
  for (const uint32_t shard : shards) {
    if (shard >= facts.shards) {
      return InvalidArgument(
          "shards", fmt::format("{} has no shard {}; it has {}", facts.index, shard, facts.shards));
    }
    if (!std::binary_search(facts.held.begin(), facts.held.end(), shard)) {
      return {Code::kNotFound, fmt::format("shard {} of {} is not here", shard, facts.index)};
    }
  }
  return {};
}

Result<std::vector<VertexId>> ReadOthers(const v1::Question& message, const PartFacts& facts) {
  if (static_cast<size_t>(message.others_size()) > kMostOthers) {
    return InvalidArgument("others", fmt::format("{} others; a question has at most {}",
                                                 message.others_size(), kMostOthers));
  }
  std::vector<VertexId> others;
  others.reserve(static_cast<size_t>(message.others_size()));
  VertexId before = 0;
  for (const int32_t difference : message.others()) {
    before += static_cast<uint32_t>(difference);
    if (before >= facts.vertices) return NoVertex(before);
    others.push_back(before);
  }
  return others;
}

// That of SimRank is left out: its bits are the same whether it is asked for or not.
void WriteFunction(const PartQuestion& question, v1::Question& message) {
  const auto f = question.function.value_or(MeetingFunction::kExponential);
  if (f == MeetingFunction::kExponential) return;
  message.set_function(static_cast<v1::Function>(f));
  message.set_decay(0);
}

Status ReadFunction(const v1::Question& message, PartQuestion& question) {
  if (message.function() == v1::EXPONENTIAL) return {};
  for (const MeetingFunction f : MeetingFunctions()) {
    if (static_cast<v1::Function>(f) == message.function()) question.function = f;
  }
  if (!question.function) {
    return InvalidArgument("function", "a function that this back end does not know");
  }
  if (question.decay != 0) {
    return InvalidArgument("decay", "only the function exponential has a decay");
  }
  question.decay.reset();
  return {};
}

}  // namespace

void WriteFacts(const PartFacts& facts, v1::Facts& message) {
  message.set_index(facts.index);
  message.mutable_identity()->set_graph(facts.identity.graph);
  message.mutable_identity()->set_manifest(facts.identity.manifest);
  message.set_method(facts.method == Method::kWalks ? v1::Facts::WALKS : v1::Facts::CLASSES);
  message.set_vertices(facts.vertices);
  message.set_fingerprints(facts.fingerprints);
  message.set_shards(facts.shards);
  message.mutable_held()->Add(facts.held.begin(), facts.held.end());
}

Result<PartFacts> ReadFacts(const v1::Facts& message) {
  PartFacts facts{
      .index = message.index(),
      .identity = {message.identity().graph(), message.identity().manifest()},
      .method = message.method() == v1::Facts::WALKS ? Method::kWalks : Method::kClasses,
      .vertices = message.vertices(),
      .fingerprints = message.fingerprints(),
      .shards = message.shards(),
      .held = {message.held().begin(), message.held().end()}};
  if (!Ascend(facts.held) || (!facts.held.empty() && facts.held.back() >= facts.shards)) {
    return BadAnswer("it has shards that are not there");
  }
  return facts;
}

IndexIdentity IdentityOf(const v1::Question& message) {
  return {.graph = message.identity().graph(), .manifest = message.identity().manifest()};
}

void WriteQuestion(const PartQuestion& question, const IndexIdentity& identity,
                   v1::Question& message) {
  message.mutable_identity()->set_graph(identity.graph);
  message.mutable_identity()->set_manifest(identity.manifest);
  message.set_vertex(question.vertex);
  message.mutable_shards()->Add(question.shards.begin(), question.shards.end());
  if (question.fingerprints) message.set_fingerprints(*question.fingerprints);
  message.set_scale(question.scale);
  if (question.length) message.set_length(*question.length);
  if (question.decay) message.set_decay(*question.decay);
  WriteFunction(question, message);
  message.set_k(question.k);
  if (question.depth < 1) message.set_depth(question.depth);
  message.set_least(question.least);
  message.set_first(question.first);
  message.mutable_others()->Reserve(static_cast<int>(question.others.size()));
  VertexId before = 0;
  for (const VertexId other : question.others) {
    message.add_others(static_cast<int32_t>(other - before));
    before = other;
  }
}

Result<PartQuestion> ReadPartQuestion(const v1::Question& message, const PartFacts& facts) {
  PartQuestion question{.vertex = message.vertex(),
                        .shards = {message.shards().begin(), message.shards().end()},
                        .scale = message.scale(),
                        .k = message.k(),
                        .depth = message.depth() == 0 ? 1 : message.depth(),
                        .least = message.least(),
                        .first = message.first()};
  if (question.vertex >= facts.vertices) return NoVertex(question.vertex);
  AKIN_TRY(CheckShards(question.shards, facts));
  if (message.has_fingerprints()) question.fingerprints = message.fingerprints();
  if (message.has_length()) question.length = message.length();
  if (message.has_decay()) question.decay = message.decay();
  AKIN_TRY(ReadFunction(message, question));
  if (question.decay && !(*question.decay > 0 && *question.decay < 1)) {
    return InvalidArgument("decay", "a decay is between 0 and 1");
  }
  AKIN_TRY_ASSIGN(question.others, ReadOthers(message, facts));
  return question;
}

void WriteAnswer(const PartAnswer& answer, v1::Answer& message) {
  if (!answer.list.empty()) WriteSums(answer.list, *message.mutable_list());
  message.set_unlisted(answer.unlisted);
  if (!answer.sums.empty()) WriteSums(answer.sums, *message.mutable_sums());
  v1::Work& work = *message.mutable_work();
  work.set_members(answer.work.members);
  work.set_blocks(answer.work.blocks);
  work.set_candidates(answer.work.candidates);
  work.set_resolved(answer.work.resolved);
}

Result<PartAnswer> ReadAnswer(const v1::Answer& message, const PartQuestion& question,
                              VertexId vertices) {
  PartAnswer answer{.unlisted = message.unlisted(),
                    .work = {.members = message.work().members(),
                             .blocks = message.work().blocks(),
                             .candidates = message.work().candidates(),
                             .resolved = message.work().resolved()}};
  AKIN_TRY_ASSIGN(answer.list, ReadSums(message.list(), vertices));
  const uint64_t beyond = question.depth < 1 ? PartQuestion::kMostBeyond : 0;
  if (answer.list.size() > question.k + beyond) {
    return BadAnswer("it lists more than were asked for");
  }
  AKIN_TRY_ASSIGN(answer.sums, ReadSums(message.sums(), vertices));
  if (answer.sums.size() != question.others.size()) {
    return BadAnswer("it tells of more or fewer vertices than were asked about");
  }
  for (size_t i = 0; i < answer.sums.size(); ++i) {
    if (answer.sums[i].vertex != question.others[i]) {
      return BadAnswer("it tells of other vertices than were asked about");
    }
  }
  return answer;
}

}  // namespace akin::server
