// How good are the answers? Compares rankings with a truth: a directory of classes, judgements,
// exact scores, or what vertices have in common (HGKI section 2, FR section 5.1, YU section 7.1, JW
// section 6).
//
//   auto truth = akin::Truth::FromClasses(corpus, "categories.tsv", {.depth = 2});
//   auto quality = akin::Evaluate(*truth, *akin::Asker::Create(corpus, {}), {.top = 100});
#ifndef AKIN_EVAL_H_
#define AKIN_EVAL_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/ask.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/exact.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

enum class Metric {
  kSiblingGamma,    // Gamma of the query's class before sibling classes: 1 always, -1 never
  kCousinGamma,     // before cousin classes
  kUnrelatedGamma,  // before unrelated classes
  kGamma,           // Gamma over pairs of any two different distances, or grades
  kNdcg,            // discounted gain of the first p, relative to that of the best order
  kPrecision,       // share of relevant vertices among the first k
  kRecall,          // share of all relevant vertices that are among the first k
  kKendall,         // tau-b against grades or exact scores
  kKendallA,        // tau-a: tied pairs count in the divisor
  kSpearman,        // rho against grades or exact scores
  kMeanError,       // of scores, against exact ones
  kMaxError,        // the largest such error
  kOrthogonality,   // share of pairs of one class that have no similarity at all
  kDelta,           // domain similarity of the first k minus that of random co-cited vertices (JW)
  kCoverage,        // share of queries with an answer
  // The same over all pairs of a query and another vertex, ranked together (YU's s(*, *)). They
  // have no value of a single query, and are measured only if named.
  kAllNdcg,
  kAllKendall,
  kAllKendallA,
  kAllSpearman,
};
bool IsOverAllPairs(Metric metric);

struct MetricFacts {
  Metric metric;
  std::string_view name;     // as on the command line: "sibling-gamma"
  std::string_view meaning;  // one line
};
std::span<const MetricFacts> Metrics();
std::string_view MetricName(Metric metric);
// kInvalidArgument, with the known names, for any other name.
Result<Metric> MetricNamed(std::string_view name);

// An average over queries with its bootstrap interval; undefined if no query has a value.
struct Average {
  double value = 0;
  double low = 0;
  double high = 0;
  uint64_t queries = 0;  // number of queries with a value

  bool defined() const { return queries > 0; }
};

struct MetricResult {
  Metric metric = Metric::kGamma;
  // The mean over queries (FR), or the largest value for kMaxError, or that of all pairs.
  Average per_query;
  Average pooled;  // over all pairs (gains, hits) of all queries together (HGKI)
  // With EvalOptions::keep_values: the value of every query, NaN if it has none.
  std::vector<float> values = {};
};

struct Evaluation {
  uint64_t queries = 0;
  std::vector<MetricResult> metrics;
};

struct ClassOptions {
  unsigned depth = 2;  // number of parts of a class that count; longer paths are cut
  // The character between the parts of a class; 0: a slash, or a dot if no class has a slash.
  char separator = 0;
};

struct TruthReport {
  uint64_t lines = 0;
  uint64_t known = 0;                      // vertices that it knows something about
  uint64_t unknown = 0;                    // lines about keys that the corpus does not have
  std::vector<std::string> first_unknown;  // at most five, file:line first
  uint64_t repeated = 0;  // lines about a key that occurred before: the first counts
  std::string root;       // the first part that all classes share; it is left out
};

// What is known about which vertices are related. Cheap to copy, immutable, safe from any thread.
class Truth {
 public:
  enum class Kind { kClasses, kGrades, kExact, kOverlap };

