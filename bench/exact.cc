#include "exact.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include "akin/akin.h"
#include "base/mapped_array.h"
#include "exact/needed.h"
#include "exact/simrank.h"
#include "graph/graph.h"
#include "must.h"
#include "report.h"

namespace akin {
namespace {

namespace fs = std::filesystem;

constexpr IterationOptions kOptions{.decay = 0.6, .iterations = 10};
constexpr uint64_t kMemory = uint64_t{16} << 30;

// STREAM's triad on all threads, a = b + s c over 512 MiB each: bytes per second, best of five.
double TriadBandwidth() {
  constexpr size_t kCount = size_t{1} << 26;
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  HugeArray<double> a(kCount);
  HugeArray<double> b(kCount);
  HugeArray<double> c(kCount);
  for (auto* array : {&a, &b, &c}) std::fill_n(array->data(), kCount, 1.0);  // maps the memory
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    const double seconds = SecondsOf([&] {
      std::vector<std::jthread> workers;
      for (unsigned t = 0; t < threads; ++t) {
        workers.emplace_back([&, t] {
          for (size_t i = kCount / threads * t; i < kCount / threads * (t + 1); ++i) {
            a[i] = b[i] + 3.0 * c[i];
          }
        });
      }
    });
    best = std::max(best, 3.0 * sizeof(double) * kCount / seconds);
  }
  return best;
}

// The bytes that the stages must read and write: stage 1 the rows of the level below and of this
// one, stage 2 the columns likewise.
struct BytesToMove {
  double least = 0;  // leaving out what the next level does not need, and the identity of the first
  double whole = 0;  // the whole matrix, twice read and twice written, in every iteration
};

BytesToMove BytesOf(const Adjacency& in) {
  std::vector<VertexId> all(in.vertices());
  std::iota(all.begin(), all.end(), VertexId{0});
  const Recurrence recurrence = SimRankRecurrence(in, kOptions);
  const Needed needed = Must(Needed::Behind(recurrence, all, "", {}));
  BytesToMove bytes;
  for (int level = 1; level <= kOptions.iterations; ++level) {
    const auto below = static_cast<double>(needed.At(level - 1).size());
    const auto here = static_cast<double>(needed.At(level).size());
    bytes.least += sizeof(double) * (below * below + 2 * here * below + here * here);
    const auto most = static_cast<double>(needed.widest());
    bytes.whole += sizeof(double) * 4 * most * most;
  }
  return bytes;
}

// Of the process so far, in seconds summed over all threads.
struct CpuTime {
  double user = 0;
  double system = 0;  // mostly mapping memory

  static CpuTime Now() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return {.user = seconds(usage.ru_utime), .system = seconds(usage.ru_stime)};
  }
};

void BenchAllPairs(const std::string& path, double least_share) {
  const Corpus corpus = Must(Corpus::Open(path));
  const Graph* graph = Must(corpus.graph());
  const Adjacency in = Must(graph->In());
  double bandwidth = 0;
  double best = 1e9;
  for (int round = 0; round < 3; ++round) {
    bandwidth = std::max(bandwidth, TriadBandwidth());
    const CpuTime before = CpuTime::Now();
    const double seconds =
        SecondsOf([&] { Must(SimRankAllPairs(in, kOptions, {.memory = kMemory}).status()); });
    const CpuTime after = CpuTime::Now();
    Figure(fmt::format("round {}: seconds; of all threads, user, system", round + 1),
           fmt::format("{:.2f}; {:.2f}, {:.2f}", seconds, after.user - before.user,
                       after.system - before.system));
    best = std::min(best, seconds);
  }
  const BytesToMove bytes = BytesOf(in);
  Figure("vertices", fmt::format("{}", in.vertices()));
  Figure("all pairs, 10 iterations, best of three, s", fmt::format("{:.2f}", best));
  Figure("bandwidth of triad, GB/s", fmt::format("{:.2f}", bandwidth / 1e9));
  const auto print = [&](const char* what, double moved) {
    Figure(what, fmt::format("{:.1f} GB, {:.2f} GB/s", moved / 1e9, moved / best / 1e9));
  };
  print("moved, and how fast", bytes.least);
  print("the same if every stage took the whole matrix", bytes.whole);
  Figure("share of the bandwidth by what was moved",
         fmt::format("{:.3f}", bytes.least / best / bandwidth));
  const double share = bytes.whole / best / bandwidth;
  if (least_share > 0) {
    PromiseAtLeast("share of the bandwidth by whole matrices", share, "", least_share);
  } else {
    Figure("share of the bandwidth by whole matrices", fmt::format("{:.3f}", share));
  }
}

