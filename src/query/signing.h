// Text queries without an index: signatures are computed from the bags when asked
// (sketch/weighted_minhash.h). They are bit for bit those of an index.
//
// Time: one query reads all bags once for every ten samples, as a build does, on all granted
// threads. Many queries share that, if the classes of equal samples can be kept: 9 bytes per vertex
// and sample, and 40 per vertex and 8 per vertex and thread to make them. SignPair reads two bags.
#ifndef AKIN_SRC_QUERY_SIGNING_H_
#define AKIN_SRC_QUERY_SIGNING_H_

#include <cstdint>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "query/candidates.h"
#include "query/kept_forest.h"
#include "query/meeting_source.h"
#include "query/scoring.h"
#include "sketch/weighted_minhash.h"
#include "text/bags_file.h"

namespace akin {

class SignMeetings : public MeetingSource {
 public:
  // Classes are either kept for all of the range that is prepared, which begins with a block of
  // samples, or made for every query. What is passed by reference must outlive this object.
  SignMeetings(const BagsFile& bags, uint64_t seed, const Scoring& scoring, bool keeps,
               const Control& control)
      : bags_(bags), seed_(seed), scoring_(scoring), keeps_(keeps), control_(control) {}
  static uint64_t MemoryFor(VertexId vertices, unsigned threads) {
    return (sizeof(SampleBlock) + sizeof(uint64_t) * threads) * uint64_t{vertices};
  }

  Status Prepare(const FingerprintRange& range, ThreadPool& pool, QueryWork& work) override;
  Status Add(VertexId vertex, unsigned worker, Candidates& candidates, QueryWork& work) override;

 private:
  Status SampleAll(unsigned block, ThreadPool& pool, std::vector<SampleBlock>& samples) const;
  Status AddOne(VertexId vertex, Candidates& candidates) const;

  const BagsFile& bags_;
  const uint64_t seed_;
  const Scoring& scoring_;
  const bool keeps_;
  const Control control_;
  FingerprintRange range_;
  std::vector<KeptForest> classes_;  // of the range
};

// The bags of two vertices, and in which samples they agree.
struct SignedPair {
  std::vector<BagTerm> bag_a;
  std::vector<BagTerm> bag_b;
  std::vector<TermId> equal;  // the term of each sample in which they agree, in no order
};
Result<SignedPair> SignBoth(const BagsFile& bags, uint64_t seed, unsigned samples, VertexId a,
                            VertexId b);

Result<ScoreSum> SignPair(const BagsFile& bags, uint64_t seed, const Scoring& scoring, VertexId a,
                          VertexId b);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SIGNING_H_
