// One lie at a time, each with valid checksums: what `check` and readers say about it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/corpus.h"
#include "container/sealed_json.h"
#include "file_tree.h"
#include "forge/forger.h"
#include "forge/honest.h"
#include "temp_dir.h"

namespace akin {
namespace {

using testing::HasSubstr;

struct Lie {
  const char* corpus;
  const char* file;
  const char* section;  // "": the file is JSON
  std::function<void(std::string&)> tell;
  const char* said;
};

// --- Ways to change a section ---

std::function<void(std::string&)> Longer(size_t bytes) {
  return [bytes](std::string& section) { section.append(bytes, '\0'); };
}
std::function<void(std::string&)> CutTo(size_t bytes) {
  return [bytes](std::string& section) { section.resize(bytes); };
}
template <class T>
std::function<void(std::string&)> Entry(size_t at, T value) {
  return [at, value](std::string& section) {
    std::memcpy(section.data() + at * sizeof(T), &value, sizeof(T));
  };
}
std::function<void(std::string&)> Member(const char* pointer, Json value) {
  return [pointer, value](std::string& text) {
    Json json = Json::parse(text);
    json[Json::json_pointer(pointer)] = value;
    text = json.dump(2);
  };
}
// The last two numbers change places.
void SwapLast(std::string& section) {
  const size_t at = section.size() - 2 * sizeof(uint32_t);
  std::swap_ranges(section.begin() + static_cast<ptrdiff_t>(at),
                   section.begin() + static_cast<ptrdiff_t>(at + sizeof(uint32_t)),
                   section.begin() + static_cast<ptrdiff_t>(at + sizeof(uint32_t)));
}

constexpr const char* kLabels = "attributes/attributes.akin";
constexpr const char* kShard = "indexes/simrank/simrank-l8-s1-0000-0009.akin";
constexpr const char* kPush = "indexes/simrank-push/manifest.json";

const std::vector<Lie>& Lies() {
  static const std::vector<Lie> lies = {
      {"classes", "keys.akin", "params", Member("/first", "9223372036854775807"),
       "the range has no end"},
      {"classes", "keys.akin", "params", Member("/first", "x"), "the range has no start"},
      {"numbers", "keys.akin", "params", Member("/kind", "words"), "unknown kind of names 'words'"},
      {"numbers", "keys.akin", "blocks", CutTo(9), "too short for so many names"},
      {"numbers", "keys.akin", "blocks", Longer(1), "bytes that belong to no name"},
      {"numbers", "keys.akin", "title-offsets", Longer(8), "wrong number of entries"},
      {"numbers", "keys.akin", "titles", Longer(1), "bytes that belong to no title"},
      {"numbers", kLabels, "starts", Entry<uint32_t>(0, 1), "values that belong to no vertex"},
      {"numbers", kLabels, "values", SwapLast, "a set out of order"},
      {"numbers", kLabels, "text", Longer(1), "bytes that belong to no column"},
      {"numbers", kLabels, "params", Member("/vertices", 7), "attributes of another corpus"},
      {"numbers", kLabels, "params", Member("/columns", 7), "no list of columns"},
      {"numbers", kLabels, "params", Member("/columns/0/kind", "colour"), "a column that is none"},
      {"numbers", kLabels, "params", Member("/columns/0/name", "key"), "a column that is none"},
      {"numbers", kLabels, "params", Member("/columns/1/name", "year"), "two columns of one name"},
      {"numbers", kLabels, "params", Member("/columns/0/distinct", 1),
       "a wrong number of different values"},
      {"numbers", "corpus.json", "", Member("/notation", 7), "notation"},
      {"numbers", kPush, "", Member("/shards/0/file", "../keys.akin"), "a shard elsewhere"},
      {"pages", "boilerplate.json", "", Member("/lists", Json::parse(R"([{"page": 7777}])")),
       "a vertex that the corpus does not have"},
      {"pages", "boilerplate.json", "", Member("/lists", Json::parse(R"([{"page": 7}])")), "arcs"},
      {"pages", "pages.akin", "records", Longer(1), "bytes that belong to no page"},
      {"walks", kShard, "params", Member("/length", 0), "impossible length of walks"},
      {"walks", kShard, "params", Member("/fingerprints", 0), "impossible number of fingerprints"},
      {"walks", kShard, "params", Member("/row_bits", 33), "rows of more than 32 bits"},
      {"walks", kShard, "blocks", CutTo(20), "nothing behind the last block"},
      {"walks", kShard, "blocks", Longer(1), "bytes that belong to no block"},
  };
  return lies;
}

class ForgedFieldsTest : public testing::Test {
 protected:
  struct Honest {
    std::string path;
    std::unique_ptr<Forger> forger;
  };

