#include "power_loss.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "base/random.h"
#include "file_tree.h"

namespace akin {

namespace fs = std::filesystem;

class PowerLossFiles::File : public WritableFile {
 public:
  File(PowerLossFiles& layer, Node node, std::unique_ptr<WritableFile> file)
      : layer_(layer), node_(node), file_(std::move(file)) {}
  const std::string& path() const override { return file_->path(); }

  Status WriteAt(uint64_t offset, std::span<const std::byte> bytes) override {
    const std::lock_guard lock(layer_.mutex_);
    layer_.log_.push_back(
        {.written = node_,
         .offset = offset,
         .bytes = std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())});
    return file_->WriteAt(offset, bytes);
  }
  Status Sync() override {
    const std::lock_guard lock(layer_.mutex_);
    layer_.log_.push_back({.synced = node_});
    return {};
  }
  Status Close() override { return file_->Close(); }

 private:
  PowerLossFiles& layer_;
  Node node_;
  std::unique_ptr<WritableFile> file_;
};

PowerLossFiles::PowerLossFiles(std::string root) : root_(std::move(root)) {
  (void)NewNode(true);
  Load(root_, kRoot);
  first_ = now_;
}

void PowerLossFiles::Load(const std::string& path, Node node) {
  for (const auto& entry : fs::directory_iterator(path)) {
    const Node child = NewNode(entry.is_directory());
    now_.directories[node]->emplace(entry.path().filename().string(), child);
    if (entry.is_directory()) {
      Load(entry.path().string(), child);
    } else {
      now_.contents[child] = ReadBytes(entry.path().string());
    }
  }
}

PowerLossFiles::Node PowerLossFiles::NewNode(bool directory) {
  now_.directories.push_back(directory ? std::optional(Entries()) : std::nullopt);
  now_.contents.emplace_back();
  return now_.contents.size() - 1;
}

std::pair<PowerLossFiles::Node, std::string> PowerLossFiles::Place(const std::string& path) const {
  if (!path.starts_with(root_ + "/")) throw std::runtime_error(path + " is elsewhere");
  std::string_view rest = std::string_view(path).substr(root_.size() + 1);
  Node node = kRoot;
  for (size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
    node = now_.directories[node]->at(std::string(rest.substr(0, slash)));
    rest.remove_prefix(slash + 1);
  }
  return {node, std::string(rest)};
}

PowerLossFiles::Node PowerLossFiles::NodeAt(const std::string& path) const {
  if (path == root_) return kRoot;
  const auto [directory, name] = Place(path);
  return now_.directories[directory]->at(name);
}

void PowerLossFiles::Note(std::vector<Naming> namings) {
  log_.push_back({.namings = std::move(namings)});
  Apply(log_.back(), now_);
}

void PowerLossFiles::Apply(const Operation& operation, Disk& disk) {
  for (const auto& [directory, name, means] : operation.namings) {
    Entries& entries = *disk.directories[directory];
    entries.erase(name);
    if (means) entries.emplace(name, *means);
  }
  if (operation.written) {
    std::string& contents = disk.contents[*operation.written];
    const size_t end = operation.offset + operation.bytes.size();
    if (contents.size() < end) contents.resize(end);
    contents.replace(operation.offset, operation.bytes.size(), operation.bytes);
  }
}

void PowerLossFiles::Show(const Disk& disk, Node node, const std::string& target) {
  fs::create_directory(target);
  for (const auto& [name, child] : *disk.directories[node]) {
    const std::string path = Join(target, name);
    if (disk.directories[child]) {
      Show(disk, child, path);
    } else {
      WriteBytes(path, disk.contents[child]);
    }
  }
}

void PowerLossFiles::LeaveBehind(size_t n, uint64_t seed, const std::string& target) const {
  Disk disk = first_;
  disk.directories.resize(now_.directories.size());
  disk.contents.resize(now_.contents.size());
  for (Node node = first_.directories.size(); node < now_.directories.size(); ++node) {
    if (now_.directories[node]) disk.directories[node].emplace();
  }
  std::vector<const Operation*> unsure;
  const auto settle = [&](auto&& is_sure) {
    const auto rest = std::stable_partition(unsure.begin(), unsure.end(), is_sure);
    std::for_each(unsure.begin(), rest, [&](const Operation* sure) { Apply(*sure, disk); });
    unsure.erase(unsure.begin(), rest);
  };
  for (const Operation& operation : std::span(log_).first(n)) {
    if (!operation.synced) {
      unsure.push_back(&operation);
      continue;
    }
    settle([&](const Operation* earlier) {
      return earlier->written == operation.synced ||
             std::any_of(
                 earlier->namings.begin(), earlier->namings.end(),
                 [&](const Naming& naming) { return naming.directory == *operation.synced; });
    });
  }
  // Nothing, almost nothing, half, almost everything, everything.
  const RandomStream random(seed, n, 0);
  const uint64_t share = random.Below(0, 5) * 25;
  for (size_t i = 0; i < unsure.size(); ++i) {
    const bool happens = share == 100 || (share > 0 && random.Below(2 * i + 1, 100) <
                                                           std::clamp<uint64_t>(share, 10, 90));
    if (!happens) continue;
    Operation operation = *unsure[i];
    if (operation.written && random.Below(2 * i + 2, 4) == 0) {
      operation.bytes.resize(random.Below(2 * i + 2, operation.bytes.size() + 1));
    }
    Apply(operation, disk);
  }
  Show(disk, kRoot, target);
}

