#include "output.h"

#include <gtest/gtest.h>

#include <vector>

namespace akin::cli {
namespace {

TEST(OutputTest, DecimalsAreThoseThatErrorsAreWorth) {
  EXPECT_EQ(DecimalsForErrors(0.0123, 0.0123), 3);  // 0.424 0.012
  EXPECT_EQ(DecimalsForErrors(0.0056, 0.0123), 3);  // 0.105 0.006
  EXPECT_EQ(DecimalsForErrors(0.0004, 0.0123), 4);
  EXPECT_EQ(DecimalsForErrors(0.001, 0.001), 4);
  EXPECT_EQ(DecimalsForErrors(0.0996, 0.0996), 2);  // 0.10
  EXPECT_EQ(DecimalsForErrors(0.00096, 0.0123), 3);
  EXPECT_EQ(DecimalsForErrors(0.3, 0.3), 2);
  EXPECT_EQ(DecimalsForErrors(25, 130), 2);
  EXPECT_EQ(DecimalsForErrors(1e-12, 1e-9), 6);
}

class FitTest : public testing::Test {
 protected:
  std::vector<size_t> Fit(size_t room, std::vector<size_t> widths) const {
    FitWidths(columns_, room, widths);
    return widths;
  }

  const std::vector<Column> columns_ = {{.name = "score", .right = true},
                                        {.name = "key", .cut = Cut::kMiddle},
                                        {.name = "title", .cut = Cut::kEnd}};
};

TEST_F(FitTest, WhatFitsIsNotCut) {
  EXPECT_EQ(Fit(80, {6, 30, 40}), (std::vector<size_t>{6, 30, 40}));
}

TEST_F(FitTest, TitlesAreCutBeforeKeys) {
  EXPECT_EQ(Fit(80, {6, 30, 60}), (std::vector<size_t>{6, 30, 40}));
  EXPECT_EQ(Fit(80, {6, 100, 60}), (std::vector<size_t>{6, 58, 12}));
  EXPECT_EQ(Fit(80, {6, 100, 5}), (std::vector<size_t>{6, 65, 5}));
}

TEST_F(FitTest, NumbersAndWhatIsNarrowStay) {
  EXPECT_EQ(Fit(10, {6, 100, 60}), (std::vector<size_t>{6, 12, 12}));
  EXPECT_EQ(Fit(10, {20, 3, 5}), (std::vector<size_t>{20, 3, 5}));
}

TEST_F(FitTest, TheWidestGivesFirst) {
  const std::vector<Column> columns = {{.name = "left", .cut = Cut::kMiddle},
                                       {.name = "right", .cut = Cut::kMiddle}};
  std::vector<size_t> widths = {90, 20};
  FitWidths(columns, 80, widths);
  EXPECT_EQ(widths, (std::vector<size_t>{58, 20}));
  widths = {90, 70};
  FitWidths(columns, 80, widths);
  EXPECT_EQ(widths, (std::vector<size_t>{39, 39}));
}

}  // namespace
}  // namespace akin::cli
