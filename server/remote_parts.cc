#include "server/remote_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "akin/files.h"
#include "server/backends_file.h"
#include "server/lines.h"
#include "server/part_messages.h"

namespace akin::server {
namespace {

constexpr size_t kSentAlong = 1024;  // a filter with fewer bytes is sent each time
constexpr size_t kMostCoded = 16;
// How often it is looked whether those who were asked are still up.
constexpr std::chrono::milliseconds kBetweenLooks{100};

// The replica with the largest hash is asked first (rendezvous hashing): all are asked alike, and
// if one is lost, only its own questions go elsewhere.
uint64_t Preference(const Replica& replica, VertexId vertex) {
  return ChecksumOf(fmt::format("{} {}", vertex, replica.address()));
}

bool IsUnknownFilter(const grpc::Status& status) {
  v1::Refusal refusal;
  return status.error_code() == grpc::StatusCode::FAILED_PRECONDITION &&
         refusal.ParseFromString(status.error_details()) &&
         refusal.reason() == v1::Refusal::UNKNOWN_FILTER;
}

}  // namespace

// One call of Ask: all questions are on the way at once, and the calling thread waits for them.
class RemoteParts::Round {
 public:
  Round(RemoteParts& parts, std::span<const Asked> asked, DeadlineClock::time_point deadline,
        const std::stop_token& stop)
      : parts_(parts), deadline_(deadline), stop_(stop), lines_(parts.lines_->Take()) {
    waits_.reserve(asked.size());
    for (const Asked& one : asked) waits_.push_back({.asked = one});
    open_ = waits_.size();
    hedge_after_ = parts.hedging_.Delay();
  }
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;
  ~Round() {
    for (const auto& call : calls_) {
      if (!call->done) {
        Count(*call, DeadlineClock::now() >= deadline_ ? BackendEvent::kTimedOut
                                                       : BackendEvent::kCancelled);
      }
      lines_->Return(std::move(call->line));
    }
    parts_.lines_->Return(std::move(lines_));
  }

  std::vector<Result<PartAnswer>> Run() {
    for (Wait& wait : waits_) {
      parts_.hedging_.Earn();
      AskNext(wait, BackendEvent::kAnswered);
    }
    // A call that is cancelled ends at once, and wakes this thread.
    const std::stop_callback on_stop(stop_, [this] {
      const std::lock_guard lock(calls_mutex_);
      for (const auto& call : calls_) call->line->Cancel();
    });
    while (open_ > 0) Step();
    std::vector<Result<PartAnswer>> answers;
    answers.reserve(waits_.size());
    for (Wait& wait : waits_) answers.push_back(std::move(*wait.result));
    return answers;
  }

 private:
  // How a question is asked.
  struct How {
    bool hedge = false;
    bool with_filters = false;  // all of them
    bool fresh = false;         // on a new line
  };
  struct Wait {
    const Asked& asked;
    std::vector<const Replica*> tried = {};
    unsigned on_the_way = 0;
    bool hedged = false;
    bool timed_out = false;
    DeadlineClock::time_point hedge_at = {};
    uint64_t bytes = 0;
    std::string why = {};  // what went wrong last
    std::optional<Result<PartAnswer>> result = std::nullopt;
  };
  struct Call {
    Wait& wait;
    std::shared_ptr<Replica> replica;
    std::unique_ptr<Line> line;
    How how;
    bool done = false;
    bool left = false;                   // because it is down
    std::vector<uint64_t> filters = {};  // named in it
    DeadlineClock::time_point began = DeadlineClock::now();
  };

  void Count(const Call& call, BackendEvent event) const {
    parts_.counts_.Count(call.replica->address(), event);
  }

  void End(Wait& wait, Result<PartAnswer> result) {
    wait.result = std::move(result);
    --open_;
  }

  const RemoteGroup& GroupOf(const Wait& wait) const { return parts_.groups_[wait.asked.group]; }

  // The best that was not asked yet; null if there is none.
  std::shared_ptr<Replica> Choose(const Wait& wait) const {
    std::shared_ptr<Replica> best;
    uint64_t most = 0;
    for (const auto& replica : GroupOf(wait).replicas) {
      if (std::find(wait.tried.begin(), wait.tried.end(), replica.get()) != wait.tried.end() ||
          !replica->Has(parts_.facts_.identity, GroupOf(wait).shards)) {
        continue;
      }
      const uint64_t preference = Preference(*replica, wait.asked.question.vertex);
      if (best != nullptr && preference <= most) continue;
      best = replica;
      most = preference;
    }
    return best;
  }

  // Asks another one, or gives up if there is none and nobody else is asked either.
  void AskNext(Wait& wait, BackendEvent reason) {
    std::shared_ptr<Replica> replica = Choose(wait);
    if (replica == nullptr) {
      if (wait.on_the_way == 0) GiveUp(wait);
      return;
    }
    if (reason == BackendEvent::kHedge && !parts_.hedging_.Spend()) return;
    if (reason != BackendEvent::kAnswered) parts_.counts_.Count(replica->address(), reason);
    wait.tried.push_back(replica.get());
    Start(wait, std::move(replica), {.hedge = reason == BackendEvent::kHedge});
  }

