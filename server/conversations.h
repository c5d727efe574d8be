// The questions that come to a back end over gRPC: single ones, and one after the other
// (api/akin.proto).
#ifndef AKIN_SERVER_CONVERSATIONS_H_
#define AKIN_SERVER_CONVERSATIONS_H_

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <unordered_set>

#include "server/backend.h"
#include "server/grpc_listening.h"
#include "server/replica_channel.h"

namespace akin::server {

class Conversations {
 public:
  // Both outlive it.
  Conversations(Backend& backend, GrpcListening& listening);

  grpc::Service& service() { return service_; }
  // Once the server has started.
  void Start();
  // Ends those in which nothing is asked, and the others after their answers.
  void Drain();
  // After the server has been shut down: waits for the last calls.
  void End();

 private:
  using Service = v1::Part::AsyncService;
  struct Described;
  struct Asked;
  struct Conversation;

  // Starts to wait for another call of this kind, unless it is over.
  template <class Call>
  void Await();
  // Finds the answer on this thread or another one, and calls Answered there.
  template <class Call>
  void Answer(Call& call);
  // What End waits for: calls that came, and their answers.
  void Hold();
  void LetGo();
  template <class Call>
  void Forget(Call* call);
  grpc::Status Ask(const v1::Question& question, v1::Answer& answer, const std::stop_token& stop);

  Backend& backend_;
  GrpcListening& listening_;
  Service service_;
  std::mutex mutex_;
  std::condition_variable let_go_;
  std::unordered_set<Conversation*> quiet_;  // in which nothing is asked
  size_t held_ = 0;
  bool draining_ = false;
  bool ended_ = false;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_CONVERSATIONS_H_
