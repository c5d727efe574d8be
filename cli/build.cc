#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "akin/akin.h"
#include "akin/try.h"
#include "flags.h"
#include "key_file.h"
#include "measures_help.h"
#include "print.h"
#include "report/human_numbers.h"
#include "server/backends_file.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::Grouped;
using report::HumanBytes;
using report::HumanSeconds;

struct BuildFlags {
  std::string corpus;
  std::string measure = std::string(MeasureName(BuildOptions().measure));
  bool recommended = false;  // nothing says what to build
  std::optional<std::string> method;
  std::string builder = "auto";
  std::string boilerplate = std::string(BoilerplateName(BuildOptions().boilerplate));
  std::string only;
  std::string shards;
  std::optional<double> precision;
  bool dry_run = false;
  bool signatures_given = false;
  BuildOptions options;
};

// What a plan says, on one line.
std::string Planned(const FingerprintPlan& plan) {
  return fmt::format(
      "{} fingerprints; of the true ten best, {:.1f}% are then among the candidates, and {:.1f}% "
      "the first ten without a closer look ({} vertices tried)",
      plan.fingerprints, 100 * plan.found, 100 * plan.precision, plan.asked);
}

// Sets the number of fingerprints to what the wanted precision takes.
Status PlanFor(const Session& session, BuildFlags& flags) {
  if (!flags.precision) return {};
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  AKIN_TRY_ASSIGN(const FingerprintPlan plan,
                  PlanFingerprints(corpus, flags.options, *flags.precision, session.ControlFor()));
  flags.options.fingerprints = plan.fingerprints;
  if (flags.dry_run) {
    Print("fingerprints\t{}\n", Planned(plan));
  } else {
    session.Note(Planned(plan));
  }
  return {};
}

int DryRun(const Session& session, const BuildFlags& flags) {
  const auto estimate = EstimateBuild(flags.corpus, flags.options, session.ControlFor());
  if (!estimate.ok()) return session.Fail(estimate.status());
  Print("disk\t{}\nmemory\t{}\ntime\t{}\n", HumanBytes(estimate->bytes),
        HumanBytes(estimate->memory), HumanSeconds(estimate->seconds));
  return kFound;
}

Result<std::vector<VertexId>> ReadOnly(const Session& session, const BuildFlags& flags) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  return ReadKeyFile(corpus, flags.only, session.ControlFor());
}

// What was built, in the terms of its method.
std::string Built(const BuildReport& report) {
  if (std::holds_alternative<PushParameters>(report.parameters.of)) {
    return fmt::format(
        "the diagonal adds at most {:.2g} to an error; {} of its numbers are from "
        "samples",
        report.diagonal_error, Grouped(report.sampled));
  }
  if (const auto* series = std::get_if<SeriesParameters>(&report.parameters.of)) {
    return fmt::format("the diagonals of {} rounds", series->iterations);
  }
  return fmt::format("the norms of {} terms",
                     std::get<NormsParameters>(report.parameters.of).iterations);
}

// What a process did that builds some shards, and what is left to do.
void ReportShards(const Session& session, const BuildReport& report, const std::string& shards,
                  double seconds) {
  const std::string did =
      report.built ? fmt::format("built in {}, {}", HumanSeconds(seconds), HumanBytes(report.bytes))
                   : "exist already: nothing to do";
  const std::string next = report.missing.empty()
                               ? "all are there now: the same command with --finish instead of "
                                 "--shards makes them an index"
                               : fmt::format("still missing: {}", ListShards(report.missing));
  const bool several = shards.find_first_of("-,") != std::string::npos;
  session.Note(fmt::format("index {}: {} {} {}; {}", report.name, several ? "shards" : "shard",
                           shards, did, next));
}

void Report(const Session& session, const BuildReport& report, double seconds) {
  const std::string size = fmt::format("{}, {}", HumanSeconds(seconds), HumanBytes(report.bytes));
  if (!HasFingerprints(report.parameters.method)) {
    session.Note(report.built
                     ? fmt::format("index {}: built in {}; {}", report.name, size, Built(report))
                     : fmt::format("index {}: nothing to do, it exists already", report.name));
    return;
  }
  const bool text = FactsOf(report.parameters.measure).index()->Takes(Parameter::kBags);
  const char* const what = text ? "signatures" : "fingerprints";
  if (report.fingerprints_built == 0 && report.built) {
    session.Note(fmt::format("index {}: finished, with {} {} in {}", report.name,
                             report.fingerprints_found, what, HumanBytes(report.bytes)));
    return;
  }
  if (report.fingerprints_built == 0) {
    session.Note(fmt::format("index {}: nothing to do, all {} {} exist already", report.name,
                             report.fingerprints_found, what));
    return;
  }
  std::string found;
  if (report.fingerprints_found > 0) {
    found = fmt::format(" ({} existed already)", report.fingerprints_found);
  }
  session.Note(fmt::format("index {}: {} {} built{} in {}", report.name, report.fingerprints_built,
                           what, found, size));
}

