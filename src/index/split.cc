// akin::SplitCorpus: a corpus for the front end, and directories with some shards for back ends.
#include "akin/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <string_view>

#include "akin/errors.h"
#include "akin/try.h"
#include "assemble/make_corpus.h"
#include "base/files.h"
#include "base/mapped_file.h"
#include "base/progress.h"
#include "base/temporary_names.h"
#include "container/container.h"
#include "graph/corpus_files.h"
#include "graph/own_files.h"
#include "index/build_request.h"
#include "index/elsewhere.h"
#include "index/manifest.h"

namespace akin {
namespace {

// The port of the first back end in the file to start from.
constexpr unsigned kFirstPort = 7412;

struct SplitIndex {
  std::string name;
  IndexManifest manifest;
};

// Gives files their place in the layout.
class Placer {
 public:
  Placer(bool copy, uint64_t bytes, const Control& control, SplitReport& report)
      : copy_(copy),
        control_(control),
        meter_(control, "splitting", "bytes", bytes),
        report_(report) {}

  Status Place(const std::string& from, const std::string& to) {
    if (control_.stop.stop_requested()) return Interrupted();
    if (!copy_) {
      const Status linked = Files().Link(from, to);
      if (linked.ok()) {
        AKIN_TRY_ASSIGN(const uint64_t bytes, FileSize(to));
        report_.linked += bytes;
        meter_.Advance(bytes);
        return {};
      }
      if (!IsNoSecondName(linked.system_error())) return linked;
    }
    return Copy(from, to);
  }

 private:
  // Another file system, one without links, or a file that somebody else owns.
  static bool IsNoSecondName(int error) {
    return error == EXDEV || error == EPERM || error == EMLINK || IsUnsupported(error);
  }

  Status Copy(const std::string& from, const std::string& to) {
    AKIN_TRY_ASSIGN(const MappedFile source, MappedFile::Open(from));
    AKIN_TRY_ASSIGN(const auto target, Files().CreateBeside(to));
    constexpr size_t kStep = size_t{4} << 20;
    for (uint64_t done = 0; done < source.bytes().size(); done += kStep) {
      if (control_.stop.stop_requested()) return Interrupted();
      const auto bytes = source.bytes().subspan(done);
      const auto step = bytes.first(std::min(kStep, bytes.size()));
      AKIN_TRY(target->WriteAt(done, step));
      source.Forget(done, step.size());
      report_.copied += step.size();
      meter_.Advance(step.size());
    }
    AKIN_TRY(source.Intact());
    AKIN_TRY(target->Sync());
    AKIN_TRY(Files().Rename(target->path(), to));
    return target->Close();
  }

