// A back end over gRPC: api/akin.proto, with the standard services for health and reflection.
#ifndef AKIN_SERVER_BACKEND_SERVER_H_
#define AKIN_SERVER_BACKEND_SERVER_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "akin/status.h"
#include "akin/types.h"
#include "server/backend.h"
#include "server/tls_files.h"

namespace akin::server {

struct BackendServerOptions {
  std::string address = "127.0.0.1";
  uint16_t port = 7412;   // 0: any that is free
  TlsFiles tls;           // with a CA, only those may ask to whom it gave a certificate
  unsigned threads = 0;   // that answer, besides the one that got a question; 0: one per core
  size_t queue = 256;     // questions that may wait for one of them; more are refused at once
  VertexId vertices = 0;  // of the index; filters, and so questions, may be the larger for it
};

class BackendServer {
 public:
  // Answers from now on. The back end outlives it.
  static Result<std::unique_ptr<BackendServer>> Listen(const BackendServerOptions& options,
                                                       Backend& backend);
  virtual ~BackendServer() = default;  // drains

  virtual uint16_t port() const = 0;
  // Says that it is not healthy any more, takes no questions, and returns when all are answered.
  // Those that take longer are cancelled.
  virtual void Drain(std::chrono::milliseconds longest) = 0;

 protected:
  BackendServer() = default;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_BACKEND_SERVER_H_
