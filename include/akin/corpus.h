// Asking a corpus: what is related to this, and how similar are these two?
//
//   auto corpus = akin::Corpus::Open("web.akin");
//   auto index = corpus->OpenIndex("simrank");
//   auto key = corpus->Find("std::vector");
//   auto answer = index->Related(*key, {.k = 10});
//
// Objects are cheap to copy, constant, and safe to use from any thread.
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
#include "akin/build.h"
#include "akin/control.h"
#include "akin/statistics.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

class Graph;
class Keys;

// A score with its uncertainty: the standard error of a Monte Carlo estimate, or the bound on what
// an exact method left out.
struct Score {
  double value = 0;
  double error = 0;
};

struct Hit {
  VertexId vertex = kNoVertex;
  Score score;
};

struct RelatedOptions {
  unsigned k = 10;            // at most so many hits; 0: all there are
  double min_score = 0;       // and none below this, but for rounding (less than 1e-12)
  uint64_t min_inlinks = 0;   // and only vertices with at least so many in-links
  unsigned fingerprints = 0;  // use only the first so many; 0: all
  unsigned length = 0;        // and of walks the first so many steps; 0: all
  double decay = 0;           // 0: the index's own
  bool stop_early = true;     // false: read all trees to the end, for comparison; same answer
};

// What a query touched.
struct QueryWork {
  uint64_t members = 0;     // of trees, looked at
  uint64_t blocks = 0;      // decoded
  uint64_t candidates = 0;  // vertices met
  uint64_t resolved = 0;    // candidates whose scores were completed apart, after an early stop
};

struct Answer {
  std::vector<Hit> hits;  // best first; equal scores in the order of their names
  QueryWork work;
};

// With whom a vertex shared a fingerprint.
struct Meeting {
  VertexId vertex = kNoVertex;
  uint8_t step = 0;  // of the walks; or, of min-hashes, links away at which they were equal
};

// What the meeting of two vertices in one fingerprint adds to the sum of their score: c^step of
// walks, c^step (1 - c) of min-hashes, 1 of a measure without decay (decay 0).
double MeetingWeight(Method method, double decay, unsigned step);

struct IndexInfo {
  std::string name;
  Measure measure = Measure::kSimRank;
  Method method = Method::kWalks;
  double decay = 0;           // 0: the measure has none
  double epsilon = 0;         // no score is off by more; 0 of fingerprints
  double diagonal_error = 0;  // kPush, known once it is open: what the diagonal can add to an error
  uint64_t sampled = 0;       // kPush, likewise: vertices whose diagonal was estimated from walks
  unsigned iterations = 0;    // kSeries, kNorms
  unsigned length = 0;        // of fingerprints, as the next two
  unsigned fingerprints = 0;
  uint64_t seed = 0;
  uint64_t bytes = 0;
  size_t shards = 0;
  VertexId only = 0;     // vertices it is about, if not all
  std::string bags;      // of text: the name of the bags it was made from
  bool complete = true;  // false: a build was interrupted; the same build command goes on
};

