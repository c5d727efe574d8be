#include "server/corpora.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "akin/errors.h"
#include "akin/files.h"
#include "akin/spelling.h"
#include "akin/try.h"

namespace akin::server {
namespace {

namespace fs = std::filesystem;

void DescribeFile(const std::string& path, std::vector<std::string>& lines) {
  struct stat file = {};
  if (::stat(path.c_str(), &file) != 0 || !S_ISREG(file.st_mode)) return;
  lines.push_back(fmt::format("{} {} {} {}.{}\n", path, file.st_ino, file.st_size,
                              file.st_mtim.tv_sec, file.st_mtim.tv_nsec));
}

// Which files a corpus has and when they were made. Of an index, the manifest is enough: it is
// written last, and shards never change.
std::string DescribeFiles(const std::string& corpus) {
  std::vector<std::string> lines;
  const auto names_in = [](const std::string& directory) {
    auto names = NamesIn(directory);  // what cannot be listed has no files
    return names.ok() ? std::move(*names) : std::vector<std::string>();
  };
  for (const char* const folder : {"", "/bags", "/attributes"}) {
    for (const std::string& name : names_in(corpus + folder)) {
      DescribeFile(fmt::format("{}{}/{}", corpus, folder, name), lines);
    }
  }
  for (const std::string& name : names_in(corpus + "/indexes")) {
    DescribeFile(fmt::format("{}/indexes/{}/manifest.json", corpus, name), lines);
  }
  std::sort(lines.begin(), lines.end());
  std::string all;
  for (const std::string& line : lines) all += line;
  return all;
}

}  // namespace

std::string CorpusName(const std::string& path) {
  fs::path name = fs::path(path).lexically_normal();
  if (!name.has_filename()) name = name.parent_path();
  name = name.filename();
  return name.extension() == ".akin" ? name.stem().string() : name.string();
}

Result<std::unique_ptr<Corpora>> Corpora::Of(const std::vector<std::string>& paths,
                                             const OpenOptions& options) {
  std::unique_ptr<Corpora> corpora(new Corpora);
  corpora->options_ = options;
  for (const std::string& path : paths) {
    const std::string name = CorpusName(path);
    for (const Served& other : corpora->served_) {
      if (other.name != name) continue;
      return InvalidArgument("", fmt::format("{} and {} would both be called {}; rename one, or "
                                             "name it through a symbolic link",
                                             other.path, path, name));
    }
    corpora->served_.push_back({.name = name, .path = path});
  }
  return corpora;
}

// Two generations at a time may be too many for the memory there is.
Status Corpora::Reopen(Served& served, const Control& control) try {
  served.seen = DescribeFiles(served.path);
  served.before = served.seen;
  const uint64_t generation = served.opened ? served.opened->generation() + 1 : 1;
  AKIN_TRY_ASSIGN(Generation opened, OpenedCorpus::Open(served.name, served.path, generation,
                                                        options_, served.opened.get(), control));
  const std::lock_guard lock(mutex_);
  served.opened.swap(opened);
  return {};
} catch (const std::bad_alloc&) {
  return MemoryRefused(served.path);
}

Status Corpora::OpenAll(const Control& control) {
  for (Served& served : served_) AKIN_TRY(Reopen(served, control));
  return {};
}

// While back ends do not have the new generation yet, it is tried again at each look, and told
// once.
void Corpora::ReopenAndTell(Served& served, const Report& report, const Control& control) {
  const Status status = Reopen(served, control);
  const bool again = status.code() == Code::kUnavailable;
  if (again) served.seen.clear();
  std::string refused = again ? status.message() : "";
  std::swap(refused, served.refused);
  if (!again || refused.empty()) report(served.name, status);
}

void Corpora::Look(const Report& report, const Control& control) {
  for (Served& served : served_) {
    std::string now = DescribeFiles(served.path);
    const bool settled = now == served.before;
    served.before = now;
    if (now == served.seen || !settled) continue;
    ReopenAndTell(served, report, control);
  }
}

void Corpora::ReopenAll(const Report& report, const Control& control) {
  for (Served& served : served_) ReopenAndTell(served, report, control);
}

Result<Corpora::Generation> Corpora::Find(std::string_view name) const {
  std::vector<std::string> names;
  {
    const std::lock_guard lock(mutex_);
    for (const Served& served : served_) {
      const bool meant = name.empty() ? served_.size() == 1 : served.name == name;
      if (meant && served.opened) return served.opened;
      names.push_back(served.name);
    }
  }
  if (name.empty()) {
    return InvalidArgument("corpus", "several corpora are served; say which").Suggesting(names);
  }
  return Status(Code::kNoCorpus, fmt::format("no corpus '{}' is served", name))
      .WithParameter("corpus")
      .Suggesting(SuggestWords(names, name));
}

std::vector<Corpora::Generation> Corpora::All() const {
  const std::lock_guard lock(mutex_);
  std::vector<Generation> all;
  for (const Served& served : served_) {
    if (served.opened) all.push_back(served.opened);
  }
  return all;
}

bool Corpora::BackendsWereUp() const {
  const std::vector<Generation> all = All();
  return std::all_of(all.begin(), all.end(),
                     [](const Generation& opened) { return opened->BackendsWereUp(); });
}

std::string Corpora::WithNames(std::string message) const {
  for (const Served& served : served_) {
    for (size_t at = 0; (at = message.find(served.path, at)) != std::string::npos;) {
      message.replace(at, served.path.size(), served.name);
      at += served.name.size();
    }
  }
  return message;
}

}  // namespace akin::server
