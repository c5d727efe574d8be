// The public interface of a corpus: opens each part when it is first needed.
#include "akin/corpus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "base/spelling.h"
#include "base/web_url_form.h"
#include "graph/attributes_file.h"
#include "graph/boilerplate_report.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "graph/keys.h"
#include "graph/near_names.h"
#include "graph/pages_file.h"
#include "graph/suggest.h"
#include "index/build_request.h"
#include "index/elsewhere.h"
#include "index/index_parameters.h"
#include "index/manifest.h"
#include "linear/cosine.h"
#include "query/dense_index.h"
#include "query/index_impl.h"
#include "query/push_index.h"
#include "query/word_query.h"
#include "text/bags_file.h"
#include "text/open_bags.h"

namespace akin {
namespace {

constexpr size_t kSuggestions = 5;

// Copies the parameters of an index to the fields of its description.
struct ParametersInto {
  IndexInfo& info;

  void operator()(const FingerprintParameters& parameters) const {
    info.length = parameters.length;
    info.fingerprints = parameters.fingerprints;
    info.seed = parameters.seed;
  }
  void operator()(const PushParameters& parameters) const {
    info.epsilon = parameters.epsilon;
    info.seed = parameters.seed;
  }
  void operator()(const SeriesParameters& parameters) const {
    info.iterations = parameters.iterations;
    info.epsilon = std::pow(parameters.decay, parameters.iterations + 1);
  }
  void operator()(const NormsParameters& parameters) const {
    info.iterations = parameters.iterations;
    info.epsilon = 2 * CosineTruncation({parameters.decay, parameters.iterations});
  }
};

}  // namespace

IndexInfo InfoOf(const std::string& name, const IndexManifest& manifest) {
  const IndexParameters& parameters = manifest.parameters;
  IndexInfo info{.name = name,
                 .measure = parameters.measure,
                 .method = parameters.method,
                 .boilerplate = parameters.boilerplate,
                 .decay = parameters.decay(),
                 .shards = manifest.shards.size(),
                 .only = manifest.only_vertices,
                 .bags = manifest.bags};
  std::visit(ParametersInto{info}, parameters.of);
  for (const ShardEntry& shard : manifest.shards) info.bytes += shard.bytes;
  return info;
}

namespace {

// The names of the finished, or of the unfinished, indexes of a corpus, in order.
Result<std::vector<std::string>> IndexNames(const std::string& corpus, bool finished) {
  AKIN_TRY_ASSIGN(const auto entries, NamesIn(IndexesPath(corpus)));
  std::vector<std::string> names;
  for (const std::string& name : entries) {
    const std::string path = IndexPath(corpus, name);
    AKIN_TRY_ASSIGN(const bool is_directory, IsDirectory(path));
    if (!is_directory) continue;
    AKIN_TRY_ASSIGN(const bool has_manifest, HasManifest(path));
    if (has_manifest == finished) names.push_back(name);
  }
  return names;
}

Status NoIndex(const std::string& corpus, const std::string& name,
               const std::vector<std::string>& finished) {
  const auto status = [&](const std::string& text) {
    return Status(Code::kNoIndex, text).At({.file = corpus});
  };
  AKIN_TRY_ASSIGN(const std::vector<std::string> others, IndexNames(corpus, false));
  if (std::find(others.begin(), others.end(), name) != others.end()) {
    return status(fmt::format("index '{}' is not finished; the same build goes on with it", name))
        .WithParameter("index");
  }
  if (finished.empty()) return status("no index yet");
  return status(fmt::format("no index '{}'; there are: {}", name, fmt::join(finished, ", ")))
      .WithParameter("index")
      .Suggesting(SuggestWords(finished, name));
}

// The name of an index that is meant by this one, which may be empty.
std::string MeantIndex(std::string_view wanted, const std::vector<std::string>& finished) {
  if (!wanted.empty()) return std::string(wanted);
  return finished.size() == 1 ? finished.front() : "simrank";
}

Status Misplaced(const std::string& path) {
  return Damaged(path, "not the file that corpus.json names");
}

// How often to begin again if others replace what is being opened. Each time they have finished
// something in between.
constexpr int kMostAttempts = 100;

// Consecutive integers are names that take no bytes, so a small file can claim billions of them,
// and callers would allocate memory for so many. The graph has two offsets for each vertex.
Status CheckGraphHasRoom(const std::string& corpus, VertexId vertices) {
  const std::string path = GraphPath(corpus);
  AKIN_TRY_ASSIGN(const uint64_t bytes, FileSize(path));
  if (bytes >= 2 * sizeof(uint64_t) * (uint64_t{vertices} + 1)) return {};
  return Damaged(path, fmt::format("too short for the {} vertices of the corpus", vertices));
}

}  // namespace

struct Corpus::Impl {
  Impl(std::string corpus, NameWatch directory)
      : path(std::move(corpus)), watch(std::move(directory)) {}
  static Result<std::shared_ptr<Impl>> Open(const std::string& path);

