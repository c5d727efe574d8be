// Runs a test with each instruction set of this processor, one after another.
#ifndef AKIN_TESTS_EVERY_TARGET_H_
#define AKIN_TESTS_EVERY_TARGET_H_

#include <hwy/targets.h>

#include <cstdint>

namespace akin {

template <class Test>
void OnEveryTarget(const Test& test) {
  const int64_t all = hwy::SupportedTargets();
  for (int64_t target = 1; target > 0; target <<= 1) {
    if ((all & target) == 0) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    test(hwy::TargetName(target));
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace akin

#endif  // AKIN_TESTS_EVERY_TARGET_H_
