#include "base/mapped_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "akin/files.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

using testing::HasSubstr;

constexpr size_t kPage = 4096;

TEST(MappedFileTest, MapsWholeFiles) {
  const TempDir directory;
  for (const size_t size : {0, 1, 4095, 4096, 4097, 1'000'000}) {
    const std::string bytes(size, 'b');
    WriteBytes(directory / "file", bytes);
    const auto file = MappedFile::Open(directory / "file");
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(file->text(), bytes);
    EXPECT_EQ(file->bytes().size(), size);
  }
}

TEST(MappedFileTest, AMappingMovesWithItsObject) {
  const TempDir directory;
  WriteBytes(directory / "a", "first");
  WriteBytes(directory / "b", "second");
  MappedFile a = *MappedFile::Open(directory / "a");
  MappedFile moved(std::move(a));
  EXPECT_EQ(moved.text(), "first");
  moved = *MappedFile::Open(directory / "b");
  EXPECT_EQ(moved.text(), "second");
}

TEST(MappedFileTest, MappingErrorsSayWhatAndWhere) {
  const TempDir directory;
  const Status missing = MappedFile::Open(directory / "missing").status();
  EXPECT_EQ(missing.code(), Code::kNotFound);
  EXPECT_THAT(missing.message(), HasSubstr("missing"));
  EXPECT_THAT(missing.message(), HasSubstr("No such file"));
  const Status folder = MappedFile::Open(directory.path()).status();
  EXPECT_EQ(folder.code(), Code::kIo);
  EXPECT_THAT(folder.message(), HasSubstr("not a regular file"));
}

std::string Letters(size_t size) {
  std::string bytes(size, '\0');
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>('a' + i % 26);
  return bytes;
}

TEST(MappedFileTest, ASmallFileIsACopy) {
  const TempDir directory;
  const std::string bytes = Letters(MappedFile::kReadUpTo);
  WriteBytes(directory / "file", bytes);
  const MappedFile file = *MappedFile::Open(directory / "file");
  std::filesystem::resize_file(directory / "file", 0);
  file.Forget(0, bytes.size());
  EXPECT_EQ(file.text(), bytes);
  EXPECT_TRUE(file.Intact().ok());
}

TEST(MappedFileTest, AFileThatBecomesShorterReadsAsZerosAndSaysSo) {
  ASSERT_TRUE(GuardMappedFiles().ok());
  const TempDir directory;
  const std::string bytes = Letters(64 * kPage + 777);
  for (const size_t kept : {size_t{0}, size_t{1}, kPage - 1, kPage, kPage + 1, 40 * kPage + 17,
                            64 * kPage, 64 * kPage + 1, bytes.size() - 1}) {
    WriteBytes(directory / "file", bytes);
    const MappedFile file = *MappedFile::Open(directory / "file");
    EXPECT_EQ(file.text(), bytes);
    EXPECT_TRUE(file.Intact().ok());
    std::filesystem::resize_file(directory / "file", kept);
    const std::string now(file.text());
    EXPECT_EQ(now.substr(0, kept), bytes.substr(0, kept));
    EXPECT_EQ(now.substr(kept), std::string(bytes.size() - kept, '\0'));
    const Status status = file.Intact();
    EXPECT_EQ(status.code(), Code::kDamaged) << kept;
    EXPECT_THAT(status.message(), HasSubstr(directory / "file"));
  }
}

// Nothing else reads it before it is asked.
TEST(MappedFileTest, ALossIsFoundEvenIfNobodyReadIt) {
  ASSERT_TRUE(GuardMappedFiles().ok());
  const TempDir directory;
  for (const size_t kept : {size_t{0}, 30 * kPage, 99 * kPage + 5}) {
    WriteBytes(directory / "file", Letters(100 * kPage));
    const MappedFile file = *MappedFile::Open(directory / "file");
    std::filesystem::resize_file(directory / "file", kept);
    EXPECT_EQ(file.Intact().code(), Code::kDamaged) << kept;
  }
}

TEST(MappedFileTest, ARepairedFileIsToBeOpenedAgain) {
  ASSERT_TRUE(GuardMappedFiles().ok());
  const TempDir directory;
  const std::string bytes = Letters(50 * kPage);
  WriteBytes(directory / "file", bytes);
  const MappedFile file = *MappedFile::Open(directory / "file");
  std::filesystem::resize_file(directory / "file", 10 * kPage);
  EXPECT_EQ(file.text()[20 * kPage], '\0');
  WriteBytes(directory / "file", bytes);
  EXPECT_FALSE(file.Intact().ok()) << "zeros were read";
  EXPECT_TRUE(MappedFile::Open(directory / "file")->Intact().ok());
}

