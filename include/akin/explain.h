// Why two vertices are similar: a score as a sum of reasons.
//
//   auto asker = akin::Asker::Create(corpus, {.index = "psimrank=0.6,text=0.4"});
//   auto why = asker->Explain(a, b);
//   for (const akin::ExplainedPart& part : why->parts) {
//     for (const akin::Reason& reason : part.reasons.listed) ...
//   }
//
// Within a part the contributions of all reasons sum to its score; weight times score of the parts
// sum to the score, which is that of Asker::Sim. What a reason is depends on what the part computes
// (Reading), and contributions of different readings cannot be compared.
#ifndef AKIN_EXPLAIN_H_
#define AKIN_EXPLAIN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "akin/corpus.h"
#include "akin/measures.h"
#include "akin/types.h"

namespace akin {

// By what a score is split up.
enum class Reading {
  kFirstMeetings,  // the vertex where the walks of a fingerprint first met
  kLastMeetings,   // the vertex where two walks met and never met again afterwards
  kCommonMembers,  // the vertex, in the neighbourhoods of both, that was their least hash
  kCommonSources,  // the vertex from which walks of the same length lead to both
  kSharedTerms,    // the term that was the least hash of both bags
  kMeetings,       // every vertex where two walks are at the same time, however often they met
};
std::string_view ReadingName(Reading reading);     // "first meetings"
std::string_view ReadingMeaning(Reading reading);  // one sentence, such as the comment above

struct Reason {
  VertexId vertex = kNoVertex;  // kNoVertex: the reason is a word
  std::string term;  // of a bag: a word, or the name of the page `vertex`; otherwise empty
  double contribution = 0;
  // Of the contribution, as Score::error for an estimate, and 0 if it is exact. Nothing if only the
  // error of the whole score has a bound.
  std::optional<double> error;
  unsigned count = 0;  // fingerprints in which it is the reason; 0 if there are none
  // For a vertex: one path from each of the two, against the links, to the vertex. Of walks, those
  // of the fingerprint in which they met soonest. Otherwise: shortest paths for common members; for
  // other readings, of the length that contributes most, each step back being the one that
  // most walks take.
  unsigned steps = 0;  // of the longer path
  std::optional<unsigned> fingerprint;
  std::vector<VertexId> path_a;  // a, ..., vertex
  std::vector<VertexId> path_b;
  // For a term: its weight in both bags, which sum to 1 in each.
  double weight_a = 0;
  double weight_b = 0;
};

struct Reasons {
  std::vector<Reason> listed;  // largest contribution first
  size_t rest = 0;             // how many others there are
  double rest_contribution = 0;
};

// A second look where few fingerprints say anything, or where the exact answer is cheap. It never
// changes the score that is explained, and is no part of its sum.
struct SecondLook {
  unsigned fingerprints = 0;  // walked on the spot, after those of the index; 0: exact
  unsigned met = 0;
  Score score;  // of this look alone
  Reasons reasons;
};

struct ExplainedPart {
  std::string index;
  Measure measure = Measure::kSimRank;
  Method method = Method::kWalks;
  double weight = 1;
  Score score;
  Reading reading = Reading::kFirstMeetings;
  unsigned fingerprints = 0;  // 0: it has none
  unsigned met = 0;           // fingerprints that contribute
  Reasons reasons;
  std::optional<SecondLook> second_look;
};

struct Explanation {
  VertexId a = kNoVertex;
  VertexId b = kNoVertex;
  Score score;
  std::vector<ExplainedPart> parts;  // one, or those of the mixture
};

struct ExplainOptions {
  unsigned k = 10;                            // list at most this many reasons in each part; 0: all
  std::optional<unsigned> fingerprints = {};  // these four as in RelatedOptions
  std::optional<unsigned> length = {};
  std::optional<double> decay = {};
  std::optional<MeetingFunction> function = {};
  // If fewer fingerprints than `few` contribute: walk this many more; 0: none. Min-hashes are
  // compared exactly then, and so are bags in any case.
  unsigned more = 1000;
  unsigned few = 5;
  // A reason is a vertex after a number of steps, not a vertex after any. For walks, series and
  // exact measures; min-hashes and terms have no steps to tell apart.
  bool by_step = false;
};
inline constexpr unsigned kMostMoreFingerprints = 1U << 16;

// Why two vertices are similar by an exact measure: the paths that it counts (Yu et al., theorems 8
// and 9). For simrank, pairs of walks by where they first meet; for simrank-li, by every vertex
// where they are at the same time; for simrank-varied-d, by where they last meet; for
// cosine-simrank, by common sources. kInvalidArgument for other measures, and for a radius,
// popularity, priors and krylov. kOutOfBudget: too many pairs of vertices are reached.
struct ExactOptions;  // akin/exact.h
Result<ExplainedPart> ExactExplain(const Corpus& corpus, VertexId a, VertexId b,
                                   const ExactOptions& exact, const ExplainOptions& options,
                                   const Control& control = {});

// One fingerprint around a vertex: the walk of the vertex, and the tree of walks that it is part
// of.
struct WalkTree {
  struct Member {
    VertexId vertex = kNoVertex;
    std::optional<unsigned> met;  // the step in which it met the member before it; first: nothing
  };
  std::vector<VertexId> path;   // the vertex, then one vertex per step until the walk ends
  std::vector<Member> members;  // those nearest to the vertex, in the order of the tree
  uint64_t members_of_tree = 0;
};

}  // namespace akin

#endif  // AKIN_EXPLAIN_H_
