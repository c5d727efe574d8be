#include "server/serve_backend.h"

#include <fmt/format.h>

#include "akin/errors.h"
#include "akin/parts.h"
#include "akin/try.h"
#include "server/backends_file.h"
#include "server/sleep.h"

namespace akin::server {
namespace {

constexpr Milliseconds kBetweenSignals{200};

OpenedPart PartThatAsks(const IndexPart& part) {
  return {.facts = part.facts(), .ask = [part](const auto& question, const std::stop_token& stop) {
            return part.Ask(question, stop);
          }};
}

Result<IndexPart> OpenPart(const ServeBackendOptions& options, const std::stop_token& stop) try {
  AKIN_TRY_ASSIGN(IndexPart part, IndexPart::Open(options.corpus, options.index, options.shards));
  if (options.verify) AKIN_TRY(part.Check({.stop = stop}));
  return part;
} catch (const std::bad_alloc&) {
  return MemoryRefused(options.corpus);
}

// Opens the index anew beside the old one. If it cannot be opened, the old one goes on alone.
void TakeUp(const ServeBackendOptions& options, Backend& backend, const ServeSignals& signals) {
  const auto part = OpenPart(options, signals.stop);
  if (!part.ok()) {
    signals.tell(fmt::format("the new generation is refused, the old one goes on: {}",
                             part.status().message()));
  } else if (backend.Has(part->facts().identity)) {
    signals.tell("nothing has changed");
  } else {
    backend.Put(PartThatAsks(*part));
    signals.tell(fmt::format("shards {} of generation {:016x} answer too",
                             ShardsText(part->facts().held), part->facts().identity.manifest));
  }
}

}  // namespace

Status ServeBackend(const ServeBackendOptions& options, const ServeSignals& signals) {
  AKIN_TRY_ASSIGN(const IndexPart first, OpenPart(options, signals.stop));
  const PartFacts& facts = first.facts();
  Backend backend;
  backend.Put(PartThatAsks(first));
  BackendServerOptions server_options = options.server;
  server_options.vertices = facts.vertices;
  AKIN_TRY_ASSIGN(const auto server, BackendServer::Listen(server_options, backend));
  const bool six = options.server.address.find(':') != std::string::npos;
  signals.ready(fmt::format("shards {} of {} at {}{}{}:{}", ShardsText(facts.held), facts.index,
                            six ? "[" : "", options.server.address, six ? "]" : "",
                            server->port()));
  while (!signals.stop.stop_requested()) {
    Sleep(signals.stop, kBetweenSignals);
    if (signals.stop.stop_requested()) break;
    if (signals.reopen.exchange(false)) TakeUp(options, backend, signals);
    for (const PartFacts& old : backend.Retire(Backend::Clock::now(), options.linger)) {
      signals.tell(fmt::format("generation {:016x} is closed", old.identity.manifest));
    }
  }
  server->Drain(options.drain);
  return {};
}

}  // namespace akin::server
