#include "server/access.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/sha.h>

#include <algorithm>
#include <cmath>

#include "akin/errors.h"
#include "akin/files.h"
#include "akin/try.h"

namespace akin::server {
namespace {

constexpr size_t kShortestToken = 16;
constexpr size_t kMostBuckets = 10'000;
constexpr std::string_view kScheme = "bearer ";
constexpr std::string_view kBelow = ".localhost";

bool SameLetters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return (x | 32) == (y | 32); });
}

// The token of a header "Bearer TOKEN"; empty if there is none.
std::string_view TokenOf(std::string_view authorization) {
  if (!SameLetters(authorization.substr(0, kScheme.size()), kScheme)) return {};
  return authorization.substr(kScheme.size());
}

// Whether a Host header, with or without a port, can only mean this machine: localhost, names below
// it, and the addresses of the loopback.
bool IsThisMachine(std::string_view host) {
  if (host.empty()) return true;  // HTTP/1.0
  if (const size_t colon = host.rfind(':');
      colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos) {
    host = host.substr(0, colon);
  }
  const std::string_view below = host.substr(host.size() - std::min(host.size(), kBelow.size()));
  if (SameLetters(host, kBelow.substr(1)) || SameLetters(below, kBelow) || host == "[::1]") {
    return true;
  }
  in_addr address;
  return inet_pton(AF_INET, std::string(host).c_str(), &address) == 1 &&
         ntohl(address.s_addr) >> 24 == 127;
}

}  // namespace

Result<std::unique_ptr<Access>> Access::Of(const AccessOptions& options) {
  if (!options.token_file.empty() && options.open) {
    return InvalidArgument("public", "either anybody may ask, or who has a token; not both");
  }
  if (!options.loopback && options.token_file.empty() && !options.open) {
    return InvalidArgument("address",
                           "others could connect to this address; give a file of tokens, or say "
                           "that anybody may ask");
  }
  std::unique_ptr<Access> access(new Access(options));
  if (!options.token_file.empty()) AKIN_TRY(access->ReadTokens());
  return access;
}

// Digests have one length, so comparing them tells nothing of a token, not even how long it is.
Status Access::ReadTokens() {
  AKIN_TRY(EachLine(options_.token_file, [&](const Place& place, std::string_view line) -> Status {
    if (line.empty() || line.front() == '#') return {};
    const bool plain =
        std::all_of(line.begin(), line.end(), [](char c) { return c > 32 && c < 127; });
    if (!plain || line.size() < kShortestToken) {
      return BadInput(place,
                      fmt::format("a token has at least {} letters, digits and signs, and no "
                                  "blanks",
                                  kShortestToken));
    }
    Digest& digest = tokens_.emplace_back();
    SHA256(reinterpret_cast<const unsigned char*>(line.data()), line.size(), digest.data());
    return {};
  }));
  if (tokens_.empty()) return BadInput({.file = options_.token_file}, "no token in it");
  return {};
}

bool Access::Knows(const Digest& digest) const {
  bool known = false;
  for (const Digest& token : tokens_) {
    known |= CRYPTO_memcmp(token.data(), digest.data(), digest.size()) == 0;
  }
  return known;
}

std::optional<unsigned> Access::Spend(const std::string& who, Clock::time_point now) {
  const double most = std::max(options_.rate, 1.0);  // what may be asked at once after a while
  const auto filled = [&](const Bucket& bucket) {
    const double seconds = std::chrono::duration<double>(now - bucket.at).count();
    return std::min(most, bucket.left + seconds * options_.rate);
  };
  const std::lock_guard lock(mutex_);
  if (buckets_.size() >= kMostBuckets && buckets_.find(who) == buckets_.end()) {
    std::erase_if(buckets_, [&](const auto& entry) { return filled(entry.second) >= most; });
    if (buckets_.size() >= kMostBuckets) buckets_.erase(buckets_.begin());
  }
  Bucket& bucket = buckets_.try_emplace(who, Bucket{.left = most, .at = now}).first->second;
  bucket = {.left = filled(bucket), .at = now};
  if (bucket.left < 1) {
    return static_cast<unsigned>(std::ceil(std::max(1.0, (1 - bucket.left) / options_.rate)));
  }
  bucket.left -= 1;
  return std::nullopt;
}

std::optional<Reply> Access::RefuseHost(std::string_view host) const {
  if (!options_.loopback || options_.open || !tokens_.empty() || IsThisMachine(host)) {
    return std::nullopt;
  }
  return ErrorReply(421, "wrong_host",
                    Status(Code::kInvalidArgument,
                           "the header Host names another machine than this one; a server that is "
                           "asked by other names must have tokens, or be public"));
}

std::optional<Reply> Access::Refuse(std::string_view path, std::string_view authorization,
                                    const std::string& peer, Clock::time_point now) {
  if (IsOpenToAll(path)) return std::nullopt;
  std::string who = peer;
  if (!tokens_.empty()) {
    const std::string_view token = TokenOf(authorization);
    Digest digest;
    SHA256(reinterpret_cast<const unsigned char*>(token.data()), token.size(), digest.data());
    if (!Knows(digest)) {
      return ErrorReply(
          401, "no_token",
          Status(Code::kInvalidArgument,
                 "a token that is known here is needed: Authorization: Bearer TOKEN"));
    }
    who.assign(digest.begin(), digest.end());
  }
  if (options_.rate <= 0) return std::nullopt;
  const auto wait = Spend(who, now);
  if (!wait) return std::nullopt;
  Reply reply = ErrorReply(
      429, "too_many_requests",
      Status(Code::kCancelled, fmt::format("more than {} requests per second", options_.rate)));
  reply.retry_after = *wait;
  return reply;
}

Access::Headers Access::ForOrigin(std::string_view origin) const {
  if (origin.empty()) return {};
  for (const std::string& allowed : options_.allow_origins) {
    if (allowed != "*" && allowed != origin) continue;
    return {{"Access-Control-Allow-Origin", allowed == "*" ? "*" : std::string(origin)},
            {"Access-Control-Expose-Headers", "Retry-After"},
            {"Vary", "Origin"}};
  }
  return {};
}

Access::Headers Access::ForPreflight(std::string_view origin) const {
  Headers headers = ForOrigin(origin);
  if (headers.empty()) return headers;
  headers.emplace_back("Access-Control-Allow-Methods", "GET, HEAD, POST");
  headers.emplace_back("Access-Control-Allow-Headers", "Authorization, Content-Type");
  headers.emplace_back("Access-Control-Max-Age", "600");
  return headers;
}

}  // namespace akin::server
