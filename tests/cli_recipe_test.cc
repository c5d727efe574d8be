// What akin builds and asks without flags, and akin recipe.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliRecipe : public CliTest {
 protected:
  static std::string Site() { return SourceFile("tests/site"); }
};

TEST_F(CliRecipe, LinksGetTwoMeasuresAndAnswersSayWhoAnswered) {
  Ingest("u.akin", kUniversity);
  EXPECT_EQ(Run("recipe u.akin").code, kNothing);
  const auto built = Run("build u.akin");
  EXPECT_EQ(built.code, kFound);
  EXPECT_THAT(built.err, HasSubstr("links alone"));
  EXPECT_THAT(built.err, HasSubstr("akin related u.akin KEY now asks psimrank=0.8,xjaccard=0.2"));
  EXPECT_THAT(Get("recipe u.akin"), StartsWith("index\tpsimrank=0.8,xjaccard=0.2\n"));
  EXPECT_EQ(Get("related u.akin ProfA"),
            Get("related u.akin ProfA --index psimrank=0.8,xjaccard=0.2"));
  EXPECT_THAT(Get("related u.akin ProfA --table"),
              HasSubstr("related to ProfA, by psimrank=0.8,xjaccard=0.2\n"));
  EXPECT_THAT(Get("related u.akin ProfA --json"),
              HasSubstr("\"index\":\"psimrank=0.8,xjaccard=0.2\""));
  EXPECT_THAT(Get("sim u.akin ProfA ProfB --json"),
              HasSubstr("\"index\":\"psimrank=0.8,xjaccard=0.2\""));
  EXPECT_THAT(Get("check u.akin"), HasSubstr("ok\tu.akin/recipe.json"));
  EXPECT_THAT(Run("build u.akin").err, HasSubstr("index xjaccard: exists already"));
}

TEST_F(CliRecipe, WithoutAnIndexTheAnswerIsThatOfTheRecipe) {
  Ingest("u.akin", kUniversity);
  const std::string first = Get("related u.akin ProfA");
  Get("build u.akin");
  EXPECT_EQ(Get("related u.akin ProfA"), first);
}

TEST_F(CliRecipe, ACorpusThatCannotBeWrittenIsSolvedOnTheSpot) {
  Ingest("u.akin", kUniversity);
  fs::permissions(directory_.path(), fs::perms::all);
  fs::permissions(At("u.akin"), fs::perms(0555));
  const Around around{.as_nobody = ::geteuid() == 0};
  if (Run("--version", around).code != 0) GTEST_SKIP() << "nobody cannot run " << ProgramPath();
  const Words before = Listing();
  const auto asked = Run("related u.akin ProfA --json", around);
  EXPECT_EQ(asked.code, kFound) << asked.err;
  EXPECT_THAT(asked.err, HasSubstr("cannot build it"));
  EXPECT_THAT(asked.out, HasSubstr("simrank solved on the spot"));
  EXPECT_EQ(Listing(), before);
}

TEST_F(CliRecipe, PagesWithoutAnIndexGetTheirs) {
  Get("ingest " + Site() + " -o s.akin --quiet");
  const std::string key = "index.html";
  const auto first = Run("related s.akin " + key);
  EXPECT_THAT(first.err, HasSubstr("building the one recommended for this corpus"));
  EXPECT_THAT(first.err, HasSubstr("pages with links and words"));
  const auto again = Run("related s.akin " + key);
  EXPECT_EQ(again.out, first.out);
  EXPECT_THAT(again.err, Not(HasSubstr("building")));
  EXPECT_EQ(again.out, Run("related s.akin " + key + " --index psimrank=0.5,text=0.5").out);
}

TEST_F(CliRecipe, NothingIsBuiltForWhatNoIndexCouldAnswer) {
  Ingest("u.akin", kUniversity);
  const Words before = Listing();
  for (const std::string flag : {"--decay 0", "--decay 1", "--length 0", "--fingerprints 0"}) {
    for (const std::string question : {"sim u.akin ProfA ProfB ", "related u.akin ProfA "}) {
      const auto refused = Run(question + flag);
      EXPECT_EQ(refused.code, kError) << flag;
      EXPECT_THAT(refused.err, HasSubstr(flag.substr(0, flag.find(' '))));
      EXPECT_EQ(Listing(), before) << flag;
    }
  }
}

TEST_F(CliRecipe, ARecipeCanBeChanged) {
  Ingest("u.akin", kUniversity);
  Get("build u.akin");
  Get("build u.akin --method push");
  ExpectRefused({"recipe", "u.akin", "--index", "nothing"}, {"nothing"});
  EXPECT_THAT(Get("recipe u.akin"), StartsWith("index\tpsimrank=0.8,xjaccard=0.2\n"));
  Get("recipe u.akin --index psimrank,simrank-push --fusion rrf");
  EXPECT_EQ(Get("related u.akin ProfA"),
            Get("related u.akin ProfA --index psimrank,simrank-push --fusion rrf"));
  EXPECT_THAT(Run("recipe u.akin").err,
              HasSubstr("akin build u.akin would record psimrank=0.8,xjaccard=0.2"));
}

