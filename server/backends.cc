#include "server/backends.h"

#include <fmt/format.h>

#include <utility>

#include "akin/try.h"

namespace akin::server {

Result<std::unique_ptr<Backends>> Backends::Open(const std::string& path,
                                                 std::vector<std::string> corpora,
                                                 const ReplicaOptions& options,
                                                 BackendCounts& counts,
                                                 std::function<void(std::string_view)> tell) {
  std::unique_ptr<Backends> backends(new Backends);
  backends->path_ = path;
  backends->corpora_ = std::move(corpora);
  backends->options_ = options;
  backends->counts_ = &counts;
  backends->tell_ = std::move(tell);
  AKIN_TRY(backends->Reread());
  return backends;
}

Status Backends::Reread() {
  AKIN_TRY_ASSIGN(BackendsFile file, BackendsFile::Read(path_));
  AKIN_TRY(file.CheckCorpora(corpora_));
  const std::lock_guard lock(mutex_);
  file_ = std::move(file);
  return {};
}

Status Backends::CheckIndexes(const std::string& corpus,
                              const std::vector<std::string>& indexes) const {
  const std::lock_guard lock(mutex_);
  return file_.CheckIndexes(corpus, indexes);
}

bool Backends::Names(const std::string& corpus, const std::string& index) const {
  const std::lock_guard lock(mutex_);
  return file_.Names(corpus, index);
}

Result<std::shared_ptr<Replica>> Backends::ReplicaAt(const std::string& address) {
  if (auto known = replicas_[address].lock()) return known;
  const auto tell = [counts = counts_, tell = tell_](const std::string& where, bool up,
                                                     const std::string& why) {
    counts->SetUp(where, up);
    tell(up ? fmt::format("back end {} is up", where)
            : fmt::format("back end {} is down: {}", where, why));
  };
  AKIN_TRY_ASSIGN(std::shared_ptr<Replica> made, Replica::Create(address, options_, tell));
  replicas_[address] = made;
  return made;
}

Result<std::shared_ptr<RemoteParts>> Backends::PartsOf(const std::string& corpus,
                                                       const PartFacts& facts) {
  const std::lock_guard lock(mutex_);
  AKIN_TRY_ASSIGN(const std::vector<ReplicaGroup> named,
                  file_.GroupsOf(corpus, facts.index, facts.shards));
  std::vector<RemoteGroup> groups;
  for (const ReplicaGroup& group : named) {
    RemoteGroup& made = groups.emplace_back();
    made.shards = group.shards;
    for (const std::string& address : group.replicas) {
      AKIN_TRY_ASSIGN(std::shared_ptr<Replica> replica, ReplicaAt(address));
      made.replicas.push_back(std::move(replica));
    }
  }
  return std::make_shared<RemoteParts>(facts, std::move(groups), *counts_);
}

}  // namespace akin::server
