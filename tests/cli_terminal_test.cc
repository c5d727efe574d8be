// What the program looks like on a terminal.
#include <sys/ioctl.h>
#include <termios.h>

#include "cli_fixture.h"

namespace akin {
namespace {

constexpr const char* kLongKey = "https://example.org/a/very/long/way/to/the/page/engine.html";
constexpr const char* kLongTitle =
    "The steam engine, its inventors, its many uses in mines, mills and ships, and its end";

// A terminal of some width; what a program writes to it can be read.
class Terminal {
 public:
  explicit Terminal(unsigned short columns) : fd_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    EXPECT_EQ(::grantpt(fd_), 0);
    EXPECT_EQ(::unlockpt(fd_), 0);
    const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    EXPECT_EQ(::ioctl(fd_, TIOCSWINSZ, &size), 0);
    program_end_ = ::open(path().c_str(), O_RDWR | O_NOCTTY);  // keeps what was written
  }
  ~Terminal() {
    ::close(program_end_);
    ::close(fd_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  std::string path() const { return ::ptsname(fd_); }

  // What was written, which must be short: a terminal keeps about 4 KiB until somebody reads it.
  Words Shown() const {
    ::fcntl(fd_, F_SETFL, O_NONBLOCK);
    std::string text;
    char buffer[4096];
    for (;;) {
      const ssize_t bytes = ::read(fd_, buffer, sizeof(buffer));
      if (bytes <= 0) break;
      text.append(buffer, static_cast<size_t>(bytes));
    }
    text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
    return Lines(text);
  }

 private:
  int fd_;
  int program_end_ = -1;
};

class CliTerminal : public CliTest {
 protected:
  void SetUp() override {
    fs::create_directory(At("site"));
    Write("site/index.html", "<a href=engine.html>e</a><a href=zoo.html>z</a>");
    Write("site/engine.html", fmt::format("<title>{}</title>", kLongTitle));
    Write("site/zoo.html",
          "<title>動物園の動物たちと、その暮らしを紹介するとても長い題名のページ、"
          "第二版の増補改訂版</title>");
    Get("ingest site -o site.akin --quiet");
    Ingest("web.akin", fmt::format("h\t{}\nh\tzoo\n", kLongKey));
  }
  Words Show(std::string_view line, unsigned short columns) const {
    const Terminal terminal(columns);
    const auto outcome = Run(line, {.output_file = terminal.path()});
    EXPECT_EQ(outcome.code, kFound) << outcome.err;
    return terminal.Shown();
  }
};

TEST_F(CliTerminal, TitlesAreCutToTheWidth) {
  const auto shown = Show("related site.akin zoo.html --exact cosine", 80);
  ASSERT_THAT(shown, SizeIs(3));
  EXPECT_EQ(shown[1], "rank   score   error  key          title");
  EXPECT_THAT(shown[2], StartsWith("   1  1.0000  0.0000  engine.html  The steam engine, its inv"));
  EXPECT_THAT(shown[2], EndsWith("…"));
  EXPECT_EQ(shown[2].size(), 80 + std::string("…").size() - 1);
  EXPECT_THAT(Show("related site.akin zoo.html --exact cosine", 200)[2], EndsWith(kLongTitle));
}

TEST_F(CliTerminal, WideCharactersTakeTwoColumns) {
  const auto shown = Show("related site.akin engine.html --exact cosine", 80);
  ASSERT_THAT(shown, SizeIs(3));
  // 32 columns before the title leave 48: 23 characters of two columns and the ellipsis.
  EXPECT_EQ(shown[2].size(), 32 + 24 * 3U) << shown[2];
}

TEST_F(CliTerminal, KeysAreCutInTheMiddleIfNecessary) {
  const auto shown = Show("related web.akin zoo --exact cosine", 60);
  ASSERT_THAT(shown, SizeIs(3));
  EXPECT_THAT(shown[2], StartsWith("   1  1.0000  0.0000  https://example.or"));
  EXPECT_THAT(shown[2], EndsWith("/engine.html"));
  EXPECT_THAT(shown[2], HasSubstr("…"));
  EXPECT_EQ(shown[2].size(), 60 + std::string("…").size() - 1);
}

TEST_F(CliTerminal, NothingIsCutInAPipe) {
  EXPECT_THAT(Get("related web.akin zoo --exact cosine --table"), HasSubstr(kLongKey));
  EXPECT_THAT(Get("related site.akin zoo.html --exact cosine"), HasSubstr(kLongTitle));
}

TEST_F(CliTerminal, ScoresAndErrorsHaveTheSameDecimals) {
  Ingest("u.akin", kUniversity);
  Get("build u.akin --quiet --decay 0.8 --fingerprints 1000");
  const auto shown = Show("related u.akin ProfA --refine 0", 80);
  ASSERT_THAT(shown, SizeIs(4));
  EXPECT_EQ(shown[1], "rank  score  error  key");
  EXPECT_THAT(shown[2], MatchesRegex("   1  0\\.4[0-9]{2}  0\\.0[0-9]{2}  ProfB"));
}

TEST_F(CliTerminal, TablesOfEvalLeaveOutWhatDoesNotFit) {
  Ingest("r.akin", EdgeList(TestGraph::Random(30, 120, 4)));
  Get("build r.akin --measure simrank --fingerprints 20");
  Get("build r.akin --measure psimrank --fingerprints 20");
  std::string classes;
  for (int v = 0; v < 30; ++v) classes += fmt::format("{}\ttop/{}/{}\n", v, v % 3, v % 4);
  Write("classes.tsv", classes);
  const std::string eval = "eval r.akin --truth classes.tsv --metrics sibling-gamma,ndcg ";
  for (const std::string systems :
       {"--index simrank=0.5,psimrank=0.5", "--exact simrank,prank",
        "--measures simrank --sweep length=1..2",
        "--measures simrank --sweep length=1,2 --sweep decay=0.1,0.2 --sweep fingerprints=1,2"}) {
    for (const auto& line : Show(eval + systems, 80)) EXPECT_LE(line.size(), 82U) << line;
    for (const auto& line : Show(eval + systems, 140)) EXPECT_LE(line.size(), 142U) << line;
  }
  EXPECT_THAT(Show(eval + "--index simrank", 80)[0],
              MatchesRegex("system +metric +value +low +high +pooled +queries"));
  EXPECT_THAT(Show(eval + "--measures simrank --sweep length=1,2", 80)[0],
              MatchesRegex("system +length +metric +value +low +high +pooled +queries"));
  EXPECT_THAT(Show(eval + "--index simrank", 140)[0], HasSubstr("pooled_high"));
  const Terminal terminal(80);
  EXPECT_THAT(Run(eval + "--index simrank", {.output_file = terminal.path()}).err,
              HasSubstr("too narrow for length, decay, fingerprints, pooled_low, pooled_high"));
}

TEST_F(CliTerminal, HeaderNamesTheColumnsOfTsv) {
  const auto lines = Lines(Get("related web.akin zoo --exact cosine --header"));
  ASSERT_THAT(lines, SizeIs(2));
  EXPECT_EQ(lines[0], "rank\tscore\terror\tkey");
  EXPECT_EQ(Lines(Get("related site.akin --all --exact cosine --header"))[0],
            "query\trank\tscore\terror\tkey\ttitle");
  EXPECT_EQ(Lines(Get("sim web.akin zoo zoo --exact cosine --header"))[0], "score\terror\ta\tb");
  EXPECT_EQ(Lines(Get("export web.akin --header"))[0], "from\tto");
  EXPECT_EQ(Lines(Get("join web.akin --all --exact cosine --header"))[0],
            "left\tright\tscore\terror");
  const auto nothing = Run("related web.akin h --exact cosine --header");
  EXPECT_EQ(nothing.code, kNothing);
  EXPECT_EQ(nothing.out, "rank\tscore\terror\tkey\n");
  ExpectRefused("related web.akin zoo --exact cosine --header --json", {"--header", "--json"});
  ExpectRefused("join web.akin --all --exact cosine --header --format mtx", {"--header", "mtx"});
}

// Titles and keys come from strangers. On a terminal they are shown and do nothing; in a pipe they
// are data.
TEST_F(CliTerminal, NothingInACorpusControlsTheTerminal) {
  fs::create_directory(At("evil"));
  Write("evil/index.html", "<a href=a.html>a</a><a href='b%E2%80%AEx.html'>b</a>");
  Write("evil/a.html", "<title>An \u202eegami &#x9b;31m</title>");
  Write("evil/b\u202ex.html", "<title>b</title>");
  Get("ingest evil -o evil.akin --quiet");
  const std::string ask = "related evil.akin a.html --exact cosine";
  EXPECT_THAT(Get(ask), HasSubstr("b\u202ex.html")) << "data in a pipe";
  const std::string shown = Join(Show(ask, 80)) + Join(Show("export evil.akin", 80)) +
                            Join(Show("export evil.akin --names", 200)) +
                            Join(Show(ask + " --json", 80));
  EXPECT_THAT(shown, HasSubstr("b\\u202ex.html"));
  EXPECT_THAT(shown, Not(HasSubstr("\u202e")));
  EXPECT_THAT(shown, Not(HasSubstr("\x1b")));
  EXPECT_THAT(Get(ask + " --json"), Not(HasSubstr("\u202e"))) << "JSON says the same without";
  EXPECT_EQ(ParseJsonLines(Get(ask + " --json"))[0]["key"], "b\u202ex.html");
  EXPECT_THAT(Get(ask + " --table"), Not(HasSubstr("\u202e"))) << "a table is for people";
}

TEST_F(CliTerminal, NothingInAMessageDoes) {
  Get("build site.akin --measure simrank --fingerprints 3 --quiet");
  for (const Words& words :
       {Words{"related", "site.akin", "\x1b[31m\u202e", "--exact", "cosine"},
        Words{"related", "no\x1b[31m\u202e", "a"}, Words{"in\x1b[31m\u202egest"},
        Words{"related", "site.akin", "a", "--no\x1b[31m\u202e"},
        Words{"related", "site.akin", "a", "--index", "\x1b[31m\u202e"},
        Words{"build", "site.akin", "--name", "\x1b[31m\u202e"},
        Words{"build", "site.akin", "--seed", "\x1b[31m\u202e"},
        Words{"ingest", "no\x1b[31m\u202e", "-o", "x.akin"}}) {
    const auto outcome = Run(words);
    EXPECT_EQ(outcome.code, kError);
    EXPECT_THAT(outcome.err, HasSubstr("\\x1b[31m\\u202e"));
    EXPECT_THAT(outcome.err, Not(HasSubstr("\x1b")));
    EXPECT_THAT(outcome.err, Not(HasSubstr("\u202e")));
  }
}

}  // namespace
}  // namespace akin
