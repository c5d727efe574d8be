#include "server/grpc_listening.h"

#include <chrono>
#include <utility>

#include "server/replica_channel.h"

namespace akin::server {
namespace {

// Whoever answers for longer than this is replaced. Most answers take less.
constexpr std::chrono::milliseconds kBetweenLooks{4};

}  // namespace

void GrpcListening::Start() {
  for (int i = 0; i < 2; ++i) threads_.emplace_back([this] { Serve(); });
}

void GrpcListening::End() {
  queue_->Shutdown();
  threads_.clear();
  void* tag = nullptr;  // they were perhaps never started
  for (bool ok = false; queue_->Next(&tag, &ok);) static_cast<GrpcEvent*>(tag)->happened(ok);
}

// The first thread that comes listens.
void GrpcListening::Serve() {
  bool listens = !taken_.exchange(true);
  for (;;) {
    if (!(listens ? Listen() : Watch())) break;
    listens = !listens;
  }
  over_ = true;
  turn_ += 2;
  turn_.notify_all();
}

bool GrpcListening::Do(std::function<void()> job) {
  if (own_ == nullptr && answering_ == 0 && workers_.idle()) {
    own_ = std::move(job);
    return true;
  }
  return workers_.Take(std::move(job));
}

void GrpcListening::HearAllThatCame() {
  void* tag = nullptr;
  bool ok = false;
  while (queue_->AsyncNext(&tag, &ok, gpr_time_0(GPR_CLOCK_MONOTONIC)) ==
         grpc::CompletionQueue::GOT_EVENT) {
    static_cast<GrpcEvent*>(tag)->happened(ok);
  }
}

bool GrpcListening::Listen() {
  void* tag = nullptr;
  for (bool ok = false; queue_->Next(&tag, &ok);) {
    static_cast<GrpcEvent*>(tag)->happened(ok);
    if (own_ == nullptr) continue;
    HearAllThatCame();
    const std::function<void()> job = std::exchange(own_, nullptr);
    ++answering_;
    uint64_t turn = ++turn_;
    turn_.notify_one();
    job();
    --answering_;
    if (!turn_.compare_exchange_strong(turn, turn + 1)) return true;
  }
  return false;
}

bool GrpcListening::Watch() {
  uint64_t before = turn_;
  while (!over_) {
    std::this_thread::sleep_for(kBetweenLooks);
    uint64_t turn = turn_;
    if (turn == before && turn % 2 == 1 && turn_.compare_exchange_strong(turn, turn + 1)) {
      return true;
    }
    if (turn == before && turn % 2 == 0) {  // nothing is asked; sleeps until something is
      if (!over_) turn_.wait(turn);
    }
    before = turn;
  }
  return false;
}

}  // namespace akin::server
