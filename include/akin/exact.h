// Exact scores, by iterating the definition: for small graphs, and to check estimates.
//
//   akin::ExactOptions exact{.measure = akin::Measure::kSimRankBipartite, .epsilon = 1e-4};
//   auto score = akin::ExactSim(corpus, a, b, exact);
//
// akin/measures.h says what each measure means and costs, and which of these options it takes.
#ifndef AKIN_EXACT_H_
#define AKIN_EXACT_H_

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/measures.h"
#include "akin/meeting_function.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// Which links make two vertices similar, for measures with two sides (Jeh and Widom, section 4.3).
enum class ExactSide {
  kAuto,       // kPointsTo for a vertex that has out-links only, else kPointedTo
  kPointedTo,  // items: by those that link to them
  kPointsTo,   // people: by what they link to
  kBoth,       // the mean of both, with the weights lambda (pointed-to) and 1 - lambda
};
Result<ExactSide> ExactSideNamed(std::string_view name);

// Which pairs are kept; the others score 0 (section 6.1).
enum class ExactPrune {
  kNone,    // all
  kCommon,  // those with a common in-neighbour (points-to: out-neighbour)
};
Result<ExactPrune> ExactPruneNamed(std::string_view name);

// How cosine-simrank compares the walks of k links that lead to two vertices (Yu et al., equation
// 31). x and y count them, by where they begin.
enum class WalkKernel {
  kCosine,         // <x, y> / (|x| |y|)
  kSets,           // the same of where x and y are not 0, however many walks begin there
  kBhattacharyya,  // the sum of sqrt(x_w y_w), with x and y scaled to sum 1
  kIntersection,   // the sum of min(x_w, y_w), scaled likewise
};
// cosine, sets, bhattacharyya or intersection.
Result<WalkKernel> WalkKernelNamed(std::string_view name);

// A similarity known in advance. It stays fixed during the iteration (Jeh and Widom, section 4.1),
// on both sides if there are two.
struct PriorScore {
  VertexId a = kNoVertex;
  VertexId b = kNoVertex;
  double score = 0;  // 0 to 1
};

// A line per pair: two names and a score, separated by tabs. kBadInput and kUnknownKey begin with
// file:line.
Result<std::vector<PriorScore>> ReadPriors(const Corpus& corpus, const std::string& path,
                                           const Control& control = {});

// Options that are not given have the default of the measure. It is an error to give an option that
// the measure does not take.
struct ExactOptions {
  Measure measure = Measure::kSimRank;
  std::optional<double> decay;      // C; with two sides C2, that of pointed-to
  std::optional<double> decay_out;  // C1, that of points-to; default: the same
  std::optional<unsigned> iterations;
  std::optional<double> epsilon;  // instead: the fewest iterations that leave out at most this
  ExactSide side = ExactSide::kAuto;
  // The share of in-links, 0 to 1, if both kinds count: for prank, and for kBoth. Default 0.5.
  std::optional<double> lambda;
  // Keeps only pairs that are at most this many arcs apart, in any direction; the others score 0
  // (Jeh and Widom, section 4.4.2). Needs memory only for these pairs.
  std::optional<unsigned> radius;
  ExactPrune prune = ExactPrune::kNone;     // or instead of the radius
  std::optional<MeetingFunction> function;  // for simrank-f; default kExponential
  // Scores s(a, b) become s(a, b) |I(b)|^p, p in (0, 1) (Jeh and Widom, equation 6); on the
  // points-to side, |O(b)|^p.
  std::optional<double> popularity;
  std::vector<PriorScore> priors;
  // m: takes powers of the graph from a Krylov space of m steps from each pair (Yu et al., section
  // 4), for pairs and joins. Exact if there are at most m iterations; otherwise scores may be off
  // by another decay^m - decay^iterations, in either direction.
  std::optional<unsigned> krylov;
  bool krylov_auto = false;          // instead: as many steps as iterations
  std::optional<WalkKernel> kernel;  // for cosine-simrank; default kCosine. Others take no krylov
  std::string bags;  // for text: the name of the bags to compare; default: as for OpenBags
  // For links: whether to leave out arcs that were recognised as boilerplate.
  Boilerplate boilerplate = Boilerplate::kSite;
  // Called with one line that says which algorithm a join chose, if it had a choice.
  std::function<void(std::string_view)> note;
};

