// akin::Asker: Create decides once who answers (an index, a mixture, walks or an exact measure);
// every question is then passed on to it.
//
// A join that is not exact asks for the related vertices of each row and keeps those wanted. So it
// costs one query per row, whatever the columns.
#include "akin/ask.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "ask/on_the_spot.h"
#include "base/progress.h"
#include "base/threads.h"
#include "query/ranking.h"
#include "query/walked_answers.h"

namespace akin {
namespace {

// Rows answered in parallel before they are passed on. An index takes a second for the larger
// number, walks without an index for the smaller one.
constexpr size_t kMostAtOnce = 256;
constexpr size_t kMostOfIndex = 4096;
constexpr size_t kNeighbours = 16;  // queries about close vertices that one thread answers
// Of exact answers that are kept because they are asked for again; at most an eighth of the memory.
constexpr uint64_t kKeptBytes = uint64_t{64} << 20;

// How many of these: as many as fit into a quarter of the memory if each has as many hits as
// possible, but one for each thread at least. `k` = 0: all vertices.
size_t RowsAtOnce(VertexId vertices, unsigned k, size_t threads, size_t most,
                  const Control& control) {
  const uint64_t hits = k == 0 ? vertices : std::min<uint64_t>(k, vertices);
  const uint64_t row = sizeof(Answer) + hits * sizeof(Hit);
  const size_t few = std::min(most, kMostAtOnce);
  return std::clamp<uint64_t>(control.memory / 4 / row, std::min(threads, few), most);
}

// The places of these vertices in the order of their numbers. Vertices with close numbers are often
// close in the graph (names of one site, for instance), so that a query finds in the processor's
// cache what the one before it has read.
std::vector<size_t> OrderOf(std::span<const VertexId> vertices) {
  std::vector<size_t> order(vertices.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return vertices[a] < vertices[b]; });
  return order;
}

// For one of several queries in parallel: they share the threads, and report progress together.
Control ControlOfOneQuery(const Control& control) {
  return {.threads = 1, .memory = control.memory, .stop = control.stop};
}

// For work that reports its progress while something else does: one report at a time, as promised.
Control WithReportsInTurn(const Control& control) {
  if (!control.progress) return control;
  Control in_turn = control;
  in_turn.progress = [report = control.progress,
                      mutex = std::make_shared<std::mutex>()](const Progress& progress) {
    const std::lock_guard lock(*mutex);
    report(progress);
  };
  return in_turn;
}

// An exact measure has its own options; those of an index would have no effect.
Status CheckForExact(const RelatedOptions& options, const ExactOptions& exact) {
  if (options.fingerprints || options.length) {
    return InvalidArgument(options.fingerprints ? "fingerprints" : "length",
                           fmt::format("exact {} has no fingerprints, so it takes neither a number "
                                       "of them nor a length",
                                       MeasureName(exact.measure)));
  }
  if (options.decay && options.decay != exact.decay) {
    return InvalidArgument("decay", "the decay of an exact measure is one of its own options");
  }
  if (options.function && options.function != exact.function) {
    return InvalidArgument("function",
                           "the function of an exact measure is one of its own options");
  }
  return {};
}

bool IsMixture(const std::string& index, Fusion fusion) {
  return !index.empty() && (fusion != Fusion::kWeighted || NamesMixture(index));
}

// What answers without an index.
std::string FingerprintsName(Measure measure) {
  const Way* const index = FactsOf(measure).index();
  const bool classes = index != nullptr && index->method == Method::kClasses;
  const std::string_view what = !classes                    ? "walks"
                                : measure == Measure::kText ? "signatures"
                                                            : "min-hashes";
  return fmt::format("{} of {}", what, MeasureName(measure));
}

// What the name of a mixture says of the way in which it is fused.
std::string FusionNote(Fusion fusion) {
  return fusion == Fusion::kWeighted ? "" : fmt::format(" by {}", FusionName(fusion));
}

}  // namespace

