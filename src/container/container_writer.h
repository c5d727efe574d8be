// Writes a container file (format.h). The file has a temporary name until Finish has synced and
// renamed it. An unfinished writer leaves nothing behind.
//
// Memory: one 64 KiB block per open section, 8 bytes per block written.
#ifndef AKIN_SRC_CONTAINER_CONTAINER_WRITER_H_
#define AKIN_SRC_CONTAINER_CONTAINER_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"
#include "base/files.h"
#include "container/format.h"

namespace akin {

class ContainerWriter {
 public:
  static Result<std::unique_ptr<ContainerWriter>> Create(const std::string& path, FileKind kind);
  ~ContainerWriter();
  ContainerWriter(const ContainerWriter&) = delete;
  ContainerWriter& operator=(const ContainerWriter&) = delete;

  // Begins a section behind the others and returns its number. Several sections may be open at once
  // if all except the last have declared their length. In this way rows and their offsets are
  // written together.
  Result<size_t> Begin(std::string_view name, std::optional<uint64_t> declared_bytes = {});
  Status Append(size_t section, std::span<const std::byte> bytes);
  Status End(size_t section);

  template <class T>
  Status AppendValue(size_t section, const T& value) {
    return Append(section, std::as_bytes(std::span(&value, 1)));
  }
  // Writes a whole section at once.
  Status Add(std::string_view name, std::span<const std::byte> bytes);
  Status Add(std::string_view name, std::string_view text) {
    return Add(name, std::as_bytes(std::span(text)));
  }

  // Writes checksums and header, syncs, and renames the file. Returns the file's identity.
  Result<uint64_t> Finish();

 private:
  struct OpenSection {
    std::string name;
    uint64_t offset = 0;
    std::optional<uint64_t> declared;
    uint64_t written = 0;  // bytes flushed to the file
    std::vector<std::byte> block;
    std::vector<uint64_t> sums;
    bool open = true;
  };

  ContainerWriter(std::string path, FileKind kind, std::unique_ptr<WritableFile> file);
  Status FlushBlock(OpenSection& section);
  Result<uint64_t> WriteTrailerAndHeader();

  std::string path_;
  FileKind kind_;
  std::unique_ptr<WritableFile> file_;  // null once finished
  std::vector<OpenSection> sections_;
};

}  // namespace akin

#endif  // AKIN_SRC_CONTAINER_CONTAINER_WRITER_H_
