#include "server/connection.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <optional>
#include <type_traits>

#include "akin/errors.h"

namespace akin::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using Plain = beast::tcp_stream;
using Encrypted = beast::ssl_stream<beast::tcp_stream>;
using Clock = std::chrono::steady_clock;
using Message = http::request<http::string_body>;
using Response = http::response<http::string_body>;

constexpr Milliseconds kHurry{2000};     // the idle time while it is crowded
constexpr Milliseconds kFarewell{1000};  // for a client to take the last answer
constexpr int kClientGone = 499;         // what metrics and the log call it, as others do
constexpr size_t kUnread = 256 << 10;    // bytes that are thrown away meanwhile

auto Into(error_code& error) { return asio::redirect_error(asio::use_awaitable, error); }

std::string_view View(beast::string_view text) { return {text.data(), text.size()}; }

// A request on its way through a worker. The connection waits for it, by a timer that is cancelled
// when there is a reply and otherwise ends at the deadline. All but `stop` and `request` belongs to
// the strand of the connection.
struct Pending {
  explicit Pending(const asio::any_io_executor& executor) : timer(executor) {}

  Request request;
  std::stop_source stop;
  std::optional<Reply> reply;
  asio::steady_timer timer;
};

Reply BusyReply() {
  Reply reply = ErrorReply(503, "busy", Status(Code::kCancelled, "too many requests wait"));
  reply.retry_after = 1;
  return reply;
}

// What is wrong with a request that cannot be read; nothing if the client is slow or gone, and not
// worth a reply.
std::optional<Reply> ReplyToUnreadable(const error_code& error, const HttpOptions& options) {
  const auto reply = [](int status, std::string_view code, const std::string& text) {
    return ErrorReply(status, code, Status(Code::kInvalidArgument, text));
  };
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return reply(431, "header_too_large",
                 fmt::format("the header has more than {} bytes", options.header_bytes));
  }
  if (error == http::error::body_limit) {
    return reply(413, "body_too_large",
                 fmt::format("the body has more than {} bytes", options.body_bytes));
  }
  if (error == http::error::partial_message || error == http::error::end_of_stream ||
      error.category() != make_error_code(http::error::bad_line_ending).category()) {
    return std::nullopt;
  }
  return reply(400, "bad_request", fmt::format("this is not HTTP/1.1: {}", error.message()));
}

template <class Stream>
class ConnectionOn : public Connection, public std::enable_shared_from_this<ConnectionOn<Stream>> {
 public:
  static constexpr bool kEncrypted = std::is_same_v<Stream, Encrypted>;

  template <class... Arguments>
  ConnectionOn(Shared& shared, std::function<void()> ended, Arguments&&... arguments)
      : shared_(shared), ended_(std::move(ended)), stream_(std::forward<Arguments>(arguments)...) {
    error_code error;
    const auto peer = Tcp().socket().remote_endpoint(error);
    if (!error) peer_ = peer.address().to_string();
  }

  void Start() {
    asio::co_spawn(
        stream_.get_executor(), [self = this->shared_from_this()] { return self->Run(); },
        asio::detached);
  }

  void CloseIfIdle() override {
    asio::post(stream_.get_executor(), [self = this->shared_from_this()] {
      if (self->idle_) self->Tcp().close();
    });
  }

 private:
  beast::tcp_stream& Tcp() { return beast::get_lowest_layer(stream_); }
  const HttpOptions& options() const { return shared_.options; }

  // The connection lives until the coroutine, which holds it, has ended.
  asio::awaitable<void> Run() {
    const auto self = this->shared_from_this();
    try {
      error_code error;
      if constexpr (kEncrypted) {
        Tcp().expires_after(options().transfer);
        co_await stream_.async_handshake(asio::ssl::stream_base::server, Into(error));
      }
      if (!error) co_await Serve();
      co_await Leave();
    } catch (const std::exception&) {  // out of memory: this connection ends, the others go on
    }
    Tcp().close();
    ended_();
  }

  asio::awaitable<void> Serve() {
    for (unsigned served = 1;; ++served) {
      const bool more = co_await WaitForBytes();
      if (!more) co_return;
      http::request_parser<http::string_body> parser;
      const bool last = served >= options().requests_per_connection;
      std::optional<Response> response = co_await ReadAndAnswer(parser, last);
      if (!response) co_return;
      const bool again = response->keep_alive();
      error_code error;
      Tcp().expires_after(options().transfer);
      http::response_serializer<http::string_body> serializer(*response);
      if (parser.get().method() == http::verb::head) {
        co_await http::async_write_header(stream_, serializer, Into(error));
      } else {
        co_await http::async_write(stream_, serializer, Into(error));
      }
      if (error || !again) co_return;
    }
  }

