#include "push.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "akin/akin.h"
#include "base/random.h"
#include "base/threads.h"
#include "exact/simrank.h"
#include "graph/graph.h"
#include "linear/diagonal.h"
#include "must.h"
#include "query/ranking.h"
#include "report.h"
#include "threshold_push.h"
#include "whole_series.h"

namespace akin {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kTop = 50;
constexpr double kTie = 1e-4;
constexpr double kDecay = 0.6;
constexpr unsigned kMany = 1000;    // pairs of one vertex
constexpr double kCoarsest = 1e-2;  // its diagonal is compared with one from walks alone
constexpr double kCompared = 3e-3;  // compared with pushing without bounds

struct Query {
  VertexId vertex = 0;
  std::vector<double> truth;   // with every vertex, 0 with itself
  std::vector<VertexId> best;  // the first kTop, or fewer if fewer score above 0
  double least_of_best = 0;
};

void SetTruth(Query& query, std::vector<double> truth) {
  truth[query.vertex] = 0;
  std::vector<VertexId> order(truth.size());
  std::iota(order.begin(), order.end(), 0);
  const auto middle = order.begin() + static_cast<ptrdiff_t>(std::min<size_t>(kTop, order.size()));
  std::partial_sort(order.begin(), middle, order.end(), [&](VertexId a, VertexId b) {
    return truth[a] != truth[b] ? truth[a] > truth[b] : a < b;
  });
  for (auto at = order.begin(); at != middle && truth[*at] > 0; ++at) query.best.push_back(*at);
  query.least_of_best = query.best.empty() ? 0 : truth[query.best.back()];
  query.truth = std::move(truth);
}

// Random vertices with in-links.
std::vector<Query> Queries(const Adjacency& in) {
  std::vector<Query> queries;
  for (uint64_t i = 0; queries.size() < 50; ++i) {
    const auto v = static_cast<VertexId>(RandomStream(50, 0, 0).Below(i, in.vertices()));
    if (in.degree(v) > 0) queries.push_back({.vertex = v});
  }
  return queries;
}

// c^(30+1) is 1.3e-7.
void TruthByIteration(const Adjacency& in, std::vector<Query>& queries) {
  const SimRankMatrix all =
      Must(SimRankAllPairs(in, {.decay = kDecay, .iterations = 30}, {.memory = uint64_t{8} << 30}));
  for (Query& query : queries) {
    std::vector<double> row(in.vertices());
    all.CopyRow(query.vertex, row);
    SetTruth(query, std::move(row));
  }
}

// For when all pairs do not fit: from a diagonal whose error is at most the bound printed.
void TruthBySeries(const Adjacency& in, const Adjacency& out, std::vector<Query>& queries) {
  Diagonal diagonal;
  const double seconds = SecondsOf([&] {
    diagonal = Must(
        SolveDiagonal(in, out, {.decay = kDecay, .error = 5e-5}, {.memory = uint64_t{8} << 30}));
  });
  Figure("truth: diagonal, s and error of scores",
         fmt::format("{:.1f} {:.1g}", seconds, diagonal.score_error));
  for (Query& query : queries)
    SetTruth(query, WholeSeries(in, diagonal.values, kDecay, query.vertex));
}

struct Precision {
  double found = 0;      // share of the true best that are in the answer
  double with_ties = 0;  // share of the answer that is (nearly) as good as the last true best
  double largest_error = 0;
};

// ask(vertex) returns all hits, best first.
template <class Ask>
Precision MeasurePush(const std::vector<Query>& queries, const Ask& ask) {
  Precision precision;
  double wanted = 0;
  for (const Query& query : queries) {
    const std::vector<Hit> hits = ask(query.vertex);
    std::vector<double> missed = query.truth;
    for (size_t i = 0; i < hits.size(); ++i) {
      const auto& [vertex, score] = hits[i];
      missed[vertex] = 0;
      precision.largest_error =
          std::max(precision.largest_error, std::abs(query.truth[vertex] - score.value));
      if (i >= query.best.size()) continue;
      const bool is_best =
          std::find(query.best.begin(), query.best.end(), vertex) != query.best.end();
      precision.found += is_best ? 1 : 0;
      precision.with_ties += query.truth[vertex] >= query.least_of_best - kTie ? 1 : 0;
    }
    for (const double score : missed) {
      precision.largest_error = std::max(precision.largest_error, score);
    }
    wanted += static_cast<double>(query.best.size());
  }
  precision.found *= 100 / wanted;
  precision.with_ties *= 100 / wanted;
  return precision;
}

struct Times {
  double median = 0;
  double mean = 0;
};

// The best of five runs for each query.
template <class Ask>
Times BestTimesOf(const std::vector<Query>& queries, const Ask& ask) {
  std::vector<double> times;
  for (const Query& query : queries) {
    double best = SecondsOf([&] { ask(query); });
    for (int i = 1; i < 5; ++i) best = std::min(best, SecondsOf([&] { ask(query); }));
    times.push_back(best);
  }
  std::sort(times.begin(), times.end());
  return {
      .median = times[times.size() / 2],
      .mean = std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size())};
}

