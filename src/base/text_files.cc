// akin::EachLine and the other functions of akin/files.h.
#include "akin/errors.h"
#include "akin/files.h"
#include "akin/try.h"
#include "base/checksum.h"
#include "base/files.h"
#include "base/input.h"
#include "base/line_reader.h"
#include "base/mapped_file.h"
#include "base/temporary_names.h"

namespace akin {
namespace {

// Removes a file in the end if it still has its temporary name, whether the work returns or throws.
class RemovedUnlessRenamed {
 public:
  explicit RemovedUnlessRenamed(const WritableFile& file) : file_(file) {}
  ~RemovedUnlessRenamed() { RemoveQuietly(file_.path()); }
  RemovedUnlessRenamed(const RemovedUnlessRenamed&) = delete;
  RemovedUnlessRenamed& operator=(const RemovedUnlessRenamed&) = delete;

 private:
  const WritableFile& file_;
};

}  // namespace

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
    // What becomes of a text takes several times its size, and a packed one is soon large.
    constexpr uint64_t kShare = 8;
    if (text.size() > control.memory / kShare) {
      return OutOfMemory("reading all of it", kShare * static_cast<double>(text.size()),
                         static_cast<double>(control.memory))
          .At({.file = source->name()});
    }
  }
  return text;
}

Status WriteFileAtomically(const std::string& path, std::string_view text) {
  AKIN_TRY(CheckReplaceable(path));
  (void)RemoveStaleFiles(path);  // they harm nobody
  AKIN_TRY_ASSIGN(const auto file, Files().CreateBeside(path));
  const RemovedUnlessRenamed unless_renamed(*file);
  AKIN_TRY(file->WriteAt(0, std::as_bytes(std::span(text))));
  AKIN_TRY(file->Sync());
  AKIN_TRY(Files().Rename(file->path(), path));
  AKIN_TRY(file->Close());
  return Files().SyncDirectory(DirectoryOf(path));
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
