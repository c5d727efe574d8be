#include "server/access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "temp_dir.h"

namespace akin::server {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

constexpr std::string_view kFirst = "0123456789abcdef";
constexpr std::string_view kSecond = "another-token-of-31-characters-";

class AccessTest : public testing::Test {
 protected:
  std::string Tokens(std::string_view text) {
    std::ofstream(directory_ / "tokens") << text;
    return directory_ / "tokens";
  }
  static std::unique_ptr<Access> Of(const AccessOptions& options) {
    auto access = Access::Of(options);
    EXPECT_TRUE(access.ok()) << access.status().message();
    return std::move(*access);
  }
  int StatusOf(Access& access, std::string_view authorization, const std::string& peer = "1.2.3.4",
               double seconds = 0) {
    const auto now = begin_ + std::chrono::duration_cast<Access::Clock::duration>(
                                  std::chrono::duration<double>(seconds));
    const auto refused = access.Refuse("/v1/related", authorization, peer, now);
    return refused ? refused->status : 200;
  }

  TempDir directory_;
  Access::Clock::time_point begin_ = Access::Clock::now();
};

TEST_F(AccessTest, StrangersNeedATokenOrLeave) {
  const auto code = [](const AccessOptions& options) {
    return Access::Of(options).status().code();
  };
  EXPECT_EQ(code({}), Code::kOk);
  EXPECT_EQ(code({.loopback = false}), Code::kInvalidArgument);
  EXPECT_EQ(code({.loopback = false, .open = true}), Code::kOk);
  const std::string file = Tokens(kFirst);
  EXPECT_EQ(code({.loopback = false, .token_file = file}), Code::kOk);
  EXPECT_EQ(code({.loopback = false, .token_file = file, .open = true}), Code::kInvalidArgument);
}

TEST_F(AccessTest, TokensAreAskedFor) {
  const auto access =
      Of({.token_file = Tokens(fmt::format("# ours\n{}\n\n{}\n", kFirst, kSecond))});
  EXPECT_EQ(StatusOf(*access, fmt::format("Bearer {}", kFirst)), 200);
  EXPECT_EQ(StatusOf(*access, fmt::format("bearer {}", kSecond)), 200);
  for (const std::string& wrong :
       {std::string(), std::string("Bearer "), std::string(kFirst), fmt::format("Basic {}", kFirst),
        fmt::format("Bearer {}x", kFirst), fmt::format("Bearer {}", kFirst.substr(1)),
        std::string("Bearer # ours")}) {
    EXPECT_EQ(StatusOf(*access, wrong), 401) << wrong;
  }
  EXPECT_FALSE(access->Refuse("/healthz", "", "1.2.3.4").has_value());
  EXPECT_FALSE(access->Refuse("/readyz", "", "1.2.3.4").has_value());
  EXPECT_TRUE(access->Refuse("/metrics", "", "1.2.3.4").has_value());
}

// A page of somebody else may make its own name point to this machine.
TEST_F(AccessTest, OtherNamesThanThisMachinesAreRefused) {
  const auto local = Of({});
  for (const char* const own : {"", "localhost", "LocalHost:7411", "akin.localhost:80", "127.0.0.1",
                                "127.0.0.1:7411", "127.1.2.3:1", "[::1]", "[::1]:7411"}) {
    EXPECT_FALSE(local->RefuseHost(own).has_value()) << own;
  }
  for (const char* const other :
       {"evil.example", "evil.example:7411", "localhost.evil.example", "127.0.0.1.evil.example",
        "128.0.0.1", "[::2]:7411", "localhost:7411:1", "evil.example#localhost", ":7411", "127.1",
        "evillocalhost", "1.2.3.127"}) {
    const auto refused = local->RefuseHost(other);
    ASSERT_TRUE(refused.has_value()) << other;
    EXPECT_EQ(refused->status, 421);
  }
  const std::string tokens = Tokens(fmt::format("{}\n", kFirst));
  EXPECT_FALSE(Of({.token_file = tokens})->RefuseHost("akin.example").has_value());
  EXPECT_FALSE(Of({.open = true})->RefuseHost("akin.example").has_value());
}

TEST_F(AccessTest, BadTokensAreRefusedWithoutTellingThem) {
  for (const char* const text : {"", "# none\n", "short\n", "with a blank in it\n"}) {
    const Status status = Access::Of({.token_file = Tokens(text)}).status();
    EXPECT_EQ(status.code(), Code::kBadInput) << text;
    EXPECT_THAT(status.message(), Not(HasSubstr("with a blank in it")));
  }
  EXPECT_EQ(Access::Of({.token_file = directory_ / "none"}).status().code(), Code::kNotFound);
}

TEST_F(AccessTest, ARateIsPerTokenOrAddress) {
  const auto open = Of({.rate = 2});
  EXPECT_EQ(StatusOf(*open, ""), 200);
  EXPECT_EQ(StatusOf(*open, ""), 200);
  EXPECT_EQ(StatusOf(*open, ""), 429);
  EXPECT_EQ(StatusOf(*open, "", "4.3.2.1"), 200);
  EXPECT_EQ(StatusOf(*open, "", "1.2.3.4", 0.4), 429);
  EXPECT_EQ(StatusOf(*open, "", "1.2.3.4", 0.6), 200);
  EXPECT_EQ(StatusOf(*open, "", "1.2.3.4", 0.6), 429);
  EXPECT_EQ(open->Refuse("/v1/sim", "", "1.2.3.4", begin_)->retry_after, 1U);
  EXPECT_FALSE(open->Refuse("/healthz", "", "1.2.3.4", begin_).has_value());
  // What was not used is not saved up beyond a second's worth.
  for (int i = 0; i < 2; ++i) EXPECT_EQ(StatusOf(*open, "", "1.2.3.4", 1000), 200);
  EXPECT_EQ(StatusOf(*open, "", "1.2.3.4", 1000), 429);

  const auto closed =
      Of({.token_file = Tokens(fmt::format("{}\n{}\n", kFirst, kSecond)), .rate = 1});
  EXPECT_EQ(StatusOf(*closed, fmt::format("Bearer {}", kFirst)), 200);
  EXPECT_EQ(StatusOf(*closed, fmt::format("Bearer {}", kFirst), "4.3.2.1"), 429);
  EXPECT_EQ(StatusOf(*closed, fmt::format("Bearer {}", kSecond)), 200);
}

TEST_F(AccessTest, ManyAddressesTakeBoundedMemory) {
  const auto access = Of({.rate = 1});
  for (int i = 0; i < 30'000; ++i) EXPECT_EQ(StatusOf(*access, "", std::to_string(i)), 200);
}

TEST_F(AccessTest, OnlyAllowedPagesMayRead) {
  EXPECT_THAT(Of({})->ForOrigin("https://a.example"), IsEmpty());
  const auto some = Of({.allow_origins = {"https://a.example", "https://b.example"}});
  EXPECT_THAT(some->ForOrigin("https://b.example"),
              testing::Contains(Pair("Access-Control-Allow-Origin", "https://b.example")));
  EXPECT_THAT(some->ForOrigin("https://c.example"), IsEmpty());
  EXPECT_THAT(some->ForOrigin(""), IsEmpty());
  EXPECT_THAT(some->ForPreflight("https://c.example"), IsEmpty());
  EXPECT_THAT(some->ForPreflight("https://a.example"),
              testing::Contains(Pair("Access-Control-Allow-Headers", HasSubstr("Authorization"))));
  EXPECT_THAT(Of({.allow_origins = {"*"}})->ForOrigin("https://c.example"),
              testing::Contains(Pair("Access-Control-Allow-Origin", "*")));
}

}  // namespace
}  // namespace akin::server
