#include "base/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "faulty_files.h"
#include "file_tree.h"
#include "temp_dir.h"

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
      EXPECT_EQ(n, 7U) << "create, write, sync, close, rename, sync of the directory";
    }
  }
}

// The layer decides what a killed process leaves behind, so removal goes through it like the rest.
TEST(FilesTest, AfterACrashNothingIsRemoved) {
  const TempDir directory;
  FaultyFiles files(Fault::kCrash, 3);  // created and written, not synced
  const ScopedFileLayer scope(files);
  EXPECT_FALSE(WriteFileAtomically(directory / "file", "text").ok());
  EXPECT_EQ(NamesIn(ReadTree(directory.path())), std::vector<std::string>{"file.tmp"});
}

TEST(FilesTest, ALeftoverOfAnEarlierWriteDoesNotHinder) {
  const TempDir directory;
  const ScopedFileLayer synced(PosixFiles());
  WriteBytes(directory / "file.tmp", std::string(100, 'x'));
  ASSERT_TRUE(WriteFileAtomically(directory / "file", "short").ok());
  EXPECT_EQ(ReadTree(directory.path()), (FileTree{{"file", "short"}}));
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
  EXPECT_TRUE(Files().RemoveAll(directory / "nothing").ok());
  EXPECT_TRUE(Files().MakeDirectory(directory / "d").ok());
  EXPECT_TRUE(Files().MakeDirectory(directory / "d").ok()) << "nor is making what is there";
  EXPECT_TRUE(Files().RemoveAll(directory / "d").ok());
}

TEST(FilesTest, OperationsInMissingDirectoriesFail) {
  const TempDir directory;
  const ScopedFileLayer synced(PosixFiles());
  EXPECT_FALSE(Files().Create(directory / "no/file").ok());
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
