#include "cosine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <vector>

#include "akin/akin.h"
#include "base/random.h"
#include "graph/graph.h"
#include "linear/cosine.h"
#include "linear/cosine_join.h"
#include "must.h"
#include "report.h"

namespace akin {
namespace {

namespace fs = std::filesystem;

constexpr CosineSum kSum{.decay = 0.6, .terms = 40};
constexpr uint64_t kMemory = uint64_t{8} << 30;
constexpr size_t kLeft = 100;
constexpr size_t kRight = 50;

// Different random vertices with in-links; another `set` gives other vertices.
std::vector<VertexId> Pick(const Adjacency& in, uint64_t set, size_t count) {
  std::vector<VertexId> picked;
  for (uint64_t i = 0; picked.size() < count; ++i) {
    const auto v = static_cast<VertexId>(RandomStream(8, set, 0).Below(i, in.vertices()));
    const bool is_new = std::find(picked.begin(), picked.end(), v) == picked.end();
    if (in.degree(v) > 0 && is_new) picked.push_back(v);
  }
  return picked;
}

struct Pairs {
  std::vector<VertexId> a;
  std::vector<VertexId> b;
};

// Seconds per pair, and the scores.
double SpreadPairs(const Adjacency& in, const Pairs& pairs, std::vector<double>& scores) {
  Powers<2> powers(in);
  return SecondsOf([&] {
           for (size_t i = 0; i < pairs.a.size(); ++i) {
             scores.push_back(Must(CosinePair(powers, pairs.a[i], pairs.b[i], kSum)).value);
           }
         }) /
         static_cast<double>(pairs.a.size());
}

double KrylovPairs(const Adjacency& in, const Pairs& pairs, unsigned m,
                   std::vector<double>& scores) {
  Arnoldi arnoldi(in);
  return SecondsOf([&] {
           for (size_t i = 0; i < pairs.a.size(); ++i) {
             scores.push_back(Must(CosineKrylov(arnoldi, pairs.a[i], pairs.b[i], kSum, m)).value);
           }
         }) /
         static_cast<double>(pairs.a.size());
}

// Steps for which the bound promises an error of at most this.
constexpr double kAsked = 1e-2;

// The two are timed alternately, three times, because the machine may be shared; the best of each
// counts.
void BenchPairs(const Adjacency& in) {
  const Pairs pairs{.a = Pick(in, 1, 60), .b = Pick(in, 2, 60)};
  const unsigned chosen = CosineTerms(kSum.decay, kAsked);
  for (const unsigned m : {5U, 8U, chosen}) {
    double spread = 1e9;
    double krylov = 1e9;
    std::vector<double> exact;
    std::vector<double> near;
    for (int round = 0; round < 3; ++round) {
      exact.clear();
      near.clear();
      spread = std::min(spread, SpreadPairs(in, pairs, exact));
      krylov = std::min(krylov, KrylovPairs(in, pairs, m, near));
    }
    double sum = 0;
    double largest = 0;
    for (size_t i = 0; i < exact.size(); ++i) {
      sum += std::abs(exact[i] - near[i]);
      largest = std::max(largest, std::abs(exact[i] - near[i]));
    }
    const auto name = [&](const char* what) { return fmt::format("m = {}: {}", m, what); };
    Figure(name("SR# and PSR#, ms a pair"),
           fmt::format("{:.2f} {:.2f}", spread * 1e3, krylov * 1e3));
    PromiseAtLeast(name("PSR# faster than SR#"), spread / krylov, "times", 5);
    Promise(name("mean error"), sum / static_cast<double>(exact.size()), "", kAsked);
    if (m == 5) {
      Figure(name("largest error"), fmt::format("{:.2g}", largest));
    } else {
      Promise(name("largest error"), largest, "", kAsked);
    }
  }
}

// The time pair by pair is estimated from a sample. PSR# with 5 steps is not exact; with as many
// steps as terms it is.
void BenchJoin(const Adjacency& in) {
  const std::vector<VertexId> left = Pick(in, 3, kLeft);
  const std::vector<VertexId> right = Pick(in, 4, kRight);
  const Control control{.threads = 1, .memory = kMemory};
  const CosineJoinPlan plan = Must(PlanCosineJoin(in, left.size(), right.size(), control));
  std::vector<double> scores;
  const double join = SecondsOf([&] {
    CosineJoin join_both(in, left, right, kSum, plan, control);
    for (size_t i = 0; i < left.size(); ++i) {
      const auto row = Must(join_both.Row(i));
      scores.insert(scores.end(), row.begin(), row.end());
    }
  });
  Pairs sample;
  for (size_t i = 0; i < kLeft * kRight; i += 37) {
    sample.a.push_back(left[i / kRight]);
    sample.b.push_back(right[i % kRight]);
  }
  std::vector<double> near;
  const double all = static_cast<double>(kLeft * kRight);
  const double five = KrylovPairs(in, sample, 5, near) * all;
  double largest = 0;
  for (size_t i = 0; i < near.size(); ++i) {
    largest = std::max(largest, std::abs(near[i] - scores[i * 37]));
  }
  const Pairs few{.a = {sample.a[0], sample.a[50]}, .b = {sample.b[0], sample.b[50]}};
  std::vector<double> exact;
  const double forty = KrylovPairs(in, few, kSum.terms, exact) * all;
  Figure("join of 100 x 50, s", fmt::format("{:.2f}", join));
  Figure("PSR# pair by pair, m = 5, s", fmt::format("{:.1f}, off by up to {:.2g}", five, largest));
  Figure("join faster than PSR# pair by pair, m = 5, times", fmt::format("{:.2f}", five / join));
  PromiseAtLeast("join faster than PSR# pair by pair, as exact (m = 40)", forty / join, "times",
                 20);
  Promise("and off from that by", std::abs(exact[0] - scores[0]), "", 1e-8);
}

void BenchSources(const std::string& path, const Adjacency& in, bool promise_build) {
  const BuildOptions options{
      .measure = Measure::kCosineSimRank, .method = Method::kNorms, .iterations = 10};
  BuildReport report;
  const double build =
      SecondsOf([&] { report = Must(BuildIndex(path, options, {.memory = kMemory})); });
  if (promise_build) {
    Promise("norms of 10 terms", build, "s", 300);
  } else {
    Figure("norms of 10 terms, s", fmt::format("{:.1f}", build));
  }
  Figure("bytes a vertex",
         fmt::format("{:.1f}", static_cast<double>(report.bytes) / in.vertices()));
  const Index index = Must(Must(Corpus::Open(path)).OpenIndex("cosine-simrank"));
  const std::vector<VertexId> queries = Pick(in, 5, 200);
  (void)Must(index.Related(queries[0], {.k = 10}));
  std::vector<double> times(queries.size(), 1e9);
  double error = 0;
  for (int round = 0; round < 3; ++round) {
    for (size_t i = 0; i < queries.size(); ++i) {
      times[i] = std::min(times[i], SecondsOf([&] {
                            const Answer answer = Must(index.Related(queries[i], {.k = 10}));
                            for (const Hit& hit : answer.hits) {
                              error = std::max(error, hit.score.error);
                            }
                          }));
    }
  }
  std::sort(times.begin(), times.end());
  const auto at = [&](size_t percent) { return times[times.size() * percent / 100] * 1e3; };
  if (promise_build) {
    Figure("one source, median, ms", fmt::format("{:.1f}", at(50)));
  } else {
    Promise("one source, median", at(50), "ms", 20);
  }
  Figure("one source, mean and 90th percentile, ms",
         fmt::format("{:.1f} {:.1f}",
                     std::accumulate(times.begin(), times.end(), 0.0) * 1e3 /
                         static_cast<double>(times.size()),
                     at(90)));
  Figure("largest error reported", fmt::format("{:.2g}", error));
}

void BenchGraph(const std::string& source, const std::string& path, bool promise_build) {
  if (!fs::exists(source)) {
    fmt::print("\nSKIPPED: there is no {}\n", source);
    return;
  }
  const std::string name = fs::path(source).parent_path().filename().string();
  Must(Ingest({source}, path, {}).status());
  const Corpus corpus = Must(Corpus::Open(path));
  const Adjacency in = Must(Must(corpus.graph())->In());
  Heading("Cosine SimRank: 60 pairs with in-links, K = 40, c = 0.6, one thread, " + name);
  BenchPairs(in);
  std::fflush(stdout);  // the next may take minutes
  Heading("Cosine SimRank: joins, K = 40, one thread, " + name);
  BenchJoin(in);
  std::fflush(stdout);
  Heading("Cosine SimRank: 200 sources with in-links from stored norms, K = 10, " + name);
  BenchSources(path, in, promise_build);
  std::fflush(stdout);
}

}  // namespace

void BenchCosine(const std::string& data, const std::string& directory) {
  BenchGraph(data + "/cit-hepph/cit-HepPh.txt.zst", directory + "/cosine-cit.akin",
             /*promise_build=*/true);
  BenchGraph(data + "/cnr-2000/cnr-2000.graph", directory + "/cosine-cnr.akin",
             /*promise_build=*/false);
}

}  // namespace akin
