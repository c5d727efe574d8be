// What a front end counts of its back ends.
#ifndef AKIN_SERVER_BACKEND_COUNTS_H_
#define AKIN_SERVER_BACKEND_COUNTS_H_

#include <string>
#include <string_view>

namespace akin::server {

enum class BackendEvent {
  kAnswered,
  kFailed,     // it could not be reached, or refused
  kTimedOut,   // it did not answer before the deadline
  kCancelled,  // another one was faster, or nobody waits any more
  kRetry,      // it was asked because another one failed
  kHedge,      // it was asked because another one took long
  kHedgeWon,   // and was faster
};

// Safe from any thread.
class BackendCounts {
 public:
  virtual ~BackendCounts() = default;
  virtual void Count(const std::string& replica, BackendEvent event) = 0;
  virtual void SetUp(const std::string& replica, bool up) = 0;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_BACKEND_COUNTS_H_
