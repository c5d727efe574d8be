// Who may ask: addresses, tokens, rates, and which web pages.
#ifndef AKIN_SERVER_ACCESS_H_
#define AKIN_SERVER_ACCESS_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/status.h"
#include "server/service.h"

namespace akin::server {

struct AccessOptions {
  bool loopback = true;    // only this machine can connect
  std::string token_file;  // lines of tokens; empty: none is asked for
  bool open = false;       // anybody may ask, without a token
  double rate = 0;         // requests per second of a token, or else of an address; 0: any
  std::vector<std::string> allow_origins;  // "https://example.org", or "*"
};

class Access {
 public:
  using Clock = std::chrono::steady_clock;
  using Headers = std::vector<std::pair<std::string_view, std::string>>;

  // kInvalidArgument if strangers could ask without a token, and nobody said that they may.
  static Result<std::unique_ptr<Access>> Of(const AccessOptions& options);

  // The reply to a request for a name that is not this machine's; nothing if it may go on. `host`
  // is the header. Only where anybody on this machine may ask: a web page can make its own name
  // point to 127.0.0.1 (DNS rebinding), and a browser would then let it read the answers.
  std::optional<Reply> RefuseHost(std::string_view host) const;

  // The reply to a request that is refused; nothing if it may go on. `authorization` is the header,
  // empty if there is none; `peer` an address.
  std::optional<Reply> Refuse(std::string_view path, std::string_view authorization,
                              const std::string& peer, Clock::time_point now = Clock::now());

  // The headers that let a page from this origin read an answer, or an error; none if it may not.
  Headers ForOrigin(std::string_view origin) const;
  // Those that a browser asks for before it sends a request that needs leave.
  Headers ForPreflight(std::string_view origin) const;

 private:
  using Digest = std::array<unsigned char, 32>;
  struct Bucket {
    double left = 0;
    Clock::time_point at;
  };

  explicit Access(const AccessOptions& options) : options_(options) {}
  Status ReadTokens();
  bool Knows(const Digest& digest) const;
  // The seconds after which it may ask again; nothing if it may now.
  std::optional<unsigned> Spend(const std::string& who, Clock::time_point now);

  AccessOptions options_;
  std::vector<Digest> tokens_;
  std::mutex mutex_;
  std::map<std::string, Bucket> buckets_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_ACCESS_H_
