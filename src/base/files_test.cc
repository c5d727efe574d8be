#include "base/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/temporary_names.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace {

// What happens at the worst moment: when something is open, and not locked yet.
std::function<void()> before_next_lock;

}  // namespace

// Instead of that of the system.
extern "C" int flock(int fd, int operation) noexcept {
  if (before_next_lock) std::exchange(before_next_lock, {})();
  return static_cast<int>(::syscall(SYS_flock, fd, operation));
}

namespace akin {
namespace {

using testing::HasSubstr;

TEST(FilesTest, AWriteOfASmallFileLeavesTheOldOrTheNewOne) {
  for (const bool existed : {false, true}) {
    for (const Fault fault : {Fault::kOnce, Fault::kOnward, Fault::kCrash}) {
      uint64_t n = 1;
      for (;; ++n) {
        const TempDir directory;
        const std::string path = directory / "file";
        if (existed) WriteBytes(path, "old");
        FaultyFiles files(fault, n);
        const ScopedFileLayer scope(files);
        const Status status = WriteFileAtomically(path, "the new text");
        const FileTree tree = ReadTree(directory.path());
        const bool is_new = tree.contains("file") && tree.at("file") == "the new text";
        const bool is_old =
            existed ? tree.contains("file") && tree.at("file") == "old" : !tree.contains("file");
        EXPECT_TRUE(is_new || is_old) << "operation " << n;
        if (fault != Fault::kCrash) {
          EXPECT_EQ(tree.size(), is_new || existed ? 1U : 0U);
        }
        EXPECT_EQ(status.ok(), !files.struck()) << "operation " << n;
        if (!files.struck()) {
          EXPECT_TRUE(is_new);
          break;
        }
      }
      EXPECT_EQ(n, 7U) << "create, write, sync, rename, close, sync of the directory";
    }
  }
}

// The layer decides what a killed process leaves behind, so removal goes through it like the rest.
TEST(FilesTest, AfterACrashNothingIsRemoved) {
  const TempDir directory;
  FaultyFiles files(Fault::kCrash, 3);  // created and written, not synced
  const ScopedFileLayer scope(files);
  EXPECT_FALSE(WriteFileAtomically(directory / "file", "text").ok());
  const FileTree left = ReadTree(directory.path());
  ASSERT_EQ(left.size(), 1U);
  EXPECT_TRUE(IsTemporaryName(left.begin()->first, kTemporaryFile));

  // The next one that writes the same file removes it.
  const ScopedFileLayer synced(PosixFiles());
  ASSERT_TRUE(WriteFileAtomically(directory / "other", "text").ok());
  EXPECT_EQ(ReadTree(directory.path()).size(), 2U) << "not this one";
  ASSERT_TRUE(WriteFileAtomically(directory / "file", "short").ok());
  EXPECT_EQ(ReadTree(directory.path()), (FileTree{{"file", "short"}, {"other", "text"}}));
}

TEST(FilesTest, AWriteTouchesNothingThatIsNotItsOwn) {
  const TempDir directory;
  const std::string digits(16, '0');
  WriteBytes(directory / "precious", "precious");
  WriteBytes(directory / "file.tmp", "mine");
  WriteBytes(directory / "file.0123.tmp", "mine");
  WriteBytes(directory / ("file." + digits + ".bak"), "mine");
  std::filesystem::create_symlink("precious", directory / ("file." + digits + ".tmp"));
  std::filesystem::create_directory(directory / ("file.1" + digits.substr(1) + ".tmp"));
  ASSERT_TRUE(WriteFileAtomically(directory / "file", "text").ok());
  EXPECT_EQ(ReadTree(directory.path()), (FileTree{{"file", "text"},
                                                  {"file.tmp", "mine"},
                                                  {"file.0123.tmp", "mine"},
                                                  {"file." + digits + ".bak", "mine"},
                                                  {"precious", "precious"}}));
  EXPECT_TRUE(std::filesystem::is_symlink(directory / ("file." + digits + ".tmp")));
  EXPECT_TRUE(std::filesystem::is_directory(directory / ("file.1" + digits.substr(1) + ".tmp")));
}

TEST(FilesTest, AFileThatIsBeingWrittenIsNotTakenForALeftover) {
  const TempDir directory;
  const ScopedFileLayer synced(PosixFiles());
  auto file = Files().CreateBeside(directory / "file");
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(WriteFileAtomically(directory / "file", "text").ok());
  EXPECT_TRUE(std::filesystem::exists((*file)->path()));
  ASSERT_TRUE((*file)->Close().ok());
  ASSERT_TRUE(WriteFileAtomically(directory / "file", "text").ok());
  EXPECT_FALSE(std::filesystem::exists((*file)->path()));
}

TEST(FilesTest, OnlyARegularFileIsReplaced) {
  const TempDir directory;
  WriteBytes(directory / "precious", "precious");
  std::filesystem::create_symlink("precious", directory / "link");
  std::filesystem::create_symlink("nowhere", directory / "dangling");
  std::filesystem::create_directory(directory / "folder");
  ASSERT_EQ(::mkfifo((directory / "pipe").c_str(), 0600), 0);
  for (const char* name : {"link", "dangling", "folder", "pipe"}) {
    const Status status = WriteFileAtomically(directory / name, "text");
    EXPECT_EQ(status.code(), Code::kAlreadyExists) << name;
    EXPECT_THAT(status.message(), HasSubstr("so it is not replaced")) << name;
  }
  EXPECT_EQ(ReadBytes(directory / "precious"), "precious");
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "link"));
  EXPECT_TRUE(std::filesystem::is_fifo(directory / "pipe"));
}

