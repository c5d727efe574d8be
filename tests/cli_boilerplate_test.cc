// Boilerplate and globs through the program.
#include <fmt/format.h>

#include "cli_fixture.h"

namespace akin {
namespace {

// Twelve pages, each with a bar, a footer and one link in its text.
class CliBoilerplate : public CliTest {
 protected:
  void SetUp() override {
    fs::create_directories(At("site/more"));
    for (int i = 0; i < 12; ++i) {
      WriteBytes(
          At(fmt::format("site/{}{}.html", i < 6 ? "" : "more/", i)),
          fmt::format("<title>Page {0}</title><nav><a href=/0.html>Start</a></nav>"
                      "<p>Words <a href=/{1}.html>of it</a> and <a href=/{2}.html>more</a>.</p>"
                      "<div class=foot><a href=/1.html>Imprint</a></div>",
                      i, (i + 2) % 6, (i + 3) % 6));
    }
    Get("ingest site -o site.akin --quiet");
  }
};

TEST_F(CliBoilerplate, InfoSaysWhatWasRecognised) {
  const std::string rows = Get("info site.akin --boilerplate");
  EXPECT_THAT(rows, HasSubstr("landmark\t"));
  EXPECT_THAT(rows, HasSubstr("recurring\t"));
  EXPECT_THAT(rows, HasSubstr("div.foot"));
  EXPECT_THAT(Get("info site.akin --boilerplate --json"), HasSubstr(R"("reason":"landmark")"));
  Ingest("links.akin", "a b\n");
  EXPECT_THAT(Run("info links.akin --boilerplate").err, HasSubstr("only pages have boilerplate"));
}

TEST_F(CliBoilerplate, BuildLeavesOutWhatIsAsked) {
  for (const std::string way : {"keep", "site", "drop"}) {
    Get(fmt::format("build site.akin --measure psimrank --boilerplate {0} --name {0}", way));
    EXPECT_EQ(Get("related site.akin 3.html --refine 0 --index " + way),
              Get("related site.akin 3.html --no-index --index " + way));
  }
  EXPECT_NE(Get("related site.akin 3.html --index keep"),
            Get("related site.akin 3.html --index drop"));
  ExpectRefused("build site.akin --boilerplate some", {"--boilerplate", "keep, site"});
  EXPECT_EQ(Run("bags site.akin --boilerplate drop --name dropped").code, kFound);
  EXPECT_EQ(Run("check site.akin").code, kFound);
}

TEST_F(CliBoilerplate, GlobsChoosePages) {
  const auto names = [&](const std::string& flags) {
    Get("ingest site -o some.akin --force --quiet " + flags);
    return Column(Get("export some.akin --names"), 1);
  };
  EXPECT_THAT(names("--exclude more/**"), SizeIs(6));
  EXPECT_THAT(names("--include more/*.html"), SizeIs(6));
  EXPECT_THAT(names("--include *.html --exclude 1.html"), SizeIs(11));
  EXPECT_THAT(Run("ingest site -o some.akin --force --exclude more/**").err,
              HasSubstr("6 an --exclude"));
}

}  // namespace
}  // namespace akin
