#include "text/bags_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "container/container_writer.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "temp_dir.h"
#include "text/terms.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class BagsFileTest : public testing::Test {
 protected:
  // Three vertices, twenty words, and links; the second bag is empty.
  void WriteSmall() {
    auto writer = BagsWriter::Create(path_, 3);
    ASSERT_TRUE(writer.ok()) << writer.status().message();
    for (uint32_t i = 0; i < 20; ++i) {
      ASSERT_TRUE((*writer)->AddWord(fmt::format("word{}", i), 100 + i).ok());
    }
    for (uint32_t i = 0; i < 3; ++i) ASSERT_TRUE((*writer)->AddLink(i).ok());
    ASSERT_TRUE((*writer)->AddBag(std::vector<BagTerm>{{0, .5F}, {1, .25F}, {22, .25F}}).ok());
    ASSERT_TRUE((*writer)->AddBag({}).ok());
    ASSERT_TRUE((*writer)->AddBag(std::vector<BagTerm>{{19, 1.F}}).ok());
    const auto identity = (*writer)->Finish({.options = {.links = true, .mu = 2, .sigma = 1.5},
                                             .mu = 2,
                                             .sigma = 1.5,
                                             .graph_identity = 7,
                                             .pages_identity = 8});
    ASSERT_TRUE(identity.ok()) << identity.status().message();
  }

  // A file of one vertex with these sections and correct checksums, whatever the contents.
  Status ReadForged(std::string_view words, std::vector<uint64_t> blocks, uint32_t frequencies,
                    std::vector<uint64_t> offsets, std::vector<int> bags,
                    const std::string& params) {
    auto writer = ContainerWriter::Create(path_, FileKind::kBags);
    EXPECT_TRUE((*writer)->Add("words", words).ok());
    EXPECT_TRUE((*writer)->Add("word-blocks", std::as_bytes(std::span(blocks))).ok());
    std::vector<uint32_t> df(frequencies, 1);
    df.front() = 0;
    EXPECT_TRUE((*writer)->Add("frequencies", std::as_bytes(std::span(df))).ok());
    EXPECT_TRUE((*writer)->Add("offsets", std::as_bytes(std::span(offsets))).ok());
    const std::vector<char> bytes(bags.begin(), bags.end());
    EXPECT_TRUE((*writer)->Add("bags", std::as_bytes(std::span(bytes))).ok());
    EXPECT_TRUE((*writer)->Add("params", params).ok());
    EXPECT_TRUE((*writer)->Finish().ok());
    auto file = BagsFile::Open(path_);
    if (!file.ok()) return file.status();
    return (*file)->Check({.threads = 1});
  }
  static std::string Params(std::string_view filled = "1", std::string_view window = "basic:4") {
    return fmt::format(R"({{"terms":"content","window":"{}","stem":"none","distance_weight":"log",)"
                       R"("weight":"none","mu":0,"sigma":0,"vertices":1,"filled":{},"words":2,)"
                       R"("graph":"0000000000000000","pages":"0000000000000000"}})",
                       window, filled);
  }

  FaultyFiles files_;
  ScopedFileLayer scope_{files_};
  TempDir directory_;
  std::string path_ = directory_ / "b.akin";
};

