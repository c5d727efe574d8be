#include "server/lines.h"

#include <algorithm>
#include <utility>

namespace akin::server {

// What opens the stream is sent along with the first question.
Line::Line(const Replica& replica, grpc::CompletionQueue& queue)
    : replica_(replica), channel_(replica.channel()) {
  context_.set_initial_metadata_corked(true);
  stream_ = channel_->stub->AsyncConverse(&context_, &queue, nullptr);
}

void Line::Ask() {
  state_ = State::kAsked;
  ok_ = true;
  expected_ = 2;
  answer.Clear();
  stream_->Write(question, this);
  stream_->Read(&answer, this);
}

// Of a question it is heard that it was sent, and that the answer has come. If one of the two
// fails, it is asked why.
Line::State Line::Heard(bool ok) {
  --expected_;
  ok_ = ok_ && ok;
  if (expected_ > 0 || state_ != State::kAsked) return state_;
  if (ok_) {
    was_answered_ = true;
    return state_ = State::kAnswered;
  }
  if (finishing_) {
    if (status_.ok()) status_ = {grpc::StatusCode::UNAVAILABLE, "it ended without an answer"};
    return state_ = State::kFailed;
  }
  finishing_ = true;
  expected_ = 1;
  stream_->Finish(&status_, this);
  return state_;
}

Lines::~Lines() {
  quiet_.clear();
  queue_.Shutdown();
  void* tag = nullptr;
  for (bool ok = false; queue_.Next(&tag, &ok);) {
  }
}

std::unique_ptr<Line> Lines::Take(const Replica& replica, bool fresh) {
  // After it was connected to anew, those of the old connection are of no use.
  std::erase_if(quiet_, [&](const auto& line) {
    return line->IsTo(replica) && (fresh || !line->IsCurrent());
  });
  const auto found = std::find_if(quiet_.begin(), quiet_.end(),
                                  [&](const auto& line) { return line->IsTo(replica); });
  if (found == quiet_.end()) return std::make_unique<Line>(replica, queue_);
  auto line = std::move(*found);
  quiet_.erase(found);
  return line;
}

void Lines::Return(std::unique_ptr<Line> line) {
  if (line->state() == Line::State::kAnswered) {
    quiet_.push_back(std::move(line));
    return;
  }
  line->Cancel();
  // What is cancelled is heard at once. Of others nothing is expected, or they are here, quiet.
  while (line->expects_news()) {
    void* tag = nullptr;
    bool ok = false;
    if (!queue_.Next(&tag, &ok)) return;
    static_cast<Line*>(tag)->Heard(ok);
  }
}

Line* Lines::Next(DeadlineClock::time_point until) {
  void* tag = nullptr;
  bool ok = false;
  if (queue_.AsyncNext(&tag, &ok, GrpcTime(until)) != grpc::CompletionQueue::GOT_EVENT) {
    return nullptr;
  }
  auto* const line = static_cast<Line*>(tag);
  line->Heard(ok);
  return line;
}

std::unique_ptr<Lines> LinePool::Take() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<Lines>();
  auto lines = std::move(idle_.back());
  idle_.pop_back();
  return lines;
}

void LinePool::Return(std::unique_ptr<Lines> lines) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(lines));
}

}  // namespace akin::server
