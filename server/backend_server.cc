#include "server/backend_server.h"

#include <fmt/format.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/files.h"
#include "akin/try.h"
#include "server/part_messages.h"
#include "server/replica_channel.h"
#include "server/workers.h"

namespace akin::server {
namespace {

constexpr std::chrono::seconds kDrain{10};

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

// Questions by the asynchronous interface of gRPC: two threads wait for what happens. The first
// question of several is answered by the thread that got it, for handing it to another one costs
// more than finding a short answer. Further ones go to the workers, so that one of the two threads
// is always there to hear of questions, and of callers that went away.
class Questions {
 public:
  Questions(Backend& backend, Workers& workers, grpc::ServerBuilder& builder)
      : backend_(backend), workers_(workers), queue_(builder.AddCompletionQueue()) {
    builder.RegisterService(&service_);
    service_.backend = &backend;
  }

  void Start() {
    for (int i = 0; i < kAwaited; ++i) Await();
    for (int i = 0; i < kListeners; ++i) listeners_.emplace_back([this] { Listen(); });
  }

  // After the server has been shut down: waits for the last answers.
  void End() {
    {
      std::unique_lock lock(mutex_);
      ended_ = true;
      answered_.wait(lock, [this] { return unanswered_ == 0; });
    }
    queue_->Shutdown();
    listeners_.clear();
    Listen();  // they were perhaps never started
  }

 private:
  static constexpr int kListeners = 2;
  static constexpr int kAwaited = 8;  // so many can come at once without waiting for another

  struct Service : v1::Part::WithAsyncMethod_Ask<v1::Part::Service> {
    grpc::Status Describe(grpc::ServerContext* /*context*/, const v1::DescribeRequest* /*request*/,
                          v1::Description* description) override {
      backend->Describe(*description);
      return grpc::Status::OK;
    }
    Backend* backend = nullptr;
  };

  // What gRPC tells of a question.
  struct Event {
    std::function<void(bool ok)> happened;
  };

  // From when it is awaited until gRPC has told that it came, that its answer is sent and that it
  // is over, whatever is told first.
  struct Asking {
    explicit Asking(Questions& questions)
        : came{[this, &questions](bool ok) { questions.Came(*this, ok); }},
          sent{[this](bool) { Told(); }},
          over{[this](bool) {
            if (context.IsCancelled()) stop.request_stop();
            Told();
          }} {}
    void Told() {
      if (--untold == 0) delete this;
    }

    Event came, sent, over;
    std::atomic<int> untold = 2;  // sent and over
    std::stop_source stop;
    grpc::ServerContext context;
    v1::Question question;
    v1::Answer answer;
    grpc::ServerAsyncResponseWriter<v1::Answer> writer{&context};
  };

  void Listen() {
    void* tag = nullptr;
    for (bool ok = false; queue_->Next(&tag, &ok);) static_cast<Event*>(tag)->happened(ok);
  }

  void Await() {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    auto asking = std::make_unique<Asking>(*this);
    asking->context.AsyncNotifyWhenDone(&asking->over);
    service_.RequestAsk(&asking->context, &asking->question, &asking->writer, queue_.get(),
                        queue_.get(), &asking->came);
    static_cast<void>(asking.release());  // deletes itself
  }

  void Came(Asking& asking, bool ok) {
    if (!ok) {  // none will come any more, so none will be over either
      delete &asking;
      return;
    }
    {
      const std::lock_guard lock(mutex_);
      ++unanswered_;
    }
    Await();
    if (!listener_answers_.exchange(true)) {
      Answer(asking);
      listener_answers_ = false;
    } else if (!workers_.Take([this, &asking] { Answer(asking); })) {
      Send(asking, {grpc::StatusCode::RESOURCE_EXHAUSTED, "too many questions wait"});
    }
  }

  void Answer(Asking& asking) {
    const std::stop_token stop = asking.stop.get_token();
    if (stop.stop_requested()) {
      Send(asking, grpc::Status::CANCELLED);
      return;
    }
    grpc::Status status;
    try {
      status = StatusFor(backend_.Ask(asking.question, asking.answer, stop));
    } catch (const std::bad_alloc&) {
      status = {grpc::StatusCode::RESOURCE_EXHAUSTED, "out of memory"};
    } catch (const std::exception& error) {  // a mistake in one question must not end the others
      status = {grpc::StatusCode::INTERNAL, error.what()};
    }
    Send(asking, status);
  }