TEST_F(BagsFileTest, GivesBackWhatWasWritten) {
  WriteSmall();
  const auto file = BagsFile::Open(path_);
  ASSERT_TRUE(file.ok()) << file.status().message();
  EXPECT_EQ((*file)->vertices(), 3U);
  EXPECT_EQ((*file)->filled(), 2U);
  EXPECT_EQ((*file)->words(), 20U);
  EXPECT_EQ((*file)->terms(), 23U);
  const BagOptions options{.links = true, .mu = 2, .sigma = 1.5};
  EXPECT_EQ((*file)->parameters().options, options);
  EXPECT_EQ((*file)->parameters().mu, 2);
  EXPECT_EQ((*file)->parameters().sigma, 1.5);
  EXPECT_EQ((*file)->parameters().graph_identity, 7U);
  EXPECT_EQ((*file)->parameters().pages_identity, 8U);
  std::vector<BagTerm> bag;
  ASSERT_TRUE((*file)->Read(0, bag).ok());
  EXPECT_THAT(bag, ElementsAre(BagTerm{0, .5F}, BagTerm{1, .25F}, BagTerm{22, .25F}));
  ASSERT_TRUE((*file)->Read(1, bag).ok());
  EXPECT_THAT(bag, IsEmpty());
  ASSERT_TRUE((*file)->Read(2, bag).ok());
  EXPECT_THAT(bag, ElementsAre(BagTerm{19, 1.F}));
  for (uint32_t i = 0; i < 20; ++i) {
    EXPECT_EQ((*file)->Word(i).value(), fmt::format("word{}", i));
    EXPECT_EQ((*file)->Frequency(i).value(), 100 + i);
  }
  EXPECT_EQ((*file)->Frequency(22).value(), 2U);
  EXPECT_THAT((*file)->Check({.threads = 2}).message(), HasSubstr("words out of order"));
  EXPECT_THAT(NamesIn(ReadTree(directory_.path())), ElementsAre("b.akin"));
}

TEST_F(BagsFileTest, RefusesQuestionsThatHaveNoAnswer) {
  WriteSmall();
  const auto file = BagsFile::Open(path_);
  ASSERT_TRUE(file.ok());
  std::vector<BagTerm> bag;
  EXPECT_EQ((*file)->Read(3, bag).code(), Code::kInvalidArgument);
  EXPECT_EQ((*file)->Word(20).status().code(), Code::kInvalidArgument);
  EXPECT_EQ((*file)->Frequency(23).status().code(), Code::kInvalidArgument);
}

TEST_F(BagsFileTest, AFileWithoutVerticesOrWordsIsWhole) {
  auto writer = BagsWriter::Create(path_, 0);
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE((*writer)->Finish({}).ok());
  const auto file = BagsFile::Open(path_);
  ASSERT_TRUE(file.ok()) << file.status().message();
  EXPECT_EQ((*file)->terms(), 0U);
  EXPECT_TRUE((*file)->Check({}).ok());
}

TEST_F(BagsFileTest, TheWriterRefusesWhatAReaderWould) {
  const auto fresh = [&] { return *BagsWriter::Create(path_, 1); };
  EXPECT_FALSE(fresh()->AddWord("", 1).ok());
  EXPECT_FALSE(fresh()->AddWord(std::string(64, 'a'), 1).ok());
  const auto add = [&](std::vector<BagTerm> bag) {
    auto writer = fresh();
    EXPECT_TRUE(writer->AddWord("a", 1).ok());
    EXPECT_TRUE(writer->AddWord("b", 1).ok());
    return writer->AddBag(bag).ok();
  };
  EXPECT_TRUE(add({{0, .5F}, {1, .5F}}));
  EXPECT_FALSE(add({{1, .5F}, {0, .5F}}));
  EXPECT_FALSE(add({{1, .5F}, {1, .5F}}));
  EXPECT_FALSE(add({{2, 1.F}}));
  EXPECT_FALSE(add({{0, 0.F}}));
  EXPECT_FALSE(add({{0, NAN}}));
  EXPECT_FALSE(fresh()->Finish({}).ok());  // a bag is missing
  auto writer = fresh();
  EXPECT_TRUE(writer->AddBag({}).ok());
  EXPECT_FALSE(writer->AddBag({}).ok());
  EXPECT_FALSE(writer->AddWord("late", 1).ok());
  EXPECT_FALSE(writer->Finish({.options = {.links = true}}).ok());
}

