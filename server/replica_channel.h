// A connection to one back end, and what else gRPC needs. The only header of server/ that reads its
// headers.
#ifndef AKIN_SERVER_REPLICA_CHANNEL_H_
#define AKIN_SERVER_REPLICA_CHANNEL_H_

#include <absl/synchronization/mutex.h>
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

// The size of the windows in which the two sides send is fixed. gRPC would otherwise find it out by
// pings, which wake up both sides for nothing.
template <class Arguments>
void FixWindows(Arguments set) {
  set(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  set(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 1 << 20);
}

// Keeps gRPC from writing to standard error, unless the variable that it knows for that is set.
// What matters is in the errors that it returns. Nor does it need to look for deadlocks of its own,
// as Debian's build of its locks does at each of them.
inline void QuietGrpc() {
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  if (std::getenv("GRPC_VERBOSITY") == nullptr) gpr_set_log_function([](gpr_log_func_args*) {});
}

}  // namespace akin::server

#endif  // AKIN_SERVER_REPLICA_CHANNEL_H_
