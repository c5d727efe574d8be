// Labels become attributes, and filters find whom they are about.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class AttributesTest : public testing::Test {
 protected:
  AttributesTest() {
    const auto source = [](ArcSink& sink) -> Status {
      for (const char* name : {"alpha", "beta", "delta", "en/one", "en/two", "gamma"}) {
        AKIN_TRY(sink.Vertex(name));
      }
      AKIN_TRY(sink.Title("alpha", "The first"));
      AKIN_TRY(sink.Title("beta", "The second"));
      AKIN_TRY(sink.Title("gamma", "Other"));
      return sink.Arc("alpha", "beta");
    };
    EXPECT_TRUE(Ingest(source, path_, {}).ok());
  }

  Result<LabelReport> LabelWith(const std::string& table, const LabelOptions& options = {}) {
    WriteBytes(directory_ / "labels", table);
    return Label(path_, directory_ / "labels", options);
  }
  void MustLabel(const std::string& table, const LabelOptions& options = {}) {
    const auto report = LabelWith(table, options);
    ASSERT_TRUE(report.ok()) << report.status().message();
  }
  std::string Refusal(const std::string& table, const LabelOptions& options = {}) {
    const auto before = ReadTree(path_);
    const auto report = LabelWith(table, options);
    EXPECT_FALSE(report.ok()) << table;
    EXPECT_TRUE(ReadTree(path_) == before) << table;
    return report.status().message();
  }
  // The names of those for which it holds, or the error.
  std::string Where(const std::string& expression) {
    const auto corpus = Corpus::Open(path_);
    const auto attributes = Attributes::Open(*corpus);
    EXPECT_TRUE(attributes.ok()) << attributes.status().message();
    const auto found = attributes->Where(expression);
    if (!found.ok()) return found.status().message();
    std::string names;
    for (const VertexId v : (*found)->Members()) names += *corpus->Name(v) + " ";
    return names;
  }
  Status Check() const {
    return Corpus::Open(path_)->Check({}, [](const std::string&, const Status&) {});
  }

  static constexpr const char* kTable =
      "key\ttype\tyear\ttags\n"
      "alpha\tbook\t1999\told|good\n"
      "beta\tbook\t2001.5\tgood\n"
      "gamma\tfilm\t-3\t\n"
      "delta\t\t2001.5\tnew | bad|new\n";

  TempDir directory_;
  std::string path_ = directory_ / "c.akin";
};

TEST_F(AttributesTest, KindsAreRecognised) {
  MustLabel(kTable);
  const auto attributes = Attributes::Open(*Corpus::Open(path_));
  ASSERT_EQ(attributes->attributes().size(), 3U);
  const auto& infos = attributes->attributes();
  EXPECT_EQ(infos[0].kind, AttributeKind::kText);
  EXPECT_EQ(infos[1].kind, AttributeKind::kNumber);
  EXPECT_EQ(infos[2].kind, AttributeKind::kSet);
  EXPECT_EQ(infos[0].vertices, 3U);
  EXPECT_EQ(infos[1].distinct, 3U);
  EXPECT_EQ(infos[1].min, -3);
  EXPECT_EQ(infos[1].max, 2001.5);
  const auto values = attributes->MostFrequent(2, 3);
  ASSERT_EQ(values->size(), 3U);
  EXPECT_EQ((*values)[0].value, "good");
  EXPECT_EQ((*values)[0].vertices, 2U);
  EXPECT_EQ((*values)[1].value, "bad");
  const auto of_delta = attributes->Of(2);
  ASSERT_EQ(of_delta->size(), 2U);
  EXPECT_EQ((*of_delta)[0].number, 2001.5);
  EXPECT_THAT((*of_delta)[1].values, ElementsAre("bad", "new"));
  EXPECT_TRUE(Check().ok());
}