// The first line that a command prints; empty if it fails.
std::string FirstLineOf(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  char line[256] = "";
  if (pipe == nullptr || std::fgets(line, sizeof(line), pipe.get()) == nullptr) return "";
  return line;
}

// networkx on the arcs among the first vertices of a graph: seconds for the same number of
// iterations.
constexpr const char* kNetworkx = R"(
import sys, time, networkx as nx
graph = nx.read_edgelist(sys.argv[1], create_using=nx.DiGraph)
start = time.perf_counter()
try:
    nx.simrank_similarity(graph, importance_factor=0.6, max_iterations=10, tolerance=0)
except nx.ExceededMaxIterations:
    pass
print(time.perf_counter() - start, graph.number_of_nodes())
)";

void BenchNetworkx(const std::string& path, const std::string& directory) {
  if (FirstLineOf("/usr/bin/python3 -c 'import networkx; print(1)' 2>/dev/null").empty()) {
    fmt::print("  SKIPPED: no python3-networkx\n");
    return;
  }
  constexpr VertexId kVertices = 1500;
  const Corpus corpus = Must(Corpus::Open(path));
  const Adjacency out = Must(Must(corpus.graph())->Out());
  const std::string edges = directory + "/some.tsv";
  {
    std::ofstream file(edges);
    for (VertexId v = 0; v < std::min(kVertices, out.vertices()); ++v) {
      for (const VertexId to : out[v]) {
        if (to < kVertices) file << v << '\t' << to << '\n';
      }
    }
  }
  const std::string script = directory + "/simrank.py";
  std::ofstream(script) << kNetworkx;
  const std::string printed =
      FirstLineOf(fmt::format("/usr/bin/python3 {} {} 2>/dev/null", script, edges));
  double theirs = 0;
  unsigned vertices = 0;
  if (std::sscanf(printed.c_str(), "%lf %u", &theirs, &vertices) != 2) {
    fmt::print("  SKIPPED: networkx failed\n");
    return;
  }
  const std::string target = directory + "/some.akin";
  Must(Ingest({edges}, target, {.replace = true}).status());
  const Corpus some = Must(Corpus::Open(target));
  const Adjacency in = Must(Must(some.graph())->In());
  double ours = 1e9;
  for (int round = 0; round < 3; ++round) {
    ours = std::min(ours, SecondsOf([&] { Must(SimRankAllPairs(in, kOptions, {}).status()); }));
  }
  Figure("vertices", fmt::format("{}", vertices));
  Figure("networkx, s", fmt::format("{:.3f}", theirs));
  Figure("akin, s", fmt::format("{:.4f}", ours));
  Figure("times as fast", fmt::format("{:.0f}", theirs / ours));
}

}  // namespace

void BenchExact(const std::string& data, const std::string& directory) {
  struct Source {
    const char* name;
    const char* file;
    double least_share;
  };
  for (const Source& source : {Source{"wiki-vote", "/wiki-vote/wiki-Vote.txt", 0},
                               Source{"cit-hepph", "/cit-hepph/cit-HepPh.txt.zst", 0.4}}) {
    const std::string links = data + source.file;
    if (!fs::exists(links)) {
      fmt::print("\nSKIPPED: {}, there is no {}\n", source.name, links);
      continue;
    }
    const std::string corpus = fmt::format("{}/{}.akin", directory, source.name);
    Must(Ingest({links}, corpus, {}).status());
    Heading(fmt::format("Exact: SimRank of all pairs, c = 0.6, 10 iterations, {}", source.name));
    BenchAllPairs(corpus, source.least_share);
    Heading(fmt::format("Exact: beside networkx, the first 1,500 vertices of {}", source.name));
    BenchNetworkx(corpus, directory);
  }
}

}  // namespace akin
