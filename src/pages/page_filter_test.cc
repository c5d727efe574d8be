#include "pages/page_filter.h"

#include <gtest/gtest.h>

#include <string>

namespace akin {
namespace {

TEST(PageFilterTest, Globs) {
  EXPECT_TRUE(MatchesGlob("*.html", "a/b/c.html"));  // the last part
  EXPECT_TRUE(MatchesGlob("genindex*", "c-api/genindex-a.html"));
  EXPECT_FALSE(MatchesGlob("genindex*", "genindex/a.html"));
  EXPECT_TRUE(MatchesGlob("old/**", "old/a/b.html"));
  EXPECT_FALSE(MatchesGlob("old/*", "old/a/b.html"));
  EXPECT_TRUE(MatchesGlob("old/*", "old/b.html"));
  EXPECT_FALSE(MatchesGlob("old/**", "very/old/b.html"));
  EXPECT_TRUE(MatchesGlob("**/old/**", "very/old/b.html"));
  EXPECT_TRUE(MatchesGlob("https://*.example/docs/**", "https://a.example/docs/x?y=1"));
  EXPECT_FALSE(MatchesGlob("https://*.example/docs/**", "https://a.example/x/docs/y"));
  EXPECT_TRUE(MatchesGlob("p?.html", "p7.html"));
  EXPECT_FALSE(MatchesGlob("a/p?x", "a/p/x"));
  EXPECT_FALSE(MatchesGlob("p?.html", "p.html"));
  EXPECT_FALSE(MatchesGlob("page", "pages"));
  EXPECT_TRUE(MatchesGlob("*a*a*a*b", std::string(2000, 'a') + "b"));
}

TEST(PageFilterTest, ExcludeWinsAndBothAreCounted) {
  const IngestOptions options{.include = {"docs/**", "index.html"}, .exclude = {"docs/old/**"}};
  const PageFilter filter(options);
  IngestReport report;
  EXPECT_TRUE(filter.Reads("docs/a.html", report));
  EXPECT_TRUE(filter.Reads("index.html", report));
  EXPECT_FALSE(filter.Reads("docs/old/a.html", report));
  EXPECT_FALSE(filter.Reads("blog/a.html", report));
  EXPECT_EQ(report.pages_excluded, 1U);
  EXPECT_EQ(report.pages_not_included, 1U);
  EXPECT_TRUE(filter.Excludes("docs/old/a.html"));
  EXPECT_FALSE(filter.Excludes("blog/a.html"));
}

TEST(PageFilterTest, AnEmptyGlobIsRefused) {
  EXPECT_EQ(CheckGlobs({.include = {""}}).parameter(), "include");
  EXPECT_EQ(CheckGlobs({.exclude = {"a", ""}}).parameter(), "exclude");
  EXPECT_TRUE(CheckGlobs({.include = {"a"}}).ok());
}

}  // namespace
}  // namespace akin