  // One of the next two, depending on the fields of the first line.
  static Result<Truth> FromFile(const Corpus& corpus, const std::string& path,
                                const ClassOptions& options, const Control& control = {});
  // Lines key<TAB>class/sub/class; empty lines and those that begin with # are skipped.
  static Result<Truth> FromClasses(const Corpus& corpus, const std::string& path,
                                   const ClassOptions& options, const Control& control = {});
  // The same from the caller's classes.
  static Result<Truth> FromClasses(const Corpus& corpus,
                                   const std::map<VertexId, std::string>& classes,
                                   const ClassOptions& options);
  // The directories of the keys themselves: a URL or a path without its last part.
  static Result<Truth> FromKeys(const Corpus& corpus, const ClassOptions& options);
  // Lines query<TAB>key<TAB>grade, with grades from 0 (not related at all) upwards.
  static Result<Truth> FromGrades(const Corpus& corpus, const std::string& path,
                                  const Control& control = {});
  // The scores of an exact measure, for these queries or, if there are none, for all vertices. They
  // are computed at once and kept in memory, 24 bytes for every score above 0: kOutOfBudget if that
  // exceeds control.memory.
  static Result<Truth> FromExact(const Corpus& corpus, const ExactOptions& options,
                                 std::vector<VertexId> queries = {}, const Control& control = {});

  // The similarity of two vertices is the share that they have in common of what they link to, or
  // of the terms in their titles (JW section 6.1). Titles come as lines key<TAB>title; a title
  // without a term says nothing.
  static Result<Truth> FromCitations(const Corpus& corpus);
  static Result<Truth> FromTitles(const Corpus& corpus, const std::string& path,
                                  const Control& control = {});

  // Any of these by its name for users: "path" (the keys' own directories), "citations",
  // "titles:FILE", "exact:SPEC" (ParseExactSpec), otherwise a file.
  static Result<Truth> Named(const Corpus& corpus, const std::string& name,
                             const ClassOptions& options, std::vector<VertexId> queries = {},
                             const Control& control = {});

  // The file that the truth with this name is read from, or that of the priors of its measure;
  // empty if there is none.
  static std::string FileOf(const std::string& name);

  Kind kind() const;
  const TruthReport& report() const;
  // Vertices that can be queries: with a class, grades, a title, or all. Ascending.
  std::span<const VertexId> queries() const;
  // The name of a vertex of its corpus, for messages.
  Result<std::string> NameOf(VertexId vertex) const;
  // The metrics that this kind of truth allows.
  std::vector<Metric> metrics() const;
  // Those that are measured if none is named: without orthogonality, which needs all hits of every
  // query, and without those over all pairs, which take much longer.
  std::vector<Metric> usual_metrics() const;
  // The vertices that it knows something about; null if it knows all. Of grades:
  // those that have one for any query, or for this one.
  std::shared_ptr<const VertexSet> known(VertexId query = kNoVertex) const;
  // How related the truth says a vertex is to a query: 3 in its class, 2 in a sibling class, 1 in a
  // cousin class and 0 in any other; or the grade, the exact score, what both have in common.
  // Nothing if it does not know.
  std::optional<double> Relevance(VertexId query, VertexId vertex) const;

  struct Impl;

