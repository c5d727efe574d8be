// A temporary directory for a test, removed with everything in it.
#ifndef AKIN_TESTS_TEMP_DIR_H_
#define AKIN_TESTS_TEMP_DIR_H_

#include <stdlib.h>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "base/files.h"
#include "faulty_files.h"

namespace akin {

// While one exists, nothing that this process writes is synced: no file of a test has to survive a
// power failure, and tests would mostly wait for the disk. A test of syncing says so with a
// ScopedFileLayer of its own.
class TempDir {
 public:
  TempDir() : path_((std::filesystem::temp_directory_path() / "akin-test-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary directory");
    if (&Files() == &PosixFiles()) unsynced_.emplace(UnsyncedFiles());
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
  static FileLayer& UnsyncedFiles() {
    static FaultyFiles files;
    return files;
  }

  std::string path_;
  std::optional<ScopedFileLayer> unsynced_;
};

}  // namespace akin

#endif  // AKIN_TESTS_TEMP_DIR_H_
