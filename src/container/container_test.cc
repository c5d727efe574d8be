#include "container/container.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/checksum.h"
#include "container/container_writer.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

using testing::HasSubstr;

constexpr FileKind kKind = FileKind::kGraph;

std::string Text(const Section& section) {
  return {reinterpret_cast<const char*>(section.bytes().data()), section.bytes().size()};
}

std::string RandomBytes(size_t size, uint32_t seed) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

Status SetByte(const std::string& path, uint64_t at, char flip) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  char byte = 0;
  file.seekg(static_cast<std::streamoff>(at)).get(byte);
  file.seekp(static_cast<std::streamoff>(at)).put(static_cast<char>(byte ^ flip));
  return file.good() ? Status() : Status(Code::kIo, "test cannot change " + path);
}

class ContainerTest : public testing::Test {
 protected:
  // Three sections, one of them empty; no length is a multiple of 64 bytes.
  void WriteSmall() {
    auto writer = ContainerWriter::Create(path_, kKind);
    ASSERT_TRUE(writer.ok()) << writer.status().message();
    ASSERT_TRUE((*writer)->Add("first", "some text").ok());
    ASSERT_TRUE((*writer)->Add("empty", "").ok());
    ASSERT_TRUE((*writer)->Add("sixteen-letters-", RandomBytes(1000, 3)).ok());
    const auto identity = (*writer)->Finish();
    ASSERT_TRUE(identity.ok()) << identity.status().message();
    identity_ = *identity;
    small_ = ReadBytes(path_);
  }

  void ExpectRefused(const std::string& bytes, const std::string& how) {
    WriteBytes(path_, bytes);
    const auto container = Container::Open(path_, kKind);
    ASSERT_FALSE(container.ok()) << how;
    const Code code = container.status().code();
    ASSERT_TRUE(code == Code::kDamaged || code == Code::kNotOurs)
        << how << ": " << container.status().message();
    ASSERT_THAT(container.status().message(), HasSubstr(path_)) << how;
  }

  // The small file with some fields of its header changed and the checksum corrected.
  std::string Reheaded(const std::function<void(FileHeader&)>& change) const {
    std::string bytes = small_;
    FileHeader header;
    std::memcpy(&header, bytes.data(), sizeof(header));
    change(header);
    header.header_sum = 0;
    std::memcpy(bytes.data(), &header, sizeof(header));
    header.header_sum = Checksum(std::as_bytes(std::span(bytes).first(kHeaderPage)));
    std::memcpy(bytes.data(), &header, sizeof(header));
    return bytes;
  }

  TempDir directory_;
  std::string path_ = directory_ / "file.akin";
  std::string small_;
  uint64_t identity_ = 0;
};

TEST_F(ContainerTest, SectionsComeBackAsTheyWereWritten) {
  WriteSmall();
  const auto container = Container::Open(path_, kKind);
  ASSERT_TRUE(container.ok()) << container.status().message();
  EXPECT_EQ((*container)->identity(), identity_);
  EXPECT_EQ((*container)->bytes(), small_.size());
  EXPECT_EQ((*container)->entries().size(), 3U);
  EXPECT_EQ(Text(*(*container)->Find("first")), "some text");
  EXPECT_EQ(Text(*(*container)->Find("empty")), "");
  EXPECT_EQ(Text(*(*container)->Find("sixteen-letters-")), RandomBytes(1000, 3));
  EXPECT_TRUE((*container)->Has("first"));
  EXPECT_FALSE((*container)->Has("fir"));
  EXPECT_EQ((*container)->Find("second").status().code(), Code::kDamaged);
  EXPECT_TRUE((*container)->VerifyAll({.threads = 3}).ok());
}

TEST_F(ContainerTest, NoSectionsMakeAFileToo) {
  auto writer = ContainerWriter::Create(path_, kKind);
  ASSERT_TRUE((*writer)->Finish().ok());
  EXPECT_TRUE(Container::Open(path_, kKind).ok());
}