// A measure and its options in one word: simrank, simrank:iterations=5:decay=0.8,
// text:bags=anchors. Options that are numbers or words can be given.
Result<ExactOptions> ParseExactSpec(std::string_view text);
// The same for a corpus, and with priors: prior=FILE, whose errors are those of ReadPriors. There
// is no colon in the name of the file, and it is not standard input, which can be read only once.
Result<ExactOptions> ParseExactSpec(std::string_view text, const Corpus& corpus,
                                    const Control& control = {});
// The FILE of prior=FILE in such a text; empty if there is none.
std::string PriorFileOf(std::string_view text);

// The given value, or the default of the measure; 0 for a closed form, which has none.
double DecayOf(const ExactOptions& exact);
unsigned IterationsOf(const ExactOptions& exact);  // ignoring epsilon

// What tables say of them. No iterations if an epsilon decides how many there are, no decay if the
// function of meetings has none, and neither if the measure has none.
std::optional<unsigned> ShownIterations(const ExactOptions& exact);
std::optional<double> ShownDecay(const ExactOptions& exact);

// kInvalidArgument for options that the measure does not take, or that are out of range.
Status CheckExactOptions(const ExactOptions& exact);

// The error of each score bounds what further iterations, and the pairs beyond the radius, could
// add: a score is never too high, unless krylov is given. The exception is RoleSim, whose scores
// fall from 1 and are never too low.
Result<Answer> ExactRelated(const Corpus& corpus, VertexId vertex, const ExactOptions& exact,
                            const RelatedOptions& options = {}, const Control& control = {});
Result<Score> ExactSim(const Corpus& corpus, VertexId a, VertexId b, const ExactOptions& exact,
                       const Control& control = {});

// Receives the hits of one vertex, best first. Called from one thread at a time, in order.
using JoinSink = std::function<Status(VertexId left, const std::vector<Hit>& hits)>;

// For every vertex of `left` its best among `right`, at most options.k of them (0: all that score
// above 0), never itself. No vertex may occur twice in either. With all vertices in both: all
// pairs.
Status ExactJoin(const Corpus& corpus, std::span<const VertexId> left,
                 std::span<const VertexId> right, const ExactOptions& exact,
                 const RelatedOptions& options, const JoinSink& sink, const Control& control = {});

// The scores of all pairs, including those of vertices with themselves: row u of a matrix of V rows
// and columns begins at scores[u V]. Returns the bound on the error of a score. The matrix does not
// count as memory of the call.
Result<double> ExactAllPairs(const Corpus& corpus, const ExactOptions& exact,
                             std::span<double> scores, const Control& control = {});

// How scores settle, round by round (Jeh and Widom, section 6.1).
struct RoundChange {
  unsigned round = 0;
  double score = 0;    // of the pair asked for
  double largest = 0;  // change of any score since the round before, in absolute value; in the
                       // first line 0
  double mean = 0;     // the mean change of all pairs of different vertices
};
// From the fewest rounds that the measure can have up to those of the options, which must not have
// an epsilon. kInvalidArgument for a measure without rounds. Each round is solved from the start,
// so k rounds cost k (k + 1) / 2; memory for two matrices of all pairs, in addition to the
// solver's.
Result<std::vector<RoundChange>> ExactRounds(const Corpus& corpus, VertexId a, VertexId b,
                                             const ExactOptions& exact,
                                             const Control& control = {});

// SimRank of a graph in memory, given by its in-links, for callers without a corpus. Iterates until
// no score changes by more than absolute + relative times the score, or `most` times. Memory for
// all pairs as above.
struct SettleOptions {
  double decay = 0.6;
  double absolute = 1e-4;
  double relative = 1e-5;
  unsigned most = 1000;
};
struct SettleReport {
  unsigned iterations = 0;  // number done
  bool settled = false;     // whether they were enough
};
Result<SettleReport> SimRankUntilSettled(const Adjacency& in, const SettleOptions& options,
                                         std::span<double> scores, const Control& control = {});

}  // namespace akin

#endif  // AKIN_EXACT_H_
