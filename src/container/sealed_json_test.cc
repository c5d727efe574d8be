#include "container/sealed_json.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/checksum.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

using testing::HasSubstr;

class SealedJsonTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteSealedJson(path_, "corpus", document_).ok());
    whole_ = ReadBytes(path_);
  }

  void ExpectRefused(const std::string& text, const std::string& how) {
    WriteBytes(path_, text);
    const Status status = ReadSealedJson(path_, "corpus").status();
    ASSERT_TRUE(status.code() == Code::kDamaged || status.code() == Code::kNotOurs)
        << how << ": " << status.message();
    ASSERT_THAT(status.message(), HasSubstr(path_));
  }

  // A document with a correct checksum.
  static std::string Sealed(std::string body) {
    const uint64_t sum = Checksum(std::as_bytes(std::span(body)));
    return body + fmt::format(",\n  \"checksum\": \"{:016x}\"\n}}\n", sum);
  }

  TempDir directory_;
  std::string path_ = directory_ / "file.json";
  Json document_ = {{"vertices", 7},
                    {"seed", UINT64_MAX},
                    {"decay", 0.1},
                    {"name", "\u00fc\"\\\n"},
                    {"files", {{"a", "b"}}}};
  std::string whole_;
};

TEST_F(SealedJsonTest, WhatIsWrittenIsRead) {
  const auto json = ReadSealedJson(path_, "corpus");
  ASSERT_TRUE(json.ok()) << json.status().message();
  for (const auto& [key, value] : document_.items()) EXPECT_EQ((*json)[key], value) << key;
  EXPECT_EQ(*JsonMember<uint32_t>(path_, *json, "vertices"), 7U);
  EXPECT_EQ(*JsonMember<uint64_t>(path_, *json, "seed"), UINT64_MAX);
  EXPECT_EQ(*JsonMember<double>(path_, *json, "decay"), 0.1);
  EXPECT_EQ(*JsonMember<std::string>(path_, *json, "name"), "\u00fc\"\\\n");
}

TEST_F(SealedJsonTest, IsPlainJsonToOthers) {
  const Json json = Json::parse(whole_);
  EXPECT_EQ(json["akin"], "corpus");
  EXPECT_EQ(json["vertices"], 7);
}

TEST_F(SealedJsonTest, EveryChangedByteIsRefused) {
  std::string text = whole_;
  for (size_t at = 0; at < whole_.size(); ++at) {
    for (int flip = 1; flip < 256; ++flip) {
      text[at] = static_cast<char>(whole_[at] ^ flip);
      ExpectRefused(text, fmt::format("byte {} ^ {}", at, flip));
      if (HasFatalFailure()) return;
    }
    text[at] = whole_[at];
  }
}

TEST_F(SealedJsonTest, EveryCutIsRefused) {
  for (size_t length = 0; length < whole_.size(); ++length) {
    ExpectRefused(whole_.substr(0, length), fmt::format("cut at {}", length));
  }
}

TEST_F(SealedJsonTest, AppendedAndInsertedBytesAreRefused) {
  for (const char byte : {' ', '\n', '\r', '\0', '}'}) {
    ExpectRefused(whole_ + byte, "appended");
    for (size_t at = 0; at <= whole_.size(); ++at) {
      std::string text = whole_;
      text.insert(at, 1, byte);
      if (text != whole_) ExpectRefused(text, fmt::format("inserted at {}", at));
    }
  }
}

TEST_F(SealedJsonTest, LineEndsOfAnotherSystemAreRefused) {
  std::string text;
  for (const char c : whole_) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  ExpectRefused(text, "line ends");
}

TEST_F(SealedJsonTest, ADocumentOfAnotherKindIsNotOurs) {
  const Status status = ReadSealedJson(path_, "index").status();
  EXPECT_EQ(status.code(), Code::kNotOurs);
  EXPECT_THAT(status.message(), HasSubstr("corpus"));
  WriteBytes(path_, "name,price\n");
  EXPECT_EQ(ReadSealedJson(path_, "index").status().code(), Code::kNotOurs);
}

TEST_F(SealedJsonTest, ANewerFormatIsToldApart) {
  WriteBytes(path_, Sealed("{\n  \"akin\": \"corpus\",\n  \"format\": 2,\n  \"new\": [1]"));
  const Status status = ReadSealedJson(path_, "corpus").status();
  EXPECT_EQ(status.code(), Code::kTooNew) << status.message();
  EXPECT_THAT(status.message(), HasSubstr("upgrade"));
}

TEST_F(SealedJsonTest, NonsenseUnderARightSealIsDamage) {
  for (const char* body :
       {"{", "{\n  \"akin\": \"corpus\"", "{\n  \"akin\": \"corpus\",\n  \"format\": \"1\"",
        "{\n  \"akin\": \"corpus\",\n  \"format\": -1", "{\n  \"akin\": 5,\n  \"format\": 1",
        "{\n  \"akin\": \"corpus\",\n  \"format\": 1,,", "{ \"\xff\": 1"}) {
    ExpectRefused(Sealed(body), body);
  }
}

TEST_F(SealedJsonTest, MembersOfTheWrongTypeAreDamage) {
  const Json json = {{"text", "x"}, {"negative", -1}, {"real", 1.5}, {"null", nullptr}};
  for (const char* name : {"text", "negative", "real", "null", "missing"}) {
    const Status status = JsonMember<uint64_t>(path_, json, name).status();
    EXPECT_EQ(status.code(), Code::kDamaged) << name;
    EXPECT_THAT(status.message(), HasSubstr(name));
  }
  EXPECT_EQ(JsonMember<std::string>(path_, json, "real").status().code(), Code::kDamaged);
  EXPECT_EQ(JsonMember<double>(path_, json, "text").status().code(), Code::kDamaged);
  EXPECT_EQ(*JsonMember<double>(path_, json, "negative"), -1);
}

TEST_F(SealedJsonTest, ANumberTooLargeForItsMemberIsDamage) {
  const Json json = {{"vertices", uint64_t{1} << 32 | 5}};
  EXPECT_EQ(JsonMember<uint32_t>(path_, json, "vertices").status().code(), Code::kDamaged);
}

TEST_F(SealedJsonTest, SumsAreSixteenDigits) {
  EXPECT_EQ(HexSum(0), "0000000000000000");
  EXPECT_EQ(HexSum(UINT64_MAX), "ffffffffffffffff");
  EXPECT_EQ(*ParseHexSum(path_, HexSum(0x123456789abcdef0U)), 0x123456789abcdef0U);
  for (const char* text : {"", "0", "fffffffffffffffff", "000000000000000g", "-000000000000001",
                           "0x00000000000001", " 000000000000001"}) {
    EXPECT_EQ(ParseHexSum(path_, text).status().code(), Code::kDamaged) << text;
  }
}

}  // namespace
}  // namespace akin
