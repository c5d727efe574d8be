#include "parts/parted_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "graph/corpus_files.h"
#include "index/manifest.h"
#include "query/explaining.h"
#include "query/index_impl.h"
#include "query/shard_choice.h"

namespace akin {
namespace {

constexpr std::chrono::seconds kUsualPatience{10};
// Far more than any sums of honest parts, and few enough to add those of all groups up.
constexpr uint64_t kLargestSum = uint64_t{1} << 62;

// Half of what is left, so that another attempt can follow a round that comes to nothing.
DeadlineClock::time_point DeadlineOfRound(const RemoteQuery& remote) {
  const auto now = DeadlineClock::now();
  return now + (remote.deadline() - now) / 2;
}

// How much smaller a sum of a group may be than its k-th to be listed. The k-th of all is smaller
// than the k-th of the groups add up to, because each group chooses its own best: on cnr-2000 with
// two groups, in nine of ten queries, it is at least 0.85 of that. Longer lists save second rounds,
// but finding them costs more than that: 0.5 makes a query without a closer look 1.5 times as dear.
constexpr double kDepth = 0.8;

Status CheckGroups(const std::vector<std::vector<uint32_t>>& groups, size_t shards) {
  std::vector<uint32_t> all;
  for (const auto& group : groups) {
    all.insert(all.end(), group.begin(), group.end());
    if (!group.empty() && std::is_sorted(group.begin(), group.end())) continue;
    return InvalidArgument("parts", "a group of shards is empty, or in no order");
  }
  std::sort(all.begin(), all.end());
  for (uint32_t i = 0; i < all.size(); ++i) {
    if (all[i] == i) continue;
    return InvalidArgument(
        "parts", fmt::format("shard {} is in no group, or {} in two", i, std::min(i, all[i])));
  }
  if (all.size() == shards) return {};
  return InvalidArgument("parts",
                         fmt::format("{} shards in groups; the index has {}", all.size(), shards));
}

void AddWork(const PartAnswer& answer, QueryWork& work) {
  work.members += answer.work.members;
  work.blocks += answer.work.blocks;
  work.candidates += answer.work.candidates;
  work.resolved += answer.work.resolved;
}

}  // namespace

PartedIndex::PartedIndex(std::string name, const IndexManifest& manifest, VertexId vertices,
                         std::shared_ptr<IndexParts> parts)
    : name_(std::move(name)),
      manifest_(manifest),
      walk_(WalksOf(manifest.parameters)),
      vertices_(vertices),
      parts_(std::move(parts)) {}

Result<std::unique_ptr<OpenedIndex>> PartedIndex::Make(const std::string& name,
                                                       const IndexManifest& manifest,
                                                       VertexId vertices,
                                                       std::shared_ptr<IndexParts> parts) {
  AKIN_TRY(CheckGroups(parts->groups(), manifest.shards.size()));
  return std::unique_ptr<OpenedIndex>(new PartedIndex(name, manifest, vertices, std::move(parts)));
}

unsigned PartedIndex::CountIn(std::span<const uint32_t> shards, unsigned fingerprints) const {
  unsigned count = 0;
  for (const uint32_t shard : shards) {
    count += std::min(kShardFingerprints, fingerprints - shard * kShardFingerprints);
  }
  return count;
}

Result<PartedIndex::Asking> PartedIndex::Begin(VertexId vertex,
                                               const RelatedOptions& options) const {
  const unsigned all = manifest_.fingerprints().fingerprints;
  const unsigned fingerprints = std::min(options.fingerprints.value_or(all), all);
  const ShardChoice choice(vertex, options.share, manifest_.shards.size());
  std::shared_ptr<RemoteQuery> remote = options.remote;
  if (remote == nullptr) {
    remote = std::make_shared<RemoteQuery>(DeadlineClock::now() + kUsualPatience, false);
  }
  State& state = remote->states_[name_];
  const auto& groups = parts_->groups();
  for (size_t g = 0; g < groups.size() && !state.begun; ++g) {
    if (!parts_->IsUp(g)) state.lost.try_emplace(g, RemoteQuery::Loss::kFailed);
  }
  state.begun = true;
  Coverage coverage{.shards = static_cast<unsigned>(manifest_.shards.size())};
  std::vector<Group> asked;
  for (size_t g = 0; g < groups.size(); ++g) {
    Group group{.number = g};
    for (const uint32_t shard : groups[g]) {
      if (choice.Has(shard) && shard * kShardFingerprints < fingerprints) {
        group.shards.push_back(shard);
      }
    }
    const unsigned count = CountIn(group.shards, fingerprints);
    coverage.asked += count;
    if (const auto lost = state.lost.find(g); lost != state.lost.end()) {
      auto& shards =
          lost->second == RemoteQuery::Loss::kFailed ? coverage.failed : coverage.timed_out;
      shards.insert(shards.end(), group.shards.begin(), group.shards.end());
    } else if (count > 0) {
      coverage.answered += count;
      asked.push_back(std::move(group));
    }
  }
  std::sort(coverage.failed.begin(), coverage.failed.end());
  std::sort(coverage.timed_out.begin(), coverage.timed_out.end());
  state.coverage = coverage;
  if (asked.empty() || (coverage.answered < coverage.asked && !remote->partial())) {
    std::vector<uint32_t> missing = coverage.failed;
    missing.insert(missing.end(), coverage.timed_out.begin(), coverage.timed_out.end());
    std::sort(missing.begin(), missing.end());
    return Status(
        coverage.failed.empty() ? Code::kTimedOut : Code::kUnavailable,
        fmt::format("nobody answers for shards {} of index '{}'", ShardsText(missing), name_));
  }
  AKIN_TRY_ASSIGN(const Scoring scoring,
                  MakeScoring(options, manifest_.parameters, coverage.answered, coverage.asked));
  return Asking{.remote = std::move(remote),
                .groups = std::move(asked),
                .question = {.vertex = vertex,
                             .fingerprints = options.fingerprints,
                             .scale = coverage.asked,
                             .length = options.length,
                             .decay = options.decay,
                             .function = options.function},
                .scoring = scoring};
}

Status PartedIndex::Lose(State& state, size_t group, const Status& why) const {
  const bool late = why.code() == Code::kTimedOut;
  state.lost[group] = late ? RemoteQuery::Loss::kTimedOut : RemoteQuery::Loss::kFailed;
  return Status(late ? Code::kTimedOut : Code::kUnavailable,
                fmt::format("shards {} of index '{}': {}", ShardsText(parts_->groups()[group]),
                            name_, why.message()));
}

// An answer comes from another machine, so it is input.
Status PartedIndex::CheckAnswer(const PartAnswer& answer, const PartQuestion& question) const {
  const uint64_t most = kLargestSum / parts_->groups().size();
  const auto bad = [&](const PartSum& one) {
    return one.vertex >= vertices_ || one.vertex == question.vertex || one.sum > most;
  };
  const size_t others = question.others.size();
  const bool wrong = answer.unlisted > most ||
                     std::any_of(answer.list.begin(), answer.list.end(), bad) ||
                     answer.sums.size() != others ||
                     std::any_of(answer.sums.begin(), answer.sums.end(),
                                 [&](const PartSum& one) { return one.sum > most; });
  return wrong ? Status(Code::kDamaged, "an answer that makes no sense") : Status();
}

Result<std::vector<PartAnswer>> PartedIndex::Ask(const Asking& asking,
                                                 std::span<const PartQuestion> questions,
                                                 const std::stop_token& stop) const {
  std::vector<IndexParts::Asked> asked;
  for (size_t i = 0; i < questions.size(); ++i) {
    if (questions[i].k == 0 && questions[i].others.empty()) continue;
    asked.push_back({.group = asking.groups[i].number, .question = questions[i]});
    asked.back().question.shards = asking.groups[i].shards;
  }
  RemoteQuery& remote = *asking.remote;
  std::vector<Result<PartAnswer>> results = parts_->Ask(asked, DeadlineOfRound(remote), stop);
  ++remote.round_trips_;
  std::vector<PartAnswer> answers(questions.size());
  Status lost;
  size_t next = 0;
  for (size_t i = 0; i < questions.size(); ++i) {
    if (questions[i].k == 0 && questions[i].others.empty()) continue;
    Result<PartAnswer>& result = results[next++];
    Status status = result.status();
    if (status.ok()) status = CheckAnswer(*result, questions[i]);
    if (status.ok()) {
      remote.bytes_ += result->bytes;
      answers[i] = *std::move(result);
      continue;
    }
    if (status.code() == Code::kInvalidArgument || status.code() == Code::kCancelled) return status;
    const Status loss = Lose(StateOf(asking), asking.groups[i].number, status);
    remote.lost_ = true;
    if (lost.ok()) lost = loss;
  }
  if (!lost.ok()) return lost;
  return answers;
}

void PartedIndex::SetVertex(State& state, const PartQuestion& question) {
  if (state.vertex == question.vertex && state.decay == question.decay &&
      state.function == question.function && state.length == question.length) {
    return;
  }
  state.vertex = question.vertex;
  state.decay = question.decay;
  state.function = question.function;
  state.length = question.length;
  state.sums.clear();
}

// A list need not have details if they cost the groups much, as squares of several distances do.
bool PartedIndex::ListsHaveDetails() const { return walks() || walk_.layers() == 1; }

Status PartedIndex::AskAbout(const Asking& asking, std::vector<std::vector<VertexId>> missing,
                             bool longer, MergedSums& merged, QueryWork& work,
                             const std::stop_token& stop) const {
  std::vector<PartQuestion> questions(asking.groups.size(), asking.question);
  for (size_t g = 0; g < questions.size(); ++g) {
    questions[g].others = std::move(missing[g]);
    if (!longer) continue;
    questions[g].k = PartQuestion::kAll;
    questions[g].least = merged.NextLeast();
  }
  AKIN_TRY_ASSIGN(const std::vector<PartAnswer> answers, Ask(asking, questions, stop));
  for (size_t g = 0; g < questions.size(); ++g) {
    const std::vector<VertexId>& others = questions[g].others;
    const PartAnswer& answer = answers[g];
    work.resolved += others.size();
    AddWork(answer, work);
    if (longer) merged.AddList(g, answer.list, answer.unlisted, ListsHaveDetails());
    for (const PartSum& one : answer.sums) merged.Add(g, one);
  }
  return {};
}

Status PartedIndex::Complete(const Asking& asking, MergedSums& merged, QueryWork& work,
                             const std::stop_token& stop) const {
  for (;;) {
    std::vector<std::vector<VertexId>> missing = merged.Missing();
    const auto nothing = [](const std::vector<VertexId>& group) { return group.empty(); };
    if (std::all_of(missing.begin(), missing.end(), nothing)) return {};
    AKIN_TRY(AskAbout(asking, std::move(missing), false, merged, work, stop));
  }
}

// A limit by in-links is known here only, so it becomes a set.
Result<Answer> PartedIndex::Related(VertexId vertex, const RelatedOptions& options,
                                    const HitFilter& filter, const std::stop_token& stop) const {
  AKIN_TRY_ASSIGN(Asking asking, Begin(vertex, options));
  asking.question.filter = options.filter;
  asking.question.exclude = options.exclude;
  asking.question.first = walks() && asking.remote->closer_look_;
  if (options.min_inlinks > 0) {
    std::vector<VertexId> allowed;
    for (VertexId v = 0; v < vertices_; ++v) {
      AKIN_TRY_ASSIGN(const bool passes, filter(v));
      if (passes) allowed.push_back(v);
    }
    asking.question.filter = std::make_shared<const VertexSet>(allowed);
  }
  std::vector<PartQuestion> questions(asking.groups.size(), asking.question);
  for (PartQuestion& question : questions) {
    question.k = options.k == 0 ? PartQuestion::kAll : options.k;
    question.depth = kDepth;
  }
  AKIN_TRY_ASSIGN(const std::vector<PartAnswer> lists, Ask(asking, questions, stop));
  MergedSums merged(asking.groups.size(), options.k, asking.scoring.LeastSum(options.min_score),
                    asking.scoring);
  Answer answer;
  for (size_t g = 0; g < lists.size(); ++g) {
    merged.AddList(g, lists[g].list, lists[g].unlisted, ListsHaveDetails());
    AddWork(lists[g], answer.work);
  }
  // Whether some are missing is known only once the best have been completed: then the threshold is
  // higher.
  AKIN_TRY(Complete(asking, merged, answer.work, stop));
  if (merged.MayMissSome()) {
    AKIN_TRY(AskAbout(asking, std::vector<std::vector<VertexId>>(lists.size()), true, merged,
                      answer.work, stop));
    AKIN_TRY(Complete(asking, merged, answer.work, stop));
  }
  std::vector<SummedHit> found = merged.Found();
  answer.hits = BestOfSums(found, asking.scoring, options.k);
  if (asking.question.first) {
    State& state = StateOf(asking);
    SetVertex(state, asking.question);
    for (const Hit& hit : answer.hits) state.sums[hit.vertex] = merged.Of(hit.vertex);
  }
  return answer;
}

Result<Score> PartedIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(const std::vector<Score> scores, Sims(a, {&b, 1}, options));
  return scores.front();
}

