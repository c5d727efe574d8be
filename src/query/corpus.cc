// The public face of a corpus: opens what is asked for, when it is asked for.
#include "akin/corpus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <optional>

#include "base/files.h"
#include "base/try.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "graph/keys.h"
#include "graph/pages_file.h"
#include "graph/suggest.h"
#include "index/manifest.h"
#include "query/forest_index.h"
#include "query/hashing.h"
#include "query/index_statistics.h"
#include "query/meetings.h"
#include "query/norms_index.h"
#include "query/push_index.h"
#include "query/ranking.h"
#include "query/series_index.h"
#include "query/signing.h"
#include "query/walking.h"
#include "text/bags_file.h"
#include "text/open_bags.h"

namespace akin {
namespace {

constexpr size_t kSuggestions = 5;

IndexInfo InfoOf(const std::string& name, const IndexManifest& manifest) {
  IndexInfo info{.name = name,
                 .measure = manifest.walk.measure,
                 .method = manifest.method,
                 .decay = manifest.decay,
                 .epsilon = manifest.epsilon,
                 .iterations = manifest.iterations,
                 .length = manifest.method == Method::kFingerprints ? manifest.walk.length : 0,
                 .fingerprints = manifest.fingerprints,
                 .seed = manifest.walk.seed,
                 .shards = manifest.shards.size(),
                 .only = manifest.only_vertices,
                 .bags = manifest.bags};
  if (manifest.method == Method::kNorms) {
    info.epsilon = 2 * CosineTruncation({manifest.decay, manifest.iterations});
  }
  if (manifest.method == Method::kSeries) {
    info.epsilon = std::pow(manifest.decay, manifest.iterations + 1);
  }
  for (const ShardEntry& shard : manifest.shards) info.bytes += shard.bytes;
  return info;
}

Status Misplaced(const std::string& path) {
  return Status(Code::kDamaged,
                fmt::format("{}: damaged: not the file that corpus.json names", path));
}

}  // namespace

struct Corpus::Impl {
  std::string path;
  CorpusManifest manifest;
  std::optional<Keys> keys;
  mutable std::mutex graph_mutex;
  mutable std::unique_ptr<Graph> graph;
};

struct Index::Impl {
  Corpus corpus;
  IndexInfo info;
  std::unique_ptr<ForestIndex> forests;  // one of these, by the method
  std::unique_ptr<PushIndex> push;
  std::unique_ptr<SeriesIndex> series;
  std::unique_ptr<NormsIndex> norms;