TEST_F(AttributesTest, ComparisonsFindWhomTheyHoldFor) {
  MustLabel(kTable);
  EXPECT_EQ(Where("type=book"), "alpha beta ");
  EXPECT_EQ(Where("type!=book"), "gamma ");  // delta has no type
  EXPECT_EQ(Where("not type=book"), "delta en/one en/two gamma ");
  EXPECT_EQ(Where("type^=f"), "gamma ");
  EXPECT_EQ(Where("type<film"), "alpha beta ");
  EXPECT_EQ(Where("year>=2001.5"), "beta delta ");
  EXPECT_EQ(Where("year!=1999"), "beta delta gamma ");
  EXPECT_EQ(Where("year<0 or year=1.999e3"), "alpha gamma ");
  EXPECT_EQ(Where("tags=good and not tags=old"), "beta ");
  EXPECT_EQ(Where("tags!=good"), "delta ");
  EXPECT_EQ(Where("tags^=ne"), "delta ");
  EXPECT_EQ(Where("tags=nothing"), "");
  EXPECT_EQ(Where("key=gamma"), "gamma ");
  EXPECT_EQ(Where("key!=gamma and key^=g"), "");
  EXPECT_EQ(Where("key^=en/"), "en/one en/two ");
  EXPECT_EQ(Where("key>delta and key<=en/two"), "en/one en/two ");
  EXPECT_EQ(Where("title='The first'"), "alpha ");
  EXPECT_EQ(Where("title^='The '"), "alpha beta ");
  EXPECT_EQ(Where("title!=Other"), "alpha beta ");
  EXPECT_EQ(Where("title>='The s'"), "beta ");
}

TEST_F(AttributesTest, ErrorsNameCharacterAndAttribute) {
  MustLabel(kTable);
  EXPECT_THAT(Where("key=x and yaer=1"), HasSubstr("no attribute 'yaer' at character 11"));
  EXPECT_THAT(Where("key=x and yaer=1"), HasSubstr("did you mean year?"));
  EXPECT_THAT(Where("year>=soon"), HasSubstr("character 7: 'soon' is no number, but year is"));
  EXPECT_THAT(Where("year^=19"), HasSubstr("character 5: year has numbers"));
  EXPECT_THAT(Where("tags<b"), HasSubstr("character 5: tags has sets"));
}

TEST_F(AttributesTest, ACorpusWithoutLabelsHasKeyAndTitle) {
  EXPECT_EQ(Where("key^=en/ or title=Other"), "en/one en/two gamma ");
  EXPECT_THAT(Where("type=book"), HasSubstr("no attribute 'type'"));
  EXPECT_TRUE(Attributes::Open(*Corpus::Open(path_))->attributes().empty());
}

TEST_F(AttributesTest, IntegerNamesAreComparedAsNumbers) {
  const auto source = [](ArcSink& sink) -> Status {
    for (int i = -3; i < 120; i += 3) AKIN_TRY(sink.Vertex(std::to_string(i)));
    return {};
  };
  ASSERT_TRUE(Ingest(source, path_, {.replace = true}).ok());
  EXPECT_EQ(Where("key<=3"), "-3 0 3 ");
  EXPECT_EQ(Where("key>111"), "114 117 ");
  EXPECT_EQ(Where("key^=11"), "111 114 117 ");
  EXPECT_EQ(Where("key=9"), "9 ");
  EXPECT_EQ(Where("key=10"), "");
  EXPECT_THAT(Where("key<many"), HasSubstr("'many' is no number"));
}

TEST_F(AttributesTest, TablesMayBeOfAnyUsualForm) {
  LabelOptions by_id{.key = "id"};
  MustLabel("name,id\n\"A, \"\"b\"\"\",alpha\r\n  x  , beta \r\n\r\n# nothing\n,gamma\n", by_id);
  EXPECT_EQ(Where("name='A, \"b\"'"), "alpha ");
  EXPECT_EQ(Where("name=x"), "beta ");
  EXPECT_EQ(Where("name^=x or name^=A"), "alpha beta ");
  MustLabel("\xef\xbb\xbfkey;size\nalpha;1\n");
  EXPECT_EQ(Where("size=1"), "alpha ");
  MustLabel("key\ttwo words\nalpha\t\"quoted\"\n");
  EXPECT_EQ(Where("\"two words\"='\"quoted\"'"), "alpha ");
}

TEST_F(AttributesTest, KindsCanBeChosen) {
  MustLabel(
      "key\tzip\ttag\nalpha\t01\tx\nbeta\t1\ty;z\n",
      {.kinds = {{"zip", AttributeKind::kText}, {"tag", AttributeKind::kSet}}, .separator = ';'});
  EXPECT_EQ(Where("zip=1"), "beta ");
  EXPECT_EQ(Where("tag=y and tag=z"), "beta ");
  EXPECT_THAT(Refusal("key\tn\nalpha\tmany\n", {.kinds = {{"n", AttributeKind::kNumber}}}),
              HasSubstr("labels:2: 'many' is no number, but n should be"));
  EXPECT_THAT(Refusal("key\tn\nalpha\t1\n", {.kinds = {{"m", AttributeKind::kNumber}}}),
              HasSubstr("no column 'm'"));
}

