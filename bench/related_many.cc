#include "related_many.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <random>
#include <thread>
#include <vector>

#include "akin/akin.h"
#include "must.h"
#include "report.h"

namespace akin {
namespace {

using Clock = std::chrono::steady_clock;

// The 99th percentile of single queries in ms, waiting included, while a thread on every core
// answers. They come at random times, `rate` of them per second; all at once if it is 0, and then
// none waits.
double TailOfSingle(const Asker& asker, const std::vector<VertexId>& vertices, double rate) {
  std::mt19937_64 random(1);
  std::exponential_distribution<double> gap(rate > 0 ? rate : 1);
  std::vector<double> comes(vertices.size());
  for (size_t n = 1; n < comes.size() && rate > 0; ++n) comes[n] = comes[n - 1] + gap(random);
  const Clock::time_point begin = Clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  std::vector<double> times(vertices.size());
  std::atomic<size_t> next = 0;
  {
    std::vector<std::jthread> answering;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
      answering.emplace_back([&] {
        for (size_t n = next++; n < vertices.size(); n = next++) {
          std::this_thread::sleep_for(std::chrono::duration<double>(comes[n] - passed()));
          const double from = rate > 0 ? comes[n] : passed();
          Must(asker.Related(vertices[n], {.k = 10}, {.threads = 1}).status());
          times[n] = passed() - from;
        }
      });
    }
  }
  std::sort(times.begin(), times.end());
  return times[times.size() * 99 / 100] * 1e3;
}

}  // namespace

void TimeRelatedMany(const std::string& path, const std::string& queries) {
  std::ifstream file(queries);
  std::vector<VertexId> vertices;
  for (VertexId vertex = 0; file >> vertex;) vertices.push_back(vertex);
  const Asker asker = Must(Asker::Create(Must(Corpus::Open(path)), {}));
  const auto ask = [&] { Must(asker.RelatedMany(vertices, {.k = 10}).status()); };
  ask();
  const double seconds = SecondsOf(ask);
  const double rate = 0.8 * static_cast<double>(vertices.size()) / seconds;
  fmt::print("{} {} {}\n", seconds, TailOfSingle(asker, vertices, 0),
             TailOfSingle(asker, vertices, rate));
}

}  // namespace akin