void PrintPrecision(const std::string& prefix, const Precision& precision) {
  Figure(prefix + "precision at 50, %", fmt::format("{:.2f}", precision.found));
  Figure(prefix + "precision at 50 with ties within 1e-4, %",
         fmt::format("{:.2f}", precision.with_ties));
}

struct Baseline {
  double build = 0;  // s, in one thread
  Times source;
  Precision precision;
};

Baseline BenchBaseline(const Adjacency& in, const Adjacency& out,
                       const std::vector<Query>& queries) {
  std::unique_ptr<ThresholdPush> plain;
  const double seconds = SecondsOf(
      [&] { plain = std::make_unique<ThresholdPush>(in, out, ThresholdPush::Options{}); });
  const auto ask = [&](VertexId vertex, unsigned k) {
    std::vector<Entry> scores;
    plain->From(vertex, scores);
    std::vector<Hit> hits;
    for (const auto& [v, score] : scores) {
      if (v != vertex) hits.push_back({.vertex = v, .score = {.value = score}});
    }
    KeepBest(hits, k);
    return hits;
  };
  const Baseline baseline{
      .build = seconds,
      .source = BestTimesOf(queries, [&](const Query& query) { (void)ask(query.vertex, kTop); }),
      .precision = MeasurePush(queries, [&](VertexId vertex) { return ask(vertex, 0); })};
  const std::string prefix = "threshold 1e-4, no bounds: ";
  Figure(prefix + "build, one thread, s", fmt::format("{:.2f}", seconds));
  Figure(prefix + "top 50, median and mean, ms",
         fmt::format("{:.3f} {:.3f}", baseline.source.median * 1e3, baseline.source.mean * 1e3));
  PrintPrecision(prefix, baseline.precision);
  Figure(prefix + "largest error", fmt::format("{:.2g}", baseline.precision.largest_error));
  return baseline;
}

// What a query may cost, in queries of pushing without bounds.
double MostBesideNoBounds(double epsilon) {
  return epsilon > kCompared ? 0.5 : epsilon == kCompared ? 0.6 : 1;
}

// The cost of pairs, in sources.
void BenchPairs(const std::string& prefix, const Index& index, VertexId vertices,
                const std::vector<Query>& queries, const Times& source) {
  const Times pair = BestTimesOf(queries, [&](const Query& query) {
    const VertexId other = query.best.empty() ? queries[0].vertex : query.best.back();
    (void)Must(index.Sim(query.vertex, other));
  });
  std::vector<VertexId> others;
  for (uint64_t i = 0; i < kMany; ++i) {
    others.push_back(static_cast<VertexId>(RandomStream(50, 1, 0).Below(i, vertices)));
  }
  const Times many = BestTimesOf(
      queries, [&](const Query& query) { (void)Must(index.Sims(query.vertex, others)); });
  Figure(prefix + "pair, median and mean, us",
         fmt::format("{:.1f} {:.1f}", pair.median * 1e6, pair.mean * 1e6));
  Promise(prefix + "1,000 pairs of one vertex, beside a source", many.mean / source.mean, "x", 3);
  Promise(prefix + "pair beside a source, mean", pair.mean / source.mean, "x", 0.35);
  Promise(prefix + "median pair beside the mean source", pair.median / source.mean, "x", 0.1);
}

