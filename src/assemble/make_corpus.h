// A corpus appears in one step: it is made under a temporary name and moved into place when
// everything in it is complete and synced (docs/formats/corpus.md).
#ifndef AKIN_SRC_ASSEMBLE_MAKE_CORPUS_H_
#define AKIN_SRC_ASSEMBLE_MAKE_CORPUS_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "akin/status.h"
#include "assemble/partial_directory.h"
#include "base/files.h"

namespace akin {

// A corpus in the making. If it is not finished, nothing is left behind.
class CorpusMaking {
 public:
  // It is an error if `target` exists, unless it is a corpus and `replace` is set: then it is
  // replaced in the end, and nothing is built in it until then.
  static Result<CorpusMaking> Begin(const std::string& target, bool replace);
  // An empty directory for the files.
  const std::string& directory() const { return partial_->path(); }
  // Syncs the directory, and renames it to the target.
  Status Finish();

 private:
  CorpusMaking(std::string target, std::optional<DirectoryLock> old,
               std::unique_ptr<PartialDirectory> partial)
      : target_(std::move(target)), old_(std::move(old)), partial_(std::move(partial)) {}

  std::string target_;
  std::optional<DirectoryLock> old_;  // on the corpus that is to be replaced
  std::unique_ptr<PartialDirectory> partial_;
};

// Begins, calls fill(directory) and finishes.
Status MakeCorpus(const std::string& target, bool replace,
                  const std::function<Status(const std::string& directory)>& fill);

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_MAKE_CORPUS_H_
