#include "parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "akin/akin.h"
#include "akin/parts.h"
#include "base/random.h"
#include "must.h"
#include "report.h"
#include "two_parts.h"

namespace akin {
namespace {

constexpr size_t kQueries = 500;

double ProcessorSeconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void BenchIndex(const Corpus& corpus, const Index& whole) {
  const uint32_t half = static_cast<uint32_t>(whole.info().shards + 1) / 2;
  const auto parts = std::make_shared<TwoParts>(corpus.path(), whole.info(), half);
  const Index parted = Must(corpus.OpenParted(whole.info().name, parts));
  std::vector<VertexId> queries;
  for (uint64_t i = 0; i < kQueries; ++i) {
    queries.push_back(static_cast<VertexId>(RandomStream(77, 0, 0).Below(i, corpus.vertices())));
  }
  for (const double refine : {0.0, 1.0}) {
    std::vector<unsigned> trips;
    parts->listed = parts->looked_up = 0;
    double of_whole = 1e9;
    double of_parts = 1e9;
    for (int round = 0; round < 3; ++round) {
      double began = ProcessorSeconds();
      for (const VertexId u : queries) Must(whole.Related(u, {.refine = refine}));
      of_whole = std::min(of_whole, ProcessorSeconds() - began);
      began = ProcessorSeconds();
      for (const VertexId u : queries) {
        const auto remote =
            std::make_shared<RemoteQuery>(DeadlineClock::now() + std::chrono::minutes(1));
        Must(parted.Related(u, {.refine = refine, .remote = remote}));
        trips.push_back(remote->round_trips());
      }
      of_parts = std::min(of_parts, ProcessorSeconds() - began);
    }
    const double sum = std::accumulate(trips.begin(), trips.end(), 0.0);
    std::sort(trips.begin(), trips.end());
    const std::string what = fmt::format("{}, effort {}", whole.info().name, refine);
    Figure(what + ": whole", fmt::format("{:.3f} ms of processor", of_whole / kQueries * 1e3));
    Figure(what + ": listed and looked up",
           fmt::format("{:.0f} and {:.0f} a query",
                       static_cast<double>(parts->listed) / (3 * kQueries),
                       static_cast<double>(parts->looked_up) / (3 * kQueries)));
    Promise(what + ": two parts beside the whole", of_parts / of_whole, "times", 1.6);
    Figure(what + ": round trips, mean",
           fmt::format("{:.2f}", sum / static_cast<double>(trips.size())));
    Promise(what + ": round trips of 90%", trips[trips.size() * 9 / 10], "", 2);
  }
}

}  // namespace

void BenchParts(const std::string& path) {
  Heading("Indexes in two parts: " + path);
  const Corpus corpus = Must(Corpus::Open(path));
  for (const IndexInfo& info : Must(corpus.Indexes())) {
    if (HasFingerprints(info.method)) BenchIndex(corpus, Must(corpus.OpenIndex(info.name)));
  }
}

}  // namespace akin
