// The service over HTTP/1.1, with or without TLS. Only this and connection.cc know sockets.
//
// One or two threads move bytes; workers answer. What is answered from memory (health, metrics)
// never waits for a worker, so a busy server is not taken for a dead one.
#ifndef AKIN_SERVER_HTTP_H_
#define AKIN_SERVER_HTTP_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "akin/status.h"
#include "server/access.h"
#include "server/metrics.h"
#include "server/service.h"
#include "server/shedding.h"
#include "server/workers.h"

namespace akin::server {

using Milliseconds = std::chrono::milliseconds;

struct HttpOptions {
  std::string address = "127.0.0.1";
  uint16_t port = 7411;  // 0: any that is free
  unsigned io_threads = 1;
  Milliseconds deadline{10'000};  // from the last byte of a request to its answer
  Milliseconds transfer{10'000};  // for the header of a request, its body, and the answer, each
  Milliseconds idle{60'000};      // between requests
  size_t header_bytes = 16 << 10;
  size_t body_bytes = 1 << 20;
  unsigned requests_per_connection = 10'000;  // then it is closed, so that clients spread anew
  size_t connections = 4096;                  // others wait until one is closed
  bool shed = false;                          // less effort while many wait
  FingerprintRange fingerprints;              // how many an answer gets (server/shedding.h)
  std::string certificate;                    // a file in PEM format; empty: no TLS
  std::string key;                            // that of its private key
};

// Whether only this machine can connect to an address. kInvalidArgument if it is none.
Result<bool> IsLoopback(const std::string& address);

// What connections need; all of it outlives them.
struct HttpParts {
  const Service& service;
  Access& access;
  Metrics& metrics;
  Workers& workers;
  std::function<void(std::string_view line)> log;  // of requests; may be empty
};

class HttpServer {
 public:
  // Accepts connections from now on.
  static Result<std::unique_ptr<HttpServer>> Listen(const HttpOptions& options, HttpParts parts);
  ~HttpServer();  // drains

  uint16_t port() const;
  // Takes no connections any more, closes those without a request, and returns when all requests
  // are answered.
  void Drain();

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_HTTP_H_
