#include "pages/http_message.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "packed_bytes.h"
#include "warc_samples.h"

namespace akin {
namespace {

constexpr size_t kPlenty = 1 << 20;

std::string Body(std::string_view fields, std::string_view sent, size_t longest = kPlenty) {
  const std::string text = HttpText(fields, sent);
  const auto message = ParseHttp(text);
  return message ? DecodedBody(*message, longest).value_or("unknown") : "none";
}

TEST(HttpMessageTest, StatusHeaderAndBody) {
  const std::string text = HttpText(
      "content-TYPE:  text/html \r\nX\r\nContent-language: de, en\r\n", "a\r\n\r\nb", "404 Gone");
  const auto message = ParseHttp(text);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->status, 404);
  EXPECT_EQ(message->content_type, "text/html");
  EXPECT_EQ(message->content_language, "de, en");
  EXPECT_EQ(message->body, "a\r\n\r\nb");
  EXPECT_FALSE(message->chunked);
}

TEST(HttpMessageTest, OddOnes) {
  EXPECT_FALSE(ParseHttp(""));
  EXPECT_FALSE(ParseHttp("GET / HTTP/1.1\r\n\r\n"));
  EXPECT_EQ(ParseHttp("HTTP/1.1")->status, 0);
  EXPECT_EQ(ParseHttp("HTTP/2  200")->status, 200);
  EXPECT_EQ(ParseHttp("HTTP/1.0 200 OK\nContent-Type: a\n\nbody")->body, "body");
  EXPECT_EQ(ParseHttp("HTTP/1.0 200 OK\r\nContent-Type: a")->body, "");
}

TEST(HttpMessageTest, ChunksArePutTogether) {
  const std::string chunked = "Transfer-Encoding: Chunked\r\n";
  EXPECT_EQ(Body(chunked, "3\r\nabc\r\n5;x=y\r\n12\r\n5\r\n0\r\n\r\n"), "abc12\r\n5");
  EXPECT_EQ(Body(chunked, "A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"), "0123456789");
  EXPECT_EQ(Body(chunked, "3\r\nabc\r\n5\r\nde"), "abcde");  // breaks off
  EXPECT_EQ(Body(chunked, "<html>not chunked"), "<html>not chunked");
  EXPECT_EQ(Body(chunked, "0\r\n\r\n"), "");
  EXPECT_EQ(Body(chunked, "ffffffffffffffff\r\nabc"), "abc");
}

TEST(HttpMessageTest, PackedBodiesAreUnpacked) {
  const std::string plain(1000, 'x');
  EXPECT_EQ(Body("Content-Encoding: gzip\r\n", Gzipped(plain)), plain);
  EXPECT_EQ(Body("Content-Encoding: X-GZIP\r\n", Gzipped(plain)), plain);
  EXPECT_EQ(Body("Content-Encoding: deflate\r\n", Deflated(plain, 15)), plain);
  EXPECT_EQ(Body("Content-Encoding: deflate\r\n", Deflated(plain, -15)), plain);
  EXPECT_EQ(Body("Content-Encoding: identity\r\n", plain), plain);
  EXPECT_EQ(Body("Content-Encoding: gzip\r\n", "<html>plain after all"), "<html>plain after all");
  EXPECT_EQ(Body("Content-Encoding: br\r\n", "?"), "unknown");
  const std::string packed = Gzipped(plain);
  EXPECT_EQ(Body("Content-Encoding: gzip\r\n", packed.substr(0, packed.size() - 9)), plain);
}

TEST(HttpMessageTest, BothAtOnceAndNotTooMuch) {
  // NOLINTNEXTLINE(bugprone-string-constructor): large on purpose
  const std::string packed = Gzipped(std::string(100'000'000, 'x'));
  const std::string sent = fmt::format("{:x}\r\n{}\r\n0\r\n\r\n", packed.size(), packed);
  EXPECT_EQ(Body("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", sent, 5000),
            std::string(5000, 'x'));
}

}  // namespace
}  // namespace akin
