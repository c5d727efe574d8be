// A truth of grades given by people: query, key and grade on each line of a file.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "akin/eval.h"
#include "akin/try.h"
#include "eval/judge.h"
#include "eval/truth_lines.h"

namespace akin {

Result<Truth> Truth::FromGrades(const Corpus& corpus, const std::string& path,
                                const Control& control) {
  auto truth = std::make_shared<Impl>();
  truth->kind = Kind::kGrades;
  truth->corpus = corpus;
  KeyFinder finder(corpus, path, truth->report);
  AKIN_TRY(EachLine(path, 3, "query<TAB>key<TAB>grade", control, truth->report,
                    [&](const auto& fields, uint64_t line) -> Result<std::string> {
                      double grade = 0;
                      const char* const end = fields[2].data() + fields[2].size();
                      const auto [parsed, error] = std::from_chars(fields[2].data(), end, grade);
                      if (error != std::errc() || parsed != end || !(grade >= 0) || grade > 1000) {
                        return fmt::format("'{}' is no grade: a number from 0 up", fields[2]);
                      }
                      AKIN_TRY_ASSIGN(const auto query, finder.Find(fields[0], line));
                      AKIN_TRY_ASSIGN(const auto vertex, finder.Find(fields[1], line));
                      if (query && vertex && *query != *vertex) {
                        truth->grades[*query].push_back({.vertex = *vertex, .grade = grade});
                      }
                      return std::string();
                    }));
  for (auto& [query, grades] : truth->grades) {
    const auto by_vertex = [](const Grade& a, const Grade& b) { return a.vertex < b.vertex; };
    std::stable_sort(grades.begin(), grades.end(), by_vertex);
    const auto same = [](const Grade& a, const Grade& b) { return a.vertex == b.vertex; };
    const auto last = std::unique(grades.begin(), grades.end(), same);
    truth->report.repeated += static_cast<uint64_t>(grades.end() - last);
    grades.erase(last, grades.end());
    truth->queries.push_back(query);
  }
  std::sort(truth->queries.begin(), truth->queries.end());
  truth->report.known = truth->queries.size();
  return Truth(std::move(truth));
}

}  // namespace akin
