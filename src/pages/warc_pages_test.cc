#include "pages/warc_pages.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "packed_bytes.h"
#include "pages/html_page.h"
#include "recording_sink.h"
#include "warc_samples.h"

namespace akin {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Pair = RecordingSink::Pair;

constexpr std::string_view kHtml = "Content-Type: text/html\r\n";

std::string Response(std::string_view url, std::string_view body, std::string_view fields = kHtml,
                     std::string_view status = "200 OK") {
  return WarcRecordText("response", url, HttpText(fields, body, status));
}

class WarcPagesTest : public ::testing::Test {
 protected:
  Status Read(const std::string& bytes, const CrawledPages* crawled = nullptr,
              const Control& control = {}, const IngestOptions& options = {}) {
    sink_ = RecordingSink();
    pages_ = RecordingPages();
    report_ = IngestReport();
    const auto source = ByteSource::OverBytes("x.warc", bytes);
    if (!source.ok()) return source.status();
    return ReadWarc(**source, options, crawled, {.arcs = &sink_, .pages = &pages_}, report_,
                    control);
  }

  RecordingSink sink_;
  RecordingPages pages_;
  IngestReport report_;
};

TEST_F(WarcPagesTest, PagesLinksTitlesAndWords) {
  ASSERT_TRUE(
      Read(Response("<http://A.org:80/x/>",
                    "<title>X</title>see <a href='../y?q#f'>the y</a>, <a href=#top>top</a>, "
                    "<a href=mailto:a@b>me</a> and <a href=https://Other.org>other</a>") +
           Response("http://a.org/y?q", "<base href=http://b.org/z/><a href=w>w</a>"))
          .ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("http://a.org/x/", "http://a.org/y?q"));
  EXPECT_THAT(sink_.arcs, ElementsAre(Pair("http://a.org/x/", "http://a.org/y?q"),
                                      Pair("http://a.org/x/", "https://other.org/"),
                                      Pair("http://a.org/y?q", "http://b.org/z/w")));
  EXPECT_THAT(sink_.titles, ElementsAre(Pair("http://a.org/x/", "X")));
  EXPECT_EQ(pages_.Shown(),
            "http://a.org/x/ -> http://a.org/y?q https://other.org/: "
            "see {0: the y } top me and {1: other }\n"
            "http://a.org/y?q -> http://b.org/z/w: {0: w }\n");
  EXPECT_EQ(pages_.pages[0].captured, 202405060708090000U);
  EXPECT_EQ(report_.arcs_read, 3U);
  EXPECT_EQ(report_.bad_lines, 0U);
  EXPECT_THAT(report_.notes, ElementsAre("x.warc: 2 pages", "x.warc: 1 links lead to no URL"));
}

TEST_F(WarcPagesTest, WhatIsNotAPageIsSkippedAndCounted) {
  ASSERT_TRUE(
      Read(WarcRecordText("warcinfo", "", "software: x") +
           WarcRecordText("request", "http://a/", "GET / HTTP/1.1\r\n\r\n") +
           WarcRecordText("metadata", "metadata://x", "a: b") +
           WarcRecordText("conversion", "http://a/", "its text") +
           WarcRecordText("continuation", "http://a/", "more") +
           WarcRecordText("revisit", "http://a/r", HttpText(kHtml, "")) +
           Response("http://a/1", "moved", "Location: /2\r\n", "301 Moved") +
           Response("http://a/2", "moved", "Location: /3\r\n", "307 Moved") +
           Response("http://a/3", "gone", kHtml, "404 Not Found") +
           Response("http://a/4", "{}", "Content-Type: application/json\r\n") +
           WarcRecordText("response", "dns:a.org", "1.2.3.4") +
           Response("http://a/5", "?", "Content-Type: text/html\r\nContent-Encoding: br\r\n"))
          .ok());
  EXPECT_THAT(sink_.vertices, IsEmpty());
  EXPECT_THAT(report_.first_bad_lines, IsEmpty());
  EXPECT_THAT(report_.notes,
              ElementsAre("x.warc: 0 pages",
                          "x.warc: skipped records: 1 revisits, 2 redirects, 1 with a status other "
                          "than 200, 1 not HTML, 1 packed in a way not known here, 1 requests, 1 "
                          "metadata, 1 warcinfo, 1 conversions, 1 of other types, 1 neither http "
                          "nor https"));
}

TEST_F(WarcPagesTest, BrokenRecordsNeverStopTheRun) {
  ASSERT_TRUE(Read(Response("http://a/1", "one") + WarcRecordText("response", "http://a/2", "") +
                   WarcRecordText("response", "http://a/3", "not http") +
                   WarcRecordText("response", "", HttpText(kHtml, "x")) + Response("http://", "x") +
                   "rubbish\r\n\r\n" + "WARC/1.0\r\nContent-Length: 3\r\n\r\nabcdef\r\n\r\n" +
                   Response("http://a/4", "four") + "WARC/1.0\r\nContent-Length: 9\r\n\r\nabc")
                  .ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("http://a/1", "http://a/4"));
  EXPECT_EQ(report_.bad_lines, 7U);
  EXPECT_THAT(report_.first_bad_lines,
              ElementsAre(HasSubstr("an empty record"), HasSubstr("not HTTP"),
                          HasSubstr("without a WARC-Target-URI"), HasSubstr("'http://' is no URL"),
                          HasSubstr("not the beginning of a record")));
}

TEST_F(WarcPagesTest, WhatCountsAsHtml) {
  ASSERT_TRUE(Read(Response("http://a/1", "x", "Content-Type: TEXT/HTML;charset=x\r\n") +
                   Response("http://a/2", "x", "Content-Type: application/xhtml+xml\r\n") +
                   Response("http://a/3", " \n<!DOCTYPE HTML>x", "") +
                   Response("http://a/4", "<HTML>x", "") + Response("http://a/5", "x", "") +
                   Response("http://a/6", "x", "Content-Type: text/plain\r\n"))
                  .ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("http://a/1", "http://a/2", "http://a/3", "http://a/4"));
}

TEST_F(WarcPagesTest, ResourcesHaveNoHttp) {
  ASSERT_TRUE(Read("WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/1\r\n"
                   "Content-Type: text/html\r\nContent-Length: 4\r\n\r\nword\r\n\r\n"
                   "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: file:///1.html\r\n"
                   "Content-Type: text/html\r\nContent-Length: 4\r\n\r\nword\r\n\r\n"
                   "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/2\r\n"
                   "Content-Type: text/plain\r\nContent-Length: 4\r\n\r\nword\r\n\r\n")
                  .ok());
  EXPECT_EQ(pages_.Shown(), "http://a/1 ->: word\n");
}

TEST_F(WarcPagesTest, CharacterSetsAndEncodings) {
  const std::string fields = "Content-Type: text/html; Charset=\"KOI8-R\"\r\n";
  const std::string mir = "\xCD\xC9\xD2";
  ASSERT_TRUE(Read(Response("http://a/1", mir, fields) +
                   Response("http://a/2", Gzipped(mir), fields + "Content-Encoding: gzip\r\n") +
                   Response("http://a/3", "1\r\n\xCD\r\n2\r\n\xC9\xD2\r\n0\r\n\r\n",
                            fields + "Transfer-Encoding: chunked\r\n"))
                  .ok());
  EXPECT_EQ(pages_.Shown(),
            "http://a/1 ->: \u043C\u0438\u0440\nhttp://a/2 ->: \u043C\u0438\u0440\n"
            "http://a/3 ->: \u043C\u0438\u0440\n");
}

TEST_F(WarcPagesTest, OnlyCrawledTargetsWhenWanted) {
  const std::string bytes = Response("http://a/1", "<a href=2>two</a> <a href=3>three</a>") +
                            Response("http://a/2", "<a href=1>one</a>") +
                            Response("http://a/3", "gone", kHtml, "404 Not Found");
  CrawledPages crawled;
  const auto source = ByteSource::OverBytes("x.warc", bytes);
  ASSERT_TRUE(ListWarcPages(**source, {}, crawled, {}).ok());
  EXPECT_TRUE(crawled.Contains("http://a/1"));
  EXPECT_FALSE(crawled.Contains("http://a/3"));
  ASSERT_TRUE(Read(bytes, &crawled).ok());
  EXPECT_THAT(sink_.arcs,
              ElementsAre(Pair("http://a/1", "http://a/2"), Pair("http://a/2", "http://a/1")));
  EXPECT_EQ(pages_.Shown(),
            "http://a/1 -> http://a/2: {0: two } three\nhttp://a/2 -> http://a/1: {0: one }\n");
}

// What counts is the size of the page, however it was sent.
TEST_F(WarcPagesTest, OfPagesThatAreTooLargeOnlyTheNameIsRead) {
  const std::string large = "<a href=3>" + std::string(10'000, ' ');
  const std::string packed = std::string(kHtml) + "Content-Encoding: gzip\r\n";
  const std::string bytes = Response("http://a/1", large) +
                            Response("http://a/2", Gzipped(large), packed) +
                            Response("http://a/3", Gzipped("<a href=2>two</a>"), packed);
  ASSERT_TRUE(Read(bytes, nullptr, {}, {.max_page = 5000}).ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("http://a/1", "http://a/2", "http://a/3"));
  EXPECT_THAT(sink_.arcs, ElementsAre(Pair("http://a/3", "http://a/2")));
  EXPECT_EQ(pages_.Shown(), "http://a/3 -> http://a/2: {0: two }\n");
  EXPECT_EQ(report_.pages_too_large, 2U);
  EXPECT_EQ(report_.page_limit, 5000U);
  ASSERT_TRUE(Read(bytes, nullptr, {}, {.max_page = 20'000}).ok());
  EXPECT_THAT(sink_.arcs, SizeIs(3));
  EXPECT_EQ(report_.pages_too_large, 0U);
}

TEST_F(WarcPagesTest, PagesThatLoseTheirContainersAreCounted) {
  const std::string bytes =
      Response("http://a/1", "<table><svg><desc><![CDATA[x]]>y<a href=2>b</a>") +
      Response("http://a/2", "two");
  ASSERT_TRUE(Read(bytes).ok());
  EXPECT_THAT(sink_.arcs, ElementsAre(Pair("http://a/1", "http://a/2")));
  EXPECT_EQ(report_.pages_flattened, 1U);
}

TEST_F(WarcPagesTest, LinksThatBecomeTooLongAreLeftOut) {
  std::string links = "<base href=http://a/" + std::string(8000, 'b') + "/>";
  for (int i = 0; i < 1000; ++i) links += fmt::format("<a href={}>", i);
  ASSERT_TRUE(Read(Response("http://a/1", links)).ok());
  EXPECT_THAT(sink_.arcs, IsEmpty());
  EXPECT_EQ(report_.pages_too_large, 1U);
}

TEST_F(WarcPagesTest, TruncatedPagesAreTold) {
  std::string cut = Response("http://a/2", "two");
  cut.insert(cut.find("Content-Type"), "WARC-Truncated: length\r\n");
  ASSERT_TRUE(Read(Response("http://a/1", "one") + cut).ok());
  EXPECT_THAT(report_.notes,
              ElementsAre("x.warc: 2 pages", "x.warc: 1 pages were cut short by the crawler"));
  EXPECT_EQ(pages_.Shown(), "http://a/1 ->: one\nhttp://a/2 ->: two\n");
}

TEST_F(WarcPagesTest, AnotherFileIsAnError) {
  for (const std::string& bytes : {std::string("a\tb\n"), Gzipped("a\tb\n"), std::string()}) {
    const Status status = Read(bytes);
    EXPECT_EQ(status.code(), Code::kBadInput);
    EXPECT_THAT(status.message(), HasSubstr("x.warc: not a WARC file"));
  }
}

TEST_F(WarcPagesTest, ThreadsAndMemoryDoNotMatter) {
  std::string bytes;
  for (int i = 0; i < 500; ++i) {
    bytes += i % 50 == 7
                 ? std::string("rubbish\r\n\r\n")
                 : Response(fmt::format("http://a/{}", i),
                            fmt::format("<title>{}</title><a href={}>w{}</a>", i, i * 7, i));
  }
  Control one;
  one.threads = 1;
  one.memory = 1 << 12;
  ASSERT_TRUE(Read(bytes, nullptr, one).ok());
  EXPECT_THAT(pages_.pages, SizeIs(490));
  const RecordingSink sink = sink_;
  const RecordingPages pages = pages_;
  const IngestReport report = report_;
  Control four;
  four.threads = 4;
  ASSERT_TRUE(Read(bytes, nullptr, four).ok());
  EXPECT_EQ(sink_.vertices, sink.vertices);
  EXPECT_EQ(sink_.arcs, sink.arcs);
  EXPECT_EQ(pages_.pages, pages.pages);
  EXPECT_EQ(report_.notes, report.notes);
  EXPECT_EQ(report_.first_bad_lines, report.first_bad_lines);
  EXPECT_EQ(report_.bad_lines, 10U);
}

TEST_F(WarcPagesTest, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  Control control;
  control.stop = stop.get_token();
  EXPECT_EQ(Read(Response("http://a/1", "x"), nullptr, control).code(), Code::kCancelled);
}

}  // namespace
}  // namespace akin
