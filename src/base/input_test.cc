// Byte sources: every compression, cut and damaged at every place, and every way reading can fail.
#include "base/input.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "packed_bytes.h"

namespace akin {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Long, and not so regular that it compresses to almost nothing.
std::string MuchText() {
  std::string text;
  for (uint64_t i = 0; i < 200'000; ++i) {
    text += std::to_string(i * 0x9e3779b97f4a7c15 >> 40) + "\t" + std::to_string(i) + "\n";
  }
  return text;
}

Result<std::string> ReadAll(ByteSource& source, size_t piece = 1000) {
  std::string all;
  std::vector<char> buffer(piece);
  for (;;) {
    const Result<size_t> got = source.Read(buffer);
    if (!got.ok()) return got.status();
    if (*got == 0) return all;
    all.append(buffer.data(), *got);
  }
}

Result<std::string> Unpacked(std::string bytes) {
  Result<std::unique_ptr<ByteSource>> source = ByteSource::OverBytes("links", std::move(bytes));
  if (!source.ok()) return source.status();
  return ReadAll(**source);
}

// A fresh directory, removed at the end of the test.
class InputFiles : public ::testing::Test {
 protected:
  InputFiles() {
    std::string pattern = ::testing::TempDir() + "akin_input_XXXXXX";
    directory_ = ::mkdtemp(pattern.data());
  }
  ~InputFiles() override { std::filesystem::remove_all(directory_); }

  std::string Write(const std::string& name, std::string_view bytes) {
    const std::string path = directory_ + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  std::string directory_;
};

// Replaces standard input by another descriptor.
class StandardInputFrom {
 public:
  explicit StandardInputFrom(int fd) : saved_(::dup(STDIN_FILENO)) {
    if (fd < 0 || ::dup2(fd, STDIN_FILENO) < 0) ADD_FAILURE() << "nothing to read from";
  }
  ~StandardInputFrom() {
    if (saved_ < 0) return;  // there was none
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }
  StandardInputFrom(const StandardInputFrom&) = delete;
  StandardInputFrom& operator=(const StandardInputFrom&) = delete;