  static void SetUpTestSuite() {
    directory_ = std::make_unique<TempDir>();
    for (const HonestCorpus& honest : HonestCorpora()) {
      const std::string path = *directory_ / (std::string(honest.name) + ".akin");
      const Status made = honest.make(path, directory_->path());
      ASSERT_TRUE(made.ok()) << made.message();
      const VertexId vertices = Corpus::Open(path)->vertices();
      corpora_[std::string(honest.name)] = {path,
                                            std::make_unique<Forger>(ReadTree(path), vertices)};
    }
  }
  static void TearDownTestSuite() {
    corpora_.clear();
    directory_.reset();
  }

  // Puts what is changed in place, asks, and puts back what was there.
  template <class Ask>
  static std::string With(const Lie& lie, const Ask& ask) {
    const Honest& honest = corpora_.at(lie.corpus);
    std::string bytes = honest.forger->honest().at(lie.file);
    if (std::string_view(lie.section).empty()) {
      std::string json = UnsealedJson(bytes);
      lie.tell(json);
      bytes = SealedJson(json);
    } else {
      ContainerImage image = TakeApart(bytes);
      lie.tell(image.Find(lie.section)->bytes);
      bytes = PutTogether(image);
    }
    const FileTree forged = honest.forger->With(lie.file, bytes).files;
    for (const auto& [name, content] : forged) WriteBytes(honest.path + "/" + name, content);
    const std::string said = ask(honest.path);
    for (const auto& [name, content] : forged) {
      WriteBytes(honest.path + "/" + name, honest.forger->honest().at(name));
    }
    return said;
  }

  // All that check finds wrong.
  static std::string Check(const std::string& path) {
    const auto corpus = Corpus::Open(path);
    if (!corpus.ok()) return corpus.status().message();
    std::string said;
    (void)corpus->Check({.threads = 1}, [&](const std::string&, const Status& status) {
      if (!status.ok()) said += status.message() + "\n";
    });
    return said;
  }