// The state after a build was killed between its two indexes.
TEST_F(CliRecipe, TheNextQuestionGoesOnWithAnInterruptedBuild) {
  Ingest("u.akin", kUniversity);
  Get("build u.akin");
  const std::string whole = Get("related u.akin ProfA");
  fs::remove_all(At("u.akin/indexes/xjaccard"));
  fs::remove(At("u.akin/recipe.json"));
  WriteBytes(At("u.akin/recipe.unfinished"), "");
  const auto asked = Run("related u.akin ProfA");
  EXPECT_EQ(asked.out, whole);
  EXPECT_THAT(asked.err, HasSubstr("building what is missing"));
  EXPECT_FALSE(fs::exists(At("u.akin/recipe.unfinished")));
  EXPECT_EQ(Run("related u.akin ProfA").err, "");
}

TEST_F(CliRecipe, APartOfARecipeSaysThatItIsOne) {
  Ingest("u.akin", kUniversity);
  Get("build u.akin --measure psimrank");
  EXPECT_EQ(Run("related u.akin ProfA").err, "");  // an index of one's own choice
  WriteBytes(At("u.akin/recipe.unfinished"), "");
  fs::permissions(directory_.path(), fs::perms::all);
  fs::permissions(At("u.akin"), fs::perms(0555));
  fs::permissions(At("u.akin/indexes"), fs::perms(0555));
  const Around around{.as_nobody = ::geteuid() == 0};
  if (Run("--version", around).code != 0) GTEST_SKIP() << "nobody cannot run " << ProgramPath();
  const auto asked = Run("related u.akin ProfA", around);
  EXPECT_EQ(asked.code, kFound) << asked.err;
  EXPECT_THAT(asked.err, HasSubstr("cannot build it"));
  EXPECT_THAT(asked.err, HasSubstr("only built in part, so psimrank answers alone"));
}

TEST_F(CliRecipe, AnIndexOfAnotherKindIsNotTakenForTheRecipes) {
  Get("ingest " + Site() + " -o s.akin --quiet");
  Get("bags s.akin --terms anchor --name anchors");
  Get("build s.akin --measure text --bags anchors --signatures 20");
  Get("build s.akin --measure psimrank --fingerprints 50");
  EXPECT_THAT(Get("build s.akin --dry-run"), StartsWith("recipe\tpsimrank=0.5,recipe-text=0.5\n"));
  const auto built = Run("build s.akin");
  EXPECT_EQ(built.code, kFound) << built.err;
  EXPECT_THAT(built.err, HasSubstr("index psimrank: exists already"));
  EXPECT_THAT(Get("recipe s.akin"), StartsWith("index\tpsimrank=0.5,recipe-text=0.5\n"));
  EXPECT_EQ(Run("recipe s.akin").err, "");
  EXPECT_THAT(Run("build s.akin").err, HasSubstr("index recipe-text: exists already"));
  Get("related s.akin index.html");
  // An index with another decay, and bags of the usual name that are not the usual ones.
  Get("ingest " + Site() + " -o t.akin --quiet");
  Get("bags t.akin --terms anchor");
  Get("build t.akin --measure psimrank --decay 0.3");
  Get("build t.akin");
  EXPECT_THAT(Get("recipe t.akin"), StartsWith("index\trecipe-psimrank=0.5,text=0.5\n"));
  EXPECT_THAT(Get("info t.akin"), HasSubstr("recipe-text"));
}

TEST_F(CliRecipe, ADryRunTellsWhatAndWhy) {
  Get("ingest " + Site() + " -o s.akin --quiet");
  const std::string plan = Get("build s.akin --dry-run");
  EXPECT_THAT(plan, StartsWith("recipe\tpsimrank=0.5,text=0.5\nreason\tpages"));
  EXPECT_EQ(Run("recipe s.akin").code, kNothing) << "a dry run writes nothing";
}

TEST_F(CliRecipe, ADamagedRecipeIsFound) {
  Ingest("u.akin", kUniversity);
  Get("build u.akin");
  std::string bytes = ReadBytes(At("u.akin/recipe.json"));
  bytes[bytes.find("psimrank")] ^= 1;
  WriteBytes(At("u.akin/recipe.json"), bytes);
  EXPECT_EQ(Run("check u.akin").code, kError);
  EXPECT_EQ(Run("related u.akin ProfA").code, kError);
  EXPECT_EQ(Run("related u.akin ProfA --index psimrank").code, kFound);
}

}  // namespace
}  // namespace akin
