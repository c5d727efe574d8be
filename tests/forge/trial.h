// Forgeries of the honest corpora, one after another, and what becomes of them.
#ifndef AKIN_TESTS_FORGE_TRIAL_H_
#define AKIN_TESTS_FORGE_TRIAL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "forge/forger.h"
#include "forge/questions.h"
#include "temp_dir.h"

namespace akin {

class ForgeryTrial {
 public:
  // Makes the honest corpora. failure() says so if that does not work, or if an honest corpus is
  // called damaged.
  ForgeryTrial();
  const std::string& failure() const { return failure_; }

  // Makes a forgery of one corpus, asks it everything, and restores it. The same number gives the
  // same forgery. Asked::broken says which promise did not hold, and of what.
  Asked Run(uint64_t number);
  // What the forgery of the last Run was, also while it runs.
  const std::string& what() const { return what_; }

 private:
  struct Target {
    std::string path;
    std::unique_ptr<Forger> forger;
    uint64_t most_memory = 0;  // of all questions to the honest corpus
  };
  Target MakeTarget(size_t number);

  TempDir directory_;
  std::vector<Target> targets_;
  std::string what_;
  std::string failure_;
};

}  // namespace akin

#endif  // AKIN_TESTS_FORGE_TRIAL_H_
