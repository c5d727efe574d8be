#include "server/backend_server.h"

#include <fmt/format.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>  // to do without it

#include <algorithm>
#include <climits>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/files.h"
#include "akin/try.h"
#include "server/conversations.h"
#include "server/grpc_listening.h"
#include "server/health.h"
#include "server/part_messages.h"
#include "server/replica_channel.h"
#include "server/workers.h"

namespace akin::server {
namespace {

constexpr std::chrono::seconds kDrain{10};

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
    grpc::EnableDefaultHealthCheckService(false);
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
    FixWindows([&](const char* name, int value) { builder.AddChannelArgument(name, value); });
    listening_.emplace(builder.AddCompletionQueue(), workers_);
    conversations_.emplace(backend_, *listening_);
    health_.emplace(*listening_);
    builder.RegisterService(&conversations_->service());
    builder.RegisterService(&health_->service());
    server_ = builder.BuildAndStart();
    if (server_ == nullptr || port_ == 0) {
      server_ = nullptr;
      listening_->End();
      return {Code::kIo,
              fmt::format("cannot listen at {}: the port is taken, or the address is not of this "
                          "machine{}",
                          where, options.tls.empty() ? "" : ", or the certificate is wrong")};
    }
    conversations_->Start();
    health_->Start();
    listening_->Start();
    return {};
  }

  uint16_t port() const override { return static_cast<uint16_t>(port_); }

  void Drain(std::chrono::milliseconds longest) override {
    if (server_ == nullptr) return;
    health_->Drain();
    conversations_->Drain();
    server_->Shutdown(std::chrono::system_clock::now() + longest);
    server_->Wait();
    health_->End();
    conversations_->End();
    listening_->End();
    server_ = nullptr;
  }

 private:
  Backend& backend_;
  Workers workers_;
  std::optional<GrpcListening> listening_;
  std::optional<Conversations> conversations_;
  std::optional<Health> health_;
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