  static inline std::unique_ptr<TempDir> directory_;
  static inline std::map<std::string, Honest> corpora_;
};

TEST_F(ForgedFieldsTest, CheckSaysWhatIsWrong) {
  for (const auto& [name, honest] : corpora_) EXPECT_EQ(Check(honest.path), "") << name;
  for (const Lie& lie : Lies()) {
    EXPECT_THAT(With(lie, Check), HasSubstr(lie.said)) << lie.file << " " << lie.section;
  }
}

TEST_F(ForgedFieldsTest, ABadManifestDoesNotHideOtherFiles) {
  const auto indexes = [](const std::string& path) {
    std::string bad;
    size_t sound = 0;
    const Status first =
        Corpus::Open(path)->Check({.threads = 1}, [&](const std::string& file, const Status& said) {
          if (file.find("/indexes/") == std::string::npos) return;
          ++sound;
          if (said.ok()) return;
          --sound;
          bad += file.substr(path.size() + 1) + " ";
        });
    EXPECT_EQ(first.code(), Code::kDamaged);
    return bad + std::to_string(sound);
  };
  EXPECT_EQ(With({"numbers", kPush, "", Member("/shards", 7), ""}, indexes),
            "indexes/simrank-push 2");
}

TEST_F(ForgedFieldsTest, ErrorsOfAnIndexHaveALimit) {
  std::string file;
  for (const auto& [name, bytes] : corpora_.at("numbers").forger->honest()) {
    if (name.starts_with("indexes/simrank-push/") && name.ends_with(".akin")) file = name;
  }
  for (const Json& error : {Json(-1), Json(0.9), Json("x")}) {
    const Lie lie{"numbers", file.c_str(), "params", Member("/score_error", error), ""};
    EXPECT_THAT(With(lie, Check), HasSubstr(error == "x" ? "score_error" : "an impossible error"));
  }
}

TEST_F(ForgedFieldsTest, AnIndexOfSomeVerticesCoversAsManyAsItSays) {
  std::string file;
  for (const auto& [name, bytes] : corpora_.at("walks").forger->honest()) {
    if (name.starts_with("indexes/some/") && name.ends_with(".akin")) file = name;
  }
  // Beyond the last word that counts others, so that all counts stay right.
  const auto one_more = [](std::string& present) { present[present.size() - 8] |= '\1'; };
  EXPECT_THAT(With({"walks", file.c_str(), "present", one_more, ""}, Check),
              HasSubstr("other vertices than the manifest says"));
}

TEST_F(ForgedFieldsTest, CheckFindsRowsOfVerticesThatAreNotInTheirBlock) {
  const std::string& honest = corpora_.at("walks").forger->honest().at(kShard);
  const size_t bits = TakeApart(honest).Find("rows")->bytes.size() * 8;
  std::string said;
  for (size_t bit = 0; bit < bits && said.find("is not in") == std::string::npos; ++bit) {
    const auto flip = [&](std::string& rows) {
      rows[bit / 8] = static_cast<char>(rows[bit / 8] ^ 1 << bit % 8);
    };
    said = With({"walks", kShard, "rows", flip, ""}, Check);
    EXPECT_THAT(said, HasSubstr("row"));
  }
  EXPECT_THAT(said, HasSubstr("a row names a block that the vertex is not in"));
}

TEST_F(ForgedFieldsTest, AQuestionSeesThatTheLastBlockIsCut) {
  const auto cut = [](std::string& blocks) { blocks.pop_back(); };
  const auto ask = [](const std::string& path) -> std::string {
    const auto corpus = Corpus::Open(path);
    const auto index = corpus->OpenIndex("simrank");
    if (!index.ok()) return index.status().message();
    for (const VertexId v : corpus->AllVertices()) {
      if (const auto answer = index->Related(v, {.k = 0}); !answer.ok()) {
        return answer.status().message();
      }
    }
    return "nothing";
  };
  EXPECT_THAT(With({"walks", kShard, "blocks", cut, ""}, ask),
              HasSubstr("nothing behind the last block"));
}

TEST_F(ForgedFieldsTest, BuildersThatScanCheckWhatTheyRead) {
  const auto build = [](const std::string& path) {
    const BuildOptions options{
        .fingerprints = 1, .name = "made", .builder = Builder::kSemiExternal};
    return BuildIndex(path, options, {.threads = 1}).status().message();
  };
  EXPECT_THAT(With({"walks", "graph.akin", "in-offsets", Entry<uint64_t>(3, 1'000'000), ""}, build),
              HasSubstr("offsets run backwards"));
  EXPECT_THAT(With({"walks", "graph.akin", "in-neighbours", Entry<VertexId>(0, 5'000), ""}, build),
              HasSubstr("neighbours"));
  EXPECT_THAT(With({"walks", "graph.akin", "in-offsets", Longer(8), ""}, build),
              HasSubstr("graph.akin: damaged"));
}

}  // namespace
}  // namespace akin
