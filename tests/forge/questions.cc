#include "forge/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <vector>

#include "akin/ask.h"
#include "akin/attributes.h"
#include "akin/bags.h"
#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/duplicates.h"
#include "akin/exact.h"
#include "akin/match.h"
#include "akin/mix.h"
#include "akin/plan.h"
#include "akin/recipe.h"
#include "akin/sample.h"
#include "graph/pages_file.h"

namespace akin {
namespace {

constexpr VertexId kFewVertices = 400;  // what is quadratic is asked of no more
constexpr double kLittle = 0.01;        // a closer look that does not take long
constexpr ExplainOptions kFewReasons = {.k = 2, .more = 5};
const Control kOneThread = {.threads = 1, .memory = uint64_t{64} << 20};

class Questioner {
 public:
  Questioner(const Corpus& corpus, Asked& asked) : corpus_(corpus), asked_(asked) {
    const VertexId v = corpus.vertices();
    if (v == 0) return;
    for (const VertexId vertex : {VertexId{7}, v / 2, v - 1}) {
      if (vertex < v && !std::count(vertices_.begin(), vertices_.end(), vertex)) {
        vertices_.push_back(vertex);
      }
    }
  }

  void AskAboutNames() {
    for (const char* key : {"7", "n3/of/vertex", "Title 7", "p7.html", "Page 3"}) {
      Note(corpus_.FindName(key).status());
    }
    Note(corpus_.FindLenient("PAGE 3").status());
    for (const VertexId v : vertices_) {
      const auto name = corpus_.Name(v);
      Note(name.status());
      Note(corpus_.Title(v).status());
      if (name.ok()) Note(corpus_.Find(*name).status());
    }
    Note(corpus_.EachName([](VertexId, std::string_view) { return Status(); }));
  }

  void AskAboutFiles() {
    Note(corpus_.Indexes().status());
    Note(corpus_.BagSets().status());
    Note(corpus_.CountPages().status());
    Note(corpus_.FoundBoilerplate().status());
    Note(ReadRecipe(corpus_.path()).status());
    for (const Boilerplate way : {Boilerplate::kKeep, Boilerplate::kSite, Boilerplate::kDrop}) {
      Read(corpus_.InLinks(way));
      Read(corpus_.OutLinks(way));
    }
    if (!corpus_.has_pages()) return;
    const auto pages = PagesFile::OfCorpus(corpus_.path());
    Note(pages.status());
    StoredPage page;
    for (uint64_t i = 0; pages.ok() && i < (*pages)->pages(); ++i) Note((*pages)->Read(i, page));
  }

  void AskAboutBags() {
    const auto sets = corpus_.BagSets();
    for (size_t i = 0; sets.ok() && i < sets->size(); ++i) {
      const auto bags = corpus_.OpenBags((*sets)[i].name);
      Note(bags.status());
      if (!bags.ok()) continue;
      for (const VertexId v : vertices_) Note(bags->Bag(v).status());
      Note(corpus_.RelatedToWords(kWords, (*sets)[i].name, {}, kOneThread));
    }
  }

  void AskAboutAttributes() {
    const auto attributes = Attributes::Open(corpus_);
    Note(attributes.status());
    if (!attributes.ok()) return;
    for (const VertexId v : vertices_) Note(attributes->Of(v).status());
    for (size_t i = 0; i < attributes->attributes().size(); ++i) {
      Note(attributes->MostFrequent(i, 3).status());
    }
    for (const char* where : {"year>2000 and type=type2", "tags=b3 or not tags^=c", "type>=type3",
                              "key^=n1 or title!='Title 3'"}) {
      const auto passing = attributes->Where(where);
      Note(passing.status());
      if (!passing.ok() || vertices_.empty()) continue;
      const auto members = (*passing)->Members();
      if (!members.empty() && members.back() >= corpus_.vertices()) {
        asked_.broken = "a vertex that is none passes";
      }
    }
  }

  void AskIndexes() {
    const auto infos = corpus_.Indexes();
    for (size_t i = 0; infos.ok() && i < infos->size(); ++i) AskIndex((*infos)[i].name);
  }

  void AskIndex(const std::string& name) {
    const auto index = corpus_.OpenIndex(name);
    Note(index.status());
    if (!index.ok()) return;
    const VertexId first = vertices_.front();
    for (const RelatedOptions& options :
         {RelatedOptions{.k = 1}, RelatedOptions{.k = 0},
          RelatedOptions{.k = 3, .min_score = 0.05, .stop_early = false},
          RelatedOptions{.k = 5, .min_inlinks = 2}, RelatedOptions{.k = 5, .refine = kLittle}}) {
      Note(index->Related(first, options, kOneThread));
    }
    for (const VertexId v : vertices_) {
      Note(index->Related(v, {}, kOneThread));
      Note(index->Sims(v, vertices_).status());
      std::vector<Meeting> met;
      Note(index->Meetings(v, 0, met));
      Note(index->Tree(v, 0, 3).status());
      NoteExplained(index->Explain(first, v, kFewReasons, kOneThread).status());
    }
    Note(index->Has(first).status());
    Note(index->Walk(first, 0).status());
    Note(index->Statistics(kOneThread).status());
    Note(index->RelatedToWords(kWords, {}, kOneThread));
  }

