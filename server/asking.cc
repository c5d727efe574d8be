// Questions that may need other machines.
#include <algorithm>
#include <chrono>
#include <memory>

#include "akin/try.h"
#include "server/question.h"

namespace akin::server {
namespace {

Json CoverageJson(const Coverage& coverage) {
  return {{"fingerprints", {{"asked", coverage.asked}, {"answered", coverage.answered}}},
          {"shards",
           {{"total", coverage.shards},
            {"failed", coverage.failed},
            {"timed_out", coverage.timed_out}}}};
}

}  // namespace

// A tenth of the time is kept for what comes after the answers of other machines.
Asking::Asking(const Call& call, const Question& question) : options_(question.options) {
  if (!question.answering.remote) return;
  const auto left = call.deadline - DeadlineClock::now();
  options_.remote = std::make_shared<RemoteQuery>(call.deadline - left / 10, question.partial);
}

Status Asking::Tell(const Question& question, VertexId vertex, Json& answer) const {
  if (options_.remote == nullptr && options_.share == 1) return {};
  AKIN_TRY_ASSIGN(answer["fingerprints"], question.answering.FingerprintsUsed(vertex, options_));
  if (options_.remote == nullptr) return {};
  Json coverage = Json::object();
  for (const auto& [index, one] : options_.remote->coverage()) {
    coverage[index] = CoverageJson(one);
  }
  answer["coverage"] = std::move(coverage);
  answer["remote"] = {{"round_trips", options_.remote->round_trips()},
                      {"bytes", options_.remote->bytes()}};
  return {};
}

}  // namespace akin::server