// Sizes around the block of 64 KiB and the alignment of 64 bytes.
RC_GTEST_FIXTURE_PROP(ContainerTest, AnySectionsRoundTrip, ()) {
  const auto sizes = *rc::gen::container<std::vector<size_t>>(rc::gen::element<size_t>(
      0, 1, 63, 64, 65, 4096, 65'535, 65'536, 65'537, 65'600, 131'072, 200'000));
  const size_t count = std::min<size_t>(sizes.size(), 20);
  auto writer = ContainerWriter::Create(path_, kKind);
  RC_ASSERT(writer.ok());
  for (size_t i = 0; i < count; ++i) {
    const std::string bytes = RandomBytes(sizes[i], static_cast<uint32_t>(i));
    RC_ASSERT((*writer)->Add(fmt::format("section{}", i), bytes).ok());
  }
  RC_ASSERT((*writer)->Finish().ok());
  const auto container = Container::Open(path_, kKind);
  RC_ASSERT(container.ok());
  for (size_t i = 0; i < count; ++i) {
    const auto section = (*container)->Find(fmt::format("section{}", i));
    RC_ASSERT(section.ok());
    RC_ASSERT(section->VerifyAll().ok());
    RC_ASSERT(Text(*section) == RandomBytes(sizes[i], static_cast<uint32_t>(i)));
    RC_ASSERT(reinterpret_cast<uintptr_t>(section->bytes().data()) % kSectionAlignment == 0);
  }
}

