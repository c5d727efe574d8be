#include "refine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <unordered_map>
#include <vector>

#include "akin/akin.h"
#include "base/random.h"
#include "linear/diagonal.h"
#include "must.h"
#include "report.h"
#include "walked_truth.h"
#include "whole_series.h"

namespace akin {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kBest = 10;
constexpr unsigned kCandidates = 100;  // of the first stage, at effort 1
constexpr double kEqual = 1e-4;
constexpr unsigned kTrueHits = 3'000;  // of an exact measure that are kept
constexpr double kEpsilon = 3e-3;      // of the push; coarser than the default, and precise enough
// Where PSimRank cannot be solved: who may be among the best, by an index with other walks.
constexpr unsigned kTrueFingerprints = 1'000;
constexpr unsigned kTrueCandidates = 200;

struct Question {
  VertexId vertex = 0;
  std::unordered_map<VertexId, double> truth;  // all scores above 0, or those of the best
  double least_of_best = 0;
  size_t wanted = 0;  // kBest, or fewer if fewer score above 0

  void Set(const std::vector<Hit>& hits) {  // best first
    wanted = std::min<size_t>(kBest, hits.size());
    if (wanted > 0) least_of_best = hits[wanted - 1].score.value;
    for (const Hit& hit : hits) truth[hit.vertex] = hit.score.value;
  }
  // How many of the hits are as good as the true best.
  double Right(const std::vector<Hit>& hits) const {
    size_t right = 0;
    for (const Hit& hit : hits) {
      const auto score = truth.find(hit.vertex);
      if (score != truth.end() && score->second >= least_of_best - kEqual) ++right;
    }
    return static_cast<double>(std::min(right, wanted));
  }
};

using TruthOf = std::function<std::vector<Hit>(VertexId)>;
using Ask = std::function<Answer(VertexId, const RelatedOptions&)>;

std::vector<Question> QuestionsWith(const Corpus& corpus, size_t count, const TruthOf& truth) {
  std::vector<Question> questions;
  for (uint64_t i = 0; questions.size() < count && i < 20 * count; ++i) {
    const auto v = static_cast<VertexId>(RandomStream(51, 0, 0).Below(i, corpus.vertices()));
    Question question{.vertex = v};
    question.Set(truth(v));
    if (question.wanted > 0) questions.push_back(std::move(question));
  }
  return questions;
}

struct Promised {
  double precision = 0;
  double milliseconds = 0;  // 0: none
};

// Precision of the first ten at several efforts, with the time of a query at its best of three.
void BenchEfforts(const std::string& what, const Ask& ask, const std::vector<Question>& questions,
                  const Promised& promised) {
  for (const double effort : {0.0, 1.0, 10.0}) {
    double right = 0;
    double found = 0;
    double wanted = 0;
    std::vector<double> times;
    for (const Question& question : questions) {
      Answer answer;
      double best = 1e9;
      for (int round = 0; round < 3; ++round) {
        best = std::min(best, SecondsOf([&] {
                          answer = ask(question.vertex, {.k = kBest, .refine = effort});
                        }));
      }
      times.push_back(best * 1e3);
      right += question.Right(answer.hits);
      wanted += static_cast<double>(question.wanted);
      if (effort != 1) continue;
      found += question.Right(ask(question.vertex, {.k = kCandidates}).hits);
    }
    std::sort(times.begin(), times.end());
    const std::string prefix = fmt::format("{}, effort {}: ", what, effort);
    const double precision = right / wanted;
    const double median = times[times.size() / 2];
    Figure(prefix + "ms, median and 95%",
           fmt::format("{:.2f} {:.2f}", median, times[times.size() * 95 / 100]));
    if (effort != 1) {
      Figure(prefix + "precision of the first ten", fmt::format("{:.3f}", precision));
      continue;
    }
    Figure(prefix + "recall of candidates", fmt::format("{:.3f}", found / wanted));
    PromiseAtLeast(prefix + "precision of the first ten", precision, "", promised.precision);
    if (promised.milliseconds > 0) {
      Promise(prefix + "median", median, "ms", promised.milliseconds);
    }
  }
  std::fflush(stdout);
}

TruthOf Exactly(const Corpus& corpus, const ExactOptions& exact) {
  return [corpus, exact](VertexId v) {
    return Must(ExactRelated(corpus, v, exact, {.k = kTrueHits}, {.memory = uint64_t{8} << 30}))
        .hits;
  };
}

// One solution for all questions.
TruthOf Solved(const Corpus& corpus, const ExactOptions& exact) {
  const Asker asker = Must(Asker::Create(corpus, {.exact = exact}));
  auto rows = std::make_shared<std::vector<std::vector<Hit>>>();
  Must(asker.RelatedEach(corpus.AllVertices(), {.k = kTrueHits},
                         [&](size_t, Result<Answer> answer) -> Status {
                           rows->push_back(Must(std::move(answer)).hits);
                           return {};
                         },
                         {.memory = uint64_t{8} << 30}));
  return [rows](VertexId v) { return (*rows)[v]; };
}

Ask By(const Corpus& corpus, const std::string& index) {
  const Asker asker = Must(Asker::Create(Must(Corpus::Open(corpus.path())), {.index = index}));
  return [asker](VertexId v, const RelatedOptions& options) {
    return Must(asker.Related(v, options));
  };
}

Ask Built(const Corpus& corpus, BuildOptions options) {
  options.replace = true;
  return By(corpus, Must(BuildIndex(corpus.path(), options, {.memory = uint64_t{4} << 30})).name);
}

// The weighted sum of two truths, which know all scores that matter.
TruthOf Mixed(double weight, const TruthOf& first, const TruthOf& second) {
  return [=](VertexId v) {
    std::unordered_map<VertexId, double> sums;
    for (const Hit& hit : first(v)) sums[hit.vertex] += weight * hit.score.value;
    for (const Hit& hit : second(v)) sums[hit.vertex] += (1 - weight) * hit.score.value;
    std::vector<Hit> hits;
    for (const auto& [vertex, sum] : sums) {
      hits.push_back({.vertex = vertex, .score = {.value = sum}});
    }
    std::sort(hits.begin(), hits.end(),
              [](const Hit& a, const Hit& b) { return a.score.value > b.score.value; });
    return hits;
  };
}

void BenchSmall(const std::string& source, const std::string& path) {
  if (!fs::exists(source)) {
    fmt::print("\nSKIPPED: there is no {}\n", source);
    return;
  }
  Heading("Closer looks: 200 random queries, one thread, " + fs::path(path).stem().string());
  Must(Ingest({source}, path, {.replace = true}).status());
  const Corpus corpus = Must(Corpus::Open(path));
  Built(corpus, {.method = Method::kPush, .epsilon = kEpsilon});
  BenchEfforts("simrank, N = 100", Built(corpus, {.fingerprints = 100}),
               QuestionsWith(corpus, 200, Solved(corpus, {.iterations = 30})),
               {.precision = 0.95, .milliseconds = 2});
  const TruthOf psimrank = Solved(corpus, {.measure = Measure::kPSimRank, .iterations = 10});
  const TruthOf xjaccard = Exactly(corpus, {.measure = Measure::kXJaccard});
  BenchEfforts("psimrank, N = 400",
               Built(corpus, {.measure = Measure::kPSimRank, .fingerprints = 400}),
               QuestionsWith(corpus, 200, psimrank), {.precision = 0.9});
  BenchEfforts("xjaccard, N = 100",
               Built(corpus, {.measure = Measure::kXJaccard, .fingerprints = 100}),
               QuestionsWith(corpus, 100, xjaccard), {.precision = 0.9});
  if (!corpus.has_pages()) {
    Built(corpus, {.measure = Measure::kPSimRank, .fingerprints = 200, .name = "fewer"});
    BenchEfforts("recipe of links", By(corpus, "fewer=0.8,xjaccard=0.2"),
                 QuestionsWith(corpus, 100, Mixed(0.8, psimrank, xjaccard)), {.precision = 0.9});
    return;
  }
  Must(BuildBags(path, {.name = "text", .replace = true}).status());
  const TruthOf text = Exactly(corpus, {.measure = Measure::kText, .bags = "text"});
  BenchEfforts("text, N = 400",
               Built(corpus, {.measure = Measure::kText, .fingerprints = 400, .bags = "text"}),
               QuestionsWith(corpus, 200, text), {.precision = 0.95, .milliseconds = 2});
  BenchEfforts("recipe of pages", By(corpus, "psimrank=0.5,text=0.5"),
               QuestionsWith(corpus, 200, Mixed(0.5, psimrank, text)), {.precision = 0.9});
}

void BenchWalkedTruth(const Corpus& corpus, const Adjacency& in) {
  const Ask many = Built(corpus, {.measure = Measure::kPSimRank,
                                  .fingerprints = kTrueFingerprints,
                                  .seed = 99,
                                  .name = "truth"});
  const IndexInfo info = Must(corpus.OpenIndex("truth")).info();
  const TruthOf walks = [&](VertexId u) {
    return WalkedTruth(in, u, many(u, {.k = kTrueCandidates}).hits,
                       {.decay = info.decay, .length = info.length, .k = kBest, .seed = u});
  };
  const std::vector<Question> questions = QuestionsWith(corpus, 50, walks);
  BenchEfforts("psimrank, N = 400 (truth: half a million other walks)",
               Built(corpus, {.measure = Measure::kPSimRank, .fingerprints = 400}), questions,
               {.precision = 0.9});
}

void BenchLarge(const std::string& source, const std::string& path) {
  if (!fs::exists(source)) {
    fmt::print("\nSKIPPED: there is no {}\n", source);
    return;
  }
  Heading("Closer looks: 50 random queries, one thread, " + fs::path(path).stem().string());
  Must(Ingest({source}, path, {.replace = true}).status());
  const Corpus corpus = Must(Corpus::Open(path));
  const Adjacency in = Must(corpus.InLinks());
  const Adjacency out = Must(corpus.OutLinks());
  const Diagonal diagonal =
      Must(SolveDiagonal(in, out, {.decay = 0.6, .error = 5e-5}, {.memory = uint64_t{8} << 30}));
  const TruthOf series = [&](VertexId u) {
    const std::vector<double> scores = WholeSeries(in, diagonal.values, 0.6, u);
    std::vector<Hit> hits;
    for (VertexId v = 0; v < scores.size(); ++v) {
      if (v != u && scores[v] > kEqual)
        hits.push_back({.vertex = v, .score = {.value = scores[v]}});
    }
    std::sort(hits.begin(), hits.end(),
              [](const Hit& a, const Hit& b) { return a.score.value > b.score.value; });
    return hits;
  };
  Built(corpus, {.method = Method::kPush, .epsilon = kEpsilon});
  BenchEfforts("simrank, N = 100", Built(corpus, {.fingerprints = 100}),
               QuestionsWith(corpus, 50, series), {.precision = 0.95, .milliseconds = 2});
  BenchWalkedTruth(corpus, in);
}

}  // namespace

void BenchRefine(const std::string& data, const std::string& directory) {
  BenchSmall(data + "/cora/cora.edges", directory + "/cora.akin");
  const std::string archive = data + "/wikispeedia/html.tar.zst";
  const std::string pages = directory + "/wikispeedia";
  if (fs::exists(archive)) {
    fs::create_directories(pages);
    const std::string unpack = fmt::format("tar -C '{}' --zstd -xf '{}'", pages, archive);
    if (std::system(unpack.c_str()) != 0) fs::remove_all(pages);
  }
  BenchSmall(pages, directory + "/wikispeedia.akin");
  BenchSmall("/usr/share/cppreference/doc/html/en", directory + "/cppreference.akin");
  BenchLarge(data + "/cnr-2000/cnr-2000.graph", directory + "/cnr-2000.akin");
}

}  // namespace akin