// Zeros at the end are what a reader sees behind the end.
TEST(MappedFileTest, LostZerosAreNoLoss) {
  ASSERT_TRUE(GuardMappedFiles().ok());
  const TempDir directory;
  const std::string bytes = Letters(20 * kPage + 100) + std::string(200, '\0');
  WriteBytes(directory / "file", bytes);
  const MappedFile file = *MappedFile::Open(directory / "file");
  std::filesystem::resize_file(directory / "file", 20 * kPage + 100);
  EXPECT_EQ(file.text(), bytes);
  EXPECT_TRUE(file.Intact().ok());
  std::filesystem::resize_file(directory / "file", 20 * kPage + 99);
  EXPECT_FALSE(file.Intact().ok());

  WriteBytes(directory / "zeros", std::string(30 * kPage, '\0'));
  const MappedFile zeros = *MappedFile::Open(directory / "zeros");
  EXPECT_TRUE(zeros.Intact().ok());
  std::filesystem::resize_file(directory / "zeros", 3 * kPage);
  EXPECT_FALSE(zeros.Intact().ok());
}

TEST(MappedFileTest, OneLossDoesNotConcernOtherFilesOrThreads) {
  ASSERT_TRUE(GuardMappedFiles().ok());
  const TempDir directory;
  constexpr size_t kFiles = 200;  // more than a block of the list
  const std::string bytes = Letters(20 * kPage);
  std::vector<MappedFile> files;
  for (size_t i = 0; i < kFiles; ++i) {
    const std::string path = directory / std::to_string(i);
    WriteBytes(path, bytes);
    files.push_back(*MappedFile::Open(path));
  }
  std::atomic<size_t> wrong = 0;
  {
    std::vector<std::jthread> readers;
    for (size_t t = 0; t < 4; ++t) {
      readers.emplace_back([&, t] {
        for (size_t i = t; i < kFiles; i += 4) {
          if (i % 2 == 0) std::filesystem::resize_file(directory / std::to_string(i), i);
          const bool whole = std::string(files[i].text()) == bytes;
          if (whole != (i % 2 == 1) || files[i].Intact().ok() != whole) ++wrong;
          // Places of the list are used again while others search it.
          if (i % 3 == 0) files[i] = *MappedFile::Open(directory / "1");
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0U);
}

// Reads a page behind the end of a file that is mapped without our knowledge.
void RaiseBusError(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "w+");
  std::fputs("x", file);
  std::fflush(file);
  void* const data = ::mmap(nullptr, 2 * kPage, PROT_READ, MAP_SHARED, ::fileno(file), 0);
  const char read = static_cast<const volatile char*>(data)[kPage];
  std::_Exit(read == 0 ? 10 : 11);
}

TEST(MappedFileDeathTest, OtherBusErrorsGoToTheHandlerThatWasThere) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a process in which nothing is guarded yet
  const TempDir directory;
  const auto with_information = [] {
    struct sigaction action {};
    action.sa_flags = SA_SIGINFO;
    action.sa_sigaction = [](int, siginfo_t* info, void*) {
      std::_Exit(info->si_addr != nullptr ? 7 : 8);
    };
    ::sigaction(SIGBUS, &action, nullptr);
    (void)GuardMappedFiles();
    (void)GuardMappedFiles();
  };
  const auto plain = [] {
    ::signal(SIGBUS, [](int) { std::_Exit(9); });
    (void)GuardMappedFiles();
  };
  EXPECT_EXIT((with_information(), RaiseBusError(directory / "f")), testing::ExitedWithCode(7), "");
  EXPECT_EXIT((plain(), RaiseBusError(directory / "f")), testing::ExitedWithCode(9), "");
  EXPECT_EXIT((plain(), ::raise(SIGBUS)), testing::ExitedWithCode(9), "");
}

TEST(MappedFileDeathTest, OtherBusErrorsEndTheProcessIfNobodyHandledThem) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const TempDir directory;
  const auto guard = [](auto disposition) {
    ::signal(SIGBUS, disposition);
    (void)GuardMappedFiles();
  };
  const testing::KilledBySignal killed(SIGBUS);
  EXPECT_EXIT((guard(SIG_DFL), RaiseBusError(directory / "f")), killed, "");
  EXPECT_EXIT((guard(SIG_DFL), ::raise(SIGBUS)), killed, "");
  EXPECT_EXIT((guard(SIG_IGN), RaiseBusError(directory / "f")), killed, "");
  EXPECT_EXIT((guard(SIG_IGN), ::raise(SIGBUS), std::_Exit(3)), testing::ExitedWithCode(3), "");
}

}  // namespace
}  // namespace akin
