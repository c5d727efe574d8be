// Hears what gRPC tells a back end, and lets the thread that heard of a question answer it.
//
// Handing a question to another thread costs more than finding a short answer, and so does a second
// thread that waits in gRPC for what happens next: gRPC wakes it for every event. So one thread
// listens, and answers by itself while nothing else is asked; what comes besides goes to the
// workers. While it answers, nobody listens. Another thread looks at it every now and then, and if
// it answers for long, listens in its place.
#ifndef AKIN_SERVER_GRPC_LISTENING_H_
#define AKIN_SERVER_GRPC_LISTENING_H_

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "server/workers.h"

namespace akin::server {

// What gRPC tells: the tag of an operation is the address of one.
struct GrpcEvent {
  std::function<void(bool ok)> happened;
};

class GrpcListening {
 public:
  GrpcListening(std::unique_ptr<grpc::ServerCompletionQueue> queue, Workers& workers)
      : queue_(std::move(queue)), workers_(workers) {}
  GrpcListening(const GrpcListening&) = delete;
  GrpcListening& operator=(const GrpcListening&) = delete;

  grpc::ServerCompletionQueue& queue() { return *queue_; }
  void Start();
  // After the server has been shut down, and when nothing will be started any more: hears the rest.
  void End();

  // Called by what happened: does it soon, on this thread or a worker. False if too many wait.
  bool Do(std::function<void()> job);

 private:
  void Serve();
  // Until another one listens in its place: true; false if it is over.
  bool Listen();
  // Until it listens in the place of the other: true; false if it is over.
  bool Watch();
  void HearAllThatCame();

  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  Workers& workers_;
  std::function<void()> own_;  // what the listening thread does next
  // Even: somebody listens. Odd: it answers, and nobody listens. Counts up with each change.
  std::atomic<uint64_t> turn_ = 0;
  std::atomic<int> answering_ = 0;   // listeners, and those that others replaced
  std::atomic<bool> taken_ = false;  // a first thread listens
  std::atomic<bool> over_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_GRPC_LISTENING_H_