  void AskWhatIsUsual() {
    const auto asker = Asker::Create(corpus_, {}, kOneThread);
    Note(asker.status());
    if (!asker.ok()) return;
    for (const VertexId v : vertices_) {
      Note(asker->Related(v, {.refine = kLittle}, kOneThread));
      Note(asker->Sim(v, vertices_.front(), {}, kOneThread).status());
      NoteExplained(asker->Explain(v, vertices_.front(), kFewReasons, kOneThread).status());
    }
    Note(asker->RelatedToWords(kWords, {}, kOneThread));
    Note(asker->Join(vertices_, vertices_, {.k = 3}, kDrop, kOneThread));
  }

  // Questions that cost more: each asked only now and then.
  std::vector<std::function<void()>> DearQuestions(const std::string& room) {
    std::vector<std::function<void()>> dear;
    for (const char* measure : {"simrank",
                                "simrank:radius=2",
                                "psimrank",
                                "xjaccard",
                                "simrank-lazy",
                                "cosine-simrank",
                                "cosine-simrank:krylov=3",
                                "text",
                                "simrank-bipartite",
                                "simrank-minimax",
                                "simrank-varied-d",
                                "simrank-li",
                                "simrank-from-li:decay=0.4",
                                "simrank-star",
                                "simrank-star-exp",
                                "simrank++",
                                "simrank++-exp",
                                "simrank-evidence",
                                "prank",
                                "rolesim:iterations=1",
                                "rolesim-in:iterations=1",
                                "rwr",
                                "cosine",
                                "jaccard",
                                "cocitation",
                                "coupling",
                                "adamic-adar",
                                "resource-allocation"}) {
      dear.emplace_back([this, measure] { AskExactly(measure); });
    }
    for (const Measure measure : {Measure::kSimRank, Measure::kPSimRank, Measure::kLazySimRank,
                                  Measure::kXJaccard, Measure::kText}) {
      dear.emplace_back([this, measure] {
        const BuildOptions walks{.measure = measure, .fingerprints = 4};
        Note(corpus_.RelatedByWalking(vertices_.front(), walks, {}, kOneThread));
        Note(corpus_.SimByWalking(vertices_.front(), vertices_.back(), walks).status());
        Note(corpus_
                 .ExplainByWalking(vertices_.front(), vertices_.back(), walks, kFewReasons,
                                   kOneThread)
                 .status());
      });
      for (const Builder builder : {Builder::kMemory, Builder::kSemiExternal, Builder::kExternal}) {
        dear.emplace_back([this, measure, builder] {
          Build({.measure = measure, .fingerprints = 3, .builder = builder});
        });
      }
    }
    dear.emplace_back([this] { Build({.method = Method::kPush, .epsilon = 0.05}); });
    dear.emplace_back([this] { Build({.method = Method::kSeries, .iterations = 3}); });
    dear.emplace_back([this] { Build({.measure = Measure::kCosineSimRank, .iterations = 4}); });
    dear.emplace_back([this] { MakeBags({.name = "made"}); });
    dear.emplace_back([this] {
      MakeBags({.name = "made", .content = false, .links = true, .window = Window::kTopical});
    });
    for (const SampleBy by : {SampleBy::kImportance, SampleBy::kOverlap, SampleBy::kFire}) {
      dear.emplace_back([this, by, &room] { AskForSample(by, room); });
    }
    dear.emplace_back([this] { Note(FindDuplicates(corpus_, {}, 0.6, kOneThread).status()); });
    dear.emplace_back([this] {
      Note(Match(corpus_, corpus_, vertices_, vertices_, {.k = 2}, kDrop, kOneThread));
      Note(MatchOneToOne(corpus_, corpus_, vertices_, vertices_, {}, kOneThread).status());
    });
    return dear;
  }

 private:
  void Note(const Status& status) {
    ++(status.ok() ? asked_.answered : asked_.refused);
    if (status.code() == Code::kDamaged && asked_.damage.ok()) asked_.damage = status;
  }

  // Check does not walk again, as an explanation does: it cannot know fingerprints that the links
  // do not give.
  void NoteExplained(const Status& status) {
    if (status.message().find("other fingerprints than the corpus gives") == std::string::npos) {
      return Note(status);
    }
    ++asked_.refused;
  }

  void Note(const Result<Answer>& answer) {
    Note(answer.status());
    if (!answer.ok()) return;
    for (const Hit& hit : answer->hits) {
      if (hit.vertex >= corpus_.vertices()) asked_.broken = "a hit that is no vertex";
      if (std::isnan(hit.score.value)) asked_.broken = "a score that is no number";
    }
  }

