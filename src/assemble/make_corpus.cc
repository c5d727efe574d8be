#include "assemble/make_corpus.h"

#include <fmt/format.h>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "graph/corpus_files.h"

namespace akin {
namespace {

Status CheckTarget(const std::string& target, bool replace) {
  AKIN_TRY_ASSIGN(const bool there, Exists(target));
  if (!there) return {};
  if (!replace) return AlreadyExists(target);
  if (ReadCorpusManifest(target).status().code() != Code::kNotOurs) return {};
  return Status(Code::kAlreadyExists, "is no akin corpus, so it is not replaced")
      .At({.file = target});
}

// The name of a corpus until it is complete. One left by a killed process is made anew.
Result<DirectoryLock> MakeEmptyDirectory(const std::string& path) {
  AKIN_TRY(Files().MakeDirectory(path));
  AKIN_TRY_ASSIGN(DirectoryLock lock, DirectoryLock::Take(path));
  AKIN_TRY_ASSIGN(const auto names, NamesIn(path));
  for (const std::string& name : names) AKIN_TRY(Files().RemoveAll(Join(path, name)));
  return lock;
}

Status MoveIntoPlace(const std::string& partial, const std::string& target) {
  AKIN_TRY(Files().SyncDirectory(partial));
  AKIN_TRY_ASSIGN(const bool replaces, Exists(target));
  if (replaces) {
    AKIN_TRY(Files().Exchange(partial, target));
  } else {
    AKIN_TRY(Files().Rename(partial, target));
  }
  return Files().SyncDirectory(DirectoryOf(target));
}

}  // namespace

Status MakeCorpus(const std::string& target_path, bool replace,
                  const std::function<Status(const std::string& directory)>& fill) {
  std::string target = target_path;
  while (target.size() > 1 && target.back() == '/') target.pop_back();
  AKIN_TRY(CheckTarget(target, replace));
  const std::string partial = target + ".partial";
  AKIN_TRY_ASSIGN(const DirectoryLock lock, MakeEmptyDirectory(partial));
  Status status = fill(partial);
  if (status.ok()) status = MoveIntoPlace(partial, target);
  // After a move this name is free, or belongs to the corpus that was replaced.
  (void)Files().RemoveAll(partial);
  return status;
}

}  // namespace akin
