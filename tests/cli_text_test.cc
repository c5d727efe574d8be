// akin build --measure text, how the other verbs use such an index, and mixtures.
#include "cli_fixture.h"
#include "test_bags.h"

namespace akin {
namespace {

// ProfA and ProfB have the same text, StudentA half of it, StudentB none. Keys are numbered in the
// order of their names: ProfA, ProfB, StudentA, StudentB, Univ.
class CliText : public CliTest {
 protected:
  void SetUp() override {
    Ingest("u.akin", kUniversity);
    const TestBag prof = {{0, .5F}, {1, .5F}};
    PutBags({prof, prof, {{1, 1.F}}, {}, {{2, 1.F}}}, 3, At("u.akin"), "words");
  }
};

TEST_F(CliText, ExactScoresAreThoseOfTheDefinition) {
  EXPECT_EQ(Column(Get("sim u.akin ProfA ProfB --exact text --bags words"), 0), Words{Fixed(1)});
  EXPECT_EQ(Column(Get("sim u.akin ProfA StudentA --exact text --bags words"), 0),
            Words{Fixed(1.0 / 3)});
  EXPECT_EQ(Run("sim u.akin ProfA Univ --exact text --bags words").code, kNothing);
  EXPECT_EQ(Column(Get("related u.akin ProfA --exact text --bags words"), 3),
            (Words{"ProfB", "StudentA"}));
  EXPECT_THAT(Get("join u.akin --all --exact text --bags words"),
              HasSubstr("StudentA\tProfA\t0.333333\t0.000000\n"));
}

TEST_F(CliText, AnIndexAnswersEveryVerb) {
  const auto built = Run("build u.akin --measure text --bags words --signatures 50 --seed 4");
  EXPECT_EQ(built.code, kFound);
  EXPECT_THAT(built.err, HasSubstr("index text: 50 signatures built"));
  EXPECT_EQ(Column(Get("related u.akin ProfA --index text"), 3), (Words{"ProfB", "StudentA"}));
  EXPECT_EQ(Get("related u.akin --all --index text"),
            Get("related u.akin --all --exact text --bags words"));
  EXPECT_EQ(Get("related u.akin --all --refine 0 --index text"),
            Get("related u.akin --all --no-index --index text"));
  EXPECT_EQ(Get("related u.akin --all --refine 0 --index text"),
            Get("related u.akin --all --no-index --measure text --bags words --fingerprints 50 "
                "--seed 4"));
  EXPECT_EQ(Get("sim u.akin ProfA StudentA --index text"),
            Get("sim u.akin ProfA StudentA --no-index --index text"));
  EXPECT_THAT(Get("join u.akin --all --index text"), HasSubstr("ProfB\tProfA\t1.000000"));
  const std::string facts = Get("info u.akin --index text");
  EXPECT_THAT(facts, HasSubstr("bags\twords\n"));
  EXPECT_THAT(facts, Not(HasSubstr("decay")));
  Get("info u.akin --index text --plot text.svg");
  EXPECT_THAT(ReadBytes(At("text.svg")), HasSubstr("bags words"));
  EXPECT_THAT(Get("info u.akin"), HasSubstr("text\ttext\t"));
  EXPECT_THAT(Get("check u.akin"), HasSubstr("ok\tu.akin/indexes/text/text-l1-s4-bags"));
  EXPECT_THAT(Get("build u.akin --measure text --bags words --dry-run"), HasSubstr("disk\t"));
}

TEST_F(CliText, EightySignaturesUnlessToldOtherwise) {
  EXPECT_THAT(Run("build u.akin --measure text --bags words").err, HasSubstr("80 signatures"));
  EXPECT_THAT(Run("build u.akin --measure text --bags words").err,
              HasSubstr("nothing to do, all 80 signatures exist already"));
}

TEST_F(CliText, MixturesAddUp) {
  Get("build u.akin --measure text --bags words");
  Get("build u.akin --method push --decay 0.8 --epsilon 1e-5");
  const auto score = [&](const std::string& ask) { return std::stod(Get(ask)); };
  const double links = score("sim u.akin ProfA ProfB --index simrank-push");
  EXPECT_NEAR(score("sim u.akin ProfA ProfB --index simrank-push=0.6,text=0.4"), 0.6 * links + 0.4,
              2e-6);
  const std::string related = Get("related u.akin ProfA --index simrank-push=0.6,text=0.4 -k 1");
  EXPECT_NEAR(std::stod(Column(related, 1)[0]), 0.6 * links + 0.4, 2e-5);  // pushed in another way
  EXPECT_EQ(Column(related, 3), Words{"ProfB"});
  EXPECT_THAT(Get("join u.akin --all --index simrank-push=0.6,text=0.4 --top 1"),
              HasSubstr("ProfA\tProfB\t"));
  const std::string fused = Get("related u.akin ProfA --index simrank-push,text --fusion rrf -k 1");
  EXPECT_EQ(Column(fused, 3), Words{"ProfB"});
  EXPECT_EQ(Column(fused, 1), Words{Fixed(2.0 / 61)});
  EXPECT_EQ(Column(fused, 2), Words{Fixed(0)});
  EXPECT_EQ(Column(Get("related u.akin StudentA --index text --fusion rrf"), 1),
            (Words{Fixed(1.0 / 61), Fixed(1.0 / 62)}));
}

TEST_F(CliText, InfoPrintsDuplicates) {
  Get("build u.akin --measure text --bags words --signatures 100");
  EXPECT_THAT(Get("info u.akin --duplicates"), HasSubstr("1\t1.000000\tProfA"));
  EXPECT_THAT(Get("info u.akin --duplicates --json"), HasSubstr(R"("group":1)"));
  ExpectRefused("info u.akin --duplicates --likeness 0.3", {"--likeness", "above 0.5"});
}

TEST_F(CliText, TheOnlyBagsNeedNoName) {
  const std::string ask = "related u.akin ProfA ";
  const std::string exact = Get(ask + "--exact text --bags words");
  EXPECT_EQ(Get(ask + "--exact text"), exact);
  Get("build u.akin --measure text --signatures 10");
  const std::string answer = Get(ask + "--refine 0 --index text");
  EXPECT_EQ(Get(ask + "--no-index --measure text --fingerprints 10"), answer);
  Get("build u.akin --measure text --bags words --signatures 10 --name named");
  EXPECT_EQ(Get(ask + "--refine 0 --index named"), answer);
  // If there are several, the bags named text are used.
  Get("bags u.akin --name more --terms links");
  ExpectRefused(ask + "--exact text", {"no bags 'text'", "there are: more, words"});
  Get("bags u.akin --name text --terms links");
  EXPECT_EQ(Get(ask + "--exact text"), Get(ask + "--exact text --bags text"));
}

TEST_F(CliText, BadFlagsAreExplained) {
  Get("build u.akin --measure text --bags words --signatures 10");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"build u.akin --measure text --bags wrods", "did you mean words?"},
      {"build u.akin --measure text --bags words --decay 0.5", "takes no decay"},
      {"build u.akin --measure text --bags words --length 3", "takes no length"},
      {"build u.akin --measure simrank --signatures 10", "--fingerprints"},
      {"build u.akin --measure psimrank --bags words", "takes no bags"},
      {"build u.akin --measure txt", "cosine-simrank, text"},
      {"related u.akin ProfA --index text --bags words", "an index knows its bags"},
      {"related u.akin ProfA --index text --decay 0.5", "has no decay"},
      {"related u.akin ProfA --exact simrank --bags words", "that is for text"},
      {"related u.akin ProfA --exact text --bags words --decay 0.5", "no decay"},
      {"related u.akin ProfA --index txet=0.5,text=0.5", "there are: text"},
      {"related u.akin ProfA --index text=0", "is no weight"},
      {"related u.akin ProfA --index text=0.5,", "names no index"},
      {"related u.akin ProfA --index text=1,text=2", "twice"},
      {"related u.akin ProfA --index text=1 --no-index", "without a mixture"},
      {"related u.akin ProfA --index text --fusion rff", "there are weighted and rrf"},
      {"sim u.akin ProfA ProfB --index text --fusion rrf", "no ranks"}};
  for (const auto& [line, said] : cases) ExpectRefused(line, {said});
}

}  // namespace
}  // namespace akin
