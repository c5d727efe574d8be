// akin label, and --where and --exclude of related, join and eval.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliLabel : public CliTest {
 protected:
  void SetUp() override {
    Ingest("u.akin", kUniversity);
    Get("build u.akin --quiet");
    Write("labels.tsv",
          "key\trole\tage\ttags\nProfA\tprofessor\t61\tchair|emeritus\nProfB\tprofessor\t38."
          "5\tchair\n"
          "StudentA\tstudent\t22\t\n");
  }
};

TEST_F(CliLabel, ShowsWhatItAttached) {
  const auto none = Run("label u.akin");
  EXPECT_EQ(none.code, kNothing);
  EXPECT_THAT(none.err, HasSubstr("has no attributes yet"));
  const auto labelled = Run("label u.akin labels.tsv");
  EXPECT_EQ(labelled.code, kFound);
  EXPECT_THAT(labelled.err, HasSubstr("u.akin: 3 vertices labelled"));
  EXPECT_EQ(labelled.out,
            "role\ttext\t3\t2\tprofessor (2), student (1)\nage\tnumber\t3\t3\t22 to 61\n"
            "tags\tset\t2\t2\tchair (2), emeritus (1)\n");
  EXPECT_EQ(Get("label u.akin"), labelled.out);
  EXPECT_THAT(Get("info u.akin"), HasSubstr("attributes\trole, age, tags\n"));
  EXPECT_THAT(Get("check u.akin"), HasSubstr("ok\tu.akin/attributes/attributes.akin\n"));
  EXPECT_THAT(Get("label u.akin --json"), HasSubstr("{\"attribute\":\"role\",\"kind\":\"text\""));
}

TEST_F(CliLabel, ReplacesAndRemoves) {
  Get("label u.akin labels.tsv");
  Write("more.csv", "age,name\n99,Univ\n");
  const auto again = Run("label u.akin more.csv --key name");
  EXPECT_EQ(again.code, kError);
  EXPECT_THAT(again.err, HasSubstr("has an attribute 'age' already"));
  EXPECT_THAT(again.err, HasSubstr("(--force)"));
  EXPECT_THAT(Get("label u.akin more.csv --key name --force"),
              HasSubstr("age\tnumber\t1\t1\t99 to 99"));
  EXPECT_THAT(Get("label u.akin --remove role,tags"), Not(HasSubstr("role")));
  EXPECT_THAT(Run("label u.akin --remove rank").err, HasSubstr("no attribute 'rank'"));
  EXPECT_EQ(Run("label u.akin --remove-all").code, kFound);
  EXPECT_FALSE(fs::exists(At("u.akin/attributes")));
  EXPECT_EQ(Run("label u.akin labels.tsv --remove-all").code, kError);
}

TEST_F(CliLabel, SaysWhatIsWrongWithATable) {
  Write("bad.tsv", "key\trole\nProfA\tx\nProfX\ty\n");
  const auto bad = Run("label u.akin bad.tsv");
  EXPECT_EQ(bad.code, kError);
  EXPECT_THAT(bad.err, HasSubstr("bad.tsv:3: no vertex 'ProfX'"));
  EXPECT_THAT(bad.err, HasSubstr("(--skip-bad-lines)"));
  const auto skipped = Run("label u.akin bad.tsv --skip-bad-lines");
  EXPECT_EQ(skipped.code, kFound);
  EXPECT_THAT(skipped.err, HasSubstr("1 lines were left out"));
  EXPECT_THAT(Run("label u.akin labels.tsv --kinds age=integer").err,
              HasSubstr("no kind 'integer'"));
  EXPECT_THAT(Run("label u.akin labels.tsv --kinds age").err, HasSubstr("COLUMN=KIND"));
}

TEST_F(CliLabel, FiltersAnswers) {
  Get("label u.akin labels.tsv");
  const std::string all = Get("related u.akin ProfA --index psimrank --refine 0");
  EXPECT_THAT(all, HasSubstr("\tStudentB\n"));
  const auto filtered = Run({"related", "u.akin", "ProfA", "--index", "psimrank", "--refine", "0",
                             "--where", "role=professor or tags=chair"});
  EXPECT_EQ(filtered.out, all.substr(0, all.find('\n') + 1));
  EXPECT_THAT(filtered.out, EndsWith("\tProfB\n"));
  EXPECT_THAT(Run({"related", "u.akin", "ProfA", "--table", "--where", "age<30"}).out,
              HasSubstr(", where age<30\n"));
  const auto nothing = Run({"related", "u.akin", "ProfA", "--where", "age>100"});
  EXPECT_EQ(nothing.code, kNothing);
  EXPECT_THAT(nothing.err, HasSubstr("among the 0 vertices that pass --where"));
  const auto wrong = Run({"related", "u.akin", "ProfA", "--where", "rol=student"});
  EXPECT_EQ(wrong.code, kError);
  EXPECT_THAT(wrong.err, HasSubstr("no attribute 'rol' at character 1"));
  EXPECT_THAT(wrong.err, HasSubstr("did you mean role? (--where)"));
}

TEST_F(CliLabel, LeavesOutWhatIsExcluded) {
  Write("bought", "ProfB\nNobody\n\n");
  const auto left = Run("related u.akin ProfA --exclude bought");
  EXPECT_EQ(left.code, kFound);
  EXPECT_THAT(left.out, Not(HasSubstr("ProfB")));
  EXPECT_THAT(left.err, HasSubstr("1 keys of bought are not in the corpus"));
  EXPECT_THAT(Run("related u.akin --queries - --exclude -").err,
              HasSubstr("cannot both be standard"));
}

TEST_F(CliLabel, JoinsWhatPasses) {
  Get("label u.akin labels.tsv");
  const std::string pairs = Run({"join", "u.akin", "--all", "--where", "age>0"}).out;
  EXPECT_THAT(pairs, HasSubstr("ProfA\tProfB\t"));
  EXPECT_THAT(pairs, Not(HasSubstr("Univ")));
  EXPECT_THAT(pairs, Not(HasSubstr("StudentB")));
}

TEST_F(CliLabel, JudgesWhatPasses) {
  Get("label u.akin labels.tsv");
  Write("truth", "ProfA\tp\nProfB\tp\nStudentA\ts\nStudentB\ts\n");
  const std::string judge = "eval u.akin --truth truth --index psimrank --metrics precision -k 1";
  Words words = Split(judge);
  words.insert(words.end(), {"--where", "role=professor"});
  const auto judged = Run(words);
  EXPECT_EQ(judged.code, kFound) << judged.err;
  EXPECT_NE(judged.out, Get(judge));
}

}  // namespace
}  // namespace akin
