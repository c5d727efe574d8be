#include "akin/measures.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>
#include <string>

#include "file_tree.h"
#include "measures/closed_form.h"
#include "paths.h"

namespace akin {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(MeasuresTest, EveryMeasureHasARowAndItsNameLeadsBack) {
  std::set<std::string_view> names;
  for (const MeasureFacts& facts : Measures()) {
    EXPECT_EQ(&FactsOf(facts.measure), &facts);
    EXPECT_TRUE(names.insert(facts.name).second) << facts.name;
    const auto named = MeasureNamed(facts.name);
    ASSERT_TRUE(named.ok());
    EXPECT_EQ(*named, facts.measure);
    for (const std::string_view text :
         {facts.meaning, facts.direction, facts.empty, facts.range, facts.reference}) {
      EXPECT_THAT(text, Not(IsEmpty())) << facts.name;
    }
  }
}

TEST(MeasuresTest, WaysOfIndexesComeFirstAndTheLastIsExact) {
  for (const MeasureFacts& facts : Measures()) {
    SCOPED_TRACE(facts.name);
    ASSERT_FALSE(facts.ways.empty());
    EXPECT_FALSE(FactsOf(facts.exact().method).of_index);
    for (const Way& way : facts.ways) {
      EXPECT_EQ(FactsOf(way.method).method, way.method);
      EXPECT_EQ(FactsOf(way.method).of_index, &way != &facts.exact());
      EXPECT_EQ(facts.WayOf(way.method), &way);
      EXPECT_THAT(way.cost, Not(IsEmpty()));
    }
    const bool closed = facts.exact().method == Method::kClosedForm;
    EXPECT_EQ(facts.closed_form != nullptr, closed && !facts.exact().Takes(Parameter::kBags));
  }
}

TEST(MeasuresTest, UsualValuesAreInTheirRanges) {
  for (const MeasureFacts& facts : Measures()) {
    for (const Way& way : facts.ways) {
      std::set<Parameter> parameters;
      for (const ParameterRange& range : way.parameters) {
        EXPECT_TRUE(parameters.insert(range.parameter).second) << facts.name;
        if (range.default_value) {
          EXPECT_TRUE(range.Holds(*range.default_value))
              << facts.name << " " << ParameterName(range.parameter);
        }
      }
      EXPECT_EQ(way.Takes(Parameter::kFingerprints), HasFingerprints(way.method));
    }
  }
}

TEST(MeasuresTest, RangesKnowTheirEnds) {
  using Ends = ParameterRange::Ends;
  const ParameterRange closed{Parameter::kLength, 1, 4};
  EXPECT_TRUE(closed.Holds(1) && closed.Holds(4));
  EXPECT_FALSE(closed.Holds(0.9) || closed.Holds(4.1) || closed.Holds(NAN));
  const ParameterRange open{Parameter::kDecay, 0, 1, Ends::kOpen};
  EXPECT_TRUE(open.Holds(0.5));
  EXPECT_FALSE(open.Holds(0) || open.Holds(1) || open.Holds(NAN));
  const ParameterRange right_open{Parameter::kEpsilon, 0.1, 1, Ends::kRightOpen};
  EXPECT_TRUE(right_open.Holds(0.1));
  EXPECT_FALSE(right_open.Holds(1));
  const Status status = CheckRange("simrank", open, 1.5);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_EQ(status.parameter(), "decay");
  EXPECT_THAT(status.message(), AllOf(HasSubstr("decay of simrank is 1.5"), HasSubstr("excluded")));
}

TEST(MeasuresTest, UnknownNamesAreToldWhatThereIsAndWhatIsNear) {
  const Status measure = MeasureNamed("simrank-bipartit").status();
  EXPECT_EQ(measure.code(), Code::kInvalidArgument);
  EXPECT_EQ(measure.parameter(), "measure");
  EXPECT_THAT(measure.message(), HasSubstr("xjaccard"));
  EXPECT_EQ(measure.suggestions().at(0), "simrank-bipartite");
  EXPECT_THAT(MeasureNamed("zzzzzzzz").status().suggestions(), IsEmpty());
  EXPECT_THAT(IndexMeasureNamed("jaccard").status().message(),
              AllOf(HasSubstr("psimrank"), Not(HasSubstr("rolesim"))));
  EXPECT_EQ(*MethodNamed(Measure::kSimRank, "fingerprints"), Method::kWalks);
  EXPECT_EQ(*MethodNamed(Measure::kText, "fingerprints"), Method::kClasses);
  EXPECT_EQ(MethodNamed(Measure::kSimRank, "norms").status().parameter(), "method");
  EXPECT_FALSE(MethodNamed(Measure::kSimRank, "solver").ok());
}

std::string TableOfMeasures() {
  std::string table =
      "| measure | index | follows | empty case | range | cost of the exact score | reference |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const MeasureFacts& facts : Measures()) {
    std::string methods;
    for (const Way& way : facts.ways) {
      if (!FactsOf(way.method).of_index) continue;
      methods += fmt::format("{}{}", methods.empty() ? "" : ", ", MethodName(way.method));
    }
    std::string range(facts.range);
    for (size_t at = 0; (at = range.find('|', at)) != std::string::npos; at += 2) {
      range.insert(at, 1, '\\');
    }
    table += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n", facts.name,
                         methods.empty() ? "-" : methods, facts.direction, facts.empty, range,
                         facts.exact().cost, facts.reference);
  }
  return table;
}

// The table in docs/measures.md is made from the rows: AKIN_WRITE_DOCS=1 rewrites it.
TEST(MeasuresTest, TheDocumentHasTheTable) {
  constexpr std::string_view kBegin = "<!-- table of measures: begin -->\n";
  constexpr std::string_view kEnd = "<!-- table of measures: end -->\n";
  const std::string path = SourceFile("docs/measures.md");
  std::string page = ReadBytes(path);
  const size_t begin = page.find(kBegin);
  const size_t end = page.find(kEnd);
  ASSERT_TRUE(begin != std::string::npos && end != std::string::npos);
  const size_t first = begin + kBegin.size();
  if (std::getenv("AKIN_WRITE_DOCS") != nullptr) {
    page.replace(first, end - first, TableOfMeasures());
    WriteBytes(path, page);
    return;
  }
  EXPECT_EQ(page.substr(first, end - first), TableOfMeasures()) << "AKIN_WRITE_DOCS=1 writes it";
}

TEST(MeasuresTest, KnowsWhoTakesAParameter) {
  EXPECT_THAT(ExactMeasuresTaking(Parameter::kLambda),
              ElementsAre("simrank-bipartite", "simrank-minimax", "simrank-minimax-mix", "prank"));
  EXPECT_THAT(ExactMeasuresTaking(Parameter::kSide),
              ElementsAre("simrank-bipartite", "simrank-minimax", "simrank-minimax-mix"));
}

}  // namespace
}  // namespace akin
