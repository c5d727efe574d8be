// Also akin::Corpus::RelatedByWalking and SimByWalking.
#include "query/walked_answers.h"

#include <algorithm>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "graph/graph.h"
#include "index/index_parameters.h"
#include "query/hashing.h"
#include "query/index_impl.h"
#include "query/signing.h"
#include "query/summed_hits.h"
#include "query/walking.h"
#include "text/bags_file.h"

namespace akin {
namespace {

constexpr uint64_t kUsualMemory = uint64_t{256} << 20;
constexpr uint64_t kSumBytes = 20;       // of a query, per vertex
constexpr uint64_t kMostWaiting = 4096;  // queries whose sums wait

}  // namespace

Result<IndexParameters> FingerprintsOf(const BuildOptions& walks) {
  AKIN_TRY_ASSIGN(const IndexParameters index, ResolveParameters(walks));
  if (HasFingerprints(index.method)) return index;
  return InvalidArgument("method", "only fingerprints can be made on the spot");
}

Result<std::unique_ptr<WalkedAnswers>> WalkedAnswers::Create(const Corpus& corpus,
                                                             const BuildOptions& walks,
                                                             const RelatedOptions& options,
                                                             size_t queries,
                                                             const Control& control) {
  AKIN_TRY_ASSIGN(const IndexParameters index, FingerprintsOf(walks));
  AKIN_TRY_ASSIGN(HitFilter filter, FilterFor(corpus, options));
  AKIN_TRY_ASSIGN(const Scoring scoring, MakeScoring(options, index));
  auto made = std::unique_ptr<WalkedAnswers>(
      new WalkedAnswers(corpus, options, scoring, std::move(filter), queries, control));
  AKIN_TRY(made->OpenSource(index, walks));
  return made;
}

Status WalkedAnswers::OpenSource(const IndexParameters& index, const BuildOptions& walks) {
  const VertexId vertices = corpus_.vertices();
  const WalkParameters walk = WalksOf(index);
  const uint64_t forest = KeptForest::MemoryFor(vertices);
  if (ComparesBags(index)) {
    AKIN_TRY_ASSIGN(bags_, corpus_.OpenBags(walks.bags));
    ShareMemory({.fixed = SignMeetings::MemoryFor(vertices, 0),
                 .thread = SignMeetings::MemoryFor(vertices, 1),
                 .fingerprint = forest,
                 .step = kBlockSamples});
    source_ =
        std::make_unique<SignMeetings>(bags_->file(), walk.seed, scoring_, kept_ > 0, control_);
    return {};
  }
  AKIN_TRY_ASSIGN(const Adjacency in, corpus_.InLinks(index.boilerplate));
  if (index.method == Method::kClasses) {
    const unsigned width = HashMeetings::WidthWithin(vertices, Quarter() / 2);
    ShareMemory({.fixed = HashMeetings::MemoryToSweep(vertices, width),
                 .thread = HashMeetings::MemoryPerThread(vertices),
                 .fingerprint = forest * walk.length});
    source_ =
        std::make_unique<HashMeetings>(in, walk, scoring_, threads_, width, kept_ > 0, control_);
    return {};
  }
  AKIN_TRY_ASSIGN(const Adjacency out, corpus_.OutLinks(index.boilerplate));
  ShareMemory({.thread = ForestBuilder::MemoryFor(vertices), .fingerprint = forest});
  source_ = std::make_unique<WalkMeetings>(in, out, walk, scoring_, threads_, kept_ > 0, control_);
  return {};
}

uint64_t WalkedAnswers::Quarter() const {
  return (control_.memory == 0 ? kUsualMemory : control_.memory) / 4;
}

void WalkedAnswers::ShareMemory(const Needs& needs) {
  if (queries_ < 2) return;
  threads_ = static_cast<unsigned>(std::min<size_t>(ThreadsOrAll(control_.threads), queries_));
  const uint64_t quarter = Quarter();
  const uint64_t vertices = std::max<VertexId>(corpus_.vertices(), 1);
  const uint64_t fit_threads = quarter / std::max<uint64_t>(needs.thread, 1);
  threads_ = static_cast<unsigned>(std::clamp<uint64_t>(fit_threads, 1, threads_));
  if (needs.thread > quarter || needs.fixed > quarter) return;
  const unsigned all = scoring_.fingerprints();
  const uint64_t fit = (quarter - needs.fixed) / std::max<uint64_t>(needs.fingerprint, 1);
  kept_ = fit >= all ? all : static_cast<unsigned>(fit / needs.step * needs.step);
  if (kept_ > 0 && kept_ < all) {
    at_once_ = std::clamp<uint64_t>(quarter / (kSumBytes * vertices), threads_, kMostWaiting);
  }
}

Result<Answer> WalkedAnswers::AnswerFrom(const Candidates& candidates,
                                         const QueryWork& work) const {
  Answer answer{.work = work};
  answer.work.candidates = candidates.size();
  std::vector<SummedHit> found;
  const uint64_t least = scoring_.LeastSum(options_.min_score);
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& candidate = candidates[i];
    if (candidate.sums.sum < least) continue;
    if (filter_) {
      AKIN_TRY_ASSIGN(const bool allowed, filter_(candidate.vertex));
      if (!allowed) continue;
    }
    found.push_back({.vertex = candidate.vertex, .sums = candidate.sums});
  }
  answer.hits = BestOfSums(found, scoring_, options_.k);
  return answer;
}

