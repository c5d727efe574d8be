// The back ends that a front end knows, from a file (backends_file.h).
#ifndef AKIN_SERVER_BACKENDS_H_
#define AKIN_SERVER_BACKENDS_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "akin/parts.h"
#include "akin/status.h"
#include "server/backend_counts.h"
#include "server/backends_file.h"
#include "server/remote_parts.h"
#include "server/replica.h"

namespace akin::server {

// Safe from any thread.
class Backends {
 public:
  // `corpora` are the names of those that are served. `counts` outlives it, and all parts of it.
  // `tell` hears which back ends come and go.
  static Result<std::unique_ptr<Backends>> Open(const std::string& path,
                                                std::vector<std::string> corpora,
                                                const ReplicaOptions& options,
                                                BackendCounts& counts,
                                                std::function<void(std::string_view line)> tell);

  // Reads the file again, for parts that are made from now on. After an error all is as before.
  Status Reread();
  // kBadInput if the file names an index that the corpus does not have.
  Status CheckIndexes(const std::string& corpus, const std::vector<std::string>& indexes) const;
  bool Names(const std::string& corpus, const std::string& index) const;
  // Of an index that the file names.
  Result<std::shared_ptr<RemoteParts>> PartsOf(const std::string& corpus, const PartFacts& facts);

 private:
  Backends() = default;
  Result<std::shared_ptr<Replica>> ReplicaAt(const std::string& address);

  std::string path_;
  std::vector<std::string> corpora_;
  ReplicaOptions options_;
  BackendCounts* counts_ = nullptr;
  std::function<void(std::string_view)> tell_;
  mutable std::mutex mutex_;
  BackendsFile file_;
  // One connection for all indexes and generations; it ends with the last of them.
  std::map<std::string, std::weak_ptr<Replica>> replicas_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_BACKENDS_H_
