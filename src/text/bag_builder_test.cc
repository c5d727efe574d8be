#include "text/bag_builder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "faulty_files.h"
#include "file_tree.h"
#include "temp_dir.h"
#include "text/bag_weights.h"
#include "text/page_fragments.h"
#include "text/window.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

using NamedBag = std::map<std::string, double>;

// "Zoos" describes itself: zoo animal. "Map" links to Zoos and to Cars, which was not crawled.
struct Site {
  VertexId vertices = 0;
  std::vector<StoredPage> pages;
  std::vector<uint64_t> in_offsets, out_offsets;
  std::vector<VertexId> in, out;

  BagSources Sources() const {
    return {.vertices = vertices,
            .pages = pages.size(),
            .read =
                [this](uint64_t i, StoredPage& page) {
                  page = pages[i];
                  return Status();
                },
            .in = {.offsets = in_offsets, .neighbours = in},
            .out = {.offsets = out_offsets, .neighbours = out}};
  }
};

Site SmallSite() {
  Site site{.vertices = 3};
  // 0: Cars; 1: Map; 2: Zoos.
  site.pages.push_back(
      {.vertex = 1,
       .text = {.title = "map ",
                .words = "berlin zoos wheels cars ",
                .word_count = 4,
                .anchors = {{.begin = 1, .end = 2, .link = 1}, {.begin = 3, .end = 4, .link = 0}}},
       .targets = {0, 2}});
  site.pages.push_back(
      {.vertex = 2, .text = {.title = "zoos ", .words = "lion lions ", .word_count = 2}});
  site.in = {1, 1};
  site.in_offsets = {0, 1, 1, 2};
  site.out = {0, 2};
  site.out_offsets = {0, 0, 2, 2};
  return site;
}

class BagBuilderTest : public testing::Test {
 protected:
  BagReport Build(const Site& site, const BagOptions& options, const Control& control = {}) {
    BagReport report;
    const Status status = WriteBags(site.Sources(), options, path_, control, report);
    EXPECT_TRUE(status.ok()) << status.message();
    return report;
  }
  NamedBag Bag(VertexId vertex) {
    const auto file = BagsFile::Open(path_);
    EXPECT_TRUE(file.ok()) << file.status().message();
    EXPECT_TRUE((*file)->Check({.threads = 1}).ok());
    std::vector<BagTerm> terms;
    EXPECT_TRUE((*file)->Read(vertex, terms).ok());
    NamedBag bag;
    for (const BagTerm& entry : terms) {
      const std::string name = entry.term < (*file)->words()
                                   ? (*file)->Word(entry.term).value()
                                   : fmt::format("#{}", entry.term - (*file)->words());
      bag[name] = entry.weight;
    }
    return bag;
  }

  TempDir directory_;
  std::string path_ = directory_ / "b.akin";
};

testing::Matcher<NamedBag> Is(const NamedBag& raw) {
  double sum = 0;
  for (const auto& [term, weight] : raw) sum += weight;
  std::vector<testing::Matcher<std::pair<const std::string, double>>> entries;
  for (const auto& [term, weight] : raw) {
    entries.push_back(Pair(term, testing::DoubleNear(weight / sum, 1e-6)));
  }
  return testing::ElementsAreArray(entries);
}

// Worked out by hand, without frequency weights.
TEST_F(BagBuilderTest, GathersWhatPagesSayOfThemselvesAndOfEachOther) {
  const Site site = SmallSite();
  const BagReport report = Build(site, {.frequency = FrequencyWeight::kNone});
  EXPECT_EQ(report.words, 6U);  // berlin car lion map wheel zoo
  EXPECT_EQ(report.collisions, 0U);
  // Cars: its link at distance 0, wheels at 1, zoos at 2, berlin at 3.
  const double at_2 = std::log2(32.0 / 3);
  EXPECT_THAT(Bag(0), Is({{"car", 5}, {"wheel", 4}, {"zoo", at_2}, {"berlin", 3}}));
  // Map: its words, and its title as a word and as a link.
  EXPECT_THAT(Bag(1), Is({{"berlin", 1}, {"zoo", 1}, {"wheel", 1}, {"car", 1}, {"map", 1 + 5}}));
  // Zoos: two lions of its own, its title, and the words of Map.
  EXPECT_THAT(Bag(2),
              Is({{"lion", 2}, {"zoo", 1 + 5 + 5}, {"berlin", 4}, {"wheel", 4}, {"car", at_2}}));
}

