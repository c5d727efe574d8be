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
    session.Note(fmt::format("index {}: nothing to do, it exists already", report.name));
    return;
  }
  session.Note(fmt::format("index {}: {} of {} iterations built in {}, {}", report.name,
                           flags.options.method == Method::kNorms ? "norms" : "diagonals",
                           flags.options.iterations, HumanSeconds(seconds),
                           HumanBytes(report.bytes)));
}

void ReportPush(const Session& session, const BuildReport& report, double seconds) {
  if (!report.built) {
    session.Note(fmt::format("index {}: nothing to do, it exists already", report.name));
    return;
  }
  session.Note(
      fmt::format("index {}: built in {}, {}; the diagonal adds at most {:.2g} to an error; "
                  "{} vertices were sampled",
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
      session.Note("finished shards are kept; the same command continues the build");
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
    session.Note(fmt::format("index {}: nothing to do, all {} {} exist already", report->name,
                             report->fingerprints_found, what));
    return kFound;
  }
  std::string found;
  if (report->fingerprints_found > 0) {
    found = fmt::format(" ({} existed already)", report->fingerprints_found);
  }
  session.Note(fmt::format("index {}: {} {} built{} in {}, {}", report->name,
                           report->fingerprints_built, what, found, HumanSeconds(took.count()),
                           HumanBytes(report->bytes)));
  return kFound;
}

}  // namespace

void AddBuild(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("build", "Build an index in a corpus");
  auto flags = std::make_shared<Flags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  BuildWords& words = flags->words;
  const BuildOptions usual;
  AddFlag(verb, "--measure", words.measure);
  AddFlag(verb, "--method", words.method).Default(std::string(MethodName(usual.method)));
  const Flag epsilon =
      AddFlag(verb, "--epsilon", words.epsilon)
          .Default(fmt::to_string(usual.epsilon))
          .Describe("for push and norms: largest error that a score may have, 1e-5 to 1");
  AddFlag(verb, "--iterations", words.iterations)
      .Excludes(epsilon)
      .Default(fmt::to_string(usual.iterations))
      .Describe(
          "with --method push: exactly the scores of I rounds of simrank. For cosine-simrank: "
          "terms of the sum; no score is off by more than 2 decay^I");
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
      R"(Which measure? Take psimrank for links, and mix it with text if the vertices are
pages (akin related --help). Plain simrank, the default, suits graphs with few
links per vertex.

Measures:
  simrank         similar pages link to both; scores fall with many links
  psimrank        the same, but scores rise with the share of common links;
                  better for pages with many in-links
  xjaccard        share of common pages among those 1, 2, ... links back
  cosine-simrank  cosine of the paths of 1, 2, ... links that lead to both;
                  common links do not lower it
  text            weighted share of common terms of two bags (--bags): words on
                  pages, and words around links to them

Methods:
  fingerprints    random walks: any size, and all measures but cosine-simrank;
                  errors fall as 1/sqrt(N)
  push            only simrank: 4 bytes a vertex, the same scores every time,
                  and none off by more than --epsilon
  series          push with --iterations: 8 bytes a vertex and round, exactly
                  the scores of that many rounds
  norms           only cosine-simrank: 8 bytes a vertex and term

If a build of fingerprints is interrupted, the same command continues it. More
--fingerprints extend an existing index. The bytes depend only on the corpus and
the flags, not on threads or memory.

Examples:
  akin build web.akin --measure psimrank --fingerprints 200
  akin build web.akin
  akin build web.akin --measure xjaccard --memory 500M
  akin build web.akin --only directory-pages.txt --name directory
  akin build web.akin --method push --epsilon 1e-3
  akin build web.akin --method push --iterations 10
  akin build web.akin --measure cosine-simrank --epsilon 1e-2
  akin build site.akin --measure text --bags anchors32 --signatures 80
  akin build web.akin --dry-run)");
  verb.SetWork([&session, flags, signatures] {
    flags->signatures_given = signatures.Given();
    return RunBuild(session, *flags);
  });
}

}  // namespace akin::cli
