#include "akin/meeting_function.h"

#include <gtest/gtest.h>

#include <string>

namespace akin {
namespace {

TEST(MeetingFunction, HasANameByWhichItIsFound) {
  for (const MeetingFunction f : MeetingFunctions()) {
    EXPECT_EQ(*MeetingFunctionNamed(MeetingFunctionName(f)), f);
  }
  EXPECT_EQ(MeetingFunctionNamed("cubic").status().message(),
            "no function 'cubic'; there are exponential, inverse, linear, within");
}

// Queries leave out what cannot reach the best, because a later meeting counts no more than an
// earlier one; and a meeting that counts must not be taken for none.
TEST(MeetingFunction, NeverRisesAndStaysAboveZero) {
  for (const MeetingFunction f : MeetingFunctions()) {
    for (const double decay : {0.01, 0.3, 0.6, 0.99}) {
      for (unsigned k = 1; k <= 100; ++k) {
        double last = 1;
        for (unsigned z = 0; z <= k; ++z) {
          const double value = MeetingFunctionAt(f, decay, k, z);
          if (z == 0) {
            EXPECT_EQ(value, 1);
          }
          EXPECT_LE(value, last) << MeetingFunctionName(f) << " at " << z;
          EXPECT_GT(value, 0);
          last = value;
        }
      }
    }
  }
}

}  // namespace
}  // namespace akin