Result<std::vector<PartSum>> PartedIndex::SumsOf(const Asking& asking,
                                                 std::span<const VertexId> others) const {
  State& state = StateOf(asking);
  SetVertex(state, asking.question);
  std::vector<VertexId> unknown;
  for (const VertexId other : others) {
    if (!state.sums.contains(other)) unknown.push_back(other);
  }
  std::sort(unknown.begin(), unknown.end());
  unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
  if (!unknown.empty()) {
    std::vector<PartQuestion> questions(asking.groups.size(), asking.question);
    for (PartQuestion& question : questions) question.others = unknown;
    AKIN_TRY_ASSIGN(const std::vector<PartAnswer> answers, Ask(asking, questions, {}));
    for (const PartAnswer& answer : answers) {
      for (const PartSum& one : answer.sums) {
        PartSum& sums = state.sums[one.vertex];
        sums.sum += one.sum;
        sums.squares += one.squares;
        sums.first += one.first;
      }
    }
  }
  std::vector<PartSum> sums;
  for (const VertexId other : others) sums.push_back(state.sums.at(other));
  return sums;
}

Result<std::vector<Score>> PartedIndex::Sims(VertexId a, std::span<const VertexId> others,
                                             const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(const Asking asking, Begin(a, options));
  AKIN_TRY_ASSIGN(const std::vector<PartSum> found, SumsOf(asking, others));
  std::vector<ScoreSum> sums;
  for (const PartSum& one : found) sums.push_back({.sum = one.sum, .squares = one.squares});
  return asking.scoring.ScoresOf(a, others, sums, walk_);
}