 private:
  int saved_;
};

TEST_F(InputFiles, PackingIsToldByContentAndNotByName) {
  const std::string text = MuchText();
  const std::vector<std::string> paths = {Write("a.gz", text), Write("b.txt", Gzipped(text)),
                                          Write("c.tsv", Zstandard(text))};
  for (const std::string& path : paths) {
    Result<std::unique_ptr<ByteSource>> source = ByteSource::Open(path);
    ASSERT_TRUE(source.ok()) << source.status().message();
    EXPECT_EQ((*source)->name(), path);
    const Result<std::string> all = ReadAll(**source);
    ASSERT_TRUE(all.ok()) << all.status().message();
    EXPECT_TRUE(*all == text) << path;
    EXPECT_EQ((*source)->size(), std::filesystem::file_size(path));
    EXPECT_EQ((*source)->consumed(), (*source)->size());
  }
}

TEST_F(InputFiles, ProgressIsInStoredBytes) {
  const std::string path = Write("a.gz", Gzipped(MuchText()));
  Result<std::unique_ptr<ByteSource>> source = ByteSource::Open(path);
  ASSERT_TRUE(source.ok());
  std::array<char, 100> some;
  ASSERT_TRUE((*source)->Read(some).ok());
  EXPECT_GT((*source)->consumed(), 0u);
  EXPECT_LT((*source)->consumed(), (*source)->size());
}

TEST(Input, PeekTakesNothing) {
  for (const std::string& bytes : {std::string("abcdef"), Gzipped("abcdef"), Zstandard("abcdef")}) {
    Result<std::unique_ptr<ByteSource>> source = ByteSource::OverBytes("links", bytes);
    ASSERT_TRUE(source.ok());
    EXPECT_EQ(*(*source)->Peek(3), "abc");
    EXPECT_EQ(*(*source)->Peek(2), "ab");
    EXPECT_EQ(*(*source)->Peek(100), "abcdef");
    EXPECT_EQ(*ReadAll(**source, 4), "abcdef");
    EXPECT_EQ(*(*source)->Peek(3), "");
  }
}

TEST(Input, EmptySourcesAreEmpty) {
  EXPECT_EQ(*Unpacked(""), "");
  EXPECT_EQ(*Unpacked(Gzipped("")), "");
  EXPECT_EQ(*Unpacked(Zstandard("")), "");
}

TEST(Input, PartsFollowEachOther) {
  EXPECT_EQ(*Unpacked(Gzipped("one ") + Gzipped("") + Gzipped("two")), "one two");
  EXPECT_EQ(*Unpacked(Zstandard("one ") + Zstandard("") + Zstandard("two")), "one two");
}

TEST(Input, ZstdMayStartWithASkippableFrame) {
  const std::string skippable("\x5f\x2a\x4d\x18\x02\x00\x00\x00xx", 10);
  EXPECT_EQ(*Unpacked(skippable + Zstandard("text")), "text");
}

TEST(Input, GzipMayBePaddedWithZerosOnly) {
  EXPECT_EQ(*Unpacked(Gzipped("text") + std::string(1000, '\0')), "text");
  const Result<std::string> other = Unpacked(Gzipped("text") + "junk");
  EXPECT_EQ(other.status().code(), Code::kBadInput);
  EXPECT_THAT(other.status().message(), StartsWith("links: damaged gzip data near byte "));
  EXPECT_EQ(Unpacked(Zstandard("text") + "junk").status().code(), Code::kBadInput);
}

TEST(Input, CutAnywherePackedTextIsAnErrorThatSaysTruncated) {
  const std::string text = "a\tb\nc\td\nlonger names\tand more of them\n";
  for (const std::string& packed : {Gzipped(text), Zstandard(text)}) {
    for (size_t length = 4; length < packed.size(); ++length) {
      const Result<std::string> got = Unpacked(packed.substr(0, length));
      ASSERT_FALSE(got.ok()) << "cut to " << length << " bytes";
      EXPECT_EQ(got.status().code(), Code::kBadInput);
      EXPECT_THAT(got.status().message(), StartsWith("links: truncated "));
    }
  }
}

TEST(Input, CutLongPackedTextIsAnError) {
  const std::string text = MuchText();
  for (const std::string& packed : {Gzipped(text), Zstandard(text)}) {
    for (size_t length = 5; length < packed.size(); length += packed.size() / 50) {
      EXPECT_THAT(Unpacked(packed.substr(0, length)).status().message(), HasSubstr("truncated"));
    }
  }
}

TEST(Input, DamageIsAnErrorOrHarmlessButNeverOtherText) {
  const std::string text = "a\tb\nc\td\nlonger names\tand more of them\n";
  for (const std::string& packed : {Gzipped(text), Zstandard(text)}) {
    for (size_t bit = 0; bit < packed.size() * 8; ++bit) {
      std::string damaged = packed;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
      const Result<std::string> got = Unpacked(damaged);
      // Damage to the magic makes it plain text; some bits of a gzip header have no meaning.
      EXPECT_TRUE(!got.ok() || *got == text || *got == damaged) << "bit " << bit;
    }
  }
}

TEST(Input, OtherPackingsAreNamed) {
  const std::string xz(
      "\xfd"
      "7zXZ\0rest",
      10);
  for (const auto& [bytes, name] : std::vector<std::pair<std::string, std::string>>{
           {xz, "xz"}, {"BZh91AY&SYrest", "bzip2"}, {"PK\x03\x04rest", "zip"}}) {
    const Result<std::string> got = Unpacked(bytes);
    EXPECT_EQ(got.status().code(), Code::kBadInput);
    EXPECT_THAT(got.status().message(), StartsWith("links: is packed with " + name));
  }
  EXPECT_EQ(*Unpacked("BZh"), "BZh");
}

TEST_F(InputFiles, WhatCannotBeReadSaysWhy) {
  const Status missing = ByteSource::Open(directory_ + "/none").status();
  EXPECT_EQ(missing.code(), Code::kNotFound);
  EXPECT_EQ(missing.message(), directory_ + "/none: cannot open: No such file or directory");

  const Status directory = ByteSource::Open(directory_).status();
  EXPECT_EQ(directory.code(), Code::kInvalidArgument);
  EXPECT_EQ(directory.message(), directory_ + ": is a directory; expected a file");
}

TEST_F(InputFiles, ForbiddenFile) {
  const std::string path = Write("secret", "a b\n");
  ::chmod(path.c_str(), 0);
  ::chmod(directory_.c_str(), 0755);
  constexpr uid_t kNobody = 65534;
  const uid_t user = ::geteuid();
  if (user == 0) {
    ASSERT_EQ(::seteuid(kNobody), 0) << "root may read everything";
  }
  const Status status = ByteSource::Open(path).status();
  ASSERT_EQ(::seteuid(user), 0);
  EXPECT_EQ(status.code(), Code::kIo);
  EXPECT_EQ(status.message(), path + ": cannot open: Permission denied");
}

TEST_F(InputFiles, StandardInputFromAFile) {
  const int fd = ::open(Write("a", Gzipped("text")).c_str(), O_RDONLY);
  const StandardInputFrom from(fd);
  ::close(fd);
  Result<std::unique_ptr<ByteSource>> source = ByteSource::Open("-");
  ASSERT_TRUE(source.ok());
  EXPECT_EQ((*source)->name(), "standard input");
  EXPECT_EQ(*ReadAll(**source), "text");
}

TEST(Input, StandardInputFromAPipeInSmallPieces) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe(ends.data()), 0);
  const StandardInputFrom from(ends[0]);
  ::close(ends[0]);
  const std::string text = MuchText();
  std::jthread writer([&] {
    const std::string packed = Zstandard(text);
    size_t sent = 0;
    while (sent < packed.size()) {
      // The first pieces are shorter than the magic.
      const size_t piece = std::min<size_t>(sent < 10 ? 1 : 777, packed.size() - sent);
      const ssize_t n = ::write(ends[1], packed.data() + sent, piece);
      if (n < 0) break;
      sent += static_cast<size_t>(n);
    }
    ::close(ends[1]);
  });
  Result<std::unique_ptr<ByteSource>> source =
      ByteSource::Open("-", std::stop_source().get_token());
  ASSERT_TRUE(source.ok());
  EXPECT_EQ((*source)->size(), 0u);
  const Result<std::string> all = ReadAll(**source);
  ASSERT_TRUE(all.ok());
  EXPECT_TRUE(*all == text);
}

TEST(Input, ASilentPipeCanBeStopped) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe(ends.data()), 0);
  const StandardInputFrom from(ends[0]);
  ::close(ends[0]);
  std::stop_source stop;
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.request_stop();
  });
  EXPECT_EQ(ByteSource::Open("-", stop.get_token()).status().code(), Code::kCancelled);
  ::close(ends[1]);
}

}  // namespace
}  // namespace akin
