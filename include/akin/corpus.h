// Queries on a corpus: what is related to this, and how similar are these two?
//
//   auto corpus = akin::Corpus::Open("web.akin");
//   auto index = corpus->OpenIndex("simrank");
//   auto key = corpus->Find("std::vector");
//   auto answer = index->Related(*key, {.k = 10});
//
// Objects are cheap to copy, immutable, and safe to use from any thread.
#ifndef AKIN_CORPUS_H_
#define AKIN_CORPUS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/adjacency.h"
#include "akin/bags.h"
#include "akin/boilerplate.h"
#include "akin/build.h"
#include "akin/control.h"
#include "akin/meeting_function.h"
#include "akin/statistics.h"
#include "akin/status.h"
#include "akin/types.h"
#include "akin/vertex_set.h"

namespace akin {

class AttributesFile;
class Corpus;
class Graph;
class Keys;
class IndexParts;  // akin/parts.h
class PairRefiner;
class RemoteQuery;          // akin/parts.h
struct DiagonalCorrection;  // akin/diagonal.h
struct ExplainOptions;      // akin/explain.h
struct ExplainedPart;
struct WalkTree;

// A score with its uncertainty.
//
// Of a Monte Carlo estimate: the true score lies between `low` and `high` with a probability of
// 95%, also where only few fingerprints contribute. `error` is the longer of the two distances to
// them, divided by 1.96; with many fingerprints it is the standard error.
//
// Of any other method: `error` is a bound on what it left out, and `low` and `high` are the value
// minus and plus that bound, within the range of the measure.
//
// The error is 0 only if the value is exact, such as that of a vertex with itself, and for a fusion
// of ranks, which has none.
struct Score {
  double value = 0;
  double error = 0;
  double low = 0;
  double high = 0;
};

struct Hit {
  VertexId vertex = kNoVertex;
  Score score;
};

// Whether a score cannot be told from 0, and so a hit not from chance: few fingerprints met.
inline bool IsUnsure(const Score& score) { return score.value < 2 * score.error; }

// The effort of RelatedOptions::refine if the user has not chosen one.
inline constexpr double kUsualRefine = 1;

struct RelatedOptions {
  unsigned k = 10;           // at most this many hits; 0: all
  double min_score = 0;      // no hits below this score, up to rounding (less than 1e-12)
  uint64_t min_inlinks = 0;  // only vertices with at least this many in-links
  std::optional<unsigned> fingerprints = {};  // use only this many, from the first on
  double share = 1;                           // below 1: only this share of the shards; see below
  std::optional<unsigned> length = {};        // use only this many steps of walks
  std::optional<double> decay = {};           // another one than that of the index
  // For walks: what a meeting counts, if not decay to the power of its step; see below.
  std::optional<MeetingFunction> function = {};
  bool stop_early = true;  // false: read all trees to the end, for comparison; same answer
  // Above 0: candidates from fingerprints are ranked by a closer look, which reads about 500,000
  // entries of neighbour lists and bags times this. Scores are then exact for text and XJaccard,
  // from a push for SimRank if the corpus has an index for that, and from more fingerprints for
  // other walks. Hits that cannot be told from chance (IsUnsure) are left out if there are others.
  // No effect on all hits (k = 0), on ranks that are fused, and on methods with bounds.
  double refine = 0;
  // A share of the shards is at least one shard, and which ones depends on the vertex of the query
  // (of two, the first), so that many queries spare all shards alike. Scores stay unbiased and
  // errors grow. No effect on indexes without fingerprints; not with `fingerprints` or `refine`.

  // An index of walks knows when walks met, so it answers for any function: with kLinear and
  // kWithin up to `length` steps, or those of the index. What is estimated leaves out meetings
  // after the last step, which matters for kInverse: 1 / (length + 2) at most. Other indexes refuse
  // a function, except for kExponential where that is what they sum.

  // Only vertices of the first set, and none of the second, are hits; null: no such limit. The
  // answer is exactly that without a limit, with other vertices left out, and then cut to k.
  std::shared_ptr<const VertexSet> filter = nullptr;
  std::shared_ptr<const VertexSet> exclude = nullptr;

