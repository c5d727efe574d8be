#include "base/temporary_names.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "akin/try.h"
#include "base/files.h"

namespace akin {
namespace {

constexpr size_t kDigits = 16;
constexpr size_t kLongestName = 255;

// The last part of a path, shortened so that a temporary name of it is not too long for the system.
std::string_view BaseName(std::string_view target) {
  const size_t slash = target.find_last_of('/');
  if (slash != std::string_view::npos) target.remove_prefix(slash + 1);
  return target.substr(
      0, kLongestName - kDigits - std::string_view(".").size() - kTemporaryDirectory.size());
}

bool IsDigit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

bool IsOwn(const std::string& path, bool directory) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || info.st_uid != ::geteuid()) return false;
  return directory ? S_ISDIR(info.st_mode) : S_ISREG(info.st_mode);
}

// A file is locked by the process that writes it (FileLayer::CreateBeside).
Status RemoveIfStale(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return {};  // it has just got its final name, or may not be touched
  Status status;
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) status = Files().RemoveFile(path);
  ::close(fd);
  return status;
}

}  // namespace

Result<std::string> TemporaryName(const std::string& target, std::string_view ending) {
  uint64_t random = 0;
  if (::getentropy(&random, sizeof(random)) != 0) return IoError(target, "no random number for");
  const std::string name = fmt::format("{}.{:016x}{}", BaseName(target), random, ending);
  return Join(DirectoryOf(target), name);
}

bool IsTemporaryName(std::string_view name, std::string_view ending) {
  if (!name.ends_with(ending)) return false;
  name.remove_suffix(ending.size());
  if (name.size() < kDigits + 2) return false;
  const std::string_view digits = name.substr(name.size() - kDigits);
  return name[name.size() - kDigits - 1] == '.' &&
         std::all_of(digits.begin(), digits.end(), IsDigit);
}

Result<std::vector<std::string>> TemporariesOf(const std::string& target, std::string_view ending) {
  const std::string directory = DirectoryOf(target);
  const std::string_view base = BaseName(target);
  AKIN_TRY_ASSIGN(const std::vector<std::string> names, NamesIn(directory));
  std::vector<std::string> paths;
  for (const std::string& name : names) {
    if (name.size() != base.size() + 1 + kDigits + ending.size() || !name.starts_with(base) ||
        !IsTemporaryName(name, ending)) {
      continue;
    }
    std::string path = Join(directory, name);
    if (IsOwn(path, ending != kTemporaryFile)) paths.push_back(std::move(path));
  }
  return paths;
}

Status RemoveStaleFiles(const std::string& target) {
  AKIN_TRY_ASSIGN(const auto paths, TemporariesOf(target, kTemporaryFile));
  for (const std::string& path : paths) AKIN_TRY(RemoveIfStale(path));
  return {};
}

}  // namespace akin
