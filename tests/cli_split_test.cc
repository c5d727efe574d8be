// akin split, and what other verbs say about what it makes.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliSplit : public CliTest {
 protected:
  void SetUp() override {
    Ingest("s.akin", EdgeList(TestGraph::Random(50, 300, 4)));
    Get("build s.akin --measure simrank --fingerprints 25 --quiet");
    Get("build s.akin --method push --quiet");
  }
};

TEST_F(CliSplit, Transcript) {
  const auto outcome = Run("split s.akin --index simrank --parts 2 -o cluster");
  EXPECT_EQ(outcome.code, kFound) << outcome.err;
  EXPECT_EQ(Column(outcome.out, 0), (Words{"part-0", "part-1"}));
  EXPECT_EQ(Column(outcome.out, 1), (Words{"simrank", "simrank"}));
  EXPECT_EQ(Column(outcome.out, 2), (Words{"0-0", "1-2"}));
  EXPECT_THAT(outcome.err, HasSubstr("0 copied; its README says what to start where"));
  const std::string readme = ReadBytes(At("cluster/README"));
  EXPECT_THAT(readme, HasSubstr("akin backend part-1 --index simrank --port 7413"));
  EXPECT_THAT(readme, HasSubstr("akin serve front --backends backends"));
  EXPECT_THAT(ReadBytes(At("cluster/backends")), EndsWith("\nsimrank 0-0 127.0.0.1:7412\n"
                                                          "simrank 1-2 127.0.0.1:7413\n"));

  EXPECT_THAT(Get("info cluster/front"), HasSubstr("\tcomplete, shards elsewhere\t"));
  const auto check = Run("check cluster/front");
  EXPECT_EQ(check.code, kFound) << check.err;
  EXPECT_THAT(check.out,
              HasSubstr("ELSEWHERE\tcluster/front/indexes/simrank/simrank-l10-s1-0010-0019.akin"));
  EXPECT_THAT(check.out, HasSubstr("ok\tcluster/front/indexes/simrank-push/"));
  ExpectRefused("related cluster/front 3 --index simrank",
                {"3 of 3 shards are elsewhere", "back ends"});
  EXPECT_EQ(Get("related cluster/front 3 --index simrank-push"),
            Get("related s.akin 3 --index simrank-push"));
}

TEST_F(CliSplit, RowsOfJson) {
  const auto rows = ParseJsonLines(Get("split s.akin --parts 3 -o cluster --copy --json --quiet"));
  ASSERT_THAT(rows, SizeIs(3));
  EXPECT_EQ(rows[2].at("shards"), "2-2");
  EXPECT_GT(rows[2].at("bytes"), 0);
}

TEST_F(CliSplit, MistakesAreExplained) {
  ExpectRefused("split s.akin --parts 4 -o cluster", {"--parts", "which has 3 shards"});
  ExpectRefused("split s.akin --index nope --parts 2 -o cluster", {"no index 'nope'"});
  ExpectRefused("split s.akin -o cluster", {"--parts"});
  ExpectRefused("split s.akin --parts 2", {"--output"});
  ExpectRefused("split nothing.akin --parts 2 -o cluster", {"no such corpus"});
  ExpectRefused("split s.akin --parts 2 -o s.akin", {"s.akin: is there already"});
  Get("split s.akin --parts 2 -o cluster --quiet");
  ExpectRefused("split cluster/part-0 --parts 2 -o again", {"not an akin corpus"});
  ExpectRefused("split cluster/front --parts 2 -o again", {"shards are elsewhere"});
}

}  // namespace
}  // namespace akin
