#include "server/http.h"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "server/connection.h"

namespace akin::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

Status Failed(const std::string& what, const error_code& error) {
  return Status(Code::kIo, fmt::format("{}: {}", what, error.message()))
      .WithSystemError(error.category() == boost::system::system_category() ? error.value() : 0);
}

Result<std::unique_ptr<asio::ssl::context>> TlsContext(const HttpOptions& options) {
  if (options.certificate.empty() != options.key.empty()) {
    return InvalidArgument(options.key.empty() ? "key" : "certificate",
                           "TLS needs a certificate and its key");
  }
  if (options.certificate.empty()) return std::unique_ptr<asio::ssl::context>();
  auto context = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_server);
  error_code error;
  context->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                           asio::ssl::context::no_tlsv1_1 | asio::ssl::context::single_dh_use,
                       error);
  context->use_certificate_chain_file(options.certificate, error);
  if (error) return Failed(options.certificate + ": no certificate", error);
  context->use_private_key_file(options.key, asio::ssl::context::pem, error);
  if (error) return Failed(options.key + ": not the key of the certificate", error);
  return context;
}

}  // namespace

Result<bool> IsLoopback(const std::string& address) {
  error_code error;
  const auto parsed = asio::ip::make_address(address, error);
  if (error) {
    return InvalidArgument("address",
                           fmt::format("'{}' is no address, such as 127.0.0.1 or ::", address));
  }
  return parsed.is_loopback();
}

class HttpServer::Impl {
 public:
  Impl(const HttpOptions& options, HttpParts parts) : shared_{options, std::move(parts)} {}
  ~Impl() { Drain(); }

  Status Listen() {
    AKIN_TRY_ASSIGN(tls_, TlsContext(options()));
    shared_.tls = tls_.get();
    error_code error;
    const tcp::endpoint endpoint(asio::ip::make_address(options().address, error), options().port);
    const auto step = [&](auto&& call) {
      if (!error) call();
    };
    step([&] { acceptor_.open(endpoint.protocol(), error); });
    step([&] { acceptor_.set_option(tcp::acceptor::reuse_address(true), error); });
    step([&] { acceptor_.bind(endpoint, error); });
    step([&] { acceptor_.listen(tcp::acceptor::max_listen_connections, error); });
    if (error) {
      return Failed(fmt::format("address {}, port {}", options().address, options().port), error);
    }
    port_ = acceptor_.local_endpoint().port();
    asio::co_spawn(acceptor_.get_executor(), Accept(), asio::detached);
    for (unsigned i = 0; i < options().io_threads; ++i) {
      threads_.emplace_back([this] { io_.run(); });
    }
    return {};
  }

  uint16_t port() const { return port_; }

  void Drain() {
    if (threads_.empty()) return;
    shared_.draining = true;
    asio::post(acceptor_.get_executor(), [this] {
      error_code ignored;
      acceptor_.close(ignored);
    });
    {
      std::unique_lock lock(mutex_);
      for (const auto& [number, connection] : open_) {
        if (const auto held = connection.lock()) held->CloseIfIdle();
      }
      none_open_.wait(lock, [this] { return open_.empty() && !accepting_; });
    }
    work_.reset();
    threads_.clear();
  }

 private:
  const HttpOptions& options() const { return shared_.options; }

  asio::awaitable<void> Accept() {
    asio::steady_timer pause(acceptor_.get_executor());
    while (!shared_.draining) {
      error_code error;
      tcp::socket socket = co_await acceptor_.async_accept(
          asio::make_strand(io_), asio::redirect_error(asio::use_awaitable, error));
      if (!error) Begin(std::move(socket));
      // Out of descriptors, or enough connections: whoever comes next waits.
      while (!shared_.draining && (error || shared_.connections >= options().connections)) {
        error = {};
        pause.expires_after(Milliseconds(10));
        co_await pause.async_wait(asio::use_awaitable);
      }
    }
    const std::lock_guard lock(mutex_);
    accepting_ = false;
    none_open_.notify_all();
  }

  void Begin(tcp::socket socket) {
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    const uint64_t number = ++last_;
    ++shared_.connections;
    shared_.parts.metrics.CountConnection(1);
    {
      const std::lock_guard lock(mutex_);
      open_[number];
    }
    // It may begin, and even end, before this returns.
    const auto started =
        StartConnection(std::move(socket), shared_, [this, number] { End(number); });
    const std::lock_guard lock(mutex_);
    const auto still = open_.find(number);
    if (still == open_.end()) return;
    still->second = started;
    if (shared_.draining) started->CloseIfIdle();
  }

  void End(uint64_t number) {
    --shared_.connections;
    shared_.parts.metrics.CountConnection(-1);
    const std::lock_guard lock(mutex_);
    open_.erase(number);
    if (open_.empty()) none_open_.notify_all();
  }

  Shared shared_;
  std::unique_ptr<asio::ssl::context> tls_;
  asio::io_context io_;
  asio::executor_work_guard<asio::io_context::executor_type> work_{io_.get_executor()};
  tcp::acceptor acceptor_{asio::make_strand(io_)};
  uint16_t port_ = 0;
  std::mutex mutex_;
  std::condition_variable none_open_;
  bool accepting_ = true;
  uint64_t last_ = 0;  // only Begin counts
  std::map<uint64_t, std::weak_ptr<Connection>> open_;
  std::vector<std::jthread> threads_;
};

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() = default;
uint16_t HttpServer::port() const { return impl_->port(); }
void HttpServer::Drain() { impl_->Drain(); }

Result<std::unique_ptr<HttpServer>> HttpServer::Listen(const HttpOptions& options,
                                                       HttpParts parts) {
  AKIN_TRY(IsLoopback(options.address).status());
  auto impl = std::make_unique<Impl>(options, std::move(parts));
  AKIN_TRY(impl->Listen());
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

}  // namespace akin::server
