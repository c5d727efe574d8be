#include "query/check_listing.h"

#include <set>
#include <string>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "graph/attributes_file.h"
#include "graph/corpus_files.h"
#include "graph/own_files.h"
#include "index/elsewhere.h"
#include "index/forest_shard.h"
#include "index/manifest.h"
#include "text/bags_file.h"
#include "text/open_bags.h"

namespace akin {
namespace {

// Whether somebody is building in the directory now.
bool IsBusy(const std::string& directory) {
  const auto lock = DirectoryLock::Take(directory, DirectoryLock::Kind::kShared);
  return lock.status().code() == Code::kAlreadyExists;
}

std::set<std::string> FilesNamedBy(const std::string& corpus, const CorpusManifest& manifest) {
  std::set<std::string> named = {
      Join(corpus, "corpus.json"),  KeysPath(corpus),      GraphPath(corpus), RecipePath(corpus),
      UnfinishedRecipePath(corpus), AttributesPath(corpus)};
  if (manifest.pages_identity) named.insert(PagesPath(corpus));
  if (manifest.content_identity) {
    named.insert({GraphPath(corpus, Boilerplate::kSite), GraphPath(corpus, Boilerplate::kDrop),
                  BoilerplatePath(corpus)});
  }
  return named;
}

// Adds the files of an index to those that are needed, or reports that it is not finished. A
// manifest that makes no sense is reported by who checks the index.
Status CheckIndexFolder(const std::string& index, const Corpus::CheckReport& report,
                        std::set<std::string>& needed) {
  AKIN_TRY_ASSIGN(const bool finished, HasManifest(index));
  if (!finished) {
    report(index, Status(Code::kNoIndex,
                         "has no manifest.json: its build was interrupted, its shards are not all "
                         "there or were never finished, or the manifest was deleted; build it "
                         "again, finish it, or remove the folder")
                      .At({.file = index})
                      .WithParameter("index"));
    return {};
  }
  const auto manifest = ReadIndexManifest(index);
  if (MakesNoSense(manifest.status())) return {};
  AKIN_TRY(manifest.status());
  needed.insert({ManifestPath(index), ElsewherePath(index)});
  for (const ShardEntry& shard : manifest->shards) needed.insert(Join(index, shard.file));
  return {};
}

Status MoreThanTheManifest(const std::string& shard) {
  return Status(Code::kNoIndex,
                "the index has more shards than its manifest names: a build that extends or "
                "replaces it is not finished yet, or was interrupted; finish it, build it again, "
                "or remove this file")
      .At({.file = shard})
      .WithParameter("index");
}

}  // namespace

bool MakesNoSense(const Status& status) {
  return status.code() == Code::kDamaged || status.code() == Code::kNotOurs ||
         status.code() == Code::kTooNew;
}

Status CheckListing(const std::string& corpus, const Corpus::CheckReport& report) {
  AKIN_TRY_ASSIGN(const CorpusManifest manifest, ReadCorpusManifest(corpus));
  AKIN_TRY_ASSIGN(const OwnFiles found, FilesOfCorpus(corpus));
  std::set<std::string> needed = FilesNamedBy(corpus, manifest);
  AKIN_TRY_ASSIGN(const std::vector<std::string> bags, BagNames(corpus));
  for (const std::string& name : bags) needed.insert(BagsPath(corpus, name));
  std::set<std::string> left_alone;  // directories of which no file is reported
  for (const std::string& directory : found.directories) {
    const bool is_index = DirectoryOf(directory) == IndexesPath(corpus);
    const bool busy = IsBusy(directory);
    const size_t before = needed.size();
    if (is_index && !busy) AKIN_TRY(CheckIndexFolder(directory, report, needed));
    if (busy || (is_index && needed.size() == before)) left_alone.insert(directory);
  }
  for (const std::string& path : found.foreign) {
    report(path, NotOurs(path, "nothing that akin made; it is not part of this corpus"));
  }
  for (const std::string& path : found.files) {
    const std::string directory = DirectoryOf(path);
    if (needed.contains(path) || left_alone.contains(directory)) continue;
    if (DirectoryOf(directory) == IndexesPath(corpus) && ForestShard::Open(path).ok()) {
      report(path, MoreThanTheManifest(path));
      continue;
    }
    report(path, NotOurs(path,
                         "left by a command that was interrupted, or by somebody else; it is "
                         "not part of this corpus"));
  }
  return {};
}

}  // namespace akin
