#include "server/backend_server.h"

#include <fmt/format.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>

#include <algorithm>
#include <climits>
#include <new>
#include <stop_token>
#include <thread>
#include <utility>

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

// A question on its way through a worker. gRPC tells it when the caller has gone away or the
// deadline has passed, and when it may be deleted.
class Asking : public grpc::ServerUnaryReactor {
 public:
  Asking(Backend& backend, Workers& workers, const v1::Question& question, v1::Answer& answer)
      : backend_(backend), question_(question), answer_(answer) {
    if (!workers.Take([this] { Answer(); })) {
      Finish({grpc::StatusCode::RESOURCE_EXHAUSTED, "too many questions wait"});
    }
  }
  void OnCancel() override { stop_.request_stop(); }
  void OnDone() override { delete this; }

 private:
  void Answer() {
    const std::stop_token stop = stop_.get_token();
    if (stop.stop_requested()) {
      Finish(grpc::Status::CANCELLED);
      return;
    }
    grpc::Status status;
    try {
      status = StatusFor(backend_.Ask(question_, answer_, stop));
    } catch (const std::bad_alloc&) {
      status = {grpc::StatusCode::RESOURCE_EXHAUSTED, "out of memory"};
    } catch (const std::exception& error) {  // a mistake in one question must not end the others
      status = {grpc::StatusCode::INTERNAL, error.what()};
    }
    Finish(status);  // it may be deleted from here on
  }

  Backend& backend_;
  const v1::Question& question_;
  v1::Answer& answer_;
  std::stop_source stop_;
};

class PartService : public v1::Part::CallbackService {
 public:
  PartService(Backend& backend, Workers& workers) : backend_(backend), workers_(workers) {}

  grpc::ServerUnaryReactor* Describe(grpc::CallbackServerContext* context,
                                     const v1::DescribeRequest* /*request*/,
                                     v1::Description* description) override {
    backend_.Describe(*description);
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }
  grpc::ServerUnaryReactor* Ask(grpc::CallbackServerContext* /*context*/,
                                const v1::Question* question, v1::Answer* answer) override {
    return new Asking(backend_, workers_, *question, *answer);
  }

 private:
  Backend& backend_;
  Workers& workers_;
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
      : workers_(options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency())
                                      : options.threads,
                 options.queue),
        service_(backend, workers_) {}
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
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    if (server_ == nullptr || port_ == 0) {
      server_ = nullptr;
      return {Code::kIo,
              fmt::format("cannot listen at {}: the port is taken, or the address is not of this "
                          "machine{}",
                          where, options.tls.empty() ? "" : ", or the certificate is wrong")};
    }
    return {};
  }

  uint16_t port() const override { return static_cast<uint16_t>(port_); }

  void Drain(std::chrono::milliseconds longest) override {
    if (server_ == nullptr) return;
    if (auto* const health = server_->GetHealthCheckService()) health->Shutdown();
    server_->Shutdown(std::chrono::system_clock::now() + longest);
    server_->Wait();
    server_ = nullptr;
  }

 private:
  Workers workers_;
  PartService service_;
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
