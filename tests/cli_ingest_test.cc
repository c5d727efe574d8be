// akin ingest: what it reads.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliIngest : public CliTest {};

TEST_F(CliIngest, SeparatorsCommentsBlankLinesAndLineEndsDoNotMatter) {
  Ingest("plain.akin", "a\tb\nb\tc\n");
  const Words same = {"a,b\nb,c\n",
                      "a b\nb   c\n",
                      "# comment\na\tb\n\n# another\nb\tc\n",
                      "a\tb\r\nb\tc\r\n",
                      "a\tb\nb\tc",
                      "\xef\xbb\xbf" + std::string("a\tb\nb\tc\n"),  // a byte order mark
                      "b\tc\na\tb\nb\tc\na\tb\n"};
  for (size_t i = 0; i < same.size(); ++i) {
    SCOPED_TRACE(same[i]);
    const std::string corpus = std::to_string(i) + ".akin";
    Ingest(corpus, same[i]);
    ExpectSameFiles("plain.akin", corpus);
  }
}

TEST_F(CliIngest, CompressedFilesAndStandardInputReadLikePlainOnes) {
  const std::string links = EdgeList(TestGraph::Random(50, 200, 1));
  Ingest("plain.akin", links);
  Write("links.tsv.gz", Gzipped(links));
  Write("links.tsv.zst", Zstandard(links));
  Get("ingest links.tsv.gz -o gz.akin");
  Get("ingest links.tsv.zst -o zst.akin");
  Ingest("stdin-gz.akin", Gzipped(links));
  Ingest("stdin-zst.akin", Zstandard(links));
  for (const auto* other : {"gz.akin", "zst.akin", "stdin-gz.akin", "stdin-zst.akin"}) {
    ExpectSameFiles("plain.akin", other);
  }
}

TEST_F(CliIngest, HeaderIsDetectedAndTold) {
  Write("links.csv", "source,target\n1,2\n3,2\n");
  const auto outcome = Run("ingest links.csv -o x.akin");
  EXPECT_EQ(outcome.code, kFound);
  EXPECT_THAT(outcome.err, HasSubstr("links.csv:1: taken for a header"));
  EXPECT_EQ(Get("export x.akin"), "1\t2\n3\t2\n");
  EXPECT_EQ(Run("ingest links.csv -o quiet.akin --quiet").err, "");
}

TEST_F(CliIngest, ColumnsOfAWiderTableAreChosen) {
  Write("orders.csv", "date;customer;n;price;item\nmay;ann;1;2,50;tea\njune;bob;2;3,00;tea\n");
  EXPECT_EQ(ArcsOf("orders.csv --columns 2,5 --header"), "ann\ttea\nbob\ttea\n");
  EXPECT_EQ(ArcsOf("orders.csv --columns 5,2 --header"), "tea\tann\ntea\tbob\n");
  ExpectRefused("ingest orders.csv -o x.akin --columns 2,6", {"orders.csv:1", "at least 6"});
  ExpectRefused("ingest orders.csv -o x.akin --columns 2,2", {"two different", "--columns"});
  for (const std::string bad : {"2", "2,", ",2", "2,x", "2,5,6", "-1,2"}) {
    ExpectRefused(Words{"ingest", "orders.csv", "-o", "x.akin", "--columns=" + bad},
                  {"--columns " + bad, "such as 2,5"});
  }
}

TEST_F(CliIngest, HeaderIsRecognisedByItsWords) {
  std::string links = "person,item\n";
  for (int i = 0; i < 12; ++i) links += fmt::format("p{},book{}\n", i, i % 3);
  Write("links.csv", links);
  const auto outcome = Run("ingest links.csv -o x.akin");
  EXPECT_EQ(outcome.code, kFound);
  EXPECT_THAT(outcome.err, HasSubstr("links.csv:1: taken for a header line"));
  EXPECT_THAT(outcome.err, HasSubstr("15 vertices, 12 arcs (12 read)"));
  Write("more.csv", "person,x\n");
  EXPECT_THAT(ArcsOf("links.csv more.csv"), HasSubstr("person\titem\n"));
}