TEST_F(BagBuilderTest, PartsOfTechnicalTermsCountAShare) {
  Site site = SmallSite();
  site.pages[0].text.words = "berlin zoo.Map wheels CarPark ";
  for (const double parts : {0.0, 0.5, 1.0}) {
    Build(site, {.parts = parts, .frequency = FrequencyWeight::kNone});
    const double at_2 = std::log2(32.0 / 3);
    NamedBag cars = {{"carpark", 5}, {"wheel", 4}, {"zoo.map", at_2}, {"berlin", 3}};
    if (parts > 0) {
      for (const char* part : {"car", "park"}) cars[part] = parts * 5;
      for (const char* part : {"zoo", "map"}) cars[part] = parts * at_2;
    }
    EXPECT_THAT(Bag(0), Is(cars));
  }
  // Pages in words by the older rule are recorded as such.
  const auto recorded = [&](WordRule rule) {
    BagSources sources = site.Sources();
    sources.word_rule = rule;
    BagReport report;
    EXPECT_TRUE(WriteBags(sources, {}, path_, {}, report).ok());
    return BagsFile::Open(path_).value()->parameters().word_rule;
  };
  EXPECT_EQ(recorded(WordRule::kLetters), WordRule::kLetters);
  EXPECT_EQ(recorded(WordRule::kWhole), WordRule::kWhole);
}

TEST_F(BagBuilderTest, PagesAreStemmedInTheirLanguages) {
  Site site = SmallSite();
  site.pages[1].text.words = "h\u00E4user und the ";
  site.pages[1].text.word_count = 3;
  const BagOptions options{.anchor = false, .frequency = FrequencyWeight::kNone};
  Build(site, options);
  EXPECT_THAT(Bag(2), Is({{"h\u00E4user", 1}, {"und", 1}, {"zoo", 1}}));
  site.pages[1].text.language = "de";
  Build(site, options);
  EXPECT_THAT(Bag(2), Is({{"haus", 1}, {"the", 1}, {"zoos", 1}}));
  EXPECT_EQ(BagsFile::Open(path_).value()->parameters().text_language, "en");  // one of each
  site.pages[0].text.language = "de";
  Build(site, options);
  EXPECT_EQ(BagsFile::Open(path_).value()->parameters().text_language, "de");
  BagOptions english = options;
  english.language = "en";
  Build(site, english);
  EXPECT_THAT(Bag(2), Is({{"h\u00E4user", 1}, {"und", 1}, {"zoo", 1}}));
  EXPECT_EQ(BagsFile::Open(path_).value()->parameters().options.language, "en");
}

TEST_F(BagBuilderTest, TakesTheKindsOfTermsAskedFor) {
  const Site site = SmallSite();
  const auto none = FrequencyWeight::kNone;
  Build(site, {.anchor = false, .stemming = Stemming::kNone, .frequency = none});
  EXPECT_THAT(Bag(0), IsEmpty());
  EXPECT_THAT(Bag(2), Is({{"lion", 1}, {"lions", 1}, {"zoos", 1}}));
  Build(site, {.content = false, .width = 0, .distance = DistanceWeight::kNone, .frequency = none});
  EXPECT_THAT(Bag(0), Is({{"car", 1}}));
  EXPECT_THAT(Bag(1), Is({{"map", 1}}));
  EXPECT_THAT(Bag(2), Is({{"zoo", 2}}));
  Build(site, {.content = false, .anchor = false, .links = true, .frequency = none});
  EXPECT_THAT(Bag(0), Is({{"#1", 1}}));
  EXPECT_THAT(Bag(1), IsEmpty());
  EXPECT_THAT(Bag(2), Is({{"#1", 1}}));
  Build(site, {.anchor = false, .links = true, .frequency = none});
  EXPECT_THAT(Bag(2), Is({{"#1", 1}, {"lion", 2}, {"zoo", 1}}));
}