  // Between requests, a client may take its time; a server that drains does not wait.
  asio::awaitable<bool> WaitForBytes() {
    if (buffer_.size() > 0) co_return true;
    if (shared_.draining) co_return false;
    idle_ = true;
    Tcp().expires_after(shared_.crowded() ? std::min(kHurry, options().idle) : options().idle);
    error_code error;
    const size_t bytes = co_await stream_.async_read_some(buffer_.prepare(4096), Into(error));
    idle_ = false;
    buffer_.commit(bytes);
    co_return !error;
  }

  // Nothing if the client is not worth a reply.
  asio::awaitable<std::optional<Response>> ReadAndAnswer(
      http::request_parser<http::string_body>& parser, bool last) {
    parser.header_limit(static_cast<uint32_t>(options().header_bytes));
    parser.body_limit(options().body_bytes);
    error_code error;
    Tcp().expires_after(options().transfer);
    co_await http::async_read_header(stream_, buffer_, parser, Into(error));
    if (!error && !parser.is_done()) {
      if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
        co_await Continue(error);
      }
      Tcp().expires_after(options().transfer);
      if (!error) co_await http::async_read(stream_, buffer_, parser, Into(error));
    }
    const Clock::time_point began = Clock::now();
    if (error) {
      std::optional<Reply> refusal = ReplyToUnreadable(error, options());
      if (!refusal) co_return std::nullopt;
      Count(*refusal, began, parser.get());
      co_return ResponseOf(*refusal, parser.get(), true);
    }
    const Message& message = parser.get();
    if (IsPreflight(message)) co_return Preflight(message, last);
    shared_.parts.metrics.CountInFlight(1);
    Reply reply = co_await Answer(message);
    shared_.parts.metrics.CountInFlight(-1);
    if (gone_) reply.status = kClientGone;
    Count(reply, began, message);
    if (gone_) co_return std::nullopt;
    co_return ResponseOf(reply, message, last);
  }

  asio::awaitable<void> Continue(error_code& error) {
    http::response<http::empty_body> go(http::status::continue_, 11);
    co_await http::async_write(stream_, go, Into(error));
  }

  asio::awaitable<Reply> Answer(const Message& message) {
    const auto bad = [](const Status& status) { return ErrorReply(400, "bad_request", status); };
    if (message.version() >= 11 && message.count(http::field::host) != 1) {
      co_return bad(InvalidArgument("", "the header Host is missing, or there are several"));
    }
    auto elsewhere = shared_.parts.access.RefuseHost(View(message[http::field::host]));
    if (elsewhere) co_return std::move(*elsewhere);
    auto target = ParseTarget(View(message.target()));
    if (!target.ok()) {
      co_return ErrorReply(400, "invalid_argument", target.status());
    }
    auto refusal =
        shared_.parts.access.Refuse(target->path, View(message[http::field::authorization]), peer_);
    if (refusal) co_return std::move(*refusal);
    const http::verb asked =
        message.method() == http::verb::head ? http::verb::get : message.method();
    auto pending = std::make_shared<Pending>(stream_.get_executor());
    pending->request = {.method = asked == http::verb::unknown
                                      ? std::string(View(message.method_string()))
                                      : std::string(View(http::to_string(asked))),
                        .target = std::move(*target),
                        .body = message.body(),
                        .accept_encoding = std::string(View(message[http::field::accept_encoding])),
                        .if_none_match = std::string(View(message[http::field::if_none_match]))};
    if (IsLight(pending->request.target.path)) {
      co_return shared_.parts.service.Handle(pending->request);
    }
    co_return co_await AnswerByWorker(std::move(pending));
  }

  asio::awaitable<Reply> AnswerByWorker(std::shared_ptr<Pending> pending) {
    pending->request.deadline = Clock::now() + options().deadline;
    pending->request.fingerprints = options().fingerprints;
    const bool taken =
        shared_.parts.workers.Take([pending, &parts = shared_.parts, shed = options().shed] {
          const bool adapts = shed || pending->request.fingerprints.most > 0;
          if (adapts) pending->request.load = parts.workers.load();
          Reply reply = parts.service.Handle(pending->request, pending->stop.get_token());
          asio::post(pending->timer.get_executor(), [pending, made = std::move(reply)]() mutable {
            pending->reply = std::move(made);
            pending->timer.cancel();
          });
        });
    if (!taken) co_return BusyReply();
    WatchClient(pending);
    pending->timer.expires_after(options().deadline);
    while (!pending->reply) {
      error_code error;
      co_await pending->timer.async_wait(Into(error));
      if (error) continue;  // cancelled
      pending->stop.request_stop();
      pending->timer.expires_at(Clock::time_point::max());
    }
    error_code ignored;
    Tcp().socket().cancel(ignored);  // the watch
    co_return std::move(*pending->reply);
  }

  // A connection that becomes readable has the next request, or its end.
  void WatchClient(const std::shared_ptr<Pending>& pending) {
    Tcp().socket().async_wait(asio::ip::tcp::socket::wait_read,
                              [self = this->shared_from_this(), pending](const error_code& error) {
                                char byte = 0;
                                if (error || pending->reply) return;
                                const ssize_t seen = ::recv(self->Tcp().socket().native_handle(),
                                                            &byte, 1, MSG_PEEK | MSG_DONTWAIT);
                                if (seen > 0 || (seen < 0 && (errno == EAGAIN || errno == EINTR)))
                                  return;
                                self->gone_ = true;
                                pending->stop.request_stop();
                              });
  }

  bool IsPreflight(const Message& message) const {
    return message.method() == http::verb::options &&
           message.count(http::field::access_control_request_method) > 0 &&
           !shared_.parts.access.ForPreflight(View(message[http::field::origin])).empty();
  }

  Response Preflight(const Message& message, bool last) {
    Response response(http::status::no_content, message.version());
    for (const auto& [name, value] :
         shared_.parts.access.ForPreflight(View(message[http::field::origin]))) {
      response.set(beast::string_view(name.data(), name.size()), value);
    }
    response.keep_alive(KeepAlive(message, last));
    return response;
  }

  bool KeepAlive(const Message& message, bool last) const {
    return message.keep_alive() && !last && !shared_.draining && !shared_.crowded();
  }

  Response ResponseOf(Reply& reply, const Message& message, bool last) {
    Response response(static_cast<http::status>(reply.status), message.version());
    response.set(http::field::content_type, reply.type);
    response.set(http::field::cache_control, "no-store");
    response.set("X-Content-Type-Options", "nosniff");
    for (const auto& [name, value] : reply.headers) {
      response.set(beast::string_view(name.data(), name.size()), value);
    }
    if (!reply.allow.empty()) response.set(http::field::allow, reply.allow);
    if (reply.retry_after) {
      response.set(http::field::retry_after, fmt::format("{}", *reply.retry_after));
    }
    if (reply.status == 401) response.set(http::field::www_authenticate, "Bearer");
    for (const auto& [name, value] :
         shared_.parts.access.ForOrigin(View(message[http::field::origin]))) {
      response.insert(beast::string_view(name.data(), name.size()), value);
    }
    response.body() = std::move(reply.body);
    response.keep_alive(KeepAlive(message, last));
    response.prepare_payload();
    return response;
  }

  void Count(const Reply& reply, Clock::time_point began, const Message& message) const {
    const std::chrono::duration<double> taken = Clock::now() - began;
    shared_.parts.metrics.Answered(reply.endpoint, reply.status, taken.count(), reply.members);
    if (!shared_.parts.log) return;
    shared_.parts.log(fmt::format("{} {} {} {:.0f} us", View(message.method_string()),
                                  View(message.target()), reply.status, taken.count() * 1e6));
  }

  // Closing a connection with bytes that were not read would make the client's system throw away
  // the answer. So the client is told that no more comes, and what it still sends is ignored.
  asio::awaitable<void> Leave() {
    error_code error;
    Tcp().expires_after(kFarewell);
    if constexpr (kEncrypted) {
      co_await stream_.async_shutdown(Into(error));
    } else {
      Tcp().socket().shutdown(asio::ip::tcp::socket::shutdown_send, error);
      std::array<char, 4096> unread;
      for (size_t bytes = 0; !error && bytes < kUnread;) {
        bytes += co_await stream_.async_read_some(asio::buffer(unread), Into(error));
      }
    }
  }

  Shared& shared_;
  std::function<void()> ended_;
  Stream stream_;
  beast::flat_buffer buffer_;
  std::string peer_;
  bool idle_ = false;  // between requests
  bool gone_ = false;  // the client is
};

template <class Stream, class... Arguments>
std::shared_ptr<Connection> StartOn(Arguments&&... arguments) {
  auto made = std::make_shared<ConnectionOn<Stream>>(std::forward<Arguments>(arguments)...);
  made->Start();
  return made;
}

}  // namespace

std::shared_ptr<Connection> StartConnection(asio::ip::tcp::socket socket, Shared& shared,
                                            std::function<void()> ended) {
  if (shared.tls == nullptr) {
    return StartOn<Plain>(shared, std::move(ended), std::move(socket));
  }
  return StartOn<Encrypted>(shared, std::move(ended), std::move(socket), *shared.tls);
}

}  // namespace akin::server