TEST_F(CliIngest, TitlesForTheVerticesOfAnEdgeList) {
  Write("links.tsv", "h\ta\nh\tb\n1\tb\n");
  Write("titles.tsv", "b\tBees\na\tAnts and others\n1\tOne\n");
  Get("ingest links.tsv -o t.akin --titles titles.tsv");
  EXPECT_EQ(Get("export t.akin --names"), "0\t1\tOne\n1\ta\tAnts and others\n2\tb\tBees\n3\th\t\n");
  EXPECT_EQ(Get("export t.akin"), ArcsOf("links.tsv"));
  EXPECT_THAT(Get("related t.akin Bees --exact cosine"), EndsWith("\ta\tAnts and others\n"));
  ExpectRefused("ingest links.tsv -o x.akin --titles nowhere.tsv", {"nowhere.tsv"});
  ExpectRefused("ingest links.tsv -o x.akin --titles -", {"standard input", "--titles"});
}

TEST_F(CliIngest, TitleOfNoVertexIsABadLine) {
  Write("links.tsv", "2\t10\n2\t11\n");
  Write("titles.tsv", "10\tTen\nx\tNobody\n7\tSeven\n11\tEleven\n");
  ExpectRefused("ingest links.tsv -o x.akin --titles titles.tsv",
                {"titles.tsv:2: a title for 'x', which is no vertex"});
  const auto outcome = Run("ingest links.tsv -o t.akin --titles titles.tsv --skip-bad-lines");
  EXPECT_EQ(outcome.code, kFound);
  EXPECT_THAT(outcome.err, HasSubstr("2 bad lines"));
  EXPECT_THAT(outcome.err, HasSubstr("titles.tsv:3: a title for '7'"));
  EXPECT_EQ(Get("export t.akin --names"), "0\t2\t\n1\t10\tTen\n2\t11\tEleven\n");
}

TEST_F(CliIngest, HeaderFlagsOverrideDetection) {
  Write("links.csv", "source,target\n1,2\n3,2\n");
  Write("text.csv", "a,b\nb,c\n");
  EXPECT_EQ(ArcsOf("links.csv --no-header"), "1\t2\n3\t2\nsource\ttarget\n");
  EXPECT_EQ(ArcsOf("text.csv"), "a\tb\nb\tc\n");
  EXPECT_EQ(ArcsOf("text.csv --header"), "b\tc\n");
}

TEST_F(CliIngest, MatrixMarketGeneralAndSymmetric) {
  Write("general.mtx",
        "%%MatrixMarket matrix coordinate pattern general\n% note\n3 3 3\n1 2\n2 3\n3 1\n");
  Write("symmetric.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n");
  EXPECT_EQ(ArcsOf("general.mtx"), "1\t2\n2\t3\n3\t1\n");
  EXPECT_EQ(ArcsOf("symmetric.mtx"), "1\t2\n2\t1\n3\t3\n");
}

class CliPages : public CliTest {
 protected:
  void SetUp() override {
    fs::create_directories(At("site/sub"));
    Write("site/index.html",
          "<html><head><title>Home &amp; Garden</title></head><body>"
          "<a href=\"sub/bee.html\">b</a> <a href='tea.html#top'>t</a>"
          "<a href=\"https://elsewhere.org/\">e</a></body></html>");
    Write("site/sub/bee.html",
          "<title>All about bees</title><A HREF=../index.html>h</A><a href=\"../tea.html\">t</a>");
    Write("site/tea.html", "<title>Tee f\xc3\xbcr zwei</title><a href=\"sub/bee.html?x=1\">b</a>");
    ASSERT_EQ(Run("ingest site -o site.akin").code, kFound);
  }
};

TEST_F(CliPages, RelativeLinksAreArcs) {
  EXPECT_EQ(Get("export site.akin"),
            "index.html\tsub/bee.html\nindex.html\ttea.html\nsub/bee.html\tindex.html\n"
            "sub/bee.html\ttea.html\ntea.html\tsub/bee.html\n");
}

TEST_F(CliPages, TitlesAreDisplayNames) {
  EXPECT_EQ(Get("export site.akin --names"),
            "0\tindex.html\tHome & Garden\n1\tsub/bee.html\tAll about bees\n"
            "2\ttea.html\tTee f\xc3\xbcr zwei\n");
  const auto titles = Column(Get("related site.akin index.html --no-index"), 4);
  EXPECT_THAT(titles, testing::Contains("Tee f\xc3\xbcr zwei"));
}

