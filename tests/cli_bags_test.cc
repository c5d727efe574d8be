// akin bags and akin bag, and what info and check say about bags.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliBags : public CliTest {
 protected:
  void SetUp() override {
    fs::create_directory(At("site"));
    WriteBytes(At("site/index.html"),
               "<title>Start</title><h1>Animals</h1>See the <a href=zoo.html>zoo</a> in Berlin.");
    WriteBytes(At("site/zoo.html"), "<title>Zoo</title>Lions, lions.");
    Get("ingest site -o site.akin --quiet");
  }
};

TEST_F(CliBags, MakesFindsAndRefuses) {
  const auto made = Run("bags site.akin");
  EXPECT_EQ(made.code, kFound);
  EXPECT_EQ(made.out, "");
  EXPECT_THAT(made.err, MatchesRegex("bags text: 2 made in .*, 5 different words, .*\n"));
  const auto again = Run("bags site.akin");
  EXPECT_EQ(again.code, kFound);
  EXPECT_EQ(again.err, "bags text: nothing to do, they exist already\n");
  const auto other = Run("bags site.akin --window topical");
  EXPECT_EQ(other.code, kError);
  EXPECT_THAT(other.err, HasSubstr("--force"));
  EXPECT_EQ(Run("bags site.akin --window topical --force").code, kFound);
  EXPECT_EQ(Run("bags site.akin --window topical --name second --quiet").err, "");
}

// zoo: its title 1 + 5, the link 5, animals 4, berlin 4, lions 2: 21 in total.
TEST_F(CliBags, ShowsABag) {
  Get("bags site.akin --quiet --weight none");
  EXPECT_EQ(Get("bag site.akin zoo.html"),
            "0.523810\t2\t1.000000\tword\tzoo\n"
            "0.190476\t2\t1.000000\tword\tanim\n"
            "0.190476\t2\t1.000000\tword\tberlin\n"
            "0.095238\t1\t0.500000\tword\tlion\n");
  EXPECT_EQ(Lines(Get("bag site.akin zoo.html -k 1")).size(), 1U);
  EXPECT_EQ(Lines(Get("bag site.akin Zoo -k 0")).size(), 4U);
  EXPECT_EQ(ParseJsonLines(Get("bag site.akin zoo.html -k 1 --json")).front(),
            nlohmann::json::parse(R"({"weight":0.523809552192688,"bags":2,"share":1.0,)"
                                  R"("kind":"word","term":"zoo"})"));
  EXPECT_THAT(Lines(Get("bag site.akin zoo.html --table")),
              ElementsAre("zoo.html (Zoo) in text", MatchesRegex("weight +bags +share +kind +term"),
                          MatchesRegex("0.5238 +2 +1.0000 +word +zoo"), StartsWith("0.1905"),
                          StartsWith("0.1905"), StartsWith("0.0952")));
}

TEST_F(CliBags, ShowsLinksByName) {
  Get("bags site.akin --quiet --terms links --name links");
  EXPECT_EQ(Get("bag site.akin zoo.html"), "1.000000\t1\t1.000000\tlink\tindex.html\n");
  const auto nothing = Run("bag site.akin index.html --table");
  EXPECT_EQ(nothing.code, kNothing);
  EXPECT_EQ(nothing.out, "index.html (Start) in links: the bag is empty\n");
}

TEST_F(CliBags, InfoAndCheckKnowThem) {
  Get("bags site.akin --quiet --window topical --weight sqrt");
  Get("bags site.akin --quiet --name nm --weight nmdf:1,2");
  const auto info = Get("info site.akin");
  EXPECT_THAT(info,
              HasSubstr(fmt::format("text\tcontent,anchor\ttopical\tstem\tlog\tsqrt\t2\t5\t{}\n",
                                    fs::file_size(At("site.akin/bags/text.akin")))));
  EXPECT_THAT(info, HasSubstr("nm\tcontent,anchor\tbasic:32\tstem\tlog\tnmdf:1,2\t2\t5\t"));
  EXPECT_THAT(Get("check site.akin"), HasSubstr("ok\tsite.akin/bags/text.akin\n"));
  std::string bytes = ReadBytes(At("site.akin/bags/nm.akin"));
  bytes[4100] ^= 1;
  WriteBytes(At("site.akin/bags/nm.akin"), bytes);
  const auto check = Run("check site.akin");
  EXPECT_EQ(check.code, kError);
  EXPECT_THAT(check.out, HasSubstr("BAD\tsite.akin/bags/nm.akin\n"));
}

