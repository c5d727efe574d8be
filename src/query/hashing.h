// XJaccard queries without an index: the min-hashes of all vertices, or of the vertices around two,
// are computed when asked (sketch/minhash.h). They are bit for bit those of an index.
//
// Time: O(N l E) for one query, because it sweeps the graph l times for each fingerprint, with 8
// bytes per vertex besides the sums. Many queries share the sweeps, which are of up to 16
// fingerprints at once as those of a build, and the classes of equal values that are made of them,
// if these can be kept: 9 bytes per vertex, distance and fingerprint; to make and to read them, 8
// per vertex and fingerprint at once, and 29 per vertex and thread. HashPair takes the size of both
// neighbourhoods, times N.
#ifndef AKIN_SRC_QUERY_HASHING_H_
#define AKIN_SRC_QUERY_HASHING_H_

#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "query/candidates.h"
#include "query/kept_forest.h"
#include "query/meeting_source.h"
#include "query/scoring.h"
#include "sketch/forest.h"
#include "sketch/minhash_builder.h"

namespace akin {

class HashMeetings : public MeetingSource {
 public:
  // With so many threads; classes are either kept for all of the range that is prepared, or made
  // for every query. What is passed by reference must outlive this object.
  HashMeetings(const Adjacency& in, const WalkParameters& parameters, const Scoring& scoring,
               unsigned threads, unsigned width, bool keeps, const Control& control)
      : in_(in),
        parameters_(parameters),
        scoring_(scoring),
        width_(width),
        keeps_(keeps),
        control_(control),
        scratch_(threads) {}
  static uint64_t MemoryPerThread(VertexId vertices) { return uint64_t{29} * vertices; }
  static uint64_t MemoryToSweep(VertexId vertices, unsigned width) {
    return 2 * sizeof(uint32_t) * width * uint64_t{vertices};
  }
  // How many fingerprints are swept at once in so much memory: 16, 4 or 1.
  static unsigned WidthWithin(VertexId vertices, uint64_t memory);

  Status Prepare(const FingerprintRange& range, ThreadPool& pool, QueryWork& work) override;
  Status Add(VertexId vertex, unsigned worker, Candidates& candidates, QueryWork& work) override;

 private:
  struct Scratch {  // of a thread
    std::vector<uint64_t> contributions;
    std::vector<VertexId> touched;
  };

  // Of as many fingerprints as there is room for, from the first on.
  Status MakeClasses(unsigned first, std::span<KeptForest> classes, ThreadPool& pool,
                     std::span<ClassForest> builders) const;
  void AddKept(VertexId vertex, Scratch& scratch, Candidates& candidates) const;
  Status AddOne(VertexId vertex, Candidates& candidates) const;

  const Adjacency in_;
  const WalkParameters parameters_;
  const Scoring& scoring_;
  const unsigned width_;
  const bool keeps_;
  const Control control_;
  FingerprintRange range_;
  std::vector<KeptForest> classes_;  // of the range, by fingerprint and distance
  std::vector<Scratch> scratch_;
};

ScoreSum HashPair(const Adjacency& in, const WalkParameters& parameters, const Scoring& scoring,
                  VertexId a, VertexId b);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_HASHING_H_