  void Read(const Result<Adjacency>& links) {
    Note(links.status());
    if (!links.ok()) return;
    uint64_t sum = 0;
    for (VertexId v = 0; v < links->vertices(); ++v) {
      for (const VertexId other : (*links)[v]) sum += other;
    }
    if (sum == UINT64_MAX) asked_.broken = "impossible";  // so that it is not left out
  }

  void AskExactly(const char* measure) {
    if (corpus_.vertices() > kFewVertices) return;
    const auto exact = ParseExactSpec(measure);
    if (!exact.ok()) {
      asked_.broken = fmt::format("no measure {}: {}", measure, exact.status().message());
      return;
    }
    Note(ExactRelated(corpus_, vertices_.front(), *exact, {}, kOneThread));
    Note(ExactSim(corpus_, vertices_.front(), vertices_.back(), *exact, kOneThread).status());
    Note(ExactJoin(corpus_, vertices_, vertices_, *exact, {.k = 2}, kDrop, kOneThread));
  }

  void Build(BuildOptions options) {
    options.name = "made";
    Note(BuildIndex(corpus_.path(), options, kOneThread).status());
    Note(RemoveIndex(corpus_.path(), "made"));
  }

  void MakeBags(const BagOptions& options) {
    Note(BuildBags(corpus_.path(), options, kOneThread).status());
    std::error_code ignored;
    std::filesystem::remove(corpus_.path() + "/bags/made.akin", ignored);
    std::filesystem::remove(corpus_.path() + "/bags", ignored);  // if it is empty
  }

  void AskForSample(SampleBy by, const std::string& room) {
    const auto sample = Sample(corpus_, {.by = by, .count = 12, .candidates = 30}, kOneThread);
    Note(sample.status());
    if (!sample.ok() || by != SampleBy::kFire) return;
    Note(WriteSubgraph(corpus_, *sample, room + "/part.akin", true, kOneThread).status());
  }

  static inline const TextWords kWords{.whole = "word3 word7 json.dumps anchor ",
                                       .letters = "word json dumps anchor "};
  static inline const JoinSink kDrop = [](VertexId, const std::vector<Hit>&) { return Status(); };

  const Corpus& corpus_;
  Asked& asked_;
  std::vector<VertexId> vertices_;
};

// The name of the index that a file belongs to; empty if it belongs to none.
std::string IndexOf(const std::string& file) {
  constexpr std::string_view kFolder = "indexes/";
  if (!file.starts_with(kFolder)) return "";
  return file.substr(kFolder.size(), file.find('/', kFolder.size()) - kFolder.size());
}

template <class Questions>
Asked Ask(const std::string& path, const Questions& ask) {
  Asked asked;
  const auto corpus = Corpus::Open(path);
  if (!corpus.ok()) {
    asked.check = corpus.status();
    ++asked.refused;
    return asked;
  }
  // Before anything is built here.
  asked.check = corpus->Check(kOneThread, [](const std::string&, const Status&) {});
  Questioner questioner(*corpus, asked);
  ask(questioner, corpus->vertices() == 0);
  if (asked.check.ok() && !asked.damage.ok()) {
    asked.broken = fmt::format("check finds nothing, but: {}", asked.damage.message());
  }
  return asked;
}

}  // namespace

Asked AskEverything(const std::string& corpus, const std::string& room) {
  return Ask(corpus, [&](Questioner& questioner, bool empty) {
    questioner.AskAboutNames();
    questioner.AskAboutFiles();
    if (empty) return;
    questioner.AskAboutBags();
    questioner.AskAboutAttributes();
    questioner.AskIndexes();
    questioner.AskWhatIsUsual();
    for (const auto& question : questioner.DearQuestions(room)) question();
  });
}

Asked AskAbout(const std::string& corpus, const std::string& file, const std::string& room,
               uint64_t choice) {
  return Ask(corpus, [&](Questioner& questioner, bool empty) {
    const std::string index = IndexOf(file);
    if (file == "keys.akin" || file == "corpus.json") questioner.AskAboutNames();
    if (index.empty()) questioner.AskAboutFiles();
    if (empty) return;
    if (!index.empty()) questioner.AskIndex(index);
    if (file.starts_with("bags/")) questioner.AskAboutBags();
    if (file.starts_with("attributes/")) questioner.AskAboutAttributes();
    if (file.ends_with("graph.akin") || file.starts_with("bags/")) questioner.AskIndexes();
    if (index.empty() || choice % 2 == 0) questioner.AskWhatIsUsual();
    const auto dear = questioner.DearQuestions(room);
    if (choice % 4 == 0 && index.empty()) dear[choice / 4 % dear.size()]();
  });
}

}  // namespace akin
