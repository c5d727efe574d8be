#include "base/line_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "packed_bytes.h"

namespace akin {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Found = LineReader::Found;

std::unique_ptr<ByteSource> Source(std::string bytes) {
  Result<std::unique_ptr<ByteSource>> source = ByteSource::OverBytes("links", std::move(bytes));
  EXPECT_TRUE(source.ok());
  return std::move(*source);
}

template <class Reader>
std::string Shown(const Reader& reader, Found found) {
  const std::string number = std::to_string(reader.number());
  return found == Found::kLine ? number + ":" + std::string(reader.line())
                               : number + "!" + std::string(reader.problem());
}

// The first lines one by one, and then all others in blocks.
std::vector<std::string> LinesInBlocks(const std::string& bytes, int singly, size_t block_bytes) {
  const std::unique_ptr<ByteSource> source = Source(bytes);
  const Control control;
  LineReader reader(*source, control);
  std::vector<std::string> lines;
  for (int i = 0; i < singly; ++i) {
    const Found found = reader.Next();
    if (found != Found::kEnd) lines.push_back(Shown(reader, found));
  }
  for (LineBlock block; reader.NextBlock(block_bytes, block);) {
    LinesOf in_block(block);
    for (Found found; (found = in_block.Next()) != Found::kEnd;) {
      lines.push_back(Shown(in_block, found));
    }
  }
  EXPECT_TRUE(reader.status().ok()) << reader.status().message();
  return lines;
}

// Every line as its number and text; bad lines as the number and "!" and the problem.
std::vector<std::string> Lines(std::string bytes) {
  const std::string copy = bytes;
  const std::unique_ptr<ByteSource> source = Source(std::move(bytes));
  const Control control;
  LineReader reader(*source, control);
  std::vector<std::string> lines;
  for (;;) {
    const Found found = reader.Next();
    if (found == Found::kEnd) break;
    lines.push_back(Shown(reader, found));
  }
  EXPECT_TRUE(reader.status().ok()) << reader.status().message();
  EXPECT_EQ(reader.Next(), Found::kEnd);
  for (const size_t block_bytes : {1, 2, 5, 1000, 100'000, 1 << 20}) {
    if (copy.size() / block_bytes > 100'000) continue;
    for (const int singly : {0, 1, 2}) {
      EXPECT_TRUE(LinesInBlocks(copy, singly, block_bytes) == lines)
          << block_bytes << " bytes after " << singly << " lines";
    }
  }
  return lines;
}

// A million times `byte`, in a gzip member of its own: many of these make a line of any length
// without storing it.
std::string PackedMegabyte(char byte) { return Gzipped(std::string(1'000'000, byte)); }

uint64_t PeakKilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6));
  }
  return 0;
}

TEST(LineReader, EndsOfLines) {
  EXPECT_THAT(Lines(""), ElementsAre());
  EXPECT_THAT(Lines("a"), ElementsAre("1:a"));
  EXPECT_THAT(Lines("a\n"), ElementsAre("1:a"));
  EXPECT_THAT(Lines("a\r\nb\r\n"), ElementsAre("1:a", "2:b"));
  EXPECT_THAT(Lines("a\r\nb\r"), ElementsAre("1:a", "2:b"));
  EXPECT_THAT(Lines("\n\n\nx\n"), ElementsAre("1:", "2:", "3:", "4:x"));
  EXPECT_THAT(Lines("a\rb\n"), ElementsAre("1:a\rb"));
}

TEST(LineReader, ByteOrderMarkIsPassedOverAtTheStartOnly) {
  EXPECT_THAT(Lines("\xef\xbb\xbf"), ElementsAre());
  EXPECT_THAT(Lines("\xef\xbb\xbf"
                    "a\n\xef\xbb\xbf"
                    "b"),
              ElementsAre("1:a",
                          "2:\xef\xbb\xbf"
                          "b"));
  EXPECT_THAT(Lines("\xef\xbb"), ElementsAre("1:\xef\xbb"));
}

TEST(LineReader, NulMakesALineBad) {
  const std::string text("a\nb\0c\nd\n", 8);
  EXPECT_THAT(Lines(text), ElementsAre("1:a", HasSubstr("2!"), "3:d"));
  EXPECT_THAT(Lines(text)[1], HasSubstr("looks like a binary file"));
}