 private:
  friend class Judge;
  explicit Truth(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

// The best k for a vertex, without itself; all if k = 0. Safe from any thread. It is asked for all
// where hits that the truth does not know are to be left out first.
using Ranker = std::function<Result<std::vector<Hit>>(VertexId vertex, unsigned k)>;

struct EvalOptions {
  std::vector<Metric> metrics;  // empty: the usual ones of the truth
  unsigned top = 100;  // hits that count; 0: all, where those not returned are tied at the end
  unsigned k = 10;     // for precision, recall, gain and delta
  // Hits that the truth does not know, such as pages without a class, are never judged. If true,
  // they are left out before the first `top` are taken, as lists hold labelled pages only in FR
  // section 5; if false, after that.
  bool known_first = true;
  // The query itself counts as the first hit in every Gamma: as in HGKI, whereas FR leave it out.
  bool keep_query = false;
  // The effort of a closer look at the hits that count (RelatedOptions::refine), for an Asker.
  double refine = 0;
  // Only these are hits, and these are none (RelatedOptions), for an Asker and for Sweep. The truth
  // stays as it is: what is related but does not pass is missed.
  std::shared_ptr<const VertexSet> filter = nullptr;
  std::shared_ptr<const VertexSet> exclude = nullptr;
  unsigned min_cocited = 50;      // delta: queries with fewer co-cited vertices have no value
  std::vector<VertexId> queries;  // empty: all that the truth has
  unsigned resamples = 1000;
  double confidence = 0.95;
  uint64_t seed = 1;
  bool keep_values = false;  // keeps the value of every query, which Compare needs
};

Result<Evaluation> Evaluate(const Truth& truth, const Ranker& ranker,
                            const EvalOptions& options = {}, const Control& control = {});
// For any Asker; an exact measure is solved once for all queries.
Result<Evaluation> Evaluate(const Truth& truth, const Asker& asker, const EvalOptions& options = {},
                            const Control& control = {});

// How far two systems are apart by one metric, over the queries for which both have a value.
struct Difference {
  Average mean;             // of the first minus the second, with its bootstrap interval
  uint64_t only_first = 0;  // queries for which the first alone has a value
  uint64_t only_second = 0;

  bool same_queries() const { return only_first == 0 && only_second == 0; }
  // Whether it is more than chance. With fewer queries, all of them may agree by chance.
  static constexpr uint64_t kFewestQueries = 6;
  bool real() const { return mean.queries >= kFewestQueries && (mean.low > 0 || mean.high < 0); }
};

// Compares a system with others query by query: a paired bootstrap, which draws queries and takes
// the difference of both at each. So what makes queries hard for all systems cancels out. The
// intervals together contain all true differences with the confidence of the options: each is wider
// the more systems there are (Bonferroni). kInvalidArgument if the results are of different metrics
// or queries, or without values.
Result<std::vector<Difference>> Compare(const MetricResult& first,
                                        std::span<const MetricResult* const> others,
                                        const EvalOptions& options = {});

// The lengths, decays and numbers of fingerprints to try, in all combinations.
struct Grid {
  std::vector<unsigned> lengths;
  std::vector<double> decays;
  std::vector<unsigned> fingerprints;

  size_t size() const { return lengths.size() * decays.size() * fingerprints.size(); }
};

struct GridPoint {
  unsigned length = 0;
  double decay = 0;
  unsigned fingerprints = 0;
  Evaluation evaluation;
};

// Evaluates all points of a grid from one index, which has the longest walks and the most
// fingerprints among them. Meetings are read once per query and scored for all points. In the order
// of fingerprints, then decay, then length. kInvalidArgument if the index is too small for the
// grid.
Result<std::vector<GridPoint>> Sweep(const Corpus& corpus, const Index& index, const Truth& truth,
                                     const Grid& grid, const EvalOptions& options = {},
                                     const Control& control = {});

// How well a one-to-one matching finds the vertices that two graphs have in common, by their names
// (YU section 7.2.4).
struct MatchingQuality {
  uint64_t pairs = 0;
  uint64_t same_key = 0;  // pairs with the same name
  uint64_t found = 0;     // of the larger side: paired, and the other side has its name
  uint64_t either = 0;    // of the larger side: paired, or the other side has its name

  // The first is undefined without pairs and common names, the second without pairs.
  std::optional<double> Jaccard() const { return Share(found, either); }
  std::optional<double> SameShare() const { return Share(same_key, pairs); }

 private:
  static std::optional<double> Share(uint64_t part, uint64_t whole) {
    if (whole == 0) return std::nullopt;
    return static_cast<double>(part) / static_cast<double>(whole);
  }
};

// `matched` as returned by MatchOneToOne (akin/match.h) for these vertices: a hit for each vertex
// of `left`.
Result<MatchingQuality> JudgeMatching(const Corpus& left_corpus, const Corpus& right_corpus,
                                      std::span<const VertexId> left,
                                      std::span<const VertexId> right,
                                      std::span<const Hit> matched);

}  // namespace akin

#endif  // AKIN_EVAL_H_
