// Working memory of queries, allocated when a thread first needs it and reused afterwards.
#ifndef AKIN_SRC_QUERY_SCRATCH_POOL_H_
#define AKIN_SRC_QUERY_SCRATCH_POOL_H_

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "akin/types.h"

namespace akin {

// Scratch is constructed from the number of vertices.
template <class Scratch>
class ScratchPool {
 public:
  // Returns its scratch to the pool when it is destroyed.
  class Loan {
   public:
    Loan(ScratchPool& pool, std::unique_ptr<Scratch> scratch)
        : pool_(pool), scratch_(std::move(scratch)) {}
    ~Loan() { pool_.Return(std::move(scratch_)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    Scratch& operator*() const { return *scratch_; }

   private:
    ScratchPool& pool_;
    std::unique_ptr<Scratch> scratch_;
  };

  Loan Borrow(VertexId vertices) {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto scratch = std::move(idle_.back());
        idle_.pop_back();
        return Loan(*this, std::move(scratch));
      }
    }
    return Loan(*this, std::make_unique<Scratch>(vertices));
  }

 private:
  void Return(std::unique_ptr<Scratch> scratch) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(scratch));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> idle_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SCRATCH_POOL_H_