  // kNotFound for a vertex that the index is not about.
  Status CheckAbout(VertexId vertex) const;
  // kInvalidArgument for a fingerprint that it has not.
  Status CheckFingerprint(unsigned fingerprint) const;
};

Result<Corpus> Corpus::Open(const std::string& path) {
  auto impl = std::make_shared<Impl>();
  impl->path = path;
  AKIN_TRY_ASSIGN(impl->manifest, ReadCorpusManifest(path));
  AKIN_TRY_ASSIGN(impl->keys, Keys::Open(KeysPath(path)));
  if (impl->keys->container().identity() != impl->manifest.keys_identity ||
      impl->keys->size() != impl->manifest.vertices) {
    return Misplaced(KeysPath(path));
  }
  return Corpus(std::move(impl));
}

const std::string& Corpus::path() const { return impl_->path; }
VertexId Corpus::vertices() const { return impl_->manifest.vertices; }
std::vector<VertexId> Corpus::AllVertices() const {
  std::vector<VertexId> all(vertices());
  std::iota(all.begin(), all.end(), VertexId{0});
  return all;
}
uint64_t Corpus::arcs() const { return impl_->manifest.arcs; }
const std::string& Corpus::made_with() const { return impl_->manifest.made_with; }
const std::string& Corpus::notation() const { return impl_->manifest.notation; }
bool Corpus::has_pages() const { return impl_->manifest.pages_identity.has_value(); }
bool Corpus::has_titles() const { return impl_->keys->has_titles(); }
bool Corpus::integer_names() const { return impl_->keys->integers(); }
const Keys& Corpus::keys() const { return *impl_->keys; }
Result<std::optional<VertexId>> Corpus::FindName(std::string_view name) const {
  return impl_->keys->Find(name);
}
Result<std::vector<std::string>> Corpus::NamesLike(std::string_view name, size_t count) const {
  return SuggestNames(*impl_->keys, name, count);
}
Result<std::string> Corpus::Name(VertexId vertex) const { return impl_->keys->Name(vertex); }
Result<std::string> Corpus::Title(VertexId vertex) const { return impl_->keys->Title(vertex); }

Result<const Graph*> Corpus::graph() const {
  const std::lock_guard lock(impl_->graph_mutex);
  if (impl_->graph == nullptr) {
    AKIN_TRY_ASSIGN(auto graph, Graph::Open(GraphPath(impl_->path)));
    if (graph->identity() != impl_->manifest.graph_identity ||
        graph->vertices() != impl_->manifest.vertices) {
      return Misplaced(GraphPath(impl_->path));
    }
    impl_->graph = std::move(graph);
  }
  return static_cast<const Graph*>(impl_->graph.get());
}

Result<VertexId> Corpus::Find(std::string_view key) const {
  AKIN_TRY_ASSIGN(const auto by_name, impl_->keys->Find(key));
  if (by_name) return *by_name;
  AKIN_TRY_ASSIGN(const auto by_title, impl_->keys->FindTitle(key));
  if (by_title.size() == 1) return by_title.front();

  std::vector<std::string> choices;
  for (size_t i = 0; i < std::min(by_title.size(), kSuggestions); ++i) {
    AKIN_TRY_ASSIGN(auto name, Name(by_title[i]));
    choices.push_back(std::move(name));
  }
  if (!choices.empty()) {
    return Status(Code::kNotFound,
                  fmt::format("{} vertices have the title '{}'; name one of them:\n  {}",
                              by_title.size(), key, fmt::join(choices, "\n  ")));
  }
  AKIN_TRY_ASSIGN(choices, SuggestNames(*impl_->keys, key, kSuggestions));
  std::string message = fmt::format("no vertex '{}' in {}", key, impl_->path);
  if (!choices.empty()) {
    message += fmt::format("; did you mean\n  {}", fmt::join(choices, "\n  "));
  }
  return Status(Code::kNotFound, std::move(message));
}

Result<std::vector<IndexInfo>> Corpus::Indexes() const {
  std::vector<IndexInfo> infos;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(IndexesPath(impl_->path), error)) {
    if (!entry.is_directory(error)) continue;
    const std::string name = entry.path().filename().string();
    if (!HasManifest(entry.path().string())) {
      infos.push_back({.name = name, .complete = false});
      continue;
    }
    AKIN_TRY_ASSIGN(const IndexManifest manifest, ReadIndexManifest(entry.path().string()));
    infos.push_back(InfoOf(name, manifest));
  }
  std::sort(infos.begin(), infos.end(),
            [](const IndexInfo& a, const IndexInfo& b) { return a.name < b.name; });
  return infos;
}

Result<Index> Corpus::OpenIndex(std::string_view wanted) const {
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, Indexes());
  std::vector<std::string> names;
  for (const IndexInfo& info : infos) {
    if (info.complete) names.push_back(info.name);
  }
  std::string name(wanted);
  if (name.empty()) name = names.size() == 1 ? names.front() : "simrank";
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const bool unfinished =
        std::any_of(infos.begin(), infos.end(), [&](const IndexInfo& i) { return i.name == name; });
    if (unfinished) {
      return Status(Code::kNotFound,
                    fmt::format("index '{}' of {} is not finished; the build command that began it "
                                "goes on with it",
                                name, impl_->path));
    }
    if (names.empty()) {
      return Status(Code::kNotFound,
                    fmt::format("{} has no index yet; make one with: akin build {}\n"
                                "or answer from the arcs with --no-index",
                                impl_->path, impl_->path));
    }
    return Status(Code::kNotFound, fmt::format("no index '{}' in {}; there are: {}", name,
                                               impl_->path, fmt::join(names, ", ")));
  }
  const std::string directory = IndexPath(impl_->path, name);
  AKIN_TRY_ASSIGN(const IndexManifest manifest, ReadIndexManifest(directory));
  Index::Impl index{.corpus = *this, .info = InfoOf(name, manifest)};
  if (manifest.method == Method::kPush) {
    AKIN_TRY_ASSIGN(const Graph* arcs, graph());
    AKIN_TRY_ASSIGN(index.push, PushIndex::Open(directory, manifest, *arcs));
    index.info.diagonal_error = index.push->score_error();
    index.info.sampled = index.push->sampled();
  } else if (manifest.method == Method::kSeries) {
    AKIN_TRY_ASSIGN(const Graph* arcs, graph());
    AKIN_TRY_ASSIGN(index.series, SeriesIndex::Open(directory, manifest, *arcs));
  } else if (manifest.method == Method::kNorms) {
    AKIN_TRY_ASSIGN(const Graph* arcs, graph());
    AKIN_TRY_ASSIGN(index.norms, NormsIndex::Open(directory, manifest, *arcs));
  } else {
    AKIN_TRY_ASSIGN(index.forests, ForestIndex::Open(directory, impl_->manifest.vertices,
                                                     impl_->manifest.graph_identity));
  }
  return Index(std::make_shared<Index::Impl>(std::move(index)));
}

