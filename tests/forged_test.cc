// Files with valid checksums and a lying structure: readers refuse them or answer nonsense, but
// never read what is not theirs, never allocate what no file backs, and `check` finds every lie
// that a reader would.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "akin/corpus.h"
#include "akin/explain.h"
#include "akin/recipe.h"
#include "base/files.h"
#include "file_tree.h"
#include "forge/forger.h"
#include "forge/honest.h"
#include "forge/memory_peak.h"
#include "forge/trial.h"
#include "graph/pages_file.h"
#include "index/forest_block.h"
#include "temp_dir.h"

namespace akin {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr uint64_t kMuchMemory = uint64_t{32} << 20;
constexpr std::string_view kSimRankShard = "indexes/simrank/simrank-l8-s1-0000-0009.akin";

template <class T>
std::vector<T> Entries(const std::string& bytes) {
  std::vector<T> entries(bytes.size() / sizeof(T));
  std::memcpy(entries.data(), bytes.data(), entries.size() * sizeof(T));
  return entries;
}
template <class T>
std::string Bytes(const std::vector<T>& entries) {
  return {reinterpret_cast<const char*>(entries.data()), entries.size() * sizeof(T)};
}

// As stored in section "forests".
struct Extent {
  uint64_t members;
  uint64_t first_block;
  uint64_t first_byte;
  uint64_t blocks;
};

class ForgedTest : public testing::Test {
 protected:
  void Make(std::string_view name) {
    for (const HonestCorpus& honest : HonestCorpora()) {
      if (honest.name != name) continue;
      const Status made = honest.make(corpus_, directory_.path());
      ASSERT_TRUE(made.ok()) << made.message();
    }
    const auto opened = Corpus::Open(corpus_);
    ASSERT_TRUE(opened.ok());
    forger_ = std::make_unique<Forger>(ReadTree(corpus_), opened->vertices());
    ASSERT_TRUE(Check().ok()) << Check().message();
  }

  ContainerImage Image(std::string_view file) {
    return TakeApart(forger_->honest().at(std::string(file)));
  }
  static std::string& Section(ContainerImage& image, std::string_view name) {
    return image.Find(name)->bytes;
  }
  // Writes the forged file, and those that name it.
  void Put(std::string_view file, const ContainerImage& image) {
    for (const auto& [name, bytes] : forger_->With(std::string(file), PutTogether(image)).files) {
      WriteBytes(corpus_ + "/" + name, bytes);
    }
  }

  Status Check() {
    verdicts_.clear();
    const auto corpus = Corpus::Open(corpus_);
    if (!corpus.ok()) return corpus.status();
    return corpus->Check({.threads = 1}, [&](const std::string& file, const Status& status) {
      if (!status.ok()) verdicts_[file.substr(corpus_.size() + 1)] = status;
    });
  }
  // What check says of a file.
  std::string Verdict(const std::string& file) {
    EXPECT_FALSE(Check().ok());
    return verdicts_.contains(file) ? verdicts_[file].message() : "nothing";
  }

