#include "pages/web_url.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>

namespace akin {
namespace {

std::string Normal(std::string_view url) { return NormalizedUrl(url).value_or("-"); }

std::string FromPage(std::string_view page, std::string_view href, std::string_view base = "") {
  return WebResolver(page, base).Resolve(href).value_or("-");
}

TEST(WebUrlTest, OneSpellingForEach) {
  EXPECT_EQ(Normal("HTTP://Example.ORG"), "http://example.org/");
  EXPECT_EQ(Normal("http://example.org:80/a"), "http://example.org/a");
  EXPECT_EQ(Normal("https://example.org:443/a"), "https://example.org/a");
  EXPECT_EQ(Normal("https://example.org:80/a"), "https://example.org:80/a");
  EXPECT_EQ(Normal("http://me:secret@example.org/"), "http://example.org/");
  EXPECT_EQ(Normal("http://example.org/a/./b/../c#top"), "http://example.org/a/c");
  EXPECT_EQ(Normal("http://example.org/a/%2E%2e/c/.."), "http://example.org/");
  EXPECT_EQ(Normal("http://example.org/%7euser/%c3%a9%2f"), "http://example.org/~user/%C3%A9%2F");
  EXPECT_EQ(Normal("http://example.org/caf\u00E9 x"), "http://example.org/caf%C3%A9%20x");
  EXPECT_EQ(Normal("http://example.org?q=%41%zz&r=a/../b"),
            "http://example.org/?q=A%25zz&r=a/../b");
  EXPECT_EQ(Normal(" http://example.org/a\n b\\c?d\\e "), "http://example.org/a%20b/c?d%5Ce");
  EXPECT_EQ(Normal("http://[::1]:8080/"), "http://[::1]:8080/");
  EXPECT_EQ(Normal("http://B\u00DCCHER.example/"), "http://xn--bcher-kva.example/");
  EXPECT_EQ(Normal("http://\uFF11\uFF12\uFF17.\uFF11/"), "http://127.0.0.1/");  // wide digits
  EXPECT_EQ(Normal("http://%32/"), "http://0.0.0.2/");
}

TEST(WebUrlTest, WhatIsNoName) {
  for (const std::string_view url :
       {"", "a.html", "//example.org/", "mailto:a@example.org", "ftp://example.org/", "dns:x",
        "http://", "http:///", "javascript:void(0)", "http://a b/", "urn:x:y",
        "http://\u037E\u0450.org/", "http://a.\x7Frg/", "http://a.\u00FC\x7Frg/"}) {
    EXPECT_EQ(Normal(url), "-") << url;
  }
  EXPECT_EQ(Normal("http://a/" + std::string(9000, 'x')), "-");
}

TEST(WebUrlTest, References) {
  const std::string page = "http://example.org/a/b.html?q=1";
  EXPECT_EQ(FromPage(page, "c.html"), "http://example.org/a/c.html");
  EXPECT_EQ(FromPage(page, "../c.html?x#y"), "http://example.org/c.html?x");
  EXPECT_EQ(FromPage(page, "/c"), "http://example.org/c");
  EXPECT_EQ(FromPage(page, "//other.org"), "http://other.org/");
  EXPECT_EQ(FromPage(page, "HTTPS://Other.org/x"), "https://other.org/x");
  EXPECT_EQ(FromPage(page, "?r=2"), "http://example.org/a/b.html?r=2");
  EXPECT_EQ(FromPage(page, ""), page);
  EXPECT_EQ(FromPage(page, "#top"), page);
  EXPECT_EQ(FromPage(page, "mailto:x@y"), "-");
  EXPECT_EQ(FromPage(page, "c.html", "http://base.org/d/"), "http://base.org/d/c.html");
  EXPECT_EQ(FromPage(page, "c.html", "/d/"), "http://example.org/d/c.html");
  EXPECT_EQ(FromPage(page, "c.html", "javascript:"), "http://example.org/a/c.html");
  EXPECT_EQ(FromPage(page, "a b\u00E9"), "http://example.org/a/a%20b%C3%A9");
}

TEST(WebUrlTest, LookupHasTheSameForm) {
  for (const std::string_view url :
       {"HTTP://Example.ORG", "https://example.org:443/a", "https://example.org:80/a",
        "http://me:secret@example.org/", "http://example.org/a/%2E%2e/c/..",
        "http://example.org/%7euser/%c3%a9%2f", "http://example.org?q=%41%zz&r=a/../b",
        " http://example.org/a\n b\\c?d\\e ", "http://127.0.0.1:8080/x#y", "http://h:/?"}) {
    EXPECT_EQ(PlainUrlForm(url), NormalizedUrl(url)) << url;
    EXPECT_TRUE(PlainUrlForm(url).has_value()) << url;
  }
  for (const std::string_view url :
       {"", "a.html", "//example.org/", "mailto:a@example.org", "ftp://example.org/", "http://",
        "http:///", "http:/a", "http://a b/", "http://127.1/", "http://0x7f.1/", "http://1.2.3/",
        "http://h:99999/", "http://h:x/", "http://[::1]/", "http://b\u00FCcher.example/",
        "http://h%41/"}) {
    EXPECT_EQ(PlainUrlForm(url), std::nullopt) << url;
  }
}

// Whatever lookup takes for a URL, it finds by the name that the page has.
RC_GTEST_PROP(WebUrlTest, LookupHasTheSameFormAlways, ()) {
  const auto text = [](auto... c) {
    return *rc::gen::container<std::string>(rc::gen::element(c...));
  };
  const std::string scheme = *rc::gen::element<std::string>("http://", "HTTPS://", "hTTp://");
  const std::string host = *rc::gen::element<std::string>("h", "A.example", "a-b.Example:80",
                                                          "me@h:443", "1.2.3.4", "x_y.org:8080");
  const std::string path =
      text('a', 'B', '/', '.', '%', '2', 'E', 'e', ' ', '\\', '\xC3', ':', '@', '[', '"', '\x01');
  const std::string query = text('a', '?', '/', '.', '%', '4', '1', '#', '&', '=', '\\', '|', '^');
  const std::string url =
      scheme + host + (path.empty() ? "" : "/" + path) + (query.empty() ? "" : "?" + query);
  RC_ASSERT(PlainUrlForm(url).has_value());
  RC_ASSERT(PlainUrlForm(url) == NormalizedUrl(url));
}

RC_GTEST_PROP(WebUrlTest, OnceIsEnough, ()) {
  const std::string tail = *rc::gen::container<std::string>(
      rc::gen::element('a', 'B', '/', '.', '%', '2', 'E', 'e', '?', '#', ' ', '\\', '\xC3', '\xA9',
                       ':', '@', '[', '&', '=', '"', '<', '\x01'));
  const std::string once = Normal("http://h/" + tail);
  RC_ASSERT(Normal(once) == once);
}

}  // namespace
}  // namespace akin
