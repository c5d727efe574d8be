// akin::BuildIndex: one build at a time per index directory, by the chosen method.
#include "akin/build.h"

#include "akin/try.h"
#include "base/files.h"
#include "graph/corpus_files.h"
#include "graph/own_files.h"
#include "index/build_request.h"

namespace akin {

Result<BuildReport> BuildIndex(const std::string& corpus, const BuildOptions& options,
                               const Control& control) {
  AKIN_TRY_ASSIGN(const DirectoryLock corpus_lock, ShareCorpus(corpus));
  AKIN_TRY_ASSIGN(const BuildRequest request, ResolveBuild(corpus, options));
  AKIN_TRY_ASSIGN(const DirectoryLock lock, MakeAndLock({IndexesPath(corpus), request.index}));
  Result<BuildReport> report = HasFingerprints(request.wanted.parameters.method)
                                   ? BuildForests(request, control)
                                   : BuildNumbers(request, control);
  if (!report.ok()) {  // if they are empty
    (void)Files().RemoveDirectory(request.index);
    (void)Files().RemoveDirectory(IndexesPath(corpus));
    return report;
  }
  // What was removed does not come back.
  AKIN_TRY(Files().SyncDirectory(request.index));
  return report;
}

Status RemoveIndex(const std::string& corpus, const std::string& name) {
  AKIN_TRY(CheckIndexName(name));
  const std::string index = IndexPath(corpus, name);
  if (name.empty()) return {};
  AKIN_TRY_ASSIGN(const bool there, Exists(index));
  if (!there) return {};
  AKIN_TRY_ASSIGN(const DirectoryLock corpus_lock, ShareCorpus(corpus));
  const auto lock = DirectoryLock::Take(index);
  if (lock.status().code() == Code::kNotFound) return {};  // somebody else has removed it meanwhile
  AKIN_TRY(lock.status());
  AKIN_TRY_ASSIGN(const OwnFiles found, FilesOfIndex(index));
  AKIN_TRY(CheckNoForeign(index, found));
  AKIN_TRY(RemoveOwnFiles(found));
  (void)Files().RemoveDirectory(IndexesPath(corpus));  // if it is empty
  return {};
}

}  // namespace akin
