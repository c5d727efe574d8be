// akin sim, check, info, export and the program itself.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliSim : public CliTest {
 protected:
  void SetUp() override {
    Ingest("u.akin", kUniversity);
    Get("build u.akin --measure simrank --quiet");
    Get("build u.akin --quiet --measure psimrank");
  }
};

TEST_F(CliSim, VertexWithItselfIsOne) {
  for (const std::string how : {"--index simrank", "--index psimrank", "--no-index",
                                "--exact simrank", "--exact psimrank"}) {
    EXPECT_THAT(Get("sim u.akin Univ Univ " + how), StartsWith("1.000000\t0.000000\t")) << how;
  }
}

TEST_F(CliSim, AgreesWithRelatedAndIsSymmetric) {
  for (const std::string how : {"--index simrank", "--index psimrank", "--exact simrank"}) {
    const auto hits = ParseJsonLines(Get("related u.akin --all -k 0 --json " + how));
    EXPECT_THAT(hits, Not(IsEmpty()));
    for (const auto& hit : hits) {
      const std::string a = hit.at("query");
      const std::string b = hit.at("key");
      const auto sim = ParseJsonLines(Get(fmt::format("sim u.akin {} {} --json {}", a, b, how)));
      ASSERT_THAT(sim, SizeIs(1));
      EXPECT_EQ(sim[0].at("score"), hit.at("score")) << a << ' ' << b;
      EXPECT_EQ(sim[0].at("error"), hit.at("error")) << a << ' ' << b;
    }
  }
}

TEST_F(CliSim, WithoutIndexTheSameAsWithOne) {
  for (const std::string measure : {"simrank", "psimrank"}) {
    const std::string ask = "sim u.akin ProfA ProfB --json ";
    EXPECT_EQ(GetHits(fmt::format("{}--index {}", ask, measure)),
              GetHits(fmt::format("{}--no-index --measure {}", ask, measure)));
  }
}

TEST_F(CliSim, PrintsColumnsJsonOrTable) {
  const auto out = Get("sim u.akin ProfA ProfB --exact simrank");
  EXPECT_THAT(out, MatchesRegex("0\\.[0-9]{6}\t0\\.[0-9]{6}\tProfA\tProfB\n"));
  const auto json = ParseJsonLines(Get("sim u.akin ProfA ProfB --json"));
  ASSERT_THAT(json, SizeIs(1));
  EXPECT_EQ(json[0].at("a"), "ProfA");
  EXPECT_EQ(json[0].at("b"), "ProfB");
  EXPECT_THAT(Get("sim u.akin ProfA ProfB --table"),
              MatchesRegex("by simrank\n *score +error  a      b\n.*"));
}

TEST_F(CliSim, ExitCodes) {
  Ingest("x.akin", "h\ta\nh\tb\n");
  EXPECT_EQ(Run("sim x.akin a b --no-index").code, kFound);
  const auto none = Run("sim x.akin a h --no-index");
  EXPECT_EQ(none.code, kNothing);
  // That 100 walks did not meet does not mean that no walks do.
  EXPECT_THAT(none.out, testing::MatchesRegex("0.000000\t0.011[0-9]*\ta\th\n"));
  ExpectRefused("sim x.akin a nobody --no-index", {"no vertex 'nobody' in x.akin"});
}

TEST_F(CliSim, UnknownMeasureIsRefused) {
  ExpectRefused("sim u.akin ProfA ProfB --exact foo", {"'foo'", "simrank", "psimrank"});
}

TEST_F(CliSim, ExactWithIndexIsRefused) {
  ExpectRefused("sim u.akin ProfA ProfB --exact simrank --index simrank", {"--exact", "--index"});
}

TEST_F(CliSim, MissingVertexIsRefused) { ExpectRefused("sim u.akin ProfA", {"B", "required"}); }

// check, info, export and the program itself

class CliCheck : public CliTest {
 protected:
  void SetUp() override {
    Ingest("u.akin", kUniversity);
    Get("build u.akin --measure simrank --quiet --fingerprints 10");
    for (const auto& [name, bytes] : ReadTree(At("u.akin"))) files_.push_back(name);
  }
  void ExpectFound(const std::string& file, const std::string& damage) const {
    SCOPED_TRACE(file + ' ' + damage);
    const auto outcome = Run("check u.akin");
    EXPECT_EQ(outcome.code, kError);
    EXPECT_THAT(outcome.err, HasSubstr(file));
    EXPECT_THAT(outcome.out, Not(HasSubstr("ok\tu.akin/" + file + '\t')));
  }
  Words files_;
};