TEST_F(AttributesTest, BadTablesAreRefusedWithTheirPlaces) {
  EXPECT_THAT(Refusal(""), HasSubstr("no header"));
  EXPECT_THAT(Refusal("key\n"), HasSubstr("labels:1: one column"));
  EXPECT_THAT(Refusal("key\ttype\n"), HasSubstr("no lines after the header"));
  EXPECT_THAT(Refusal("key\ttype\nalpha\n"), HasSubstr("labels:2: 1 fields, but the header has 2"));
  EXPECT_THAT(Refusal("key\ttype\nalpha\tx\nalpha\ty\n"),
              HasSubstr("labels:3: a second line about 'alpha'"));
  EXPECT_THAT(Refusal("key\ttype\nalhpa\tx\n"), HasSubstr("labels:2: no vertex 'alhpa'"));
  EXPECT_THAT(Refusal("key\ttype\nalhpa\tx\n"), HasSubstr("did you mean"));
  EXPECT_THAT(Refusal("key\ttype\n\tx\n"), HasSubstr("labels:2: the key is empty"));
  EXPECT_THAT(Refusal("key\ttype\nalpha\t\xff\n"), HasSubstr("labels:2: field 2 is not valid UTF"));
  EXPECT_THAT(Refusal("key\ttitle\nalpha\tx\n"), HasSubstr("every vertex has"));
  EXPECT_THAT(Refusal("key\ta\ta\nalpha\tx\ty\n"), HasSubstr("two columns are called 'a'"));
  EXPECT_THAT(Refusal("key\t\nalpha\tx\n"), HasSubstr("is empty"));
  EXPECT_THAT(Refusal("key,t\nalpha,\"x\n"), HasSubstr("labels:2: a quote that is not closed"));
  EXPECT_THAT(Refusal("key,t\nalpha,\"x\"y\n"), HasSubstr("between a closing quote"));
  EXPECT_THAT(Refusal("key\tt\nalpha\tx\n", {.key = "kye"}), HasSubstr("no column 'kye'"));
}

TEST_F(AttributesTest, BadLinesCanBeSkipped) {
  const auto report = LabelWith("key\tn\nalpha\t1\nnobody\t2\nbeta\n\tx\nalpha\t9\nbeta\t3\n",
                                {.skip_bad_lines = true});
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report->vertices, 2U);
  EXPECT_EQ(report->bad_lines, 4U);
  EXPECT_THAT(report->first_bad_lines[0], HasSubstr("labels:3: no vertex 'nobody'"));
  EXPECT_EQ(Where("n>0"), "alpha beta ");
  EXPECT_EQ(Where("n=1"), "alpha ");
  EXPECT_THAT(Refusal("key\tm\nnobody\t1\n", {.skip_bad_lines = true}),
              HasSubstr("no line is about a vertex"));
}

TEST_F(AttributesTest, OthersStayAndTheSameAreReplacedOnRequest) {
  MustLabel(kTable);
  EXPECT_THAT(Refusal("key\ttype\nbeta\tsong\n"), HasSubstr("has an attribute 'type' already"));
  MustLabel("key\ttype\tprice\nbeta\tsong\t3\n", {.replace = true});
  EXPECT_EQ(Where("type=book"), "");
  EXPECT_EQ(Where("type=song and price=3 and tags=good"), "beta ");
  ASSERT_TRUE(RemoveAttributes(path_, {"type", "tags"}).ok());
  EXPECT_THAT(Where("type=song"), HasSubstr("there are key, title, year, price"));
  const Status unknown = RemoveAttributes(path_, {"prise"});
  EXPECT_THAT(unknown.message(), HasSubstr("did you mean price?"));
  ASSERT_TRUE(RemoveAttributes(path_).ok());
  EXPECT_FALSE(std::filesystem::exists(path_ + "/attributes"));
  EXPECT_TRUE(Check().ok());
}

TEST_F(AttributesTest, LabelsOfAnotherCorpusAreNoticed) {
  MustLabel(kTable);
  const std::string other = directory_ / "other.akin";
  const auto source = [](ArcSink& sink) { return sink.Arc("x", "y"); };
  ASSERT_TRUE(Ingest(source, other, {}).ok());
  std::filesystem::copy(path_ + "/attributes", other + "/attributes");
  const auto attributes = Attributes::Open(*Corpus::Open(other));
  EXPECT_EQ(attributes.status().code(), Code::kDamaged);
  EXPECT_THAT(attributes.status().message(), HasSubstr("of another corpus"));
}

// --- Any table, any expression ---

