// What the server counts, for Prometheus.
#ifndef AKIN_SERVER_METRICS_H_
#define AKIN_SERVER_METRICS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "akin/status.h"
#include "server/backend_counts.h"

namespace akin::server {

class Metrics : public BackendCounts {
 public:
  Metrics();
  ~Metrics() override;
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // May be called from any thread.
  void Answered(std::string_view endpoint, int status, double seconds, uint64_t members);
  void Opened(const std::string& corpus, const Status& status, uint64_t generation);
  void Count(const std::string& replica, BackendEvent event) override;
  void SetUp(const std::string& replica, bool up) override;
  void CountConnection(int change);
  void CountInFlight(int change);
  // Whoever knows how many wait; asked when the text is made.
  void ReadQueueFrom(std::function<double()> waiting);

  std::string Text() const;  // in the format of Prometheus

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_METRICS_H_
