#include "base/input.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <climits>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/stored_bytes.h"

namespace akin {

namespace {

// More bytes than the longest magic below.
constexpr size_t kMagicBytes = 16;
constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kGzipMember = "\x1f\x8b\x08";  // with the only method that exists
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

class PlainSource : public ByteSource {
 public:
  PlainSource(std::string name, std::unique_ptr<StoredBytes> stored)
      : ByteSource(std::move(name), std::move(stored)) {}

 private:
  Result<size_t> Unpack(std::span<char> into) override {
    if (stored().ready().empty()) AKIN_TRY(stored().More());
    const size_t count = stored().ready().copy(into.data(), into.size());
    stored().Consume(count);
    return count;
  }
};

// What gzip and zstd have in common: data in consecutive parts (members, frames).
class PackedSource : public ByteSource {
 public:
  PackedSource(std::string name, std::unique_ptr<StoredBytes> stored, std::string_view kind)
      : ByteSource(std::move(name), std::move(stored)), kind_(kind) {}

  virtual Status Start() = 0;

 protected:
  void BeginPart() { in_part_ = true; }

  struct Step {
    size_t taken = 0;
    size_t made = 0;
    bool part_ends = false;
  };

  Status Damaged(std::string_view why) {
    return BadInput({.file = name()},
                    fmt::format("damaged {} data near byte {}: {}; fetch or make the file again",
                                kind_, stored().consumed(), why));
  }

  Status NoMemory() {
    return MemoryRefused(fmt::format("unpacking {} data", kind_)).At({.file = name()});
  }

 private:
  // One call of the decompressor.
  virtual Result<Step> Advance(std::string_view in, std::span<char> out) = 0;
  // Called between two parts, with bytes left: prepares for the next part, or drops padding.
  virtual Result<Step> NextPart(std::string_view in) = 0;

  Result<size_t> Unpack(std::span<char> into) override {
    for (;;) {
      if (stored().ready().empty()) AKIN_TRY(stored().More());
      const std::string_view in = stored().ready();
      if (!in_part_ && in.empty()) return size_t{0};
      AKIN_TRY_ASSIGN(const Step step, in_part_ ? Advance(in, into) : NextPart(in));
      stored().Consume(step.taken);
      in_part_ = !step.part_ends;
      if (step.made > 0) return step.made;
      if (in_part_ && in.empty()) return Truncated();
    }
  }

  Status Truncated() {
    return BadInput({.file = name()},
                    fmt::format("truncated {} data: it breaks off after {} bytes, before its end; "
                                "fetch or make the file again",
                                kind_, stored().consumed()));
  }

  std::string_view kind_;
  bool in_part_ = true;
};

class GzipSource : public PackedSource {
 public:
  GzipSource(std::string name, std::unique_ptr<StoredBytes> stored)
      : PackedSource(std::move(name), std::move(stored), "gzip") {}
  ~GzipSource() override { inflateEnd(&stream_); }

  Status Start() override {
    constexpr int kGzipOnly = 16;
    return inflateInit2(&stream_, MAX_WBITS + kGzipOnly) == Z_OK ? Status() : NoMemory();
  }

 private:
  Result<Step> Advance(std::string_view in, std::span<char> out) override {
    const auto in_size = static_cast<uInt>(std::min<size_t>(in.size(), UINT_MAX));
    const auto out_size = static_cast<uInt>(std::min<size_t>(out.size(), UINT_MAX));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = in_size;
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = out_size;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) return NoMemory();
    // Z_BUF_ERROR only means that this call made no progress.
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      SkipFailed(in_size - stream_.avail_in);
      return Damaged(stream_.msg != nullptr ? stream_.msg : "not a gzip stream");
    }
    return Step{.taken = in_size - stream_.avail_in,
                .made = out_size - stream_.avail_out,
                .part_ends = code == Z_STREAM_END};
  }

  // Data that was cut off is noticed only somewhere in what follows it, so that is searched again
  // from its start. But the total of such bytes may not exceed what has been read.
  void SkipFailed(size_t bytes) {
    constexpr uint64_t kFree = uint64_t{1} << 20;
    looked_again_ += bytes;
    if (looked_again_ > stored().consumed() + kFree) stored().Consume(bytes);
  }

  Result<bool> FindNextPart() override {
    if (!stored().ready().empty()) stored().Consume(1);  // do not find the failed part again
    for (;;) {
      const std::string_view in = stored().ready();
      const size_t found = in.find(kGzipMember);
      if (found != std::string_view::npos) {
        stored().Consume(found);
        inflateReset(&stream_);
        BeginPart();
        return true;
      }
      stored().Consume(in.size() - std::min(in.size(), kGzipMember.size() - 1));
      if (stored().at_end()) return false;
      AKIN_TRY(stored().More());
    }
  }

  // Tapes and block devices pad with zeros, and gzip itself accepts that.
  Result<Step> NextPart(std::string_view in) override {
    if (in[0] == '\0') {
      const size_t zeros = std::min(in.find_first_not_of('\0'), in.size());
      return Step{.taken = zeros, .part_ends = true};
    }
    if (in[0] != kGzipMagic[0]) return Damaged("other data follows the end");
    inflateReset(&stream_);
    return Step{};
  }

  z_stream stream_{};
  uint64_t looked_again_ = 0;
};

