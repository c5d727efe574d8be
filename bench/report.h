// What a benchmark prints: a figure, what it is compared with, and whether the promise is kept.
#ifndef AKIN_BENCH_REPORT_H_
#define AKIN_BENCH_REPORT_H_

#include <chrono>
#include <functional>
#include <string>

namespace akin {

void PrintMachine();
void Heading(const std::string& text);
void Figure(const std::string& what, const std::string& value);
// Prints a figure with a promise, and records if it is broken.
void Promise(const std::string& what, double value, const std::string& unit, double most);
void PromiseAtLeast(const std::string& what, double value, const std::string& unit, double least);
int BrokenPromises();

double SecondsOf(const std::function<void()>& work);

}  // namespace akin

#endif  // AKIN_BENCH_REPORT_H_
