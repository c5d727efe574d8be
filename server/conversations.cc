#include "server/conversations.h"

#include <atomic>
#include <exception>
#include <memory>
#include <new>
#include <stop_token>
#include <utility>

namespace akin::server {
namespace {

constexpr int kAwaited = 8;  // so many can come at once without waiting for another

grpc::StatusCode CodeFor(const Backend::Outcome& outcome) {
  if (outcome.refused != Refused::kNothing) return grpc::StatusCode::FAILED_PRECONDITION;
  switch (outcome.status.code()) {
    case Code::kInvalidArgument:
      return grpc::StatusCode::INVALID_ARGUMENT;
    case Code::kDamaged:
      return grpc::StatusCode::DATA_LOSS;
    case Code::kCancelled:
      return grpc::StatusCode::CANCELLED;
    case Code::kOutOfBudget:
      return grpc::StatusCode::RESOURCE_EXHAUSTED;
    default:
      return grpc::StatusCode::INTERNAL;
  }
}

v1::Refusal::Reason ReasonFor(Refused refused) {
  switch (refused) {
    case Refused::kOtherIndex:
      return v1::Refusal::OTHER_INDEX;
    case Refused::kNotHeld:
      return v1::Refusal::NOT_HELD;
    case Refused::kUnknownFilter:
      return v1::Refusal::UNKNOWN_FILTER;
    default:
      return v1::Refusal::REASON_UNSPECIFIED;
  }
}

grpc::Status StatusFor(const Backend::Outcome& outcome) {
  if (outcome.status.ok()) return grpc::Status::OK;
  v1::Refusal refusal;
  refusal.set_reason(ReasonFor(outcome.refused));
  return {CodeFor(outcome), outcome.status.message(), refusal.SerializeAsString()};
}

}  // namespace

struct Conversations::Described {
  explicit Described(Conversations& all)
      : came{[this, &all](bool ok) {
          if (!ok) {
            delete this;
            return;
          }
          all.Await<Described>();
          all.Hold();
          v1::Description description;
          all.backend_.Describe(description);
          writer.Finish(description, grpc::Status::OK, &sent);
        }},
        sent{[this, &all](bool) { all.Forget(this); }} {}
  void Await(Service& service, grpc::ServerCompletionQueue& queue) {
    service.RequestDescribe(&context, &request, &writer, &queue, &queue, &came);
  }

  GrpcEvent came, sent;
  grpc::ServerContext context;
  v1::DescribeRequest request;
  grpc::ServerAsyncResponseWriter<v1::Description> writer{&context};
};

// From when it is awaited until gRPC has told that its answer is sent and that it is over,
// whatever is told first.
struct Conversations::Asked {
  explicit Asked(Conversations& every)
      : all(every),
        came{[this](bool ok) {
          if (!ok) {  // none will come any more, so none will be over either
            delete this;
            return;
          }
          all.Await<Asked>();
          all.Hold();
          all.Answer(*this);
        }},
        sent{[this](bool) { Told(); }},
        over{[this](bool) {
          if (context.IsCancelled()) stop.request_stop();
          Told();
        }} {}
  void Await(Service& service, grpc::ServerCompletionQueue& queue) {
    context.AsyncNotifyWhenDone(&over);
    service.RequestAsk(&context, &question, &writer, &queue, &queue, &came);
  }
  void Answered(const grpc::Status& status) {
    if (status.ok()) {
      writer.Finish(answer, status, &sent);
    } else {
      writer.FinishWithError(status, &sent);
    }
  }
  void Told() {
    if (--untold == 0) all.Forget(this);
  }

