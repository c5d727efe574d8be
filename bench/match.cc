#include "match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <vector>

#include "akin/akin.h"
#include "base/random.h"
#include "graph/graph.h"
#include "must.h"
#include "report.h"
#include "sample/forest_fire.h"

namespace akin {
namespace {

namespace fs = std::filesystem;

constexpr VertexId kSample = 30;
constexpr unsigned kTerms = 40;

// The links among some vertices, as a corpus.
void WritePart(const Adjacency& out, std::vector<VertexId> some, const std::string& file,
               const std::string& corpus) {
  std::sort(some.begin(), some.end());
  std::vector<std::pair<size_t, size_t>> arcs;
  for (size_t i = 0; i < some.size(); ++i) {
    for (const VertexId to : out[some[i]]) {
      const auto found = std::lower_bound(some.begin(), some.end(), to);
      if (found != some.end() && *found == to) arcs.emplace_back(i, found - some.begin());
    }
  }
  {
    std::ofstream text(file);
    text << "%%MatrixMarket matrix coordinate pattern general\n";
    text << some.size() << ' ' << some.size() << ' ' << arcs.size() << '\n';
    for (const auto& [from, to] : arcs) text << from + 1 << ' ' << to + 1 << '\n';
  }
  Must(Ingest({file}, corpus, {}).status());
}

struct Matched {
  double seconds = 1e9;  // the best of three rounds
  std::vector<double> scores;
};

Matched MeasureMatch(const Corpus& left_corpus, const Corpus& right_corpus,
                     const std::vector<VertexId>& left, const MatchOptions& options) {
  std::vector<VertexId> right(right_corpus.vertices());
  std::iota(right.begin(), right.end(), VertexId{0});
  Matched matched;
  for (int round = 0; round < 3; ++round) {
    matched.scores.clear();
    const auto sink = [&](VertexId, const std::vector<Hit>& hits) {
      const size_t row = matched.scores.size();
      matched.scores.resize(row + right.size());
      for (const Hit& hit : hits) matched.scores[row + hit.vertex] = hit.score.value;
      return Status();
    };
    const double seconds = SecondsOf([&] {
      Must(Match(left_corpus, right_corpus, left, right, options, sink, {.threads = 1}));
    });
    matched.seconds = std::min(matched.seconds, seconds);
  }
  return matched;
}

void Compare(const Corpus& whole, const Corpus& part, const std::vector<VertexId>& left,
             double decay, const std::vector<unsigned>& dimensions, unsigned promised) {
  const MatchOptions plain{.decay = decay, .iterations = kTerms};
  const Matched exact = MeasureMatch(whole, part, left, plain);
  const auto each = [&](const Matched& matched) {
    return matched.seconds * 1e6 / static_cast<double>(left.size());
  };
  Figure(fmt::format("c = {}, GSR#: us per left vertex", decay),
         fmt::format("{:.0f}", each(exact)));
  for (const unsigned m : dimensions) {
    MatchOptions options = plain;
    options.krylov = m;
    const Matched krylov = MeasureMatch(whole, part, left, options);
    double largest = 0;
    double sum = 0;
    for (size_t i = 0; i < exact.scores.size(); ++i) {
      const double error = std::abs(exact.scores[i] - krylov.scores[i]);
      largest = std::max(largest, error);
      sum += error;
    }
    const auto name = [&](const char* what) {
      return fmt::format("c = {}, AGSR#, m = {}: {}", decay, m, what);
    };
    const double gain = exact.seconds / krylov.seconds;
    Figure(name("us per left vertex; mean error"),
           fmt::format("{:.0f}; {:.6f}", each(krylov),
                       sum / static_cast<double>(exact.scores.size())));
    if (m == promised) {
      PromiseAtLeast(name("times as fast as GSR#"), gain, "times", 5);
      Promise(name("largest error"), largest, "", 1e-2);
    } else {
      Figure(name("times as fast; largest error"), fmt::format("{:.2f}; {:.6f}", gain, largest));
    }
  }
}

}  // namespace

void BenchMatch(const std::string& data, const std::string& directory) {
  const std::string edges = data + "/cond-mat/cond-mat.edges.tsv";
  if (!fs::exists(edges)) {
    fmt::print("\nSKIPPED: cond-mat, there is no {}\n", edges);
    return;
  }
  Heading(
      "Matching: 1,000 vertices of cond-mat with a forest-fire sample of 30, K = 40, one thread");
  const std::string whole_path = directory + "/cond-mat.akin";
  Must(Ingest({edges}, whole_path, {.undirected = true, .ignore_weights = true}).status());
  const Corpus whole = Must(Corpus::Open(whole_path));
  const Adjacency out = Must(Must(whole.graph())->Out());
  const std::string part_path = directory + "/cond-mat-sample.akin";
  WritePart(out, ForestFire(out, {.vertices = kSample}), directory + "/sample.mtx", part_path);
  const Corpus part = Must(Corpus::Open(part_path));
  std::vector<VertexId> left(whole.vertices());
  std::iota(left.begin(), left.end(), VertexId{0});
  const RandomStream order(30, 0, 0);
  std::sort(left.begin(), left.end(),
            [&](VertexId a, VertexId b) { return order.At(a) < order.At(b); });
  left.resize(std::min<size_t>(left.size(), 1000));
  Figure("vertices and arcs", fmt::format("{} {}", whole.vertices(), whole.arcs()));
  Figure("of the sample", fmt::format("{} {}", part.vertices(), part.arcs()));
  Compare(whole, part, left, 0.6, {4, 5, 6, 8, 15}, 5);
  Compare(whole, part, left, 0.8, {5, 8, 10, 15}, 0);
}

}  // namespace akin
