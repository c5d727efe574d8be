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
  EXPECT_THAT(built.err, HasSubstr("akin related u.akin KEY now asks psimrank=0.5,xjaccard=0.5"));
  EXPECT_THAT(Get("recipe u.akin"), StartsWith("index\tpsimrank=0.5,xjaccard=0.5\n"));
  EXPECT_EQ(Get("related u.akin ProfA"),
            Get("related u.akin ProfA --index psimrank=0.5,xjaccard=0.5"));
  EXPECT_THAT(Get("related u.akin ProfA --table"),
              HasSubstr("related to ProfA, by psimrank=0.5,xjaccard=0.5\n"));
  EXPECT_THAT(Get("related u.akin ProfA --json"),
              HasSubstr("\"index\":\"psimrank=0.5,xjaccard=0.5\""));
  EXPECT_THAT(Get("sim u.akin ProfA ProfB --json"),
              HasSubstr("\"index\":\"psimrank=0.5,xjaccard=0.5\""));
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

TEST_F(CliRecipe, ARecipeCanBeChanged) {
  Ingest("u.akin", kUniversity);
  Get("build u.akin");
  Get("build u.akin --method push");
  ExpectRefused({"recipe", "u.akin", "--index", "nothing"}, {"nothing"});
  EXPECT_THAT(Get("recipe u.akin"), StartsWith("index\tpsimrank=0.5,xjaccard=0.5\n"));
  Get("recipe u.akin --index psimrank,simrank-push --fusion rrf");
  EXPECT_EQ(Get("related u.akin ProfA"),
            Get("related u.akin ProfA --index psimrank,simrank-push --fusion rrf"));
  EXPECT_THAT(Run("recipe u.akin").err,
              HasSubstr("akin build u.akin would record psimrank=0.5,xjaccard=0.5"));
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
