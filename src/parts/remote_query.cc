#include "akin/parts.h"

namespace akin {

void RemoteQuery::Begin() {
  lost_ = false;
  for (auto& [index, state] : states_) {
    state.begun = false;
    state.vertex = kNoVertex;
    state.sums.clear();
  }
}

// Every attempt but the last loses a group, so there are not many.
bool RemoteQuery::MayTryAgain() const {
  return lost_ && partial_ && DeadlineClock::now() < deadline_;
}

std::map<std::string, Coverage> RemoteQuery::coverage() const {
  std::map<std::string, Coverage> all;
  for (const auto& [index, state] : states_) all[index] = state.coverage;
  return all;
}

unsigned RemoteQuery::round_trips() const { return round_trips_; }
uint64_t RemoteQuery::bytes() const { return bytes_; }

}  // namespace akin
