// The bytes of a source, compressed or not: a plain file, gzip (also several members), zstd (also
// several frames), or standard input with any of these. Compression is recognised by the first
// bytes, never by the name: downloads lose and gain suffixes.
//
// Streaming: a source uses one buffer of 256 KiB and the window of its decompressor (32 KiB for
// gzip, at most 128 MiB for zstd, which few files need), however long the file is.
#ifndef AKIN_SRC_BASE_INPUT_H_
#define AKIN_SRC_BASE_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "akin/status.h"

namespace akin {

class StoredBytes;

class ByteSource {
 public:
  // "-" is standard input. A stop ends a wait for a silent pipe with Code::kCancelled.
  static Result<std::unique_ptr<ByteSource>> Open(const std::string& path,
                                                  std::stop_token stop = {});
  // The same for bytes in memory, compressed or not; `name` is for messages.
  static Result<std::unique_ptr<ByteSource>> OverBytes(std::string name, std::string bytes);

  virtual ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  // Unpacks up to into.size() bytes; at least one, unless it returns 0 at the end. If compressed
  // data was cut short, its end is an error.
  Result<size_t> Read(std::span<char> into);

  // After Read has found damage in compressed data: continues behind the damage, where something
  // begins that looks like a new part (a member of gzip). False if there is none.
  Result<bool> SkipDamage();

  // The next `count` bytes, fewer only at the end, without consuming them. Meant for a few hundred
  // bytes at the start. The view is valid until the next call.
  Result<std::string_view> Peek(size_t count);

  // For messages: the path, or "standard input".
  const std::string& name() const { return name_; }
  // For progress, in stored (compressed) bytes: consumed so far, and in total (0: unknown).
  uint64_t consumed() const;
  uint64_t size() const;

 protected:
  ByteSource(std::string name, std::unique_ptr<StoredBytes> stored);
  StoredBytes& stored() { return *stored_; }

 private:
  virtual Result<size_t> Unpack(std::span<char> into) = 0;
  virtual Result<bool> FindNextPart() { return false; }

  std::string name_;
  std::unique_ptr<StoredBytes> stored_;
  std::string peeked_;  // unpacked by Peek, not yet returned by Read
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_INPUT_H_