Result<std::vector<BagInfo>> Corpus::BagSets() const {
  std::vector<BagInfo> infos;
  for (const std::string& name : BagNames(impl_->path)) {
    AKIN_TRY_ASSIGN(const Bags bags, OpenBags(name));
    infos.push_back(bags.info());
  }
  return infos;
}

Result<Bags> Corpus::OpenBags(std::string_view wanted) const {
  return OpenNamedBags(impl_->path, impl_->manifest, wanted);
}

Result<Index> Corpus::SolveIndex(double decay, double epsilon, const Control& control) const {
  AKIN_TRY(CheckBuildOptions({.method = Method::kPush, .decay = decay, .epsilon = epsilon}));
  AKIN_TRY_ASSIGN(const Graph* arcs, graph());
  Index::Impl index{.corpus = *this,
                    .info = {.method = Method::kPush, .decay = decay, .epsilon = epsilon}};
  AKIN_TRY_ASSIGN(index.push, PushIndex::Solve(*arcs, decay, epsilon, control));
  index.info.diagonal_error = index.push->score_error();
  index.info.sampled = index.push->sampled();
  return Index(std::make_shared<Index::Impl>(std::move(index)));
}

namespace {

// Hits with fewer in-links than asked for are passed over.
Result<HitFilter> FilterFor(const Corpus& corpus, const RelatedOptions& options) {
  if (options.min_inlinks == 0) return HitFilter();
  AKIN_TRY_ASSIGN(const Graph* graph, corpus.graph());
  return HitFilter([graph, least = options.min_inlinks](VertexId vertex) -> Result<bool> {
    AKIN_TRY_ASSIGN(const uint64_t degree, graph->InDegree(vertex));
    return degree >= least;
  });
}

Status CheckVertex(const Corpus& corpus, VertexId vertex) {
  if (vertex < corpus.vertices()) return {};
  return Status(Code::kInvalidArgument, fmt::format("no vertex number {}", vertex));
}

WalkParameters WalksOf(const BuildOptions& options) {
  const bool text = options.measure == Measure::kText;
  return {.measure = options.measure, .seed = options.seed, .length = text ? 1 : options.length};
}

// The sums of all vertices, of a measure with classes.
Result<std::vector<ScoreSum>> RelatedByHashing(const Corpus& corpus, const BuildOptions& walks,
                                               const Scoring& scoring, VertexId vertex,
                                               const Control& control) {
  if (walks.measure == Measure::kText) {
    AKIN_TRY_ASSIGN(const Bags bags, corpus.OpenBags(walks.bags));
    return SignRelated(bags.file(), walks.seed, scoring, vertex, control);
  }
  AKIN_TRY_ASSIGN(const Graph* graph, corpus.graph());
  AKIN_TRY_ASSIGN(const Adjacency in, graph->In());
  return HashRelated(in, WalksOf(walks), scoring, vertex, control);
}

}  // namespace

Status Index::Impl::CheckAbout(VertexId vertex) const {
  AKIN_TRY(CheckVertex(corpus, vertex));
  if (info.only == 0) return {};
  AKIN_TRY_ASSIGN(const bool about, forests->Has(vertex));
  if (about) return {};
  AKIN_TRY_ASSIGN(const std::string name, corpus.Name(vertex));
  return Status(
      Code::kNotFound,
      fmt::format("'{}' is not among the {} vertices that index {} is about; ask an index "
                  "of all, or with --no-index",
                  name, info.only, info.name));
}

const IndexInfo& Index::info() const { return impl_->info; }