Status WalkedAnswers::AnswerAll(std::span<const VertexId> vertices, ThreadPool& pool,
                                std::span<Result<Answer>> answers,
                                const std::function<void()>& answered) {
  const unsigned all = scoring_.fingerprints();
  const unsigned step = kept_ == 0 ? all : kept_;
  const bool at_once = step == all;  // so that one table serves many queries
  tables_.resize(at_once ? pool.size() : vertices.size());
  std::vector<QueryWork> works(vertices.size());
  for (size_t i = 0; i < vertices.size(); ++i) {
    if (Status status = CheckVertex(corpus_, vertices[i]); !status.ok()) answers[i] = status;
  }
  for (unsigned begin = 0; begin < all; begin += step) {
    const FingerprintRange range{.begin = begin, .end = std::min(all, begin + step)};
    AKIN_TRY(source_->Prepare(range, pool, works.front()));
    const auto ask = [&](size_t i, unsigned worker) -> Status {
      Candidates& table = tables_[at_once ? worker : i];
      if (begin == 0) AKIN_TRY(table.Reset(corpus_.vertices()));
      AKIN_TRY(source_->Add(vertices[i], worker, table, works[i]));
      if (range.end < all) return {};
      answers[i] = AnswerFrom(table, works[i]);
      table.CountResident();
      return {};
    };
    AKIN_TRY(pool.Run(vertices.size(), control_.stop, [&](uint64_t i, unsigned worker) -> Status {
      if (answers[i].ok()) {
        Status status = ask(i, worker);
        if (status.code() == Code::kCancelled) return status;
        if (!status.ok()) answers[i] = std::move(status);
      }
      if (range.end == all) answered();
      return {};
    }));
  }
  if (bags_) AKIN_TRY(bags_->file().container().Intact());
  return corpus_.Intact();
}

Result<Answer> Corpus::RelatedByWalking(VertexId vertex, const BuildOptions& walks,
                                        const RelatedOptions& options,
                                        const Control& control) const {
  AKIN_TRY(CheckVertex(*this, vertex));
  AKIN_TRY_ASSIGN(const auto one, WalkedAnswers::Create(*this, walks, options, 1, control));
  ThreadPool pool(1);
  std::vector<Result<Answer>> answers(1, Answer());
  AKIN_TRY(one->AnswerAll({&vertex, 1}, pool, answers, [] {}));
  return std::move(answers.front());
}

Result<Score> Corpus::SimByWalking(VertexId a, VertexId b, const BuildOptions& walks,
                                   const RelatedOptions& options) const {
  AKIN_TRY(CheckVertex(*this, a));
  AKIN_TRY(CheckVertex(*this, b));
  AKIN_TRY_ASSIGN(const IndexParameters index, FingerprintsOf(walks));
  AKIN_TRY_ASSIGN(const Scoring scoring, MakeScoring(options, index));
  const WalkParameters walk = WalksOf(index);
  if (a == b) return scoring.OfItself(walk);
  if (ComparesBags(index)) {
    AKIN_TRY_ASSIGN(const Bags bags, OpenBags(walks.bags));
    AKIN_TRY_ASSIGN(const ScoreSum sums, SignPair(bags.file(), walk.seed, scoring, a, b));
    AKIN_TRY(bags.file().container().Intact());
    return scoring.From(sums);
  }
  AKIN_TRY_ASSIGN(const Adjacency in, InLinks(index.boilerplate));
  const ScoreSum sums = index.method == Method::kClasses ? HashPair(in, walk, scoring, a, b)
                                                         : WalkPair(in, walk, scoring, a, b);
  AKIN_TRY(Intact());
  return scoring.From(sums);
}

}  // namespace akin
