#include "report/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace akin::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using Cells = std::vector<std::string>;

CsvTable Parsed(std::string_view text) {
  const auto table = ParseCsv("t.csv", text);
  EXPECT_TRUE(table.ok()) << table.status().message();
  return table.ok() ? *table : CsvTable{};
}
std::string CsvProblem(std::string_view text) {
  const auto table = ParseCsv("t.csv", text);
  EXPECT_FALSE(table.ok()) << text;
  EXPECT_EQ(table.status().code(), Code::kBadInput);
  return table.status().message();
}

TEST(CsvTest, QuotesHoldCommasLineEndsAndQuotes) {
  const CsvTable table = Parsed("a,b\n\"x,y\",\"say \"\"so\"\"\"\n\"two\nlines\",\"\"\nlast,\n");
  EXPECT_THAT(table.columns, ElementsAre("a", "b"));
  ASSERT_THAT(table.rows, SizeIs(3));
  EXPECT_THAT(table.rows[0].cells, ElementsAre("x,y", "say \"so\""));
  EXPECT_THAT(table.rows[1].cells, ElementsAre("two\nlines", ""));
  EXPECT_THAT(table.rows[2].cells, ElementsAre("last", ""));
  EXPECT_EQ(table.rows[2].line, 5U);  // the row before it takes two lines
}

TEST(CsvTest, LineEndsOfEveryKind) {
  const CsvTable unix_lines = Parsed("a,b\n1,2\n\n3,4\n");
  for (const char* text : {"a,b\r\n1,2\r\n3,4\r\n",
                           "\xef\xbb\xbf"
                           "a,b\n1,2\n3,4",
                           "a,b\r\n1,2\r\n3,4", "\"a\",\"b\"\r\n\"1\",\"2\"\r\n3,\"4\""}) {
    const CsvTable table = Parsed(text);
    EXPECT_EQ(table.columns, unix_lines.columns) << text;
    ASSERT_THAT(table.rows, SizeIs(2)) << text;
    EXPECT_EQ(table.rows[0].cells, unix_lines.rows[0].cells) << text;
    EXPECT_EQ(table.rows[1].cells, unix_lines.rows[1].cells) << text;
  }
  EXPECT_EQ(unix_lines.rows[1].line, 4U);
}

TEST(CsvTest, TabsInTheHeaderMakeItTsv) {
  const CsvTable table = Parsed("a\tb\n1,5\t\"x\"\n");
  EXPECT_THAT(table.rows[0].cells, ElementsAre("1,5", "\"x\""));
  EXPECT_THAT(Parsed("\"a\tz\",b\n1,2\n").columns, ElementsAre("a\tz", "b"));
}

TEST(CsvTest, MistakesSayWhere) {
  EXPECT_EQ(CsvProblem("a,b\n1,2\n1,2,3\n"), "t.csv:3: 3 fields, but the header has 2");
  EXPECT_EQ(CsvProblem("a,b\n\"1\n\n\",2\n1\n"), "t.csv:5: 1 fields, but the header has 2");
  EXPECT_THAT(CsvProblem("a,b\n1,\"2\n3,4\n"),
              HasSubstr("t.csv:2: a quote opens and never closes"));
  EXPECT_THAT(CsvProblem("a,b\n1,2\"3\n"), HasSubstr("t.csv:2: a quote inside the cell 2"));
  EXPECT_THAT(CsvProblem("a,b\n1,\"2\"3\n"), HasSubstr("t.csv:2: text behind a closing quote"));
  EXPECT_THAT(CsvProblem("a,a\n"), HasSubstr("t.csv:1: two columns are called 'a'"));
  EXPECT_THAT(CsvProblem(""), HasSubstr("t.csv:1: no header line"));
  EXPECT_THAT(CsvProblem("\n\n"), HasSubstr("no header line"));
}

TEST(CsvTest, ColumnsAreFoundByName) {
  const CsvTable table = Parsed("system,value\nx,1\n");
  EXPECT_EQ(*table.Find("value"), 1U);
  EXPECT_EQ(table.Find("valeu").status().message(),
            "t.csv: no column 'valeu'; there are system, value; did you mean value?");
}

TEST(CsvTest, OnlyWhatMustBeQuotedIs) {
  EXPECT_EQ(CsvLine(Cells{"simrank", "0.5", "", "psimrank=0.6,text=0.4"}),
            "simrank,0.5,,\"psimrank=0.6,text=0.4\"\n");
  EXPECT_EQ(CsvLine(Cells{"a \"b\""}), "\"a \"\"b\"\"\"\n");
  EXPECT_EQ(CsvLine(Cells{""}), "\"\"\n");
}

RC_GTEST_PROP(CsvTest, WhatIsWrittenIsRead, ()) {
  const auto width = *rc::gen::inRange<size_t>(1, 5);
  const auto cell =
      rc::gen::container<std::string>(rc::gen::element('a', ',', '"', '\n', '\r', '\t'));
  const auto rows = *rc::gen::container<std::vector<Cells>>(rc::gen::container<Cells>(width, cell));
  Cells header;
  for (size_t i = 0; i < width; ++i) header.push_back("column " + std::to_string(i));
  std::string text = CsvLine(header);
  for (const Cells& row : rows) text += CsvLine(row);
  const auto table = ParseCsv("t.csv", text);
  RC_ASSERT(table.ok());
  RC_ASSERT(table->columns == header);
  RC_ASSERT(table->rows.size() == rows.size());
  for (size_t i = 0; i < rows.size(); ++i) RC_ASSERT(table->rows[i].cells == rows[i]);
}

}  // namespace
}  // namespace akin::report
