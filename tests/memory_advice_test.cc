// What is advised if the memory is too short for an exact measure: only what there is for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "index_fixture.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

using testing::HasSubstr;
using testing::Not;

class MemoryAdviceTest : public IndexTest {
 protected:
  void ExpectSound(const MeasureFacts& facts, const Status& status, bool of_pair) {
    if (status.code() != Code::kOutOfBudget) return;
    ++refused_;
    SCOPED_TRACE(status.message());
    const std::string& message = status.message();
    EXPECT_THAT(message, HasSubstr("raise the limit"));
    EXPECT_THAT(message, Not(HasSubstr("simrank++,")));
    if (facts.index() == nullptr) {
      EXPECT_THAT(message, Not(HasSubstr("fingerprint index")));
    }
    if (!facts.exact().Takes(Parameter::kRadius)) {
      EXPECT_THAT(message, Not(HasSubstr("radius")));
    }
    if (!facts.exact().Takes(Parameter::kIterations)) {
      EXPECT_THAT(message, Not(HasSubstr("iterate")));
    }
    if (of_pair) {
      EXPECT_THAT(message, Not(HasSubstr("one pair")));
      EXPECT_THAT(message, Not(HasSubstr("one source")));
    }
  }

  int refused_ = 0;
};

TEST_F(MemoryAdviceTest, OnlyWhatThereIsIsAdvised) {
  MakeCorpus(TestGraph::Random(300, 1500, 5), corpus_);
  const auto corpus = Corpus::Open(corpus_);
  const std::vector<VertexId> all = corpus->AllVertices();
  for (const MeasureFacts& facts : Measures()) {
    SCOPED_TRACE(facts.name);
    for (const bool near : {false, true}) {
      if (near && !facts.exact().Takes(Parameter::kRadius)) continue;
      ExactOptions exact{.measure = facts.measure};
      if (near) exact.radius = 2;
      for (const uint64_t memory : {1'000ULL, 30'000ULL, 100'000ULL}) {
        const Control control{.threads = 1, .memory = memory};
        ExpectSound(facts, ExactSim(*corpus, 1, 2, exact, control).status(), true);
        ExpectSound(facts, ExactRelated(*corpus, 1, exact, {}, control).status(), false);
        const auto ignore = [](VertexId, const std::vector<Hit>&) { return Status(); };
        ExpectSound(facts, ExactJoin(*corpus, all, all, exact, {}, ignore, control), false);
      }
    }
  }
  EXPECT_GT(refused_, 20);
}

}  // namespace
}  // namespace akin
