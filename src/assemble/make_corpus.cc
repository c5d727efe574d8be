#include "assemble/make_corpus.h"

#include <sys/stat.h>

#include <cerrno>
#include <optional>

#include "akin/errors.h"
#include "akin/try.h"
#include "assemble/partial_directory.h"
#include "base/files.h"
#include "base/temporary_names.h"
#include "graph/corpus_files.h"
#include "graph/own_files.h"

namespace akin {
namespace {

Status NotReplaced(const std::string& target, std::string_view why) {
  return Status(Code::kAlreadyExists, why).At({.file = target});
}

// A corpus that is about to be replaced; kAlreadyExists if it is something else. With the lock held
// nothing is built in it, so nothing appears in it that would be lost.
Result<DirectoryLock> LockOldCorpus(const std::string& target) {
  AKIN_TRY_ASSIGN(DirectoryLock lock, DirectoryLock::Take(target));
  const Status known = ReadCorpusManifest(target).status();
  if (!known.ok()) {
    return NotReplaced(target, "is no akin corpus, so it is not replaced: " + known.message());
  }
  AKIN_TRY_ASSIGN(const OwnFiles found, FilesOfCorpus(target));
  AKIN_TRY(CheckNoForeign(target, found));
  return lock;
}

// The lock on what is to be replaced; none if there is nothing.
Result<std::optional<DirectoryLock>> CheckTarget(const std::string& target, bool replace) {
  struct stat info {};
  if (::lstat(target.c_str(), &info) != 0) {
    if (errno == ENOENT) return std::optional<DirectoryLock>();
    return IoError(target, "cannot look at");
  }
  if (!replace) return AlreadyExists(target);
  if (S_ISLNK(info.st_mode)) {
    return NotReplaced(target, "is a symbolic link, so it is not replaced; name what it points to");
  }
  if (!S_ISDIR(info.st_mode)) {
    return NotReplaced(target, "is no akin corpus, so it is not replaced");
  }
  AKIN_TRY_ASSIGN(DirectoryLock lock, LockOldCorpus(target));
  return std::optional(std::move(lock));
}

// For file systems that cannot swap names. A moment passes without a corpus of this name.
Status ReplaceInTwoSteps(const std::string& partial, const std::string& target, std::string& left) {
  AKIN_TRY_ASSIGN(left, TemporaryName(target, kSetAside));
  AKIN_TRY(Files().RenameNew(target, left));
  const Status status = Files().RenameNew(partial, target);
  if (status.ok() || Files().RenameNew(left, target).ok()) return status;
  return status.Adding("; the old corpus is called " + left);
}

// The old corpus, under the name that it has after it was replaced.
struct OldCorpus {
  std::string path;
  OwnFiles files;

  void MoveTo(const std::string& name) {
    for (auto* const paths : {&files.files, &files.directories}) {
      for (std::string& file : *paths) file.replace(0, path.size(), name);
    }
    path = name;
  }
};

// The files are listed before, while a failure to do so changes nothing; the lock on the old corpus
// keeps them as they are.
Result<OldCorpus> Replace(const std::string& partial, const std::string& target) {
  OldCorpus old{.path = target};
  AKIN_TRY_ASSIGN(old.files, FilesOfCorpus(target));
  AKIN_TRY(CheckNoForeign(target, old.files));
  old.MoveTo(partial);
  const Status status = Files().Exchange(partial, target);
  if (status.ok()) return old;
  if (!IsUnsupported(status.system_error())) return status;
  std::string left;
  AKIN_TRY(ReplaceInTwoSteps(partial, target, left));
  old.MoveTo(left);
  return old;
}

}  // namespace

Result<CorpusMaking> CorpusMaking::Begin(const std::string& target_path, bool replace) {
  std::string target = target_path;
  while (target.size() > 1 && target.back() == '/') target.pop_back();
  AKIN_TRY_ASSIGN(std::optional<DirectoryLock> old, CheckTarget(target, replace));
  AKIN_TRY_ASSIGN(auto partial, PartialDirectory::MakeFor(target));
  return CorpusMaking(std::move(target), std::move(old), std::move(partial));
}

Status CorpusMaking::Finish() {
  AKIN_TRY(Files().SyncDirectory(directory()));
  if (!old_) {
    AKIN_TRY(Files().RenameNew(directory(), target_));
    partial_->GiveUpName();
    return Files().SyncDirectory(DirectoryOf(target_));
  }
  AKIN_TRY_ASSIGN(const OldCorpus replaced, Replace(directory(), target_));
  partial_->GiveUpName();
  // The old corpus goes only when no power failure can bring its name back.
  const Status synced = Files().SyncDirectory(DirectoryOf(target_));
  if (!synced.ok()) return synced.Adding("; the old corpus is called " + replaced.path);
  AKIN_TRY(RemoveOwnFiles(replaced.files));
  return Files().SyncDirectory(DirectoryOf(target_));
}

Status MakeCorpus(const std::string& target, bool replace,
                  const std::function<Status(const std::string& directory)>& fill) {
  AKIN_TRY_ASSIGN(CorpusMaking making, CorpusMaking::Begin(target, replace));
  AKIN_TRY(fill(making.directory()));
  return making.Finish();
}

}  // namespace akin
