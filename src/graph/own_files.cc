#include "graph/own_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <span>
#include <string_view>

#include "akin/try.h"
#include "base/files.h"
#include "base/mapped_file.h"
#include "base/temporary_names.h"
#include "container/format.h"

namespace akin {
namespace {

constexpr size_t kForeignNamed = 5;

// corpus.json comes first, so that half of a corpus is never taken for one.
constexpr std::array<std::string_view, 9> kCorpusFiles = {
    "corpus.json",        "keys.akin",        "graph.akin",  "pages.akin",       "site-graph.akin",
    "content-graph.akin", "boilerplate.json", "recipe.json", "recipe.unfinished"};

enum class Kind { kFile, kDirectory, kOther };

Result<Kind> KindOf(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) return IoError(path, "cannot look at");
  if (S_ISREG(info.st_mode)) return Kind::kFile;
  return S_ISDIR(info.st_mode) ? Kind::kDirectory : Kind::kOther;
}

// NAME.akin, and not only by its name.
Result<bool> IsContainer(const std::string& path) {
  if (!path.ends_with(".akin")) return false;
  AKIN_TRY_ASSIGN(const MappedFile file, MappedFile::Open(path));
  const bool is_container = file.text().starts_with(std::string_view(kMagic.data(), kMagic.size()));
  AKIN_TRY(file.Intact());
  return is_container;
}

// What a directory may hold.
struct Expected {
  std::span<const std::string_view> files;  // by these names, in this order of removal
  bool containers = false;
  // Looks at a directory in it; false if it is foreign.
  std::function<Result<bool>(const std::string& path, OwnFiles& found)> directory;
};

Status List(const std::string& directory, const Expected& expected, OwnFiles& found) {
  AKIN_TRY_ASSIGN(const std::vector<std::string> names, NamesIn(directory));
  std::vector<std::pair<ptrdiff_t, std::string>> own;
  for (const std::string& name : names) {
    std::string path = Join(directory, name);
    const Result<Kind> kind_now = KindOf(path);
    if (kind_now.status().code() == Code::kNotFound) continue;  // somebody is building here
    AKIN_TRY_ASSIGN(const Kind kind, kind_now);
    const auto known = std::find(expected.files.begin(), expected.files.end(), name);
    bool ours = false;
    if (kind == Kind::kDirectory && expected.directory) {
      AKIN_TRY_ASSIGN(ours, expected.directory(path, found));
      if (ours) continue;
    } else if (kind == Kind::kFile) {
      ours = known != expected.files.end() || IsTemporaryName(name, kTemporaryFile);
      if (!ours && expected.containers) {
        AKIN_TRY_ASSIGN(ours, IsContainer(path));
      }
    }
    if (ours) {
      own.emplace_back(known - expected.files.begin(), std::move(path));
    } else {
      found.foreign.push_back(std::move(path));
    }
  }
  std::sort(own.begin(), own.end());
  for (auto& [place, path] : own) found.files.push_back(std::move(path));
  found.directories.push_back(directory);
  return {};
}

Status ListIndex(const std::string& index, OwnFiles& found) {
  constexpr std::array<std::string_view, 2> kIndexFiles = {"manifest.json", "elsewhere.json"};
  return List(index, {.files = kIndexFiles, .containers = true}, found);
}

Status ListCorpus(const std::string& corpus, OwnFiles& found) {
  const auto index = [](const std::string& path, OwnFiles& within) -> Result<bool> {
    AKIN_TRY(ListIndex(path, within));
    return true;
  };
  const auto part = [&](const std::string& path, OwnFiles& within) -> Result<bool> {
    const bool files = path == Join(corpus, "bags") || path == Join(corpus, "attributes");
    if (!files && path != Join(corpus, "indexes")) return false;
    AKIN_TRY(
        List(path, files ? Expected{.containers = true} : Expected{.directory = index}, within));
    return true;
  };
  return List(corpus, {.files = kCorpusFiles, .directory = part}, found);
}

}  // namespace

Result<OwnFiles> FilesOfIndex(const std::string& index) {
  OwnFiles found;
  AKIN_TRY(ListIndex(index, found));
  return found;
}

Result<OwnFiles> FilesOfCorpus(const std::string& corpus) {
  OwnFiles found;
  AKIN_TRY(ListCorpus(corpus, found));
  return found;
}

Result<OwnFiles> FilesOfSplit(const std::string& directory) {
  constexpr std::array<std::string_view, 2> kSplitFiles = {"backends", "README"};
  const auto corpus = [&](const std::string& path, OwnFiles& within) -> Result<bool> {
    if (path != Join(directory, "front") && !path.starts_with(Join(directory, "part-"))) {
      return false;
    }
    AKIN_TRY(ListCorpus(path, within));
    return true;
  };
  OwnFiles found;
  AKIN_TRY(List(directory, {.files = kSplitFiles, .directory = corpus}, found));
  return found;
}

Result<std::vector<std::string>> TemporaryFilesIn(const std::string& directory) {
  OwnFiles found;
  AKIN_TRY(List(directory, {}, found));
  return std::move(found.files);
}

Status RemoveLeftovers(const std::string& directory) {
  AKIN_TRY_ASSIGN(const auto paths, TemporaryFilesIn(directory));
  for (const std::string& path : paths) AKIN_TRY(Files().RemoveFile(path));
  return {};
}

Status CheckNoForeign(const std::string& directory, const OwnFiles& found) {
  if (found.foreign.empty()) return {};
  const size_t named = std::min(found.foreign.size(), kForeignNamed);
  const size_t more = found.foreign.size() - named;
  return Status(Code::kAlreadyExists,
                fmt::format("has what akin did not make, so it is not removed; move it away first: "
                            "{}{}",
                            fmt::join(found.foreign.begin(),
                                      found.foreign.begin() + static_cast<ptrdiff_t>(named), ", "),
                            more > 0 ? fmt::format(" and {} more", more) : ""))
      .At({.file = directory});
}

Status RemoveOwnFiles(const OwnFiles& found) {
  for (const std::string& path : found.files) AKIN_TRY(Files().RemoveFile(path));
  for (const std::string& path : found.directories) AKIN_TRY(Files().RemoveDirectory(path));
  return {};
}

}  // namespace akin