TEST_F(CliCheck, WholeCorpusIsListedFileByFile) {
  const auto out = Get("check u.akin");
  for (const auto& cell : Column(out, 0)) EXPECT_EQ(cell, "ok");
  const auto listed = Column(out, 1);
  for (const auto& file : files_) {
    if (file.ends_with(".json")) continue;
    EXPECT_THAT(listed, testing::Contains("u.akin/" + file));
  }
}

TEST_F(CliCheck, WhatDoesNotBelongToACorpusIsNamed) {
  Write("u.akin/notes.txt", "x");
  std::filesystem::remove(At("u.akin/indexes/simrank/manifest.json"));
  const auto outcome = Run("check u.akin");
  EXPECT_EQ(outcome.code, kError);
  EXPECT_THAT(outcome.out, HasSubstr("FOREIGN\tu.akin/notes.txt\n"));
  EXPECT_THAT(outcome.out, HasSubstr("UNFINISHED\tu.akin/indexes/simrank\n"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("BAD")));
  EXPECT_THAT(outcome.err, HasSubstr("has no manifest.json"));
}

TEST_F(CliCheck, FlippedByteIsFoundInEveryKindOfFile) {
  EXPECT_THAT(files_, ElementsAre("corpus.json", "graph.akin", "indexes/simrank/manifest.json",
                                  "indexes/simrank/simrank-l10-s1-0000-0009.akin", "keys.akin"));
  for (const auto& file : files_) {
    const std::string bytes = ReadBytes(At("u.akin/" + file));
    for (const size_t place : {size_t{0}, bytes.size() / 3, bytes.size() / 2, bytes.size() - 2}) {
      std::string damaged = bytes;
      damaged[place] = static_cast<char>(damaged[place] ^ 0x20);
      Write("u.akin/" + file, damaged);
      ExpectFound(file, "flipped at " + std::to_string(place));
    }
    Write("u.akin/" + file, bytes);
  }
  EXPECT_EQ(Run("check u.akin").code, kFound);
}

TEST_F(CliCheck, CutAndMissingFilesAreFound) {
  for (const auto& file : files_) {
    const std::string bytes = ReadBytes(At("u.akin/" + file));
    Write("u.akin/" + file, bytes.substr(0, bytes.size() / 2));
    ExpectFound(file, "cut");
    fs::remove(At("u.akin/" + file));
    // An index without its manifest is not damaged but unfinished.
    if (!file.ends_with("manifest.json")) ExpectFound(file, "missing");
    Write("u.akin/" + file, bytes);
  }
}

class CliProgram : public CliTest {
 protected:
  void SetUp() override { Ingest("u.akin", kUniversity); }
};

TEST_F(CliProgram, WhatIsNoCorpusIsRefusedByEveryVerb) {
  fs::create_directory(At("folder"));
  for (const std::string verb : {"check ", "info ", "export ", "build "}) {
    ExpectRefused(verb + "nowhere", {"nowhere: no such corpus", "akin ingest"});
    ExpectRefused(verb + "folder", {"folder: not an akin corpus"});
  }
  ExpectRefused("related nowhere a --no-index", {"nowhere: no such corpus"});
  ExpectRefused("sim nowhere a b --no-index", {"nowhere: no such corpus"});
}

TEST_F(CliProgram, InfoTellsTheGraphAndTheIndexes) {
  Get("build u.akin --quiet --measure psimrank --decay 0.8 --length 7 "
      "--fingerprints 20 --seed 3");
  const auto out = Get("info u.akin");
  EXPECT_THAT(Lines(out), IsSupersetOf({"vertices\t5", "arcs\t6", "without in-links\t0",
                                        "without out-links\t0", "titles\tno"}));
  EXPECT_THAT(out, HasSubstr("\npsimrank\tpsimrank\t0.800000\t7\t20\t3\t"));
  EXPECT_THAT(out, EndsWith("\tcomplete\tfingerprints\n"));
}

TEST_F(CliProgram, InfoAsJsonAndTable) {
  Get("build u.akin --measure simrank --quiet --fingerprints 20");
  const auto json = ParseJsonLines(Get("info u.akin --json"));
  EXPECT_EQ(json.front(), nlohmann::json::parse(R"({"fact": "vertices", "value": 5})"));
  EXPECT_EQ(json.back().at("index"), "simrank");
  EXPECT_EQ(json.back().at("fingerprints"), 20);
  EXPECT_THAT(Get("info u.akin --table"), HasSubstr("vertices   "));
}