TEST_F(CliPages, LookupByTitle) {
  const auto by_title = Run(Words{"related", "site.akin", "Home & Garden", "--no-index"});
  EXPECT_EQ(by_title.code, kFound) << by_title.err;
  EXPECT_EQ(by_title.out, Get("related site.akin index.html --no-index"));
}

TEST_F(CliPages, KeyComesBeforeTitleAndATitleOfTwoIsTold) {
  Write("site/index.html", "<title>tea.html</title><a href=sub/bee.html>b</a>");
  Write("site/sub/bee.html", "<title>Same</title><a href=../tea.html>t</a>");
  Write("site/tea.html", "<title>Same</title><a href=index.html>h</a>");
  ASSERT_EQ(Run("ingest site -o twice.akin --quiet").code, kFound);
  ExpectRefused("related twice.akin Same --no-index", {"'Same'", "sub/bee.html", "tea.html"});
  EXPECT_THAT(Get("sim twice.akin tea.html tea.html --no-index"), EndsWith("tea.html\ttea.html\n"));
}

TEST_F(CliIngest, SeveralSourcesAtOnce) {
  Write("one.tsv", "a\tb\n");
  Write("two.csv.gz", Gzipped("b,c\na,b\n"));
  Write("three.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
  EXPECT_EQ(ArcsOf("one.tsv two.csv.gz three.mtx -", "c d\n"), "1\t2\na\tb\nb\tc\nc\td\n");
}

TEST_F(CliIngest, DirectionFlags) {
  const std::string links = "a\tb\nb\tc\n";
  EXPECT_EQ(ArcsOf("- --undirected", links), "a\tb\nb\ta\nb\tc\nc\tb\n");
  EXPECT_EQ(ArcsOf("- --reverse", links), "b\ta\nc\tb\n");
}

TEST_F(CliIngest, SelfLoopsStayUnlessDropped) {
  EXPECT_EQ(ArcsOf("-", "a\ta\na\tb\n"), "a\ta\na\tb\n");
  EXPECT_EQ(ArcsOf("- --drop-self-loops", "a\ta\na\tb\n"), "a\tb\n");
}

TEST_F(CliIngest, MaxInlinkShareDropsArcsToWhatNearlyEverythingLinksTo) {
  std::string links = "1\t2\n";  // 10 vertices, 9 of which link to 0
  for (int page = 1; page <= 9; ++page) links += std::to_string(page) + "\t0\n";
  EXPECT_EQ(ArcsOf("- --max-inlink-share 0.5", links), "1\t2\n");
  EXPECT_THAT(Lines(ArcsOf("- --max-inlink-share 0.9", links)), SizeIs(10));
}

TEST_F(CliIngest, IgnoreWeightsForgetsTheThirdColumn) {
  EXPECT_EQ(ArcsOf("- --ignore-weights", "1\t2\t0.5\n2\t3\t-1e3\n"), "1\t2\n2\t3\n");
  Write("m.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 0.5\n");
  EXPECT_EQ(ArcsOf("m.mtx --ignore-weights"), "1\t2\n");
}

TEST_F(CliIngest, LineOrderDoesNotMatter) {
  auto lines = Lines(EdgeList(TestGraph::Random(200, 1000, 3)));
  Ingest("sorted.akin", Join(lines));
  std::shuffle(lines.begin(), lines.end(), std::mt19937(4));
  Ingest("shuffled.akin", Join(lines));
  ExpectSameFiles("sorted.akin", "shuffled.akin");
}

TEST_F(CliIngest, IntegersSortNumericallyAlsoBeyond32Bits) {
  Ingest("x.akin", "10\t9\n4294967296\t2\n9223372036854775807\t4294967295\n");
  EXPECT_EQ(Column(Get("export x.akin --names"), 1),
            (Words{"2", "9", "10", "4294967295", "4294967296", "9223372036854775807"}));
}

TEST_F(CliIngest, IntegersBeyond64BitsKeepApart) {
  Ingest("x.akin", "18446744073709551616\t18446744073709551617\n1\t340282366920938463463374607\n");
  const auto names = Column(Get("export x.akin --names"), 1);
  EXPECT_EQ(std::set(names.begin(), names.end()),
            (std::set<std::string>{"1", "18446744073709551616", "18446744073709551617",
                                   "340282366920938463463374607"}));
}

TEST_F(CliIngest, NamesMayHaveBlanksUnicodeAndQuotes) {
  EXPECT_EQ(ArcsOf("-", "New York\tZ\xc3\xbcrich\n\xe6\x9d\xb1\xe4\xba\xac\tNew York\n"),
            "New York\tZ\xc3\xbcrich\n\xe6\x9d\xb1\xe4\xba\xac\tNew York\n");
  EXPECT_EQ(ArcsOf("-", "\"a, b\",\"say \"\"hi\"\"\"\nc,d\n"), "a, b\tsay \"hi\"\nc\td\n");
}

TEST_F(CliIngest, ExportReadsBackToTheSameCorpus) {
  const Words texts = {EdgeList(TestGraph::Random(300, 2000, 5)),
                       "New York\tZ\xc3\xbcrich\na,b\tc\n\"q\"\tsay \"hi\"\n",
                       "\"a, b\",c\nd,\"e \"\"f\"\"\"\n", "-1\t3\n-5\t+3\n007\t7\n"};
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string first = std::to_string(i) + ".akin";
    Ingest(first, texts[i]);
    Ingest("again-" + first, Get("export " + first));
    ExpectSameFiles(first, "again-" + first);
  }
}

