// The shards of one index on other machines (akin::IndexParts), over gRPC.
//
// Each group of shards has replicas. Which one is asked depends on the vertex, so that the same one
// has its trees in memory. If it fails, another one is asked; if it takes longer than most answers
// do, another one is asked too, and the first to answer counts (hedging.h). Only those are asked
// that are up and have the very index of the question.
#ifndef AKIN_SERVER_REMOTE_PARTS_H_
#define AKIN_SERVER_REMOTE_PARTS_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "akin/parts.h"
#include "server/backend_counts.h"
#include "server/filter_code.h"
#include "server/hedging.h"
#include "server/replica.h"

namespace akin::server {

class LinePool;

struct RemoteGroup {
  std::vector<uint32_t> shards;
  std::vector<std::shared_ptr<Replica>> replicas;
};

class RemoteParts : public IndexParts {
 public:
  // `facts` is of the index as the front end knows it; `counts` outlives it.
  RemoteParts(PartFacts facts, std::vector<RemoteGroup> groups, BackendCounts& counts);
  ~RemoteParts() override;

  const std::vector<std::vector<uint32_t>>& groups() const override { return shards_; }
  bool IsUp(size_t group) const override;
  std::vector<Result<PartAnswer>> Ask(std::span<const Asked> asked,
                                      DeadlineClock::time_point deadline,
                                      const std::stop_token& stop) override;

  const PartFacts& facts() const { return facts_; }
  // Whether each group was up at some time when somebody looked.
  bool EachWasUp() const;
  bool AllAreUp() const;
  // The groups that are down, in words; empty if there are none.
  std::string WhatIsDown() const;

 private:
  class Round;
  friend class Round;
  struct Named {
    std::weak_ptr<const VertexSet> set;
    std::shared_ptr<const CodedFilter> coded;
  };
  // Codes it once for all questions with the same set.
  std::shared_ptr<const CodedFilter> Coded(const std::shared_ptr<const VertexSet>& set);

  const PartFacts facts_;
  const std::vector<RemoteGroup> groups_;
  std::vector<std::vector<uint32_t>> shards_;
  mutable std::vector<std::atomic<bool>> was_up_;
  BackendCounts& counts_;
  Hedging hedging_;
  std::unique_ptr<LinePool> lines_;
  std::mutex mutex_;
  std::vector<Named> coded_;  // the newest last
};

}  // namespace akin::server

#endif  // AKIN_SERVER_REMOTE_PARTS_H_
