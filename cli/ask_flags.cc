#include "ask_flags.h"

#include <fmt/format.h>

#include <charconv>

#include "akin/try.h"
#include "flags.h"
#include "measures_help.h"

namespace akin::cli {
namespace {

Result<unsigned> KrylovNamed(const std::string& text) {
  unsigned steps = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), steps);
  if (error != std::errc() || end != text.data() + text.size() || steps < 1) {
    return Status(Code::kInvalidArgument,
                  fmt::format("--krylov {}: steps of a Krylov space, 1 or more, or auto", text));
  }
  return steps;
}

}  // namespace

Result<ExactOptions> ExactOptionsOf(const Corpus& corpus, const AskFlags& flags,
                                    const Control& control) {
  ExactOptions exact = flags.exact_options;
  AKIN_TRY_ASSIGN(exact.measure, MeasureNamed(flags.exact));
  exact.decay = flags.related.decay;
  AKIN_TRY_ASSIGN(exact.side, ExactSideNamed(flags.side));
  AKIN_TRY_ASSIGN(exact.prune, ExactPruneNamed(flags.prune));
  exact.function = flags.related.function;
  if (!flags.kernel.empty()) {
    AKIN_TRY_ASSIGN(exact.kernel, WalkKernelNamed(flags.kernel));
  }
  exact.bags = flags.bags;
  exact.krylov_auto = flags.krylov == "auto";
  if (!flags.krylov.empty() && !exact.krylov_auto) {
    AKIN_TRY_ASSIGN(exact.krylov, KrylovNamed(flags.krylov));
  }
  if (!flags.prior.empty()) {
    AKIN_TRY_ASSIGN(exact.priors, ReadPriors(corpus, flags.prior, control));
  }
  return exact;
}