TEST(FilesTest, TemporaryNamesAreNewEachTimeAndNeverTooLong) {
  for (const std::string target : {"a/file", "file", "/file"}) {
    const std::string name = *TemporaryName(target, kTemporaryDirectory);
    EXPECT_NE(name, *TemporaryName(target, kTemporaryDirectory));
    EXPECT_EQ(DirectoryOf(name), DirectoryOf(target));
    EXPECT_TRUE(IsTemporaryName(name.substr(DirectoryOf(name).size()), kTemporaryDirectory));
    EXPECT_FALSE(IsTemporaryName(name.substr(DirectoryOf(name).size()), kTemporaryFile));
  }
  const TempDir directory;
  const std::string longest(255, 'n');
  EXPECT_TRUE(WriteFileAtomically(directory / longest, "text").ok());
  EXPECT_TRUE(Files().MakeDirectoryBeside(directory / longest).ok());
}

TEST(FilesTest, ANewNameIsNotTakenFromAnother) {
  const TempDir directory;
  WriteBytes(directory / "a", "a");
  WriteBytes(directory / "b", "b");
  EXPECT_EQ(Files().RenameNew(directory / "a", directory / "b").code(), Code::kAlreadyExists);
  EXPECT_EQ(ReadTree(directory.path()), (FileTree{{"a", "a"}, {"b", "b"}}));
  EXPECT_TRUE(Files().RenameNew(directory / "a", directory / "c").ok());
  std::filesystem::create_directory(directory / "empty");
  std::filesystem::create_directory(directory / "other");
  EXPECT_EQ(Files().RenameNew(directory / "empty", directory / "other").code(),
            Code::kAlreadyExists)
      << "a plain rename replaces an empty directory";
}

// A directory that cannot be listed must not look like an empty one.
TEST(FilesTest, WhatCannotBeListedOrFoundIsAnError) {
  const TempDir directory;
  const std::string loop = directory / "loop";
  std::filesystem::create_symlink("loop", loop);
  EXPECT_THAT(NamesIn(loop).status().message(), HasSubstr("loop: cannot list: Too many levels"));
  EXPECT_THAT(Exists(loop).status().message(), HasSubstr("Too many levels"));
  EXPECT_FALSE(IsDirectory(loop).ok());
  EXPECT_FALSE(FileSize(loop).ok());
  WriteBytes(directory / "file", "text");
  EXPECT_FALSE(NamesIn(directory / "file").ok());
}

