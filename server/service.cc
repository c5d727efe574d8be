#include "server/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/spelling.h"
#include "server/endpoints.h"
#include "server/page.h"
#include "server/shedding.h"

namespace akin::server {
namespace {

constexpr std::string_view kOpenApi =
#include "openapi.inc"
    ;

using Handler = Result<Json> (*)(Call& call);

struct Route {
  std::string_view method;
  std::string_view path;  // one that ends with a slash goes on
  std::string_view endpoint;
  Handler handler;
  std::span<const std::string_view> parameters = {};

  bool Matches(std::string_view asked) const {
    return path.back() == '/' ? asked.starts_with(path) : asked == path;
  }
};

constexpr Route kRoutes[] = {
    {"GET", "/v1/corpora", "corpora", ListCorpora},
    {"GET", "/v1/indexes", "indexes", ListIndexes, kCorpusParameters},
    {"GET", "/v1/attributes", "attributes", ListAttributes, kCorpusParameters},
    {"GET", "/v1/related", "related", AskRelated, kRelatedParameters},
    {"POST", "/v1/related", "batch", AskRelatedBatch},
    {"GET", "/v1/sim", "sim", AskSim, kSimParameters},
    {"GET", "/v1/explain", "explain", AskExplain, kExplainParameters},
    {"GET", "/v1/walk", "walk", ShowWalk, kWalkParameters},
    {"GET", "/v1/keys", "keys", CompleteKeys, kKeysParameters},
    {"GET", "/v1/vertex/", "vertex", DescribeVertex, kCorpusParameters},
};
constexpr std::string_view kLightPaths[] = {"/healthz", "/readyz", "/metrics", "/openapi.yaml"};

struct ErrorKind {
  Code code;
  int status;
  std::string_view name;
};

// Everything else is a failure of the server.
constexpr ErrorKind kErrorKinds[] = {
    {Code::kInvalidArgument, 400, "invalid_argument"},
    {Code::kNoCorpus, 404, "no_corpus"},
    {Code::kUnknownKey, 404, "unknown_key"},
    {Code::kNoIndex, 404, "no_index"},
    {Code::kNoBags, 404, "no_bags"},
    {Code::kCancelled, 503, "timeout"},
    {Code::kUnavailable, 503, "unavailable"},
    {Code::kTimedOut, 503, "timeout"},
    {Code::kOutOfBudget, 503, "out_of_memory"},
    {Code::kDamaged, 500, "damaged"},
    {Code::kIo, 500, "io"},
};

const ErrorKind& KindOf(Code code) {
  static constexpr ErrorKind kInternal = {Code::kIo, 500, "internal"};
  for (const ErrorKind& kind : kErrorKinds) {
    if (kind.code == code) return kind;
  }
  return kInternal;
}

std::string Dump(const Json& json) {
  // Names from a forged corpus need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Reply FailedReply(const Status& error, const Corpora& corpora) {
  const ErrorKind& kind = KindOf(error.code());
  Reply reply{.status = kind.status,
              .body = Dump({{"error", ErrorObject(kind.name, error, &corpora)}})};
  if (kind.status == 503) reply.retry_after = 1;
  return reply;
}

Reply NoSuchPath(const std::string& path) {
  std::vector<std::string> paths(std::begin(kLightPaths), std::end(kLightPaths));
  for (const Route& route : kRoutes) paths.emplace_back(route.path);
  return ErrorReply(404, "no_such_path",
                    Status(Code::kNotFound, fmt::format("nothing is at {}", path))
                        .Suggesting(SuggestWords(paths, path)));
}

Reply WrongMethod(const std::string& method, std::string allowed) {
  Reply reply = ErrorReply(
      405, "no_such_method",
      Status(Code::kInvalidArgument,
             fmt::format("method {} is not for this path; there is {}", method, allowed)));
  reply.allow = std::move(allowed);
  return reply;
}

Reply NotYet() {
  Reply reply = ErrorReply(503, "opening", Status(Code::kCancelled, "corpora are being opened"));
  reply.retry_after = 1;
  return reply;
}

Reply HandleRoute(const Route& route, const Request& request, const Corpora& corpora,
                  const std::stop_token& stop) try {
  auto parameters = Parameters::Of(request.target.query, route.parameters);
  if (!parameters.ok()) return FailedReply(parameters.status(), corpora);
  Call call{.corpora = corpora,
            .parameters = std::move(*parameters),
            .rest = request.target.path.substr(route.path.size()),
            .body = request.body,
            .effort = EffortUnder(request.load, request.fingerprints),
            .stop = stop,
            .deadline = request.deadline};
  const Result<Json> answer = route.handler(call);
  Reply reply = answer.ok() ? Reply{.body = Dump(*answer)} : FailedReply(answer.status(), corpora);
  reply.members = call.members;
  return reply;
} catch (const std::bad_alloc&) {  // of a large answer
  return FailedReply(MemoryRefused("the answer"), corpora);
} catch (const std::exception& error) {  // a mistake in one request must not end the others
  return FailedReply(Status(Code::kIo, error.what()), corpora);
}

}  // namespace

std::string_view CodeName(Code code) { return KindOf(code).name; }

Json ErrorObject(std::string_view code, const Status& error, const Corpora* corpora) {
  return {{"code", code},
          {"message", corpora == nullptr ? error.message() : corpora->WithNames(error.message())},
          {"parameter", error.parameter()},
          {"suggestions", error.suggestions()}};
}

Reply ErrorReply(int status, std::string_view code, const Status& error) {
  return {.status = status, .body = Dump({{"error", ErrorObject(code, error)}})};
}

bool IsLight(std::string_view path) {
  return FindPageFile(path) != nullptr ||
         std::find(std::begin(kLightPaths), std::end(kLightPaths), path) != std::end(kLightPaths);
}

bool IsOpenToAll(std::string_view path) {
  return path == "/healthz" || path == "/readyz" || FindPageFile(path) != nullptr;
}

Reply Service::Light(const Request& request) const {
  const std::string& path = request.target.path;
  if (request.method != "GET") return WrongMethod(request.method, "GET, HEAD");
  // The page keeps in its query what it shows; that is no business of the server.
  if (const PageFile* file = FindPageFile(path)) return PageReply(*file, request);
  const auto given = Parameters::Of(request.target.query, {});
  if (!given.ok()) return FailedReply(given.status(), corpora_);
  Reply reply{.endpoint = "light"};
  if (path == "/metrics") {
    reply.type = "text/plain; version=0.0.4; charset=utf-8";
    reply.body = metrics_();
  } else if (path == "/openapi.yaml") {
    reply.type = "application/yaml";
    reply.body = kOpenApi;
  } else if (path == "/healthz") {
    reply.body = Dump({{"alive", true}});
  } else {
    const bool ready = stage_ == Stage::kReady && corpora_.BackendsWereUp();
    reply.status = ready ? 200 : 503;
    reply.body = Dump({{"ready", ready}});
  }
  return reply;
}

Reply Service::Handle(const Request& request, const std::stop_token& stop) const {
  const std::string& path = request.target.path;
  if (IsLight(path)) return Light(request);
  std::string methods;
  for (const Route& route : kRoutes) {
    if (!route.Matches(path)) continue;
    if (route.method != request.method) {
      methods += fmt::format("{}{}", methods.empty() ? "" : ", ",
                             route.method == "GET" ? "GET, HEAD" : route.method);
      continue;
    }
    if (stage_ == Stage::kOpening) return NotYet();
    Reply reply = HandleRoute(route, request, corpora_, stop);
    reply.endpoint = route.endpoint;
    return reply;
  }
  return methods.empty() ? NoSuchPath(path) : WrongMethod(request.method, std::move(methods));
}

}  // namespace akin::server
