// Paths to files outside a test's own directory. Compiled into one small file, so that tests in
// another clone are the same to a compiler cache.
#ifndef AKIN_TESTS_PATHS_H_
#define AKIN_TESTS_PATHS_H_

#include <string>

namespace akin {

std::string ProgramPath();
// A library to preload that makes single calls of the program fail (faults/fault_shim.cc).
std::string FaultShimPath();
// The path of a file of the repository: "docs/measures.md".
std::string SourceFile(const std::string& name);
// The path of a real data set: "wiki-vote/wiki-Vote.txt" in AKIN_DATA or, if that is not set, in
// ../shared/data from the repository.
std::string DataFile(const std::string& name);
// Whether that file exists; if not, prints that a test is skipped.
bool HasData(const std::string& name);

}  // namespace akin

#define AKIN_SKIP_WITHOUT_DATA(name) \
  if (!akin::HasData(name)) GTEST_SKIP() << "no " << akin::DataFile(name)

#endif  // AKIN_TESTS_PATHS_H_