Result<unsigned> PartedIndex::FingerprintsUsed(VertexId vertex,
                                               const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(const Asking asking, Begin(vertex, options));
  return asking.scoring.fingerprints();
}

Result<std::vector<Contributions>> PartedIndex::LaterMeetings(VertexId a,
                                                              std::span<const VertexId> others,
                                                              const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(const Asking asking, Begin(a, options));
  AKIN_TRY_ASSIGN(const std::vector<PartSum> sums, SumsOf(asking, others));
  std::vector<Contributions> later;
  for (const PartSum& one : sums) {
    later.push_back(asking.scoring.Later({.sum = one.sum, .squares = one.squares}, one.first));
  }
  return later;
}

Result<ExplainedPart> PartedIndex::Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                           const ExplainSources& sources) const {
  return ExplainFingerprints(manifest_.parameters, a, b, options, sources);
}

Result<Index> Corpus::OpenParted(std::string_view wanted, std::shared_ptr<IndexParts> parts) const {
  const std::string name(wanted);
  AKIN_TRY(FactsOfIndex(path(), name).status());
  AKIN_TRY_ASSIGN(const IndexManifest manifest, ReadIndexManifest(IndexPath(path(), name)));
  AKIN_TRY_ASSIGN(const CorpusManifest corpus, ReadCorpusManifest(path()));
  if (manifest.graph_identity != corpus.IdentityOf(manifest.parameters.boilerplate)) {
    return Status(Code::kDamaged, "built from another graph than this corpus has; build it again")
        .At({.file = IndexPath(path(), name)});
  }
  AKIN_TRY_ASSIGN(auto opened, PartedIndex::Make(name, manifest, vertices(), std::move(parts)));
  return Index::Impl::Make(*this, InfoOf(name, manifest), std::move(opened));
}

}  // namespace akin
