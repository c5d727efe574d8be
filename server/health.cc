#include "server/health.h"

#include <atomic>
#include <memory>
#include <string>

#include "server/replica_channel.h"

namespace akin::server {
namespace {

using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

bool IsHere(const std::string& service) {
  return service.empty() || service == v1::Part::service_full_name();
}

HealthCheckResponse ResponseFor(const std::string& service, bool well) {
  HealthCheckResponse response;
  response.set_status(!IsHere(service) ? HealthCheckResponse::SERVICE_UNKNOWN
                      : well           ? HealthCheckResponse::SERVING
                                       : HealthCheckResponse::NOT_SERVING);
  return response;
}

}  // namespace

struct Health::Checked {
  explicit Checked(Health& all)
      : came{[this, &all](bool ok) {
          if (!ok) {  // none will come any more
            delete this;
            return;
          }
          all.Await<Checked>();
          const std::lock_guard lock(all.mutex_);
          ++all.held_;
          if (IsHere(request.service())) {
            writer.Finish(ResponseFor(request.service(), all.well_), grpc::Status::OK, &sent);
          } else {
            writer.FinishWithError({grpc::StatusCode::NOT_FOUND, "no such service"}, &sent);
          }
        }},
        sent{[this, &all](bool) { all.Forget(this); }} {}
  void Await(Service& service, grpc::ServerCompletionQueue& queue) {
    service.RequestCheck(&context, &request, &writer, &queue, &queue, &came);
  }

  GrpcEvent came, sent;
  grpc::ServerContext context;
  HealthCheckRequest request;
  grpc::ServerAsyncResponseWriter<HealthCheckResponse> writer{&context};
};

// Two things are told to it: once how it is, and in the end that it is not well any more. It
// finishes after that, or when whoever watches goes away.
struct Health::Watched {
  explicit Watched(Health& every)
      : all(every),
        came{[this](bool ok) {
          if (!ok) {
            delete this;
            return;
          }
          all.Await<Watched>();
          const std::lock_guard lock(all.mutex_);
          ++all.held_;
          last = !all.well_;
          writer.Write(ResponseFor(request.service(), all.well_), &sent);
        }},
        sent{[this](bool ok) {
          const std::lock_guard lock(all.mutex_);
          if (!ok || gone || last) {
            writer.Finish(grpc::Status::OK, &finished);
          } else if (all.well_) {
            all.watching_.insert(this);
          } else {
            TellTheEnd();
          }
        }},
        finished{[this](bool) { Told(); }},
        over{[this](bool) {
          {
            const std::lock_guard lock(all.mutex_);
            gone = true;
            if (all.watching_.erase(this) > 0) writer.Finish(grpc::Status::CANCELLED, &finished);
          }
          Told();
        }} {}
  void Await(Service& service, grpc::ServerCompletionQueue& queue) {
    context.AsyncNotifyWhenDone(&over);
    service.RequestWatch(&context, &request, &writer, &queue, &queue, &came);
  }
  void TellTheEnd() {
    last = true;
    writer.Write(ResponseFor(request.service(), false), &sent);
  }
  void Told() {
    if (--untold == 0) all.Forget(this);
  }

  Health& all;
  GrpcEvent came, sent, finished, over;
  std::atomic<int> untold = 2;  // finished and over
  bool last = false;            // nothing follows what is being sent
  bool gone = false;
  grpc::ServerContext context;
  HealthCheckRequest request;
  grpc::ServerAsyncWriter<HealthCheckResponse> writer{&context};
};

template <class Call>
void Health::Await() {
  const std::lock_guard lock(mutex_);
  if (ended_) return;
  auto call = std::make_unique<Call>(*this);
  call->Await(service_, listening_.queue());
  static_cast<void>(call.release());  // deletes itself
}

template <class Call>
void Health::Forget(Call* call) {
  delete call;
  const std::lock_guard lock(mutex_);
  if (--held_ == 0) forgot_.notify_all();
}

void Health::Start() {
  Await<Checked>();
  Await<Watched>();
}

void Health::Drain() {
  const std::lock_guard lock(mutex_);
  well_ = false;
  for (Watched* const one : watching_) one->TellTheEnd();
  watching_.clear();
}

void Health::End() {
  std::unique_lock lock(mutex_);
  ended_ = true;
  forgot_.wait(lock, [this] { return held_ == 0; });
}

}  // namespace akin::server
