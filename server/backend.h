// A back end without its transport: a question in, an answer out. It has some shards of one index,
// perhaps of several generations of it, and answers only about those that a question names.
#ifndef AKIN_SERVER_BACKEND_H_
#define AKIN_SERVER_BACKEND_H_

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include "akin/parts.h"
#include "akin/status.h"
#include "server/filter_cache.h"

namespace akin::v1 {
class Answer;
class Description;
class Filter;
class Question;
}  // namespace akin::v1

namespace akin::server {

// Who answers for one generation: an IndexPart, or what a test puts in its place.
struct OpenedPart {
  PartFacts facts;
  std::function<Result<PartAnswer>(const PartQuestion& question, const std::stop_token& stop)> ask;
};

// Reasons to refuse a question about which the caller can do something.
enum class Refused { kNothing, kOtherIndex, kNotHeld, kUnknownFilter };

// Safe from any thread.
class Backend {
 public:
  using Clock = std::chrono::steady_clock;

  // Lets it answer, besides those that do already. It is the newest then.
  void Put(OpenedPart part);
  // Whether there is one with this identity.
  bool Has(const IndexIdentity& identity) const;
  // Removes all but the newest that nobody has asked for so long. Returns their facts.
  std::vector<PartFacts> Retire(Clock::time_point now, Clock::duration unasked);

  void Describe(v1::Description& message) const;

  struct Outcome {
    Status status;
    Refused refused = Refused::kNothing;
  };
  Outcome Ask(const v1::Question& message, v1::Answer& answer, const std::stop_token& stop);

 private:
  struct Held {
    explicit Held(OpenedPart opened) : part(std::move(opened)) {}
    const OpenedPart part;
    std::atomic<Clock::time_point> asked = Clock::now();
  };
  std::shared_ptr<Held> Find(const IndexIdentity& identity) const;
  Status OtherIndex(const IndexIdentity& identity) const;
  Result<FilterCache::Set> ReadFilter(const v1::Filter& message, VertexId vertices);

  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Held>> held_;  // the newest last
  FilterCache filters_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_BACKEND_H_
