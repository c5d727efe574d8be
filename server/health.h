// The standard health service of gRPC (api/health.proto). That of the library itself has threads of
// its own, which wait for the same events as those that answer questions and wake up for each.
#ifndef AKIN_SERVER_HEALTH_H_
#define AKIN_SERVER_HEALTH_H_

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <unordered_set>

#include "health.grpc.pb.h"
#include "server/grpc_listening.h"

namespace akin::server {

class Health {
 public:
  explicit Health(GrpcListening& listening) : listening_(listening) {}

  grpc::Service& service() { return service_; }
  // Once the server has started. It is well from then on.
  void Start();
  // Tells those who watch that it is not well any more, and ends with them.
  void Drain();
  // After the server has been shut down: waits for the last calls.
  void End();

 private:
  using Service = grpc::health::v1::Health::AsyncService;
  struct Checked;
  struct Watched;

  template <class Call>
  void Await();
  template <class Call>
  void Forget(Call* call);

  GrpcListening& listening_;
  Service service_;
  std::mutex mutex_;
  std::condition_variable forgot_;
  std::unordered_set<Watched*> watching_;  // to whom nothing is being sent
  size_t held_ = 0;
  bool well_ = true;
  bool ended_ = false;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_HEALTH_H_