Result<Answer> Index::Related(VertexId vertex, const RelatedOptions& options) const {
  AKIN_TRY(impl_->CheckAbout(vertex));
  AKIN_TRY_ASSIGN(const HitFilter filter, FilterFor(impl_->corpus, options));
  if (impl_->push != nullptr) return impl_->push->Related(vertex, options, filter);
  if (impl_->series != nullptr) return impl_->series->Related(vertex, options, filter);
  if (impl_->norms != nullptr) return impl_->norms->Related(vertex, options, filter);
  return impl_->forests->Related(vertex, options, filter);
}

Result<Score> Index::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  for (const VertexId vertex : {a, b}) AKIN_TRY(impl_->CheckAbout(vertex));
  if (impl_->push != nullptr) return impl_->push->Sim(a, b, options);
  if (impl_->series != nullptr) return impl_->series->Sim(a, b, options);
  if (impl_->norms != nullptr) return impl_->norms->Sim(a, b, options);
  return impl_->forests->Sim(a, b, options);
}

Status Index::Impl::CheckFingerprint(unsigned fingerprint) const {
  if (forests != nullptr && fingerprint < info.fingerprints) return {};
  return Status(Code::kInvalidArgument,
                fmt::format("no fingerprint number {} in index '{}', which has {}", fingerprint,
                            info.name, info.fingerprints));
}

Status Index::Meetings(VertexId vertex, unsigned fingerprint, std::vector<Meeting>& met) const {
  AKIN_TRY(impl_->CheckAbout(vertex));
  AKIN_TRY(impl_->CheckFingerprint(fingerprint));
  met.clear();
  return AppendMeetings(*impl_->forests->shards()[fingerprint / kShardFingerprints],
                        fingerprint % kShardFingerprints, vertex, met);
}

Result<std::vector<VertexId>> Index::Walk(VertexId vertex, unsigned fingerprint) const {
  const IndexInfo& info = impl_->info;
  AKIN_TRY(impl_->CheckAbout(vertex));
  AKIN_TRY(impl_->CheckFingerprint(fingerprint));
  if (info.measure != Measure::kSimRank && info.measure != Measure::kPSimRank) {
    return Status(Code::kInvalidArgument, fmt::format("index '{}' is of {}, which does not walk",
                                                      info.name, MeasureName(info.measure)));
  }
  AKIN_TRY_ASSIGN(const Graph* graph, impl_->corpus.graph());
  AKIN_TRY_ASSIGN(const Adjacency in, graph->In());
  return WalkOf(in, {.measure = info.measure, .seed = info.seed, .length = info.length},
                fingerprint, vertex);
}

Result<std::vector<Score>> Index::Sims(VertexId a, std::span<const VertexId> others,
                                       const RelatedOptions& options) const {
  if (impl_->forests != nullptr) {
    AKIN_TRY(impl_->CheckAbout(a));
    for (const VertexId vertex : others) AKIN_TRY(impl_->CheckAbout(vertex));
    return impl_->forests->Sims(a, others, options);
  }
  std::vector<Score> scores;
  for (const VertexId vertex : others) {
    AKIN_TRY_ASSIGN(const Score score, Sim(a, vertex, options));
    scores.push_back(score);
  }
  return scores;
}

Result<bool> Index::Has(VertexId vertex) const {
  AKIN_TRY(CheckVertex(impl_->corpus, vertex));
  if (impl_->info.only == 0) return true;
  return impl_->forests->Has(vertex);
}

Result<IndexStatistics> Index::Statistics(const Control& control) const {
  if (impl_->forests == nullptr) {
    return Status(Code::kInvalidArgument,
                  fmt::format("index '{}' has no fingerprints to count", impl_->info.name));
  }
  return StatisticsOf(*impl_->forests, control);
}