TEST_F(CliProgram, ExportArcsAndNamesInEveryForm) {
  Ingest("x.akin", "2\t10\n1\t2\n10\t1\n1\t10\n");
  EXPECT_EQ(Get("export x.akin"), "1\t2\n1\t10\n2\t10\n10\t1\n");
  EXPECT_EQ(Column(Get("export x.akin --names"), 1), (Words{"1", "2", "10"}));
  EXPECT_THAT(Get("export x.akin --table"), StartsWith("from  to\n"));
  const auto arcs = ParseJsonLines(Get("export x.akin --json"));
  ASSERT_THAT(arcs, SizeIs(4));
  EXPECT_EQ(arcs[1], nlohmann::json::parse(R"({"from": "1", "to": "10"})"));
  EXPECT_EQ(ParseJsonLines(Get("export x.akin --names --json"))[2].at("key"), "10");
}

TEST_F(CliProgram, Version) {
  EXPECT_THAT(Get("--version"), MatchesRegex("akin [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST_F(CliProgram, HelpOfTheProgramAndOfEveryVerb) {
  const Words verbs = {"ingest", "generate", "build", "recipe", "bags",   "bag",        "related",
                       "sim",    "explain",  "join",  "serve",  "split",  "match",      "eval",
                       "sample", "plot",     "info",  "check",  "export", "completion", "help"};
  const auto overview = Get("--help");
  for (const auto& verb : verbs) {
    EXPECT_THAT(overview, HasSubstr("\n  " + verb + ' '));
    const auto outcome = Run(verb + " --help");
    EXPECT_EQ(outcome.code, kFound) << verb;
    EXPECT_THAT(outcome.out, HasSubstr("Usage: akin " + verb));
    EXPECT_THAT(outcome.out, HasSubstr("Example"));
    EXPECT_EQ(outcome.err, "") << verb;
    EXPECT_EQ(Run(verb + " -h").out, outcome.out);
    EXPECT_EQ(Get("help " + verb), outcome.out);
    for (const auto& line : Lines(outcome.out)) {
      EXPECT_LE(line.size(), 80U) << verb << ": " << line;
    }
  }
}

TEST_F(CliProgram, HelpIsAVerbToo) {
  EXPECT_EQ(Get("help"), Get("--help"));
  ExpectRefused("help relatd", {"no verb 'relatd'", "did you mean related"});
}

TEST_F(CliProgram, HelpRecommendsBeforeItLists) {
  for (const std::string verb : {"build", "related", "explain", "eval"}) {
    const auto help = Get(verb + " --help");
    EXPECT_LT(help.find("What to type:\n  akin " + verb), help.find("Usage:")) << verb;
    for (const auto& line : Lines(help.substr(0, help.find("Usage:")))) {
      EXPECT_LE(line.size(), 80U) << verb << ": " << line;
    }
  }
  EXPECT_THAT(Get("--help"), Not(HasSubstr("What to type")));
}

TEST_F(CliProgram, WithoutAVerbItShowsTheWay) {
  const auto outcome = Run(Words{});
  EXPECT_EQ(outcome.code, kError);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("akin ingest"));
}

TEST_F(CliProgram, MisspeltVerbSuggests) {
  ExpectRefused("relatd u.akin Univ", {"no verb 'relatd'", "did you mean related", "--help"});
  ExpectRefused("biuld u.akin", {"did you mean build"});
  ExpectRefused("xyzzyxyzzy", {"no verb 'xyzzyxyzzy'", "--help"});
}

TEST_F(CliProgram, MisspeltFlagSuggests) {
  ExpectRefused("related u.akin Univ --no-index --jsn", {"--jsn", "--json"});
  ExpectRefused("related u.akin Univ --no-indx", {"--no-indx", "--no-index"});
  ExpectRefused("build u.akin --fingerprnts 3", {"--fingerprnts", "--fingerprints"});
  ExpectRefused("ingest u.akin -o x.akin --undirectd", {"--undirectd", "--undirected"});
}

TEST_F(CliProgram, MissingOrSuperfluousArgumentsAreNamed) {
  Write("links", "a\tb\n");
  ExpectRefused("related", {"CORPUS", "required"});
  ExpectRefused("ingest links", {"--output", "required"});
  ExpectRefused("ingest -o x.akin", {"SOURCE", "required"});
  ExpectRefused("related u.akin Univ ProfA --no-index", {"ProfA"});
  ExpectRefused("related u.akin Univ --no-index --count", {"--count"});
}

}  // namespace
}  // namespace akin
