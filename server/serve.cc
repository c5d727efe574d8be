#include "server/serve.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "akin/try.h"
#include "server/backends.h"
#include "server/metrics.h"
#include "server/service.h"
#include "server/sleep.h"
#include "server/workers.h"

namespace akin::server {
namespace {

constexpr Milliseconds kBetweenLooks{1000};

std::string UrlOf(const HttpOptions& options, uint16_t port) {
  const bool six = options.address.find(':') != std::string::npos;
  return fmt::format("{}://{}{}{}:{}", options.certificate.empty() ? "http" : "https",
                     six ? "[" : "", options.address, six ? "]" : "", port);
}

// Follows the corpora on disk until a stop.
void KeepUp(Corpora& corpora, Backends* backends, Metrics& metrics, const ServeSignals& signals,
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
      const Status reread = backends == nullptr ? Status() : backends->Reread();
      if (!reread.ok()) tell(fmt::format("back ends stay as they are: {}", reread.message()));
      corpora.ReopenAll(report, control);
    } else {
      corpora.Look(report, control);
    }
  }
}

// Null if all shards are here.
Result<std::unique_ptr<Backends>> OpenBackends(const ServeOptions& options, Metrics& metrics,
                                               const std::function<void(std::string_view)>& tell) {
  if (options.backends.empty()) return std::unique_ptr<Backends>();
  std::vector<std::string> names;
  for (const std::string& path : options.corpora) names.push_back(CorpusName(path));
  return Backends::Open(options.backends, std::move(names), {.tls = options.backend_tls}, metrics,
                        tell);
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
  Metrics metrics;
  OpenOptions open = options.open;
  AKIN_TRY_ASSIGN(const auto backends, OpenBackends(options, metrics, tell));
  open.backends = backends.get();
  AKIN_TRY_ASSIGN(const auto corpora, Corpora::Of(options.corpora, open));
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
  KeepUp(*corpora, backends.get(), metrics, signals, tell);
  service.SetStage(Stage::kDraining);
  std::this_thread::sleep_for(options.drain);
  http->Drain();
  return {};
}

}  // namespace akin::server
