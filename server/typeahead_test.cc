#include "server/typeahead.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "akin/ingest.h"
#include "temp_dir.h"

namespace akin::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Named {
  std::string name;
  std::string title;
  int in_links = 0;
};

class TypeaheadTest : public testing::Test {
 protected:
  // In-links come from vertices called zz0, zz1, ..., to as many as wanted.
  void Make(const std::vector<Named>& vertices) {
    const auto source = [&](ArcSink& sink) -> Status {
      for (const Named& named : vertices) {
        if (Status status = sink.Vertex(named.name); !status.ok()) return status;
        if (Status status = sink.Title(named.name, named.title); !status.ok()) return status;
        for (int i = 0; i < named.in_links; ++i) {
          if (Status s = sink.Arc("zz" + std::to_string(i), named.name); !s.ok()) return s;
        }
      }
      return {};
    };
    ASSERT_TRUE(Ingest(source, directory_ / "c.akin", {.replace = true}).ok());
    corpus_ = *Corpus::Open(directory_ / "c.akin");
    auto made = Typeahead::Of(*corpus_);
    ASSERT_TRUE(made.ok()) << made.status().message();
    typeahead_ = std::move(*made);
  }
  std::vector<std::string> Names(const std::vector<VertexId>& vertices) const {
    std::vector<std::string> names;
    for (const VertexId v : vertices) names.push_back(*corpus_->Name(v));
    return names;
  }
  std::vector<std::string> Typed(std::string_view text, size_t count = 10) const {
    return Names(typeahead_.Matches(text, count));
  }

  TempDir directory_;
  std::optional<Corpus> corpus_;
  Typeahead typeahead_;
};

TEST_F(TypeaheadTest, FindsByBeginningsOfWords) {
  Make({{"en/std::vector", "Vector of elements", 3},
        {"en/std::list", "List", 5},
        {"de/std::vector", "Vektor", 1},
        {"fr/école", "École vectorielle", 2}});
  EXPECT_THAT(Typed("vec"), ElementsAre("en/std::vector", "fr/école", "de/std::vector"));
  EXPECT_THAT(Typed("STD::Ve"), ElementsAre("en/std::vector", "de/std::vector"));
  EXPECT_THAT(Typed("ve en"), ElementsAre("en/std::vector"));
  EXPECT_THAT(Typed("ÉCO"), ElementsAre("fr/école"));
  EXPECT_THAT(Typed("elem vec"), ElementsAre("en/std::vector"));
  EXPECT_THAT(Typed("ctor"), IsEmpty());
  EXPECT_THAT(Typed("vecto list"), IsEmpty());
  EXPECT_THAT(Typed("std", 2), ElementsAre("en/std::list", "en/std::vector"));
  EXPECT_THAT(Typed(" / ", 2), ElementsAre("en/std::list", "en/std::vector"));
}

TEST_F(TypeaheadTest, SuggestsForWhatDoesNotExist) {
  Make({{"std::vector", "", 3}, {"std::list", "", 5}, {"größe", "", 1}});
  EXPECT_THAT(Names(typeahead_.Near("std::vectro", 3)), ElementsAre("std::vector"));
  EXPECT_THAT(Names(typeahead_.Near("std::q", 3)), ElementsAre("std::list", "std::vector"));
  EXPECT_THAT(Names(typeahead_.Near("grüße", 3)), ElementsAre("größe"));
  EXPECT_THAT(Names(typeahead_.Near("qqq", 3)), IsEmpty());
  EXPECT_THAT(Names(typeahead_.Near("::", 3)), IsEmpty());
}

TEST_F(TypeaheadTest, OfNoNamesItFindsNone) {
  for (const char* const typed : {"", "a", "a b"}) {
    EXPECT_THAT(Typeahead().Matches(typed, 5), IsEmpty());
    EXPECT_THAT(Typeahead().Near(typed, 5), IsEmpty());
  }
}

TEST_F(TypeaheadTest, WordsAreFoldedAndUnique) {
  EXPECT_THAT(FoldedWords("Read-Only read ÜBER x9"), ElementsAre("read", "only", "über", "x9"));
  EXPECT_THAT(FoldedWords(""), IsEmpty());
  EXPECT_THAT(FoldedWords("\xff\xfe"), IsEmpty());
  EXPECT_EQ(FoldedWords(std::string(1000, 'A')).front().size(), 64U);
}

// The definition, the slow way.
TEST_F(TypeaheadTest, IsTheDefinitionOnManyNames) {
  std::mt19937 random(7);
  const std::vector<std::string> syllables = {"a", "ab", "abc", "b", "ba", "x", "xy", "q7", "Q"};
  std::vector<Named> vertices;
  std::map<std::string, std::pair<int, std::vector<std::string>>> words;
  for (int i = 0; i < 3000; ++i) {
    std::string name = std::to_string(i);
    for (unsigned n = random() % 4; n-- > 0;) {
      name += "/" + syllables[random() % syllables.size()] + syllables[random() % syllables.size()];
    }
    const std::string title = random() % 2 == 0 ? "" : "the " + syllables[random() % 9];
    vertices.push_back({name, title, static_cast<int>(random() % 5)});
    words[name] = {-vertices.back().in_links, FoldedWords(name + " " + title)};
  }
  Make(vertices);
  for (const std::string typed : {"a", "ab", "abc aba", "xy", "xyx", "q", "q7 b", "th", "the x",
                                  "1 2", "29", "a b x", "zz"}) {
    std::vector<std::pair<int, std::string>> expected;  // map order is that of names
    for (const auto& [name, known] : words) {
      const auto has = [&](const std::string& word) {
        return std::any_of(known.second.begin(), known.second.end(),
                           [&](const std::string& own) { return own.starts_with(word); });
      };
      const auto wanted = FoldedWords(typed);
      if (std::all_of(wanted.begin(), wanted.end(), has)) expected.emplace_back(known.first, name);
    }
    if (typed == "zz") expected = {{0, "zz0"}, {0, "zz1"}, {0, "zz2"}, {0, "zz3"}};
    std::stable_sort(expected.begin(), expected.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const size_t count : {size_t{1}, size_t{10}, size_t{5000}}) {
      std::vector<std::string> names;
      for (size_t i = 0; i < std::min(count, expected.size()); ++i) {
        names.push_back(expected[i].second);
      }
      EXPECT_EQ(Typed(typed, count), names) << typed;
    }
  }
}

}  // namespace
}  // namespace akin::server