  // For an index with parts elsewhere (Corpus::OpenParted): how long to wait for them, and
  // afterwards which of them answered; null: ten seconds, and all or nothing.
  std::shared_ptr<RemoteQuery> remote = nullptr;
};

// Whether a meeting counts as in SimRank: decay to the power of its step.
inline bool CountsExponentially(const RelatedOptions& options) {
  return options.function.value_or(MeetingFunction::kExponential) == MeetingFunction::kExponential;
}

// Whether the two sets let a vertex be a hit.
inline bool Passes(const RelatedOptions& options, VertexId vertex) {
  return (options.filter == nullptr || options.filter->Contains(vertex)) &&
         (options.exclude == nullptr || !options.exclude->Contains(vertex));
}

// The work of a query.
struct QueryWork {
  uint64_t members = 0;     // members of trees that were read
  uint64_t blocks = 0;      // blocks that were decoded
  uint64_t candidates = 0;  // vertices met
  uint64_t resolved = 0;  // candidates whose scores were completed separately, after an early stop
  uint64_t forests = 0;   // made for it, without an index
};

struct Answer {
  std::vector<Hit> hits;  // best first; equal scores in the order of their names
  QueryWork work;
};

// A vertex that another vertex met in a fingerprint.
struct Meeting {
  VertexId vertex = kNoVertex;
  uint8_t step = 0;  // of the walks; for min-hashes, the distance at which they were equal
};

// How the meetings in a fingerprint add up to a score.
struct Weighting {
  Method method = Method::kWalks;
  double decay = 0;     // 0: the measure has none
  unsigned length = 0;  // steps of walks, or distances, that count
  MeetingFunction function = MeetingFunction::kExponential;  // of walks
};
// What a meeting at this step, at most the length, adds to the sum of a score: f(step) for walks,
// which is c^step unless there is another function; c^step (1 - c) for min-hashes; 1 for a measure
// without decay.
double MeetingWeight(const Weighting& weighting, unsigned step);

struct IndexInfo {
  std::string name;
  Measure measure = Measure::kSimRank;
  Method method = Method::kWalks;
  Boilerplate boilerplate = Boilerplate::kKeep;  // kDrop: it leaves out recognised boilerplate
  double decay = 0;                              // 0: the measure has none
  double epsilon = 0;         // bound on the error of a score; 0 for fingerprints
  double diagonal_error = 0;  // kPush, once open: how much the diagonal can add to an error
  uint64_t sampled = 0;       // kPush, likewise: vertices whose diagonal was estimated from walks
  unsigned iterations = 0;    // kSeries, kNorms
  unsigned length = 0;        // for fingerprints, as the next two
  unsigned fingerprints = 0;
  uint64_t seed = 0;
  uint64_t bytes = 0;
  size_t shards = 0;
  size_t elsewhere = 0;  // how many of them are on other machines on purpose (akin/split.h)
  VertexId only = 0;     // number of vertices that it covers, if not all
  std::string bags;      // for text: the name of the bags that it was made from
  bool complete = true;  // false: a build was interrupted; the same build command continues it
};

// Answers are Monte Carlo estimates from fingerprints, or have bounds if by pushing or from norms.
class Index {
 public:
  const IndexInfo& info() const;
  const Corpus& corpus() const;
  // Hits do not include the vertex itself. Scores are exactly those of the fingerprints. An index
  // of another method rejects options about fingerprints. A stop ends the query with kCancelled;
  // the rest of `control` has no effect here.
  Result<Answer> Related(VertexId vertex, const RelatedOptions& options = {},
                         const Control& control = {}) const;
  // The pages most similar to a text, which is given as words (WordsOf in akin/ingest.h). The
  // scores are those of Corpus::RelatedToWords, from the bags that the index was made from.
  // kInvalidArgument if it is not an index of text, or if the bags were replaced.
  Result<Answer> RelatedToWords(const TextWords& words, const RelatedOptions& options = {},
                                const Control& control = {}) const;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options = {}) const;
  // The vertices that the vertex met in one of the fingerprints, without itself; for min-hashes
  // once per distance. A score is the mean over fingerprints of the MeetingWeight of its meetings.
  // Overwrites `met`. kInvalidArgument if the index has no fingerprints.
  Status Meetings(VertexId vertex, unsigned fingerprint, std::vector<Meeting>& met) const;
  // The walk of the vertex in one of the fingerprints: the vertex itself, then one vertex per step
  // until it ends. kInvalidArgument if the index has no walks.
  Result<std::vector<VertexId>> Walk(VertexId vertex, unsigned fingerprint) const;
  // The same with at most k members of its tree, those that it met soonest; 0: all.
  Result<WalkTree> Tree(VertexId vertex, unsigned fingerprint, unsigned k) const;
  // Why two vertices are similar (akin/explain.h). The score is that of Sim.
  Result<ExplainedPart> Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                const Control& control = {}) const;
  // The scores of one vertex with many; cheaper than as many calls of Sim.
  Result<std::vector<Score>> Sims(VertexId a, std::span<const VertexId> others,
                                  const RelatedOptions& options = {}) const;
  // How many fingerprints a query about the vertex uses; 0 if the index has none.
  Result<unsigned> FingerprintsUsed(VertexId vertex, const RelatedOptions& options = {}) const;
  // Whether the index covers the vertex (BuildOptions::only).
  Result<bool> Has(VertexId vertex) const;
  // As that of the corpus, which is included.
  Status Intact() const;
  // The diagonal correction that it answers from (akin/diagonal.h). kInvalidArgument if it has
  // none: of the methods, push and series do.
  Result<DiagonalCorrection> Diagonal() const;
  // Reads the whole index once. kInvalidArgument if it has no fingerprints.
  Result<IndexStatistics> Statistics(const Control& control = {}) const;

  // For the library itself: the index of the corpus that pushes what this one estimates, if there
  // is one, and a closer look at candidates.
  Result<std::optional<Index>> PushFor(const RelatedOptions& options) const;
  Result<std::unique_ptr<PairRefiner>> Refiner(VertexId vertex, std::vector<Hit> candidates,
                                               const RelatedOptions& options,
                                               const Control& control) const;

 private:
  friend class Corpus;
  struct Impl;
  explicit Index(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

// The one of these indexes, all of one corpus, that has this name; kNoIndex if there is none. An
// empty name means the only one, or simrank if there are several, as for Corpus::OpenIndex.
Result<Index> IndexNamed(std::span<const Index> opened, std::string_view name);

// What Corpus::FindLenient took a key for.
struct FoundVertex {
  VertexId vertex = kNoVertex;
  bool as_written = true;  // false: the key is not quite its name or title
  std::string name;
  std::string title;  // only if it is the title that is like the key
};

class Corpus {
 public:
  static Result<Corpus> Open(const std::string& path);

  const std::string& path() const;
  VertexId vertices() const;
  std::vector<VertexId> AllVertices() const;  // 0, 1, ..., in the order of their names
  uint64_t arcs() const;
  const std::string& made_with() const;  // options of ingest that changed the arcs
  const std::string& notation() const;   // how names are written, as given to ingest; usually empty
  bool has_titles() const;
  bool has_pages() const;               // made from pages: their text is known
  Result<uint64_t> CountPages() const;  // pages whose text is known
  bool knows_boilerplate() const;       // it was looked for when the corpus was made
  // What was recognised; nothing if it was not looked for.
  Result<BoilerplateReport> FoundBoilerplate() const;
  uint64_t identity() const;   // of the links: equal only if the graphs are
  bool integer_names() const;  // all names are integers

  // The vertex with this name or, if there is none, the one whose name is the normal form of this
  // URL, or the only one with this title. kUnknownKey comes with suggestions.
  Result<VertexId> Find(std::string_view key) const;
  // The vertices that Find chooses from: one with this name, or else all with this title; none if
  // there are none. Cheap, because nothing is suggested.
  Result<std::vector<VertexId>> FindAll(std::string_view key) const;
  // The same for what a person wrote. If there is no such name or title, the only vertex is taken
  // whose name differs in nothing but case, .html, index.html or a slash at the end, or is another
  // form of the same URL; or else the only one whose title differs in nothing but case, or in the
  // name of the site before or behind it. Tell the person which one was taken.
  Result<FoundVertex> FindLenient(std::string_view key) const;
  Result<std::optional<VertexId>> FindName(std::string_view name) const;  // exactly this name
  // At most `count` similar names, the most similar first. Takes a pass over all names, if they are
  // few.
  Result<std::vector<std::string>> NamesLike(std::string_view name, size_t count = 5) const;
  Result<std::string> Name(VertexId vertex) const;
  Result<std::string> Title(VertexId vertex) const;  // empty if it has none

  Result<std::vector<IndexInfo>> Indexes() const;
  // An empty name means the only index, or simrank if there are several.
  Result<Index> OpenIndex(std::string_view name = {}) const;
  // An index of fingerprints whose shards are elsewhere; its manifest is here. Answers are those of
  // OpenIndex where the shards are, but it cannot show single fingerprints (Meetings, Tree,
  // Statistics). kInvalidArgument for an index of some vertices only.
  Result<Index> OpenParted(std::string_view name, std::shared_ptr<IndexParts> parts) const;

  // The sets of bags (akin/bags.h) by name.
  Result<std::vector<BagInfo>> BagSets() const;
  // An empty name means the only bags, or those called text if there are several.
  Result<Bags> OpenBags(std::string_view name = {}) const;

  // The pages most similar to a text, which is given as words (WordsOf in akin/ingest.h). The text
  // gets a bag as a page does, with the options of these bags, and is compared with all of them;
  // scores are exact. Words that no bag has do not count; if none is left, nothing is similar.
  // kInvalidArgument for options about fingerprints, length or decay.
  Result<Answer> RelatedToWords(const TextWords& words, std::string_view bags = {},
                                const RelatedOptions& options = {},
                                const Control& control = {}) const;

  // Gives the same answers as an index for pushing (Method::kPush), but is solved now and not
  // written to disk.
  Result<Index> SolveIndex(const PushParameters& parameters, const Control& control = {}) const;
  // For the library itself: the same from the scores of all pairs, none of which is off by more
  // than `error`. The row of vertex u begins at scores[u V].
  Result<Index> IndexOfScores(const PushParameters& parameters, std::vector<double> scores,
                              double error) const;

  // An index of fingerprints with these options, which leaves nothing behind: its files are among
  // the system's temporary ones, have no names any more when this returns, and their room is free
  // again when the index is closed. kOutOfBudget if no builder fits in the memory.
  Result<Index> TemporaryIndex(const BuildOptions& options, const Control& control = {}) const;

  // The same answers as from an index built with these options, from walks that are computed now,
  // without an index. Time proportional to the sizes of the trees times the out-degrees of their
  // vertices; where building a temporary index is less work, one is built and asked. For text,
  // Related reads all bags and makes all signatures, as a build does.
  Result<Answer> RelatedByWalking(VertexId vertex, const BuildOptions& walks,
                                  const RelatedOptions& options = {},
                                  const Control& control = {}) const;
  Result<Score> SimByWalking(VertexId a, VertexId b, const BuildOptions& walks,
                             const RelatedOptions& options = {}) const;
  Result<ExplainedPart> ExplainByWalking(VertexId a, VertexId b, const BuildOptions& walks,
                                         const ExplainOptions& options,
                                         const Control& control = {}) const;

  // Verifies every byte of every file of the corpus, and that what the files say fits together:
  // what to run on a corpus that somebody else made. Calls `report` for each file with the result,
  // and for what does not belong there: kNoIndex for an index without a manifest, kNotOurs for a
  // file that is not of the corpus. Returns the first failure. Shards that are elsewhere on purpose
  // (akin/split.h) are reported too, as kUnavailable, but are no failure.
  using CheckReport = std::function<void(const std::string& file, const Status& status)>;
  Status Check(const Control& control, const CheckReport& report) const;

  // kDamaged if a file of the corpus became shorter or unreadable since it was opened here: see
  // GuardMappedFiles in akin/files.h. Queries ask this themselves; it is for those who read the
  // links themselves, afterwards.
  Status Intact() const;

  // The links themselves: in_links[v] are the vertices that link to v. Complete and verified views
  // that live as long as the corpus; the first call reads all of them.
  // kDrop leaves out those that were recognised as boilerplate.
  Result<Adjacency> InLinks(Boilerplate boilerplate = Boilerplate::kKeep) const;
  Result<Adjacency> OutLinks(Boilerplate boilerplate = Boilerplate::kKeep) const;
  // Visits all names in the order of their vertices. If the visitor returns an error, it ends.
  Status EachName(const std::function<Status(VertexId vertex, std::string_view name)>& visit) const;

  // For the library itself.
  const Keys& keys() const;
  // Null if the corpus has no attributes (akin/attributes.h).
  Result<std::shared_ptr<const AttributesFile>> OpenAttributesFile() const;
  Result<const Graph*> graph(Boilerplate boilerplate = Boilerplate::kKeep) const;

 private:
  struct Impl;
  Status CheckGraph(Boilerplate boilerplate, const Control& control) const;
  void CheckIndex(const std::string& name, const Control& control, const CheckReport& report) const;
  explicit Corpus(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace akin

#endif  // AKIN_CORPUS_H_
