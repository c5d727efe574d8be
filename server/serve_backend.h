// The whole back end: opens some shards of an index, verifies them, answers over gRPC, takes up a
// new generation when it is told to, and ends in good order.
#ifndef AKIN_SERVER_SERVE_BACKEND_H_
#define AKIN_SERVER_SERVE_BACKEND_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "akin/status.h"
#include "server/backend_server.h"
#include "server/serve.h"

namespace akin::server {

struct ServeBackendOptions {
  std::string corpus;
  std::string index;
  std::vector<uint32_t> shards;  // empty: all that are there
  bool verify = true;            // read every byte at the start, and of each new generation
  BackendServerOptions server;
  // How long an old generation answers besides a new one after the last question about it.
  std::chrono::milliseconds linger{60'000};
  std::chrono::milliseconds drain{10'000};  // how long questions may still take after a stop
};

// `ready` hears what is served and where: "shards 0-3 of psimrank at 127.0.0.1:7412". Returns when
// it was stopped, or if it could not begin.
Status ServeBackend(const ServeBackendOptions& options, const ServeSignals& signals);

}  // namespace akin::server

#endif  // AKIN_SERVER_SERVE_BACKEND_H_