// Turns the values of the flags into options.
Status Settle(const Session& session, BuildFlags& flags) {
  BuildOptions& options = flags.options;
  AKIN_TRY_ASSIGN(options.measure, IndexMeasureNamed(flags.measure));
  if (flags.method) {
    AKIN_TRY_ASSIGN(options.method, MethodNamed(options.measure, *flags.method));
  }
  if (flags.signatures_given && !FactsOf(options.measure).index()->Takes(Parameter::kBags)) {
    return Status(Code::kInvalidArgument,
                  fmt::format("{} has fingerprints: use --fingerprints instead of --signatures",
                              flags.measure));
  }
  AKIN_TRY_ASSIGN(options.builder, BuilderNamed(flags.builder));
  AKIN_TRY_ASSIGN(options.boilerplate, BoilerplateNamed(flags.boilerplate));
  if (!flags.shards.empty()) {
    AKIN_TRY_ASSIGN(options.shards, server::ParseShards(flags.shards));
  }
  AKIN_TRY(ResolveParameters(options).status());  // before any files are read
  if (!flags.only.empty()) {
    AKIN_TRY_ASSIGN(options.only, ReadOnly(session, flags));
  }
  return PlanFor(session, flags);
}

// What will be built without flags, and why.
Status DryRunOfRecipe(const Session& session, const std::string& path,
                      std::optional<double> precision) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(path));
  AKIN_TRY_ASSIGN(const RecipePlan plan, PlanRecipe(corpus));
  Print("recipe\t{}\nreason\t{}\n", plan.recipe.index, plan.recipe.reason);
  for (BuildOptions options : plan.indexes) {
    AKIN_TRY_ASSIGN(const bool can_plan, CanPlan(options));
    if (precision && can_plan) {
      const auto needed = PlanFingerprints(corpus, options, *precision, session.ControlFor());
      if (needed.ok()) options.fingerprints = needed->fingerprints;
      Print("{}\t{}\n", MeasureName(options.measure),
            needed.ok() ? Planned(*needed) : "unknown: " + needed.status().message());
    }
    AKIN_TRY_ASSIGN(const IndexParameters parameters, ResolveParameters(options));
    const std::string_view name = MeasureName(options.measure);
    if (!HasFingerprints(parameters.method)) continue;
    const auto estimate = EstimateBuild(path, options, session.ControlFor());
    if (!estimate.ok()) {
      Print("{}\tunknown: {}\n", name, estimate.status().message());
      continue;
    }
    Print("{}\t{} on disk, {} of memory, {}\n", name, HumanBytes(estimate->bytes),
          HumanBytes(estimate->memory), HumanSeconds(estimate->seconds));
  }
  return {};
}

Status BuildRecommended(const Session& session, const std::string& path,
                        std::optional<double> precision) {
  const auto start = std::chrono::steady_clock::now();
  AKIN_TRY_ASSIGN(const RecipeReport report, BuildRecipe(path, session.ControlFor(), precision));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  for (const auto& [name, needed] : report.planned) {
    session.Note(fmt::format("index {}: {}", name, Planned(needed)));
  }
  for (const std::string& name : report.existed) {
    session.Note(fmt::format("index {}: exists already", name));
  }
  for (const BuildReport& built : report.built) {
    session.Note(fmt::format("index {}: {}", built.name, HumanBytes(built.bytes)));
  }
  session.Note(fmt::format("built in {}: {}", HumanSeconds(took.count()), report.recipe.reason));
  session.Note(fmt::format("akin related {} KEY now asks {}", path, report.recipe.index));
  return {};
}

// Walks alone rank by SimRank poorly where vertices have many in-links.
void NotePush(const Session& session, const std::string& path, const BuildReport& report) {
  if (report.parameters.measure != Measure::kSimRank ||
      report.parameters.method != Method::kWalks) {
    return;
  }
  const auto corpus = Corpus::Open(path);
  const auto infos = corpus.ok() ? corpus->Indexes() : Result<std::vector<IndexInfo>>(Status());
  if (!infos.ok() || corpus->arcs() > kArcsAtOnce) return;
  for (const IndexInfo& info : *infos) {
    if (info.method == Method::kPush) return;
  }
  session.Note(fmt::format("akin build {} --method push makes its rankings exact", path));
}

int RunBuild(const Session& session, BuildFlags flags) {
  if (flags.recommended) {
    return session.CodeOf(flags.dry_run ? DryRunOfRecipe(session, flags.corpus, flags.precision)
                                        : BuildRecommended(session, flags.corpus, flags.precision));
  }
  if (const Status status = Settle(session, flags); !status.ok()) return session.Fail(status);
  if (flags.dry_run) return DryRun(session, flags);
  const auto start = std::chrono::steady_clock::now();
  const auto report = BuildIndex(flags.corpus, flags.options, session.ControlFor());
  if (!report.ok()) {
    const int code = session.Fail(report.status());
    const auto parameters = ResolveParameters(flags.options);
    if (code == kInterrupted && parameters.ok() && HasFingerprints(parameters->method)) {
      session.Note("finished shards are kept; the same command continues the build");
    }
    return code;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (!flags.shards.empty()) {
    ReportShards(session, *report, flags.shards, took.count());
    return kFound;
  }
  Report(session, *report, took.count());
  NotePush(session, flags.corpus, *report);
  return kFound;
}

// Flags that say what to build. Without all of them, akin builds what suits the corpus.
constexpr const char* kIndexFlags[] = {
    "--measure",      "--method",     "--epsilon",     "--iterations", "--decay", "--length",
    "--fingerprints", "--signatures", "--bags",        "--seed",       "--name",  "--only",
    "--force",        "--builder",    "--boilerplate", "--shards",     "--finish"};

}  // namespace