Result<Answer> Corpus::RelatedByWalking(VertexId vertex, const BuildOptions& walks,
                                        const RelatedOptions& options,
                                        const Control& control) const {
  AKIN_TRY(CheckVertex(*this, vertex));
  AKIN_TRY(CheckBuildOptions(walks));
  AKIN_TRY_ASSIGN(const HitFilter filter, FilterFor(*this, options));
  AKIN_TRY_ASSIGN(const Scoring scoring,
                  MakeScoring(options, WalksOf(walks), walks.decay, walks.fingerprints));
  Answer answer;
  const auto add = [&](VertexId v, const ScoreSum& sums) -> Status {
    ++answer.work.candidates;
    if (sums.sum < scoring.LeastSum(options.min_score)) return {};
    if (filter) {
      AKIN_TRY_ASSIGN(const bool allowed, filter(v));
      if (!allowed) return {};
    }
    answer.hits.push_back({.vertex = v, .score = scoring.From(sums)});
    return {};
  };
  if (WalksOf(walks).classes()) {
    AKIN_TRY_ASSIGN(const std::vector<ScoreSum> sums,
                    RelatedByHashing(*this, walks, scoring, vertex, control));
    for (VertexId v = 0; v < vertices(); ++v) {
      if (v != vertex && sums[v].sum > 0) AKIN_TRY(add(v, sums[v]));
    }
  } else {
    AKIN_TRY_ASSIGN(const Graph* arcs, graph());
    AKIN_TRY_ASSIGN(const Adjacency in, arcs->In());
    AKIN_TRY_ASSIGN(const Adjacency out, arcs->Out());
    Candidates candidates;
    AKIN_TRY(candidates.Reset(vertices()));
    AKIN_TRY(WalkRelated(in, out, WalksOf(walks), scoring, vertex, control, candidates));
    for (size_t i = 0; i < candidates.size(); ++i) {
      AKIN_TRY(add(candidates[i].vertex, candidates[i].sums));
    }
  }
  KeepBest(answer.hits, options.k);
  return answer;
}

Result<Score> Corpus::SimByWalking(VertexId a, VertexId b, const BuildOptions& walks,
                                   const RelatedOptions& options) const {
  AKIN_TRY(CheckVertex(*this, a));
  AKIN_TRY(CheckVertex(*this, b));
  AKIN_TRY(CheckBuildOptions(walks));
  AKIN_TRY_ASSIGN(const Scoring scoring,
                  MakeScoring(options, WalksOf(walks), walks.decay, walks.fingerprints));
  if (a == b) return scoring.OfItself(walks.measure, walks.length);
  if (walks.measure == Measure::kText) {
    AKIN_TRY_ASSIGN(const Bags bags, OpenBags(walks.bags));
    AKIN_TRY_ASSIGN(const ScoreSum sums, SignPair(bags.file(), walks.seed, scoring, a, b));
    return scoring.From(sums);
  }
  AKIN_TRY_ASSIGN(const Graph* arcs, graph());
  AKIN_TRY_ASSIGN(const Adjacency in, arcs->In());
  if (walks.measure == Measure::kXJaccard) {
    return scoring.From(HashPair(in, WalksOf(walks), scoring, a, b));
  }
  return scoring.From(WalkPair(in, WalksOf(walks), scoring, a, b));
}

Status Corpus::Check(const Control& control, const CheckReport& report) const {
  Status first;
  const auto note = [&](const std::string& file, const Status& status) {
    report(file, status);
    if (first.ok()) first = status;
  };
  note(KeysPath(impl_->path), impl_->keys->container().VerifyAll(control));
  const auto arcs = graph();
  note(GraphPath(impl_->path), arcs.ok() ? (*arcs)->Check(control) : arcs.status());
  if (impl_->manifest.pages_identity) {
    const auto pages = PagesFile::OfCorpus(impl_->path, Container::Verification::kLazily);
    note(PagesPath(impl_->path), pages.ok() ? (*pages)->Check(control) : pages.status());
  }
  for (const std::string& name : BagNames(impl_->path)) {
    const auto bags = OpenBags(name);
    note(BagsPath(impl_->path, name), bags.ok() ? bags->file().Check(control) : bags.status());
  }
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, Indexes());
  for (const IndexInfo& info : infos) {
    if (!info.complete) continue;
    const std::string directory = IndexPath(impl_->path, info.name);
    const auto index = OpenIndex(info.name);
    if (!index.ok()) {
      note(directory, index.status());
      continue;
    }
    const auto verify = [&](const Container& file) { note(file.path(), file.VerifyAll(control)); };
    if (index->impl_->push != nullptr) {
      verify(index->impl_->push->file().container());
      continue;
    }
    if (index->impl_->series != nullptr) {
      verify(index->impl_->series->file().container());
      continue;
    }
    if (index->impl_->norms != nullptr) {
      verify(index->impl_->norms->file().container());
      continue;
    }
    for (const auto& shard : index->impl_->forests->shards()) verify(shard->container());
  }
  return first;
}

}  // namespace akin
