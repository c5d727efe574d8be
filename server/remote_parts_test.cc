// Back ends and a front end over gRPC on this machine, with machines that fail, hang and come back.
#include "server/remote_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/backend_server.h"

namespace akin::server {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr VertexId kManyVertices = 100'000;
constexpr std::chrono::seconds kPatience{60};  // until a test gives up; nothing is measured by it

PartFacts FactsOfMachine(std::vector<uint32_t> held, uint64_t manifest = 1) {
  return {.index = "psimrank",
          .identity = {.graph = 1, .manifest = manifest},
          .vertices = kManyVertices,
          .fingerprints = 40,
          .shards = 4,
          .held = std::move(held)};
}

template <class Condition>
void WaitUntil(const Condition& condition) {
  const auto end = DeadlineClock::now() + kPatience;
  while (!condition() && DeadlineClock::now() < end) std::this_thread::sleep_for(milliseconds(5));
  ASSERT_TRUE(condition()) << "it did not happen";
}

// A back end whose answers the test makes. It may still answer a question that was given up when
// the test ends: what its answers read has to be declared before it.
class Machine {
 public:
  using Answering = std::function<Result<PartAnswer>(const PartQuestion&, const std::stop_token&)>;

  explicit Machine(PartFacts facts) : facts_(std::move(facts)) { Start(); }

  void Start(BackendServerOptions options = {.threads = 2, .vertices = kManyVertices}) {
    backend_ = std::make_unique<Backend>();
    backend_->Put({.facts = facts_, .ask = [this](const auto& question, const auto& stop) {
                     ++asked;
                     return answering(question, stop);
                   }});
    options.port = port_;
    auto server = BackendServer::Listen(options, *backend_);
    ASSERT_TRUE(server.ok()) << server.status().message();
    server_ = std::move(*server);
    port_ = server_->port();
  }
  void Stop() { server_ = nullptr; }
  // Does not wait for its answers.
  void Die() {
    server_->Drain(milliseconds(1));
    server_ = nullptr;
  }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

  std::atomic<int> asked = 0;
  Answering answering = [this](const PartQuestion& question,
                               const std::stop_token&) -> Result<PartAnswer> {
    return PartAnswer{.list = {{.vertex = question.vertex + 1, .sum = facts_.held[0] + 10U}}};
  };

 private:
  PartFacts facts_;
  uint16_t port_ = 0;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<BackendServer> server_;
};

class Counts : public BackendCounts {
 public:
  void Count(const std::string& /*replica*/, BackendEvent event) override {
    const std::lock_guard lock(mutex_);
    ++counts_[event];
  }
  void SetUp(const std::string& /*replica*/, bool /*up*/) override {}
  int operator[](BackendEvent event) {
    const std::lock_guard lock(mutex_);
    return counts_[event];
  }

 private:
  std::mutex mutex_;
  std::map<BackendEvent, int> counts_;
};

// Answers as soon as it is stopped, and not before.
Result<PartAnswer> HangUntilStopped(const PartQuestion& /*question*/, const std::stop_token& stop) {
  while (!stop.stop_requested()) std::this_thread::sleep_for(milliseconds(1));
  return Status(Code::kCancelled, "stopped");
}

class RemotePartsTest : public testing::Test {
 protected:
  struct GroupOfMachines {
    std::vector<uint32_t> shards;
    std::vector<const Machine*> machines;
  };
  // Waits until all are known to be up, unless told otherwise.
  std::unique_ptr<RemoteParts> Connect(const std::vector<GroupOfMachines>& groups,
                                       bool wait = true) {
    std::vector<RemoteGroup> remote;
    std::vector<std::shared_ptr<Replica>> all;
    for (const GroupOfMachines& group : groups) {
      RemoteGroup& made = remote.emplace_back();
      made.shards = group.shards;
      for (const Machine* machine : group.machines) {
        auto replica =
            Replica::Create(machine->address(), {.between_probes = milliseconds(20)}, nullptr);
        EXPECT_TRUE(replica.ok());
        made.replicas.push_back(*replica);
        all.push_back(*replica);
      }
    }
    if (wait) {
      for (const auto& replica : all) WaitUntil([&] { return replica->IsUp(); });
    }
    return std::make_unique<RemoteParts>(FactsOfMachine({}), std::move(remote), counts_);
  }
  static IndexParts::Asked Question(size_t group, std::vector<uint32_t> shards,
                                    VertexId vertex = 7) {
    return {.group = group,
            .question = {.vertex = vertex, .shards = std::move(shards), .scale = 40, .k = 3}};
  }
  static std::vector<Result<PartAnswer>> Ask(IndexParts& parts,
                                             const std::vector<IndexParts::Asked>& asked,
                                             DeadlineClock::duration time = kPatience) {
    return parts.Ask(asked, DeadlineClock::now() + time, {});
  }