TEST_F(ContainerTest, SectionsWrittenSideBySideGiveTheBytesOfOneAfterAnother) {
  const std::vector<std::string> parts = {RandomBytes(100'000, 1), RandomBytes(70'000, 2),
                                          RandomBytes(150'000, 3)};
  {
    auto writer = ContainerWriter::Create(path_, kKind);
    for (size_t i = 0; i < 3; ++i)
      ASSERT_TRUE((*writer)->Add(fmt::format("s{}", i), parts[i]).ok());
    ASSERT_TRUE((*writer)->Finish().ok());
  }
  const std::string expected = ReadBytes(path_);
  auto writer = ContainerWriter::Create(path_, kKind);
  ASSERT_EQ(*(*writer)->Begin("s0", parts[0].size()), 0U);
  ASSERT_EQ(*(*writer)->Begin("s1", parts[1].size()), 1U);
  ASSERT_EQ(*(*writer)->Begin("s2"), 2U);  // open-ended
  for (size_t at = 0; at < 150'000; at += 777) {
    for (size_t i = 0; i < 3; ++i) {
      if (at >= parts[i].size()) continue;
      const std::string_view piece = std::string_view(parts[i]).substr(at, 777);
      ASSERT_TRUE((*writer)->Append(i, std::as_bytes(std::span(piece))).ok());
    }
  }
  for (const size_t i : {1, 2, 0}) ASSERT_TRUE((*writer)->End(i).ok());
  ASSERT_TRUE((*writer)->Finish().ok());
  EXPECT_TRUE(ReadBytes(path_) == expected);
}

TEST_F(ContainerTest, AWriterRefusesMisuse) {
  auto writer = ContainerWriter::Create(path_, kKind);
  EXPECT_EQ((*writer)->Begin("a-name-of-17-char").status().code(), Code::kInvalidArgument);
  const size_t open = *(*writer)->Begin("open");
  EXPECT_EQ((*writer)->Begin("next").status().code(), Code::kInvalidArgument);
  EXPECT_EQ((*writer)->Finish().status().code(), Code::kInvalidArgument);
  ASSERT_TRUE((*writer)->End(open).ok());
  const size_t declared = *(*writer)->Begin("declared", 10);
  ASSERT_TRUE((*writer)->AppendValue(declared, uint64_t{1}).ok());
  EXPECT_EQ((*writer)->End(declared).code(), Code::kInvalidArgument) << "8 bytes instead of 10";
  writer->reset();
  EXPECT_TRUE(ReadTree(directory_.path()).empty());
}

TEST_F(ContainerTest, TheTableHoldsSoManySectionsAndNoMore) {
  auto writer = ContainerWriter::Create(path_, kKind);
  for (size_t i = 0; i < kMaxSections; ++i) {
    ASSERT_TRUE((*writer)->Add(fmt::format("s{}", i), "x").ok());
  }
  EXPECT_EQ((*writer)->Begin("more").status().code(), Code::kInvalidArgument);
  ASSERT_TRUE((*writer)->Finish().ok());
  const auto container = Container::Open(path_, kKind);
  ASSERT_TRUE(container.ok());
  EXPECT_TRUE((*container)->Has(fmt::format("s{}", kMaxSections - 1)));
}

TEST_F(ContainerTest, EveryChangedByteIsRefused) {
  WriteSmall();
  std::string bytes = small_;
  for (size_t at = 0; at < small_.size(); ++at) {
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      bytes[at] = static_cast<char>(small_[at] ^ flip);
      ExpectRefused(bytes, fmt::format("byte {}", at));
      if (HasFatalFailure()) return;
    }
    bytes[at] = small_[at];
  }
}

TEST_F(ContainerTest, EveryCutIsRefused) {
  WriteSmall();
  for (size_t length = 0; length < small_.size(); ++length) {
    ExpectRefused(small_.substr(0, length), fmt::format("cut at {}", length));
    if (HasFatalFailure()) return;
  }
}

TEST_F(ContainerTest, AppendedBytesAreRefused) {
  WriteSmall();
  for (const size_t more : {1, 8, 64, 4096}) {
    ExpectRefused(small_ + std::string(more, '\0'), fmt::format("{} more", more));
  }
}

TEST_F(ContainerTest, NotOursTooNewAndDamagedAreToldApart) {
  WriteSmall();
  std::set<std::string> messages;
  const auto refusal = [&](const std::string& bytes, Code code) {
    WriteBytes(path_, bytes);
    const Status status = Container::Open(path_, kKind).status();
    EXPECT_EQ(status.code(), code) << status.message();
    EXPECT_TRUE(messages.insert(status.message()).second) << "said before: " << status.message();
  };
  refusal("from,to\n1,2\n", Code::kNotOurs);
  refusal("", Code::kDamaged);
  refusal(Reheaded([](FileHeader& h) { h.version = 2; }), Code::kTooNew);
  refusal(Reheaded([](FileHeader& h) { h.kind = FileKind::kKeys; }), Code::kNotOurs);
  refusal(small_.substr(0, 100), Code::kDamaged);
  std::string flipped = small_;
  flipped[kHeaderPage] ^= 1;
  refusal(flipped, Code::kDamaged);
}

TEST_F(ContainerTest, ANewerVersionIsToldWhateverItsLayout) {
  WriteSmall();
  WriteBytes(path_, Reheaded([](FileHeader& h) {
               h.version = 2;
               h.section_count = 5000;
               h.file_bytes = 1;
             }));
  const Status status = Container::Open(path_, kKind).status();
  EXPECT_EQ(status.code(), Code::kTooNew);
  EXPECT_THAT(status.message(), HasSubstr("upgrade"));
}

// A header with a correct checksum but impossible numbers must not lead outside the file.
TEST_F(ContainerTest, NonsenseUnderARightSumIsDamage) {
  WriteSmall();
  const std::vector<std::function<void(FileHeader&)>> changes = {
      [](FileHeader& h) { h.section_count = kMaxSections + 1; },
      [](FileHeader& h) { h.section_count = UINT32_MAX; },
      [](FileHeader& h) { h.section_count = kMaxSections; },
      [](FileHeader& h) { h.section_count = 2; },
      [](FileHeader& h) { h.section_count = 0; },
      [](FileHeader& h) { h.file_bytes += 64; },
      [](FileHeader& h) { h.file_bytes = 0; },
      [](FileHeader& h) { h.sums_offset += 8; },
      [](FileHeader& h) { h.sums_offset = UINT64_MAX - 7; },
      [](FileHeader& h) { h.sums_sum ^= 1; }};
  for (size_t i = 0; i < changes.size(); ++i) {
    ExpectRefused(Reheaded(changes[i]), fmt::format("change {}", i));
  }
  for (const uint64_t value : {uint64_t{0}, uint64_t{65}, uint64_t{1} << 63, UINT64_MAX,
                               UINT64_MAX - 4095, UINT64_MAX - 63}) {
    for (size_t entry = 0; entry < 3; ++entry) {
      for (const size_t field : {offsetof(SectionEntry, offset), offsetof(SectionEntry, bytes)}) {
        if (value == 0 && entry == 1) continue;  // the empty section really is empty
        const std::string saved = small_;
        const size_t at = sizeof(FileHeader) + entry * sizeof(SectionEntry) + field;
        std::memcpy(small_.data() + at, &value, sizeof(value));
        const std::string bytes = Reheaded([](FileHeader&) {});
        small_ = saved;
        if (bytes == small_) continue;
        ExpectRefused(bytes, fmt::format("entry {} field {} = {}", entry, field, value));
      }
    }
  }
}

TEST_F(ContainerTest, VerifyingOutsideASectionIsDamage) {
  WriteSmall();
  const auto container = Container::Open(path_, kKind);
  const Section first = *(*container)->Find("first");
  EXPECT_TRUE(first.Verify(0, 9).ok());
  EXPECT_TRUE(first.Verify(9, 0).ok());
  for (const auto& [offset, length] : std::vector<std::pair<uint64_t, uint64_t>>{
           {0, 10}, {9, 1}, {10, 0}, {UINT64_MAX, 2}, {2, UINT64_MAX}, {UINT64_MAX, UINT64_MAX}}) {
    EXPECT_EQ(first.Verify(offset, length).code(), Code::kDamaged) << offset << ' ' << length;
  }
  EXPECT_EQ(first.As<uint64_t>().status().code(), Code::kDamaged) << "9 bytes are no array";
  EXPECT_TRUE((*container)->Find("empty")->As<uint64_t>()->empty());
}

// A file above 64 MiB is opened without reading all of it.
TEST_F(ContainerTest, ALargeFileIsVerifiedBlockByBlock) {
  constexpr uint64_t kBlocks = 1100;
  {
    auto writer = ContainerWriter::Create(path_, kKind);
    const size_t section = *(*writer)->Begin("large");
    for (uint64_t i = 0; i < kBlocks; ++i) {
      const std::string block(kBlockBytes, static_cast<char>(i));
      ASSERT_TRUE((*writer)->Append(section, std::as_bytes(std::span(block))).ok());
    }
    ASSERT_TRUE((*writer)->End(section).ok());
    ASSERT_TRUE((*writer)->Add("small", "text").ok());
    ASSERT_TRUE((*writer)->Finish().ok());
  }
  const uint64_t damaged = 700 * kBlockBytes + 5;
  ASSERT_TRUE(SetByte(path_, kHeaderPage + damaged, '\x10').ok());
  for (const unsigned threads : {1U, 4U}) {
    const auto container = Container::Open(path_, kKind);
    ASSERT_TRUE(container.ok()) << container.status().message();
    const Section large = *(*container)->Find("large");
    EXPECT_TRUE((*container)->Find("small")->VerifyAll().ok());
    EXPECT_TRUE(large.Verify(0, 700 * kBlockBytes).ok());
    EXPECT_TRUE(large.Verify(701 * kBlockBytes, 399 * kBlockBytes).ok());
    EXPECT_EQ(large.Verify(700 * kBlockBytes, 1).code(), Code::kDamaged) << "same block";
    EXPECT_EQ(large.Verify(damaged, 1).code(), Code::kDamaged) << "asked twice, said twice";
    EXPECT_EQ(large.Verify(699 * kBlockBytes, kBlockBytes + 1).code(), Code::kDamaged);
    const Status all = (*container)->VerifyAll({.threads = threads});
    EXPECT_EQ(all.code(), Code::kDamaged);
    EXPECT_THAT(all.message(), HasSubstr("large"));
    EXPECT_THAT(all.message(), HasSubstr(fmt::format("{}", kHeaderPage + 700 * kBlockBytes)));
  }
}

TEST_F(ContainerTest, CheckingReportsNoMoreThanThereIs) {
  auto writer = ContainerWriter::Create(path_, kKind);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE((*writer)->Add(fmt::format("s{}", i), "x").ok());
  ASSERT_TRUE((*writer)->Finish().ok());
  const auto container = Container::Open(path_, kKind);
  uint64_t most = 0;
  const Control control{.threads = 1, .progress = [&](const Progress& progress) {
                          EXPECT_EQ(progress.total, (*container)->bytes());
                          most = std::max(most, progress.done);
                        }};
  ASSERT_TRUE((*container)->VerifyAll(control).ok());
  EXPECT_LE(most, (*container)->bytes()) << "more than everything was checked";
}

TEST_F(ContainerTest, EveryFailingOperationIsReportedAndNothingHalfIsLeft) {
  for (const Fault fault : {Fault::kOnce, Fault::kOnward}) {
    for (uint64_t n = 1;; ++n) {
      const TempDir directory;
      FaultyFiles files(fault, n);
      const ScopedFileLayer scope(files);
      const Status status = [&]() -> Status {
        auto writer = ContainerWriter::Create(directory / "f", kKind);
        if (!writer.ok()) return writer.status();
        if (Status added = (*writer)->Add("s", RandomBytes(100'000, 1)); !added.ok()) return added;
        return (*writer)->Finish().status();
      }();
      const FileTree tree = ReadTree(directory.path());
      EXPECT_EQ(tree.size(), tree.contains("f") ? 1U : 0U) << "operation " << n;
      if (tree.contains("f")) {
        EXPECT_TRUE(Container::Open(directory / "f", kKind).ok());
      }
      EXPECT_EQ(status.ok(), !files.struck());
      if (!files.struck()) break;
    }
  }
}

TEST_F(ContainerTest, AMissingFileIsNotFound) {
  EXPECT_EQ(Container::Open(path_, kKind).status().code(), Code::kNotFound);
}

}  // namespace
}  // namespace akin
