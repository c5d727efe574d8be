#include "ask_flags.h"

#include <fmt/format.h>

#include <charconv>

#include "base/try.h"
#include "flags.h"

namespace akin::cli {
namespace {

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
  const auto unless_0 = [](auto value) { return value == 0 ? std::nullopt : std::optional(value); };
  AKIN_TRY_ASSIGN(const ExactOptions usual, ExactOptionsFor(flags.exact, unless_0(flags.iterations),
                                                            unless_0(flags.related.decay)));
  exact.measure = usual.measure;
  exact.iterations = usual.iterations;
  exact.decay = usual.decay;
  AKIN_TRY_ASSIGN(exact.side, ExactSideNamed(flags.side));
  exact.bags = flags.bags;
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

// Walks on the spot, those of an index if one is named.
Result<BuildOptions> WalksOf(const Corpus& corpus, const AskFlags& flags) {
  BuildOptions walks{.seed = flags.seed};
  if (!flags.measure.empty()) {
    AKIN_TRY_ASSIGN(walks.measure, MeasureNamed(flags.measure));
  }
  walks.length = flags.related.length == 0 ? DefaultLength(walks.measure) : flags.related.length;
  walks.fingerprints = DefaultFingerprints(walks.measure);
  walks.bags = flags.bags;
  if (flags.related.fingerprints > 0) walks.fingerprints = flags.related.fingerprints;
  if (!flags.index.empty()) {  // the walks of that index, without reading it
    AKIN_TRY_ASSIGN(const Index index, corpus.OpenIndex(flags.index));
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
  return walks;
}

Result<AskOptions> AskOptionsOf(const Corpus& corpus, const AskFlags& flags,
                                const Control& control) {
  AskOptions options{.index = flags.index, .decay = flags.related.decay};
  if (!flags.exact.empty()) {
    AKIN_TRY_ASSIGN(options.exact, ExactOptionsOf(corpus, flags, control));
    return options;
  }
  if (!flags.bags.empty() && !flags.no_index) {
    return Status(Code::kInvalidArgument,
                  "--bags goes with --exact text or with --no-index --measure text; an index knows "
                  "its bags");
  }
  AKIN_TRY_ASSIGN(options.fusion, FusionNamed(flags.fusion));
  if (!flags.no_index) return options;
  if (options.fusion != Fusion::kWeighted || NamesMixture(flags.index)) {
    return Status(Code::kInvalidArgument,
                  "--no-index goes without a mixture: name one index to repeat");
  }
  AKIN_TRY_ASSIGN(options.walks, WalksOf(corpus, flags));
  return options;
}

}  // namespace

std::string ExactMeasuresHelp() {
  std::string text =
      "Exact measures. Try cosine first: it is fast and has no parameters.\n"
      "docs/measures.md says when to use which. Costs are for n vertices with links,\n"
      "m links, k rounds and V vertices.\n";
  for (const ExactMeasureFacts& facts : ExactMeasures()) {
    text += fmt::format("  {:<18} {}\n{:21}by {}; {}\n", facts.name, facts.meaning, "",
                        facts.direction, facts.cost);
  }
  return text;
}

void AskFlags::AddTo(const Verb& verb) {
  const Flag index_flag = AddFlag(verb, "--index", index);
  AddFlag(verb, "--fusion", fusion).Needs(index_flag);
  const Flag no_index_flag = AddSwitch(verb, "--no-index", no_index);
  const Flag exact_flag = AddFlag(verb, "--exact", exact);
  exact_flag.Excludes(index_flag).Excludes(no_index_flag);
  AddFlag(verb, "--iterations", iterations).Needs(exact_flag).Default("10, or 4 for xjaccard");
  AddExactFlags(verb, exact_flag);
  AddFlag(verb, "--measure", measure).Needs(no_index_flag);
  AddFlag(verb, "--bags", bags);
  // 0 stands for what the index was built with.
  AddFlag(verb, "--decay", related.decay).Default("that of the index, or 0.6");
  AddFlag(verb, "--fingerprints", related.fingerprints).Default("all, or 100; 80 for text");
  AddFlag(verb, "--length", related.length)
      .Excludes(exact_flag)
      .Default("that of the index, or 10; 4 for xjaccard");
  AddFlag(verb, "--seed", seed).Needs(no_index_flag);
}

void AskFlags::AddExactFlags(const Verb& verb, const Flag exact_flag) {
  AddFlag(verb, "--epsilon", exact_options.epsilon)
      .Needs(exact_flag)
      .Excludes(verb.Find("--iterations"));
  AddFlag(verb, "--krylov", krylov).Needs(exact_flag);
  AddFlag(verb, "--side", side).Needs(exact_flag);
  AddFlag(verb, "--decay-out", exact_options.decay_out)
      .Needs(exact_flag)
      .Default("the same as --decay");
  AddFlag(verb, "--lambda", exact_options.lambda).Needs(exact_flag).Default("0.5");
  AddFlag(verb, "--radius", radius).Needs(exact_flag);
  AddFlag(verb, "--popularity", exact_options.popularity).Needs(exact_flag);
  AddFlag(verb, "--prior", prior).Needs(exact_flag);
}

Result<Asker> AskerFor(const Corpus& corpus, const AskFlags& flags, const Session& session,
                       const Control& control) {
  AKIN_TRY_ASSIGN(const AskOptions options, AskOptionsOf(corpus, flags, control));
  AKIN_TRY_ASSIGN(const Asker asker, Asker::Create(corpus, options, control));
  if (asker.solved_on_the_spot()) {
    session.Note(
        fmt::format("no index yet: solved SimRank to within {}; to keep it, run akin build {} "
                    "--method push",
                    BuildOptions().epsilon, corpus.path()));
  }
  return asker;
}

}  // namespace akin::cli