// Bags that contain each word: berlin 3, car 3, lion 1, map 1, wheel 3, zoo 3; Map links to two.
TEST_F(BagBuilderTest, WeighsTermsByTheBagsThatHaveThem) {
  const Site site = SmallSite();
  const BagOptions plain{.links = true, .frequency = FrequencyWeight::kNone};
  const auto with = [&](FrequencyWeight weight) {
    BagOptions options = plain;
    options.frequency = weight;
    return options;
  };
  Build(site, plain);
  const auto file = BagsFile::Open(path_);
  std::map<std::string, uint32_t> frequencies;
  for (TermId t = 0; t < (*file)->words(); ++t) {
    frequencies[(*file)->Word(t).value()] = (*file)->Frequency(t).value();
  }
  EXPECT_THAT(frequencies, ElementsAre(Pair("berlin", 3), Pair("car", 3), Pair("lion", 1),
                                       Pair("map", 1), Pair("wheel", 3), Pair("zoo", 3)));
  EXPECT_EQ((*file)->Frequency((*file)->words() + 1).value(), 2U);

  const auto bag = [](double of_1, double of_2, double of_3) {
    return NamedBag{{"lion", 2 * of_1},  {"zoo", 11 * of_3}, {"berlin", 4 * of_3},
                    {"wheel", 4 * of_3}, {"#1", of_2},       {"car", std::log2(32.0 / 3) * of_3}};
  };
  EXPECT_THAT(Bag(2), Is(bag(1, 1, 1)));
  Build(site, with(FrequencyWeight::kLog));
  EXPECT_THAT(Bag(2), Is(bag(1, 1 / 2.0, 1 / (1 + std::log2(3)))));
  Build(site, with(FrequencyWeight::kSqrt));
  EXPECT_THAT(Bag(2), Is(bag(1, 1 / std::sqrt(2), 1 / std::sqrt(3))));
  BagOptions shaped = with(FrequencyWeight::kNmdf);
  shaped.mu = std::log(2);
  shaped.sigma = .5;
  Build(site, shaped);
  const auto gauss = [](double away) { return std::exp(-away * away / 2); };
  EXPECT_THAT(Bag(2), Is(bag(gauss(std::log(2) / .5), 1, gauss(std::log(1.5) / .5))));
  // Three bags: the peak is at ln(3) / 2.
  Build(site, with(FrequencyWeight::kNmdf));
  const double mu = BagsFile::Open(path_).value()->parameters().mu;
  EXPECT_NEAR(mu, std::log(3) / 2, 1e-4);
  EXPECT_EQ(BagsFile::Open(path_).value()->parameters().sigma, mu / 2);
  const auto at = [&](double df) { return gauss((std::log(df) - mu) / (mu / 2)); };
  EXPECT_THAT(Bag(2), Is(bag(at(1), at(2), at(3))));
}

TEST_F(BagBuilderTest, TermsTooLightForAFloatAreDropped) {
  const Site site = SmallSite();
  // lion and map are in one bag, the others in three: 200 sigma away.
  Build(site, {.content = true, .mu = std::log(3), .sigma = std::log(3) / 200});
  EXPECT_EQ(Bag(2).count("lion"), 0U);
  EXPECT_EQ(Bag(2).count("zoo"), 1U);
  // All terms are, so the bags are empty.
  Build(site, {.mu = 50, .sigma = .1});
  for (VertexId v = 0; v < 3; ++v) EXPECT_THAT(Bag(v), IsEmpty());
}

TEST_F(BagBuilderTest, NothingMakesNothing) {
  Site site{.vertices = 2, .in_offsets = {0, 0, 0}, .out_offsets = {0, 0, 0}};
  Build(site, {.links = true});
  EXPECT_THAT(Bag(0), IsEmpty());
  EXPECT_THAT(Bag(1), IsEmpty());
  site = {.vertices = 0, .in_offsets = {0}, .out_offsets = {0}};
  EXPECT_EQ(Build(site, {.links = true}).words, 0U);
}

TEST_F(BagBuilderTest, AskForEnoughMemory) {
  const Site site = SmallSite();
  BagReport report;
  const Status status =
      WriteBags(site.Sources(), {}, path_, {.memory = kLeastBagMemory - 1}, report);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("at least 16M"));
}

// A site with this many pages, words from a small vocabulary, and random links.
Site RandomSite(VertexId vertices, uint32_t words, uint64_t seed) {
  Site site{.vertices = vertices};
  uint64_t counter = seed << 20;
  const auto random = [&](uint64_t below) { return TermHash(fmt::to_string(counter++)) % below; };
  std::vector<std::vector<VertexId>> in(vertices), out(vertices);
  for (VertexId v = 0; v < vertices; ++v) {
    if (random(4) == 0) continue;  // not crawled
    StoredPage page{.vertex = v};
    page.text.title = fmt::format("title q{}q ", random(50));
    for (uint32_t i = 0; i < words; ++i) {
      page.text.words += random(3) == 0 ? "the " : fmt::format("w{}w ", random(500));
      if (random(9) == 0) page.text.cuts.push_back({.at = i + 1, .kinds = kSyntacticCut});
      if (random(7) != 0) continue;
      const auto target = static_cast<VertexId>(random(vertices));
      page.text.anchors.push_back({.begin = i,
                                   .end = i + static_cast<uint32_t>(random(2)),
                                   .link = static_cast<uint32_t>(page.targets.size())});
      page.targets.push_back(target);
      out[v].push_back(target);
    }
    page.text.word_count = words;
    if (!page.text.cuts.empty() && page.text.cuts.back().at == words) page.text.cuts.pop_back();
    site.pages.push_back(std::move(page));
  }
  site.in_offsets = site.out_offsets = {0};
  for (VertexId v = 0; v < vertices; ++v) {
    std::sort(out[v].begin(), out[v].end());
    out[v].erase(std::unique(out[v].begin(), out[v].end()), out[v].end());
    for (const VertexId to : out[v]) in[to].push_back(v);
    site.out.insert(site.out.end(), out[v].begin(), out[v].end());
    site.out_offsets.push_back(site.out.size());
  }
  for (VertexId v = 0; v < vertices; ++v) {
    site.in.insert(site.in.end(), in[v].begin(), in[v].end());
    site.in_offsets.push_back(site.in.size());
  }
  return site;
}

