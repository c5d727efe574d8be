// Walks, by the vertex where they first met.
//
// Definition: with N fingerprints, vertex w contributes the sum of f(t) / N over those in which the
// two walks first meet at w, at time t; f(t) is c^t unless the question has another function. Each
// fingerprint has one first meeting at most, so the contributions sum to the score.
//
// Error of a contribution: that of a score with these meetings alone (query/interval.h).
//
// If few fingerprints meet, more are walked: those that the index would have next if it were
// larger. They are a separate, independent estimate.
//
// Cost: two walks per fingerprint.
#ifndef AKIN_SRC_QUERY_EXPLAIN_WALKS_H_
#define AKIN_SRC_QUERY_EXPLAIN_WALKS_H_

#include <stop_token>

#include "akin/adjacency.h"
#include "akin/explain.h"
#include "akin/status.h"
#include "query/scoring.h"
#include "sketch/forest.h"

namespace akin {

struct WalksToExplain {
  const Adjacency& in;
  const WalkParameters& walk;
  Weighting weighting;
  unsigned of_index = 0;  // fingerprints that the index has, used or not
};

// Fills in score, met, reasons and the second look. kCancelled on a stop.
Status ExplainWalks(const WalksToExplain& walks, const Scoring& scoring, VertexId a, VertexId b,
                    const ExplainOptions& options, const std::stop_token& stop,
                    ExplainedPart& part);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_EXPLAIN_WALKS_H_
