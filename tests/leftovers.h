// Whether anything temporary was left behind.
#ifndef AKIN_TESTS_LEFTOVERS_H_
#define AKIN_TESTS_LEFTOVERS_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace akin {

inline testing::AssertionResult HasNoLeftovers(const std::string& directory) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    for (const char* ending : {".tmp", ".partial", ".old"}) {
      if (name.ends_with(ending)) {
        return testing::AssertionFailure() << entry.path() << " was left behind";
      }
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace akin

#endif  // AKIN_TESTS_LEFTOVERS_H_