TEST_F(BagBuilderTest, TheBytesDependOnPagesAndOptionsAlone) {
  Site site = RandomSite(300, 400, 1);
  for (const bool links : {false, true}) {
    const BagOptions options{.links = links};
    Build(site, options, {.threads = 1, .memory = uint64_t{1} << 30});
    const std::string bytes = ReadBytes(path_);
    for (const unsigned threads : {1U, 2U, 4U}) {
      for (const uint64_t memory : {kLeastBagMemory, uint64_t{64} << 20, uint64_t{1} << 30}) {
        Build(site, options, {.threads = threads, .memory = memory});
        EXPECT_EQ(ReadBytes(path_), bytes) << threads << ' ' << memory;
      }
    }
    std::reverse(site.pages.begin(), site.pages.end());
    Build(site, options, {.threads = 2});
    EXPECT_EQ(ReadBytes(path_), bytes) << "pages in another order";
  }
}

// The definition, with maps of strings and doubles, without hashes, sorting or fixed point.
class PlainBags {
 public:
  PlainBags(const Site& site, const BagOptions& options) : counts_(site.vertices) {
    Terms terms(options.stemming, 64, [](uint64_t, std::string_view) { return Status(); });
    for (const StoredPage& page : site.pages) {
      const auto split = [&](const std::string& text) {
        std::vector<std::string> words;
        for (size_t at = 0; at < text.size(); at = text.find(' ', at) + 1) {
          words.emplace_back(terms.TermOf(text.substr(at, text.find(' ', at) - at)));
        }
        return words;
      };
      const auto words = split(page.text.words);
      for (const std::string& word : words) Add(page.vertex, word, options.content ? 1 : 0);
      for (const std::string& word : split(page.text.title)) {
        Add(page.vertex, word, (options.content ? 1 : 0) + (options.anchor ? 5 : 0));
      }
      for (const PageAnchor& anchor : page.text.anchors) {
        if (!options.anchor) continue;
        const VertexId to = page.targets[anchor.link];
        for (uint32_t i = anchor.begin; i < anchor.end; ++i) Add(to, words[i], 5);
        for (const int step : {-1, 1}) {
          unsigned distance = 1;
          int64_t i = step < 0 ? int64_t{anchor.begin} - 1 : int64_t{anchor.end};
          for (; i >= 0 && i < int64_t{page.text.word_count} && distance < 31; i += step) {
            if (words[static_cast<size_t>(i)].empty()) continue;
            Add(to, words[static_cast<size_t>(i)], std::log2(32.0 / (1 + distance++)));
          }
        }
      }
    }
    for (VertexId v = 0; options.links && v < site.vertices; ++v) {
      for (uint64_t i = site.in_offsets[v]; i < site.in_offsets[v + 1]; ++i) {
        Add(v, fmt::format("#{}", site.in[i]), 1);
      }
    }
  }
  // Weighted by 1 / sqrt(df).
  NamedBag Weighted(VertexId v) const {
    NamedBag bag = counts_[v];
    for (auto& [term, weight] : bag) {
      int df = 0;
      for (const NamedBag& other : counts_) df += other.contains(term) ? 1 : 0;
      weight /= std::sqrt(df);
    }
    return bag;
  }

 private:
  void Add(VertexId v, const std::string& term, double count) {
    if (!term.empty() && count > 0) counts_[v][term] += count;
  }
  std::vector<NamedBag> counts_;
};

TEST_F(BagBuilderTest, AgreesWithThePlainDefinition) {
  for (const bool links : {false, true}) {
    for (const bool content : {false, true}) {
      const Site site = RandomSite(40, 120, links ? 2 : 3);
      const BagOptions options{
          .content = content, .links = links, .frequency = FrequencyWeight::kSqrt};
      Build(site, options, {.threads = 2});
      const PlainBags plain(site, options);
      for (VertexId v = 0; v < site.vertices; ++v) EXPECT_THAT(Bag(v), Is(plain.Weighted(v))) << v;
    }
  }
}