class ZstdSource : public PackedSource {
 public:
  ZstdSource(std::string name, std::unique_ptr<StoredBytes> stored)
      : PackedSource(std::move(name), std::move(stored), "zstd") {}
  ~ZstdSource() override { ZSTD_freeDStream(stream_); }

  Status Start() override {
    stream_ = ZSTD_createDStream();
    return stream_ != nullptr ? Status() : NoMemory();
  }

 private:
  Result<Step> Advance(std::string_view in, std::span<char> out) override {
    ZSTD_inBuffer from{.src = in.data(), .size = in.size(), .pos = 0};
    ZSTD_outBuffer to{.dst = out.data(), .size = out.size(), .pos = 0};
    const size_t code = ZSTD_decompressStream(stream_, &to, &from);
    if (ZSTD_isError(code)) return Refusal(code);
    return Step{.taken = from.pos, .made = to.pos, .part_ends = code == 0};
  }

  // The decompressor starts a frame by itself, and reports if there is none.
  Result<Step> NextPart(std::string_view) override { return Step{}; }

  Status Refusal(size_t code) {
    if (ZSTD_getErrorCode(code) != ZSTD_error_frameParameter_windowTooLarge) {
      return Damaged(ZSTD_getErrorName(code));
    }
    return Status(
               Code::kOutOfBudget,
               "unpacking needs a zstd window of more than 128 MiB; pack it again with the usual "
               "window, not in zstd's long or ultra mode")
        .At({.file = name()});
  }

  ZSTD_DStream* stream_ = nullptr;
};

// Rejects formats that akin does not read by name, so that they are not called binary.
Status RefuseOtherPackings(const std::string& name, std::string_view head) {
  struct Packing {
    std::string_view name;
    std::string_view unpack;
    size_t offset;
    std::string_view magic;
  };
  static constexpr std::array<Packing, 3> kPackings = {{
      {"xz", "xz -dc", 0,
       std::string_view("\xfd"
                        "7zXZ\0",
                        6)},
      {"bzip2", "bzip2 -dc", 4, "1AY&SY"},
      {"zip", "unzip -p", 0, "PK\x03\x04"},
  }};
  for (const Packing& packing : kPackings) {
    if (head.size() < packing.offset || !head.substr(packing.offset).starts_with(packing.magic)) {
      continue;
    }
    return BadInput(
        {.file = name},
        fmt::format(
            "is packed with {}; expected plain text, gzip or zstd: unpack it first, or pipe "
            "the output of `{}` into standard input",
            packing.name, packing.unpack));
  }
  return {};
}

bool IsZstd(std::string_view head) {
  // A skippable frame, 0x184D2A5?, may come first; pzstd writes one.
  const bool skippable = head.size() >= 4 && (head[0] & '\xf0') == '\x50' &&
                         head.substr(1).starts_with("\x2a\x4d\x18");
  return skippable || head.starts_with(kZstdMagic);
}

Result<std::unique_ptr<ByteSource>> Unpacking(std::string name,
                                              std::unique_ptr<StoredBytes> stored) {
  while (stored->ready().size() < kMagicBytes && !stored->at_end()) AKIN_TRY(stored->More());
  const std::string_view head = stored->ready().substr(0, kMagicBytes);
  AKIN_TRY(RefuseOtherPackings(name, head));
  std::unique_ptr<PackedSource> packed;
  if (head.starts_with(kGzipMagic)) {
    packed = std::make_unique<GzipSource>(std::move(name), std::move(stored));
  } else if (IsZstd(head)) {
    packed = std::make_unique<ZstdSource>(std::move(name), std::move(stored));
  } else {
    return std::unique_ptr<ByteSource>(
        std::make_unique<PlainSource>(std::move(name), std::move(stored)));
  }
  AKIN_TRY(packed->Start());
  return std::unique_ptr<ByteSource>(std::move(packed));
}

}  // namespace

ByteSource::ByteSource(std::string name, std::unique_ptr<StoredBytes> stored)
    : name_(std::move(name)), stored_(std::move(stored)) {}
ByteSource::~ByteSource() = default;

uint64_t ByteSource::consumed() const { return stored_->consumed(); }
uint64_t ByteSource::size() const { return stored_->size(); }

Result<std::unique_ptr<ByteSource>> ByteSource::Open(const std::string& path,
                                                     std::stop_token stop) {
  AKIN_TRY_ASSIGN(auto stored, StoredBytes::Open(path, std::move(stop)));
  return Unpacking(SourceName(path), std::move(stored));
}

Result<std::unique_ptr<ByteSource>> ByteSource::OverBytes(std::string name, std::string bytes) {
  return Unpacking(std::move(name), StoredBytes::InMemory(std::move(bytes)));
}

Result<size_t> ByteSource::Read(std::span<char> into) {
  if (peeked_.empty()) return Unpack(into);
  const size_t count = peeked_.copy(into.data(), into.size());
  peeked_.erase(0, count);
  return count;
}

Result<bool> ByteSource::SkipDamage() { return FindNextPart(); }

Result<std::string_view> ByteSource::Peek(size_t count) {
  while (peeked_.size() < count) {
    const size_t had = peeked_.size();
    peeked_.resize(count);
    Result<size_t> got = Unpack(std::span(peeked_).subspan(had));
    peeked_.resize(had + (got.ok() ? *got : 0));
    if (!got.ok()) return got.status();
    if (*got == 0) break;
  }
  return std::string_view(peeked_).substr(0, count);
}

}  // namespace akin
