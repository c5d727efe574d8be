#include "push.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <vector>

#include "akin/akin.h"
#include "base/random.h"
#include "exact/simrank.h"
#include "graph/graph.h"
#include "must.h"
#include "report.h"

namespace akin {
namespace {

namespace fs = std::filesystem;

constexpr size_t kTop = 50;
constexpr double kTie = 1e-4;
constexpr double kDecay = 0.6;

struct Query {
  VertexId vertex = 0;
  std::vector<double> truth;   // with every vertex, itself as 0
  std::vector<VertexId> best;  // the first kTop, fewer if fewer score
  double least_of_best = 0;
};

void SetTruth(Query& query, std::vector<double> truth) {
  truth[query.vertex] = 0;
  std::vector<VertexId> order(truth.size());
  std::iota(order.begin(), order.end(), 0);
  const auto middle = order.begin() + static_cast<ptrdiff_t>(std::min(kTop, order.size()));
  std::partial_sort(order.begin(), middle, order.end(), [&](VertexId a, VertexId b) {
    return truth[a] != truth[b] ? truth[a] > truth[b] : a < b;
  });
  for (auto at = order.begin(); at != middle && truth[*at] > 0; ++at) query.best.push_back(*at);
  query.least_of_best = query.best.empty() ? 0 : truth[query.best.back()];
  query.truth = std::move(truth);
}

// Vertices with in-links, at random.
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

// Where all pairs do not fit: the series with a tenth of the least error measured below. Errors
// found beside it are right to within that.
void TruthBySeries(const std::string& corpus, VertexId vertices, std::vector<Query>& queries) {
  constexpr double kEpsilon = 1e-4;
  const BuildOptions options{
      .method = Method::kPush, .decay = kDecay, .epsilon = kEpsilon, .name = "truth"};
  const double seconds =
      SecondsOf([&] { Must(BuildIndex(corpus, options, {.memory = uint64_t{8} << 30}).status()); });
  Figure(fmt::format("truth: series within {}, build, s", kEpsilon),
         fmt::format("{:.1f}", seconds));
  const Index index = Must(Must(Corpus::Open(corpus)).OpenIndex("truth"));
  for (Query& query : queries) {
    std::vector<double> row(vertices);
    const Answer answer = Must(index.Related(query.vertex, {.k = 0}));
    for (const Hit& hit : answer.hits) row[hit.vertex] = hit.score.value;
    SetTruth(query, std::move(row));
  }
}

struct Precision {
  double found = 0;      // of the true best, those among the answer's
  double with_ties = 0;  // of the answer, those as good as the last of the true best, or nearly
  double largest_error = 0;
};

Precision Measure(const Index& index, const std::vector<Query>& queries) {
  Precision precision;
  double wanted = 0;
  for (const Query& query : queries) {
    const Answer answer = Must(index.Related(query.vertex, {.k = 0}));
    std::vector<double> missed = query.truth;
    for (size_t i = 0; i < answer.hits.size(); ++i) {
      const auto& [vertex, score] = answer.hits[i];
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

template <class Ask>
Times TimesOf(const std::vector<Query>& queries, const Ask& ask) {
  std::vector<double> times;
  for (const Query& query : queries) times.push_back(SecondsOf([&] { ask(query); }));
  std::sort(times.begin(), times.end());
  return {
      .median = times[times.size() / 2],
      .mean = std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size())};
}

// The better of two rounds.
template <class Ask>
Times BestTimesOf(const std::vector<Query>& queries, const Ask& ask) {
  const Times first = TimesOf(queries, ask);
  const Times second = TimesOf(queries, ask);
  return first.mean < second.mean ? first : second;
}

void BenchEpsilon(const std::string& corpus, double epsilon, const std::vector<Query>& queries) {
  const BuildOptions options{.method = Method::kPush, .decay = kDecay, .epsilon = epsilon};
  fs::remove_all(corpus + "/indexes/simrank-push");
  BuildReport report;
  const double seconds = SecondsOf([&] { report = Must(BuildIndex(corpus, options, {})); });
  const Corpus opened = Must(Corpus::Open(corpus));
  const Index index = Must(opened.OpenIndex("simrank-push"));
  const auto name = [&](const char* what) { return fmt::format("epsilon {}: {}", epsilon, what); };
  Figure(name("build, s"), fmt::format("{:.2f}", seconds));
  Figure(name("vertices from samples"), fmt::format("{}", report.sampled));
  Promise(name("size"), static_cast<double>(report.bytes) / opened.vertices(), "bytes/vertex", 8);
  const Times source = BestTimesOf(
      queries, [&](const Query& query) { (void)Must(index.Related(query.vertex, {.k = kTop})); });
  const Times pair = BestTimesOf(queries, [&](const Query& query) {
    const VertexId other = query.best.empty() ? queries[0].vertex : query.best.back();
    (void)Must(index.Sim(query.vertex, other));
  });
  Figure(name("top 50, median and mean, ms"),
         fmt::format("{:.3f} {:.3f}", source.median * 1e3, source.mean * 1e3));
  Figure(name("pair, median and mean, us"),
         fmt::format("{:.1f} {:.1f}", pair.median * 1e6, pair.mean * 1e6));
  const Precision precision = Measure(index, queries);
  Figure(name("precision at 50, %"), fmt::format("{:.2f}", precision.found));
  Figure(name("precision at 50 with ties within 1e-4, %"),
         fmt::format("{:.2f}", precision.with_ties));
  Promise(name("largest error, in epsilons"), precision.largest_error / epsilon, "", 1);
  std::fflush(stdout);  // the next may take minutes
}

void BenchGraph(const std::string& source, const std::string& corpus, bool all_pairs_fit) {
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
  std::vector<Query> queries = Queries(in);
  if (all_pairs_fit) {
    TruthByIteration(in, queries);
  } else {
    TruthBySeries(corpus, in.vertices(), queries);
  }
  for (const double epsilon : {1e-2, 3e-3, 1e-3}) BenchEpsilon(corpus, epsilon, queries);
}

}  // namespace

void BenchPush(const std::string& data, const std::string& directory) {
  BenchGraph(data + "/wiki-vote/wiki-Vote.txt", directory + "/push-wiki.akin",
             /*all_pairs_fit=*/true);
  BenchGraph(data + "/cnr-2000/cnr-2000.graph", directory + "/push-cnr.akin",
             /*all_pairs_fit=*/false);
}

}  // namespace akin
