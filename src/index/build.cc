// akin::BuildIndex: one build at a time per index directory, by the chosen method; or several that
// build some shards each.
#include "akin/build.h"

#include "akin/try.h"
#include "base/files.h"
#include "graph/corpus_files.h"
#include "graph/own_files.h"
#include "index/build_request.h"

namespace akin {
namespace {

Result<BuildReport> BuildLocked(const BuildRequest& request, bool finish, const Control& control) {
  if (!HasFingerprints(request.wanted.parameters.method)) return BuildNumbers(request, control);
  if (finish) return FinishForests(request, control);
  return request.shards.empty() ? BuildForests(request, control)
                                : BuildSomeShards(request, control);
}

}  // namespace

Result<BuildReport> BuildIndex(const std::string& corpus, const BuildOptions& options,
                               const Control& control) {
  AKIN_TRY_ASSIGN(const DirectoryLock corpus_lock, ShareCorpus(corpus));
  AKIN_TRY_ASSIGN(const BuildRequest request, ResolveBuild(corpus, options));
  const auto kind =
      request.shards.empty() ? DirectoryLock::Kind::kExclusive : DirectoryLock::Kind::kShared;
  AKIN_TRY_ASSIGN(DirectoryLock lock, MakeAndLock({IndexesPath(corpus), request.index}, kind));
  Result<BuildReport> report = BuildLocked(request, options.finish, control);
  if (!report.ok()) {
    // If they are empty. Others that build shards may not have written any yet.
    if (!lock.BecomeExclusive()) return report;
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