  Counts counts_;
};

TEST_F(RemotePartsTest, AsksAllGroups) {
  Machine first(FactsOfMachine({0, 1}));
  Machine second(FactsOfMachine({2, 3}));
  const auto parts = Connect({{{0, 1}, {&first}}, {{2, 3}, {&second}}});
  EXPECT_EQ(parts->groups(), (std::vector<std::vector<uint32_t>>{{0, 1}, {2, 3}}));
  EXPECT_TRUE(parts->AllAreUp());
  EXPECT_TRUE(parts->EachWasUp());
  const auto answers = Ask(*parts, {Question(1, {2, 3}), Question(0, {0, 1})});
  ASSERT_TRUE(answers[0].ok()) << answers[0].status().message();
  ASSERT_TRUE(answers[1].ok()) << answers[1].status().message();
  EXPECT_EQ(answers[0]->list[0].sum, 12U);
  EXPECT_EQ(answers[1]->list[0].sum, 10U);
  EXPECT_GT(answers[0]->bytes, 20U);
  EXPECT_LT(answers[0]->bytes, 100U);
}

TEST_F(RemotePartsTest, AsksAnotherIfOneFails) {
  Machine first(FactsOfMachine({0, 1, 2, 3}));
  Machine second(FactsOfMachine({0, 1, 2, 3}));
  const auto parts = Connect({{{0, 1, 2, 3}, {&first, &second}}});
  const auto ask = [&](VertexId vertex) { return Ask(*parts, {Question(0, {0}, vertex)})[0]; };
  for (VertexId vertex = 0; vertex < 50; ++vertex) EXPECT_TRUE(ask(vertex).ok());
  EXPECT_GT(first.asked, 5);  // by the vertex, so both
  EXPECT_GT(second.asked, 5);
  const int before = first.asked;
  for (int again = 0; again < 5; ++again) EXPECT_TRUE(ask(3).ok());
  EXPECT_TRUE(first.asked == before || first.asked == before + 5);
  first.Stop();
  for (VertexId vertex = 0; vertex < 50; ++vertex) EXPECT_TRUE(ask(vertex).ok());
}

// Errors that say something about the machine, and not about the question.
TEST_F(RemotePartsTest, AsksAnotherIfOneIsDamagedOrTalksNonsense) {
  Machine first(FactsOfMachine({0}));
  Machine second(FactsOfMachine({0}));
  const auto parts = Connect({{{0}, {&first, &second}}});
  for (const Machine::Answering& bad : {
           Machine::Answering([](const auto&, const auto&) -> Result<PartAnswer> {
             return Status(Code::kDamaged, "shard 0 is damaged");
           }),
           Machine::Answering([](const auto&, const auto&) -> Result<PartAnswer> {
             return PartAnswer{.list = {{.vertex = kManyVertices}}};
           }),
       }) {
    std::atomic<int> bad_answers = 0;
    const auto once_bad = [&](const auto& question, const auto& stop) -> Result<PartAnswer> {
      if (bad_answers++ == 0) return bad(question, stop);
      return PartAnswer{};
    };
    first.answering = once_bad;
    second.answering = once_bad;
    EXPECT_TRUE(Ask(*parts, {Question(0, {0})})[0].ok());
    EXPECT_EQ(bad_answers, 2);
  }
  EXPECT_EQ(counts_[BackendEvent::kRetry], 2);
  EXPECT_EQ(counts_[BackendEvent::kFailed], 2);
  const auto damaged = [](const auto&, const auto&) -> Result<PartAnswer> {
    return Status(Code::kDamaged, "shard 0 is damaged");
  };
  first.answering = damaged;
  second.answering = damaged;
  const Status status = Ask(*parts, {Question(0, {0})})[0].status();
  EXPECT_EQ(status.code(), Code::kUnavailable);
  EXPECT_THAT(status.message(), HasSubstr("shard 0 is damaged"));
}

TEST_F(RemotePartsTest, DoesNotAskAgainWhatMakesNoSense) {
  Machine first(FactsOfMachine({0}));
  Machine second(FactsOfMachine({0}));
  const auto parts = Connect({{{0}, {&first, &second}}});
  const auto refuse = [](const auto&, const auto&) -> Result<PartAnswer> {
    return Status(Code::kInvalidArgument, "no such length");
  };
  first.answering = refuse;
  second.answering = refuse;
  const Status status = Ask(*parts, {Question(0, {0})})[0].status();
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_EQ(status.message(), "no such length");
  EXPECT_EQ(first.asked + second.asked, 1);
}

TEST_F(RemotePartsTest, SaysWhenNobodyAnswersAndRecovers) {
  Machine first(FactsOfMachine({0, 1}));
  Machine second(FactsOfMachine({2, 3}));
  const auto parts = Connect({{{0, 1}, {&first}}, {{2, 3}, {&second}}});
  EXPECT_TRUE(parts->EachWasUp());
  second.Stop();
  const auto answers = Ask(*parts, {Question(0, {0}), Question(1, {2})});
  EXPECT_TRUE(answers[0].ok());
  EXPECT_EQ(answers[1].status().code(), Code::kUnavailable);
  EXPECT_THAT(answers[1].status().message(), HasSubstr("nobody answers for shards 2-3"));
  WaitUntil([&] { return !parts->IsUp(1); });
  EXPECT_THAT(parts->WhatIsDown(), HasSubstr(second.address()));
  EXPECT_TRUE(parts->EachWasUp());
  second.Start();
  WaitUntil([&] { return parts->IsUp(1); });
  EXPECT_TRUE(Ask(*parts, {Question(1, {2})})[0].ok());
}

TEST_F(RemotePartsTest, AsksOnlyThoseThatHaveTheIndexAndTheShards) {
  Machine fewer(FactsOfMachine({0}));
  Machine other(FactsOfMachine({0, 1}, 2));
  Machine right(FactsOfMachine({0, 1, 2}));
  const auto parts = Connect({{{0, 1}, {&fewer, &other}}});
  EXPECT_FALSE(parts->IsUp(0));
  EXPECT_EQ(Ask(*parts, {Question(0, {0})})[0].status().code(), Code::kUnavailable);
  const auto all = Connect({{{0, 1}, {&fewer, &other, &right}}});
  EXPECT_TRUE(Ask(*all, {Question(0, {0})})[0].ok());
  EXPECT_EQ(right.asked, 1);
  EXPECT_EQ(fewer.asked + other.asked, 0);
}

TEST_F(RemotePartsTest, AsksASecondOneIfTheFirstTakesLongAndStopsTheLoser) {
  std::atomic<int> begun = 0;
  std::atomic<int> ended = 0;
  Machine first(FactsOfMachine({0}));
  Machine second(FactsOfMachine({0}));
  const auto parts = Connect({{{0}, {&first, &second}}});
  const auto first_hangs = [&](const auto& question, const auto& stop) -> Result<PartAnswer> {
    if (begun++ > 0) return PartAnswer{.unlisted = 5};
    auto result = HangUntilStopped(question, stop);
    ++ended;
    return result;
  };
  first.answering = first_hangs;
  second.answering = first_hangs;
  const auto answers = Ask(*parts, {Question(0, {0})});
  ASSERT_TRUE(answers[0].ok()) << answers[0].status().message();
  EXPECT_EQ(answers[0]->unlisted, 5U);
  WaitUntil([&] { return ended == 1; });
  EXPECT_EQ(counts_[BackendEvent::kHedge], 1);
  EXPECT_EQ(counts_[BackendEvent::kHedgeWon], 1);
  EXPECT_EQ(counts_[BackendEvent::kCancelled], 1);
}

TEST_F(RemotePartsTest, KeepsTheDeadline) {
  Machine hanging(FactsOfMachine({0, 1}));
  Machine well(FactsOfMachine({2, 3}));
  hanging.answering = HangUntilStopped;
  const auto parts = Connect({{{0, 1}, {&hanging}}, {{2, 3}, {&well}}});
  const auto answers = Ask(*parts, {Question(0, {0}), Question(1, {2})}, milliseconds(200));
  EXPECT_EQ(answers[0].status().code(), Code::kTimedOut);
  EXPECT_TRUE(answers[1].ok());
  EXPECT_EQ(counts_[BackendEvent::kTimedOut], 1);
  // One that has passed already.
  EXPECT_EQ(Ask(*parts, {Question(0, {0})}, milliseconds(-5))[0].status().code(), Code::kTimedOut);
}

TEST_F(RemotePartsTest, StopsWhenItIsTold) {
  std::atomic<int> ended = 0;
  Machine hanging(FactsOfMachine({0}));
  hanging.answering = [&](const auto& question, const auto& stop) {
    auto result = HangUntilStopped(question, stop);
    ++ended;
    return result;
  };
  const auto parts = Connect({{{0}, {&hanging}}});
  std::stop_source stop;
  const std::jthread stopper([&] {
    WaitUntil([&] { return hanging.asked > 0; });
    stop.request_stop();
  });
  const IndexParts::Asked asked[] = {Question(0, {0})};
  const auto answers = parts->Ask(asked, DeadlineClock::now() + kPatience, stop.get_token());
  EXPECT_EQ(answers[0].status().code(), Code::kCancelled);
  WaitUntil([&] { return ended == 1; });
}

TEST_F(RemotePartsTest, AsksAgainAfterItWasStopped) {
  Machine machine(FactsOfMachine({0}));
  machine.answering = HangUntilStopped;
  const auto parts = Connect({{{0}, {&machine}}});
  for (int i = 1; i <= 3; ++i) {
    std::stop_source stop;
    const std::jthread stopper([&, i] {
      WaitUntil([&] { return machine.asked == i; });
      stop.request_stop();
    });
    const IndexParts::Asked asked[] = {Question(0, {0})};
    const auto answers = parts->Ask(asked, DeadlineClock::now() + kPatience, stop.get_token());
    EXPECT_EQ(answers[0].status().code(), Code::kCancelled);
  }
}

TEST_F(RemotePartsTest, NoticesThatALineIsDeadAndOpensAnother) {
  Machine machine(FactsOfMachine({0}));
  const auto parts = Connect({{{0}, {&machine}}});
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(Ask(*parts, {Question(0, {0})})[0].ok());
    machine.Stop();
    WaitUntil([&] { return !parts->IsUp(0); });
    machine.Start();
    WaitUntil([&] { return parts->IsUp(0); });
    const auto answers = Ask(*parts, {Question(0, {0})});
    EXPECT_TRUE(answers[0].ok()) << answers[0].status().message();
  }
  EXPECT_EQ(counts_[BackendEvent::kFailed], 0);
  EXPECT_EQ(counts_[BackendEvent::kAnswered], 6);
}

