#include "server/serve.h"

#include <fmt/format.h>

#include <atomic>
#include <charconv>
#include <csignal>
#include <memory>

#include "akin/files.h"
#include "akin/try.h"
#include "flags.h"
#include "print.h"
#include "verbs.h"

namespace akin::cli {
namespace {

// A signal handler can reach no more than this.
std::atomic<bool> reopen_wanted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

struct ServeFlags {
  server::ServeOptions options;
  unsigned port = server::HttpOptions().port;
  double deadline = 10;
  double transfer = 10;
  double idle = 60;
  double drain = 0;
  bool no_verify = false;
  bool no_completion = false;
  std::string fingerprints;
};

// MIN..MAX, or one number.
Result<server::FingerprintRange> ParseRange(const std::string& text) {
  server::FingerprintRange range;
  const char* const past = text.data() + text.size();
  const auto least = std::from_chars(text.data(), past, range.least);
  range.most = range.least;
  const char* end = least.ptr;
  if (past - end > 2 && end[0] == '.' && end[1] == '.') {
    end = std::from_chars(end + 2, past, range.most).ptr;
  }
  if (least.ec != std::errc() || end != past || range.least == 0 || range.most < range.least) {
    return Status(Code::kInvalidArgument,
                  fmt::format("'{}' for --fingerprints; write MIN..MAX, such as 30..100", text));
  }
  return range;
}

server::Milliseconds Seconds(double seconds) {
  return server::Milliseconds(static_cast<int64_t>(seconds * 1000));
}

Status CheckServeFlags(const ServeFlags& flags) {
  if (flags.port > 65535) {
    return {Code::kInvalidArgument, fmt::format("port {}; ports are 0 to 65535", flags.port)};
  }
  for (const double seconds : {flags.deadline, flags.transfer, flags.idle}) {
    if (!(seconds > 0 && seconds <= 86'400)) {
      return {Code::kInvalidArgument,
              "--deadline, --transfer and --idle are above 0, and at most a day"};
    }
  }
  if (!(flags.drain >= 0 && flags.drain <= 3600)) {
    return {Code::kInvalidArgument, "--drain is from 0 to 3600 seconds"};
  }
  return {};
}

Status RunServer(const Session& session, const ServeFlags& flags) {
  if (Status status = CheckServeFlags(flags); !status.ok()) return status;
  server::ServeOptions options = flags.options;
  options.http.port = static_cast<uint16_t>(flags.port);
  options.http.deadline = Seconds(flags.deadline);
  options.http.transfer = Seconds(flags.transfer);
  options.http.idle = Seconds(flags.idle);
  options.drain = Seconds(flags.drain);
  options.open.verify = !flags.no_verify;
  options.open.complete = !flags.no_completion;
  options.threads = session.threads;
  if (!flags.fingerprints.empty()) {
    AKIN_TRY_ASSIGN(options.http.fingerprints, ParseRange(flags.fingerprints));
  }
  // A file that is cut short while it is mapped must not end all of it.
  if (Status status = GuardMappedFiles(); !status.ok()) return status;
  std::signal(SIGHUP, [](int) { reopen_wanted = true; });
  std::signal(SIGPIPE, SIG_IGN);
  return server::Serve(options,
                       {.stop = session.stop,
                        .reopen = reopen_wanted,
                        .tell = [](std::string_view line) { Print(stderr, "akin: {}\n", line); },
                        .ready =
                            [](const std::string& url) {
                              Print("serving at {}\n", url);
                              std::fflush(stdout);
                            }});
}

}  // namespace

void AddServe(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("serve", "Answer over HTTP");
  auto flags = std::make_shared<ServeFlags>();
  server::ServeOptions& options = flags->options;
  verb.AddArgument("CORPUS", options.corpora, "made by akin ingest; several may be served")
      .Required();
  AddFlag(verb, "--port", flags->port);
  AddFlag(verb, "--address", options.http.address);
  AddFlag(verb, "--token-file", options.access.token_file);
  AddSwitch(verb, "--public", options.access.open);
  AddFlag(verb, "--rate", options.access.rate).Default("no limit");
  AddFlag(verb, "--allow-origin", options.access.allow_origins);
  AddFlag(verb, "--certificate", options.http.certificate);
  AddFlag(verb, "--key", options.http.key);
  AddFlag(verb, "--backends", options.backends);
  AddFlag(verb, "--backend-certificate", options.backend_tls.certificate);
  AddFlag(verb, "--backend-key", options.backend_tls.key);
  AddFlag(verb, "--backend-ca", options.backend_tls.ca);
  AddFlag(verb, "--queue", options.queue);
  const Flag shed = AddSwitch(verb, "--shed", options.http.shed);
  AddFlag(verb, "--fingerprints", flags->fingerprints)
      .Excludes(shed)
      .Takes("MIN..MAX")
      .Default("all")
      .Describe(
          "how many fingerprints of an index each answer gets: MIN if many requests wait, MAX if "
          "none does; which ones depends on the vertex, and the closer look is left out");
  AddFlag(verb, "--deadline", flags->deadline);
  AddFlag(verb, "--transfer", flags->transfer);
  AddFlag(verb, "--idle", flags->idle);
  AddFlag(verb, "--max-requests", options.http.requests_per_connection);
  AddFlag(verb, "--max-connections", options.http.connections);
  AddFlag(verb, "--drain", flags->drain);
  AddSwitch(verb, "--no-verify", flags->no_verify);
  AddSwitch(verb, "--no-completion", flags->no_completion);
  AddSwitch(verb, "--verbose", options.log_requests);
  AddFlag(verb, "--threads", session.threads);
  verb.SetIntroduction(R"(What to type:
  akin serve web.akin                          then open http://127.0.0.1:7411
  curl 'http://127.0.0.1:7411/v1/related?key=KEY'     or ask from a program
)");
  verb.SetFooter(R"(Only this machine can connect, unless --address says otherwise, which needs
tokens (--token-file) or --public. /openapi.yaml describes the interface,
/readyz says whether all indexes are open, /metrics has figures.

With --backends, shards of the indexes that FILE names are on other machines
(akin backend). Answers are the same; what is missing of them is told. On SIGHUP
FILE is read again.

A corpus that changes on disk is opened beside the old one, verified and warmed
up, and then takes its place; so it is on SIGHUP. SIGTERM and Ctrl-C end the
server once all open requests are answered.

Exit code: 0 ended on request, 2 an error.

Examples:
  akin serve web.akin
  akin serve web.akin site.akin --port 8080
  akin serve web.akin --address 0.0.0.0 --token-file tokens --rate 100 \
    --certificate server.pem --key server.key
  akin serve web.akin --backends backends
)");
  verb.SetWork([&session, flags] { return session.CodeOf(RunServer(session, *flags)); });
}

}  // namespace akin::cli