  void GiveUp(Wait& wait) {
    const std::string shards = ShardsText(GroupOf(wait).shards);
    std::string why = wait.why;
    for (const auto& replica : GroupOf(wait).replicas) {
      if (!why.empty()) break;
      why = fmt::format("{}: {}", replica->address(), replica->Why());
    }
    End(wait,
        wait.timed_out
            ? Status(Code::kTimedOut, fmt::format("shards {} of {} did not answer in time", shards,
                                                  parts_.facts_.index))
            : Status(Code::kUnavailable, fmt::format("nobody answers for shards {} of {} ({})",
                                                     shards, parts_.facts_.index, why)));
  }

  void Start(Wait& wait, std::shared_ptr<Replica> replica, const How& how) {
    auto line = lines_->Take(*replica, how.fresh);
    auto made = std::unique_ptr<Call>(
        new Call{.wait = wait, .replica = std::move(replica), .line = std::move(line), .how = how});
    Call& call = *made;
    v1::Question& message = call.line->question;
    message.Clear();
    const PartQuestion& question = wait.asked.question;
    WriteQuestion(question, parts_.facts_.identity, message);
    if (question.filter) PutFilter(question.filter, call, *message.mutable_filter());
    if (question.exclude) PutFilter(question.exclude, call, *message.mutable_exclude());
    wait.bytes += message.ByteSizeLong();
    ++wait.on_the_way;
    wait.hedge_at = call.began + hedge_after_;
    const std::lock_guard lock(calls_mutex_);
    calls_.push_back(std::move(made));
    call.line->Ask();
  }

  void PutFilter(const std::shared_ptr<const VertexSet>& set, Call& call, v1::Filter& message) {
    const auto coded = parts_.Coded(set);
    bool send = call.how.with_filters;
    if (coded->bytes.size() < kSentAlong) {
      send = true;
    } else {
      message.set_name(coded->name);
      send = send || !call.replica->KnowsFilter(coded->name);
      call.filters.push_back(coded->name);
    }
    if (!send) return;
    if (coded->as_bits) {
      message.set_bits(coded->bytes);
    } else {
      message.set_runs(coded->bytes);
    }
  }

  // Waits for the next thing to happen.
  void Step() {
    auto until = std::min(deadline_, DeadlineClock::now() + kBetweenLooks);
    for (const Wait& wait : waits_) {
      if (!wait.result && !wait.hedged) until = std::min(until, wait.hedge_at);
    }
    Line* const heard = lines_->Next(until);
    if (stop_.stop_requested()) EndAll(Status(Code::kCancelled, "stopped"));
    if (heard != nullptr && heard->state() != Line::State::kAsked) Done(CallOn(*heard));
    if (open_ == 0) return;
    const auto now = DeadlineClock::now();
    if (now >= deadline_) {
      for (Wait& wait : waits_) {
        wait.timed_out = true;
        if (!wait.result) GiveUp(wait);
      }
      return;
    }
    if (heard != nullptr) return;
    LeaveThoseThatAreDown();
    for (Wait& wait : waits_) {
      if (wait.result || wait.hedged || now < wait.hedge_at) continue;
      wait.hedged = true;
      AskNext(wait, BackendEvent::kHedge);
    }
  }

  void EndAll(const Status& status) {
    for (Wait& wait : waits_) {
      if (!wait.result) End(wait, status);
    }
  }

  // Of a machine that froze or was cut off, no more than its silence is heard.
  void LeaveThoseThatAreDown() {
    for (const auto& call : calls_) {
      if (call->done || call->wait.result || call->replica->IsUp()) continue;
      call->left = true;
      call->line->Cancel();
    }
  }

  Call& CallOn(const Line& line) const {
    return **std::find_if(calls_.begin(), calls_.end(),
                          [&](const auto& call) { return call->line.get() == &line; });
  }

  void Done(Call& call) {
    call.done = true;
    Wait& wait = call.wait;
    --wait.on_the_way;
    if (wait.result) {  // another one was faster, or all is over
      Count(call, BackendEvent::kCancelled);
      return;
    }
    if (call.line->state() == Line::State::kFailed) {
      Fail(call, call.line->status());
      return;
    }
    auto answer = ReadAnswer(call.line->answer, wait.asked.question, parts_.facts_.vertices);
    if (answer.ok()) {
      Take(call, std::move(*answer));
    } else {
      Fail(call, {grpc::StatusCode::INTERNAL, answer.status().message()});
    }
  }