TEST_F(RemotePartsTest, SaysWhenABackEndGoesAwayInTheMiddleOfAnAnswer) {
  Machine machine(FactsOfMachine({0}));
  const auto parts = Connect({{{0}, {&machine}}});
  EXPECT_TRUE(Ask(*parts, {Question(0, {0})})[0].ok());
  machine.answering = HangUntilStopped;
  const std::jthread killer([&] {
    WaitUntil([&] { return machine.asked == 2; });
    machine.Die();
  });
  EXPECT_EQ(Ask(*parts, {Question(0, {0})})[0].status().code(), Code::kUnavailable);
}

TEST_F(RemotePartsTest, AnotherAnswersIfABackEndGoesAwayInTheMiddleOfAnAnswer) {
  std::atomic<int> begun = 0;
  Machine first(FactsOfMachine({0}));
  Machine second(FactsOfMachine({0}));
  const auto parts = Connect({{{0}, {&first, &second}}});
  const auto first_hangs = [&](const auto& question, const auto& stop) -> Result<PartAnswer> {
    if (begun++ > 0) return PartAnswer{.unlisted = 5};
    return HangUntilStopped(question, stop);
  };
  first.answering = first_hangs;
  second.answering = first_hangs;
  const std::jthread killer([&] {
    WaitUntil([&] { return begun > 0; });
    (first.asked > 0 ? first : second).Die();
  });
  const auto answers = Ask(*parts, {Question(0, {0})});
  ASSERT_TRUE(answers[0].ok()) << answers[0].status().message();
  EXPECT_EQ(answers[0]->unlisted, 5U);
}

