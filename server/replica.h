// One back end as a front end sees it: the connection to it, whether it is alive and what it has.
//
// A thread asks it several times a second what it has. If it does not answer in time, it is down
// until it answers again; and if it was connected, it is connected to anew, because after a cut
// the system would wait for longer and longer before it tries the old connection again.
#ifndef AKIN_SERVER_REPLICA_H_
#define AKIN_SERVER_REPLICA_H_

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "akin/parts.h"
#include "akin/status.h"
#include "server/tls_files.h"

namespace akin::server {

struct ReplicaChannel;

struct ReplicaOptions {
  TlsFiles tls;  // without any: no TLS
  std::chrono::milliseconds between_probes{250};
  std::chrono::milliseconds probe{1000};  // how long one may take
};

// Safe from any thread.
class Replica {
 public:
  // kInvalidArgument if the files for TLS cannot be used. `tell` hears when it goes up or down.
  static Result<std::shared_ptr<Replica>> Create(
      const std::string& address, const ReplicaOptions& options,
      std::function<void(const std::string& address, bool up, const std::string& why)> tell);
  ~Replica();

  const std::string& address() const { return address_; }
  bool IsUp() const;
  // Whether it is up and has these shards, which ascend.
  bool Has(const IndexIdentity& identity, const std::vector<uint32_t>& shards) const;
  // A question failed: it is down until the next probe.
  void Failed(const std::string& why);
  // Why it is not asked, in words.
  std::string Why() const;

  std::shared_ptr<ReplicaChannel> channel() const;

  // Filters whose contents were sent, and that it has likely kept.
  bool KnowsFilter(uint64_t name) const;
  void LearnedFilter(uint64_t name);
  void ForgetFilters();

 private:
  struct Credentials;
  Replica(std::string address, const ReplicaOptions& options);
  std::shared_ptr<ReplicaChannel> Connect() const;
  void KeepProbing(const std::stop_token& stop);
  void Probe(const std::stop_token& stop);
  void Set(bool up, std::vector<PartFacts> parts, const std::string& why);

  const std::string address_;
  const ReplicaOptions options_;
  std::function<void(const std::string&, bool, const std::string&)> tell_;
  std::unique_ptr<Credentials> credentials_;

  mutable std::mutex mutex_;
  std::shared_ptr<ReplicaChannel> channel_;
  bool up_ = false;
  std::vector<PartFacts> parts_;
  std::string why_ = "not asked yet";
  std::deque<uint64_t> filters_;  // the newest last

  std::jthread prober_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_REPLICA_H_
