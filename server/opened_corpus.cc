#include "server/opened_corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "akin/recipe.h"
#include "akin/try.h"

namespace akin::server {
namespace {

constexpr size_t kSuggestions = 5;
constexpr VertexId kWarmingQueries = 16;  // for each index

}  // namespace

std::map<std::string, unsigned> Answering::FingerprintsUsed(unsigned wanted) const {
  std::map<std::string, unsigned> used;
  for (const Index& part : parts) {
    const unsigned all = part.info().fingerprints;
    if (all > 0) used[part.info().name] = wanted == 0 ? all : std::min(wanted, all);
  }
  return used;
}

Result<std::shared_ptr<const OpenedCorpus>> OpenedCorpus::Open(const std::string& name,
                                                               const std::string& path,
                                                               uint64_t generation,
                                                               const OpenOptions& options,
                                                               const Control& control) {
  AKIN_TRY_ASSIGN(Corpus corpus, Corpus::Open(path));
  std::shared_ptr<OpenedCorpus> opened(new OpenedCorpus(std::move(corpus)));
  opened->name_ = name;
  opened->generation_ = generation;
  if (options.verify) {
    AKIN_TRY(opened->corpus_.Check(control, [](const std::string&, const Status&) {}));
  }
  AKIN_TRY_ASSIGN(opened->in_links_, opened->corpus_.InLinks());
  AKIN_TRY_ASSIGN(opened->out_links_, opened->corpus_.OutLinks());
  AKIN_TRY(opened->OpenIndexes(control));
  AKIN_TRY(opened->ChooseUsual(control));
  if (options.complete) {
    AKIN_TRY_ASSIGN(opened->typeahead_, Typeahead::Of(opened->corpus_));
  }
  AKIN_TRY(opened->WarmUp(control));
  return std::shared_ptr<const OpenedCorpus>(std::move(opened));
}

Status OpenedCorpus::OpenIndexes(const Control& control) {
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus_.Indexes());
  for (const IndexInfo& info : infos) {
    if (control.stop.stop_requested()) return Status(Code::kCancelled, "stopped");
    if (!info.complete) continue;
    AKIN_TRY_ASSIGN(Index index, corpus_.OpenIndex(info.name));
    indexes_.push_back(std::move(index));
  }
  return {};
}

Status OpenedCorpus::ChooseUsual(const Control& control) {
  if (indexes_.empty()) {  // a small corpus is solved; a large one says that it needs an index
    AKIN_TRY_ASSIGN(Asker asker, Asker::Create(corpus_, {}, control));
    usual_ = {.asker = std::move(asker), .parts = {}};
    return {};
  }
  AKIN_TRY_ASSIGN(const std::optional<Recipe> recipe, ReadRecipe(corpus_.path()));
  if (recipe) reason_ = recipe->reason;
  const bool simrank = std::any_of(indexes_.begin(), indexes_.end(), [](const Index& index) {
    return index.info().name == "simrank";
  });
  const std::string& first = indexes_.front().info().name;
  AKIN_TRY_ASSIGN(usual_, recipe ? Ask(recipe->index, recipe->fusion)
                                 : Ask(simrank ? "simrank" : first, Fusion::kWeighted));
  return {};
}

// Questions with a closer look read what is opened only when needed: links, bags, other indexes.
Status OpenedCorpus::WarmUp(const Control& control) const {
  const VertexId vertices = corpus_.vertices();
  const Control one{.threads = 1, .stop = control.stop};
  std::vector<Answering> all = {*usual_};
  for (const Index& index : indexes_) {
    AKIN_TRY_ASSIGN(Answering answering, Ask(index.info().name, Fusion::kWeighted));
    all.push_back(std::move(answering));
  }
  for (const Answering& answering : all) {
    for (VertexId i = 0; i < std::min(kWarmingQueries, vertices); ++i) {
      const auto vertex = static_cast<VertexId>(uint64_t{i} * vertices / kWarmingQueries);
      const Status status =
          answering.asker.Related(vertex, {.k = 10, .refine = kUsualRefine}, one).status();
      // An index need not cover all vertices.
      if (!status.ok() && status.code() != Code::kUnknownKey) return status;
    }
  }
  return {};
}

Result<Answering> OpenedCorpus::Ask(const std::string& index, Fusion fusion) const {
  AKIN_TRY_ASSIGN(Asker asker, Asker::Of(indexes_, index, fusion));
  AKIN_TRY_ASSIGN(const std::vector<MixturePart> parts, ParseMixture(index));
  Answering answering{.asker = std::move(asker), .parts = {}};
  for (const MixturePart& part : parts) {
    AKIN_TRY_ASSIGN(Index opened, IndexNamed(indexes_, part.index));
    answering.parts.push_back(std::move(opened));
  }
  return answering;
}

Result<std::vector<std::string>> OpenedCorpus::Names(const std::vector<VertexId>& vertices) const {
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(vertices.size(), kSuggestions); ++i) {
    AKIN_TRY_ASSIGN(std::string name, corpus_.Name(vertices[i]));
    names.push_back(std::move(name));
  }
  return names;
}

Result<VertexId> OpenedCorpus::Find(std::string_view key) const {
  AKIN_TRY_ASSIGN(const std::vector<VertexId> found, corpus_.FindAll(key));
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    AKIN_TRY_ASSIGN(std::vector<std::string> near, Names(typeahead_.Near(key, kSuggestions)));
    return Status(Code::kUnknownKey, fmt::format("no vertex '{}'", key))
        .Suggesting(std::move(near));
  }
  AKIN_TRY_ASSIGN(std::vector<std::string> names, Names(found));
  return Status(Code::kUnknownKey,
                fmt::format("{} vertices have the title '{}'", found.size(), key))
      .Suggesting(std::move(names));
}

}  // namespace akin::server