TEST_F(CliIngest, ExportReadsBackNamesThatLookLikeHeadersOrArePercentEncoded) {
  const Words texts = {"\"%41\",b\nc,d\n",
                       "1\t2\n!from\t!to\n"};  // exported first, above a number: like a header
  for (size_t i = 0; i < texts.size(); ++i) {
    SCOPED_TRACE(texts[i]);
    const std::string first = std::to_string(i) + ".akin";
    Ingest(first, texts[i]);
    const auto again = Feed("ingest - --no-header -o again-" + first, Get("export " + first));
    EXPECT_EQ(again.code, kFound) << again.err;
    ExpectSameFiles(first, "again-" + first);
  }
}

TEST_F(CliIngest, ExportTellsOfNamesThatIngestWouldNotReadBack) {
  const Words texts = {"\"#1\",b\nc,d\n", "\"% 1\",b\nc,d\n", "\" a\",b\nc,d\n"};
  for (size_t i = 0; i < texts.size(); ++i) {
    SCOPED_TRACE(texts[i]);
    const std::string corpus = std::to_string(i) + ".akin";
    Ingest(corpus, texts[i]);
    EXPECT_THAT(Run("export " + corpus).err, HasSubstr("1 names look like comments"));
  }
}

TEST_F(CliIngest, PercentEncodedNamesAreNoComments) {
  const std::string links = DataFile("wikispeedia/links.tsv");
  AKIN_SKIP_WITHOUT(links);
  Get("ingest " + links + " -o w.akin");
  EXPECT_THAT(Get("info w.akin"), HasSubstr("arcs\t119882\n"));
  EXPECT_THAT(Column(Get("export w.akin --names"), 1), testing::Contains("%C3%85land"));
}

TEST_F(CliIngest, WebGraphHasTheVerticesAndArcsOfItsProperties) {
  const std::string graph = DataFile("cnr-2000/cnr-2000.graph");
  AKIN_SKIP_WITHOUT(graph);
  Get("ingest " + graph + " -o cnr.akin");
  EXPECT_THAT(Get("info cnr.akin"), StartsWith("vertices\t325557\narcs\t3216152\n"));
}

TEST_F(CliIngest, InterruptedLeavesNothing) {
  ASSERT_EQ(::mkfifo(At("links").c_str(), 0600), 0);
  const int pipe = ::open(At("links").c_str(), O_RDWR);
  ASSERT_EQ(::write(pipe, "a\tb\n", 4), 4);
  Process ingest(directory_.path(), Split("ingest - -o x.akin"), {.input_file = At("links")});
  EXPECT_TRUE(IsBeingMade());
  ingest.Send(SIGINT);
  EXPECT_EQ(ingest.Wait().code, kInterrupted);
  ::close(pipe);
  EXPECT_EQ(Listing(), Words{At("links")});
}

}  // namespace
}  // namespace akin