TEST_F(BagsFileTest, NonsenseUnderRightSumsIsFound) {
  // Valid: two words "a" and "b" by their hashes, a bag of term 1 with weight 1.
  const std::vector<int> bag = {1, 1, 0, 0, '\x80', '\x3f'};
  const bool in_order = TermHash("a") < TermHash("b");
  const std::string words = in_order ? "\1a\1b" : "\1b\1a";
  ASSERT_TRUE(ReadForged(words, {0, 4}, 2, {0, 6}, bag, Params()).ok());
  const auto expect_damage = [](const Status& status, std::string_view what) {
    EXPECT_EQ(status.code(), Code::kDamaged) << what;
    EXPECT_THAT(status.message(), HasSubstr(std::string(what)));
  };
  expect_damage(ReadForged(words, {0, 4}, 3, {0, 6}, bag, Params()), "wrong length");
  expect_damage(ReadForged(words, {0, 4, 4}, 2, {0, 6}, bag, Params()), "wrong length");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 6, 6}, bag, Params()), "wrong length");
  expect_damage(ReadForged(words, {4, 0}, 2, {0, 6}, bag, Params()), "run backwards");
  expect_damage(ReadForged(words, {0, 5}, 2, {0, 6}, bag, Params()), "run backwards");
  expect_damage(ReadForged("\1a\2b", {0, 4}, 2, {0, 6}, bag, Params()), "a word is cut off");
  expect_damage(ReadForged("\3abc", {0, 4}, 2, {0, 6}, bag, Params()), "a word is missing");
  expect_damage(ReadForged(words, {0, 4}, 2, {6, 0}, bag, Params()), "run backwards");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 7}, bag, Params()), "run backwards");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 6}, {2, 0, 0, 0, 0, 63}, Params()),
                "impossible size");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 6}, {1, 2, 0, 0, -128, 63}, Params()),
                "a term that is none");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 5}, bag, Params()), "another length");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 6}, {1, 1, 0, 0, 0, 0}, Params()), "a weight");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 6}, {1, 1, 0, 0, -64, 127}, Params()), "a weight");
  expect_damage(ReadForged(in_order ? "\1b\1a" : "\1a\1b", {0, 4}, 2, {0, 6}, bag, Params()),
                "words out of order");
  expect_damage(ReadForged(words + "\1c", {0, 4}, 2, {0, 6}, bag, Params()), "to no word");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 6}, {1, 0, 0, 0, -128, 63}, Params()),
                "a wrong count");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 6}, bag, Params("0")), "a wrong count");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 6}, bag, Params("2")), "impossible numbers");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 6}, bag, Params("1", "round")), "no window");
  expect_damage(ReadForged(words, {0, 4}, 2, {0, 6}, bag, "{}"), "terms");
}

TEST_F(BagsFileTest, AFullDiskLeavesNothingHalfWritten) {
  WriteSmall();
  const uint64_t operations = files_.operations();
  std::filesystem::remove(path_);
  for (uint64_t n = 1; n < operations; ++n) {
    FaultyFiles full(Fault::kOnward, n);
    const ScopedFileLayer scope(full);
    const Status status = [&]() -> Status {
      auto writer = BagsWriter::Create(path_, 1);
      if (!writer.ok()) return writer.status();
      for (const Status& step : {(*writer)->AddWord("a", 1), (*writer)->AddBag({})}) {
        if (!step.ok()) return step;
      }
      return (*writer)->Finish({}).status();
    }();
    if (!full.struck()) break;
    EXPECT_EQ(status.code(), Code::kIo) << n;
    // The last step syncs the directory after the rename: then the file exists and is complete.
    if (BagsFile::Open(path_).ok()) std::filesystem::remove(path_);
    EXPECT_THAT(NamesIn(ReadTree(directory_.path())), IsEmpty()) << n;
  }
}