TEST(LineReader, NulIsFoundAfterManyCleanLinesAndForgottenAfterIt) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "clean\n";
  text += std::string("\0\n", 2);
  for (int i = 0; i < 50'000; ++i) text += "clean\n";
  const std::vector<std::string> lines = Lines(text);
  ASSERT_EQ(lines.size(), 100'001u);
  EXPECT_THAT(lines[50'000], HasSubstr("50001!"));
  EXPECT_EQ(lines[100'000], "100001:clean");
}

TEST(LineReader, TheLongestLineIsOneMebibyte) {
  const std::string longest(LineReader::kLongestLine, 'x');
  for (const std::string end : {"", "\n", "\r\n"}) {
    EXPECT_THAT(Lines(longest + end), ElementsAre("1:" + longest));
    EXPECT_THAT(Lines("a\n" + longest + "y" + end),
                ElementsAre("1:a", HasSubstr("2!line longer than 1 MiB")));
  }
  EXPECT_THAT(Lines(longest + "y\nb\n" + longest + "\nc"),
              ElementsAre(HasSubstr("1!line longer"), "2:b", "3:" + longest, "4:c"));
  // Completely in the buffer, or not.
  for (const size_t before : {0, 1, 1000, 30'000, 65'535, 65'536, 65'537}) {
    for (const size_t more : {1, 2, 3, 1000, 65'000, 70'000}) {
      const std::string text =
          std::string(before, 'a') + "\n" + longest + std::string(more, 'y') + "\nb\n";
      const std::vector<std::string> lines = Lines(text);
      ASSERT_EQ(lines.size(), 3u) << before << " " << more;
      EXPECT_THAT(lines[1], HasSubstr("2!line longer"));
      EXPECT_EQ(lines[2], "3:b");
    }
  }
}

TEST(LineReader, ALongLineWithNulIsBinary) {
  const std::string nul(1, '\0');
  const std::string half(500'000, 'x');
  EXPECT_THAT(Lines(half + nul + half + half + half + "\nb"),
              ElementsAre(HasSubstr("1!a NUL byte"), "2:b"));
  EXPECT_THAT(Lines(std::string(LineReader::kLongestLine, 'x') + nul + half + "\nb"),
              ElementsAre(HasSubstr("1!line longer"), "2:b"));
}

TEST(LineReader, NulIsRememberedWhileItsLineIsIncomplete) {
  EXPECT_THAT(Lines(std::string(1, '\0') + std::string(200'000, 'x') + "\nb"),
              ElementsAre(HasSubstr("1!a NUL byte"), "2:b"));
}

// The \r or the \n may fall on the edge of a refill.
TEST(LineReader, TheEndOfTheLongestLineMayComeLater) {
  const std::string longest(LineReader::kLongestLine, 'x');
  for (size_t before = 0; before < 8; ++before) {
    const std::string first(before, 'a');
    EXPECT_THAT(Lines(first + "\n" + longest + "\r\nb"),
                ElementsAre("1:" + first, "2:" + longest, "3:b"));
    EXPECT_THAT(Lines(first + "\n" + longest + "\rmore\nb"),
                ElementsAre("1:" + first, HasSubstr("2!line longer"), "3:b"));
  }
}

TEST(LineReader, AHundredMegabyteLineNeedsNoMoreThanTheBuffer) {
  std::string packed;
  for (int i = 0; i < 100; ++i) packed += PackedMegabyte('x');
  packed += PackedMegabyte('\n');
  std::ofstream("/proc/self/clear_refs") << "5";  // resets the peak, if that is allowed
  const uint64_t before = PeakKilobytes();

  const std::unique_ptr<ByteSource> source = Source(std::move(packed));
  const Control control;
  LineReader reader(*source, control);
  EXPECT_EQ(reader.Next(), Found::kBadLine);
  EXPECT_LT(source->consumed(), source->size() / 20);
  EXPECT_EQ(reader.Next(), Found::kLine);
  EXPECT_EQ(reader.number(), 2u);
  EXPECT_EQ(reader.line(), "");
  EXPECT_LT(PeakKilobytes(), before + 16 * 1024);
}

// Compares with another way to split lines, with lines of all lengths across the edges of the
// buffer.
TEST(LineReader, AgreesWithGetline) {
  std::mt19937 random(7);
  std::string text;
  std::geometric_distribution<size_t> length(0.0002);
  while (text.size() < 1'500'000) {
    const size_t size = random() % 3 == 0 ? length(random) : random() % 20;
    for (size_t i = 0; i < size; ++i) text += static_cast<char>('a' + random() % 26);
    text += '\n';
  }
  std::vector<std::string> expected;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    expected.push_back(std::to_string(expected.size() + 1) + ":" + line);
  }
  EXPECT_TRUE(Lines(text) == expected);
}

TEST(LineReader, AFailureOfTheSourceIsNotTheEndOfALine) {
  std::string packed = PackedMegabyte('x');
  packed.resize(packed.size() / 2);
  const std::unique_ptr<ByteSource> source = Source(packed);
  const Control control;
  LineReader reader(*source, control);
  EXPECT_EQ(reader.Next(), Found::kEnd);
  EXPECT_EQ(reader.status().code(), Code::kBadInput);
  EXPECT_THAT(reader.status().message(), HasSubstr("truncated"));
}

TEST(LineReader, StopsOnRequest) {
  std::stop_source stop;
  const Control control{.stop = stop.get_token(), .progress = {}};
  const std::unique_ptr<ByteSource> source = Source(std::string(1'000'000, '\n'));
  LineReader reader(*source, control);
  EXPECT_EQ(reader.Next(), Found::kLine);
  stop.request_stop();
  while (reader.Next() != Found::kEnd) {
  }
  EXPECT_EQ(reader.status().code(), Code::kCancelled);
  EXPECT_LT(reader.number(), 100'000u);
}

TEST(LineReader, ReportsStoredBytes) {
  std::vector<Progress> reports;
  const Control control{.stop = {}, .progress = [&](const Progress& p) { reports.push_back(p); }};
  const std::unique_ptr<ByteSource> source = Source(PackedMegabyte('\n'));
  {
    LineReader reader(*source, control);
    while (reader.Next() != Found::kEnd) {
    }
  }
  ASSERT_FALSE(reports.empty());
  EXPECT_EQ(reports.back().done, source->size());
  EXPECT_EQ(reports.back().total, source->size());
}

TEST(IsNumber, TakesAllOfTheText) {
  for (const std::string_view yes : {"1", "-1", "+1", "0.5", "1e300", "1e999", ".5", "3.", "nan"}) {
    EXPECT_TRUE(IsNumber(yes)) << yes;
  }
  for (const std::string_view no : {"", "+", "-", "+-1", "1x", "x", "1 2", "0x10", "1,5"}) {
    EXPECT_FALSE(IsNumber(no)) << no;
  }
}

}  // namespace
}  // namespace akin