Result<std::unique_ptr<WritableFile>> PowerLossFiles::CreateBeside(const std::string& target) {
  const std::lock_guard lock(mutex_);
  auto file = PosixFiles().CreateBeside(target);
  if (!file.ok()) return file.status();
  const auto [directory, name] = Place((*file)->path());
  const Node node = NewNode(false);
  Note({{directory, name, node}});
  return std::unique_ptr<WritableFile>(std::make_unique<File>(*this, node, *std::move(file)));
}

Result<std::string> PowerLossFiles::MakeDirectoryBeside(const std::string& target) {
  const std::lock_guard lock(mutex_);
  auto path = PosixFiles().MakeDirectoryBeside(target);
  if (!path.ok()) return path;
  const auto [directory, name] = Place(*path);
  Note({{directory, name, NewNode(true)}});
  return path;
}

Status PowerLossFiles::Rename(const std::string& from, const std::string& to) {
  const std::lock_guard lock(mutex_);
  const Status status = PosixFiles().Rename(from, to);
  if (!status.ok()) return status;
  const auto [before, old_name] = Place(from);
  const auto [after, name] = Place(to);
  Note({{before, old_name, std::nullopt}, {after, name, NodeAt(from)}});
  return status;
}

Status PowerLossFiles::RenameNew(const std::string& from, const std::string& to) {
  if (fs::exists(fs::symlink_status(to))) return PosixFiles().RenameNew(from, to);
  return Rename(from, to);
}

Status PowerLossFiles::Link(const std::string& from, const std::string& to) {
  const std::lock_guard lock(mutex_);
  const Status status = PosixFiles().Link(from, to);
  if (!status.ok()) return status;
  const auto [directory, name] = Place(to);
  Note({{directory, name, NodeAt(from)}});
  return status;
}

Status PowerLossFiles::Exchange(const std::string& a, const std::string& b) {
  const std::lock_guard lock(mutex_);
  const Status status = PosixFiles().Exchange(a, b);
  if (!status.ok()) return status;
  const auto [directory_a, name_a] = Place(a);
  const auto [directory_b, name_b] = Place(b);
  Note({{directory_a, name_a, NodeAt(b)}, {directory_b, name_b, NodeAt(a)}});
  return status;
}

Status PowerLossFiles::MakeDirectory(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const bool existed = fs::exists(path);
  const Status status = PosixFiles().MakeDirectory(path);
  if (!status.ok() || existed) return status;
  const auto [directory, name] = Place(path);
  Note({{directory, name, NewNode(true)}});
  return status;
}

Status PowerLossFiles::SyncDirectory(const std::string& path) {
  const std::lock_guard lock(mutex_);
  log_.push_back({.synced = NodeAt(path)});
  return {};
}

Status PowerLossFiles::RemoveFile(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const bool existed = fs::exists(fs::symlink_status(path));
  const Status status = PosixFiles().RemoveFile(path);
  if (!status.ok() || !existed) return status;
  const auto [directory, name] = Place(path);
  Note({{directory, name, std::nullopt}});
  return status;
}

Status PowerLossFiles::RemoveAll(const std::string& path) {
  if (!fs::is_directory(fs::symlink_status(path))) return RemoveFile(path);
  for (const auto& entry : fs::directory_iterator(path)) {
    if (Status status = RemoveAll(entry.path().string()); !status.ok()) return status;
  }
  return RemoveDirectory(path);
}

Status PowerLossFiles::RemoveDirectory(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const bool existed = fs::exists(path);
  const Status status = PosixFiles().RemoveDirectory(path);
  if (!status.ok() || !existed) return status;
  const auto [directory, name] = Place(path);
  Note({{directory, name, std::nullopt}});
  return status;
}

}  // namespace akin