  void Send(Asking& asking, const grpc::Status& status) {
    if (status.ok()) {
      asking.writer.Finish(asking.answer, status, &asking.sent);
    } else {
      asking.writer.FinishWithError(status, &asking.sent);
    }
    const std::lock_guard lock(mutex_);
    if (--unanswered_ == 0) answered_.notify_all();
  }

  Backend& backend_;
  Workers& workers_;
  Service service_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::atomic<bool> listener_answers_ = false;
  std::mutex mutex_;
  std::condition_variable answered_;
  size_t unanswered_ = 0;
  bool ended_ = false;
  std::vector<std::jthread> listeners_;
};

Result<std::shared_ptr<grpc::ServerCredentials>> Credentials(const TlsFiles& files) {
  if (files.empty()) return grpc::InsecureServerCredentials();
  if (files.certificate.empty() || files.key.empty()) {
    return InvalidArgument(files.certificate.empty() ? "certificate" : "key",
                           "TLS needs a certificate and its key");
  }
  grpc::SslServerCredentialsOptions options(
      files.ca.empty() ? GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE
                       : GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  grpc::SslServerCredentialsOptions::PemKeyCertPair pair;
  AKIN_TRY_ASSIGN(pair.cert_chain, ReadText(files.certificate));
  AKIN_TRY_ASSIGN(pair.private_key, ReadText(files.key));
  options.pem_key_cert_pairs.push_back(std::move(pair));
  if (!files.ca.empty()) {
    AKIN_TRY_ASSIGN(options.pem_root_certs, ReadText(files.ca));
  }
  return grpc::SslServerCredentials(options);
}

class GrpcBackendServer : public BackendServer {
 public:
  GrpcBackendServer(const BackendServerOptions& options, Backend& backend)
      : backend_(backend),
        workers_(options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency())
                                      : options.threads,
                 options.queue) {}
  ~GrpcBackendServer() override { Drain(kDrain); }

  Status Start(const BackendServerOptions& options) {
    AKIN_TRY_ASSIGN(const auto credentials, Credentials(options.tls));
    QuietGrpc();
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    grpc::ServerBuilder builder;
    const bool six = options.address.find(':') != std::string::npos;
    const std::string where =
        fmt::format("{}{}{}:{}", six ? "[" : "", options.address, six ? "]" : "", options.port);
    builder.AddListeningPort(where, credentials, &port_);
    // Two back ends on one port would share its questions.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    const uint64_t most = kMostQuestionBytes + uint64_t{options.vertices} / 4;
    builder.SetMaxReceiveMessageSize(static_cast<int>(std::min<uint64_t>(most, INT_MAX)));
    questions_.emplace(backend_, workers_, builder);
    server_ = builder.BuildAndStart();
    if (server_ == nullptr || port_ == 0) {
      server_ = nullptr;
      questions_->End();
      return {Code::kIo,
              fmt::format("cannot listen at {}: the port is taken, or the address is not of this "
                          "machine{}",
                          where, options.tls.empty() ? "" : ", or the certificate is wrong")};
    }
    questions_->Start();
    return {};
  }

  uint16_t port() const override { return static_cast<uint16_t>(port_); }

  void Drain(std::chrono::milliseconds longest) override {
    if (server_ == nullptr) return;
    if (auto* const health = server_->GetHealthCheckService()) health->Shutdown();
    server_->Shutdown(std::chrono::system_clock::now() + longest);
    server_->Wait();
    questions_->End();
    server_ = nullptr;
  }

 private:
  Backend& backend_;
  Workers workers_;
  std::optional<Questions> questions_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace

Result<std::unique_ptr<BackendServer>> BackendServer::Listen(const BackendServerOptions& options,
                                                             Backend& backend) {
  auto server = std::make_unique<GrpcBackendServer>(options, backend);
  AKIN_TRY(server->Start(options));
  return std::unique_ptr<BackendServer>(std::move(server));
}

}  // namespace akin::server