struct Asker::Impl {
  Corpus corpus;
  std::optional<ExactOptions> exact = {};  // one of these
  std::optional<BuildOptions> walks = {};
  std::optional<Mixture> mixture = {};
  std::optional<Index> index = {};
  std::string how_solved = {};  // empty: there is an index, or the caller said what answers
  std::optional<Recipe> recipe = {};
  std::string name = {};

  // Leaves everything as it is if that is too much work in every way.
  Status SolveOnTheSpot(const AskOptions& options, const Control& control);
  Status ExactEach(std::span<const VertexId> vertices, const RelatedOptions& options,
                   const AnswerSink& sink, const Control& control) const;
  // Answers each of many queries, from any thread.
  using Each = std::function<Result<Answer>(VertexId)>;
  Result<Each> EachOf(const Asker& asker, uint64_t queries, const RelatedOptions& options,
                      const Control& control) const;
  Status JoinRows(const Asker& asker, std::span<const VertexId> left,
                  std::span<const VertexId> right, const RelatedOptions& options,
                  const JoinSink& sink, const Control& control) const;
};

Result<Asker> Asker::Create(const Corpus& corpus, const AskOptions& options,
                            const Control& control) {
  Impl asker{.corpus = corpus, .exact = options.exact, .walks = options.walks};
  if (asker.exact || asker.walks) {
    asker.name = asker.exact ? fmt::format("exact {}", MeasureName(asker.exact->measure))
                             : FingerprintsName(asker.walks->measure);
    return Asker(std::make_shared<Impl>(std::move(asker)));
  }
  asker.name = options.index;
  Fusion fusion = options.fusion;
  if (options.index.empty()) {
    AKIN_TRY_ASSIGN(asker.recipe, ReadRecipe(corpus.path()));
    if (asker.recipe) {
      asker.name = asker.recipe->index;
      fusion = asker.recipe->fusion;
    }
  }
  if (IsMixture(asker.name, fusion)) {
    AKIN_TRY_ASSIGN(const std::vector<MixturePart> parts, ParseMixture(asker.name));
    AKIN_TRY_ASSIGN(asker.mixture, Mixture::Open(corpus, parts, fusion));
    asker.name += FusionNote(fusion);
    return Asker(std::make_shared<Impl>(std::move(asker)));
  }
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus.Indexes());
  // Whoever has begun to build an index wants to know that it is not finished.
  if (asker.name.empty() && infos.empty()) AKIN_TRY(asker.SolveOnTheSpot(options, control));
  if (!asker.index && !asker.walks) {
    AKIN_TRY_ASSIGN(asker.index, corpus.OpenIndex(asker.name));
    asker.name = asker.index->info().name;
  }
  return Asker(std::make_shared<Impl>(std::move(asker)));
}

Status Asker::Impl::SolveOnTheSpot(const AskOptions& options, const Control& control) {
  AKIN_TRY_ASSIGN(const IndexParameters resolved,
                  ResolveParameters({.method = Method::kPush, .decay = options.decay}));
  const auto& parameters = std::get<PushParameters>(resolved.of);
  SpotWay way = SpotWay::kWalks;
  if (!CountsExponentially({.function = options.function})) {
    how_solved = "by walks, because push and rounds do not know when walks meet";
  } else {
    AKIN_TRY_ASSIGN(const SpotWork work, EstimateSpotWork(corpus, parameters, control));
    how_solved = DescribeSpotWork(work);
    way = ChooseSpotWay(work);
  }
  if (way == SpotWay::kWalks && corpus.vertices() > kMostToWalkFrom) {
    how_solved.clear();
    return {};
  }
  if (way == SpotWay::kWalks) {
    walks = BuildOptions{.decay = parameters.decay};
    name = "walks of simrank";
    return {};
  }
  const bool push = way == SpotWay::kPush;
  AKIN_TRY_ASSIGN(index, push ? corpus.SolveIndex(parameters, control)
                              : SolveByRounds(corpus, parameters, control));
  name = fmt::format("simrank solved on the spot by {}", push ? "push" : "rounds");
  return {};
}

