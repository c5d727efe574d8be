// The whole server: opens corpora, answers over HTTP, takes up changes, and ends in good order.
#ifndef AKIN_SERVER_SERVE_H_
#define AKIN_SERVER_SERVE_H_

#include <atomic>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"
#include "server/access.h"
#include "server/corpora.h"
#include "server/http.h"
#include "server/tls_files.h"

namespace akin::server {

struct ServeOptions {
  std::vector<std::string> corpora;
  OpenOptions open;
  HttpOptions http;
  AccessOptions access;   // `loopback` is found out from the address
  unsigned threads = 0;   // that answer; 0: one per core
  size_t queue = 256;     // requests that may wait for one of them
  Milliseconds drain{0};  // how long to go on after a stop, so that balancers see it
  bool log_requests = false;
  std::string backends;  // the file that says which machines have which shards; empty: none
  TlsFiles backend_tls;  // for connections to them
};

// How the server and its process speak with each other.
struct ServeSignals {
  std::stop_token stop;                             // ends it; open requests are answered
  std::atomic<bool>& reopen;                        // set by others to open all corpora anew
  std::function<void(std::string_view line)> tell;  // what happens; from any thread, one at a time
  std::function<void(const std::string& url)> ready;
};

// Returns when it was stopped, or if it could not begin.
Status Serve(const ServeOptions& options, const ServeSignals& signals);

}  // namespace akin::server

#endif  // AKIN_SERVER_SERVE_H_