// The one that came later is answered first.
TEST_F(RemotePartsTest, AnswersQuestionsInAnyOrder) {
  std::atomic<bool> go_on = false;
  Machine machine(FactsOfMachine({0}));
  machine.answering = [&](const PartQuestion& question, const auto&) -> Result<PartAnswer> {
    if (question.vertex == 1) WaitUntil([&] { return go_on.load(); });
    return PartAnswer{.unlisted = question.vertex};
  };
  const auto parts = Connect({{{0}, {&machine}}});
  const std::jthread slow([&] {
    const auto answers = Ask(*parts, {Question(0, {0}, 1)});
    ASSERT_TRUE(answers[0].ok()) << answers[0].status().message();
    EXPECT_EQ(answers[0]->unlisted, 1U);
  });
  WaitUntil([&] { return machine.asked == 1; });
  const auto answers = Ask(*parts, {Question(0, {0}, 2)});
  ASSERT_TRUE(answers[0].ok()) << answers[0].status().message();
  EXPECT_EQ(answers[0]->unlisted, 2U);
  go_on = true;
}

TEST_F(RemotePartsTest, TakesNoAnswerToAQuestionThatWasGivenUp) {
  std::atomic<bool> go_on = false;
  Machine machine(FactsOfMachine({0}));
  machine.answering = [&](const PartQuestion& question, const auto&) -> Result<PartAnswer> {
    if (question.vertex == 1) WaitUntil([&] { return go_on.load(); });
    return PartAnswer{.unlisted = question.vertex};
  };
  const auto parts = Connect({{{0}, {&machine}}});
  EXPECT_TRUE(Ask(*parts, {Question(0, {0}, 3)})[0].ok());
  const auto late = Ask(*parts, {Question(0, {0}, 1)}, milliseconds(100));
  EXPECT_EQ(late[0].status().code(), Code::kTimedOut);
  go_on = true;
  for (VertexId vertex = 4; vertex < 20; ++vertex) {
    const auto answers = Ask(*parts, {Question(0, {0}, vertex)});
    ASSERT_TRUE(answers[0].ok()) << answers[0].status().message();
    EXPECT_EQ(answers[0]->unlisted, vertex);
  }
}