Result<Asker> Asker::Of(std::span<const Index> opened, const std::string& index, Fusion fusion) {
  if (!IsMixture(index, fusion)) {
    AKIN_TRY_ASSIGN(const Index named, IndexNamed(opened, index));
    return Asker(std::make_shared<Impl>(
        Impl{.corpus = named.corpus(), .index = named, .name = named.info().name}));
  }
  AKIN_TRY_ASSIGN(const std::vector<MixturePart> parts, ParseMixture(index));
  AKIN_TRY_ASSIGN(Mixture mixture, Mixture::Of(opened, parts, fusion));
  return Asker(std::make_shared<Impl>(Impl{.corpus = opened.front().corpus(),
                                           .mixture = std::move(mixture),
                                           .name = index + FusionNote(fusion)}));
}

bool Asker::solved_on_the_spot() const { return !impl_->how_solved.empty(); }
const std::string& Asker::how_solved() const { return impl_->how_solved; }
const std::string& Asker::name() const { return impl_->name; }
const std::optional<Recipe>& Asker::recipe() const { return impl_->recipe; }

Result<Answer> Asker::Related(VertexId vertex, const RelatedOptions& options,
                              const Control& control) const {
  if (impl_->exact) {
    AKIN_TRY(CheckForExact(options, *impl_->exact));
    return ExactRelated(impl_->corpus, vertex, *impl_->exact, options, control);
  }
  if (impl_->walks) return impl_->corpus.RelatedByWalking(vertex, *impl_->walks, options, control);
  if (impl_->mixture) return impl_->mixture->Related(vertex, options, control);
  return impl_->index->Related(vertex, options, control);
}

Result<Answer> Asker::RelatedToWords(const TextWords& words, const RelatedOptions& options,
                                     const Control& control) const {
  if (impl_->mixture) return impl_->mixture->RelatedToWords(words, options, control);
  if (impl_->index) return impl_->index->RelatedToWords(words, options, control);
  const Measure measure = impl_->exact ? impl_->exact->measure : impl_->walks->measure;
  const std::string& bags = impl_->exact ? impl_->exact->bags : impl_->walks->bags;
  if (measure != Measure::kText) {
    return InvalidArgument("measure", fmt::format("{} compares links, and a text has none; take "
                                                  "the measure text",
                                                  MeasureName(measure)));
  }
  return impl_->corpus.RelatedToWords(words, bags, options, control);
}

Result<Score> Asker::Sim(VertexId a, VertexId b, const RelatedOptions& options,
                         const Control& control) const {
  if (impl_->exact) {
    AKIN_TRY(CheckForExact(options, *impl_->exact));
    return ExactSim(impl_->corpus, a, b, *impl_->exact, control);
  }
  if (impl_->walks) return impl_->corpus.SimByWalking(a, b, *impl_->walks, options);
  if (impl_->mixture) return impl_->mixture->Sim(a, b, options);
  return impl_->index->Sim(a, b, options);
}

Result<Explanation> Asker::Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                   const Control& control) const {
  if (impl_->mixture) return impl_->mixture->Explain(a, b, options, control);
  auto part = impl_->exact   ? ExactExplain(impl_->corpus, a, b, *impl_->exact, options, control)
              : impl_->walks ? impl_->corpus.ExplainByWalking(a, b, *impl_->walks, options, control)
                             : impl_->index->Explain(a, b, options, control);
  if (!part.ok()) return part.status();
  if (part->index.empty()) part->index = impl_->name;
  Explanation why{.a = a, .b = b, .score = part->score};
  why.parts.push_back(*std::move(part));
  return why;
}

