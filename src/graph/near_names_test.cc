#include "graph/near_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "temp_dir.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class NearNamesTest : public testing::Test {
 protected:
  // The names that are found. `pages` has titles by name.
  std::vector<std::string> Near(const std::map<std::string, std::string>& pages,
                                const std::string& wanted) {
    const std::string path = directory_ / "keys.akin";
    auto writer = KeysWriter::Create(path, /*integers=*/false, 1 << 20);
    for (const auto& [name, title] : pages) EXPECT_TRUE((*writer)->Add(name, title).ok());
    EXPECT_TRUE((*writer)->Finish().ok());
    const auto keys = Keys::Open(path);
    const auto near = FindNearNames(*keys, wanted);
    EXPECT_TRUE(near.ok()) << near.status().message();
    std::vector<std::string> names;
    for (const VertexId v : near->vertices) names.push_back(*keys->Name(v));
    return names;
  }

  TempDir directory_;
};

TEST(FoldedNameTest, IsTheSameForEquivalentNames) {
  for (const char* url : {"https://Example.org/a%20b/C.html", "http://example.org:80/a b/c",
                          "HTTPS://user@example.org:443/x/../a%20b/./c/#part",
                          "https://example.org/a b/c/index.html", "https://example.org/a%20b/c/"}) {
    EXPECT_EQ(FoldedName(url), "example.org/a b/c") << url;
  }
  EXPECT_EQ(FoldedName("https://example.org"), "example.org");
  EXPECT_EQ(FoldedName("https://example.org/"), "example.org");
  EXPECT_EQ(FoldedName("https://example.org/index.html"), "example.org");
  EXPECT_EQ(FoldedName("http://example.org/a/.."), "example.org");
  EXPECT_EQ(FoldedName("http://example.org/A?q=%41#x"), "example.org/a?q=a");
  EXPECT_EQ(FoldedName("lib/JSON.html"), "lib/json");
  EXPECT_EQ(FoldedName("C#"), "c#");
  EXPECT_EQ(FoldedName("100%25"), "100%25");
  EXPECT_EQ(FoldedName("index.html"), "index");
  EXPECT_EQ(FoldedName(".html"), ".html");
  EXPECT_EQ(FoldedName("/"), "/");
  EXPECT_EQ(FoldedName(""), "");
}

TEST_F(NearNamesTest, NamesDifferInCaseAndEnding) {
  const std::map<std::string, std::string> pages = {{"lib/json.html", ""},
                                                    {"lib/pickle.html", ""},
                                                    {"tut/index.html", ""},
                                                    {"x.htm", ""},
                                                    {"x.html", ""}};
  EXPECT_THAT(Near(pages, "lib/JSON"), ElementsAre("lib/json.html"));
  EXPECT_THAT(Near(pages, "tut/"), ElementsAre("tut/index.html"));
  EXPECT_THAT(Near(pages, "Tut"), ElementsAre("tut/index.html"));
  EXPECT_THAT(Near(pages, "x"), ElementsAre("x.htm", "x.html"));
  EXPECT_THAT(Near(pages, "json"), IsEmpty());
  EXPECT_THAT(Near(pages, "lib/jsn"), IsEmpty());
}

TEST_F(NearNamesTest, UrlsAreFoundInAnyForm) {
  const std::map<std::string, std::string> pages = {{"https://a.example/", ""},
                                                    {"https://a.example/x%20y", ""}};
  EXPECT_THAT(Near(pages, "HTTPS://A.example"), ElementsAre("https://a.example/"));
  EXPECT_THAT(Near(pages, "http://a.example:80/b/../x y#z"),
              ElementsAre("https://a.example/x%20y"));
  EXPECT_THAT(Near(pages, "a.example"), ElementsAre("https://a.example/"));
}

TEST_F(NearNamesTest, TitlesWithoutWhatTheyShare) {
  const std::map<std::string, std::string> pages = {{"1", "HashMap (Java SE 17 & JDK 17)"},
                                                    {"2", "HashSet (Java SE 17 & JDK 17)"},
                                                    {"3", "Map (Java SE 17 & JDK 17)"},
                                                    {"4", "Vec in std::vec - Rust"},
                                                    {"5", "Drain in std::vec - Rust"},
                                                    {"6", "IntoIter in std::vec - Rust"},
                                                    {"7", "std::list"},
                                                    {"8", "std::map"},
                                                    {"9", "std::sort"},
                                                    {"a", "Jazz (music)"}};
  EXPECT_THAT(Near(pages, "HashMap"), ElementsAre("1"));
  EXPECT_THAT(Near(pages, "hashmap"), ElementsAre("1"));
  EXPECT_THAT(Near(pages, "Vec"), ElementsAre("4"));
  EXPECT_THAT(Near(pages, "list"), ElementsAre("7"));
  EXPECT_THAT(Near(pages, "STD::LIST"), ElementsAre("7"));
  EXPECT_THAT(Near(pages, "map"), ElementsAre("3", "8"));  // both are common
  EXPECT_THAT(Near(pages, "Jazz"), IsEmpty());             // no other title ends in " (music)"
  EXPECT_THAT(Near(pages, "Hash"), IsEmpty());
}

TEST_F(NearNamesTest, TheNameOfTheSiteIsEnough) {
  const std::map<std::string, std::string> pages = {{"1", "Box in std::boxed - Rust"},
                                                    {"2", "Rc in std::rc - Rust"},
                                                    {"3", "Weak in std::rc - Rust"},
                                                    {"4", "Weak in std::sync - Rust"},
                                                    {"5", "Jazz (music) - Elsewhere"}};
  EXPECT_THAT(Near(pages, "box"), ElementsAre("1"));
  EXPECT_THAT(Near(pages, "Rc"), ElementsAre("2"));
  EXPECT_THAT(Near(pages, "Weak"), ElementsAre("3", "4"));
  EXPECT_THAT(Near(pages, "Jazz"), IsEmpty());
}

TEST_F(NearNamesTest, TheMoreCommonOfTwoSitesIsMeant) {
  std::map<std::string, std::string> pages;
  for (const char* what : {"map", "set", "list", "deque", "array", "stack", "queue"}) {
    pages[std::string("std/") + what] = std::string("std::") + what;
  }
  for (const char* what : {"map", "set", "list"}) {
    pages[std::string("pmr/") + what] = std::string("std::pmr::") + what;
  }
  EXPECT_THAT(Near(pages, "map"), ElementsAre("std/map"));
}

}  // namespace
}  // namespace akin
