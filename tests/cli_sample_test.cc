// akin sample.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliSample : public CliTest {
 protected:
  void SetUp() override { Ingest("s.akin", EdgeList(TestGraph::Random(200, 1000, 4))); }
};

TEST_F(CliSample, ImportanceIsAFileOfQueries) {
  const auto keys = Get("sample s.akin --by importance --count 30 --seed 3");
  EXPECT_EQ(Lines(keys).size(), 30U);
  EXPECT_EQ(Get("sample s.akin --by importance --count 30 --seed 3 --threads 1"), keys);
  Write("queries.txt", keys);
  const auto out = Get(
      "eval s.akin --truth exact:simrank --exact jaccard --queries queries.txt --metrics coverage "
      "--json");
  EXPECT_EQ(ParseJsonLines(out).at(0).at("queries"), 30);
}

TEST_F(CliSample, OverlapIsPairsOrTheirVertices) {
  const auto outcome = Run("sample s.akin --by overlap --count 25 --pairs");
  EXPECT_EQ(outcome.code, kFound) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("pairs with an overlap of 4 to 5: "));
  std::set<std::string> ends;
  for (size_t column : {0, 1}) {
    for (const auto& key : Column(outcome.out, column)) ends.insert(key);
  }
  EXPECT_EQ(Split(Lines(outcome.out).at(0), '\t').size(), 2U);
  const Words vertices = Lines(Get("sample s.akin --by overlap --count 25"));
  EXPECT_EQ(std::set<std::string>(vertices.begin(), vertices.end()), ends);
  EXPECT_EQ(vertices.size(), ends.size());
  EXPECT_THAT(Get("sample --help"), HasSubstr("print the pairs instead"));
}

TEST_F(CliSample, FarPairsAreGroupedByDepth) {
  const auto outcome = Run("sample s.akin --by overlap --pairs --far --min-depth 2 --json");
  EXPECT_EQ(outcome.code, kFound) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("pairs at depth 1: 0, 2: "));
  for (const auto& row : ParseJsonLines(outcome.out)) {
    EXPECT_GE(row.at("depth"), 2);
    EXPECT_LE(row.at("depth"), 5);
  }
  ExpectRefused("sample s.akin --by overlap --min-depth 4 --max-depth 3", {"--min-depth"});
  ExpectRefused("sample s.akin --by overlap --max-depth 9", {"--max-depth", "1 to 5"});
}

TEST_F(CliSample, FireMakesASmallCorpus) {
  const Words burnt = Lines(Get("sample s.akin --by fire --count 40"));
  const auto outcome = Run("sample s.akin --by fire --count 40 -o small.akin");
  EXPECT_EQ(outcome.code, kFound) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("small.akin: 40 vertices, "));
  const Words keys = Column(Get("export small.akin --names"), 1);
  EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()),
            std::set<std::string>(burnt.begin(), burnt.end()));
  // The arcs of the whole graph with both ends in the sample.
  const std::set<std::string> members(keys.begin(), keys.end());
  Words expected;
  for (const auto& arc : Lines(Get("export s.akin"))) {
    const Words ends = Split(arc, '\t');
    if (members.contains(ends[0]) && members.contains(ends[1])) expected.push_back(arc);
  }
  EXPECT_EQ(Lines(Get("export small.akin")), expected);
  EXPECT_EQ(Run("check small.akin").code, kFound);
  ExpectRefused("sample s.akin --by fire -o small.akin", {"small.akin"});
  EXPECT_EQ(Run("sample s.akin --by fire -o small.akin --force").code, kFound);
}

TEST_F(CliSample, MistakesAreExplained) {
  ExpectRefused("sample s.akin --by luck", {"--by luck: there are importance, overlap and fire"});
  ExpectRefused("sample s.akin --by fire --pairs", {"--pairs goes with --by overlap"});
  ExpectRefused("sample s.akin --by overlap --pairs -o x.akin", {"pairs make no corpus"});
  ExpectRefused("sample s.akin --by fire --count 0", {"a sample of nothing"});
  ExpectRefused("sample s.akin --by overlap --count 9 --candidates 5", {"9 pairs wanted"});
  ExpectRefused("sample nope.akin --by fire", {"nope.akin"});
  ExpectRefused("sample s.akin", {"--by"});
}

TEST_F(CliSample, NothingToDraw) {
  Ingest("path.akin", "a\tb\nb\tc\n");
  const auto outcome = Run("sample path.akin --by overlap");
  EXPECT_EQ(outcome.code, kNothing);
  EXPECT_THAT(outcome.err, HasSubstr("no two vertices have an in-neighbour in common"));
}

}  // namespace
}  // namespace akin