  Status Replaced() const {
    return Status(Code::kNoCorpus, "was replaced after it was opened; open it again")
        .At({.file = path});
  }
  // Parts are opened when they are first needed. By then another corpus may have this name, and no
  // part of it is a part of this one.
  template <class T>
  Result<T> OfThisCorpus(Result<T> part) const {
    if (watch.Changed()) return Replaced();
    return part;
  }
  Result<std::unique_ptr<OpenedIndex>> OpenIndexOf(const Corpus& corpus,
                                                   const std::string& directory,
                                                   const IndexManifest& index) const;
  Result<Index> OpenIndexOnce(const Corpus& corpus, const std::string& name) const;

  std::string path;
  NameWatch watch;
  CorpusManifest manifest;
  std::optional<Keys> keys;
  mutable std::mutex graph_mutex;
  mutable std::array<std::unique_ptr<Graph>, kBoilerplateWays> graphs;
  // The same, for those who do not open them.
  mutable std::array<std::atomic<const Graph*>, kBoilerplateWays> opened_graphs = {};
};

Result<std::shared_ptr<Corpus::Impl>> Corpus::Impl::Open(const std::string& path) {
  auto watch = NameWatch::Of(path);
  AKIN_TRY_ASSIGN(CorpusManifest manifest, ReadCorpusManifest(path));  // says if there is none
  if (!watch.ok()) return watch.status();
  auto impl = std::make_shared<Impl>(path, *std::move(watch));
  impl->manifest = std::move(manifest);
  AKIN_TRY_ASSIGN(impl->keys, Keys::Open(KeysPath(path)));
  if (impl->keys->container().identity() != impl->manifest.keys_identity ||
      impl->keys->size() != impl->manifest.vertices) {
    return Misplaced(KeysPath(path));
  }
  if (!impl->keys->stored()) AKIN_TRY(CheckGraphHasRoom(path, impl->manifest.vertices));
  return impl;
}

Result<Corpus> Corpus::Open(const std::string& path) {
  for (int attempt = 1;; ++attempt) {
    const auto watch = NameWatch::Of(path);
    auto impl = Impl::Open(path);
    const bool replaced = watch.ok() && watch->Changed();
    if (replaced && attempt < kMostAttempts) continue;
    if (!impl.ok()) return impl.status();
    return Corpus(*std::move(impl));
  }
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
uint64_t Corpus::identity() const { return impl_->manifest.graph_identity; }
bool Corpus::has_titles() const { return impl_->keys->has_titles(); }
bool Corpus::integer_names() const { return impl_->keys->integers(); }
const Keys& Corpus::keys() const { return *impl_->keys; }
Result<std::optional<VertexId>> Corpus::FindName(std::string_view name) const {
  auto found = impl_->keys->Find(name);
  return IfIntact(impl_->keys->container().Intact(), std::move(found));
}
Result<std::vector<std::string>> Corpus::NamesLike(std::string_view name, size_t count) const {
  AKIN_TRY_ASSIGN(SuggestedNames like, SuggestNames(*impl_->keys, name, count));
  AKIN_TRY(impl_->keys->container().Intact());
  return std::move(like.names);
}
Result<std::string> Corpus::Name(VertexId vertex) const {
  auto name = impl_->keys->Name(vertex);
  return IfIntact(impl_->keys->container().Intact(), std::move(name));
}
Result<std::string> Corpus::Title(VertexId vertex) const {
  auto title = impl_->keys->Title(vertex);
  return IfIntact(impl_->keys->container().Intact(), std::move(title));
}

Result<const Graph*> Corpus::graph(Boilerplate boilerplate) const {
  if (!knows_boilerplate()) boilerplate = Boilerplate::kKeep;
  const std::lock_guard lock(impl_->graph_mutex);
  std::unique_ptr<Graph>& opened = impl_->graphs[static_cast<size_t>(boilerplate)];
  if (opened == nullptr) {
    const std::string path = GraphPath(impl_->path, boilerplate);
    AKIN_TRY_ASSIGN(auto graph, impl_->OfThisCorpus(Graph::Open(path)));
    if (graph->identity() != impl_->manifest.IdentityOf(boilerplate) ||
        graph->vertices() != impl_->manifest.vertices) {
      return Misplaced(path);
    }
    opened = std::move(graph);
    impl_->opened_graphs[static_cast<size_t>(boilerplate)] = opened.get();
  }
  return static_cast<const Graph*>(opened.get());
}

Status Corpus::Intact() const {
  AKIN_TRY(impl_->keys->container().Intact());
  for (const auto& graph : impl_->opened_graphs) {
    if (const Graph* const opened = graph.load()) AKIN_TRY(opened->container().Intact());
  }
  return {};
}

bool Corpus::knows_boilerplate() const { return impl_->manifest.content_identity.has_value(); }

Result<BoilerplateReport> Corpus::FoundBoilerplate() const {
  if (!knows_boilerplate()) return BoilerplateReport();
  return impl_->OfThisCorpus(
      ReadBoilerplateReport(impl_->path, *impl_->manifest.content_identity, vertices()));
}

Result<std::vector<VertexId>> Corpus::FindAll(std::string_view key) const {
  AKIN_TRY_ASSIGN(const auto by_name, FindName(key));
  if (by_name) return std::vector{*by_name};
  if (const std::optional<std::string> url = PlainUrlForm(key)) {
    AKIN_TRY_ASSIGN(const auto by_url, FindName(*url));
    if (by_url) return std::vector{*by_url};
  }
  auto by_title = impl_->keys->FindTitle(key);
  return IfIntact(impl_->keys->container().Intact(), std::move(by_title));
}

Result<VertexId> Corpus::Find(std::string_view key) const {
  AKIN_TRY_ASSIGN(const std::vector<VertexId> found, FindAll(key));
  if (found.size() == 1) return found.front();

  std::vector<std::string> choices;
  for (size_t i = 0; i < std::min(found.size(), kSuggestions); ++i) {
    AKIN_TRY_ASSIGN(auto name, Name(found[i]));
    choices.push_back(std::move(name));
  }
  if (!choices.empty()) {
    return Status(Code::kUnknownKey,
                  fmt::format("{} vertices have the title '{}'", found.size(), key))
        .Suggesting(std::move(choices));
  }
  AKIN_TRY_ASSIGN(SuggestedNames like, SuggestNames(*impl_->keys, key, kSuggestions));
  AKIN_TRY(impl_->keys->container().Intact());
  return Status(Code::kUnknownKey, fmt::format("no vertex '{}' in {}", key, impl_->path))
      .Suggesting(std::move(like.names), std::move(like.titles));
}

Result<FoundVertex> Corpus::FindLenient(std::string_view key) const {
  const Result<VertexId> strict = Find(key);
  if (strict.ok()) {
    AKIN_TRY_ASSIGN(std::string name, Name(*strict));
    return FoundVertex{.vertex = *strict, .name = std::move(name)};
  }
  if (strict.status().code() != Code::kUnknownKey) return strict.status();
  AKIN_TRY_ASSIGN(const auto same_title, impl_->keys->FindTitle(key));
  if (!same_title.empty()) return strict.status();  // several pages have exactly this title
  AKIN_TRY_ASSIGN(const NearNames near, FindNearNames(*impl_->keys, key));
  AKIN_TRY(impl_->keys->container().Intact());
  if (near.vertices.empty()) return strict.status();

  std::vector<std::string> names;
  std::vector<std::string> titles;  // empty unless the title is like the key
  for (size_t i = 0; i < std::min(near.vertices.size(), kSuggestions); ++i) {
    AKIN_TRY_ASSIGN(std::string name, Name(near.vertices[i]));
    AKIN_TRY_ASSIGN(std::string title, Title(near.vertices[i]));
    names.push_back(std::move(name));
    titles.push_back(near.by_title ? std::move(title) : "");
  }
  if (near.vertices.size() > 1) {
    return Status(Code::kUnknownKey, fmt::format("no vertex '{}' in {}, and {} are much like it",
                                                 key, impl_->path, near.vertices.size()))
        .Suggesting(std::move(names), std::move(titles));
  }
  return FoundVertex{.vertex = near.vertices.front(),
                     .as_written = false,
                     .name = std::move(names.front()),
                     .title = std::move(titles.front())};
}

Result<uint64_t> Corpus::CountPages() const {
  if (!has_pages()) return uint64_t{0};
  AKIN_TRY_ASSIGN(const auto pages, impl_->OfThisCorpus(PagesFile::OfCorpus(
                                        impl_->path, Container::Verification::kLazily)));
  return pages->pages();
}

Result<Adjacency> Corpus::InLinks(Boilerplate boilerplate) const {
  AKIN_TRY_ASSIGN(const Graph* arcs, graph(boilerplate));
  return arcs->In();
}

Result<Adjacency> Corpus::OutLinks(Boilerplate boilerplate) const {
  AKIN_TRY_ASSIGN(const Graph* arcs, graph(boilerplate));
  return arcs->Out();
}

Status Corpus::EachName(
    const std::function<Status(VertexId vertex, std::string_view name)>& visit) const {
  AKIN_TRY(impl_->keys->ForEach(visit));
  return impl_->keys->container().Intact();
}

Result<std::vector<IndexInfo>> Corpus::Indexes() const {
  std::vector<IndexInfo> infos;
  AKIN_TRY_ASSIGN(const auto finished, IndexNames(impl_->path, true));
  for (const std::string& name : finished) {
    const auto manifest = ReadIndexManifest(IndexPath(impl_->path, name));
    if (manifest.status().code() == Code::kNotFound) continue;  // it has just been removed
    if (!manifest.ok()) return manifest.status();
    infos.push_back(InfoOf(name, *manifest));
    AKIN_TRY_ASSIGN(const auto elsewhere, ShardsElsewhere(IndexPath(impl_->path, name), *manifest));
    infos.back().elsewhere = elsewhere.size();
  }
  AKIN_TRY_ASSIGN(const auto unfinished, IndexNames(impl_->path, false));
  for (const std::string& name : unfinished) {
    infos.push_back({.name = name, .complete = false});
  }
  std::sort(infos.begin(), infos.end(),
            [](const IndexInfo& a, const IndexInfo& b) { return a.name < b.name; });
  return impl_->OfThisCorpus(Result<std::vector<IndexInfo>>(std::move(infos)));
}

Result<std::unique_ptr<OpenedIndex>> Corpus::Impl::OpenIndexOf(const Corpus& corpus,
                                                               const std::string& directory,
                                                               const IndexManifest& index) const {
  const Boilerplate boilerplate = index.parameters.boilerplate;
  return OpenIndexIn(directory, index,
                     {.vertices = manifest.vertices,
                      .identity = manifest.IdentityOf(boilerplate),
                      .open = [&] { return corpus.graph(boilerplate); }});
}

Result<Index> Corpus::Impl::OpenIndexOnce(const Corpus& corpus, const std::string& name) const {
  const std::string directory = IndexPath(path, name);
  AKIN_TRY_ASSIGN(const IndexManifest index, ReadIndexManifest(directory));
  AKIN_TRY_ASSIGN(auto opened, OpenIndexOf(corpus, directory, index));
  return Index::Impl::Make(corpus, InfoOf(name, index), std::move(opened));
}

Result<Index> Corpus::OpenIndex(std::string_view wanted) const {
  for (int attempt = 1;; ++attempt) {
    AKIN_TRY_ASSIGN(const std::vector<std::string> names, IndexNames(impl_->path, true));
    const std::string name = MeantIndex(wanted, names);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return impl_->OfThisCorpus(Result<Index>(NoIndex(impl_->path, name, names)));
    }
    const auto watch = NameWatch::Of(ManifestPath(IndexPath(impl_->path, name)));
    auto index = impl_->OpenIndexOnce(*this, name);
    if (index.ok()) return index;
    const bool replaced = !watch.ok() || watch->Changed();
    if (!replaced || attempt == kMostAttempts) return impl_->OfThisCorpus(std::move(index));
  }
}

Result<Index> IndexNamed(std::span<const Index> opened, std::string_view wanted) {
  if (opened.empty()) return Status(Code::kNoIndex, "no index yet");
  std::vector<std::string> names;
  for (const Index& index : opened) names.push_back(index.info().name);
  const std::string name = MeantIndex(wanted, names);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return opened[found - names.begin()];
  return NoIndex(opened.front().corpus().path(), name, names);
}

Result<std::vector<BagInfo>> Corpus::BagSets() const {
  std::vector<BagInfo> infos;
  AKIN_TRY_ASSIGN(const auto names, BagNames(impl_->path));
  for (const std::string& name : names) {
    AKIN_TRY_ASSIGN(const Bags bags, OpenBags(name));
    infos.push_back(bags.info());
  }
  return impl_->OfThisCorpus(Result<std::vector<BagInfo>>(std::move(infos)));
}

Result<Bags> Corpus::OpenBags(std::string_view wanted) const {
  return impl_->OfThisCorpus(OpenNamedBags(impl_->path, impl_->manifest, wanted));
}

Result<std::shared_ptr<const AttributesFile>> Corpus::OpenAttributesFile() const {
  auto file = AttributesFile::Open(AttributesPath(impl_->path), vertices(),
                                   impl_->keys->container().identity());
  using Shared = std::shared_ptr<const AttributesFile>;
  if (file.status().code() == Code::kNotFound) return impl_->OfThisCorpus(Result<Shared>(Shared()));
  if (!file.ok()) return impl_->OfThisCorpus(Result<Shared>(file.status()));
  return impl_->OfThisCorpus(Result<Shared>(*std::move(file)));
}

Result<Answer> Corpus::RelatedToWords(const TextWords& words, std::string_view bags_name,
                                      const RelatedOptions& options, const Control& control) const {
  AKIN_TRY_ASSIGN(const Bags bags, OpenBags(bags_name));
  AKIN_TRY_ASSIGN(const HitFilter filter, FilterFor(*this, options));
  auto answer = WordsRelated(bags, words, options, filter, control);
  AKIN_TRY(bags.file().container().Intact());
  return IfIntact(Intact(), std::move(answer));
}

Result<Index> Corpus::SolveIndex(const PushParameters& parameters, const Control& control) const {
  const IndexParameters index{
      .measure = Measure::kSimRank, .method = Method::kPush, .of = parameters};
  AKIN_TRY(CheckParameters(index));
  AKIN_TRY_ASSIGN(const Graph* arcs, graph(BuildOptions().boilerplate));
  AKIN_TRY_ASSIGN(auto solved, PushIndex::Solve(*arcs, parameters, control));
  AKIN_TRY(Intact());
  return Index::Impl::Make(*this, InfoOf("", {.parameters = index}), std::move(solved));
}

Result<Index> Corpus::TemporaryIndex(const BuildOptions& options, const Control& control) const {
  AKIN_TRY(FingerprintsOf(options).status());
  AKIN_TRY_ASSIGN(const TemporaryDirectory directory, TemporaryDirectory::Create());
  AKIN_TRY_ASSIGN(BuildRequest request, impl_->OfThisCorpus(ResolveBuild(path(), options)));
  request.index = directory.path();
  AKIN_TRY(BuildForests(request, control).status());
  AKIN_TRY_ASSIGN(const IndexManifest manifest, ReadIndexManifest(directory.path()));
  AKIN_TRY_ASSIGN(auto opened, impl_->OpenIndexOf(*this, directory.path(), manifest));
  return Index::Impl::Make(*this, InfoOf(request.name, manifest), std::move(opened));
}

Result<Index> Corpus::IndexOfScores(const PushParameters& parameters, std::vector<double> scores,
                                    double error) const {
  const IndexParameters index{
      .measure = Measure::kSimRank, .method = Method::kPush, .of = parameters};
  AKIN_TRY(CheckParameters(index));
  AKIN_TRY_ASSIGN(const Graph* arcs, graph(BuildOptions().boilerplate));
  return Index::Impl::Make(
      *this, InfoOf("", {.parameters = index}),
      std::make_unique<DenseIndex>(*arcs, parameters, std::move(scores), error));
}

}  // namespace akin