void AddBuild(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("build", "Build an index in a corpus");
  auto flags = std::make_shared<BuildFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  BuildOptions& options = flags->options;
  AddFlag(verb, "--measure", flags->measure);
  AddFlag(verb, "--method", flags->method).Default("fingerprints; norms for cosine-simrank");
  const Flag epsilon = AddFlag(verb, "--epsilon", options.epsilon)
                           .Default(DefaultOfIndexes(Parameter::kEpsilon))
                           .Describe(
                               "for push and norms: largest error that a score may have, below 1; "
                               "for push at least 1e-5");
  AddFlag(verb, "--iterations", options.iterations)
      .Excludes(epsilon)
      .Default(DefaultOfIndexes(Parameter::kIterations))
      .Describe(
          "with --method push: exactly the scores of I rounds of simrank. For cosine-simrank: "
          "terms of the sum; no score is off by more than 2 decay^I");
  AddFlag(verb, "--decay", options.decay).Default(DefaultOfIndexes(Parameter::kDecay));
  AddFlag(verb, "--length", options.length).Default(DefaultOfIndexes(Parameter::kLength));
  const Flag fingerprints = AddFlag(verb, "--fingerprints", options.fingerprints)
                                .Default(DefaultOfIndexes(Parameter::kFingerprints));
  const Flag signatures =
      AddFlag(verb, "--signatures", options.fingerprints).Excludes(fingerprints);
  AddFlag(verb, "--precision", flags->precision).Excludes(fingerprints).Excludes(signatures);
  AddFlag(verb, "--bags", flags->options.bags);
  AddFlag(verb, "--seed", flags->options.seed);
  AddFlag(verb, "--name", flags->options.name);
  AddFlag(verb, "--only", flags->only);
  AddFlag(verb, "--boilerplate", flags->boilerplate);
  AddFlag(verb, "--builder", flags->builder);
  const Flag shards =
      AddFlag(verb, "--shards", flags->shards)
          .Default("all, and finish the index")
          .Describe("build only these shards, of ten fingerprints each, such as 3-5");
  AddSwitch(verb, "--force", flags->options.replace)
      .Describe("build anew what exists of the same name, whatever its parameters");
  const Flag dry_run = AddSwitch(verb, "--dry-run", flags->dry_run);
  AddSwitch(verb, "--finish", flags->options.finish).Excludes(shards).Excludes(dry_run);
  session.AddWorkFlags(verb);
  verb.SetIntroduction(R"(What to type:
  akin build web.akin                       what measured best on data like this
  akin build web.akin --dry-run             what that is, and what it costs
  akin build web.akin --measure simrank     one index of your own choice
)");
  verb.SetFooter(R"(Without flags, akin records what it builds as the recipe that akin related
asks (akin recipe): PSimRank with text for pages, PSimRank with XJaccard for
links alone. With any flag that says what to build, it builds that index
alone; the measure is then simrank if --measure is not given.

)" + IndexMeasuresHelp() +
                 "\n" + MethodsHelp() +
                 R"(
With --iterations, push becomes series. If a build of fingerprints is
interrupted, the same command continues it. More --fingerprints extend an
existing index. The bytes depend only on the corpus and the flags, not on
threads or memory.

Several machines can build an index together: each builds some shards, all with
the same other flags, in one directory that they share or in copies of CORPUS.
When all files are in one directory, --finish makes them an index.

Examples:
  akin build web.akin
  akin build web.akin --measure psimrank --fingerprints 200
  akin build web.akin --measure xjaccard --memory 500M
  akin build web.akin --only directory-pages.txt --name directory
  akin build web.akin --method push --epsilon 1e-3
  akin build web.akin --method push --iterations 10
  akin build web.akin --measure cosine-simrank --epsilon 1e-2
  akin build site.akin --measure text --bags anchors32 --signatures 80
  akin build web.akin --dry-run
  akin build web.akin --measure psimrank --shards 3-5
  akin build web.akin --measure psimrank --finish)");
  verb.SetWork([&session, flags, signatures, verb] {
    flags->signatures_given = signatures.Given();
    flags->recommended = std::none_of(std::begin(kIndexFlags), std::end(kIndexFlags),
                                      [&](const char* flag) { return verb.Find(flag).Given(); });
    return RunBuild(session, *flags);
  });
}

}  // namespace akin::cli
