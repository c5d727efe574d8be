// A directory of its own for a test, removed with everything in it.
#ifndef AKIN_TESTS_TEMP_DIR_H_
#define AKIN_TESTS_TEMP_DIR_H_

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace akin {

class TempDir {
 public:
  TempDir() : path_((std::filesystem::temp_directory_path() / "akin-test-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary directory");
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const {
    std::string joined = path_;
    joined += '/';
    joined += name;
    return joined;
  }

 private:
  std::string path_;
};

}  // namespace akin

#endif  // AKIN_TESTS_TEMP_DIR_H_