TEST(FilesTest, NamesAreSortedAndNoneWithoutADirectory) {
  const TempDir directory;
  for (const char* name : {"b", "a", ".hidden"}) WriteBytes(directory / name, name);
  EXPECT_EQ(*NamesIn(directory.path()), (std::vector<std::string>{".hidden", "a", "b"}));
  EXPECT_TRUE(NamesIn(directory / "missing")->empty());
  EXPECT_TRUE(*Exists(directory / "a"));
  EXPECT_FALSE(*Exists(directory / "missing"));
  EXPECT_FALSE(*Exists(directory / "a/below-a-file"));
  EXPECT_FALSE(*IsDirectory(directory / "a"));
  EXPECT_TRUE(*IsDirectory(directory.path()));
  EXPECT_EQ(*FileSize(directory / ".hidden"), 7U);
}

TEST(FilesTest, ATreeIsRemovedButNotWhatItsLinksPointTo) {
  const TempDir directory;
  std::filesystem::create_directories(directory / "tree/below/deep");
  WriteBytes(directory / "tree/below/deep/file", "text");
  WriteBytes(directory / "kept", "text");
  std::filesystem::create_symlink("../kept", directory / "tree/link");
  std::filesystem::create_directory_symlink("../..", directory / "tree/below/up");
  ASSERT_TRUE(PosixFiles().RemoveAll(directory / "tree").ok());
  EXPECT_EQ(*NamesIn(directory.path()), std::vector<std::string>{"kept"});
  EXPECT_THAT(PosixFiles().RemoveAll("/proc/self/stat").message(), HasSubstr("cannot remove"));
}

TEST(FilesTest, AnExchangeSwapsTwoDirectories) {
  const TempDir directory;
  std::filesystem::create_directory(directory / "a");
  std::filesystem::create_directory(directory / "b");
  WriteBytes(directory / "a/file", "a");
  WriteBytes(directory / "b/file", "b");
  ASSERT_TRUE(Files().Exchange(directory / "a", directory / "b").ok());
  EXPECT_EQ(ReadTree(directory.path()), (FileTree{{"a/file", "b"}, {"b/file", "a"}}));
  EXPECT_FALSE(Files().Exchange(directory / "a", directory / "c").ok());
  EXPECT_EQ(ReadTree(directory / "a").size(), 1U);
}

TEST(FilesTest, RemovingWhatIsNotThereIsNoError) {
  const TempDir directory;
  EXPECT_TRUE(Files().RemoveFile(directory / "nothing").ok());
  EXPECT_TRUE(Files().RemoveDirectory(directory / "nothing").ok());
  EXPECT_TRUE(Files().MakeDirectory(directory / "d").ok());
  EXPECT_TRUE(Files().MakeDirectory(directory / "d").ok()) << "nor is making what is there";
  WriteBytes(directory / "d/file", "text");
  EXPECT_FALSE(Files().RemoveFile(directory / "d").ok());
  EXPECT_FALSE(Files().RemoveDirectory(directory / "d").ok()) << "something is in it";
  EXPECT_TRUE(Files().RemoveFile(directory / "d/file").ok());
  EXPECT_TRUE(Files().RemoveDirectory(directory / "d").ok());
  EXPECT_FALSE(std::filesystem::exists(directory / "d"));
}

TEST(FilesTest, OperationsInMissingDirectoriesFail) {
  const TempDir directory;
  const ScopedFileLayer synced(PosixFiles());
  EXPECT_FALSE(Files().CreateBeside(directory / "no/file").ok());
  EXPECT_FALSE(Files().MakeDirectoryBeside(directory / "no/d").ok());
  EXPECT_FALSE(Files().MakeDirectory(directory / "no/d").ok());
  EXPECT_FALSE(Files().SyncDirectory(directory / "no").ok());
  EXPECT_FALSE(Files().Rename(directory / "no", directory / "yes").ok());
}

TEST(FilesTest, ALockExcludesUntilItIsGivenUp) {
  const TempDir directory;
  {
    auto first = DirectoryLock::Take(directory.path());
    ASSERT_TRUE(first.ok());
    EXPECT_EQ(DirectoryLock::Take(directory.path()).status().code(), Code::kAlreadyExists);
    const DirectoryLock moved(*std::move(first));
    EXPECT_FALSE(DirectoryLock::Take(directory.path()).ok()) << "a moved lock still holds";
  }
  EXPECT_TRUE(DirectoryLock::Take(directory.path()).ok());
  EXPECT_EQ(DirectoryLock::Take(directory / "no").status().code(), Code::kNotFound);
}