namespace {

// Questions that one join answers. In a join no vertex occurs twice, so each is joined where it is
// first asked for, and its answer is kept for as long as it is asked for again. Where too many
// would be kept, a question for one that is not kept begins another run.
struct ExactRun {
  std::vector<VertexId> once;                  // in the order of their first questions
  std::unordered_map<VertexId, size_t> again;  // those kept, and how often they are asked for again
  size_t end = 0;
  size_t most_kept = 0;  // at the same time
};

// The questions from `first` on. `left` says how often each vertex is asked for from there.
ExactRun PlanRun(std::span<const VertexId> vertices, size_t first, size_t room,
                 std::unordered_map<VertexId, size_t>& left) {
  ExactRun run;
  std::unordered_set<VertexId> joined;
  size_t kept = 0;
  for (run.end = first; run.end < vertices.size(); ++run.end) {
    const VertexId v = vertices[run.end];
    const bool last = left[v] == 1;
    if (joined.insert(v).second) {
      run.once.push_back(v);
      if (!last && kept < room) {
        run.again[v] = 0;
        run.most_kept = std::max(run.most_kept, ++kept);
      }
    } else {
      const auto again = run.again.find(v);
      if (again == run.again.end()) break;
      ++again->second;
      if (last) --kept;
    }
    --left[v];
  }
  return run;
}

}  // namespace

Status Asker::Impl::ExactEach(std::span<const VertexId> vertices, const RelatedOptions& options,
                              const AnswerSink& sink, const Control& control) const {
  AKIN_TRY(CheckForExact(options, *exact));
  const uint64_t hits_at_most =
      options.k == 0 ? corpus.vertices() : std::min<uint64_t>(options.k, corpus.vertices());
  const uint64_t answer_bytes = sizeof(Hit) * std::max<uint64_t>(hits_at_most, 1);
  const uint64_t room = std::min(kKeptBytes, control.memory / 8) / answer_bytes;
  std::unordered_map<VertexId, size_t> left;
  for (const VertexId v : vertices) ++left[v];
  for (size_t next = 0; next < vertices.size();) {
    ExactRun run = PlanRun(vertices, next, room, left);
    std::unordered_map<VertexId, std::vector<Hit>> kept;
    const auto repeat = [&]() -> Status {  // answers those that have been asked for before
      for (; next < run.end; ++next) {
        const auto answer = kept.find(vertices[next]);
        if (answer == kept.end()) return {};
        AKIN_TRY(sink(next, Answer{.hits = answer->second}));
        if (--run.again[vertices[next]] == 0) kept.erase(answer);
      }
      return {};
    };
    Control rest = control;
    rest.memory -= run.most_kept * answer_bytes;
    AKIN_TRY(ExactJoin(
        corpus, run.once, corpus.AllVertices(), *exact, options,
        [&](VertexId v, const std::vector<Hit>& hits) -> Status {
          AKIN_TRY(sink(next++, Answer{.hits = hits}));
          const auto again = run.again.find(v);
          if (again != run.again.end() && again->second > 0) kept.emplace(v, hits);
          return repeat();
        },
        rest));
  }
  return {};
}

Result<Asker::Impl::Each> Asker::Impl::EachOf(const Asker& asker, uint64_t queries,
                                              const RelatedOptions& options,
                                              const Control& control) const {
  const Control quiet = ControlOfOneQuery(control);
  if (!walks) return Each([=](VertexId v) { return asker.Related(v, options, quiet); });
  Control together = control;
  together.memory -= control.memory / 4;  // answers may wait in a quarter of it
  AKIN_TRY_ASSIGN(std::shared_ptr<WalkedAnswers> walked,
                  WalkedAnswers::Create(corpus, *walks, options, queries, together));
  return Each([=](VertexId v) { return walked->Related(v, quiet); });
}

Status Asker::RelatedEach(std::span<const VertexId> vertices, const RelatedOptions& options,
                          const AnswerSink& sink, const Control& given) const {
  if (impl_->exact) return impl_->ExactEach(vertices, options, sink, given);
  const Control control = WithReportsInTurn(given);
  AKIN_TRY_ASSIGN(const Impl::Each answer, impl_->EachOf(*this, vertices.size(), options, control));
  ThreadPool pool(ThreadsOrAll(control.threads));
  ProgressMeter progress(control, "asking", "queries", vertices.size());
  const size_t batch = RowsAtOnce(impl_->corpus.vertices(), options.k, pool.size(),
                                  impl_->walks ? kMostAtOnce : kMostOfIndex, control);
  for (size_t first = 0; first < vertices.size(); first += batch) {
    const size_t count = std::min(batch, vertices.size() - first);
    const std::vector<size_t> order = OrderOf(vertices.subspan(first, count));
    std::vector<Result<Answer>> answers(count, Answer());
    // Neighbours are answered by one thread, but a thread should not wait long for the last ones.
    const size_t piece = std::clamp<size_t>(count / pool.size() / 16, 1, kNeighbours);
    const size_t pieces = (count + piece - 1) / piece;
    AKIN_TRY(pool.Run(pieces, control.stop, [&](uint64_t number, unsigned) -> Status {
      for (size_t n = number * piece; n < std::min(count, (number + 1) * piece); ++n) {
        const size_t i = order[n];
        answers[i] = answer(vertices[first + i]);
        progress.Advance(1);
        if (answers[i].status().code() == Code::kCancelled) return answers[i].status();
      }
      return {};
    }));
    for (size_t i = 0; i < count; ++i) AKIN_TRY(sink(first + i, std::move(answers[i])));
  }
  return {};
}