TEST_F(RemotePartsTest, AnswersManyAtOnce) {
  Machine first(FactsOfMachine({0, 1}));
  Machine second(FactsOfMachine({2, 3}));
  const auto parts = Connect({{{0, 1}, {&first}}, {{2, 3}, {&second}}});
  std::vector<std::jthread> clients;
  for (VertexId client = 0; client < 6; ++client) {
    clients.emplace_back([&, client] {
      for (VertexId vertex = 100 * client; vertex < 100 * client + 50; ++vertex) {
        const auto answers = Ask(*parts, {Question(0, {0}, vertex), Question(1, {2}, vertex)});
        ASSERT_TRUE(answers[0].ok() && answers[1].ok());
        EXPECT_EQ(answers[0]->list[0].vertex, vertex + 1);
        EXPECT_EQ(answers[1]->list[0].vertex, vertex + 1);
        EXPECT_EQ(answers[1]->list[0].sum, 12U);
      }
    });
  }
}

TEST_F(RemotePartsTest, IsToldIfTooManyWait) {
  Machine busy(FactsOfMachine({0}));
  busy.Stop();
  busy.Start({.threads = 1, .queue = 0, .vertices = kManyVertices});
  busy.answering = HangUntilStopped;
  const auto parts = Connect({{{0}, {&busy}}});
  std::stop_source stop;
  const auto wait = [&] {
    const IndexParts::Asked asked[] = {Question(0, {0})};
    (void)parts->Ask(asked, DeadlineClock::now() + kPatience, stop.get_token());
  };
  // One is answered by the thread that got it, one by the only worker.
  const std::jthread first(wait);
  const std::jthread second(wait);
  WaitUntil([&] { return busy.asked == 2; });
  const Status status = Ask(*parts, {Question(0, {0})})[0].status();
  EXPECT_EQ(status.code(), Code::kUnavailable);
  EXPECT_THAT(status.message(), HasSubstr("too many questions wait"));
  EXPECT_TRUE(parts->IsUp(0));  // it lives, and is asked again
  stop.request_stop();
}

