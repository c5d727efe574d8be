// akin info --index and --plot: the statistics of an index as rows and as a chart.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliInfo : public CliTest {
 protected:
  // A hub links to ten leaves: their walks meet at the first step, and the hub's walk meets none.
  void SetUp() override {
    std::string links;
    for (int leaf = 0; leaf < 10; ++leaf) links += fmt::format("hub\tleaf{}\n", leaf);
    Ingest("star.akin", links);
    Get("build star.akin --measure simrank --quiet --length 3 --fingerprints 20 --decay 0.5");
  }

  std::string ShardFile() const { return "star.akin/indexes/simrank/simrank-l3-s1-0010-0019.akin"; }
};

TEST_F(CliInfo, RowsOfAStarInAPipe) {
  const auto out = Get("info star.akin --index simrank");
  EXPECT_THAT(Lines(out),
              IsSupersetOf({"fact\tindex\tsimrank", "fact\tmeasure\tsimrank",
                            "fact\tdecay\t0.500000", "fact\tlength\t3", "fact\tfingerprints\t20",
                            "fact\tvertices\t11", "fact\ttrees\t20", "fact\tmembers\t200",
                            "fact\talone\t20", "fact\tmean tree\t10.000000",
                            "fact\tmean tree of a member\t10.000000", "fact\tlargest tree\t10"}));
  // Bounds of FR section 4 at N = 20.
  EXPECT_THAT(Lines(out), IsSupersetOf({"fact\terror within, 95% sure\t0.463880",
                                        "fact\terror within, 99% sure\t0.555939",
                                        "fact\tgap in order, 95% sure\t0.706604",
                                        "fact\tgap in order, 99% sure\t0.876087",
                                        "fact\tstandard error at most\t0.111803"}));
  // FR theorem 7 at a gap of 0.1, and FR section 2: N + 1 and N + 2 reads. Here there are two
  // shards.
  EXPECT_THAT(
      Lines(out),
      IsSupersetOf(
          {"fact\tgap of a threshold query\t0.100000",
           "fact\tits recall beyond the gap, at least\t0.157540",
           "fact\tits precision, at least 1 - below / above times\t5.347612",
           "fact\treads of a related query\t22", "fact\treads of a related query, as published\t21",
           "fact\treads of a pair, at most\t44", "fact\treads of a pair, as published\t22"}));
  EXPECT_THAT(Get("info star.akin --index simrank --gap 0.5"), HasSubstr("at least\t0.986"));
  ExpectRefused("info star.akin --index simrank --gap 0", {"--gap 0", "above 0"});
  EXPECT_THAT(out, EndsWith("size\t1\t1\t20\t20\t0.090909\n"
                            "size\t2\t3\t0\t0\t0.000000\n"
                            "size\t4\t7\t0\t0\t0.000000\n"
                            "size\t8\t15\t20\t200\t0.909091\n"
                            "length\t1\t20\t10.000000\t10.000000\t10\t0.909091\t0.250000\n"
                            "length\t2\t20\t10.000000\t10.000000\t10\t0.909091\t0.125000\n"
                            "length\t3\t20\t10.000000\t10.000000\t10\t0.909091\t0.062500\n"));
}

TEST_F(CliInfo, BytesAddUpToTheFiles) {
  std::map<std::string, uint64_t> bytes;
  for (const auto& row : ParseJsonLines(Get("info star.akin --index simrank --json"))) {
    if (row.at("part") == "fact" && row.at("value").is_number_unsigned()) {
      bytes[row.at("fact")] = row.at("value");
    }
  }
  uint64_t files = 0;
  for (const auto& [name, text] : ReadTree(At("star.akin/indexes/simrank"))) {
    if (name.ends_with(".akin")) files += text.size();
  }
  EXPECT_EQ(bytes["bytes"], files);
  EXPECT_EQ(bytes["bytes of rows"] + bytes["bytes of blocks"] + bytes["other bytes"], files);
}

TEST_F(CliInfo, JsonNamesEveryColumn) {
  const auto rows = ParseJsonLines(Get("info star.akin --index simrank --json"));
  EXPECT_EQ(rows.front(),
            nlohmann::json::parse(R"({"part": "fact", "fact": "index", "value": "simrank"})"));
  EXPECT_EQ(rows.back(), nlohmann::json::parse(
                             R"({"part": "length", "length": 3, "trees": 20, "mean": 10.0,
                                 "size_biased": 10.0, "largest": 10, "met": 0.9090909090909091,
                                 "truncation": 0.0625})"));
  EXPECT_EQ(rows[rows.size() - 4],
            nlohmann::json::parse(R"({"part": "size", "from": 8, "to": 15, "trees": 20,
                                      "members": 200, "share": 0.9090909090909091})"));
}

TEST_F(CliInfo, TablesHaveHeadersAndEmptyLinesBetween) {
  const auto out = Get("info star.akin --index simrank --table");
  EXPECT_THAT(out, StartsWith("fact      "));
  EXPECT_THAT(out, HasSubstr("\n\nfrom  to  trees  members   share\n"));
  EXPECT_THAT(out, HasSubstr("\n\nlength  trees   mean  size_biased  largest     met  truncation\n"
                             "     1     20  10.00        10.00       10  0.9091      0.2500\n"));
}

TEST_F(CliInfo, ThreadsChangeNothing) {
  EXPECT_EQ(Get("info star.akin --index simrank --threads 1"),
            Get("info star.akin --index simrank --threads 7"));
}

TEST_F(CliInfo, WithoutFlagsItListsTheCorpusAsEver) {
  const auto out = Get("info star.akin");
  EXPECT_THAT(out, StartsWith("vertices\t11\narcs\t10\n"));
  EXPECT_THAT(out, Not(HasSubstr("fact")));
}

