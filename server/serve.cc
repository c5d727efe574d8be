#include "server/serve.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "akin/try.h"
#include "server/metrics.h"
#include "server/service.h"
#include "server/workers.h"

namespace akin::server {
namespace {

constexpr Milliseconds kBetweenLooks{1000};

// Sleeps until a stop, or for so long.
void Sleep(const std::stop_token& stop, Milliseconds time) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
}

std::string UrlOf(const HttpOptions& options, uint16_t port) {
  const bool six = options.address.find(':') != std::string::npos;
  return fmt::format("{}://{}{}{}:{}", options.certificate.empty() ? "http" : "https",
                     six ? "[" : "", options.address, six ? "]" : "", port);
}

// Follows the corpora on disk until a stop.
void KeepUp(Corpora& corpora, Metrics& metrics, const ServeSignals& signals,
            const std::function<void(std::string_view)>& tell) {
  const Corpora::Report report = [&](const std::string& name, const Status& status) {
    const auto opened = corpora.Find(name);
    const uint64_t generation = opened.ok() ? (*opened)->generation() : 0;
    metrics.Opened(name, status, generation);
    tell(status.ok() ? fmt::format("{}: generation {} answers", name, generation)
                     : fmt::format("{}: the new generation is refused, generation {} goes on: {}",
                                   name, generation, status.message()));
  };
  const Control control{.stop = signals.stop};
  while (!signals.stop.stop_requested()) {
    Sleep(signals.stop, kBetweenLooks);
    if (signals.stop.stop_requested()) return;
    if (signals.reopen.exchange(false)) {
      corpora.ReopenAll(report, control);
    } else {
      corpora.Look(report, control);
    }
  }
}

}  // namespace

Status Serve(const ServeOptions& options, const ServeSignals& signals) {
  std::mutex telling;
  const auto tell = [&](std::string_view line) {
    const std::lock_guard lock(telling);
    signals.tell(line);
  };
  AccessOptions access_options = options.access;
  AKIN_TRY_ASSIGN(access_options.loopback, IsLoopback(options.http.address));
  AKIN_TRY_ASSIGN(const auto access, Access::Of(access_options));
  AKIN_TRY_ASSIGN(const auto corpora, Corpora::Of(options.corpora, options.open));
  Metrics metrics;
  Service service(*corpora, [&] { return metrics.Text(); });
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  Workers workers(options.threads == 0 ? cores : options.threads, options.queue);
  metrics.ReadQueueFrom([&] { return static_cast<double>(workers.waiting()); });
  HttpParts parts{
      .service = service, .access = *access, .metrics = metrics, .workers = workers, .log = {}};
  if (options.log_requests) parts.log = tell;
  AKIN_TRY_ASSIGN(const auto http, HttpServer::Listen(options.http, std::move(parts)));

  AKIN_TRY(corpora->OpenAll({.stop = signals.stop}));
  for (const Corpora::Generation& opened : corpora->All()) {
    metrics.Opened(opened->name(), {}, opened->generation());
  }
  service.SetStage(Stage::kReady);
  signals.ready(UrlOf(options.http, http->port()));
  KeepUp(*corpora, metrics, signals, tell);
  service.SetStage(Stage::kDraining);
  std::this_thread::sleep_for(options.drain);
  http->Drain();
  return {};
}

}  // namespace akin::server
