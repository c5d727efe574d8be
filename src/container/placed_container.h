// A container whose sections several processes write at the same time: their lengths are known in
// advance, and so is the place of every block (format.h). One process makes the file, the others
// place blocks in it (block_writer.h, base/part_of_file.h), and the first one finishes it with the
// checksums that they report. Until then it has a temporary name; unfinished, it is removed.
#ifndef AKIN_SRC_CONTAINER_PLACED_CONTAINER_H_
#define AKIN_SRC_CONTAINER_PLACED_CONTAINER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/status.h"
#include "base/files.h"
#include "container/format.h"

namespace akin {

class PlacedContainer {
 public:
  struct Section {
    std::string name;
    uint64_t bytes = 0;
  };

  static Result<std::unique_ptr<PlacedContainer>> Create(const std::string& path, FileKind kind,
                                                         std::vector<Section> sections);
  ~PlacedContainer();
  PlacedContainer(const PlacedContainer&) = delete;
  PlacedContainer& operator=(const PlacedContainer&) = delete;

  // Where to place blocks.
  const std::string& TemporaryPath() const { return file_->path(); }
  static std::vector<uint64_t> OffsetsOf(const std::vector<Section>& sections);

  // `sums` are those of the blocks of all sections, in their order. Adds one last section, and
  // renames the file. Returns its identity. kInvalidArgument if blocks are missing.
  Result<uint64_t> Finish(const std::vector<std::vector<uint64_t>>& sums, std::string_view name,
                          std::string_view text);

 private:
  PlacedContainer(std::string path, FileKind kind, std::vector<Section> sections,
                  std::unique_ptr<WritableFile> file)
      : path_(std::move(path)),
        kind_(kind),
        sections_(std::move(sections)),
        file_(std::move(file)) {}

  std::string path_;
  FileKind kind_;
  std::vector<Section> sections_;
  std::unique_ptr<WritableFile> file_;  // null once finished
};

}  // namespace akin

#endif  // AKIN_SRC_CONTAINER_PLACED_CONTAINER_H_
