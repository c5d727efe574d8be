// A file layer that remembers every operation, and shows what a power failure may leave of them.
//
// What was written to a file is sure to be there only after the file was synced, and a name only
// after its directory was. Of everything else, a power failure may leave any part: each operation
// on names may have happened or not, whatever came before or after it (but a rename happens as a
// whole); of the writes to a file any may be missing, so that there are zeros, or half done, or the
// file is shorter.
#ifndef AKIN_TESTS_POWER_LOSS_H_
#define AKIN_TESTS_POWER_LOSS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "akin/status.h"
#include "base/files.h"

namespace akin {

class PowerLossFiles : public FileLayer {
 public:
  // What is below `root` now is on disk for good. Nothing may be done there except through this.
  explicit PowerLossFiles(std::string root);

  size_t operations() const { return log_.size(); }
  // Makes the directory `target`, which must not exist, with what may be left of `root` if the
  // power fails after the first n operations. Each seed is another such case.
  void LeaveBehind(size_t n, uint64_t seed, const std::string& target) const;

  Result<std::unique_ptr<WritableFile>> CreateBeside(const std::string& target) override;
  Result<std::string> MakeDirectoryBeside(const std::string& target) override;
  Status Rename(const std::string& from, const std::string& to) override;
  Status RenameNew(const std::string& from, const std::string& to) override;
  Status Link(const std::string& from, const std::string& to) override;
  Status Exchange(const std::string& a, const std::string& b) override;
  Status MakeDirectory(const std::string& path) override;
  Status SyncDirectory(const std::string& path) override;
  Status RemoveFile(const std::string& path) override;
  Status RemoveDirectory(const std::string& path) override;
  Status RemoveAll(const std::string& path) override;

 private:
  class File;
  using Node = size_t;  // a file or a directory, whatever its name
  static constexpr Node kRoot = 0;
  using Entries = std::map<std::string, Node>;

  // A name in a directory gets another meaning, or none.
  struct Naming {
    Node directory;
    std::string name;
    std::optional<Node> means;
  };
  struct Operation {
    std::vector<Naming> namings;  // all at once
    std::optional<Node> written;
    uint64_t offset = 0;
    std::string bytes;
    std::optional<Node> synced;
  };
  struct Disk {
    std::vector<std::optional<Entries>> directories;  // none for files
    std::vector<std::string> contents;
  };

  void Load(const std::string& path, Node node);
  Node NewNode(bool directory);
  // The directory that a path is in, by what names mean now, and its last part.
  std::pair<Node, std::string> Place(const std::string& path) const;
  Node NodeAt(const std::string& path) const;
  void Note(std::vector<Naming> namings);
  static void Apply(const Operation& operation, Disk& disk);
  static void Show(const Disk& disk, Node node, const std::string& target);

  const std::string root_;
  mutable std::mutex mutex_;
  Disk first_;
  Disk now_;  // only names, and which nodes are directories
  std::vector<Operation> log_;
};

}  // namespace akin

#endif  // AKIN_TESTS_POWER_LOSS_H_
