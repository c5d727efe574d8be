#include "server/replica.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <utility>

#include "akin/errors.h"
#include "akin/files.h"
#include "akin/try.h"
#include "server/part_messages.h"
#include "server/replica_channel.h"
#include "server/sleep.h"

namespace akin::server {
namespace {

constexpr size_t kMostFilters = 64;

// A question that finds the connection broken is sent once more, unless many of late were in vain.
constexpr const char* kServiceConfig = R"({
  "methodConfig": [{
    "name": [{"service": "akin.v1.Part"}],
    "retryPolicy": {
      "maxAttempts": 2,
      "initialBackoff": "0.01s",
      "maxBackoff": "0.05s",
      "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]
    }
  }],
  "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}
})";

grpc::ChannelArguments ArgumentsOfChannel() {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 500);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 1500);  // how long connecting may take
  // Otherwise a new channel to the same address would get the old connection.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  FixWindows([&](const char* name, int value) { arguments.SetInt(name, value); });
  arguments.SetServiceConfigJSON(kServiceConfig);
  // The list of an answer may have all vertices.
  arguments.SetMaxReceiveMessageSize(INT_MAX);
  arguments.SetMaxSendMessageSize(INT_MAX);
  return arguments;
}

}  // namespace

struct Replica::Credentials {
  std::shared_ptr<grpc::ChannelCredentials> channel;
};

Replica::Replica(std::string address, const ReplicaOptions& options)
    : address_(std::move(address)),
      options_(options),
      credentials_(std::make_unique<Credentials>()) {}

Result<std::shared_ptr<Replica>> Replica::Create(
    const std::string& address, const ReplicaOptions& options,
    std::function<void(const std::string&, bool, const std::string&)> tell) {
  QuietGrpc();
  std::shared_ptr<Replica> replica(new Replica(address, options));
  const TlsFiles& files = options.tls;
  if (files.empty()) {
    replica->credentials_->channel = grpc::InsecureChannelCredentials();
  } else {
    if (files.certificate.empty() != files.key.empty()) {
      return InvalidArgument(files.certificate.empty() ? "backend_certificate" : "backend_key",
                             "a certificate and its key belong together");
    }
    grpc::SslCredentialsOptions tls;
    if (!files.ca.empty()) {
      AKIN_TRY_ASSIGN(tls.pem_root_certs, ReadText(files.ca));
    }
    if (!files.certificate.empty()) {
      AKIN_TRY_ASSIGN(tls.pem_cert_chain, ReadText(files.certificate));
      AKIN_TRY_ASSIGN(tls.pem_private_key, ReadText(files.key));
    }
    replica->credentials_->channel = grpc::SslCredentials(tls);
  }
  replica->tell_ = std::move(tell);
  replica->channel_ = replica->Connect();
  replica->prober_ =
      std::jthread([raw = replica.get()](const std::stop_token& stop) { raw->KeepProbing(stop); });
  return replica;
}

Replica::~Replica() = default;

std::shared_ptr<ReplicaChannel> Replica::Connect() const {
  auto made = std::make_shared<ReplicaChannel>();
  made->channel = grpc::CreateCustomChannel(address_, credentials_->channel, ArgumentsOfChannel());
  made->stub = v1::Part::NewStub(made->channel);
  return made;
}

bool Replica::IsUp() const {
  const std::lock_guard lock(mutex_);
  return up_;
}

bool Replica::Has(const IndexIdentity& identity, const std::vector<uint32_t>& shards) const {
  const std::lock_guard lock(mutex_);
  return up_ && std::any_of(parts_.begin(), parts_.end(), [&](const PartFacts& part) {
           return part.identity == identity &&
                  std::includes(part.held.begin(), part.held.end(), shards.begin(), shards.end());
         });
}

void Replica::Failed(const std::string& why) { Set(false, {}, why); }

std::string Replica::Why() const {
  const std::lock_guard lock(mutex_);
  return up_ ? "it has other shards, or those of another index" : why_;
}

std::shared_ptr<ReplicaChannel> Replica::channel() const {
  const std::lock_guard lock(mutex_);
  return channel_;
}

bool Replica::KnowsFilter(uint64_t name) const {
  const std::lock_guard lock(mutex_);
  return std::find(filters_.begin(), filters_.end(), name) != filters_.end();
}

void Replica::LearnedFilter(uint64_t name) {
  const std::lock_guard lock(mutex_);
  std::erase(filters_, name);
  filters_.push_back(name);
  if (filters_.size() > kMostFilters) filters_.pop_front();
}

void Replica::ForgetFilters() {
  const std::lock_guard lock(mutex_);
  filters_.clear();
}

void Replica::Set(bool up, std::vector<PartFacts> parts, const std::string& why) {
  {
    const std::lock_guard lock(mutex_);
    const bool news = up != up_ || (!up && why_ == "not asked yet");
    up_ = up;
    parts_ = std::move(parts);
    why_ = why;
    if (!news) return;
  }
  if (tell_) tell_(address_, up, why);
}

void Replica::Probe(const std::stop_token& stop) {
  const std::shared_ptr<ReplicaChannel> asked = channel();
  grpc::ClientContext context;
  context.set_deadline(GrpcTime(DeadlineClock::now() + options_.probe));
  const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
  v1::Description description;
  const grpc::Status status = asked->stub->Describe(&context, {}, &description);
  if (stop.stop_requested()) return;
  std::vector<PartFacts> parts;
  Status read;
  for (const v1::Facts& facts : description.parts()) {
    auto part = ReadFacts(facts);
    if (part.ok()) {
      parts.push_back(std::move(*part));
    } else {
      read = part.status();
    }
  }
  if (status.ok() && read.ok()) {
    Set(true, std::move(parts), "");
    return;
  }
  Set(false, {}, status.ok() ? read.message() : status.error_message());
  if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED &&
      asked->channel->GetState(false) == GRPC_CHANNEL_READY) {
    const std::lock_guard lock(mutex_);
    channel_ = Connect();
  }
}

void Replica::KeepProbing(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    Probe(stop);
    Sleep(stop, options_.between_probes);
  }
}

}  // namespace akin::server
