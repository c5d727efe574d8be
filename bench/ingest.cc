#include "ingest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <vector>

#include "akin/akin.h"
#include "base/mapped_array.h"
#include "base/radix_sort.h"
#include "base/random.h"
#include "must.h"
#include "report.h"
#include "web_text.h"

namespace akin {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kPages = 2'000'000;
constexpr unsigned kLinks = 10;
constexpr double kArcs = double{kPages} * kLinks;
constexpr int kRounds = 3;

// What a run of the program took.
struct Cost {
  double seconds = 1e9;
  double processor = 1e9;  // seconds, user and system, of all threads together
  double peak = 0;         // MiB
};

Cost Run(const std::vector<std::string>& arguments) {
  Cost cost;
  rusage usage{};
  cost.seconds = SecondsOf([&] {
    const pid_t child = fork();
    if (child == 0) {
      std::vector<char*> argv;
      for (const std::string& argument : arguments) {
        argv.push_back(const_cast<char*>(argument.c_str()));
      }
      argv.push_back(nullptr);
      execv(argv[0], argv.data());
      _exit(127);
    }
    int state = 0;
    wait4(child, &state, 0, &usage);
    if (state != 0) Must(Status(Code::kIo, "the program failed"));
  });
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  cost.processor = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  cost.peak = static_cast<double>(usage.ru_maxrss) / 1024;
  return cost;
}

double ProcessorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The floor: reads all bytes of a text, finds its lines, and sorts as many pairs of numbers below
// the number of pages, once and on one thread. The processor time of that, in seconds.
double BareIngest(const std::string& text) {
  HugeArray<uint64_t> pairs(size_t{kPages} * kLinks);
  HugeArray<uint64_t> scratch(pairs.size());
  const RandomStream random(1, 1, 1);
  for (uint64_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = random.Below(2 * i, kPages) << 32 | random.Below(2 * i + 1, kPages);
  }
  std::fill_n(scratch.data(), scratch.size(), 1);
  std::vector<char> buffer(size_t{1} << 18);
  uint64_t lines = 0;
  const double start = ProcessorSeconds();
  const int file = ::open(text.c_str(), O_RDONLY | O_CLOEXEC);
  for (;;) {
    const ssize_t got = ::read(file, buffer.data(), buffer.size());
    if (got <= 0) break;
    const char* const end = buffer.data() + got;
    for (const char* at = buffer.data(); at < end; ++at) {
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(end - at)));
      if (at == nullptr) break;
      ++lines;
    }
  }
  ::close(file);
  RadixSort(pairs.span(), scratch.span());
  const double took = ProcessorSeconds() - start;
  if (lines != pairs.size()) Must(Status(Code::kIo, "the text has other lines than it should"));
  return took;
}

// Rounds of the program and of the floor alternate; the best of each counts.
void Compare(const std::string& what, const std::string& text, const std::string& corpus,
             double most) {
  Cost best;
  double floor = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    fs::remove_all(corpus);
    const Cost cost = Run({AKIN_PROGRAM, "ingest", text, "-o", corpus, "--quiet"});
    best.seconds = std::min(best.seconds, cost.seconds);
    best.processor = std::min(best.processor, cost.processor);
    floor = std::min(floor, BareIngest(text));
  }
  PromiseAtLeast(what, kArcs / best.seconds / 1e6, "M arcs/s", 2);
  Figure(what + ", processor ns an arc", fmt::format("{:.0f}", best.processor / kArcs * 1e9));
  Figure(what + ", floor, processor ns an arc", fmt::format("{:.0f}", floor / kArcs * 1e9));
  Promise(what + ", processor time against the floor", best.processor / floor, "times", most);
}

}  // namespace

void BenchIngest(const std::string& directory) {
  Heading("Ingest: 20 million arcs of a made-up web");
  const std::string text = directory + "/web.tsv";
  WriteWebText(text, kPages, kLinks, /*urls=*/true);
  Compare("URLs", text, directory + "/urls.akin", 9);
  fs::remove_all(directory + "/urls.akin");
  WriteWebText(text, kPages, kLinks);
  Compare("integers", text, directory + "/large.akin", 4);
  const std::string small = directory + "/small.akin";
  const Cost cost = Run({AKIN_PROGRAM, "ingest", text, "-o", small, "--memory", "64M", "--quiet"});
  Promise("peak memory with --memory 64M", cost.peak, "MiB", 128);
  Figure("and processor ns an arc", fmt::format("{:.0f}", cost.processor / kArcs * 1e9));
  fs::remove_all(small);
  fs::remove(text);
}

}  // namespace akin