// Every link contains all words behind it, and there are as many cuts: 10^9 words in links if all
// counted.
TEST_F(BagBuilderTest, LinksThatHoldEachOtherAreNoSurprise) {
  Site site{.vertices = 2, .in_offsets = {0, 0, 0}, .out_offsets = {0, 0, 0}};
  StoredPage page{.vertex = 0, .targets = {1}};
  constexpr uint32_t kWords = 5000;
  constexpr uint32_t kLinks = 2000;
  for (uint32_t i = 0; i < kWords; ++i) {
    page.text.words += i < kLinks ? "lion " : i < kLinks + 500 ? "bear " : "wolf ";
    if (i < kLinks) page.text.anchors.push_back({.begin = i, .end = kWords - 1, .link = 0});
    if (i > 0) page.text.cuts.push_back({.at = i, .kinds = kSyntacticCut});
  }
  page.text.word_count = kWords;
  site.pages.push_back(page);
  Build(site,
        {.content = false,
         .window = Window::kTopical,
         .width = 1,
         .distance = DistanceWeight::kNone,
         .frequency = FrequencyWeight::kNone,
         .boilerplate = Boilerplate::kKeep},
        {.threads = 2, .memory = kLeastBagMemory});
  // Link i has 1024 words from word i on, the word before it, and the last of the page.
  NamedBag expected;
  for (uint32_t i = 0; i < kLinks; ++i) {
    for (uint32_t w = i == 0 ? 0 : i - 1; w < i + kMostLinkTerms; ++w) {
      expected[w < kLinks ? "lion" : w < kLinks + 500 ? "bear" : "wolf"] += 1;
    }
    expected["wolf"] += 1;
  }
  EXPECT_THAT(Bag(1), Is(expected));
}

TEST_F(BagBuilderTest, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  const Site site = SmallSite();
  BagReport report;
  const Status status = WriteBags(site.Sources(), {}, path_, {.stop = stop.get_token()}, report);
  EXPECT_EQ(status.code(), Code::kCancelled);
  EXPECT_THAT(ReadTree(directory_.path()), IsEmpty());
}

TEST_F(BagBuilderTest, PassesOnThatAPageCannotBeRead) {
  const Site site = SmallSite();
  BagSources sources = site.Sources();
  sources.read = [](uint64_t i, StoredPage&) {
    return i == 1 ? Status(Code::kDamaged, "page 1") : Status();
  };
  sources.pages = 2;
  BagReport report;
  EXPECT_EQ(WriteBags(sources, {}, path_, {}, report).message(), "page 1");
  EXPECT_THAT(ReadTree(directory_.path()), IsEmpty());
}

TEST_F(BagBuilderTest, AFullDiskLeavesNothingHalfWritten) {
  const Site site = RandomSite(20, 50, 5);
  const auto run = [&](FaultyFiles& files) {
    const ScopedFileLayer scope(files);
    BagReport report;
    return WriteBags(site.Sources(), {}, path_, {.threads = 1}, report);
  };
  FaultyFiles whole;
  ASSERT_TRUE(run(whole).ok());
  std::filesystem::remove(path_);
  for (uint64_t n = 1; n <= whole.operations(); ++n) {
    FaultyFiles full(Fault::kOnward, n);
    EXPECT_EQ(run(full).code(), Code::kIo) << n;
    if (BagsFile::Open(path_).ok()) std::filesystem::remove(path_);  // failed to sync, but complete
    EXPECT_THAT(ReadTree(directory_.path()), IsEmpty()) << n;
  }
}

TEST(Nmdf, ShapesFollowTheNumberOfBags) {
  const NmdfShape shape = ShapeFor({}, 10'000);
  EXPECT_NEAR(shape.mu, std::log(100), 1e-4);
  EXPECT_EQ(FrequencyFactor(FrequencyWeight::kNmdf, shape, 100), 1.F);
  EXPECT_NEAR(FrequencyFactor(FrequencyWeight::kNmdf, shape, 1), std::exp(-2), 1e-3);
  EXPECT_NEAR(FrequencyFactor(FrequencyWeight::kNmdf, shape, 10'000), std::exp(-2), 1e-3);
  EXPECT_GT(ShapeFor({}, 1).sigma, 0);
  EXPECT_EQ(ShapeFor({.mu = 3, .sigma = 1}, 10'000).mu, 3);
  EXPECT_EQ(ShapeFor({.frequency = FrequencyWeight::kLog}, 10'000).sigma, 0);
}

}  // namespace
}  // namespace akin