Result<std::vector<Answer>> Asker::RelatedMany(std::span<const VertexId> vertices,
                                               const RelatedOptions& options,
                                               const Control& control) const {
  std::vector<Answer> answers(vertices.size());
  AKIN_TRY(RelatedEach(
      vertices, options,
      [&](size_t i, Result<Answer> answer) -> Status {
        AKIN_TRY_ASSIGN(answers[i], std::move(answer));
        return {};
      },
      control));
  return answers;
}

Status Asker::Impl::JoinRows(const Asker& asker, std::span<const VertexId> left,
                             std::span<const VertexId> right, const RelatedOptions& options,
                             const JoinSink& sink, const Control& given) const {
  if (exact) {
    AKIN_TRY(CheckForExact(options, *exact));
    return ExactJoin(corpus, left, right, *exact, options, sink, given);
  }
  std::vector<bool> wanted(corpus.vertices());
  for (const VertexId v : right) wanted[v] = true;
  RelatedOptions every = options;
  // The best among `right` need not be among the best of all.
  if (right.size() < corpus.vertices()) every.k = 0;
  const Control control = WithReportsInTurn(given);
  AKIN_TRY_ASSIGN(const Each answer, EachOf(asker, left.size(), every, control));
  ThreadPool pool(ThreadsOrAll(control.threads));
  ProgressMeter progress(control, "joining", "rows", left.size());
  const size_t batch = RowsAtOnce(corpus.vertices(), every.k, pool.size(), kMostAtOnce, control);
  for (size_t first = 0; first < left.size(); first += batch) {
    const size_t count = std::min(batch, left.size() - first);
    std::vector<std::vector<Hit>> hits(count);
    AKIN_TRY(pool.Run(count, control.stop, [&](uint64_t i, unsigned) -> Status {
      AKIN_TRY_ASSIGN(Answer row, answer(left[first + i]));
      std::erase_if(row.hits, [&](const Hit& hit) { return !wanted[hit.vertex]; });
      if (options.k != 0 && options.k < row.hits.size()) row.hits.resize(options.k);
      hits[i] = std::move(row.hits);
      return {};
    }));
    for (size_t i = 0; i < count; ++i) AKIN_TRY(sink(left[first + i], hits[i]));
    progress.Advance(count);
  }
  return {};
}

Status Asker::Join(std::span<const VertexId> left, std::span<const VertexId> right,
                   const RelatedOptions& options, const JoinSink& sink,
                   const Control& control) const {
  std::vector<VertexId> passing;
  std::copy_if(left.begin(), left.end(), std::back_inserter(passing),
               [&](VertexId v) { return Passes(options, v); });
  size_t next = 0;  // of `left`
  const auto skip_to = [&](VertexId v) -> Status {
    while (next < left.size() && left[next] != v) AKIN_TRY(sink(left[next++], {}));
    return {};
  };
  AKIN_TRY(impl_->JoinRows(
      *this, passing, right, options,
      [&](VertexId v, const std::vector<Hit>& hits) -> Status {
        AKIN_TRY(skip_to(v));
        ++next;
        return sink(v, hits);
      },
      control));
  return skip_to(kNoVertex);
}

}  // namespace akin
