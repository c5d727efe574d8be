// The page that is part of the program: whole, and sent as browsers and others ask for it.
#include "server/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace akin::server {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string HeaderOf(const Reply& reply, std::string_view name) {
  for (const auto& [header, value] : reply.headers) {
    if (header == name) return value;
  }
  return "";
}

Reply Ask(std::string_view path, const std::string& encoding = "", const std::string& tag = "") {
  const PageFile* file = FindPageFile(path);
  EXPECT_NE(file, nullptr) << path;
  return PageReply(*file, {.accept_encoding = encoding, .if_none_match = tag});
}

TEST(PageTest, EveryFileIsWhole) {
  EXPECT_GE(PageFiles().size(), 4U);
  for (const PageFile& file : PageFiles()) {
    const Reply plain = Ask(file.path);
    EXPECT_EQ(plain.status, 200) << file.path;
    EXPECT_EQ(plain.body.size(), file.size) << file.path;
    EXPECT_NE(plain.type, "application/octet-stream") << file.path;
    EXPECT_EQ(HeaderOf(plain, "Content-Encoding"), "");
    const Reply packed = Ask(file.path, "gzip");
    EXPECT_EQ(packed.body, file.gzip);
    EXPECT_EQ(HeaderOf(packed, "Content-Encoding"), "gzip");
    EXPECT_EQ(HeaderOf(packed, "Vary"), "Accept-Encoding");
    EXPECT_NE(HeaderOf(packed, "ETag"), HeaderOf(plain, "ETag"));
  }
}

TEST(PageTest, TheFirstFileNamesTheOthers) {
  const Reply first = Ask("/");
  EXPECT_EQ(first.type, "text/html; charset=utf-8");
  EXPECT_EQ(HeaderOf(first, "Cache-Control"), "no-cache");
  EXPECT_EQ(first.body, Ask("/index.html").body);
  for (const PageFile& file : PageFiles()) {
    if (!file.path.starts_with("/assets/")) continue;
    EXPECT_THAT(HeaderOf(Ask(file.path), "Cache-Control"), HasSubstr("immutable"));
    if (file.path.ends_with(".js") || file.path.ends_with(".css")) {
      EXPECT_THAT(first.body, HasSubstr(std::string(file.path)));
    }
  }
  EXPECT_EQ(FindPageFile("/none"), nullptr);
  EXPECT_EQ(FindPageFile("/assets/"), nullptr);
  EXPECT_EQ(FindPageFile(""), nullptr);
}

TEST(PageTest, NothingForeignIsAllowed) {
  for (const PageFile& file : PageFiles()) {
    const std::string policy = HeaderOf(Ask(file.path), "Content-Security-Policy");
    EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
    EXPECT_THAT(policy, HasSubstr("script-src 'self';"));
    EXPECT_THAT(policy, HasSubstr("frame-ancestors 'none'"));
    EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
    EXPECT_EQ(HeaderOf(Ask(file.path), "Referrer-Policy"), "no-referrer");
  }
  const std::string first = Ask("/").body;
  EXPECT_THAT(first, Not(HasSubstr("http:")));
  EXPECT_THAT(first, Not(HasSubstr("https:")));
  EXPECT_THAT(first, Not(HasSubstr("style=")));
}

TEST(PageTest, AClientThatHasItGetsNoneOfIt) {
  for (const char* const encoding : {"", "gzip"}) {
    const std::string tag = HeaderOf(Ask("/", encoding), "ETag");
    const Reply again = Ask("/", encoding, "\"other\", W/" + tag);
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.body, "");
    EXPECT_EQ(HeaderOf(again, "ETag"), tag);
    EXPECT_THAT(HeaderOf(again, "Content-Security-Policy"), HasSubstr("'self'"));
    EXPECT_EQ(Ask("/", encoding, "\"other\"").status, 200);
  }
  EXPECT_EQ(Ask("/", "", HeaderOf(Ask("/", "gzip"), "ETag")).status, 200)
      << "what it has is compressed";
}

TEST(PageTest, HeadersAreReadAsTheyAreMeant) {
  for (const char* const taken : {"gzip", "GZIP", "br, gzip", "gzip;q=0.1", "deflate , gzip ; q=1",
                                  "*", "identity;q=0, *;q=0.5", "gzip;q=0.001"}) {
    EXPECT_TRUE(AcceptsGzip(taken)) << taken;
  }
  for (const char* const refused : {"", "br", "gzip;q=0", "gzip;q=0.000", "*, gzip;q=0", "*;q=0",
                                    "xgzip", "gzipx", ",;,", "identity"}) {
    EXPECT_FALSE(AcceptsGzip(refused)) << refused;
  }
  for (const char* const same : {"\"a\"", "W/\"a\"", "\"b\", \"a\"", "*", " \"a\" "}) {
    EXPECT_TRUE(MatchesTag(same, "\"a\"")) << same;
  }
  for (const char* const other : {"", "a", "\"A\"", "\"aa\"", "W/a", ","}) {
    EXPECT_FALSE(MatchesTag(other, "\"a\"")) << other;
  }
}

}  // namespace
}  // namespace akin::server
