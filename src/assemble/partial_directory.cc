#include "assemble/partial_directory.h"

#include <cerrno>
#include <utility>

#include "akin/try.h"
#include "base/temporary_names.h"
#include "graph/own_files.h"

namespace akin {
namespace {

// What killed processes left that were to make this, or to remove the corpus that it replaced.
// Directories with anything else in them stay as they are.
Status RemoveStale(const std::string& target) {
  const auto paths = TemporariesOf(target, kTemporaryDirectory);
  if (paths.status().system_error() == EACCES) return {};  // one may write there, but not look
  if (!paths.ok()) return paths.status();
  for (const std::string& path : *paths) {
    const auto lock = DirectoryLock::Take(path);
    if (!lock.ok() && lock.status().code() == Code::kAlreadyExists) {
      return Status(Code::kAlreadyExists, "another process is making it; wait for it")
          .At({.file = target});
    }
    if (!lock.ok()) continue;
    for (const auto files_of : {FilesOfCorpus, FilesOfSplit}) {
      const auto found = files_of(path);
      if (!found.ok() || !found->foreign.empty()) continue;
      AKIN_TRY(RemoveOwnFiles(*found));
      break;
    }
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<PartialDirectory>> PartialDirectory::MakeFor(const std::string& target) {
  AKIN_TRY(RemoveStale(target));
  constexpr int kMostAttempts = 100;
  for (int attempt = 1;; ++attempt) {
    std::unique_ptr<PartialDirectory> made(new PartialDirectory);
    AKIN_TRY_ASSIGN(made->path_, Files().MakeDirectoryBeside(target));
    made->has_name_ = true;
    auto lock = DirectoryLock::Take(made->path_);
    if (lock.ok()) {
      made->lock_ = *std::move(lock);
      return made;
    }
    // Another process may have taken it for one that was left behind.
    const Code code = lock.status().code();
    const bool taken = code == Code::kNotFound || code == Code::kAlreadyExists;
    if (!taken || attempt == kMostAttempts) return lock.status();
  }
}

PartialDirectory::~PartialDirectory() {
  if (!has_name_) return;
  RemoveQuietly(path_);
  lock_.reset();  // it may hold the descriptor that listing the directory takes
  RemoveQuietly(path_);
}

}  // namespace akin