namespace {

// The walks to take without an index: those of the named index, if one is named.
Result<BuildOptions> WalksOf(const Corpus& corpus, const AskFlags& flags) {
  BuildOptions walks{.seed = flags.seed, .bags = flags.bags};
  if (!flags.measure.empty()) {
    AKIN_TRY_ASSIGN(walks.measure, IndexMeasureNamed(flags.measure));
  }
  walks.length = flags.related.length;
  walks.fingerprints = flags.related.fingerprints;
  if (!flags.index.empty()) {  // the walks of that index, without reading it
    AKIN_TRY_ASSIGN(const Index index, corpus.OpenIndex(flags.index));
    const IndexInfo& info = index.info();
    if (!HasFingerprints(info.method)) {
      return Status(Code::kInvalidArgument,
                    fmt::format("index {} has no walks to repeat: it answers by {}; say "
                                "--measure, --length, --seed instead of --index",
                                info.name, MethodName(info.method)));
    }
    if (info.only != 0) {
      return Status(
          Code::kInvalidArgument,
          fmt::format("index {} is about {} vertices alone, and --no-index answers for all; "
                      "say --measure, --length, --seed instead of --index",
                      info.name, info.only));
    }
    walks = {.measure = info.measure,
             .fingerprints = info.fingerprints,
             .seed = info.seed,
             .boilerplate = info.boilerplate,
             .bags = info.bags};
    if (info.decay != 0) {  // text has neither
      walks.decay = info.decay;
      walks.length = info.length;
    }
  }
  return walks;
}

Result<AskOptions> AskOptionsOf(const Corpus& corpus, const AskFlags& flags,
                                const Control& control) {
  AskOptions options{
      .index = flags.index, .decay = flags.related.decay, .function = flags.related.function};
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

// Builds the recipe of a small corpus that has no index yet.
Status BuildIfBest(const Corpus& corpus, const RelatedOptions& asked, const Session& session) {
  AKIN_TRY_ASSIGN(const bool build, ShouldBuildFirst(corpus, asked));
  if (!build) return {};
  AKIN_TRY_ASSIGN(const bool unfinished, RecipeUnfinished(corpus.path()));
  session.Note(unfinished ? "building what is missing of the recipe of this corpus"
                          : "no index yet: building the one recommended for this corpus");
  const auto report = BuildRecipe(corpus.path(), session.ControlFor());
  if (report.ok()) {
    session.Note(fmt::format("built {}: {}", report->recipe.index, report->recipe.reason));
    return {};
  }
  // A corpus of someone else, perhaps: the links alone can still be asked.
  if (report.status().code() != Code::kIo) return report.status();
  session.Note(fmt::format("cannot build it: {}", report.status().message()));
  return {};
}

}  // namespace

void AskFlags::AddTo(const Verb& verb) {
  AddIndexFlags(verb);
  const Flag exact_flag = AddFlag(verb, "--exact", exact);
  exact_flag.Excludes(verb.Find("--index")).Excludes(verb.Find("--no-index"));
  AddFlag(verb, "--iterations", exact_options.iterations)
      .Needs(exact_flag)
      .Default(UsualOfExact(Parameter::kIterations));
  AddExactFlags(verb, exact_flag);
  AddWalkFlags(verb);
  verb.Find("--length").Excludes(exact_flag);
  verb.Find("--fingerprints").Excludes(exact_flag);
}

void AskFlags::AddIndexFlags(const Verb& verb) {
  const Flag index_flag = AddFlag(verb, "--index", index);
  AddFlag(verb, "--fusion", fusion).Needs(index_flag);
  AddSwitch(verb, "--no-index", no_index);
}

void AskFlags::AddWalkFlags(const Verb& verb) {
  const Flag no_index_flag = verb.Find("--no-index");
  AddFlag(verb, "--measure", measure).Needs(no_index_flag);
  AddFlag(verb, "--bags", bags);
  AddFlag(verb, "--decay", related.decay)
      .Default("that of the index, or " + DefaultOfIndexes(Parameter::kDecay));
  AddFunctionFlag(verb, "--function", related.function).Default("exponential");
  AddFlag(verb, "--fingerprints", related.fingerprints)
      .Default("all, or " + DefaultOfIndexes(Parameter::kFingerprints));
  AddFlag(verb, "--length", related.length)
      .Default("that of the index, or " + DefaultOfIndexes(Parameter::kLength));
  AddFlag(verb, "--seed", seed).Needs(no_index_flag);
}

RelatedOptions AskFlags::RelatedWithEffort() const {
  RelatedOptions options = related;
  options.refine = refine.value_or(related.fingerprints ? 0 : kUsualRefine);
  return options;
}

void AskFlags::AddExactFlags(const Verb& verb, const Flag exact_flag) {
  AddFlag(verb, "--epsilon", exact_options.epsilon)
      .Needs(exact_flag)
      .Excludes(verb.Find("--iterations"));
  AddFlag(verb, "--kernel", kernel).Needs(exact_flag).Default("cosine");
  AddFlag(verb, "--krylov", krylov).Needs(exact_flag);
  AddFlag(verb, "--side", side).Needs(exact_flag);
  AddFlag(verb, "--decay-out", exact_options.decay_out)
      .Needs(exact_flag)
      .Default("the same as --decay");
  AddFlag(verb, "--lambda", exact_options.lambda)
      .Needs(exact_flag)
      .Default(UsualOfExact(Parameter::kLambda));
  const Flag radius_flag = AddFlag(verb, "--radius", exact_options.radius).Needs(exact_flag);
  AddFlag(verb, "--prune", prune).Needs(exact_flag).Excludes(radius_flag);
  AddFlag(verb, "--popularity", exact_options.popularity).Needs(exact_flag);
  AddFlag(verb, "--prior", prior).Needs(exact_flag);
}

Result<Asker> AskerFor(const Corpus& corpus, const AskFlags& flags, const Session& session,
                       const Control& control) {
  AKIN_TRY_ASSIGN(const AskOptions options, AskOptionsOf(corpus, flags, control));
  if (options.index.empty() && !options.exact && !options.walks) {
    AKIN_TRY(BuildIfBest(corpus, flags.related, session));
  }
  AKIN_TRY_ASSIGN(const Asker asker, Asker::Create(corpus, options, control));
  AKIN_TRY_ASSIGN(const bool unfinished, RecipeUnfinished(corpus.path()));
  if (options.index.empty() && !options.exact && !options.walks && !asker.recipe() && unfinished) {
    session.Note(
        fmt::format("note: the recipe of {0} is only built in part, so {1} answers alone; akin "
                    "build {0} goes on",
                    corpus.path(), asker.name()));
  }
  if (asker.solved_on_the_spot()) {
    session.Note(
        fmt::format("no index yet: SimRank on the spot {}; akin build {} builds a better answer",
                    asker.how_solved(), corpus.path()));
  }
  return asker;
}

}  // namespace akin::cli
