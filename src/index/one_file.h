// Building an index that is a single file, whatever is in it: found if an earlier call left it
// whole, else made; then the manifest.
#ifndef AKIN_SRC_INDEX_ONE_FILE_H_
#define AKIN_SRC_INDEX_ONE_FILE_H_

#include <memory>
#include <string>

#include "base/files.h"
#include "base/try.h"
#include "index/build_request.h"

namespace akin {

// File has Open(path), parameters() and container(); make(path) writes it. Fills `report`.
template <class File, class Parameters, class Make>
Result<std::unique_ptr<File>> BuildOneFile(const BuildRequest& request, const Parameters& wanted,
                                           const std::string& name, const Make& make,
                                           BuildReport& report) {
  const std::string path = Join(request.index, name);
  const auto find = [&]() -> Result<std::unique_ptr<File>> {
    AKIN_TRY_ASSIGN(auto file, File::Open(path));
    if (file->parameters() == wanted) return file;
    return Status(Code::kNotFound, "another one");
  };
  AKIN_TRY_ASSIGN(const auto published, FindPublished(request));
  report.name = request.name;
  if (!find().ok()) {
    AKIN_TRY(make(path));
    report.built = true;
  }
  AKIN_TRY_ASSIGN(auto file, find());
  report.bytes = file->container().bytes();
  IndexManifest manifest = request.wanted;
  manifest.shards.push_back(
      {.file = name, .bytes = report.bytes, .identity = file->container().identity()});
  if (report.built || published == nullptr) {
    AKIN_TRY(WriteIndexManifest(request.index, manifest));
  }
  RemoveStrangers(request.index, manifest);
  return file;
}

}  // namespace akin

#endif  // AKIN_SRC_INDEX_ONE_FILE_H_
