#include "server/backends_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "akin/parts.h"
#include "temp_dir.h"

namespace akin::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class BackendsFileTest : public testing::Test {
 protected:
  Result<BackendsFile> Read(const std::string& text) {
    std::ofstream(path_) << text;
    return BackendsFile::Read(path_);
  }
  std::string Error(const std::string& text) {
    const auto file = Read(text);
    EXPECT_EQ(file.status().code(), Code::kBadInput) << text;
    return file.status().message();
  }

  TempDir directory_;
  std::string path_ = directory_ / "backends";
};

TEST_F(BackendsFileTest, GivesGroupsInTheOrderOfTheirShards) {
  const auto file = Read(
      "# two machines for the first half\n"
      "psimrank 5-9 c.example:1\n"
      "\n"
      "web/psimrank\t0,1-4   10.0.0.1:7412 [::1]:7413  # replicas\r\n"
      "text 0 a:1\n");
  ASSERT_TRUE(file.ok()) << file.status().message();
  EXPECT_TRUE(file->Names("web", "psimrank"));
  EXPECT_FALSE(file->Names("web", "simrank"));
  const auto groups = file->GroupsOf("web", "psimrank", 10);
  ASSERT_TRUE(groups.ok()) << groups.status().message();
  ASSERT_EQ(groups->size(), 2U);
  EXPECT_THAT((*groups)[0].shards, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT((*groups)[0].replicas, ElementsAre("10.0.0.1:7412", "[::1]:7413"));
  EXPECT_THAT((*groups)[1].shards, ElementsAre(5, 6, 7, 8, 9));
  EXPECT_TRUE(file->CheckCorpora({"web"}).ok());
  EXPECT_TRUE(file->CheckIndexes("web", {"text", "psimrank"}).ok());
}

TEST_F(BackendsFileTest, SaysWhatIsWrongWhere) {
  EXPECT_THAT(Error("# nothing\n"), HasSubstr("names no back ends"));
  EXPECT_THAT(Error("\npsimrank 0-4\n"), HasSubstr(path_ + ":2: "));
  EXPECT_THAT(Error("a 0 a:1\n/b 0 a:1\n"), HasSubstr(":2: '/b' is no INDEX"));
  for (const char* address :
       {"host", ":7412", "h:0", "h:65536", "h:x", "h ost:", "[::1]", "h/t:1"}) {
    EXPECT_THAT(Error("a 0 " + std::string(address)), HasSubstr(":1: ")) << address;
  }
  EXPECT_THAT(Error("a 0 h:1 h:1"), HasSubstr("h:1 occurs twice"));
  const auto shards = Read("a 4-0 h:1");
  EXPECT_EQ(shards.status().code(), Code::kInvalidArgument);
  EXPECT_THAT(shards.status().message(), HasSubstr(path_ + ":1: '4-0' for shards"));
}

TEST_F(BackendsFileTest, WantsEachShardOnce) {
  const auto refusal = [&](const std::string& text) {
    const auto file = Read(text);
    EXPECT_TRUE(file.ok()) << text;
    return file->GroupsOf("web", "a", 4).status().message();
  };
  EXPECT_EQ(refusal("a 0-3 h:1"), "");
  EXPECT_THAT(refusal("a 0-2 h:1\na 2-3 h:2"), HasSubstr(":2: shard 2 of a is on line 1 already"));
  EXPECT_THAT(refusal("a 0 h:1\na 3 h:2"), HasSubstr("no line names 1-2"));
  EXPECT_THAT(refusal("a 0-4 h:1"), HasSubstr(":1: a has no shard 4; it has 4"));
}

TEST_F(BackendsFileTest, KnowsWhatIsServed) {
  const auto file = Read("web/a 0 h:1\nb 0 h:1\n");
  EXPECT_TRUE(file->CheckCorpora({"web"}).ok());
  EXPECT_THAT(file->CheckCorpora({"web", "shop"}).message(), HasSubstr(":2: several corpora"));
  EXPECT_THAT(file->CheckCorpora({"wed"}).message(), HasSubstr("did you mean wed?"));
  EXPECT_THAT(file->CheckIndexes("web", {"a"}).message(), HasSubstr(":2: web has no index 'b'"));
}

TEST(ShardsTest, AreRead) {
  EXPECT_THAT(*ParseShards("7,0-2,4"), ElementsAre(0, 1, 2, 4, 7));
  EXPECT_EQ(ShardsText(*ParseShards("8,0-2,4,7")), "0-2,4,7-8");
  for (const char* text :
       {"", "-", "a", "1-", "-1", "1,,2", "2-1", "0-4000000000", "0-1,1", "1 "}) {
    EXPECT_EQ(ParseShards(text).status().code(), Code::kInvalidArgument) << text;
  }
}

}  // namespace
}  // namespace akin::server