  TempDir directory_;
  std::string corpus_ = directory_ / "c.akin";
  std::unique_ptr<Forger> forger_;
  std::map<std::string, Status> verdicts_;
};

TEST_F(ForgedTest, NoForgeryBreaksAReader) {
  ForgeryTrial trial;
  ASSERT_THAT(trial.failure(), IsEmpty());
  uint64_t found = 0;
  for (uint64_t number = 0; number < 400; ++number) {
    const Asked asked = trial.Run(number);
    ASSERT_THAT(asked.broken, IsEmpty());
    found += asked.check.ok() ? 0 : 1;
  }
  EXPECT_GT(found, 250U);
}

TEST_F(ForgedTest, ABlockInWhichNoClassBegins) {
  Make("classes");
  const std::string file = "indexes/xjaccard/xjaccard-l2-s1-0000-0001.akin";
  ContainerImage shard = Image(file);
  const auto ends = Entries<uint32_t>(Section(shard, "block-ends"));
  for (const Extent& forest : Entries<Extent>(Section(shard, "forests"))) {
    for (uint64_t b = 1; b < forest.blocks; ++b) {
      const uint64_t count = std::min(kClassBlockMembers, forest.members - b * kClassBlockMembers);
      const size_t labels = forest.first_byte + ends[forest.first_block + b - 1];
      Section(shard, "blocks").replace(labels, (count + 7) / 8, (count + 7) / 8, '\0');
    }
  }
  Section(shard, "reach").assign(Section(shard, "reach").size(), '\xff');
  Put(file, shard);
  const auto corpus = Corpus::Open(corpus_);
  const auto index = corpus->OpenIndex("xjaccard");
  ASSERT_TRUE(index.ok()) << index.status().message();
  uint64_t refused = 0;
  for (const VertexId v : corpus->AllVertices()) {
    refused += index->Related(v).status().code() == Code::kDamaged ? 1 : 0;
  }
  EXPECT_GT(refused, 0U);
  EXPECT_THAT(Verdict(file), HasSubstr("damaged"));
}

// Labels are times of meetings, which begin with 1.
TEST_F(ForgedTest, WalksThatMeetBeforeTheyBegin) {
  Make("walks");
  const std::string file = "indexes/psimrank/psimrank-l20-s1-0000-0002.akin";
  ContainerImage shard = Image(file);
  const auto ends = Entries<uint32_t>(Section(shard, "block-ends"));
  // In one fingerprint; others give hits to look at more closely.
  const Extent forest = Entries<Extent>(Section(shard, "forests")).front();
  for (uint64_t b = 0; b < forest.blocks; ++b) {
    const uint64_t first = b == 0 ? 1 : 0;  // where the first tree begins
    const uint64_t count = std::min(kLeastBlockMembers, forest.members - b * kLeastBlockMembers);
    const size_t labels = forest.first_byte + (b == 0 ? 0 : ends[b - 1]);
    Section(shard, "blocks").replace(labels + first, count - first, count - first, '\0');
  }
  Put(file, shard);
  const auto corpus = Corpus::Open(corpus_);
  const auto index = corpus->OpenIndex("psimrank");
  ASSERT_TRUE(index.ok()) << index.status().message();
  uint64_t hits = 0;
  for (const VertexId v : corpus->AllVertices()) {
    const auto answer = index->Related(v, {.k = 5, .refine = 0.01}, {.threads = 1});
    if (answer.ok()) hits += answer->hits.size();
  }
  EXPECT_GT(hits, 0U);
  EXPECT_THAT(Verdict(file), HasSubstr("makes no sense"));
}

TEST_F(ForgedTest, ABlockWithoutMembers) {
  Make("walks");
  ContainerImage shard = Image(kSimRankShard);
  auto forests = Entries<Extent>(Section(shard, "forests"));
  auto ends = Entries<uint32_t>(Section(shard, "block-ends"));
  Extent& forest = forests.front();
  ASSERT_GE(forest.blocks, 2U);
  forest.members = (forest.blocks - 1) * kLeastBlockMembers;
  ends[forest.blocks - 1] = ends[forest.blocks - 2];
  Section(shard, "forests") = Bytes(forests);
  Section(shard, "block-ends") = Bytes(ends);
  Put(kSimRankShard, shard);
  const auto index = Corpus::Open(corpus_)->OpenIndex("simrank");
  EXPECT_EQ(index.status().code(), Code::kDamaged);
  EXPECT_THAT(index.status().message(), HasSubstr("do not fit together"));
}

TEST_F(ForgedTest, MoreVerticesThanAnyFileHasRoomFor) {
  Make("classes");
  ContainerImage keys = Image("keys.akin");
  std::string& params = Section(keys, "params");
  params.replace(params.find("2600"), 4, "4294967294");
  Forgery forgery = forger_->With("keys.akin", PutTogether(keys));
  std::string json = UnsealedJson(forgery.files.at("corpus.json"));
  json.replace(json.find("2600"), 4, "4294967294");
  forgery.files["corpus.json"] = SealedJson(json);
  for (const auto& [name, bytes] : forgery.files) WriteBytes(corpus_ + "/" + name, bytes);
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_EQ(corpus.status().code(), Code::kDamaged);
  EXPECT_THAT(corpus.status().message(), HasSubstr("graph.akin"));
  EXPECT_THAT(corpus.status().message(), HasSubstr("too short for the 4294967294 vertices"));
}

// Each further name shares all of the one before and takes two bytes.
TEST_F(ForgedTest, NamesThatShareALongBeginning) {
  Make("numbers");
  ContainerImage keys = Image("keys.akin");
  std::string block = {'\0', '\xa0', '\x9c', '\x01'};  // shares 0 bytes; 20,000 more
  block += std::string(20'000, 'x');
  for (int i = 0; i < 5'000; ++i) block += std::string{'\xa0', '\x9c', '\x01', '\0'};
  auto offsets = Entries<uint64_t>(Section(keys, "block-offsets"));
  offsets[0] = Section(keys, "blocks").size();
  offsets[1] = offsets[0] + block.size();
  Section(keys, "blocks") += block;
  Section(keys, "block-offsets") = Bytes(offsets);
  Put("keys.akin", keys);
  const auto corpus = Corpus::Open(corpus_);
  ASSERT_TRUE(corpus.ok()) << corpus.status().message();
  StartMemoryPeak();
  EXPECT_EQ(corpus->Name(3).status().code(), Code::kDamaged);
  EXPECT_LT(MemoryPeak(), kMuchMemory);
}

TEST_F(ForgedTest, APageThatClaimsToUnpackToMuch) {
  Make("pages");
  ContainerImage pages = Image("pages.akin");
  // No links; a frame of zstd with one segment of 200 MB, whose only block is empty.
  const std::string record = {'\0',   '\x28', '\xb5', '\x2f', '\xfd', '\xa0', '\0',
                              '\xc2', '\xeb', '\x0b', '\1',   '\0',   '\0'};
  auto offsets = Entries<uint64_t>(Section(pages, "offsets"));
  offsets[0] = Section(pages, "records").size();
  offsets[1] = offsets[0] + record.size();
  Section(pages, "records") += record;
  Section(pages, "offsets") = Bytes(offsets);
  Put("pages.akin", pages);
  const auto file = PagesFile::OfCorpus(corpus_);
  ASSERT_TRUE(file.ok()) << file.status().message();
  StoredPage page;
  StartMemoryPeak();
  EXPECT_EQ((*file)->Read(0, page).code(), Code::kDamaged);
  EXPECT_LT(MemoryPeak(), kMuchMemory);
}

TEST_F(ForgedTest, CheckFindsLinksThatLeadOneWayOnly) {
  Make("walks");
  ContainerImage graph = Image("graph.akin");
  auto heads = Entries<VertexId>(Section(graph, "out-neighbours"));
  const auto offsets = Entries<uint64_t>(Section(graph, "out-offsets"));
  // Another target, still in order: the last of a list becomes the last vertex.
  for (size_t v = 0; v + 1 < offsets.size(); ++v) {
    if (offsets[v] == offsets[v + 1] || heads[offsets[v + 1] - 1] == offsets.size() - 2) continue;
    heads[offsets[v + 1] - 1] = static_cast<VertexId>(offsets.size() - 2);
    break;
  }
  Section(graph, "out-neighbours") = Bytes(heads);
  Put("graph.akin", graph);
  EXPECT_THAT(Verdict("graph.akin"), HasSubstr("not the out-links reversed"));
}

TEST_F(ForgedTest, NeighboursOutOfOrderAreRefused) {
  Make("walks");
  ContainerImage graph = Image("graph.akin");
  auto heads = Entries<VertexId>(Section(graph, "in-neighbours"));
  const auto offsets = Entries<uint64_t>(Section(graph, "in-offsets"));
  for (size_t v = 0; v + 1 < offsets.size(); ++v) {
    if (offsets[v + 1] - offsets[v] < 2) continue;
    heads[offsets[v]] = heads[offsets[v] + 1];
    break;
  }
  Section(graph, "in-neighbours") = Bytes(heads);
  Put("graph.akin", graph);
  EXPECT_THAT(Corpus::Open(corpus_)->InLinks().status().message(), HasSubstr("out of order"));
  EXPECT_THAT(Verdict("graph.akin"), HasSubstr("out of order"));
}

TEST_F(ForgedTest, CheckFindsNamesOutOfOrder) {
  Make("walks");
  ContainerImage keys = Image("keys.akin");
  auto names = Entries<int64_t>(Section(keys, "integers"));
  std::swap(names[3], names[4]);
  Section(keys, "integers") = Bytes(names);
  Put("keys.akin", keys);
  EXPECT_THAT(Verdict("keys.akin"), HasSubstr("names out of order"));
}

TEST_F(ForgedTest, CheckFindsTitlesThatCannotBeFound) {
  Make("numbers");
  ContainerImage keys = Image("keys.akin");
  auto hashes = Entries<uint64_t>(Section(keys, "title-hashes"));
  ++hashes.back();
  Section(keys, "title-hashes") = Bytes(hashes);
  Put("keys.akin", keys);
  EXPECT_THAT(Verdict("keys.akin"), HasSubstr("title"));
}

TEST_F(ForgedTest, CheckFindsWhatOnlySomeQueriesWould) {
  Make("walks");
  const std::string file(kSimRankShard);
  const auto with = [&](std::string_view section, size_t at, char byte) {
    ContainerImage shard = Image(file);
    Section(shard, section).replace(at, 1, 1, byte);
    Put(file, shard);
    return Verdict(file);
  };
  EXPECT_THAT(with("reach", 0, '\x05'), HasSubstr("reaches elsewhere"));
  EXPECT_THAT(with("rows", 0, '\0'), HasSubstr("section rows"));
  EXPECT_THAT(with("present-rank", 4, '\x01'), HasSubstr("a wrong count"));
  EXPECT_THAT(
      with("present", Section(*std::make_unique<ContainerImage>(Image(file)), "present").size() - 1,
           '\x80'),
      HasSubstr("section present"));
}

// Trees that could be, but are not those of the links: only who walks again can tell.
TEST_F(ForgedTest, OtherFingerprintsAreNotExplained) {
  Make("walks");
  const std::string file(kSimRankShard);
  const size_t bytes = Section(*std::make_unique<ContainerImage>(Image(file)), "blocks").size();
  uint64_t refused = 0;
  for (size_t at = 0; at < bytes && refused == 0; ++at) {
    ContainerImage shard = Image(file);
    Section(shard, "blocks")[at] ^= 1;
    Put(file, shard);
    if (!Check().ok()) continue;
    const auto index = Corpus::Open(corpus_)->OpenIndex("simrank");
    ASSERT_TRUE(index.ok()) << index.status().message();
    for (VertexId v = 0; v < 100; ++v) {
      const auto answer = index->Related(v);
      ASSERT_TRUE(answer.ok()) << answer.status().message();
      if (answer->hits.empty()) continue;
      const Status explained = index->Explain(v, answer->hits.front().vertex, {}).status();
      if (explained.ok()) continue;
      EXPECT_EQ(explained.code(), Code::kDamaged);
      EXPECT_THAT(explained.message(), HasSubstr("indexes/simrank: damaged: it has other"));
      ++refused;
    }
  }
  EXPECT_GT(refused, 0U);
}

TEST_F(ForgedTest, CheckFindsADeletedManifest) {
  Make("walks");
  std::filesystem::remove(corpus_ + "/indexes/some/manifest.json");
  EXPECT_THAT(Verdict("indexes/some"), HasSubstr("the manifest was deleted"));
  EXPECT_EQ(verdicts_.at("indexes/some").code(), Code::kNoIndex);
  EXPECT_EQ(verdicts_.size(), 1U);
  // Unless somebody is building it.
  const auto lock = DirectoryLock::Take(corpus_ + "/indexes/some");
  ASSERT_TRUE(lock.ok());
  EXPECT_TRUE(Check().ok()) << Check().message();
}

TEST_F(ForgedTest, CheckFindsForeignFiles) {
  Make("pages");
  const std::set<std::string> foreign = {"notes.txt",
                                         "graph.akin.0123456789abcdef.tmp",
                                         "indexes/list.txt",
                                         "indexes/text/extra.akin",
                                         "indexes/text/more",
                                         "bags/readme",
                                         "bags/text.akin.0123456789abcdef.tmp"};
  for (const std::string& name : foreign) {
    WriteBytes(corpus_ + "/" + name, ReadBytes(corpus_ + "/graph.akin"));
  }
  std::filesystem::create_directory(corpus_ + "/more");
  EXPECT_FALSE(Check().ok());
  for (const std::string& name : foreign) {
    ASSERT_TRUE(verdicts_.contains(name)) << name;
    EXPECT_EQ(verdicts_[name].code(), Code::kNotOurs) << name;
    EXPECT_THAT(verdicts_[name].message(), HasSubstr(name));
  }
  EXPECT_TRUE(verdicts_.contains("more"));
  EXPECT_EQ(verdicts_.size(), foreign.size() + 1);
}

TEST_F(ForgedTest, CheckFindsARecipeThatCannotBeAsked) {
  Make("pages");
  std::filesystem::remove_all(corpus_ + "/indexes/text");
  EXPECT_THAT(Verdict("recipe.json"), HasSubstr("cannot be asked"));
}

TEST_F(ForgedTest, AManifestWithOtherSizesIsRefused) {
  Make("numbers");
  for (const std::string index : {"simrank-push", "cosine-simrank"}) {
    const std::string file = "indexes/" + index + "/manifest.json";
    std::string json = UnsealedJson(forger_->honest().at(file));
    json.insert(json.find("\"bytes\": ") + 9, "1");
    WriteBytes(corpus_ + "/" + file, SealedJson(json));
    EXPECT_THAT(Verdict("indexes/" + index), HasSubstr("not the file that the manifest names"));
  }
}

}  // namespace
}  // namespace akin
