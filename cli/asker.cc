#include "asker.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/progress.h"
#include "base/threads.h"
#include "base/try.h"
#include "flags.h"
#include "query/ranking.h"

namespace akin::cli {
namespace {

// A corpus without an index answers by pushing at once if it has no more arcs than this.
constexpr uint64_t kArcsAtOnce = 1'000'000;
constexpr size_t kJoinBatch = 256;  // rows answered side by side before they are handed on

Result<unsigned> KrylovNamed(const std::string& text) {
  if (text == "auto") return kAutoKrylov;
  unsigned steps = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), steps);
  if (error != std::errc() || end != text.data() + text.size() || steps < 1) {
    return Status(Code::kInvalidArgument,
                  fmt::format("--krylov {}: steps of a Krylov space, 1 or more, or auto", text));
  }
  return steps;
}

Result<ExactOptions> ExactOptionsOf(const Corpus& corpus, const AskFlags& flags,
                                    const Control& control) {
  ExactOptions exact = flags.exact_options;
  AKIN_TRY_ASSIGN(exact.measure, ExactMeasureNamed(flags.exact));
  AKIN_TRY_ASSIGN(exact.side, ExactSideNamed(flags.side));
  exact.bags = flags.bags;
  const ExactMeasureFacts& facts = FactsOf(exact.measure);
  if (facts.iterations == 0 && (flags.iterations != 0 || flags.related.decay != 0)) {
    return Status(Code::kInvalidArgument,
                  fmt::format("{} has no rounds and no decay: leave --iterations and --decay out",
                              facts.name));
  }
  exact.iterations = flags.iterations == 0 ? facts.iterations : flags.iterations;
  if (flags.related.decay != 0) exact.decay = flags.related.decay;
  if (!flags.krylov.empty()) {
    AKIN_TRY_ASSIGN(exact.krylov, KrylovNamed(flags.krylov));
  }
  if (flags.radius) {
    if (*flags.radius < 1) {
      return Status(
          Code::kInvalidArgument,
          fmt::format("--radius {}: links apart that a pair may be, 1 or more", *flags.radius));
    }
    exact.radius = static_cast<unsigned>(*flags.radius);
  }
  if (!flags.prior.empty()) {
    AKIN_TRY_ASSIGN(exact.priors, ReadPriors(corpus, flags.prior, control));
  }
  return exact;
}

// "NAME=WEIGHT,NAME=WEIGHT"; one name alone is a mixture if it is fused by rank.
bool IsMixture(const AskFlags& flags) {
  return flags.index.find_first_of(",=") != std::string::npos ||
         (!flags.index.empty() && flags.fusion != FusionName(Fusion::kWeighted));
}

}  // namespace

std::string ExactMeasuresHelp() {
  std::string text = "Exact measures (n vertices with links, m links, k rounds, V vertices):\n";
  for (const ExactMeasureFacts& facts : ExactMeasures()) {
    text += fmt::format("  {:<18} {}\n{:21}by {}; {}\n", facts.name, facts.meaning, "",
                        facts.direction, facts.cost);
  }
  return text;
}

void AskFlags::AddTo(CLI::App& verb) {
  CLI::Option* index_flag = AddFlag(verb, "--index", index);
  AddFlag(verb, "--fusion", fusion)->needs(index_flag);
  CLI::Option* no_index_flag = AddSwitch(verb, "--no-index", no_index);
  CLI::Option* exact_flag = AddFlag(verb, "--exact", exact);
  exact_flag->excludes(index_flag)->excludes(no_index_flag);
  AddFlag(verb, "--iterations", iterations)
      ->needs(exact_flag)
      ->default_str("10, or 4 for xjaccard");
  AddExactFlags(verb, exact_flag);
  AddFlag(verb, "--measure", measure)->needs(no_index_flag);
  AddFlag(verb, "--bags", bags);
  // 0 stands for what the index was built with.
  AddFlag(verb, "--decay", related.decay)->default_str("the index's, or 0.6");
  AddFlag(verb, "--fingerprints", related.fingerprints)->default_str("all, or 100; 80 of text");
  AddFlag(verb, "--length", related.length)
      ->excludes(exact_flag)
      ->default_str("the index's, or 10; 4 for xjaccard");
  AddFlag(verb, "--seed", seed)->needs(no_index_flag);
}

void AskFlags::AddExactFlags(CLI::App& verb, CLI::Option* exact_flag) {
  AddFlag(verb, "--epsilon", exact_options.epsilon)
      ->needs(exact_flag)
      ->excludes(verb.get_option("--iterations"));
  AddFlag(verb, "--krylov", krylov)->needs(exact_flag);
  AddFlag(verb, "--side", side)->needs(exact_flag);
  AddFlag(verb, "--decay-out", exact_options.decay_out)
      ->needs(exact_flag)
      ->default_str("as --decay");
  AddFlag(verb, "--lambda", exact_options.lambda)->needs(exact_flag)->default_str("0.5");
  AddFlag(verb, "--radius", radius)->needs(exact_flag);
  AddFlag(verb, "--popularity", exact_options.popularity)->needs(exact_flag);
  AddFlag(verb, "--prior", prior)->needs(exact_flag);
}

