#include "server/opened_corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "akin/errors.h"
#include "akin/parts.h"
#include "akin/recipe.h"
#include "akin/try.h"
#include "server/backends.h"
#include "server/sleep.h"

namespace akin::server {
namespace {

constexpr size_t kSuggestions = 5;
constexpr VertexId kWarmingQueries = 16;  // for each index
// How long the first questions, and the first signs of life, of other machines may take.
constexpr std::chrono::milliseconds kPatience{3000};
constexpr std::chrono::milliseconds kBetweenSigns{20};

}  // namespace

std::map<std::string, unsigned> Answering::FingerprintsUsed(
    const std::optional<unsigned>& wanted) const {
  std::map<std::string, unsigned> used;
  for (const Index& part : parts) {
    const unsigned all = part.info().fingerprints;
    if (all > 0) used[part.info().name] = std::min(wanted.value_or(all), all);
  }
  return used;
}

Result<std::map<std::string, unsigned>> Answering::FingerprintsUsed(
    VertexId vertex, const RelatedOptions& options) const {
  std::map<std::string, unsigned> used;
  for (const Index& part : parts) {
    AKIN_TRY_ASSIGN(const unsigned count, part.FingerprintsUsed(vertex, options));
    if (count > 0) used[part.info().name] = count;
  }
  return used;
}

Result<std::shared_ptr<const OpenedCorpus>> OpenedCorpus::Open(
    const std::string& name, const std::string& path, uint64_t generation,
    const OpenOptions& options, const OpenedCorpus* before, const Control& control) {
  AKIN_TRY_ASSIGN(Corpus corpus, Corpus::Open(path));
  std::shared_ptr<OpenedCorpus> opened(new OpenedCorpus(std::move(corpus)));
  opened->name_ = name;
  opened->generation_ = generation;
  if (options.backends != nullptr) AKIN_TRY(opened->CheckNames(*options.backends));
  if (options.verify) AKIN_TRY(opened->Verify(options.backends, control));
  AKIN_TRY_ASSIGN(opened->in_links_, opened->corpus_.InLinks());
  AKIN_TRY_ASSIGN(opened->out_links_, opened->corpus_.OutLinks());
  AKIN_TRY_ASSIGN(opened->attributes_, Attributes::Open(opened->corpus_));
  AKIN_TRY(opened->OpenIndexes(options.backends, control));
  AKIN_TRY(opened->AwaitBackends(before, control));
  AKIN_TRY(opened->ChooseUsual(control));
  if (options.complete) {
    AKIN_TRY_ASSIGN(opened->typeahead_, Typeahead::Of(opened->corpus_));
  }
  AKIN_TRY(opened->WarmUp(control));
  return std::shared_ptr<const OpenedCorpus>(std::move(opened));
}

Status OpenedCorpus::CheckNames(const Backends& backends) const {
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus_.Indexes());
  std::vector<std::string> names;
  for (const IndexInfo& info : infos) names.push_back(info.name);
  return backends.CheckIndexes(name_, names);
}

// What is elsewhere need not be here.
Status OpenedCorpus::Verify(Backends* backends, const Control& control) const {
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus_.Indexes());
  std::vector<std::string> elsewhere;
  for (const IndexInfo& info : infos) {
    if (backends == nullptr || !backends->Names(name_, info.name)) continue;
    elsewhere.push_back(fmt::format("{}/indexes/{}", corpus_.path(), info.name));
  }
  Status first;
  const auto note = [&](const std::string& file, const Status& status) {
    for (const std::string& path : elsewhere) {
      if (file == path || file.starts_with(path + "/")) return;
    }
    if (first.ok()) first = status;
  };
  const Status all = corpus_.Check(control, note);
  return elsewhere.empty() || all.code() == Code::kCancelled ? all : first;
}

// The manifest is read twice, and might have been replaced in between.
Result<Index> OpenedCorpus::OpenElsewhere(const std::string& index, Backends& backends) {
  AKIN_TRY_ASSIGN(PartFacts facts, FactsOfIndex(corpus_.path(), index));
  facts.vertices = corpus_.vertices();
  AKIN_TRY_ASSIGN(std::shared_ptr<RemoteParts> parts, backends.PartsOf(name_, facts));
  AKIN_TRY_ASSIGN(Index opened, corpus_.OpenParted(index, parts));
  AKIN_TRY_ASSIGN(const PartFacts again, FactsOfIndex(corpus_.path(), index));
  if (again.identity != facts.identity) {
    return Status(Code::kUnavailable, fmt::format("index '{}' is being replaced", index));
  }
  elsewhere_.push_back(std::move(parts));
  return opened;
}

// Those that go over to another generation do so one after the other.
Status OpenedCorpus::AwaitBackends(const OpenedCorpus* before, const Control& control) const {
  const auto all_up = [&] {
    return std::all_of(elsewhere_.begin(), elsewhere_.end(),
                       [](const auto& parts) { return parts->AllAreUp(); });
  };
  const auto until = DeadlineClock::now() + kPatience;
  while (!all_up() && DeadlineClock::now() < until && !control.stop.stop_requested()) {
    Sleep(control.stop, kBetweenSigns);
  }
  if (before == nullptr) return {};
  for (const auto& parts : elsewhere_) {
    const bool same = std::any_of(
        before->elsewhere_.begin(), before->elsewhere_.end(),
        [&](const auto& old) { return old->facts().identity == parts->facts().identity; });
    if (same || parts->AllAreUp()) continue;
    return {Code::kUnavailable, fmt::format("nobody answers yet for {}", parts->WhatIsDown())};
  }
  return {};
}

bool OpenedCorpus::IsRemote(const std::string& index) const {
  return std::any_of(elsewhere_.begin(), elsewhere_.end(),
                     [&](const auto& parts) { return parts->facts().index == index; });
}

bool OpenedCorpus::BackendsWereUp() const {
  return std::all_of(elsewhere_.begin(), elsewhere_.end(),
                     [](const auto& parts) { return parts->EachWasUp(); });
}

Status OpenedCorpus::OpenIndexes(Backends* backends, const Control& control) {
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus_.Indexes());
  for (const IndexInfo& info : infos) {
    if (control.stop.stop_requested()) return Status(Code::kCancelled, "stopped");
    if (!info.complete) continue;
    const bool here = backends == nullptr || !backends->Names(name_, info.name);
    AKIN_TRY_ASSIGN(Index index,
                    here ? corpus_.OpenIndex(info.name) : OpenElsewhere(info.name, *backends));
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
      RelatedOptions options{.k = 10, .refine = kUsualRefine};
      options.remote = std::make_shared<RemoteQuery>(DeadlineClock::now() + kPatience);
      const Status status =
          options.remote->Ask([&] { return answering.asker.Related(vertex, options, one); })
              .status();
      if (status.code() == Code::kUnavailable || status.code() == Code::kTimedOut) break;
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
    answering.remote = answering.remote || IsRemote(opened.info().name);
    answering.parts.push_back(std::move(opened));
  }
  return answering;
}

Result<FilterCache::Set> OpenedCorpus::Where(const std::string& expression,
                                             const Control& control) const {
  return filters_.Get(expression, [&] { return attributes_->Where(expression, control); });
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