RC_GTEST_PROP(BagOptions, SurviveBeingPutInWords, ()) {
  BagOptions options;
  options.content = *rc::gen::arbitrary<bool>();
  options.anchor = *rc::gen::arbitrary<bool>();
  options.links = !options.content && !options.anchor ? true : *rc::gen::arbitrary<bool>();
  options.window = *rc::gen::element(Window::kBasic, Window::kSyntactic, Window::kTopical);
  options.width = *rc::gen::inRange(0U, 1025U);
  options.stemming = *rc::gen::element(Stemming::kNone, Stemming::kStem, Stemming::kStopStem);
  options.distance = *rc::gen::element(DistanceWeight::kNone, DistanceWeight::kLog);
  options.frequency = *rc::gen::element(FrequencyWeight::kNone, FrequencyWeight::kLog,
                                        FrequencyWeight::kSqrt, FrequencyWeight::kNmdf);
  if (options.frequency == FrequencyWeight::kNmdf && *rc::gen::arbitrary<bool>()) {
    options.mu = *rc::gen::inRange(-100, 100) / 7.0;
    options.sigma = *rc::gen::inRange(1, 100) / 7.0;
  }
  const auto again = ParseBagWords(DescribeBags(options));
  RC_ASSERT(again.ok());
  RC_ASSERT(*again == options);
}

TEST(BagOptions, WordsThatMeanNothingListWhatThereIs) {
  const BagWords words = DescribeBags({});
  EXPECT_EQ(words,
            (BagWords{"content,anchor", "basic:32", "stem", "log", "nmdf", "0.5", "auto", "site"}));
  const auto message = [&](std::string BagWords::*member, const std::string& value) {
    BagWords wrong = words;
    wrong.*member = value;
    const auto options = ParseBagWords(wrong);
    EXPECT_FALSE(options.ok()) << value;
    return options.ok() ? "" : options.status().message();
  };
  EXPECT_EQ(message(&BagWords::terms, "content,anchors"),
            "no kind of terms 'anchors'; there are content, anchor, links; did you mean anchor?");
  EXPECT_THAT(message(&BagWords::terms, ""), HasSubstr("bags of nothing"));
  EXPECT_EQ(message(&BagWords::window, "wide"),
            "no window 'wide'; there are basic, syntactic, topical");
  EXPECT_THAT(message(&BagWords::window, "basic:x"), HasSubstr("no number of words"));
  EXPECT_THAT(message(&BagWords::window, "basic:"), HasSubstr("no number of words"));
  EXPECT_THAT(message(&BagWords::window, "basic:-1"), HasSubstr("no number of words"));
  EXPECT_THAT(message(&BagWords::window, "basic:2000"), HasSubstr("1024 at most"));
  EXPECT_EQ(message(&BagWords::stem, "porter"),
            "no stemming 'porter'; there are none, stem, stopstem");
  EXPECT_THAT(message(&BagWords::parts, "half"), HasSubstr("'half' is no number"));
  EXPECT_THAT(message(&BagWords::parts, "1.5"), HasSubstr("0 to 1"));
  EXPECT_THAT(message(&BagWords::parts, "nan"), HasSubstr("0 to 1"));
  EXPECT_THAT(message(&BagWords::language, "klingon"), HasSubstr("no language 'klingon'"));
  EXPECT_EQ(message(&BagWords::distance, "linear"),
            "no distance weight 'linear'; there are log, none");
  EXPECT_EQ(message(&BagWords::weight, "idf"), "no weight 'idf'; there are none, log, sqrt, nmdf");
  EXPECT_THAT(message(&BagWords::weight, "log:2"), HasSubstr("takes no numbers"));
  EXPECT_THAT(message(&BagWords::weight, "nmdf:1"), HasSubstr("nmdf:MU,SIGMA"));
  EXPECT_THAT(message(&BagWords::weight, "nmdf:1,0"), HasSubstr("nmdf:MU,SIGMA"));
  EXPECT_THAT(CheckBagOptions({.name = "a/b"}).message(), HasSubstr("'a/b' is no name"));
}

TEST(BagOptions, DynamicWindowsReachFurtherUnlessTold) {
  BagWords words = DescribeBags({});
  words.window = "topical";
  EXPECT_EQ(ParseBagWords(words)->width, 128U);
  words.window = "syntactic:16";
  EXPECT_EQ(ParseBagWords(words)->width, 16U);
}

}  // namespace
}  // namespace akin