struct Labelled {
  std::optional<int> number;
  std::optional<std::string> text;
  std::set<std::string> set;
};

// A comparison, or a part of an expression, as text and as a function.
struct Part {
  std::string text;
  std::function<bool(const Labelled&)> holds;
};

template <class T>
bool Compare(const std::string& relation, const T& value, const T& wanted) {
  if (relation == "=") return value == wanted;
  if (relation == "!=") return value != wanted;
  if (relation == "<") return value < wanted;
  if (relation == "<=") return value <= wanted;
  if (relation == ">") return value > wanted;
  return value >= wanted;
}

Part ArbitraryComparison() {
  const auto relation = *rc::gen::element<std::string>("=", "!=", "<", "<=", ">", ">=");
  const auto word = *rc::gen::element<std::string>("a", "ab", "b", "b c", "c'd", "or");
  const std::string quoted = word == "c'd" ? "'c''d'" : fmt::format("\"{}\"", word);
  switch (*rc::gen::inRange(0, 5)) {
    case 0: {
      const auto number = *rc::gen::inRange(-2, 3);
      return {fmt::format("n{}{}", relation, number), [=](const Labelled& labelled) {
                return labelled.number && Compare(relation, *labelled.number, number);
              }};
    }
    case 1:
      return {fmt::format("t {} {}", relation, quoted), [=](const Labelled& labelled) {
                return labelled.text && Compare(relation, *labelled.text, word);
              }};
    case 2:
      return {fmt::format("t^={}", quoted), [=](const Labelled& labelled) {
                return labelled.text && labelled.text->starts_with(word);
              }};
    case 3:
      return {fmt::format("s={}", quoted),
              [=](const Labelled& labelled) { return labelled.set.contains(word); }};
    default:
      return {fmt::format("s!={}", quoted), [=](const Labelled& labelled) {
                return !labelled.set.empty() && !labelled.set.contains(word);
              }};
  }
}

Part ArbitraryExpression(int depth) {
  const int kind = depth == 0 ? 0 : *rc::gen::inRange(0, 4);
  if (kind == 0) return ArbitraryComparison();
  const Part a = ArbitraryExpression(depth - 1);
  if (kind == 1) {
    return {fmt::format("not ({})", a.text),
            [a](const Labelled& labelled) { return !a.holds(labelled); }};
  }
  const Part b = ArbitraryExpression(depth - 1);
  if (kind == 2) {
    return {fmt::format("({}) and ({})", a.text, b.text),
            [a, b](const Labelled& labelled) { return a.holds(labelled) && b.holds(labelled); }};
  }
  return {fmt::format("{} or ({})", a.text, b.text),
          [a, b](const Labelled& labelled) { return a.holds(labelled) || b.holds(labelled); }};
}

RC_GTEST_FIXTURE_PROP(AttributesTest, EveryExpressionHoldsForWhomItShould, ()) {
  const std::vector<std::string> names = {"alpha", "beta", "delta", "en/one", "en/two", "gamma"};
  std::map<std::string, Labelled> labels;
  std::string table = "key,n,t,s\n";
  for (const std::string& name : names) {
    Labelled& labelled = labels[name];
    if (*rc::gen::inRange(0, 3) > 0) labelled.number = *rc::gen::inRange(-2, 3);
    if (*rc::gen::inRange(0, 3) > 0) {
      labelled.text = *rc::gen::element<std::string>("a", "ab", "abc", "b c", "c'd", "or");
    }
    for (const char* const member : {"a", "ab", "b", "b c", "or"}) {
      if (*rc::gen::inRange(0, 3) == 0) labelled.set.insert(member);
    }
    std::string members;
    for (const std::string& member : labelled.set) members += member + "|";
    table += fmt::format("{},{},\"{}\",{}\n", name,
                         labelled.number ? std::to_string(*labelled.number) : "",
                         labelled.text.value_or(""), members);
  }
  const auto report = LabelWith(table, {.kinds = {{"n", AttributeKind::kNumber},
                                                  {"t", AttributeKind::kText},
                                                  {"s", AttributeKind::kSet}},
                                        .replace = true});
  RC_ASSERT(report.ok());
  RC_ASSERT(Check().ok());
  for (int i = 0; i < 10; ++i) {
    const Part expression = ArbitraryExpression(3);
    std::string expected;
    for (const std::string& name : names) {
      if (expression.holds(labels[name])) expected += name + " ";
    }
    RC_LOG() << expression.text << "\n" << table;
    RC_ASSERT(Where(expression.text) == expected);
  }
}

}  // namespace
}  // namespace akin
