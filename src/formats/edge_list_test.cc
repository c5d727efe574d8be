#include "formats/edge_list.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/line_reader.h"
#include "formats/source_limits.h"
#include "packed_bytes.h"
#include "recording_sink.h"

namespace akin {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::StartsWith;

struct Outcome {
  Status status;
  std::vector<RecordingSink::Pair> arcs;
  IngestReport report;
};

Outcome Read(std::string text, const IngestOptions& options = {}, bool only_source = false) {
  Result<std::unique_ptr<ByteSource>> source = ByteSource::OverBytes("links", std::move(text));
  EXPECT_TRUE(source.ok());
  RecordingSink sink;
  Outcome outcome;
  outcome.status = ReadEdgeList(**source, options, sink, outcome.report, {}, only_source);
  EXPECT_EQ(outcome.report.arcs_read, sink.arcs.size());
  EXPECT_THAT(sink.vertices, IsEmpty());
  outcome.arcs = std::move(sink.arcs);
  return outcome;
}

std::vector<RecordingSink::Pair> Arcs(std::string text, const IngestOptions& options = {}) {
  const Outcome outcome = Read(std::move(text), options);
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
  return outcome.arcs;
}

// The message for a source that must be refused.
std::string Refusal(std::string text, const IngestOptions& options = {}) {
  const Outcome outcome = Read(std::move(text), options);
  EXPECT_EQ(outcome.status.code(), Code::kBadInput);
  return outcome.status.message();
}

IngestOptions WithHeader(HeaderLine header) {
  IngestOptions options;
  options.header = header;
  return options;
}

TEST(EdgeList, Separators) {
  EXPECT_THAT(Arcs("1\t2\n3\t4\n"), ElementsAre(Pair("1", "2"), Pair("3", "4")));
  EXPECT_THAT(Arcs("1,2\n3,4\n"), ElementsAre(Pair("1", "2"), Pair("3", "4")));
  EXPECT_THAT(Arcs("1 2\n3 4\n"), ElementsAre(Pair("1", "2"), Pair("3", "4")));
}

TEST(EdgeList, BlanksRoundFieldsGoAndThoseInsideStay) {
  EXPECT_THAT(Arcs("  New York \t Los Angeles  \n"), ElementsAre(Pair("New York", "Los Angeles")));
  EXPECT_THAT(Arcs(" a b , c d \n"), ElementsAre(Pair("a b", "c d")));
  EXPECT_THAT(Arcs("  1    2  \n3 \t 4\t\n5 6"),
              ElementsAre(Pair("1", "2"), Pair("3", "4"), Pair("5", "6")));
}

TEST(EdgeList, TheFirstDataLineChoosesTheSeparator) {
  EXPECT_THAT(Arcs("# a\tcomment, with all\na,b\tc d\n"), ElementsAre(Pair("a,b", "c d")));
  EXPECT_THAT(Arcs("a b,c\nx,y z\n"), ElementsAre(Pair("a b", "c"), Pair("x", "y z")));
  EXPECT_EQ(Refusal("a\tb\nx y\n"),
            "links:2: found 1 column; expected 2, separated by a tab, as before");
  EXPECT_EQ(Refusal("1,2\n3 4\n"),
            "links:2: found 1 column; expected 2, separated by a comma, as before");
  EXPECT_EQ(Refusal("1 2\n3,4\n"),
            "links:2: found 1 column; expected 2, separated by blanks, as before");
}

TEST(EdgeList, SkippedLines) {
  EXPECT_THAT(Arcs("# c\n% c\n\n   \n\t\n  # c\n1 2\n# c\n\n3 4\n"),
              ElementsAre(Pair("1", "2"), Pair("3", "4")));
}

TEST(EdgeList, LineEnds) {
  EXPECT_THAT(Arcs("1 2\n3 4"), ElementsAre(Pair("1", "2"), Pair("3", "4")));
  EXPECT_THAT(Arcs("1\t2\r\n\r\n3\t4\r\n"), ElementsAre(Pair("1", "2"), Pair("3", "4")));
  EXPECT_THAT(Arcs("\xef\xbb\xbf"
                   "1 2\n"),
              ElementsAre(Pair("1", "2")));
}

TEST(EdgeList, NoArcsIsAnError) {
  for (const std::string text : {"", "\n\n", "# only\n% comments\n", "source,target\n"}) {
    EXPECT_THAT(Refusal(text), StartsWith("links: no arcs found;"));
  }
  EXPECT_THAT(Refusal("x\ny\n", {.skip_bad_lines = true}),
              StartsWith("links: no arcs found (2 malformed lines skipped);"));
}

TEST(EdgeList, NoArcsIsToldPerSource) {
  Result<std::unique_ptr<ByteSource>> source = ByteSource::OverBytes("empty", "");
  ASSERT_TRUE(source.ok());
  RecordingSink sink;
  IngestReport report;
  report.arcs_read = 10;
  EXPECT_FALSE(ReadEdgeList(**source, {}, sink, report, {}).ok());
}

TEST(EdgeList, OtherCountsOfColumnsAreRefused) {
  EXPECT_EQ(Refusal("1\n"),
            "links:1: found 1 column; expected 2, separated by a tab, a comma, a "
            "semicolon, a bar or blanks");
  EXPECT_EQ(Refusal("1 2\n1 2 3 4\n"),
            "links:2: found 4 columns; expected 2, separated by blanks, as before");
  EXPECT_THAT(Refusal("1\t2\t\n3\t4\t\n"), HasSubstr("links:1: "));
  EXPECT_THAT(Refusal("1,2,x\n"), HasSubstr("links:1: found 3 columns"));
  EXPECT_THAT(Refusal("1,2,\n"), HasSubstr("links:1: found 3 columns"));
}

TEST(EdgeList, Weights) {
  EXPECT_EQ(Refusal("1 2 0.5\n"),
            "links:1: a third column with a number: arcs have no weights here; they can be "
            "ignored");
  EXPECT_EQ(Read("1 2 0.5\n").status.parameter(), "ignore_weights");
  EXPECT_EQ(Read("1 2\n1 2 0.5\n").status.place().line, 2U);
  EXPECT_THAT(Arcs("1 2 0.5\n3 4 -1e9\n5 6\n", {.ignore_weights = true}),
              ElementsAre(Pair("1", "2"), Pair("3", "4"), Pair("5", "6")));
  EXPECT_THAT(Refusal("1 2 0.5\n3 4 heavy\n", {.ignore_weights = true}),
              StartsWith("links:2: the third column is not a number"));
  EXPECT_THAT(Refusal("1 2 3 4\n", {.ignore_weights = true}),
              StartsWith("links:1: found 4 columns"));
}

TEST(EdgeList, HeaderByUsualNames) {
  for (const std::string header : {"source,target", "Source,Target", "SRC,DST", "from , to",
                                   "\"FromNodeId\",\"ToNodeId\"", "node1,node2", "u,v"}) {
    const Outcome outcome = Read("# c\n" + header + "\nann,bob\n");
    EXPECT_THAT(outcome.arcs, ElementsAre(Pair("ann", "bob"))) << header;
    EXPECT_THAT(outcome.report.notes,
                ElementsAre("links:2: taken for a header line, not for an arc"));
  }
  // Only on the first line, and only as a pair.
  EXPECT_THAT(Arcs("a,b\nsource,target\n"), ElementsAre(Pair("a", "b"), Pair("source", "target")));
  EXPECT_THAT(Arcs("source,to\na,b\n"), ElementsAre(Pair("source", "to"), Pair("a", "b")));
  EXPECT_THAT(Arcs("sources,targets\na,b\n"),
              ElementsAre(Pair("sources", "targets"), Pair("a", "b")));
}

TEST(EdgeList, HeaderByTheLineAfterIt) {
  const Outcome outcome = Read("citing\tcited\n# c\n1\t2\n3\t4\n");
  EXPECT_THAT(outcome.arcs, ElementsAre(Pair("1", "2"), Pair("3", "4")));
  EXPECT_THAT(outcome.report.notes,
              ElementsAre("links:1: taken for a header line, not for an arc"));

  const Outcome names = Read("ann\tbob\n1\tcy\n");
  EXPECT_THAT(names.arcs, ElementsAre(Pair("ann", "bob"), Pair("1", "cy")));
  EXPECT_THAT(names.report.notes, IsEmpty());
  EXPECT_THAT(Arcs("ann\t5\n1\t2\n"), ElementsAre(Pair("ann", "5"), Pair("1", "2")));
  EXPECT_THAT(Arcs("ann\tbob\ncy\tdan\n1\t2\n"),
              ElementsAre(Pair("ann", "bob"), Pair("cy", "dan"), Pair("1", "2")));
  EXPECT_THAT(Arcs("ann\tbob\n"), ElementsAre(Pair("ann", "bob")));
}

TEST(EdgeList, HeaderWithAWeightColumn) {
  EXPECT_THAT(Arcs("source,target,weight\na,b,1\n", {.ignore_weights = true}),
              ElementsAre(Pair("a", "b")));
  EXPECT_THAT(Arcs("citing,cited,times\n1,2,1\n", {.ignore_weights = true}),
              ElementsAre(Pair("1", "2")));
  EXPECT_EQ(Read("source,target,weight\na,b,1\n").status.parameter(), "ignore_weights");
  EXPECT_THAT(Arcs("citing,cited,times\na,b,1\n", {.ignore_weights = true}),
              ElementsAre(Pair("a", "b")));
}

// Reads it as the only source.
Outcome ReadAlone(std::string text) { return Read(std::move(text), {}, /*only_source=*/true); }

std::string Purchases() {
  std::string text;
  for (int i = 0; i < 12; ++i) text += fmt::format("p{},book{}\n", i, i % 3);
  return text;
}

TEST(EdgeList, HeaderByWordsThatAreOnNoOtherLine) {
  const Outcome outcome = ReadAlone("person,item\n" + Purchases());
  EXPECT_EQ(outcome.arcs.size(), 12U);
  EXPECT_EQ(outcome.report.arcs_read, 12U);
  EXPECT_THAT(outcome.report.notes,
              ElementsAre("links:1: taken for a header line, not for an arc, because 'person' and "
                          "'item' are on no other line"));
}

TEST(EdgeList, FirstLineIsAnArcIfAWordOfItIsOnAnotherLine) {
  for (const std::string last : {"person,x\n", "x,item\n", "item,x\n", "x,person\n"}) {
    const Outcome outcome = ReadAlone("person,item\n" + Purchases() + last);
    EXPECT_EQ(outcome.report.arcs_read, 14U) << last;
    EXPECT_EQ(outcome.arcs.size(), 14U) << last;
    EXPECT_THAT(outcome.report.notes, IsEmpty()) << last;
  }
}

TEST(EdgeList, FirstLineIsAnArcIfTheSecondIsAsUnusual) {
  EXPECT_EQ(ReadAlone("a,b\nc,d\n" + Purchases()).arcs.size(), 14U);
}

TEST(EdgeList, FirstLineOfAFewArcsIsAnArc) {
  EXPECT_EQ(ReadAlone("person,item\nann,book\nbob,book\n").arcs.size(), 3U);
  EXPECT_EQ(ReadAlone("person,item\n").arcs.size(), 1U);
}

TEST(EdgeList, FirstLineIsAnArcIfOtherSourcesMayHaveItsWords) {
  EXPECT_EQ(Arcs("person,item\n" + Purchases()).size(), 13U);
}

TEST(EdgeList, ASemicolonOrABarSeparates) {
  for (const std::string text : {"ann;bob\ncy;dan\n", "ann; bob\ncy ;dan\n", "ann|bob\ncy | dan\n",
                                 "\"ann\";bob\ncy;\"dan\"\n"}) {
    EXPECT_THAT(Arcs(text), ElementsAre(Pair("ann", "bob"), Pair("cy", "dan"))) << text;
  }
  EXPECT_THAT(Arcs("Ann Lee;Bob Ray\n\"x;y\";z\n"),
              ElementsAre(Pair("Ann Lee", "Bob Ray"), Pair("x;y", "z")));
  EXPECT_EQ(Refusal("a;b\nc d\n"),
            "links:2: found 1 column; expected 2, separated by a semicolon, as before");
}

TEST(EdgeList, ASemicolonOrABarInsideANameDoesNotSeparate) {
  EXPECT_THAT(Arcs("http://a/?x;y http://b/|z\nc d;e\n"),
              ElementsAre(Pair("http://a/?x;y", "http://b/|z"), Pair("c", "d;e")));
  EXPECT_THAT(Arcs("a;b\tc|d\n"), ElementsAre(Pair("a;b", "c|d")));
  EXPECT_THAT(Arcs("a;b,c|d\n"), ElementsAre(Pair("a;b", "c|d")));
}

TEST(EdgeList, ACommaInsideANumberOrNameDoesNotSeparate) {
  EXPECT_THAT(Arcs("a;b;2,50;x\nc;d;3;y\n", {.columns = std::pair(1U, 4U)}),
              ElementsAre(Pair("a", "x"), Pair("c", "y")));
  EXPECT_THAT(Arcs("Lee, Ann;Ray, Bob\n"), ElementsAre(Pair("Lee, Ann", "Ray, Bob")));
}

TEST(EdgeList, ColumnsCanBeChosen) {
  const IngestOptions options{.columns = std::pair(4U, 2U)};
  EXPECT_THAT(Arcs("7,ann,x,bob,0.5\n8,cy,,\"d,e\"\n", options),
              ElementsAre(Pair("bob", "ann"), Pair("d,e", "cy")));
  EXPECT_THAT(Arcs("1 2 3 4\n", options), ElementsAre(Pair("4", "2")));
  EXPECT_THAT(Arcs("date,to,n,from\n1,2,3,4\n", options), ElementsAre(Pair("4", "2")));
  EXPECT_EQ(Refusal("a;b;c;d\na;b;c\n", options),
            "links:2: found 3 columns; expected at least 4, separated by a semicolon, as before");
  EXPECT_EQ(Refusal("a,,c,d\n", options), "links:1: column 2: the name is empty");
}

TEST(EdgeList, ColumnsMustBeTwoDifferentOnes) {
  for (const auto& columns : {std::pair(0U, 1U), std::pair(1U, 0U), std::pair(3U, 3U)}) {
    const Outcome outcome = Read("a b c\n", {.columns = columns});
    EXPECT_EQ(outcome.status.code(), Code::kInvalidArgument);
    EXPECT_EQ(outcome.status.parameter(), "columns");
  }
}

TEST(EdgeList, HeaderByOption) {
  EXPECT_THAT(Arcs("1 2\n3 4\n", WithHeader(HeaderLine::kPresent)), ElementsAre(Pair("3", "4")));
  EXPECT_THAT(Arcs("# c\nan odd; header of any kind\n3,4\n", WithHeader(HeaderLine::kPresent)),
              ElementsAre(Pair("3", "4")));
  EXPECT_THAT(Arcs("source target\n3 4\n", WithHeader(HeaderLine::kAbsent)),
              ElementsAre(Pair("source", "target"), Pair("3", "4")));
  EXPECT_THAT(Read("1 2\n3 4\n", WithHeader(HeaderLine::kPresent)).report.notes, IsEmpty());
}

TEST(EdgeList, Quotes) {
  EXPECT_THAT(Arcs("\"a,b\",\"c\"\nx, \"say \"\"hi\"\"\" \n\"#1\",\" padded \"\n"),
              ElementsAre(Pair("a,b", "c"), Pair("x", "say \"hi\""), Pair("#1", " padded ")));
  EXPECT_THAT(Arcs("5\" pipe,6\" pipe\n"), ElementsAre(Pair("5\" pipe", "6\" pipe")));
  EXPECT_THAT(Arcs("\"a\",\"b\",\"1\"\n", {.ignore_weights = true}), ElementsAre(Pair("a", "b")));
  EXPECT_EQ(Refusal("\"a,b\n"), "links:1: a quote is not closed on the same line");
  EXPECT_THAT(Refusal("\"a\"b,c\n"), StartsWith("links:1: text after a closing quote"));
  EXPECT_EQ(Refusal("\"\",b\n"), "links:1: column 1: the name is empty");
  EXPECT_THAT(Refusal("1,2\n\"a\",\"b\",\"c\",\"d\",e\n"), StartsWith("links:2: found 5 columns"));
  // Elsewhere a quote is a letter.
  EXPECT_THAT(Arcs("\"a\"\t\"b\"\n"), ElementsAre(Pair("\"a\"", "\"b\"")));
}

TEST(EdgeList, NamesOfManyKinds) {
  EXPECT_THAT(
      Arcs("4294967296 18446744073709551616\n007 7\n-1 +1\n"),
      ElementsAre(Pair("4294967296", "18446744073709551616"), Pair("007", "7"), Pair("-1", "+1")));
  EXPECT_THAT(Arcs("Erdős\t漢字\n🙂\té\n"),
              ElementsAre(Pair("Erdős", "漢字"), Pair("🙂", "é")));
}

TEST(EdgeList, BadNames) {
  EXPECT_EQ(Refusal("a\tb\n\tb\n"), "links:2: column 1: the name is empty");
  EXPECT_EQ(Refusal("a,b\na,\n"), "links:2: column 2: the name is empty");
  EXPECT_EQ(Refusal("a b\n1 \x01\n"), "links:2: column 2: the name has a control character");
  EXPECT_THAT(Refusal("a,b\na\tb,c\n"), HasSubstr("control character"));
  EXPECT_THAT(Refusal("a b\rc\n"), HasSubstr("control character"));
  EXPECT_THAT(Refusal("a twelve\x7fletters\n"), HasSubstr("control character"));
  EXPECT_THAT(Refusal("a \xc2\x9b\n"), HasSubstr("control character"));
  EXPECT_THAT(Arcs("a \xc2\xa0\n"), ElementsAre(Pair("a", "\xc2\xa0")));
}

TEST(EdgeList, InvalidUtf8) {
  const std::vector<std::string> broken = {
      "\x80",              // a lone continuation byte
      "\xc3",              // cut short
      "\xe6\xbc",          // cut short
      "\xf0\x9f\x99",      // cut short
      "\xc3\x28",          // no continuation
      "\xc0\xaf",          // overlong
      "\xe0\x80\xaf",      // overlong
      "\xf0\x80\x80\xaf",  // overlong
      "\xed\xa0\x80",      // a surrogate
      "\xf4\x90\x80\x80",  // beyond U+10FFFF
      "\xff",
      "caf\xe9",  // Latin-1
  };
  for (const std::string& name : broken) {
    for (const std::string around : {"", "some letters"}) {
      EXPECT_THAT(Refusal("a\t" + around + name + "\n"),
                  StartsWith("links:1: column 2: the name is not valid UTF-8"));
    }
  }
  for (const std::string name : {"\xc2\xa1", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                                 "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_THAT(Arcs("a\t" + name + "\n"), ElementsAre(Pair("a", name)));
  }
}

TEST(EdgeList, TheLongestNameIs64KiB) {
  const std::string longest(64 << 10, 'n');
  EXPECT_THAT(Arcs("a " + longest + "\n"), ElementsAre(Pair("a", longest)));
  EXPECT_EQ(Refusal("a " + longest + "n\n"), "links:1: column 2: the name is longer than 64 KiB");
}

TEST(EdgeList, BinaryFilesAndLongLines) {
  EXPECT_THAT(Refusal(std::string("\x7f"
                                  "ELF\0\0\1\2",
                                  8)),
              HasSubstr("looks like a binary file"));
  EXPECT_THAT(Refusal("1 2\n" + std::string(2 << 20, 'x') + "\n"),
              StartsWith("links:2: line longer than 1 MiB"));
  const Outcome outcome =
      Read("1 2\n" + std::string(2 << 20, 'x') + "\n3 4\n", {.skip_bad_lines = true});
  EXPECT_THAT(outcome.arcs, ElementsAre(Pair("1", "2"), Pair("3", "4")));
  EXPECT_EQ(outcome.report.bad_lines, 1u);
}

TEST(EdgeList, SkippingCountsEveryBadLine) {
  const std::string text =
      "1 2\nx\n3 4\n1 2 3\n1 2 3 4\n5 \x01\ny\nz\n" + std::string("a\0b\n", 4) + "7 8\n";
  const Outcome outcome = Read(text, {.skip_bad_lines = true});
  EXPECT_TRUE(outcome.status.ok());
  EXPECT_THAT(outcome.arcs, ElementsAre(Pair("1", "2"), Pair("3", "4"), Pair("7", "8")));
  EXPECT_EQ(outcome.report.bad_lines, 7u);
  EXPECT_THAT(outcome.report.first_bad_lines,
              ElementsAre(StartsWith("links:2: "), StartsWith("links:4: "), StartsWith("links:5: "),
                          StartsWith("links:6: "), StartsWith("links:7: ")));
}

TEST(EdgeList, JunkAtTheStartDecidesNothing) {
  EXPECT_THAT(Arcs("EXPORT\nsource\ttarget\na b\tc\n", {.skip_bad_lines = true}),
              ElementsAre(Pair("a b", "c")));
  EXPECT_THAT(Arcs("see a, b, and c\n1\t2\n", {.skip_bad_lines = true}),
              ElementsAre(Pair("1", "2")));
}

TEST(EdgeList, AFailingSinkEndsIt) {
  class Full : public RecordingSink {
    Status Arc(std::string_view, std::string_view) override { return {Code::kIo, "disk full"}; }
  } sink;
  Result<std::unique_ptr<ByteSource>> source = ByteSource::OverBytes("links", "1 2\n");
  ASSERT_TRUE(source.ok());
  IngestReport report;
  EXPECT_EQ(ReadEdgeList(**source, {.skip_bad_lines = true}, sink, report, {}).code(), Code::kIo);
}

TEST(EdgeList, StopsOnRequest) {
  std::stop_source stop;
  struct Stopping : RecordingSink {
    explicit Stopping(std::stop_source& s) : stop(s) {}
    Status Arc(std::string_view from, std::string_view to) override {
      if (arcs.size() == 1000) stop.request_stop();
      return RecordingSink::Arc(from, to);
    }
    std::stop_source& stop;
  } sink(stop);
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "12345\t67890\n";
  Result<std::unique_ptr<ByteSource>> source = ByteSource::OverBytes("links", text);
  ASSERT_TRUE(source.ok());
  IngestReport report;
  const Control control{.stop = stop.get_token(), .progress = {}};
  EXPECT_EQ(ReadEdgeList(**source, {}, sink, report, control).code(), Code::kCancelled);
  EXPECT_LT(sink.arcs.size(), 10'000u);
}

TEST(EdgeList, CutAnywhereItIsAPrefixOrAnError) {
  const std::string text =
      "\xef\xbb\xbf# comment\r\n\"a,b\",\"say \"\"hi\"\"\"\r\nErdős,漢字\r\n\r\n% c\r\n1 , "
      "2\r\nlast,one";
  const std::vector<RecordingSink::Pair> whole = Arcs(text);
  ASSERT_EQ(whole.size(), 4u);
  for (const bool skip : {false, true}) {
    IngestOptions options;
    options.skip_bad_lines = skip;
    for (size_t length = 0; length < text.size(); ++length) {
      const Outcome cut = Read(text.substr(0, length), options);
      ASSERT_TRUE(cut.status.ok() || cut.status.code() == Code::kBadInput);
      ASSERT_LE(cut.arcs.size(), whole.size());
      // The last arc may be cut inside its second name.
      for (size_t i = 0; i + 1 < cut.arcs.size(); ++i) EXPECT_EQ(cut.arcs[i], whole[i]);
      if (!cut.arcs.empty()) {
        const auto& [from, to] = cut.arcs.back();
        EXPECT_EQ(from, whole[cut.arcs.size() - 1].first);
        EXPECT_TRUE(whole[cut.arcs.size() - 1].second.starts_with(to));
      }
    }
  }
}

// Any arcs, written with any separator, between comments and blank lines, come back the same.

std::string Letters(const std::vector<std::string>& alphabet) {
  const auto letters = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(alphabet)));
  std::string name;
  for (const std::string& letter : letters) name += letter;
  return name;
}

std::string Quoted(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

struct Dialect {
  std::string separator;
  std::vector<std::string> alphabet;
  bool quotes;
};

std::string RandomName(const Dialect& dialect) {
  const std::string name = Letters(dialect.alphabet);
  // Without quotes these would be trimmed or be a comment; an x on either side prevents that.
  return dialect.quotes ? name : "x" + name + "x";
}

std::string RandomLayout(std::string text) {
  const std::string end = *rc::gen::element<std::string>("\n", "\r\n");
  const std::string noise = *rc::gen::element<std::string>("", "# a\tb,c", "%", "   ");
  text += end;
  return *rc::gen::arbitrary<bool>() ? text + noise + end : text;
}

RC_GTEST_PROP(EdgeListProperty, RoundTrip, ()) {
  const std::vector<Dialect> dialects = {
      {"\t", {"a", "Z", "7", " ", ",", "\"", "#", "%", "é", "漢", "🙂"}, false},
      {",", {"a", "Z", "7", " ", ",", "\"", "#", "%", "é", "漢", "🙂"}, true},
      {",", {"a", "7", " ", "\"", "é"}, false},
      {*rc::gen::element<std::string>(" ", "   ", " \t "), {"a", "7", "\"", "#", "é"}, false},
  };
  // A tab between blanks would make the file tab-separated, and be trimmed in the same way.
  const Dialect dialect = *rc::gen::elementOf(dialects);
  std::vector<RecordingSink::Pair> arcs;
  std::string text;
  const int count = *rc::gen::inRange(1, 20);
  for (int i = 0; i < count; ++i) {
    const std::string from = RandomName(dialect);
    const std::string to = RandomName(dialect);
    arcs.emplace_back(from, to);
    text += RandomLayout((dialect.quotes ? Quoted(from) : from) + dialect.separator +
                         (dialect.quotes ? Quoted(to) : to));
  }
  const Outcome outcome = Read(text, WithHeader(HeaderLine::kAbsent));
  RC_ASSERT(outcome.status.ok());
  RC_ASSERT(outcome.arcs == arcs);
}

// For any bytes, the result is arcs or a message, and only valid names get through.
RC_GTEST_PROP(EdgeListProperty, AnyBytes, ()) {
  std::string bytes = Letters({"a", "1", ",", "\t", " ", "\"", "\n", "\r\n", "#", "\xc3", "\xa9",
                               "\x80", "\x01", "source", "target", "\xef\xbb\xbf"});
  IngestOptions options;
  options.skip_bad_lines = *rc::gen::arbitrary<bool>();
  options.ignore_weights = *rc::gen::arbitrary<bool>();
  const Outcome outcome = Read(bytes, options);
  RC_ASSERT(outcome.status.ok() || outcome.status.code() == Code::kBadInput);
  for (const auto& [from, to] : outcome.arcs) {
    RC_ASSERT(!from.empty() && !to.empty());
    RC_ASSERT((from + to).find_first_of("\x01\t\r\n") == std::string::npos);
  }
}

TEST(EdgeList, CutPackedNeverGivesOtherArcs) {
  const std::string first = Gzipped("a\tb\n");
  const std::string text = "a\tb\nc\td\nlonger names\tand more of them\n";
  for (const std::string& packed : {Gzipped(text), Zstandard(text), first + Gzipped("c\td\n")}) {
    for (size_t length = 0; length < packed.size(); ++length) {
      const bool at_member_end = length == first.size() && packed.starts_with(first);
      EXPECT_EQ(Read(packed.substr(0, length)).status.ok(), at_member_end)
          << "cut to " << length << " bytes";
    }
  }
}

// A line of an edge list with everything that may be in one.
std::string GenLine(char separator, int kind) {
  const auto integer = [] {
    return *rc::gen::element<std::string>("0", "7", "-3", "12345678", "123456789", "1234567890123",
                                          "999999999999999999", "9223372036854775807",
                                          "-9223372036854775808");
  };
  const auto odd = [] {
    return *rc::gen::element<std::string>("007", "+5", "-0", "-", "9223372036854775808", "x", "a b",
                                          "\"q\"", "\"a,\"\"b\"", "\"open", "\xc3\xa9", "\xff",
                                          "\x01", "", "1.5", "#x", "%41", "% c", "http://a;b|c",
                                          "x\r", "12345678x", "1 2", "source", "target");
  };
  const auto name = [&] { return *rc::gen::inRange(0, kind) == 0 ? odd() : integer(); };
  const std::string blanks = *rc::gen::element<std::string>("", "", "", " ", "\t ");
  std::string line = blanks + name() + separator + blanks + name();
  switch (*rc::gen::inRange(0, 12)) {
    case 0:
      return *rc::gen::element<std::string>("", " ", "\t", "# comment", "%", "  # c", "\r");
    case 1:
      return line + separator + *rc::gen::element<std::string>("1", "-2.5e3", "w", "");
    case 2:
      return std::string(*rc::gen::inRange<size_t>(1, 60), '5') + separator + "1" + blanks;
    case 3:
      return *rc::gen::inRange(0, 20) == 0 ? std::string("1\0 2", 4) : line;
    case 4:
      return *rc::gen::inRange(0, 4) == 0 ? name() : line;
    default:
      return line;
  }
}

std::string GenText(char separator) {
  const int kind = *rc::gen::element(1, 4, 40, 400);  // how many names are integers
  std::string text = *rc::gen::element<std::string>("", "", "\xef\xbb\xbf", "source,target\n");
  const std::string end = *rc::gen::element<std::string>("\n", "\n", "\r\n");
  const int lines = *rc::gen::inRange(0, 60);
  for (int i = 0; i < lines; ++i) text += GenLine(separator, kind) + end;
  if (*rc::gen::arbitrary<bool>()) text += GenLine(separator, kind);
  return text;
}

struct Everything {
  std::string message;
  std::vector<RecordingSink::Pair> arcs;
  uint64_t arcs_read;
  uint64_t bad_lines;
  std::vector<std::string> first_bad_lines;
  std::vector<std::string> notes;
  bool operator==(const Everything&) const = default;
};

Everything ReadInBlocks(const std::string& text, const IngestOptions& options, bool only_source,
                        unsigned threads, size_t block_bytes) {
  const auto source = ByteSource::OverBytes("links", text);
  EXPECT_TRUE(source.ok());
  RecordingSink sink;
  // Limits are reached at the same arc.
  LimitedSink limited(sink, options, 0, "links");
  IngestReport report;
  const Control control{.threads = threads};
  const Status status =
      ReadEdgeList(**source, options, limited, report, control, only_source, block_bytes);
  // What is left behind after a failure is nobody's.
  if (!status.ok()) return {.message = status.message()};
  return {.arcs = sink.arcs,
          .arcs_read = report.arcs_read,
          .bad_lines = report.bad_lines,
          .first_bad_lines = report.first_bad_lines,
          .notes = report.notes};
}

// With blocks that end at every place of a line, on several threads, everything is as if lines were
// read one by one: arcs and their order, errors and their lines, counts and notes.
RC_GTEST_PROP(EdgeListBlocks, AreReadAsSingleLinesAre, ()) {
  const char separator = *rc::gen::element('\t', ' ', ',', ';', '|');
  const std::string text = GenText(separator);
  IngestOptions options;
  options.skip_bad_lines = *rc::gen::element(true, true, false);
  options.ignore_weights = *rc::gen::arbitrary<bool>();
  options.header =
      *rc::gen::element(HeaderLine::kDetect, HeaderLine::kAbsent, HeaderLine::kPresent);
  options.max_arcs = *rc::gen::element<uint64_t>(0, 0, 0, 20);
  if (*rc::gen::inRange(0, 4) == 0) {
    using Columns = std::pair<unsigned, unsigned>;
    options.columns = *rc::gen::element(Columns{1, 2}, Columns{2, 1}, Columns{1, 3}, Columns{2, 3});
  }
  const bool only_source = *rc::gen::arbitrary<bool>();
  const Everything expected = ReadInBlocks(text, options, only_source, 1, 0);
  for (const unsigned threads : {1U, 3U}) {
    for (const size_t bytes : {size_t{1}, *rc::gen::inRange<size_t>(2, 80), size_t{300}}) {
      RC_ASSERT(ReadInBlocks(text, options, only_source, threads, bytes) == expected);
    }
  }
}

// Lines that are longer than a block are bad or not for the same reasons.
TEST(EdgeListBlocks, LongLinesAndBinaryOnes) {
  const std::string longest = std::string(LineReader::kLongestLine - 2, ' ');
  const std::string good = "1 2\n3 4\n";
  for (const std::string& odd :
       {"5" + longest + "6\n", "5" + longest + " 6\r\n", "5  " + longest + "6\n7 8\n",
        std::string(70'000, 'x') + " 1\n", std::string("1\0 2\n", 5), std::string("a b\r\r\n"),
        std::string("# \0\n", 4), std::string(3 << 20, 'y')}) {
    for (const bool skip : {true, false}) {
      const IngestOptions options{.skip_bad_lines = skip};
      const std::string text = good + odd + good + odd;
      const Everything expected = ReadInBlocks(text, options, false, 1, 0);
      for (const size_t bytes : {size_t{1}, size_t{4096}, size_t{65'536}, kEdgeBlockBytes}) {
        EXPECT_TRUE(ReadInBlocks(text, options, false, 2, bytes) == expected) << bytes;
      }
    }
  }
}

// What comes before the damage is read first: its errors win.
TEST(EdgeListBlocks, ATruncatedSourceFailsAfterTheLinesBeforeIt) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += fmt::format("{} {}\n", i, i * 7919 % 50'000);
  for (const bool bad : {false, true}) {
    const std::string packed = Gzipped(bad ? "1 2\n3\n" + text : text);
    const std::string cut = packed.substr(0, packed.size() / 2);
    const Everything expected = ReadInBlocks(cut, {}, false, 1, 0);
    EXPECT_THAT(expected.message, HasSubstr(bad ? "links:2: found 1 column" : "truncated gzip"));
    for (const size_t bytes : {size_t{100}, size_t{4096}, kEdgeBlockBytes}) {
      EXPECT_EQ(ReadInBlocks(cut, {}, false, 2, bytes).message, expected.message);
    }
  }
}

// A header by its words is found, or found to be none, in blocks as well.
TEST(EdgeListBlocks, AHeaderThatIsSeenAgainLate) {
  std::string text = "page,link\n";
  for (int i = 0; i < 3000; ++i) text += fmt::format("a{},b{}\n", i % 500, i % 70);
  for (const std::string last : {"", "page,x\n"}) {
    const Everything expected = ReadInBlocks(text + last, {}, true, 1, 0);
    EXPECT_EQ(expected.notes.size(), last.empty() ? 1U : 0U);
    for (const size_t bytes : {size_t{50}, size_t{1000}, kEdgeBlockBytes}) {
      EXPECT_TRUE(ReadInBlocks(text + last, {}, true, 3, bytes) == expected);
    }
  }
}

// A sink that fails ends the reading on all threads.
TEST(EdgeListBlocks, AFailingSink) {
  class Full : public RecordingSink {
    Status IntegerArcs(std::span<const int64_t>) override {
      return ++calls_ < 20 ? Status() : Status(Code::kIo, "full");
    }
    int calls_ = 0;
  };
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += fmt::format("{} {}\n", i, i + 1);
  const auto source = ByteSource::OverBytes("links", text);
  Full sink;
  IngestReport report;
  const Control control{.threads = 3};
  EXPECT_EQ(ReadEdgeList(**source, {}, sink, report, control, false, 500).code(), Code::kIo);
}

TEST(EdgeListBlocks, AStopIsHeeded) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += fmt::format("{} {}\n", i, i + 1);
  const auto source = ByteSource::OverBytes("links", text);
  std::stop_source stop;
  class Stopping : public RecordingSink {
   public:
    explicit Stopping(std::stop_source& stop) : stop_(stop) {}
    Status IntegerArcs(std::span<const int64_t>) override {
      stop_.request_stop();
      return {};
    }

   private:
    std::stop_source& stop_;
  };
  Stopping sink(stop);
  IngestReport report;
  const Control control{.threads = 2, .stop = stop.get_token()};
  const Status status = ReadEdgeList(**source, {}, sink, report, control, false, 500);
  EXPECT_EQ(status.code(), Code::kCancelled);
  EXPECT_LT(report.arcs_read, 20'000U);
}

}  // namespace
}  // namespace akin
