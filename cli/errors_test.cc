#include "errors.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "flags.h"
#include "session.h"

namespace akin::cli {
namespace {

class CliErrorsTest : public testing::Test {
 protected:
  CliErrorsTest() {
    for (const char* flag : {"--memory", "--decay-out", "--measure", "--exact", "--count", "--top",
                             "--force", "--index"}) {
      Add(flag);
    }
    verb_.SetWork([] { return 0; });
  }
  void Add(std::string_view flag) { AddFlag(verb_, flag, values_.emplace_back()); }
  // Reads a command line with these flags.
  void Give(std::vector<std::string> words) {
    words.insert(words.begin(), {"akin", "verb"});
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    Session session;
    ASSERT_EQ(line_.Run(static_cast<int>(argv.size()), argv.data(), session), 0);
    EXPECT_EQ(session.running->Name(), "verb");
  }

  std::deque<std::string> values_;
  CommandLine line_{"", ""};
  Verb verb_ = line_.AddVerb("verb", "");
};

TEST_F(CliErrorsTest, AParameterIsAFlag) {
  EXPECT_EQ(FlagFor("memory", verb_), "--memory");
  EXPECT_EQ(FlagFor("decay_out", verb_), "--decay-out");
  EXPECT_EQ(FlagFor("replace", verb_), "--force");
  EXPECT_EQ(FlagFor("", verb_), "");
}

TEST_F(CliErrorsTest, AFlagThatTheVerbDoesNotHaveIsNotNamed) {
  EXPECT_EQ(FlagFor("radius", verb_), "");
  EXPECT_EQ(FlagFor("priors", verb_), "");
  EXPECT_EQ(Explain(Status(Code::kInvalidArgument, "no").WithParameter("radius"), verb_), "no");
}

TEST_F(CliErrorsTest, OfSeveralFlagsTheOneGivenIsMeant) {
  EXPECT_EQ(FlagFor("measure", verb_), "--measure");
  EXPECT_EQ(FlagFor("k", verb_), "--count");
  Give({"--exact", "simrnk", "--top", "3"});
  EXPECT_EQ(FlagFor("measure", verb_), "--exact");
  EXPECT_EQ(FlagFor("k", verb_), "--top");
}

TEST_F(CliErrorsTest, TheFlagFollowsTheMessage) {
  const Status status = Status(Code::kOutOfBudget, "out of memory").WithParameter("memory");
  EXPECT_EQ(Explain(status, verb_), "out of memory (--memory)");
  EXPECT_EQ(Explain(Status(Code::kIo, "disk full"), verb_), "disk full");
}

TEST_F(CliErrorsTest, WhatIsMissingCanBeMade) {
  const Place corpus{.file = "u.akin"};
  EXPECT_EQ(Explain(Status(Code::kNoCorpus, "no such corpus").At(corpus), verb_),
            "u.akin: no such corpus; make one with: akin ingest SOURCE -o u.akin");
  EXPECT_EQ(Explain(Status(Code::kNoBags, "no bags yet").At(corpus), verb_),
            "u.akin: no bags yet; make some with: akin bags u.akin");
  const Status none = Status(Code::kNoIndex, "no index yet").At(corpus);
  EXPECT_EQ(Explain(none, verb_), "u.akin: no index yet; make one with: akin build u.akin");
  Add("--no-index");
  EXPECT_EQ(Explain(none, verb_),
            "u.akin: no index yet; make one with: akin build u.akin\n"
            "or answer from the arcs with --no-index");
}

TEST_F(CliErrorsTest, AnotherNameIsNoReasonToMakeOne) {
  const Status other =
      Status(Code::kNoIndex, "no index 'x'").At({.file = "u.akin"}).WithParameter("index");
  EXPECT_EQ(Explain(other, verb_), "u.akin: no index 'x' (--index)");
}

}  // namespace
}  // namespace akin::cli