  const bool copy_;
  const Control& control_;
  ProgressMeter meter_;
  SplitReport& report_;
};

// Nothing is built in the corpus, or removed from it, while these are held.
Result<std::vector<DirectoryLock>> ShareDirectories(const std::string& corpus) {
  AKIN_TRY_ASSIGN(const OwnFiles found, FilesOfCorpus(corpus));
  std::vector<DirectoryLock> locks;
  for (const std::string& directory : found.directories) {
    auto lock = DirectoryLock::Take(directory, DirectoryLock::Kind::kShared);
    const Code code = lock.status().code();
    if (code == Code::kNotFound) continue;  // it has just been removed
    if (code == Code::kAlreadyExists) {
      return Status(code, "another process is building here; wait for it").At({.file = directory});
    }
    if (!lock.ok()) return lock.status();
    locks.push_back(*std::move(lock));
  }
  return locks;
}

Status CheckShard(const std::string& index, const ShardEntry& named) {
  const std::string path = Join(index, named.file);
  AKIN_TRY_ASSIGN(const auto shard,
                  Container::Open(path, FileKind::kForestShard, Container::Verification::kLazily));
  if (shard->identity() == named.identity && shard->bytes() == named.bytes) return {};
  return Damaged(path, "not the file that the manifest names");
}

// An index that can be split into so many parts, with all its shards.
Result<SplitIndex> OpenToSplit(const std::string& corpus, const CorpusManifest& about,
                               const std::string& name, unsigned parts) {
  const std::string index = IndexPath(corpus, name);
  AKIN_TRY_ASSIGN(const bool finished, HasManifest(index));
  if (!finished) {
    return Status(Code::kNoIndex, fmt::format("no index '{}', or an unfinished one", name))
        .At({.file = corpus})
        .WithParameter("index");
  }
  SplitIndex split{.name = name};
  AKIN_TRY_ASSIGN(split.manifest, ReadIndexManifest(index));
  const IndexManifest& manifest = split.manifest;
  if (!HasFingerprints(manifest.parameters.method)) {
    return InvalidArgument("index", fmt::format("index '{}' has no fingerprints, so it cannot be "
                                                "split; the front end keeps such indexes",
                                                name));
  }
  if (manifest.only_identity != 0) {
    return InvalidArgument("index", fmt::format("index '{}' is about some vertices only, and such "
                                                "an index is not served in parts",
                                                name));
  }
  if (manifest.graph_identity != about.IdentityOf(manifest.parameters.boilerplate)) {
    return Damaged(index, "built from another graph than this corpus has; build it again");
  }
  if (parts == 0 || parts > manifest.shards.size()) {
    return InvalidArgument(
        "parts", fmt::format("{} parts of index '{}', which has {} shards; there are 1 to {}",
                             parts, name, manifest.shards.size(), manifest.shards.size()));
  }
  AKIN_TRY(CheckNoneElsewhere(index, manifest));
  for (const ShardEntry& shard : manifest.shards) AKIN_TRY(CheckShard(index, shard));
  return split;
}

Result<std::vector<SplitIndex>> OpenAllToSplit(const std::string& corpus,
                                               const SplitOptions& options) {
  AKIN_TRY_ASSIGN(const CorpusManifest about, ReadCorpusManifest(corpus));
  std::vector<std::string> names = options.indexes;
  if (names.empty()) {
    AKIN_TRY_ASSIGN(const auto all, NamesIn(IndexesPath(corpus)));
    for (const std::string& name : all) {
      AKIN_TRY_ASSIGN(const bool finished, HasManifest(IndexPath(corpus, name)));
      if (!finished) continue;
      AKIN_TRY_ASSIGN(const IndexManifest manifest, ReadIndexManifest(IndexPath(corpus, name)));
      const bool parted =
          HasFingerprints(manifest.parameters.method) && manifest.only_identity == 0;
      if (parted) names.push_back(name);
    }
    if (names.empty()) {
      return Status(Code::kNoIndex, "no index with fingerprints yet").At({.file = corpus});
    }
  }
  std::vector<SplitIndex> indexes;
  for (const std::string& name : names) {
    if (std::count(names.begin(), names.end(), name) > 1) {
      return InvalidArgument("index", fmt::format("index '{}' is named twice", name));
    }
    AKIN_TRY(CheckIndexName(name));
    AKIN_TRY_ASSIGN(SplitIndex index, OpenToSplit(corpus, about, name, options.parts));
    indexes.push_back(std::move(index));
  }
  return indexes;
}

std::vector<SplitRange> RangesOf(const std::vector<SplitIndex>& indexes, unsigned parts) {
  std::vector<SplitRange> ranges;
  for (uint64_t part = 0; part < parts; ++part) {
    for (const SplitIndex& index : indexes) {
      const auto& shards = index.manifest.shards;
      SplitRange range{.index = index.name,
                       .part = static_cast<unsigned>(part),
                       .first = static_cast<uint32_t>(part * shards.size() / parts),
                       .last = static_cast<uint32_t>((part + 1) * shards.size() / parts - 1)};
      for (uint32_t i = range.first; i <= range.last; ++i) range.bytes += shards[i].bytes;
      range.address = fmt::format("127.0.0.1:{}", kFirstPort + ranges.size());
      ranges.push_back(std::move(range));
    }
  }
  return ranges;
}

// What the front end gets of an index: all, or the manifest alone.
Result<std::vector<std::string>> FilesForFront(const std::string& index, bool split) {
  AKIN_TRY_ASSIGN(const bool finished, HasManifest(index));
  if (!finished) return std::vector<std::string>();
  std::vector<std::string> files = {ManifestPath(index)};
  if (split) return files;
  AKIN_TRY_ASSIGN(const IndexManifest manifest, ReadIndexManifest(index));
  AKIN_TRY_ASSIGN(const auto elsewhere, ShardsElsewhere(index, manifest));
  if (!elsewhere.empty()) files.push_back(ElsewherePath(index));
  for (size_t i = 0; i < manifest.shards.size(); ++i) {
    const bool here = !std::binary_search(elsewhere.begin(), elsewhere.end(), i);
    if (here) files.push_back(Join(index, manifest.shards[i].file));
  }
  return files;
}

class Splitting {
 public:
  Splitting(std::string corpus, const SplitOptions& options, std::vector<SplitIndex> indexes)
      : corpus_(std::move(corpus)), options_(options), indexes_(std::move(indexes)) {
    report_.ranges = RangesOf(indexes_, options.parts);
  }

  Status Fill(const std::string& target, const Control& control);
  SplitReport& report() { return report_; }

 private:
  bool IsSplit(const std::string& directory) const {
    return std::any_of(indexes_.begin(), indexes_.end(), [&](const SplitIndex& index) {
      return IndexPath(corpus_, index.name) == directory;
    });
  }
  Result<std::vector<std::string>> FilesOfFront() const;
  Status FillFront(const std::string& front, const std::vector<std::string>& files,
                   Placer& placer) const;
  Status FillPart(const SplitRange& range, const std::string& part, Placer& placer) const;
  std::string Backends() const;

