// What a benchmark prints: a figure, what it is measured against, and whether the promise holds.
#ifndef AKIN_BENCH_REPORT_H_
#define AKIN_BENCH_REPORT_H_

#include <chrono>
#include <functional>
#include <string>

namespace akin {

void PrintMachine();
void Heading(const std::string& text);
void Figure(const std::string& what, const std::string& value);
// A figure with a promise; remembered if broken.
void Promise(const std::string& what, double value, const std::string& unit, double most);
void PromiseAtLeast(const std::string& what, double value, const std::string& unit, double least);
int BrokenPromises();

double SecondsOf(const std::function<void()>& work);

}  // namespace akin

#endif  // AKIN_BENCH_REPORT_H_
