// akin plot, and the page of akin eval --report, as people use them.
#include "cli_fixture.h"

namespace akin {
namespace {

constexpr const char* kPython = "/usr/bin/python3";

// Parses a chart or a page as XML and counts its elements; fails if there is an external reference,
// a script or a point outside the drawing.
constexpr const char* kReadXml = R"(
import re, sys, xml.etree.ElementTree as ET
root = ET.parse(sys.argv[1]).getroot()
name = lambda element: element.tag.split('}')[1]
count = {}
for element in root.iter():
    assert name(element) not in ('script', 'link', 'img', 'image', 'use'), element.tag
    for key, value in element.attrib.items():
        assert 'href' not in key or value.startswith('#'), value
        assert 'nan' not in value and 'inf' not in value.split(), value
    kind = element.get('class') or name(element)
    count[kind] = count.get(kind, 0) + 1
for chart in root.iter('{http://www.w3.org/2000/svg}svg'):
    width, height = [float(number) for number in chart.get('viewBox').split()[2:]]
    for element in chart.iter():
        if element.get('class') != 'point': continue
        at = element.get('d')
        x, y = element.get('cx'), element.get('cy')
        if at: x, y = re.match('M([-0-9.]+),([-0-9.]+)', at).groups()
        assert 0 < float(x) < width and 0 < float(y) < height, (x, y)
        assert element[0].text.strip()
print(*['%s=%d' % (kind, count.get(kind, 0)) for kind in sys.argv[2:]])
)";

class CliChart : public CliTest {
 protected:
  void SetUp() override {
    if (!fs::exists(kPython)) GTEST_SKIP() << "no " << kPython << " to read XML with";
    Write("r.csv",
          "system,length,decay,fingerprints,metric,value,low,high,pooled,pooled_low,pooled_high,"
          "queries,setting\n"
          "simrank,1,0.1,100,gamma,0.3,0.2,0.4,0.3,0.2,0.4,9,\n"
          "simrank,2,0.1,100,gamma,-0.1,-0.2,0.05,0.3,0.2,0.4,9,\n"
          "\"a=0.6,text=0.4\",1,0.1,100,gamma,0.5,0.4,0.6,0.3,0.2,0.4,9,\n"
          "\"a=0.6,text=0.4\",2,0.1,100,gamma,undefined,undefined,undefined,0.3,0.2,0.4,0,\n");
  }
  std::string ReadXml(const std::string& file, const Words& kinds) const {
    Words words = {"-c", kReadXml, file};
    words.insert(words.end(), kinds.begin(), kinds.end());
    const auto outcome = Run(words, {.program = kPython});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
  }
  // A small graph with an index, and classes for its vertices.
  void MakeSite() const {
    Ingest("s.akin", EdgeList(TestGraph::Random(60, 240, 4)));
    Get("build s.akin --measure simrank --quiet --length 5 --fingerprints 30 --decay 0.6");
    std::string classes;
    for (int v = 0; v < 60; ++v) classes += fmt::format("{}\ttop/{}/{}\n", v, v % 3, v % 4);
    Write("classes.tsv", classes);
  }
};

TEST_F(CliChart, ResultsOfEvalNeedNoFlags) {
  const auto outcome = Run("plot r.csv -o r.svg");
  EXPECT_EQ(outcome.code, kFound) << outcome.err;
  EXPECT_EQ(outcome.err, "note: 1 rows have no value and are not drawn\n");
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(ReadXml("r.svg", {"point", "polyline", "band", "whisker"}),
            "point=3 polyline=1 band=1 whisker=0\n");
  EXPECT_THAT(ReadBytes(At("r.svg")), HasSubstr("a=0.6,text=0.4, length 1: 0.5 (0.4 to 0.6)"));
}

TEST_F(CliChart, StandardInputAndOutput) {
  Get("plot r.csv --quiet -o r.svg");
  const auto outcome = Feed("plot - --quiet", ReadBytes(At("r.csv")));
  EXPECT_EQ(outcome.out, ReadBytes(At("r.svg")));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(CliChart, DotsAndPoints) {
  Get("plot r.csv --quiet --x system --by length --title T -o dots.svg");
  EXPECT_EQ(ReadXml("dots.svg", {"point", "whisker", "polyline"}),
            "point=3 whisker=3 polyline=0\n");
  Get("plot r.csv --quiet --mark points --where system=simrank --log-x -o points.svg");
  EXPECT_EQ(ReadXml("points.svg", {"point", "whisker", "polyline"}),
            "point=2 whisker=2 polyline=0\n");
}

TEST_F(CliChart, MistakesSayWhere) {
  ExpectRefused("plot nowhere.csv", {"nowhere.csv"});
  ExpectRefused("plot r.csv -o chart.png", {"chart.png", "--output", ".svg"});
  ExpectRefused("plot r.csv --mark bars", {"no mark 'bars'", "line, points, dots", "(--mark)"});
  ExpectRefused("plot r.csv --y lwo", {"no column 'lwo'", "low"});
  ExpectRefused("plot r.csv --x length --by metric", {"r.csv:4: ", "system"});
  Write("bad.csv", "x,y\n1,2\n1\n");
  ExpectRefused("plot bad.csv --x x --y y", {"bad.csv:3: 1 fields"});
  ExpectRefused("plot - --x x --y y", {"standard input:2: y is '?'"}, {.input = "x,y\n1,?\n"});
}

TEST_F(CliChart, EvalWritesAPage) {
  MakeSite();
  const std::string eval = "eval s.akin --truth classes.tsv --report page";
  const auto outcome = Run(eval);
  EXPECT_EQ(outcome.code, kFound) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("the report is page/index.html"));
  EXPECT_EQ(outcome.out, Get("eval s.akin --truth classes.tsv"));
  // Ten metrics, of which two, cousins and delta, are undefined.
  EXPECT_EQ(ReadXml("page/index.html", {"section", "figure", "point", "whisker"}),
            "section=11 figure=7 point=7 whisker=7\n");
  Write("page/other.txt", "mine");
  EXPECT_EQ(Run(eval + " --exact jaccard --index simrank").code, kFound);
  EXPECT_EQ(ReadXml("page/index.html", {"figure", "point"}), "figure=7 point=14\n");
  EXPECT_EQ(ReadBytes(At("page/other.txt")), "mine");
}

TEST_F(CliChart, SweepsAreLinesOnThePage) {
  MakeSite();
  Get("eval s.akin --truth classes.tsv --measures simrank --sweep length=1..3 --sweep "
      "decay=0.2,0.6 --sweep fingerprints=10,30 --metrics gamma --report page/");
  EXPECT_EQ(ReadXml("page/index.html", {"section", "figure", "polyline", "point"}),
            "section=3 figure=3 polyline=3 point=7\n");
}

TEST_F(CliChart, PagesThatCannotBeWrittenAreRefused) {
  MakeSite();
  ExpectRefused("eval s.akin --truth classes.tsv --report no/such", {"no directory no"});
  ExpectRefused("eval s.akin --truth classes.tsv --report r.csv", {"r.csv", "give a directory"});
}

}  // namespace
}  // namespace akin