TEST_F(RemotePartsTest, SendsFiltersOnceAndAgainToThoseThatForgot) {
  Machine machine(FactsOfMachine({0}));
  std::vector<VertexId> members;
  for (VertexId v = 0; v < kManyVertices; v += 1 + v % 7) members.push_back(v);
  const auto filter = std::make_shared<const VertexSet>(members);
  machine.answering = [&](const PartQuestion& question, const auto&) -> Result<PartAnswer> {
    return PartAnswer{.unlisted = question.filter && *question.filter == *filter};
  };
  const auto parts = Connect({{{0}, {&machine}}});
  const auto bytes_of_asking = [&] {
    IndexParts::Asked asked = Question(0, {0});
    asked.question.filter = filter;
    const auto answers = Ask(*parts, {asked});
    EXPECT_TRUE(answers[0].ok()) << answers[0].status().message();
    EXPECT_EQ(answers[0]->unlisted, 1U);
    return answers[0]->bytes;
  };
  EXPECT_GT(bytes_of_asking(), 5000U);
  EXPECT_LT(bytes_of_asking(), 200U);
  machine.Stop();
  WaitUntil([&] { return !parts->IsUp(0); });
  machine.Start();
  WaitUntil([&] { return parts->IsUp(0); });
  EXPECT_GT(bytes_of_asking(), 5000U);
  EXPECT_LT(bytes_of_asking(), 200U);
}

TEST_F(RemotePartsTest, RefusesQuestionsThatAreTooLarge) {
  Machine machine(FactsOfMachine({0}));
  const auto parts = Connect({{{0}, {&machine}}});
  const Status status = Ask(*parts, {Question(0, std::vector<uint32_t>(5 << 20))})[0].status();
  EXPECT_EQ(status.code(), Code::kUnavailable);
  EXPECT_THAT(status.message(), HasSubstr("larger than max"));
  EXPECT_EQ(machine.asked, 0);
}

TEST(BackendServerTest, RefusesAPortThatIsTaken) {
  Backend backend;
  const auto first = BackendServer::Listen({.port = 0}, backend);
  ASSERT_TRUE(first.ok());
  const auto second = BackendServer::Listen({.port = (*first)->port()}, backend);
  EXPECT_EQ(second.status().code(), Code::kIo);
  EXPECT_THAT(second.status().message(), HasSubstr("cannot listen at 127.0.0.1:"));
  const auto half = BackendServer::Listen({.port = 0, .tls = {.key = "x"}}, backend);
  EXPECT_EQ(half.status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace akin::server