TEST(FilesTest, SharedLocksExcludeOnlyExclusiveOnes) {
  const TempDir directory;
  using Kind = DirectoryLock::Kind;
  const auto first = DirectoryLock::Take(directory.path(), Kind::kShared);
  {
    const auto second = DirectoryLock::Take(directory.path(), Kind::kShared);
    EXPECT_TRUE(first.ok() && second.ok());
  }
  EXPECT_EQ(DirectoryLock::Take(directory.path()).status().code(), Code::kAlreadyExists);
}

TEST(FilesTest, AWatchSeesThatANameMeansSomethingElse) {
  const TempDir directory;
  const std::string path = directory / "d";
  std::filesystem::create_directory(path);
  const auto watch = NameWatch::Of(path);
  ASSERT_TRUE(watch.ok());
  WriteBytes(path + "/file", "text");
  EXPECT_FALSE(watch->Changed()) << "what is in it does not matter";
  std::filesystem::remove_all(path);
  EXPECT_TRUE(watch->Changed());
  std::filesystem::create_directory(path);
  EXPECT_TRUE(watch->Changed()) << "it has another number, as the old one is still in use";
}

// A directory that a process opened may be gone, and another one have its name, before it has the
// lock on it.
TEST(FilesTest, ALockIsOnTheDirectoryThatHasTheName) {
  const TempDir directory;
  const std::string path = directory / "d";
  std::filesystem::create_directory(path);
  const auto replace = [&] {
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
  };
  before_next_lock = replace;
  auto lock = DirectoryLock::Take(path);
  ASSERT_TRUE(lock.ok());
  EXPECT_EQ(DirectoryLock::Take(path).status().code(), Code::kAlreadyExists)
      << "another process could lock the directory of this name";

  // The other process may have locked it already.
  lock = Status(Code::kNotFound, "given up");
  std::optional<Result<DirectoryLock>> other;
  before_next_lock = [&] {
    replace();
    other = DirectoryLock::Take(path);
  };
  EXPECT_EQ(DirectoryLock::Take(path).status().code(), Code::kAlreadyExists);
  EXPECT_TRUE(other->ok());

  other.reset();
  before_next_lock = [&] { std::filesystem::remove(path); };
  EXPECT_EQ(DirectoryLock::Take(path).status().code(), Code::kNotFound);
  before_next_lock = [&] { std::filesystem::remove(path); };
  EXPECT_TRUE(MakeAndLock({path}).ok()) << "it is made again";
}

// Who looks for leftovers may find a file before it is locked.
TEST(FilesTest, AFileThatIsRemovedBeforeItIsLockedIsCreatedAgain) {
  const TempDir directory;
  const std::string target = directory / "file";
  before_next_lock = [&] { ASSERT_TRUE(RemoveStaleFiles(target).ok()); };
  const auto file = PosixFiles().CreateBeside(target);
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(std::filesystem::exists((*file)->path()));
}

TEST(FilesTest, ALayerOfATestIsInForceUntilItsScopeEnds) {
  FaultyFiles outer;
  FaultyFiles inner;
  {
    const ScopedFileLayer outer_scope(outer);
    {
      const ScopedFileLayer inner_scope(inner);
      EXPECT_EQ(&Files(), &inner);
    }
    EXPECT_EQ(&Files(), &outer);
  }
  EXPECT_EQ(&Files(), &PosixFiles());
}

TEST(FilesTest, PathsAreJoinedAndTakenApart) {
  EXPECT_EQ(Join("a", "b"), "a/b");
  EXPECT_EQ(Join("a/", "b"), "a/b");
  EXPECT_EQ(Join("", "b"), "b");
  EXPECT_EQ(Join("/", "b"), "/b");
  EXPECT_EQ(DirectoryOf("a/b"), "a");
  EXPECT_EQ(DirectoryOf("b"), ".");
  EXPECT_EQ(DirectoryOf("/b"), "/");
  EXPECT_EQ(DirectoryOf("/a/b"), "/a");
}

}  // namespace
}  // namespace akin
