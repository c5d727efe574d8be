// akin::EachLine and the other functions of akin/files.h.
#include "akin/errors.h"
#include "akin/files.h"
#include "akin/try.h"
#include "base/checksum.h"
#include "base/files.h"
#include "base/input.h"
#include "base/line_reader.h"
#include "base/mapped_file.h"

namespace akin {

Status EachLine(const std::string& path, const LineVisitor& visit, const Control& control) {
  AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(path, control.stop));
  LineReader lines(*source, control);
  for (;;) {
    const LineReader::Found found = lines.Next();
    if (found == LineReader::Found::kEnd) return lines.status();
    const Place place{.file = source->name(), .line = lines.number()};
    if (found == LineReader::Found::kBadLine) return BadInput(place, lines.problem());
    AKIN_TRY(visit(place, lines.line()));
  }
}

Result<std::string> ReadText(const std::string& path, const Control& control) {
  AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(path, control.stop));
  std::string text;
  constexpr size_t kBlock = size_t{1} << 16;
  for (size_t read = 1; read > 0;) {
    const size_t before = text.size();
    text.resize(before + kBlock);
    AKIN_TRY_ASSIGN(read, source->Read({text.data() + before, kBlock}));
    text.resize(before + read);
  }
  return text;
}

Result<uint64_t> ChecksumOfFile(const std::string& path) {
  AKIN_TRY_ASSIGN(const MappedFile file, MappedFile::Open(path));
  const uint64_t sum = Checksum(file.bytes());
  AKIN_TRY(file.Intact());
  return sum;
}

uint64_t ChecksumOf(std::string_view bytes) {
  return Checksum(std::as_bytes(std::span(bytes.data(), bytes.size())));
}

}  // namespace akin