Result<Asker> Asker::Create(const Corpus& corpus, const AskFlags& flags, const Session& session,
                            const Control& control) {
  Asker asker(corpus, flags, control);
  if (!flags.exact.empty()) {
    AKIN_TRY_ASSIGN(asker.exact_, ExactOptionsOf(corpus, flags, control));
    return asker;
  }
  if (!flags.bags.empty() && !flags.no_index) {
    return Status(Code::kInvalidArgument,
                  "--bags goes with --exact text or with --no-index --measure text; an index knows "
                  "its bags");
  }
  if (IsMixture(flags)) {
    AKIN_TRY(asker.MixIndexes());
    return asker;
  }
  if (!flags.no_index) {
    AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus.Indexes());
    if (flags.index.empty() && infos.empty() && corpus.arcs() <= kArcsAtOnce) {
      const BuildOptions usual;
      const double decay = flags.related.decay == 0 ? usual.decay : flags.related.decay;
      AKIN_TRY_ASSIGN(asker.index_, corpus.SolveIndex(decay, usual.epsilon, control));
      session.Note(
          fmt::format("no index yet: SimRank within {} solved on the spot; akin build {} "
                      "--method push keeps it",
                      usual.epsilon, corpus.path()));
    } else {
      AKIN_TRY_ASSIGN(asker.index_, corpus.OpenIndex(flags.index));
    }
    return asker;
  }
  AKIN_TRY(asker.RepeatWalks());
  return asker;
}

Status Asker::MixIndexes() {
  if (flags_.no_index) {
    return {Code::kInvalidArgument, "--no-index goes without a mixture: name one index to repeat"};
  }
  AKIN_TRY_ASSIGN(const Fusion fusion, FusionNamed(flags_.fusion));
  AKIN_TRY_ASSIGN(const std::vector<MixturePart> parts, ParseMixture(flags_.index));
  AKIN_TRY_ASSIGN(mixture_, Mixture::Open(corpus_, parts, fusion));
  return {};
}

// Walks on the spot, those of an index if one is named.
Status Asker::RepeatWalks() {
  BuildOptions walks{.seed = flags_.seed};
  if (!flags_.measure.empty()) {
    AKIN_TRY_ASSIGN(walks.measure, MeasureNamed(flags_.measure));
  }
  walks.length = flags_.related.length == 0 ? DefaultLength(walks.measure) : flags_.related.length;
  walks.fingerprints = DefaultFingerprints(walks.measure);
  walks.bags = flags_.bags;
  if (flags_.related.fingerprints > 0) walks.fingerprints = flags_.related.fingerprints;
  if (!flags_.index.empty()) {  // the walks of that index, without reading it
    AKIN_TRY_ASSIGN(const Index index, corpus_.OpenIndex(flags_.index));
    const IndexInfo& info = index.info();
    if (info.method != Method::kFingerprints) {
      return Status(Code::kInvalidArgument,
                    fmt::format("index {} has no walks to repeat: it answers by {}; say "
                                "--measure, --length, --seed instead of --index",
                                info.name, info.method == Method::kNorms ? "norms" : "pushing"));
    }
    if (info.only != 0) {
      return Status(
          Code::kInvalidArgument,
          fmt::format("index {} is about {} vertices alone, and --no-index answers for all; "
                      "say --measure, --length, --seed instead of --index",
                      info.name, info.only));
    }
    walks = {.measure = info.measure,
             .decay = info.decay,
             .length = info.length,
             .fingerprints = info.fingerprints,
             .seed = info.seed,
             .bags = info.bags};
  }
  walks_ = walks;
  return {};
}

Result<Answer> Asker::Related(VertexId vertex) const {
  return RelatedBy(vertex, flags_.related, control_);
}

Result<Answer> Asker::RelatedBy(VertexId vertex, const RelatedOptions& options,
                                const Control& control) const {
  if (exact_) return ExactRelated(corpus_, vertex, *exact_, options, control);
  if (walks_) return corpus_.RelatedByWalking(vertex, *walks_, options, control);
  if (mixture_) return mixture_->Related(vertex, options);
  return index_->Related(vertex, options);
}

Result<Score> Asker::Sim(VertexId a, VertexId b) const {
  if (exact_) return ExactSim(corpus_, a, b, *exact_, control_);
  if (walks_) return corpus_.SimByWalking(a, b, *walks_, flags_.related);
  if (mixture_) return mixture_->Sim(a, b, flags_.related);
  return index_->Sim(a, b, flags_.related);
}

Status Asker::Join(std::span<const VertexId> left, std::span<const VertexId> right,
                   const JoinSink& sink) const {
  if (exact_) return ExactJoin(corpus_, left, right, *exact_, flags_.related, sink, control_);
  std::vector<bool> wanted(corpus_.vertices());
  for (const VertexId v : right) wanted[v] = true;
  const bool all = right.size() == corpus_.vertices();
  RelatedOptions options = flags_.related;
  if (!all) options.k = 0;  // the best among `right` need not be among the best of all
  const Control quiet{.threads = 1, .memory = control_.memory, .stop = control_.stop};
  ThreadPool pool(ThreadsOrAll(control_.threads));
  ProgressMeter progress(control_, "joining", "rows", left.size());
  for (size_t first = 0; first < left.size(); first += kJoinBatch) {
    const size_t count = std::min(kJoinBatch, left.size() - first);
    std::vector<std::vector<Hit>> hits(count);
    AKIN_TRY(pool.Run(count, control_.stop, [&](uint64_t i, unsigned) -> Status {
      const VertexId u = left[first + i];
      AKIN_TRY_ASSIGN(Answer answer, RelatedBy(u, options, quiet));
      std::erase_if(answer.hits, [&](const Hit& hit) { return !wanted[hit.vertex]; });
      KeepBest(answer.hits, flags_.related.k);
      hits[i] = std::move(answer.hits);
      return {};
    }));
    for (size_t i = 0; i < count; ++i) AKIN_TRY(sink(left[first + i], hits[i]));
    progress.Advance(count);
  }
  return {};
}

}  // namespace akin::cli