  const std::string corpus_;
  const SplitOptions& options_;
  const std::vector<SplitIndex> indexes_;
  SplitReport report_;
};

// Paths in the corpus. What an interrupted command left is not taken along.
Result<std::vector<std::string>> Splitting::FilesOfFront() const {
  AKIN_TRY_ASSIGN(const OwnFiles found, FilesOfCorpus(corpus_));
  std::vector<std::string> files;
  for (const std::string& path : found.files) {
    const bool of_index = DirectoryOf(DirectoryOf(path)) == IndexesPath(corpus_);
    if (of_index || IsTemporaryName(path, kTemporaryFile)) continue;
    if (path != UnfinishedRecipePath(corpus_)) files.push_back(path);
  }
  for (const std::string& directory : found.directories) {
    if (DirectoryOf(directory) != IndexesPath(corpus_)) continue;
    AKIN_TRY_ASSIGN(const auto of_index, FilesForFront(directory, IsSplit(directory)));
    files.insert(files.end(), of_index.begin(), of_index.end());
  }
  return files;
}

Status Splitting::FillFront(const std::string& front, const std::vector<std::string>& files,
                            Placer& placer) const {
  std::vector<std::string> directories = {front};
  AKIN_TRY(Files().MakeDirectory(front));
  for (const std::string& path : files) {
    const std::string to = front + path.substr(corpus_.size());
    // At most indexes/NAME/FILE: the outer directory first.
    for (const std::string& directory : {DirectoryOf(DirectoryOf(to)), DirectoryOf(to)}) {
      const bool below = directory.size() > front.size();
      if (!below || std::count(directories.begin(), directories.end(), directory) > 0) continue;
      AKIN_TRY(Files().MakeDirectory(directory));
      directories.push_back(directory);
    }
    AKIN_TRY(placer.Place(path, to));
  }
  for (const SplitIndex& index : indexes_) {
    AKIN_TRY(WriteElsewhere(IndexPath(front, index.name), index.manifest));
  }
  for (const std::string& directory : directories) AKIN_TRY(Files().SyncDirectory(directory));
  return {};
}

Status Splitting::FillPart(const SplitRange& range, const std::string& part, Placer& placer) const {
  const std::string from = IndexPath(corpus_, range.index);
  const std::string to = IndexPath(part, range.index);
  const std::vector<std::string> directories = {part, IndexesPath(part), to};
  for (const std::string& directory : directories) AKIN_TRY(Files().MakeDirectory(directory));
  AKIN_TRY(placer.Place(ManifestPath(from), ManifestPath(to)));
  const auto index = std::find_if(indexes_.begin(), indexes_.end(),
                                  [&](const SplitIndex& i) { return i.name == range.index; });
  for (uint32_t i = range.first; i <= range.last; ++i) {
    const std::string& file = index->manifest.shards[i].file;
    AKIN_TRY(placer.Place(Join(from, file), Join(to, file)));
  }
  for (const std::string& directory : directories) AKIN_TRY(Files().SyncDirectory(directory));
  return {};
}

std::string Splitting::Backends() const {
  std::string text =
      "# Who answers for which shards: INDEX SHARDS ADDRESS:PORT [ADDRESS:PORT...]\n"
      "# Several addresses are replicas with the same shards. The front end reads this file again\n"
      "# when it gets SIGHUP.\n";
  for (const SplitRange& range : report_.ranges) {
    text += fmt::format("{} {}-{} {}\n", range.index, range.first, range.last, range.address);
  }
  return text;
}

Status Splitting::Fill(const std::string& target, const Control& control) {
  AKIN_TRY_ASSIGN(const std::vector<std::string> files, FilesOfFront());
  uint64_t bytes = 0;
  for (const std::string& path : files) {
    AKIN_TRY_ASSIGN(const uint64_t size, FileSize(path));
    bytes += size;
  }
  for (const SplitRange& range : report_.ranges) bytes += range.bytes;
  Placer placer(options_.copy, bytes, control, report_);
  AKIN_TRY(FillFront(Join(target, "front"), files, placer));
  for (const SplitRange& range : report_.ranges) {
    AKIN_TRY(FillPart(range, Join(target, fmt::format("part-{}", range.part)), placer));
  }
  AKIN_TRY(WriteFileAtomically(Join(target, "backends"), Backends()));
  if (!options_.readme) return {};
  return WriteFileAtomically(Join(target, "README"), options_.readme(report_.ranges));
}

}  // namespace

Result<SplitReport> SplitCorpus(const std::string& path, const std::string& directory,
                                const SplitOptions& options, const Control& control) {
  std::string corpus = path;
  while (corpus.size() > 1 && corpus.back() == '/') corpus.pop_back();
  AKIN_TRY_ASSIGN(const DirectoryLock corpus_lock, ShareCorpus(corpus));
  AKIN_TRY_ASSIGN(const std::vector<DirectoryLock> locks, ShareDirectories(corpus));
  AKIN_TRY_ASSIGN(std::vector<SplitIndex> indexes, OpenAllToSplit(corpus, options));
  Splitting splitting(corpus, options, std::move(indexes));
  AKIN_TRY(MakeCorpus(directory, /*replace=*/false,
                      [&](const std::string& target) { return splitting.Fill(target, control); }));
  return std::move(splitting.report());
}

}  // namespace akin
