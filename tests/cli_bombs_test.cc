// Small sources that are made to take much: memory and disk stay within limits, which are told.
#include <sys/stat.h>

#include "cli_fixture.h"
#include "warc_samples.h"

namespace akin {
namespace {

constexpr int64_t kMebibyte = 1024;  // in KiB, as the peak is

std::string Repeated(std::string_view text, size_t times) {
  std::string repeated;
  repeated.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) repeated += text;
  return repeated;
}

class CliBombsTest : public CliTest {
 protected:
  // So many copies of a page, packed.
  void WritePackedPages(const std::string& name, std::string_view page, int count) const {
    const std::string packed = Gzipped(page);
    std::string warc;
    for (int i = 0; i < count; ++i) {
      warc +=
          WarcRecordText("response", fmt::format("http://a.org/{}", i),
                         HttpText("Content-Type: text/html\r\nContent-Encoding: gzip\r\n", packed));
    }
    Write(name, warc);
  }
};

TEST_F(CliBombsTest, PackedPagesStayWithinMemory) {
  WritePackedPages("large.warc", Repeated("<b>a</b>", 500'000), 30);
  const auto large = Run("ingest large.warc -o large.akin --memory 16M --threads 2");
  EXPECT_EQ(large.code, kFound) << large.err;
  EXPECT_THAT(large.err,
              HasSubstr("note: links and text of 30 pages left out: larger than 1.0 MiB"));
  EXPECT_THAT(large.err, HasSubstr("--max-page"));
  EXPECT_THAT(large.err, HasSubstr("30 vertices"));
  EXPECT_LE(large.peak_kib, 64 * kMebibyte);

  // Those that are small enough are parsed, a few at a time.
  WritePackedPages("small.warc", Repeated("<b>a</b>", 100'000), 12);
  const auto small = Run("ingest small.warc -o small.akin --memory 16M --threads 2");
  EXPECT_EQ(small.code, kFound) << small.err;
  EXPECT_THAT(small.err, Not(HasSubstr("left out")));
  EXPECT_LE(small.peak_kib, 128 * kMebibyte);
}

TEST_F(CliBombsTest, PagesThatDefeatTheHtmlParserAreRead) {
  // The first two fail assertions of the parser. The third opens a thousand elements again in every
  // paragraph, and would take 300 MB.
  std::string reopening = "<p>";
  for (int i = 0; i < 1000; ++i) reopening += fmt::format("<b id={}>", i);
  const std::vector<std::string> pages = {"<table><svg><desc><![CDATA[x]]>y",
                                          "<table><svg><select><desc><select><tr>",
                                          reopening + Repeated("<p>x</p>", 1000)};
  std::string warc;
  for (size_t i = 0; i < pages.size(); ++i) {
    warc += WarcRecordText(
        "response", fmt::format("http://a.org/{}", i),
        HttpText("Content-Type: text/html\r\n", pages[i] + "<a href=/1>one</a><a href=/2>two</a>"));
  }
  Write("odd.warc", warc);
  const auto outcome = Run("ingest odd.warc -o odd.akin --memory 16M --threads 2");
  EXPECT_EQ(outcome.code, kFound) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("note: 3 pages nest too deep or defeat the HTML parser"));
  EXPECT_THAT(outcome.err, HasSubstr("3 vertices, 6 arcs"));
  EXPECT_LE(outcome.peak_kib, 64 * kMebibyte);
}

TEST_F(CliBombsTest, AnEndlessLineIsOneBadLine) {
  Write("long.tsv.zst", Zstandard("a\tb\n" + std::string(64 << 20, 'x') + "\nb\tc\n"));
  ExpectRefused("ingest long.tsv.zst -o x.akin", {"long.tsv.zst:2: line longer than 1 MiB"});
  const auto outcome = Run("ingest long.tsv.zst -o x.akin --memory 16M --skip-bad-lines");
  EXPECT_EQ(outcome.code, kFound) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("3 vertices, 2 arcs"));
  EXPECT_LE(outcome.peak_kib, 100 * kMebibyte);
}

TEST_F(CliBombsTest, CountsThatNothingBacksAreRefused) {
  Write("m.mtx", "%%MatrixMarket matrix coordinate pattern general\n4000000000 4000000000 0\n");
  ExpectRefused("ingest m.mtx -o x.akin", {"declares 4000000000 vertices", "(--max-vertices)"});
  Write("g.properties",
        "graphclass=it.unimi.dsi.webgraph.BVGraph\nversion=0\nnodes=8\narcs=20000000000\n"
        "windowsize=7\nminintervallength=4\n");
  Write("g.graph", "\xff");
  ExpectRefused("ingest g.graph -o x.akin", {"declares 20000000000 arcs", "(--max-arcs)"});
  ExpectRefused("ingest g.graph -o x.akin --max-arcs 30G", {"the lists hold 0 arcs"});
  ExpectRefused("ingest m.mtx -o x.akin --max-page 100M", {"1 KiB to 64 MiB", "(--max-page)"});
}

TEST_F(CliBombsTest, LimitsThatAreGivenHoldForEverySource) {
  const std::string links = "a b\nb c\nc d\n";
  const auto arcs = Feed("ingest - -o x.akin --max-arcs 2", links);
  EXPECT_EQ(arcs.code, kError);
  EXPECT_THAT(arcs.err, HasSubstr("has more than 2 arcs"));
  const auto vertices = Feed("ingest - -o x.akin --max-vertices 3", links);
  EXPECT_EQ(vertices.code, kError);
  EXPECT_THAT(vertices.err, HasSubstr("more than 3 vertices"));
  EXPECT_EQ(Feed("ingest - -o x.akin --max-vertices 4 --max-arcs 3", links).code, kFound);
}

}  // namespace
}  // namespace akin
