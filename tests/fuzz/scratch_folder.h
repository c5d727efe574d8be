// A folder for the files that a fuzzer writes to have them read. In memory if there is such a file
// system: a fuzzer writes tens of thousands of files a second.
#ifndef AKIN_TESTS_FUZZ_SCRATCH_FOLDER_H_
#define AKIN_TESTS_FUZZ_SCRATCH_FOLDER_H_

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "fuzz/require.h"

namespace akin {

class ScratchFolder {
 public:
  ScratchFolder() {
    const bool memory = ::access("/dev/shm", W_OK) == 0;
    path_ = memory ? "/dev/shm" : std::filesystem::temp_directory_path().string();
    path_ += "/akin-fuzz-XXXXXX";
    Require(::mkdtemp(path_.data()) != nullptr, "a folder can be made");
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

  // Replaces the file; returns its path.
  std::string Write(std::string_view name, std::string_view bytes) const {
    const std::string file = path_ + "/" + std::string(name);
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    Require(fd >= 0, "a file can be made");
    const bool written =
        ::pwrite(fd, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()) &&
        ::ftruncate(fd, static_cast<off_t>(bytes.size())) == 0;
    Require(written, "a file can be written");
    ::close(fd);
    return file;
  }

 private:
  std::string path_;
};

}  // namespace akin

#endif  // AKIN_TESTS_FUZZ_SCRATCH_FOLDER_H_