void BenchEpsilon(const std::string& corpus, double epsilon, const std::vector<Query>& queries,
                  const Baseline& baseline) {
  const BuildOptions options{.method = Method::kPush, .decay = kDecay, .epsilon = epsilon};
  fs::remove_all(corpus + "/indexes/simrank-push");
  BuildReport report;
  const double seconds = SecondsOf([&] { report = Must(BuildIndex(corpus, options, {})); });
  const Corpus opened = Must(Corpus::Open(corpus));
  const Index index = Must(opened.OpenIndex("simrank-push"));
  const std::string prefix = fmt::format("epsilon {}: ", epsilon);
  Figure(prefix + "build, s", fmt::format("{:.2f}", seconds));
  // The walks could use all threads as well.
  const double beside = seconds * ThreadsOrAll(0) / baseline.build;
  if (epsilon == kCoarsest) {
    Promise(prefix + "build beside a diagonal from walks, per thread", beside, "x", 2);
  } else {
    Figure(prefix + "build beside a diagonal from walks, per thread",
           fmt::format("{:.2f}", beside));
  }
  Figure(prefix + "vertices from samples", fmt::format("{}", report.sampled));
  Promise(prefix + "size", static_cast<double>(report.bytes) / opened.vertices(), "bytes/vertex",
          8);
  const Times source = BestTimesOf(
      queries, [&](const Query& query) { (void)Must(index.Related(query.vertex, {.k = kTop})); });
  Figure(prefix + "top 50, median and mean, ms",
         fmt::format("{:.3f} {:.3f}", source.median * 1e3, source.mean * 1e3));
  Promise(prefix + "mean time beside no bounds", source.mean / baseline.source.mean, "x",
          MostBesideNoBounds(epsilon));
  BenchPairs(prefix, index, opened.vertices(), queries, source);
  const Precision precision = MeasurePush(
      queries, [&](VertexId vertex) { return Must(index.Related(vertex, {.k = 0})).hits; });
  PrintPrecision(prefix, precision);
  Promise(prefix + "largest error, in epsilons", precision.largest_error / epsilon, "", 1);
  if (epsilon == kCompared) {
    PromiseAtLeast(prefix + "precision with ties, beside no bounds",
                   precision.with_ties - baseline.precision.with_ties, "points", 0);
    Promise(prefix + "largest error beside no bounds",
            precision.largest_error / baseline.precision.largest_error, "x", 1);
  }
  std::fflush(stdout);  // the next may take minutes
}

void BenchPushGraph(const std::string& source, const std::string& corpus, bool all_pairs_fit) {
  if (!fs::exists(source)) {
    fmt::print("\nSKIPPED: there is no {}\n", source);
    return;
  }
  Heading("Pushing: 50 queries with in-links, c = 0.6, one thread, " +
          fs::path(source).filename().string());
  Must(Ingest({source}, corpus, {.drop_self_loops = true}).status());
  const Corpus opened = Must(Corpus::Open(corpus));
  const Graph* graph = Must(opened.graph());
  const Adjacency in = Must(graph->In());
  const Adjacency out = Must(graph->Out());
  std::vector<Query> queries = Queries(in);
  if (all_pairs_fit) {
    TruthByIteration(in, queries);
  } else {
    TruthBySeries(in, out, queries);
  }
  const Baseline baseline = BenchBaseline(in, out, queries);
  for (const double epsilon : {kCoarsest, kCompared, 1e-3}) {
    BenchEpsilon(corpus, epsilon, queries, baseline);
  }
}

}  // namespace

void BenchPush(const std::string& data, const std::string& directory) {
  BenchPushGraph(data + "/wiki-vote/wiki-Vote.txt", directory + "/push-wiki.akin",
                 /*all_pairs_fit=*/true);
  BenchPushGraph(data + "/cnr-2000/cnr-2000.graph", directory + "/push-cnr.akin",
                 /*all_pairs_fit=*/false);
}

}  // namespace akin
