#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "akin/akin.h"
#include "base/try.h"
#include "flags.h"
#include "key_file.h"
#include "report/human_numbers.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::Grouped;
using report::HumanBytes;
using report::HumanSeconds;

struct Flags {
  std::string corpus;
  BuildWords words;
  std::string builder = "auto";
  std::string only;
  bool dry_run = false;
  bool signatures_given = false;
  BuildOptions options;
};

int DryRun(const Session& session, const Flags& flags) {
  const auto estimate = EstimateBuild(flags.corpus, flags.options, session.ControlFor());
  if (!estimate.ok()) return session.Fail(estimate.status());
  fmt::print("disk\t{}\nmemory\t{}\ntime\t{}\n", HumanBytes(estimate->bytes),
             HumanBytes(estimate->memory), HumanSeconds(estimate->seconds));
  return kFound;
}

Result<std::vector<VertexId>> ReadOnly(const Session& session, const Flags& flags) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  return ReadKeyFile(corpus, flags.only, session.ControlFor());
}

void ReportTerms(const Session& session, const Flags& flags, const BuildReport& report,
                 double seconds) {
  if (!report.built) {
    session.Note(fmt::format("index {}: nothing to do, it is there", report.name));
    return;
  }
  session.Note(fmt::format("index {}: {} of {} iterations built in {}, {}", report.name,
                           flags.options.method == Method::kNorms ? "norms" : "diagonals",
                           flags.options.iterations, HumanSeconds(seconds),
                           HumanBytes(report.bytes)));
}

void ReportPush(const Session& session, const BuildReport& report, double seconds) {
  if (!report.built) {
    session.Note(fmt::format("index {}: nothing to do, it is there", report.name));
    return;
  }
  session.Note(
      fmt::format("index {}: built in {}, {}; the diagonal adds {:.2g} to an error at most, "
                  "{} vertices of it from samples",
                  report.name, HumanSeconds(seconds), HumanBytes(report.bytes),
                  report.diagonal_error, Grouped(report.sampled)));
}

int RunBuild(const Session& session, Flags flags) {
  auto options = ParseBuildWords(flags.words, flags.options);
  if (!options.ok()) return session.Fail(options.status());
  flags.options = std::move(*options);
  const Measure measure = flags.options.measure;
  const Method method = flags.options.method;
  if (flags.signatures_given && measure != Measure::kText) {
    return session.Fail(
        {Code::kInvalidArgument, fmt::format("{} has fingerprints: say --fingerprints instead of "
                                             "--signatures",
                                             flags.words.measure)});
  }
  const auto builder = BuilderNamed(flags.builder);
  if (!builder.ok()) return session.Fail(builder.status());
  flags.options.builder = *builder;
  if (!flags.only.empty()) {
    auto only = ReadOnly(session, flags);
    if (!only.ok()) return session.Fail(only.status());
    flags.options.only = std::move(*only);
  }
  if (flags.dry_run) return DryRun(session, flags);

  const auto start = std::chrono::steady_clock::now();
  const auto report = BuildIndex(flags.corpus, flags.options, session.ControlFor());
  if (!report.ok()) {
    const int code = session.Fail(report.status());
    if (code == kInterrupted && method == Method::kFingerprints) {
      session.Note("finished shards are kept; the same command goes on");
    }
    return code;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (method == Method::kPush) {
    ReportPush(session, *report, took.count());
    return kFound;
  }
  if (method != Method::kFingerprints) {
    ReportTerms(session, flags, *report, took.count());
    return kFound;
  }
  const char* const what = measure == Measure::kText ? "signatures" : "fingerprints";
  if (report->fingerprints_built == 0) {
    session.Note(fmt::format("index {}: nothing to do, all {} {} are there", report->name,
                             report->fingerprints_found, what));
    return kFound;
  }
  std::string found;
  if (report->fingerprints_found > 0) {
    found = fmt::format(" ({} were there)", report->fingerprints_found);
  }
  session.Note(fmt::format("index {}: {} {} built{} in {}, {}", report->name,
                           report->fingerprints_built, what, found, HumanSeconds(took.count()),
                           HumanBytes(report->bytes)));
  return kFound;
}

}  // namespace

