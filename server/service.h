// What is asked over HTTP, without HTTP: a request in, a reply out. Knows nothing of sockets,
// threads, queues, tokens. server/api/openapi.yaml describes what it takes and gives.
#ifndef AKIN_SERVER_SERVICE_H_
#define AKIN_SERVER_SERVICE_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/corpora.h"
#include "server/shedding.h"
#include "server/url.h"

namespace akin::server {

struct Request {
  std::string method = "GET";  // HEAD is asked as GET
  Target target;
  std::string body;
  std::string accept_encoding = {};  // the headers of these names; empty if there are none
  std::string if_none_match = {};
  // Until when an answer is worth having.
  std::chrono::steady_clock::time_point deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(10);
  double load = 0;  // of the server, if it may give answers less effort (server/shedding.h)
  FingerprintRange fingerprints = {};
};

struct Reply {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string_view, std::string>> headers = {};  // besides those of all
  std::string allow = {};                    // with status 405: the methods that there are
  std::optional<unsigned> retry_after = {};  // seconds
  std::string_view endpoint = "other";       // which part of the interface it was, for metrics
  uint64_t members = 0;                      // of trees that were read for it
};

// The reply to a request that failed, whoever found that out.
Reply ErrorReply(int status, std::string_view code, const Status& error);

enum class Stage {
  kOpening,   // nothing can be asked about corpora yet
  kReady,     //
  kDraining,  // as ready, but /readyz says no, so that nobody new is sent here
};

class Service {
 public:
  // `metrics` makes the text of /metrics.
  Service(const Corpora& corpora, std::function<std::string()> metrics)
      : corpora_(corpora), metrics_(std::move(metrics)) {}

  // A stop makes it soon reply with 503. May be called from many threads.
  Reply Handle(const Request& request, const std::stop_token& stop = {}) const;

  void SetStage(Stage stage) { stage_ = stage; }
  Stage stage() const { return stage_; }

 private:
  Reply Light(const Request& request) const;

  const Corpora& corpora_;
  std::function<std::string()> metrics_;
  std::atomic<Stage> stage_ = Stage::kOpening;
};

// Whether a path is answered at once from memory, so that it need not wait for others: health,
// metrics, the description of the interface, the page.
bool IsLight(std::string_view path);
// Whether anybody may ask it, with or without a token: health, and the page, which asks for one.
bool IsOpenToAll(std::string_view path);

}  // namespace akin::server

#endif  // AKIN_SERVER_SERVICE_H_
