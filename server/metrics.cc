#include "server/metrics.h"

#include <fmt/format.h>
#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace akin::server {
namespace {

// Seconds; queries take from some microseconds to the deadline.
const prometheus::Histogram::BucketBoundaries kSeconds = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10};

}  // namespace

struct Metrics::Impl {
  prometheus::Registry registry;
  prometheus::Family<prometheus::Counter>& requests =
      prometheus::BuildCounter()
          .Name("akin_requests_total")
          .Help("Requests answered, by endpoint and status")
          .Register(registry);
  prometheus::Family<prometheus::Histogram>& seconds =
      prometheus::BuildHistogram()
          .Name("akin_request_seconds")
          .Help("From the last byte of a request to its answer, waiting included")
          .Register(registry);
  prometheus::Counter& members = prometheus::BuildCounter()
                                     .Name("akin_members_read_total")
                                     .Help("Members of trees that were read to answer")
                                     .Register(registry)
                                     .Add({});
  prometheus::Family<prometheus::Counter>& reloads =
      prometheus::BuildCounter()
          .Name("akin_reloads_total")
          .Help("Corpora opened, the first time included, by result")
          .Register(registry);
  prometheus::Family<prometheus::Gauge>& generation =
      prometheus::BuildGauge()
          .Name("akin_generation")
          .Help("The generation of a corpus that answers")
          .Register(registry);
  prometheus::Family<prometheus::Counter>& backend_requests =
      prometheus::BuildCounter()
          .Name("akin_backend_requests_total")
          .Help("Questions to back ends, by replica and what became of them")
          .Register(registry);
  prometheus::Family<prometheus::Counter>& backend_retries =
      prometheus::BuildCounter()
          .Name("akin_backend_retries_total")
          .Help("Questions to a replica because another one failed")
          .Register(registry);
  prometheus::Family<prometheus::Counter>& backend_hedges =
      prometheus::BuildCounter()
          .Name("akin_backend_hedges_total")
          .Help("Questions to a replica because another one took long")
          .Register(registry);
  prometheus::Family<prometheus::Counter>& backend_hedge_wins =
      prometheus::BuildCounter()
          .Name("akin_backend_hedge_wins_total")
          .Help("Those of them that were answered first")
          .Register(registry);
  prometheus::Family<prometheus::Gauge>& backend_up = prometheus::BuildGauge()
                                                          .Name("akin_backend_up")
                                                          .Help("Whether a replica answers")
                                                          .Register(registry);
  prometheus::Gauge& connections = prometheus::BuildGauge()
                                       .Name("akin_connections")
                                       .Help("Connections that are open")
                                       .Register(registry)
                                       .Add({});
  prometheus::Gauge& in_flight = prometheus::BuildGauge()
                                     .Name("akin_requests_in_flight")
                                     .Help("Requests that were read and are not answered yet")
                                     .Register(registry)
                                     .Add({});
  prometheus::Gauge& queue = prometheus::BuildGauge()
                                 .Name("akin_queue_length")
                                 .Help("Requests that wait for a worker")
                                 .Register(registry)
                                 .Add({});
  std::function<double()> waiting = [] { return 0.0; };
};

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {}
Metrics::~Metrics() = default;

void Metrics::Answered(std::string_view endpoint, int status, double seconds, uint64_t members) {
  const std::string name(endpoint);
  impl_->requests.Add({{"endpoint", name}, {"status", fmt::format("{}", status)}}).Increment();
  impl_->seconds.Add({{"endpoint", name}}, kSeconds).Observe(seconds);
  if (members > 0) impl_->members.Increment(static_cast<double>(members));
}

void Metrics::Opened(const std::string& corpus, const Status& status, uint64_t generation) {
  impl_->reloads.Add({{"corpus", corpus}, {"result", status.ok() ? "opened" : "refused"}})
      .Increment();
  if (status.ok()) impl_->generation.Add({{"corpus", corpus}}).Set(static_cast<double>(generation));
}

void Metrics::Count(const std::string& replica, BackendEvent event) {
  const auto result = [&](const char* name) {
    impl_->backend_requests.Add({{"replica", replica}, {"result", name}}).Increment();
  };
  switch (event) {
    case BackendEvent::kAnswered:
      return result("answered");
    case BackendEvent::kFailed:
      return result("failed");
    case BackendEvent::kTimedOut:
      return result("timed_out");
    case BackendEvent::kCancelled:
      return result("cancelled");
    case BackendEvent::kRetry:
      return impl_->backend_retries.Add({{"replica", replica}}).Increment();
    case BackendEvent::kHedge:
      return impl_->backend_hedges.Add({{"replica", replica}}).Increment();
    case BackendEvent::kHedgeWon:
      return impl_->backend_hedge_wins.Add({{"replica", replica}}).Increment();
  }
}

void Metrics::SetUp(const std::string& replica, bool up) {
  impl_->backend_up.Add({{"replica", replica}}).Set(up ? 1 : 0);
}

void Metrics::CountConnection(int change) { impl_->connections.Increment(change); }
void Metrics::CountInFlight(int change) { impl_->in_flight.Increment(change); }
void Metrics::ReadQueueFrom(std::function<double()> waiting) {
  impl_->waiting = std::move(waiting);
}

std::string Metrics::Text() const {
  impl_->queue.Set(impl_->waiting());
  return prometheus::TextSerializer().Serialize(impl_->registry.Collect());
}

}  // namespace akin::server