void AddBuild(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("build", "Build an index into a corpus");
  auto flags = std::make_shared<Flags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  BuildWords& words = flags->words;
  const BuildOptions usual;
  AddFlag(verb, "--measure", words.measure);
  AddFlag(verb, "--method", words.method).Default(std::string(MethodName(usual.method)));
  const Flag epsilon =
      AddFlag(verb, "--epsilon", words.epsilon).Default(fmt::to_string(usual.epsilon));
  AddFlag(verb, "--iterations", words.iterations)
      .Excludes(epsilon)
      .Default(fmt::to_string(usual.iterations))
      .Describe(
          "with --method push, what I rounds of simrank give, exactly; of cosine-simrank, terms: "
          "no score is off by more than 2 decay^I");
  AddFlag(verb, "--decay", words.decay).Default(fmt::to_string(usual.decay));
  AddFlag(verb, "--length", words.length).Default("10, or 4 for xjaccard");
  const Flag fingerprints = AddFlag(verb, "--fingerprints", words.fingerprints)
                                .Default(fmt::to_string(usual.fingerprints));
  const Flag signatures = AddFlag(verb, "--signatures", words.fingerprints)
                              .Excludes(fingerprints)
                              .Default(fmt::to_string(DefaultFingerprints(Measure::kText)));
  AddFlag(verb, "--bags", flags->options.bags);
  AddFlag(verb, "--seed", flags->options.seed);
  AddFlag(verb, "--name", flags->options.name);
  AddFlag(verb, "--only", flags->only);
  AddFlag(verb, "--builder", flags->builder);
  AddSwitch(verb, "--force", flags->options.replace);
  AddSwitch(verb, "--dry-run", flags->dry_run);
  session.AddWorkFlags(verb);
  verb.SetFooter(
      "Measures:\n"
      "  simrank    pages are similar if similar pages link to them; falls with the number of "
      "links\n"
      "  psimrank   the same, but sharing links counts by their share: better on pages many link "
      "to\n"
      "  xjaccard   the share of common pages among those 1, 2, ... links back\n"
      "  cosine-simrank   the angle between walks 1, 2, ... links back; links in common do not "
      "lower it\n"
      "  text       the weighted share of common terms of their bags (--bags): what pages say, and "
      "what is\n"
      "             said where they are linked to\n\n"
      "Methods:\n"
      "  fingerprints   walks at random: any measure, any size; errors fall as 1/sqrt(N)\n"
      "  push           simrank only: 4 bytes a vertex, the same scores every time, none off by "
      "more\n"
      "                 than --epsilon\n"
      "  series         push with --iterations: 8 bytes a vertex and round, nothing left out but "
      "later rounds\n"
      "  norms          cosine-simrank only, and what it is built with: 8 bytes a vertex and "
      "term\n\n"
      "An interrupted build of fingerprints goes on where it stopped when the same command is "
      "given again; more\n"
      "--fingerprints extend the index that is there. The bytes depend on the corpus and the "
      "flags\n"
      "alone, never on threads or memory.\n\n"
      "Examples:\n"
      "  akin build web.akin\n"
      "  akin build web.akin --measure psimrank --fingerprints 200\n"
      "  akin build web.akin --measure xjaccard --memory 500M\n"
      "  akin build web.akin --only directory-pages.txt --name directory\n"
      "  akin build web.akin --method push --epsilon 1e-3\n"
      "  akin build web.akin --method push --iterations 10\n"
      "  akin build web.akin --measure cosine-simrank --epsilon 1e-2\n"
      "  akin build site.akin --measure text --bags anchors32 --signatures 80\n"
      "  akin build web.akin --dry-run");
  verb.SetWork([&session, flags, signatures] {
    flags->signatures_given = signatures.Given();
    return RunBuild(session, *flags);
  });
}

}  // namespace akin::cli
