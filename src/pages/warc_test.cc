#include "pages/warc.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "packed_bytes.h"
#include "warc_samples.h"

namespace akin {
namespace {

constexpr size_t kLongestBlock = size_t{1} << 20;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

struct Read {
  std::vector<WarcRecord> records;
  std::vector<std::string> problems;

  std::vector<std::string> Targets() const {
    std::vector<std::string> targets;
    for (const WarcRecord& record : records) targets.push_back(record.target);
    return targets;
  }
};

Read ReadAll(const std::string& bytes) {
  Read read;
  const auto source = ByteSource::OverBytes("x.warc", bytes);
  EXPECT_TRUE(source.ok()) << source.status().message();
  WarcReader reader(**source, kLongestBlock);
  for (;;) {
    WarcRecord record;
    const auto found = reader.Next(record);
    EXPECT_TRUE(found.ok()) << found.status().message();
    if (!found.ok() || *found == WarcReader::Found::kEnd) return read;
    if (*found == WarcReader::Found::kBad) {
      read.problems.push_back(reader.problem().message());
    } else {
      read.records.push_back(record);
    }
  }
}

TEST(WarcTest, ReadsTheHeaderAndTheBlock) {
  const Read read = ReadAll(
      "WARC/1.0\r\nWARC-Type: Response\r\nwarc-target-uri: <http://a/>\r\n"
      "WARC-Date: 2024-05-06T07:08:09Z\r\nContent-Type: text/html;\r\n charset=utf-8\r\n"
      "WARC-Truncated: time\r\nContent-Length: 7\r\n\r\n1\r\n345\n\r\n\r\n");
  ASSERT_THAT(read.records, SizeIs(1));
  EXPECT_THAT(read.problems, SizeIs(0));
  const WarcRecord& record = read.records[0];
  EXPECT_EQ(record.type, "response");
  EXPECT_EQ(record.target, "http://a/");
  EXPECT_EQ(record.captured, 202405060708090000U);
  EXPECT_EQ(record.content_type, "text/html; charset=utf-8");
  EXPECT_EQ(record.block, "1\r\n345\n");
  EXPECT_TRUE(record.truncated);
  EXPECT_FALSE(record.cut);
}

TEST(WarcTest, DatesOfAnyPrecisionAreInOrder) {
  const auto captured = [](const std::string& date) {
    return ReadAll("WARC/1.1\nWARC-Date: " + date + "\nContent-Length: 0\n\n\n\n")
        .records.at(0)
        .captured;
  };
  EXPECT_LT(captured("2024-05-06T07:08:09Z"), captured("2024-05-06T07:08:09.123456789Z"));
  EXPECT_LT(captured("2024-05-06T07:08:09.5Z"), captured("2024-05-06T07:08:10Z"));
  EXPECT_LT(captured("2024"), captured("2024-05-06T07:08:10Z"));
  EXPECT_LT(captured("2023-12-31T23:59:59Z"), captured("2024"));
  EXPECT_EQ(captured("never"), 0U);
}

TEST(WarcTest, ManyRecordsPlainAndPacked) {
  std::string plain, members;
  for (int i = 0; i < 300; ++i) {
    const std::string record =
        WarcRecordText("response", fmt::format("http://a/{}", i), std::string(i * 37, 'x'));
    plain += record;
    members += Gzipped(record);
  }
  for (const std::string& bytes : {plain, members, Gzipped(plain)}) {
    const Read read = ReadAll(bytes);
    ASSERT_THAT(read.records, SizeIs(300));
    EXPECT_THAT(read.problems, SizeIs(0));
    for (size_t i = 0; i < read.records.size(); ++i) {
      EXPECT_EQ(read.records[i].target, fmt::format("http://a/{}", i));
      EXPECT_EQ(read.records[i].block.size(), i * 37);
    }
  }
}

TEST(WarcTest, LongBlocksAreCut) {
  const std::string bytes =
      WarcRecordText("response", "http://a/1", std::string(kLongestBlock + 100, 'x')) +
      WarcRecordText("response", "http://a/2", "y");
  const Read read = ReadAll(bytes);
  ASSERT_THAT(read.Targets(), ElementsAre("http://a/1", "http://a/2"));
  EXPECT_EQ(read.records[0].block.size(), kLongestBlock);
  EXPECT_TRUE(read.records[0].cut);
  EXPECT_FALSE(read.records[1].cut);
}

// A bad record between two good ones, uncompressed and each compressed on its own.
class WarcDamageTest : public ::testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(WarcDamageTest, TheOthersAreRead) {
  const auto& [bad, why] = GetParam();
  const std::string before = WarcRecordText("response", "http://a/1", "one");
  const std::string after = WarcRecordText("response", "http://a/2", "two");
  for (const std::string& bytes :
       {before + bad + after, Gzipped(before) + Gzipped(bad) + Gzipped(after),
        Gzipped(before + bad + after)}) {
    const Read read = ReadAll(bytes);
    EXPECT_THAT(read.Targets(), ElementsAre("http://a/1", "http://a/2"));
    ASSERT_THAT(read.problems, SizeIs(1));
    EXPECT_THAT(read.problems[0], HasSubstr(why));
    EXPECT_THAT(read.problems[0], HasSubstr("x.warc: "));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, WarcDamageTest,
    ::testing::Values(
        std::pair("garbage\r\nand more\r\n\r\n", "not the beginning of a record"),
        std::pair("WARC/1.0\r\nWARC-Type: response\r\n\r\n", "no Content-Length"),
        std::pair("WARC/1.0\r\nContent-Length: many\r\n\r\n", "no number"),
        std::pair("WARC/1.0\r\nContent-Length: -3\r\n\r\nabc\r\n\r\n", "no number"),
        std::pair("WARC/1.0\r\nContent-Length: 3\r\n\r\nabcdef\r\n\r\n", "length of the record"),
        std::pair("WARC/1.0\r\nContent-Length: 12\r\n\r\nabcdef\r\n\r\n", ""),
        std::pair("WARC/1.0\r\nContent-Length: 9000\r\n\r\nabcdef\r\n\r\n", "cut short"),
        std::pair("WARC/1.0\r\nX: " + std::string(70'000, 'x') + "\r\n\r\n", "64 KiB")));

TEST(WarcTest, GarbageBetweenMembersOfGzip) {
  const std::string before = Gzipped(WarcRecordText("response", "http://a/1", "one"));
  const std::string after = Gzipped(WarcRecordText("response", "http://a/2", "two"));
  std::string broken = Gzipped(WarcRecordText("response", "http://a/3", std::string(5000, 'x')));
  broken[broken.size() / 2] ^= '\x55';
  const std::string cut = Gzipped(WarcRecordText("response", "http://a/4", "four"));
  for (const std::string& bad :
       {std::string("this is not gzip"), broken, std::string("\x1f\x8b\x08 nor is this"),
        cut.substr(0, cut.size() - 20), std::string("\x1f")}) {
    const Read read = ReadAll(before + bad + after);
    EXPECT_THAT(read.Targets(), ElementsAre("http://a/1", "http://a/2"));
    EXPECT_GE(read.problems.size(), 1U);
  }
}

TEST(WarcTest, CutAnywhereItIsWholeOrCounted) {
  const std::string first = WarcRecordText("response", "http://a/1", "one");
  const std::string second = WarcRecordText("response", "http://a/2", "two");
  const std::string plain = first + second;
  for (size_t cut = 8; cut <= plain.size(); ++cut) {
    const Read read = ReadAll(plain.substr(0, cut));
    // Its block is complete, with or without the blank lines after it.
    const size_t whole = (cut + 4 >= first.size() ? 1U : 0U) + (cut + 4 >= plain.size() ? 1U : 0U);
    EXPECT_THAT(read.records, SizeIs(whole)) << cut;
    const bool between = cut + 4 >= first.size() && cut <= first.size();
    EXPECT_EQ(read.problems.size(), whole == 2 || between ? 0U : 1U) << cut;
  }
  const std::string packed = Gzipped(first) + Gzipped(second);
  for (size_t cut = 18; cut < packed.size(); ++cut) {
    const Read read = ReadAll(packed.substr(0, cut));
    EXPECT_LE(read.records.size(), 2U);
    EXPECT_GE(read.records.size() + read.problems.size(), 1U) << cut;
    EXPECT_EQ(read.problems.size(), cut == Gzipped(first).size() ? 0U : 1U) << cut;
  }
}

TEST(WarcTest, ManyWrongLengthsAreCheap) {
  std::string bytes;
  for (int i = 0; i < 50'000; ++i) {
    bytes += fmt::format("WARC/1.0\r\nContent-Length: {}\r\n\r\n\r\n\r\n", 10'000'000 - i * 100);
  }
  const Read read = ReadAll(bytes);
  EXPECT_GE(read.problems.size(), 1U);
}

TEST(WarcTest, Heads) {
  EXPECT_TRUE(IsWarc("WARC/1.0\r\n"));
  EXPECT_TRUE(IsWarc("\r\nWARC/0.17\n"));
  EXPECT_FALSE(IsWarc("WARC\t1"));
  EXPECT_FALSE(IsWarc("warc/1.0"));
  EXPECT_FALSE(IsWarc(""));
}

RC_GTEST_PROP(WarcTest, AnyDamageIsSurvived, ()) {
  std::string bytes;
  for (int i = 0; i < 3; ++i) {
    const std::string record = WarcRecordText("response", "http://a/", "some text\r\nin lines");
    bytes += *rc::gen::arbitrary<bool>() ? Gzipped(record) : record;
  }
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    bytes[*rc::gen::inRange<size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
  }
  bytes.resize(*rc::gen::inRange<size_t>(0, bytes.size() + 1));
  RC_PRE(ByteSource::OverBytes("x", bytes).ok());
  RC_ASSERT(ReadAll(bytes).records.size() <= 3U);
}

}  // namespace
}  // namespace akin
