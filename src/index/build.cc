// akin::BuildIndex: one build at a time per index directory, by the chosen method.
#include "akin/build.h"

#include <filesystem>

#include "akin/try.h"
#include "base/files.h"
#include "graph/corpus_files.h"
#include "index/build_request.h"

namespace akin {

Result<BuildReport> BuildIndex(const std::string& corpus, const BuildOptions& options,
                               const Control& control) {
  AKIN_TRY_ASSIGN(const BuildRequest request, ResolveBuild(corpus, options));
  AKIN_TRY(Files().MakeDirectory(IndexesPath(corpus)));
  AKIN_TRY(Files().MakeDirectory(request.index));
  AKIN_TRY_ASSIGN(const DirectoryLock lock, DirectoryLock::Take(request.index));
  Result<BuildReport> report = HasFingerprints(request.wanted.parameters.method)
                                   ? BuildForests(request, control)
                                   : BuildNumbers(request, control);
  if (!report.ok()) {  // removes directories that are empty
    std::error_code ignored;
    std::filesystem::remove(request.index, ignored);
    std::filesystem::remove(IndexesPath(corpus), ignored);
  }
  return report;
}

Status RemoveIndex(const std::string& corpus, const std::string& name) {
  AKIN_TRY(CheckIndexName(name));
  const std::string index = IndexPath(corpus, name);
  if (name.empty()) return {};
  AKIN_TRY_ASSIGN(const bool there, IsDirectory(index));
  if (!there) return {};
  {
    AKIN_TRY_ASSIGN(const DirectoryLock lock, DirectoryLock::Take(index));
    AKIN_TRY(Files().RemoveAll(index));
  }
  std::error_code not_empty;
  std::filesystem::remove(IndexesPath(corpus), not_empty);
  return {};
}

}  // namespace akin
