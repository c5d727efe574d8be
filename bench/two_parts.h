// An index in two parts, in this process: without what carries questions and answers.
#ifndef AKIN_BENCH_TWO_PARTS_H_
#define AKIN_BENCH_TWO_PARTS_H_

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "akin/parts.h"
#include "must.h"

namespace akin {

// The first part has `first` shards, the second one the rest. They are asked one after the other.
class TwoParts : public IndexParts {
 public:
  TwoParts(const std::string& corpus, const IndexInfo& info, uint32_t first) {
    for (uint32_t i = 0; i < info.shards; ++i) groups_[i < first ? 0 : 1].push_back(i);
    for (const auto& group : groups_) {
      parts_.push_back(Must(IndexPart::Open(corpus, info.name, group)));
    }
  }

  const std::vector<std::vector<uint32_t>>& groups() const override { return groups_; }
  bool IsUp(size_t group) const override { return group == 0 || second_is_up; }
  std::vector<Result<PartAnswer>> Ask(std::span<const Asked> asked, DeadlineClock::time_point,
                                      const std::stop_token& stop) override {
    std::vector<Result<PartAnswer>> answers;
    for (const auto& [group, question] : asked) {
      answers.push_back(parts_[group].Ask(question, stop));
      listed += answers.back()->list.size();
      looked_up += question.others.size();
    }
    return answers;
  }

  bool second_is_up = true;
  uint64_t listed = 0;
  uint64_t looked_up = 0;

 private:
  std::vector<std::vector<uint32_t>> groups_{2};
  std::vector<IndexPart> parts_;
};

}  // namespace akin

#endif  // AKIN_BENCH_TWO_PARTS_H_