TEST_F(CliBags, MistakesAreAnswered) {
  for (const char* name : {"--quiet", "-x"}) {
    ExpectRefused({"bags", "site.akin", "--name", name}, {"is no name for bags"});
  }
  const auto error = [&](const std::string& line) {
    const auto run = Run(line);
    EXPECT_EQ(run.code, kError) << line;
    EXPECT_EQ(run.out, "") << line;
    return run.err;
  };
  EXPECT_EQ(error("bags site.akin --terms content,anchors"),
            "akin: no kind of terms 'anchors'; there are content, anchor, links; did you mean "
            "anchor? (--terms)\n");
  EXPECT_EQ(error("bags site.akin --window wide"),
            "akin: no window 'wide'; there are basic, syntactic, topical (--window)\n");
  EXPECT_EQ(error("bags site.akin --stem porter"),
            "akin: no stemming 'porter'; there are none, stem, stopstem (--stem)\n");
  EXPECT_EQ(error("bags site.akin --distance-weight linear"),
            "akin: no distance weight 'linear'; there are log, none (--distance-weight)\n");
  EXPECT_EQ(error("bags site.akin --weight idf"),
            "akin: no weight 'idf'; there are none, log, sqrt, nmdf (--weight)\n");
  EXPECT_THAT(error("bags site.akin --name a/b"), HasSubstr("'a/b' is no name for bags"));
  EXPECT_THAT(error("bags site.akin --memory 1M"), HasSubstr("at least 16M"));
  EXPECT_THAT(error("bags nothing.akin"), HasSubstr("no such corpus"));
  EXPECT_THAT(error("bag site.akin zoo.html"), HasSubstr("make some with: akin bags site.akin"));
  EXPECT_FALSE(fs::exists(At("site.akin/bags")));
  Get("bags site.akin --quiet --name anchors");
  EXPECT_THAT(error("bag site.akin zoo.html --bags anchor"), HasSubstr("did you mean anchors?"));
  EXPECT_THAT(error("bag site.akin zo.html"), HasSubstr("zoo.html"));
  Ingest("links.akin", "a\tb\n");
  EXPECT_THAT(error("bags links.akin"), HasSubstr("only a corpus ingested from pages"));
  EXPECT_EQ(Run("bags links.akin --terms links").code, kFound);
}

TEST_F(CliBags, ATextIsAskedAboutLikeAPage) {
  WriteBytes(At("site/port.html"), "<title>Port</title>Ships and cranes.");
  Get("ingest site -o site.akin --force --quiet");
  Get("bags site.akin --quiet --weight none");
  WriteBytes(At("question.txt"), "Where is a zoo with a lion?");
  const std::string answer = Get("related site.akin --text question.txt");
  EXPECT_EQ(Column(answer, 3), (Words{"zoo.html", "index.html"}));
  EXPECT_EQ(Column(answer, 2), (Words{Fixed(0), Fixed(0)}));
  EXPECT_EQ(Run("related site.akin --text -", {.input = "Where is a zoo with a lion?"}).out,
            answer);
  EXPECT_THAT(Get("related site.akin --text question.txt --json -k 1"),
              StartsWith(R"({"query":"question.txt","rank":1,)"));
  EXPECT_THAT(Get("related site.akin --text question.txt --table"),
              StartsWith("related to the text of question.txt, by exact text\n"));
  const auto nothing = Run("related site.akin --text -", {.input = "The volcano."});
  EXPECT_EQ(nothing.code, kNothing);
  EXPECT_EQ(nothing.err, "nothing related found\n");
  WriteBytes(At("empty.txt"), " \n");
  ExpectRefused("related site.akin --text empty.txt", {"empty.txt: no words to ask about"});

  Get("build site.akin --measure text --quiet");
  Get("build site.akin --fingerprints 20 --quiet");
  EXPECT_EQ(Get("related site.akin --text question.txt --index text"), answer);
  EXPECT_EQ(Get("related site.akin --text question.txt --index simrank=0.5,text"), answer);
  EXPECT_EQ(Get("related site.akin --text question.txt --exact text --bags text"), answer);
  const auto error = [&](const std::string& ask) {
    const auto outcome = Run(ask);
    EXPECT_EQ(outcome.code, kError) << ask;
    return outcome.err;
  };
  EXPECT_EQ(error("related site.akin --text question.txt --index simrank"),
            "akin: index 'simrank' is of links, and a text has none; ask an index of text "
            "(--index)\n");
  EXPECT_THAT(error("related site.akin zoo.html --text question.txt"), HasSubstr("give one KEY"));
  EXPECT_THAT(error("related site.akin --text absent.txt"), HasSubstr("absent.txt"));
  Ingest("links.akin", "a\tb\n");
  EXPECT_THAT(error("related links.akin --text question.txt"), HasSubstr("akin bags links.akin"));
}

TEST_F(CliBags, HelpTeaches) {
  const auto help = Get("bags --help");
  for (const char* word : {"content", "anchor", "links", "basic:W", "syntactic", "topical", "nmdf",
                           "W=basic:32", "KINDS=content,anchor", "Examples:"}) {
    EXPECT_THAT(help, HasSubstr(word));
  }
  EXPECT_THAT(Get("bag --help"), HasSubstr("Columns in a pipe"));
}

}  // namespace
}  // namespace akin
