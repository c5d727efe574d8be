// A connection to one back end, and what else gRPC needs. The only header of server/ that reads its
// headers.
#ifndef AKIN_SERVER_REPLICA_CHANNEL_H_
#define AKIN_SERVER_REPLICA_CHANNEL_H_

#include <grpc/support/log.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <cstdlib>
#include <memory>

#include "akin.grpc.pb.h"

namespace akin::server {

struct ReplicaChannel {
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::Part::Stub> stub;
};

// By the monotonic clock, so that nobody who sets the time makes calls fail.
inline gpr_timespec GrpcTime(std::chrono::steady_clock::time_point time) {
  const auto left = time - std::chrono::steady_clock::now();
  const int64_t nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
  return gpr_time_add(gpr_now(GPR_CLOCK_MONOTONIC), gpr_time_from_nanos(nanoseconds, GPR_TIMESPAN));
}

// Keeps gRPC from writing to standard error, unless the variable that it knows for that is set.
// What matters is in the errors that it returns.
inline void QuietGrpc() {
  if (std::getenv("GRPC_VERBOSITY") == nullptr) gpr_set_log_function([](gpr_log_func_args*) {});
}

}  // namespace akin::server

#endif  // AKIN_SERVER_REPLICA_CHANNEL_H_
