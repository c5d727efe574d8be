#include "eval/step_counts.h"

namespace akin {

void StepCounts::Clear() {
  for (const VertexId vertex : met_) place_[vertex] = kNowhere;
  met_.clear();
  for (std::vector<uint32_t>& at_step : counts_) at_step.clear();
}

void StepCounts::Add(std::span<const Meeting> met) {
  for (const Meeting& meeting : met) {
    if (meeting.step > counts_.size()) continue;
    uint32_t& place = place_[meeting.vertex];
    if (place == kNowhere) {
      place = static_cast<uint32_t>(met_.size());
      met_.push_back(meeting.vertex);
      for (std::vector<uint32_t>& at_step : counts_) at_step.push_back(0);
    }
    counts_[meeting.step - 1][place] += 1;
  }
}

}  // namespace akin
