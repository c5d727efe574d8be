// One connection of a client: reads requests one after the other, has them answered, writes the
// answers. Deadlines end clients that are slow, and a client that goes away ends its query.
#ifndef AKIN_SERVER_CONNECTION_H_
#define AKIN_SERVER_CONNECTION_H_

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <utility>  // before Boost 1.74, which forgets it

#include "server/http.h"

namespace akin::server {

// What the connections of a server share.
struct Shared {
  HttpOptions options;
  HttpParts parts;
  boost::asio::ssl::context* tls = nullptr;  // null: without TLS
  std::atomic<bool> draining = false;
  std::atomic<size_t> connections = 0;

  // So many are connected that nobody may keep a connection that he does not use.
  bool crowded() const { return connections * 4 > options.connections * 3; }
};

class Connection {
 public:
  virtual ~Connection() = default;
  // Closes it if it is between requests. Called when the server drains, from any thread.
  virtual void CloseIfIdle() = 0;
};

// Serves the connection until it ends, then calls `ended` on one of the I/O threads. The executor
// of the socket is a strand.
std::shared_ptr<Connection> StartConnection(boost::asio::ip::tcp::socket socket, Shared& shared,
                                            std::function<void()> ended);

}  // namespace akin::server

#endif  // AKIN_SERVER_CONNECTION_H_