TEST_F(CliInfo, NobodyMeetsOnAPath) {
  Ingest("path.akin", "a\tb\nb\tc\n");
  Get("build path.akin --measure simrank --quiet --length 2 --fingerprints 5");
  const auto out = Get("info path.akin --index simrank --plot path.svg");
  EXPECT_THAT(Lines(out), IsSupersetOf({"fact\ttrees\t0", "fact\talone\t15",
                                        "fact\tmean tree of a member\t0.000000"}));
  EXPECT_THAT(out, EndsWith("size\t1\t1\t15\t15\t1.000000\n"
                            "length\t1\t0\t0.000000\t0.000000\t0\t0.000000\t0.360000\n"
                            "length\t2\t0\t0.000000\t0.000000\t0\t0.000000\t0.216000\n"));
  EXPECT_THAT(ReadBytes(At("path.svg")), Not(HasSubstr("nan")));
}

// Parses a chart as XML and prints its elements; fails if anything is outside the drawing, or if
// there is a script or an external reference.
constexpr const char* kReadChart = R"(
import sys, xml.etree.ElementTree as ET
root = ET.parse(sys.argv[1]).getroot()
ns = '{http://www.w3.org/2000/svg}'
assert root.tag == ns + 'svg'
left, top, width, height = map(float, root.get('viewBox').split())
count = {'bar': 0, 'point': 0}
for element in root.iter():
    tag = element.tag[len(ns):]
    assert tag in ('svg', 'title', 'rect', 'line', 'text', 'g', 'polyline', 'circle'), tag
    assert not any('href' in name for name in element.attrib)
    if element.get('class'):
        count[element.get('class')] += 1
        assert element.find(ns + 'title').text
        x, y = (('x', 'y') if tag == 'rect' else ('cx', 'cy'))
        assert 0 <= float(element.get(x)) <= width and 0 <= float(element.get(y)) <= height
    if tag in ('text', 'title'): assert element.text.strip()
print(root.find(ns + 'title').text)
print(count['bar'], count['point'])
)";

class CliPlot : public CliInfo {
 protected:
  void SetUp() override {
    CliInfo::SetUp();
    if (!fs::exists("/usr/bin/python3")) GTEST_SKIP() << "no /usr/bin/python3 to read XML with";
  }
  Words ReadChart(const std::string& file) const {
    const auto outcome = Run(Words{"-c", kReadChart, file}, {.program = "/usr/bin/python3"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return Lines(outcome.out);
  }
};

// Bars: single vertices and trees of 8 to 15. Points: vertices in these trees; and by length the
// mean, the largest, and the share met.
TEST_F(CliPlot, EveryNumberIsDrawn) {
  EXPECT_EQ(Get("info star.akin --index simrank --plot star.svg"),
            Get("info star.akin --index simrank"));
  EXPECT_THAT(ReadChart("star.svg"),
              ElementsAre("Fingerprint trees of star.akin, index simrank", "2 10"));
  Get("build star.akin --measure simrank --quiet --length 60 --fingerprints 10 --name long");
  Get("info star.akin --index long --plot long.svg");
  EXPECT_THAT(ReadChart("long.svg"), ElementsAre(HasSubstr("long"), "2 181"));
}

TEST_F(CliPlot, NamesAreEscaped) {
  const std::string odd = "a<b&\"c\x01.akin";
  fs::rename(At("star.akin"), At(odd));
  ASSERT_EQ(Run(Words{"info", odd, "--plot", "odd.svg"}).code, kFound);
  EXPECT_THAT(ReadChart("odd.svg"),
              ElementsAre("Fingerprint trees of a<b&\"c\xef\xbf\xbd.akin, index simrank", "2 10"));
}

TEST_F(CliPlot, WithoutIndexItTakesTheOneThatQueriesTake) {
  Get("info star.akin --plot one.svg");
  Get("info star.akin --index simrank --plot two.svg");
  EXPECT_EQ(ReadBytes(At("one.svg")), ReadBytes(At("two.svg")));
  Get("build star.akin --quiet --fingerprints 10 --measure psimrank");
  Get("info star.akin --plot one.svg");
  EXPECT_EQ(ReadBytes(At("one.svg")), ReadBytes(At("two.svg")));
}

TEST_F(CliPlot, ReplacesAnOlderChart) {
  Write("star.svg", "an older chart");
  Get("info star.akin --plot star.svg");
  EXPECT_THAT(ReadChart("star.svg"), SizeIs(2));
}

TEST_F(CliInfo, PlotsThatCannotBeWrittenAreRefused) {
  fs::create_directory(At("folder.svg"));
  ExpectRefused("info star.akin --plot chart.png", {"chart.png", "SVG", ".svg"});
  ExpectRefused("info star.akin --plot no/chart.svg", {"no/chart.svg", "no directory no"});
  ExpectRefused("info star.akin --plot folder.svg", {"folder.svg", "directory"});
}

TEST_F(CliInfo, IndexThatIsNotThere) {
  ExpectRefused("info star.akin --index simrnk", {"no index 'simrnk'", "there are: simrank"});
  Ingest("bare.akin", "a\tb\n");
  ExpectRefused("info bare.akin --plot bare.svg", {"no index yet", "akin build bare.akin"});
}

TEST_F(CliInfo, DamagedShardIsNamed) {
  std::string bytes = ReadBytes(At(ShardFile()));
  bytes[bytes.size() / 2] ^= 1;
  Write(ShardFile(), bytes);
  ExpectRefused("info star.akin --index simrank --plot star.svg", {ShardFile(), "damaged"});
}

}  // namespace
}  // namespace akin
