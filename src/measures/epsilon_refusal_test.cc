#include "measures/epsilon_refusal.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace akin {
namespace {

constexpr ParameterRange kBelowOne{Parameter::kEpsilon, 0, 1, ParameterRange::Ends::kOpen};

TEST(EpsilonRefusal, OnlyWhatIsPossibleIsAdvised) {
  EXPECT_EQ(ErrorAndAdvice(0.36, kBelowOne, true), "0.364; take that or more, or a lower decay");
  EXPECT_EQ(ErrorAndAdvice(0.36, kBelowOne, false), "0.364; take that or more");
  EXPECT_EQ(ErrorAndAdvice(3000, kBelowOne, true), "3.03e+03; take a lower decay");
  EXPECT_EQ(ErrorAndAdvice(1.4, kBelowOne, false), "1.41; give the iterations instead");
}

// Also where rounding to three digits makes most of a difference.
TEST(EpsilonRefusal, ThePrintedErrorIsEnoughAndInTheRange) {
  for (double error = 1e-4; error < 1.2; error *= 1.0007) {
    const std::string said = ErrorAndAdvice(error, kBelowOne, true);
    const double printed = std::strtod(said.c_str(), nullptr);
    EXPECT_GE(printed, error);
    EXPECT_LE(printed, 1.02 * error);
    const bool advised = said.find("take that") != std::string::npos;
    EXPECT_TRUE(kBelowOne.Holds(printed) || !advised) << said;
    EXPECT_TRUE(error >= 0.98 || advised) << said;
  }
}

TEST(EpsilonRefusal, SaysWhatTheMostIterationsLeave) {
  const Status status = RefuseOutOfReach(
      {.measure = "rwr", .epsilon = 1e-9, .most = 50, .left_out = 0.2, .range = kBelowOne});
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_EQ(status.parameter(), "epsilon");
  EXPECT_EQ(status.message(),
            "an epsilon of 1e-09 takes more than 50 iterations of rwr, which are the most and "
            "leave an error of up to 0.202; take that or more, or a lower decay");
}

}  // namespace
}  // namespace akin
