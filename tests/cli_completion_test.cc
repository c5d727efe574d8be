// akin completion, in the shells it is for.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliCompletion : public CliTest {
 protected:
  Outcome Shell(const std::string& shell, const Words& words) const {
    return Run(words, {.program = shell});
  }
};

TEST_F(CliCompletion, Bash) {
  if (!fs::exists("/bin/bash")) GTEST_SKIP() << "no /bin/bash to complete in";
  Write("akin.bash", Get("completion"));
  EXPECT_EQ(Get("completion bash"), Get("completion"));
  const auto complete = [&](const std::string& words, const std::string& at) {
    const std::string script = "source akin.bash; COMP_WORDS=(" + words + "); COMP_CWORD=" + at +
                               "; _akin; echo ${COMPREPLY[@]}";
    return Shell("/bin/bash", {"-c", script}).out;
  };
  EXPECT_EQ(complete("akin rel", "1"), "related\n");
  EXPECT_EQ(complete("akin build --fing", "2"), "--fingerprints\n");
  EXPECT_EQ(complete("akin generate --vert", "2"), "--vertices\n");
  EXPECT_EQ(complete("akin mat", "1"), "match\n");
  EXPECT_EQ(complete("akin match u.akin v.akin --kry", "4"), "--krylov --krylov-right\n");
  EXPECT_EQ(complete("akin related u.akin --min-i", "3"), "--min-inlinks\n");
  EXPECT_EQ(complete("akin sim u.akin --exact simrank-m", "4"),
            "simrank-minimax simrank-minimax-in simrank-minimax-mix\n");
  EXPECT_EQ(complete("akin build u.akin --measure ps", "4"), "psimrank\n");
  EXPECT_EQ(complete("akin eval u.akin --metrics max", "4"), "max-error\n");
  EXPECT_EQ(complete("akin help rel", "2"), "related\n");
  EXPECT_EQ(complete("akin completion z", "2"), "zsh\n");
  EXPECT_EQ(complete("akin related u", "2"), "\n") << "a file, which bash completes itself";
}

TEST_F(CliCompletion, Fish) {
  if (!fs::exists("/usr/bin/fish")) GTEST_SKIP() << "no /usr/bin/fish to complete in";
  Write("akin.fish", Get("completion fish"));
  const auto complete = [&](const std::string& line) {
    const auto outcome = Shell(
        "/usr/bin/fish", {"--no-config", "-c", "source akin.fish; complete -C '" + line + "'"});
    EXPECT_EQ(outcome.err, "");
    return Column(outcome.out, 0);
  };
  EXPECT_THAT(complete("akin rel"), ElementsAre("related"));
  EXPECT_THAT(complete("akin build --fi"), ElementsAre("--fingerprints"));
  EXPECT_THAT(complete("akin sim u.akin a b --exact simrank-m"), ElementsAre("simrank-minimax"));
  EXPECT_THAT(complete("akin build u.akin --measure ps"), ElementsAre("psimrank"));
  EXPECT_THAT(complete("akin help rel"), ElementsAre("related"));
  EXPECT_THAT(complete("akin completion z"), ElementsAre("zsh"));
  EXPECT_THAT(complete("akin build --queri"), IsEmpty()) << "a flag of another verb";
  EXPECT_THAT(complete("akin related --queries akin.f"), ElementsAre("akin.fish"));
}

TEST_F(CliCompletion, Zsh) {
  if (!fs::exists("/usr/bin/zsh")) GTEST_SKIP() << "no /usr/bin/zsh to complete in";
  Write("akin.zsh", Get("completion zsh"));
  // Prints what the script hands to zsh's own functions; these need a terminal.
  const auto complete = [&](const std::string& words, int at) {
    const auto outcome =
        Shell("/usr/bin/zsh",
              {"-f", "-c",
               fmt::format(
                   "compdef() {{ }}; _describe() {{ print -l $verbs }}; "
                   "_arguments() {{ print -l -- $@ }}; source ./akin.zsh; words=({}); CURRENT={}; "
                   "_akin",
                   words, at)});
    EXPECT_EQ(outcome.err, "");
    return Lines(outcome.out);
  };
  EXPECT_THAT(complete("akin rel", 2),
              testing::Contains("related:Print what is related to a vertex"));
  const auto build = complete("akin build --fi", 3);
  EXPECT_THAT(build, testing::Contains(MatchesRegex("\\*--measure=\\[.*\\]:M:\\(simrank .*\\)")));
  EXPECT_THAT(build, testing::Contains(StartsWith("*--fingerprints=[independent walks")));
  EXPECT_THAT(build, testing::Contains("*--dry-run[print the disk, memory and time that the build "
                                       "needs]"));
  EXPECT_THAT(complete("akin related u.akin", 3), testing::Contains(StartsWith("*-k+[")));
  EXPECT_THAT(complete("akin help x", 3), testing::Contains(StartsWith("1:argument:(ingest ")));
}

TEST_F(CliCompletion, OtherShellsAreRefused) {
  ExpectRefused("completion tcsh", {"'tcsh'", "bash, zsh, fish"});
}

}  // namespace
}  // namespace akin