// Monte Carlo answers from fingerprints, or bounded ones by pushing or from norms.
class Index {
 public:
  const IndexInfo& info() const;
  // Hits do not include the vertex itself. Scores are exactly those of the fingerprints; an index
  // of another method refuses options that are about those. A stop ends the query with kCancelled;
  // the rest of `control` does not matter here.
  Result<Answer> Related(VertexId vertex, const RelatedOptions& options = {},
                         const Control& control = {}) const;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options = {}) const;
  // Whom the vertex met in one of the fingerprints, itself left out; of min-hashes once for every
  // distance. A score is the mean over fingerprints of what the steps of its meetings are worth.
  // What was in `met` is lost. kInvalidArgument if the index has no fingerprints.
  Status Meetings(VertexId vertex, unsigned fingerprint, std::vector<Meeting>& met) const;
  // Where the walk of the vertex goes in one of the fingerprints: the vertex itself, then a place
  // for every step until it ends. kInvalidArgument if the index has no walks.
  Result<std::vector<VertexId>> Walk(VertexId vertex, unsigned fingerprint) const;
  // Of one with many, at less than the price of so many pairs.
  Result<std::vector<Score>> Sims(VertexId a, std::span<const VertexId> others,
                                  const RelatedOptions& options = {}) const;
  // Whether it is about the vertex (BuildOptions::only).
  Result<bool> Has(VertexId vertex) const;
  // Reads the whole index once. kInvalidArgument if it has no fingerprints.
  Result<IndexStatistics> Statistics(const Control& control = {}) const;

 private:
  friend class Corpus;
  struct Impl;
  explicit Index(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

class Corpus {
 public:
  static Result<Corpus> Open(const std::string& path);

  const std::string& path() const;
  VertexId vertices() const;
  std::vector<VertexId> AllVertices() const;  // 0, 1, ..., in the order of their names
  uint64_t arcs() const;
  const std::string& made_with() const;  // options of ingest that changed the arcs
  const std::string& notation() const;   // of the names, as it was given to ingest; usually empty
  bool has_titles() const;
  bool has_pages() const;               // made from pages: it knows what they say
  Result<uint64_t> CountPages() const;  // of which it knows what they say
  uint64_t identity() const;            // of the links: the same for the same graph, and no other
  bool integer_names() const;           // all names are integers

  // The vertex of this name or, failing that, the only one of this title. kUnknownKey comes with
  // suggestions.
  Result<VertexId> Find(std::string_view key) const;
  Result<std::optional<VertexId>> FindName(std::string_view name) const;  // that very name
  // Names like this one, the most like it first, at most so many. A pass over all names, if they
  // are few.
  Result<std::vector<std::string>> NamesLike(std::string_view name, size_t count = 5) const;
  Result<std::string> Name(VertexId vertex) const;
  Result<std::string> Title(VertexId vertex) const;  // empty if it has none

  Result<std::vector<IndexInfo>> Indexes() const;
  // An empty name means the only index there is, or simrank among several.
  Result<Index> OpenIndex(std::string_view name = {}) const;

  // The sets of bags (akin/bags.h) by name.
  Result<std::vector<BagInfo>> BagSets() const;
  // An empty name means the only bags there are, or those called text among several.
  Result<Bags> OpenBags(std::string_view name = {}) const;

  // The same answers as an index built for pushing (Method::kPush), solved on the spot and written
  // nowhere: within seconds up to a million arcs.
  Result<Index> SolveIndex(const PushParameters& parameters, const Control& control = {}) const;

  // The same answers as an index built with these options, from walks done on the spot: no index
  // needed, time proportional to the trees' sizes times their vertices' out-degrees. Of text, all
  // bags are read and all signatures made for a Related, as a build does.
  Result<Answer> RelatedByWalking(VertexId vertex, const BuildOptions& walks,
                                  const RelatedOptions& options = {},
                                  const Control& control = {}) const;
  Result<Score> SimByWalking(VertexId a, VertexId b, const BuildOptions& walks,
                             const RelatedOptions& options = {}) const;

  // Verifies every byte of every file of the corpus, and calls `report` with each and what was
  // found. Returns the first failure.
  using CheckReport = std::function<void(const std::string& file, const Status& status)>;
  Status Check(const Control& control, const CheckReport& report) const;

  // The links themselves: in_links[v] are the vertices that link to v. Views that live as long as
  // the corpus, whole and verified; the first call reads all of them.
  Result<Adjacency> InLinks() const;
  Result<Adjacency> OutLinks() const;
  // All names in the order of their vertices; what the visitor returns, if not ok, ends it.
  Status EachName(const std::function<Status(VertexId vertex, std::string_view name)>& visit) const;

  // For the library itself.
  const Keys& keys() const;
  Result<const Graph*> graph() const;

 private:
  struct Impl;
  explicit Corpus(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace akin

#endif  // AKIN_CORPUS_H_
