#include "report.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

namespace akin {
namespace {

int broken = 0;

void Judge(const std::string& what, double value, const std::string& unit,
           const std::string& promise, bool kept) {
  if (!kept) ++broken;
  fmt::print("  {:<58} {:>10.3f} {:<10} {} {}\n", what, value, unit, promise,
             kept ? "kept" : "NOT KEPT");
}

}  // namespace

void PrintMachine() {
  std::string model = "unknown processor";
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) model = line.substr(line.find(':') + 2);
  }
  double load[3] = {};
  (void)getloadavg(load, 3);
  fmt::print("{}, {} threads, load {:.2f} {:.2f} {:.2f}\n", model,
             std::thread::hardware_concurrency(), load[0], load[1], load[2]);
  if (load[0] > 0.5) fmt::print("the machine is busy: trust ratios, not times\n");
}

void Heading(const std::string& text) { fmt::print("\n{}\n", text); }

void Figure(const std::string& what, const std::string& value) {
  fmt::print("  {:<58} {:>10}\n", what, value);
}

void Promise(const std::string& what, double value, const std::string& unit, double most) {
  Judge(what, value, unit, fmt::format("(promised at most {})", most), value <= most);
}

void PromiseAtLeast(const std::string& what, double value, const std::string& unit, double least) {
  Judge(what, value, unit, fmt::format("(promised at least {})", least), value >= least);
}

int BrokenPromises() { return broken; }

double SecondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace akin
