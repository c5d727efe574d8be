// The directory in which something is made until it is complete.
#ifndef AKIN_SRC_ASSEMBLE_PARTIAL_DIRECTORY_H_
#define AKIN_SRC_ASSEMBLE_PARTIAL_DIRECTORY_H_

#include <memory>
#include <optional>
#include <string>

#include "akin/status.h"
#include "base/files.h"

namespace akin {

// Beside what is made there, with a temporary name (base/temporary_names.h) and a lock. It is
// removed with the object.
class PartialDirectory {
 public:
  // First removes those that killed processes left which were to make the same. kAlreadyExists if
  // another process is making it.
  static Result<std::unique_ptr<PartialDirectory>> MakeFor(const std::string& target);
  ~PartialDirectory();
  PartialDirectory(const PartialDirectory&) = delete;
  PartialDirectory& operator=(const PartialDirectory&) = delete;

  const std::string& path() const { return path_; }
  // Its name belongs to something else by now, which is not removed.
  void GiveUpName() { has_name_ = false; }

 private:
  PartialDirectory() = default;
  std::string path_;
  std::optional<DirectoryLock> lock_;
  bool has_name_ = false;
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_PARTIAL_DIRECTORY_H_