  void Take(const Call& call, PartAnswer answer) {
    Wait& wait = call.wait;
    Count(call, BackendEvent::kAnswered);
    if (call.how.hedge) Count(call, BackendEvent::kHedgeWon);
    parts_.hedging_.Observe(
        std::chrono::duration_cast<Hedging::Duration>(DeadlineClock::now() - call.began));
    for (const uint64_t name : call.filters) call.replica->LearnedFilter(name);
    answer.bytes = wait.bytes + call.line->answer.ByteSizeLong();
    End(wait, std::move(answer));
    for (const auto& other : calls_) {
      if (&other->wait == &wait && !other->done) other->line->Cancel();
    }
  }

  // A line that was quiet for a while may have been cut, or ended with its back end. That tells
  // nothing about the back end of now.
  static bool WasCut(const Call& call, grpc::StatusCode code) {
    return call.line->was_answered() && !call.left &&
           (code == grpc::StatusCode::UNAVAILABLE || code == grpc::StatusCode::CANCELLED);
  }

  void Fail(Call& call, const grpc::Status& status) {
    Wait& wait = call.wait;
    const grpc::StatusCode code = status.error_code();
    if (WasCut(call, code)) {
      How how = call.how;
      how.fresh = true;
      Start(wait, call.replica, how);
      return;
    }
    if (IsUnknownFilter(status) && !call.how.with_filters) {
      call.replica->ForgetFilters();
      How how = call.how;
      how.with_filters = true;
      Start(wait, call.replica, how);
      return;
    }
    if (code == grpc::StatusCode::INVALID_ARGUMENT) {  // so it is for all
      Count(call, BackendEvent::kFailed);
      End(wait, Status(Code::kInvalidArgument, status.error_message()));
      return;
    }
    const bool late = code == grpc::StatusCode::DEADLINE_EXCEEDED;
    Count(call, late ? BackendEvent::kTimedOut : BackendEvent::kFailed);
    wait.timed_out = wait.timed_out || late;
    wait.why = fmt::format(
        "{}: {}", call.replica->address(),
        code == grpc::StatusCode::CANCELLED ? call.replica->Why() : status.error_message());
    if (code == grpc::StatusCode::UNAVAILABLE || code == grpc::StatusCode::FAILED_PRECONDITION) {
      call.replica->Failed(status.error_message());
    }
    AskNext(wait, BackendEvent::kRetry);
  }

  RemoteParts& parts_;
  const DeadlineClock::time_point deadline_;
  const std::stop_token stop_;
  Hedging::Duration hedge_after_{};
  std::vector<Wait> waits_;
  size_t open_ = 0;  // waits without a result
  std::unique_ptr<Lines> lines_;
  std::mutex calls_mutex_;  // whoever stops this looks at the calls too
  std::vector<std::unique_ptr<Call>> calls_;
};

RemoteParts::RemoteParts(PartFacts facts, std::vector<RemoteGroup> groups, BackendCounts& counts)
    : facts_(std::move(facts)),
      groups_(std::move(groups)),
      was_up_(groups_.size()),
      counts_(counts),
      lines_(std::make_unique<LinePool>()) {
  for (const RemoteGroup& group : groups_) shards_.push_back(group.shards);
}

RemoteParts::~RemoteParts() = default;

bool RemoteParts::IsUp(size_t group) const {
  const RemoteGroup& asked = groups_[group];
  const bool up =
      std::any_of(asked.replicas.begin(), asked.replicas.end(),
                  [&](const auto& replica) { return replica->Has(facts_.identity, asked.shards); });
  if (up) was_up_[group] = true;
  return up;
}

bool RemoteParts::EachWasUp() const {
  bool all = true;
  for (size_t i = 0; i < groups_.size(); ++i) all = (was_up_[i] || IsUp(i)) && all;
  return all;
}

bool RemoteParts::AllAreUp() const {
  bool all = true;
  for (size_t i = 0; i < groups_.size(); ++i) all = IsUp(i) && all;
  return all;
}

std::string RemoteParts::WhatIsDown() const {
  std::string words;
  for (size_t i = 0; i < groups_.size(); ++i) {
    if (IsUp(i)) continue;
    words += fmt::format("{}shards {} of {}", words.empty() ? "" : ", ",
                         ShardsText(groups_[i].shards), facts_.index);
    for (const auto& replica : groups_[i].replicas) {
      words += fmt::format(" ({}: {})", replica->address(), replica->Why());
    }
  }
  return words;
}

std::shared_ptr<const CodedFilter> RemoteParts::Coded(const std::shared_ptr<const VertexSet>& set) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(coded_, [](const Named& named) { return named.set.expired(); });
    for (const Named& named : coded_) {
      if (named.set.lock() == set) return named.coded;
    }
  }
  auto coded = std::make_shared<const CodedFilter>(CodeFilter(*set));
  const std::lock_guard lock(mutex_);
  coded_.push_back({.set = set, .coded = coded});
  if (coded_.size() > kMostCoded) coded_.erase(coded_.begin());
  return coded;
}

std::vector<Result<PartAnswer>> RemoteParts::Ask(std::span<const Asked> asked,
                                                 DeadlineClock::time_point deadline,
                                                 const std::stop_token& stop) {
  return Round(*this, asked, deadline, stop).Run();
}

}  // namespace akin::server
