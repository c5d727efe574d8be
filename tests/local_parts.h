// The parts of an index in this process: as back ends would answer, without a network between.
#ifndef AKIN_TESTS_LOCAL_PARTS_H_
#define AKIN_TESTS_LOCAL_PARTS_H_

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "akin/parts.h"

namespace akin {

class LocalParts : public IndexParts {
 public:
  using Groups = std::vector<std::vector<uint32_t>>;

  LocalParts(const std::string& corpus, const std::string& index, Groups groups)
      : groups_(std::move(groups)) {
    for (const std::vector<uint32_t>& group : groups_) {
      auto part = IndexPart::Open(corpus, index, group);
      EXPECT_TRUE(part.ok()) << part.status().message();
      parts_.push_back(*std::move(part));
    }
  }

  const Groups& groups() const override { return groups_; }
  bool IsUp(size_t group) const override { return !down_.contains(group); }
  std::vector<Result<PartAnswer>> Ask(std::span<const Asked> asked, DeadlineClock::time_point,
                                      const std::stop_token& stop) override {
    ++rounds_;
    std::vector<Result<PartAnswer>> answers;
    for (const auto& [group, question] : asked) {
      Status failure = fail_ ? fail_(rounds_, group) : Status();
      if (!failure.ok()) {
        answers.emplace_back(std::move(failure));
        continue;
      }
      answers.push_back(parts_[group].Ask(question, stop));
      if (answers.back().ok() && change_) change_(*answers.back());
    }
    return answers;
  }

  void SetDown(std::set<size_t> groups) { down_ = std::move(groups); }
  // What the answer of a group is to be in the n-th round; ok for what the part says.
  void FailBy(std::function<Status(unsigned round, size_t group)> fail) { fail_ = std::move(fail); }
  void ChangeBy(std::function<void(PartAnswer&)> change) { change_ = std::move(change); }
  unsigned rounds() const { return rounds_; }

 private:
  Groups groups_;
  std::vector<IndexPart> parts_;
  std::set<size_t> down_;
  std::function<Status(unsigned, size_t)> fail_;
  std::function<void(PartAnswer&)> change_;
  unsigned rounds_ = 0;
};

}  // namespace akin

#endif  // AKIN_TESTS_LOCAL_PARTS_H_
