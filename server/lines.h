// Open lines to back ends: on each, one question after the other is asked (Converse of
// api/akin.proto). To open one costs as much as a call, to ask on one that is open much less.
//
// A query has lines of its own while it asks, so that its thread hears its answers itself, and
// nobody has to hand them over. Afterwards others have them.
#ifndef AKIN_SERVER_LINES_H_
#define AKIN_SERVER_LINES_H_

#include <memory>
#include <mutex>
#include <vector>

#include "server/replica.h"
#include "server/replica_channel.h"

namespace akin::server {

// To one back end, which outlives it. It asks, and is answered or fails; after an answer it can ask
// again.
class Line {
 public:
  Line(const Replica& replica, grpc::CompletionQueue& queue);

  // Whoever waits at the queue calls Heard with this line for each tag of it, which is its address.
  void Ask();
  enum class State { kQuiet, kAsked, kAnswered, kFailed };
  State Heard(bool ok);
  // It will fail, or has been answered already. From any thread.
  void Cancel() { context_.TryCancel(); }

  bool IsTo(const Replica& replica) const { return &replica == &replica_; }
  bool IsCurrent() const { return channel_ == replica_.channel(); }
  State state() const { return state_; }
  bool expects_news() const { return expected_ > 0; }  // the queue will tell something
  bool was_answered() const { return was_answered_; }  // at least once
  const grpc::Status& status() const { return status_; }

  v1::Question question;  // to fill in before it asks
  v1::Answer answer;      // valid once answered

 private:
  const Replica& replica_;
  std::shared_ptr<ReplicaChannel> channel_;
  State state_ = State::kQuiet;
  int expected_ = 0;
  bool ok_ = true;  // all that was heard since it asked
  bool finishing_ = false;
  bool was_answered_ = false;
  grpc::ClientContext context_;
  grpc::Status status_;
  std::unique_ptr<grpc::ClientAsyncReaderWriter<v1::Question, v1::Answer>> stream_;
};

// Lines to several back ends, and the queue at which one thread waits for all of them.
class Lines {
 public:
  Lines() = default;
  ~Lines();
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  // A quiet line, or a new one if there is none or if a fresh one is wanted.
  std::unique_ptr<Line> Take(const Replica& replica, bool fresh);
  // Keeps it if it can be asked again. Otherwise it is cancelled first.
  void Return(std::unique_ptr<Line> line);
  // The next of whom something was heard; null at the given time.
  Line* Next(DeadlineClock::time_point until);

 private:
  grpc::CompletionQueue queue_;
  std::vector<std::unique_ptr<Line>> quiet_;
};

// Those that no query has.
class LinePool {
 public:
  std::unique_ptr<Lines> Take();
  void Return(std::unique_ptr<Lines> lines);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Lines>> idle_;  // the last was used last
};

}  // namespace akin::server

#endif  // AKIN_SERVER_LINES_H_