  Conversations& all;
  GrpcEvent came, sent, over;
  std::atomic<int> untold = 2;  // sent and over
  std::stop_source stop;
  grpc::ServerContext context;
  v1::Question question;
  v1::Answer answer;
  grpc::ServerAsyncResponseWriter<v1::Answer> writer{&context};
};

// It reads, answers, writes and reads again, one after the other, until it finishes.
struct Conversations::Conversation {
  explicit Conversation(Conversations& every)
      : all(every),
        came{[this](bool ok) {
          if (!ok) {
            delete this;
            return;
          }
          all.Await<Conversation>();
          all.Hold();
          ReadNext();
        }},
        read{[this](bool ok) {
          {
            const std::lock_guard lock(all.mutex_);
            all.quiet_.erase(this);
          }
          if (ok) {
            answer.Clear();
            all.Answer(*this);
          } else {  // there are no more questions
            stream.Finish(grpc::Status::OK, &finished);
          }
        }},
        wrote{[this](bool ok) {
          if (ok) {
            ReadNext();
          } else {
            stream.Finish(grpc::Status::CANCELLED, &finished);
          }
        }},
        finished{[this](bool) { Told(); }},
        over{[this](bool) {
          if (context.IsCancelled()) stop.request_stop();
          Told();
        }} {}
  void Await(Service& service, grpc::ServerCompletionQueue& queue) {
    context.AsyncNotifyWhenDone(&over);
    service.RequestConverse(&context, &stream, &queue, &queue, &came);
  }
  void ReadNext() {
    {
      const std::lock_guard lock(all.mutex_);
      if (!all.draining_) {
        all.quiet_.insert(this);
        stream.Read(&question, &read);
        return;
      }
    }
    stream.Finish({grpc::StatusCode::UNAVAILABLE, "the back end is ending"}, &finished);
  }
  void Answered(const grpc::Status& status) {
    if (status.ok()) {
      stream.Write(answer, &wrote);
    } else {
      stream.Finish(status, &finished);
    }
  }
  void Told() {
    if (--untold == 0) all.Forget(this);
  }

  Conversations& all;
  GrpcEvent came, read, wrote, finished, over;
  std::atomic<int> untold = 2;  // finished and over
  std::stop_source stop;
  grpc::ServerContext context;
  v1::Question question;
  v1::Answer answer;
  grpc::ServerAsyncReaderWriter<v1::Answer, v1::Question> stream{&context};
};

Conversations::Conversations(Backend& backend, GrpcListening& listening)
    : backend_(backend), listening_(listening) {}

void Conversations::Start() {
  for (int i = 0; i < kAwaited; ++i) {
    Await<Conversation>();
    Await<Asked>();
  }
  Await<Described>();
}

template <class Call>
void Conversations::Await() {
  const std::lock_guard lock(mutex_);
  if (ended_) return;
  auto call = std::make_unique<Call>(*this);
  call->Await(service_, listening_.queue());
  static_cast<void>(call.release());  // deletes itself
}

void Conversations::Hold() {
  const std::lock_guard lock(mutex_);
  ++held_;
}

void Conversations::LetGo() {
  const std::lock_guard lock(mutex_);
  if (--held_ == 0) let_go_.notify_all();
}

template <class Call>
void Conversations::Forget(Call* call) {
  delete call;
  LetGo();
}

template <class Call>
void Conversations::Answer(Call& call) {
  Hold();
  // gRPC may tell of what is sent, and the call be gone, before this returns.
  const auto answered = [this, &call](const grpc::Status& status) {
    call.Answered(status);
    LetGo();
  };
  if (!listening_.Do([this, &call, answered] {
        answered(Ask(call.question, call.answer, call.stop.get_token()));
      })) {
    answered({grpc::StatusCode::RESOURCE_EXHAUSTED, "too many questions wait"});
  }
}

grpc::Status Conversations::Ask(const v1::Question& question, v1::Answer& answer,
                                const std::stop_token& stop) {
  if (stop.stop_requested()) return grpc::Status::CANCELLED;
  try {
    return StatusFor(backend_.Ask(question, answer, stop));
  } catch (const std::bad_alloc&) {
    return {grpc::StatusCode::RESOURCE_EXHAUSTED, "out of memory"};
  } catch (const std::exception& error) {  // a mistake in one question must not end the others
    return {grpc::StatusCode::INTERNAL, error.what()};
  }
}

void Conversations::Drain() {
  const std::lock_guard lock(mutex_);
  draining_ = true;
  for (Conversation* const one : quiet_) one->context.TryCancel();
}

void Conversations::End() {
  std::unique_lock lock(mutex_);
  ended_ = true;
  let_go_.wait(lock, [this] { return held_ == 0; });
}

}  // namespace akin::server
