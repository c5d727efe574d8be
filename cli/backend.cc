#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <memory>

#include "akin/files.h"
#include "akin/try.h"
#include "flags.h"
#include "print.h"
#include "server/backends_file.h"
#include "server/serve_backend.h"
#include "verbs.h"

namespace akin::cli {
namespace {

// A signal handler can reach no more than this.
std::atomic<bool> new_generation_wanted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

struct BackendFlags {
  server::ServeBackendOptions options;
  unsigned port = server::BackendServerOptions().port;
  std::string shards;
  bool no_verify = false;
};

Status RunBackend(const Session& session, const BackendFlags& flags) {
  if (flags.port > 65535) {
    return {Code::kInvalidArgument, fmt::format("port {}; ports are 0 to 65535", flags.port)};
  }
  server::ServeBackendOptions options = flags.options;
  options.server.port = static_cast<uint16_t>(flags.port);
  options.server.threads = session.threads;
  options.verify = !flags.no_verify;
  if (!flags.shards.empty()) {
    AKIN_TRY_ASSIGN(options.shards, server::ParseShards(flags.shards));
  }
  // A file that is cut short while it is mapped must not end all of it.
  AKIN_TRY(GuardMappedFiles());
  std::signal(SIGHUP, [](int) { new_generation_wanted = true; });
  return server::ServeBackend(
      options, {.stop = session.stop,
                .reopen = new_generation_wanted,
                .tell = [](std::string_view line) { Print(stderr, "akin: {}\n", line); },
                .ready =
                    [](const std::string& what) {
                      Print("serving {}\n", what);
                      std::fflush(stdout);
                    }});
}

}  // namespace

void AddBackend(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("backend", "Answer for some shards of an index, over gRPC");
  auto flags = std::make_shared<BackendFlags>();
  server::ServeBackendOptions& options = flags->options;
  verb.AddArgument("CORPUS", options.corpus, "with indexes/NAME in it; no more is read").Required();
  AddFlag(verb, "--index", options.index).Required().Describe("the index, one of fingerprints");
  AddFlag(verb, "--shards", flags->shards).Default("all that are there");
  AddFlag(verb, "--port", flags->port);
  AddFlag(verb, "--address", options.server.address)
      .Describe("address to listen on; whoever can connect to it may ask, unless --ca is given");
  AddFlag(verb, "--certificate", options.server.tls.certificate);
  AddFlag(verb, "--key", options.server.tls.key);
  AddFlag(verb, "--ca", options.server.tls.ca);
  AddFlag(verb, "--queue", options.server.queue)
      .Describe("questions that may wait for a thread; more are refused at once");
  AddSwitch(verb, "--no-verify", flags->no_verify);
  AddFlag(verb, "--threads", session.threads);
  verb.SetIntroduction(R"(What to type, on two machines and then on a third:
  akin backend web.akin --index psimrank --shards 0-4 --address 10.0.0.1
  akin backend web.akin --index psimrank --shards 5-9 --address 10.0.0.2
  printf 'psimrank 0-4 10.0.0.1:7412\npsimrank 5-9 10.0.0.2:7412\n' > backends
  akin serve web.akin --backends backends
)");
  verb.SetFooter(R"(An index of 100 fingerprints has 10 shards. A back end answers for some of them,
and needs nothing else of the corpus; the front end (akin serve --backends) has
the names, asks all back ends, and puts their answers together: the answer is
that of one machine with all shards. If a back end dies, scores are means over
the other fingerprints, with larger errors, and the answer says so. Two back ends
with the same shards are replicas: one answers if the other does not.

Questions name the very index by checksums, and a back end answers about no
other. On SIGHUP it opens the index that is on disk now, and answers about both
until nobody has asked about the old one for a minute. SIGTERM and Ctrl-C end it
once all questions are answered.

Anybody who can connect may ask. With --certificate and --key the connection is
encrypted, and with --ca only those may ask who have a certificate of that
authority. The standard health and reflection services are there too.

Exit code: 0 ended on request, 2 an error.
)");
  verb.SetWork([&session, flags] { return session.CodeOf(RunBackend(session, *flags)); });
}

}  // namespace akin::cli
