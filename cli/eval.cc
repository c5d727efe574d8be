#include "akin/eval.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "akin/akin.h"
#include "akin/files.h"
#include "akin/try.h"
#include "eval_run.h"
#include "eval_samples.h"
#include "flags.h"
#include "key_file.h"
#include "report/eval_ranking.h"
#include "report/eval_report.h"
#include "report/human_numbers.h"
#include "report/value_list.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::ByMetric;
using report::Comparison;
using report::EvalRanking;
using report::EvalReportHtml;
using report::EvalResults;
using report::EvalRow;
using report::EvalRows;
using report::EvalSamples;
using report::Grouped;
using report::ParseList;
using report::RankingOf;

Result<Truth> TruthNamed(const Corpus& corpus, const EvalFlags& flags,
                         const std::vector<VertexId>& queries, const Control& control) {
  ClassOptions classes = flags.classes;
  if (flags.separator.size() > 1) {
    return Status(Code::kInvalidArgument,
                  fmt::format("--separator {}: one character", flags.separator));
  }
  if (!flags.separator.empty()) classes.separator = flags.separator.front();
  return Truth::Named(corpus, flags.truth, classes, queries, control);
}

void PrintTruth(const Session& session, const EvalFlags& flags, const Truth& truth) {
  const TruthReport& report = truth.report();
  if (report.unknown > 0) {
    session.Note(fmt::format("note: {} lines of {} name keys that the corpus does not have:",
                             Grouped(report.unknown), flags.truth));
    for (const std::string& line : report.first_unknown) session.Note("  " + line);
  }
  if (report.repeated > 0) {
    session.Note(
        fmt::format("note: {} lines give a key another class, grade or title; the first counts",
                    Grouped(report.repeated)));
  }
  if (!report.root.empty()) {
    session.Note(fmt::format("note: all classes begin with '{}', which was left out", report.root));
  }
}

// What becomes of hits that the truth does not know, if there can be any.
void PrintUnknown(const Session& session, const Corpus& corpus, const Truth& truth,
                  const EvalOptions& options) {
  const auto known = truth.known();
  if (known == nullptr || known->size() == corpus.vertices()) return;
  const std::string without =
      fmt::format("note: the truth does not know {} of {} vertices. Hits among them are left out",
                  Grouped(corpus.vertices() - known->size()), Grouped(corpus.vertices()));
  if (options.top == 0) {
    session.Note(without);
    return;
  }
  session.Note(
      options.known_first
          ? fmt::format("{} before the first {} are taken (after that with --cut-first)", without,
                        Grouped(options.top))
          : fmt::format("{} after the first {} are taken (before that without --cut-first)",
                        without, Grouped(options.top)));
}

// --- The report page ---

// The page of a report, if there is one, must be that of an earlier report.
Status CheckReportPage(const std::string& page, const Control& control) {
  std::error_code ignored;
  const auto kind = std::filesystem::symlink_status(page, ignored).type();
  if (kind == std::filesystem::file_type::not_found) return {};
  if (kind == std::filesystem::file_type::regular) {
    AKIN_TRY_ASSIGN(const std::string html, ReadText(page, control));
    if (report::IsEvalReport(html)) return {};
  }
  return Status(Code::kAlreadyExists,
                fmt::format("--report: {} is no report of akin, so it is not replaced; give "
                            "another directory",
                            page));
}

// Fails before the evaluation rather than after it if the report cannot be written.
Status CheckReportPath(const std::string& path, const Control& control) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return CheckReportPage(path + "/index.html", control);
  }
  if (std::filesystem::exists(path, ignored)) {
    return Status(Code::kAlreadyExists,
                  fmt::format("--report {}: there is a file of that name; give a directory", path));
  }
  std::string directory = path;
  while (directory.size() > 1 && directory.ends_with('/')) directory.pop_back();
  const std::string above = std::filesystem::path(directory).parent_path().string();
  const std::string parent = above.empty() ? "." : above;
  if (std::filesystem::is_directory(parent, ignored)) return {};
  return Status(Code::kIo,
                fmt::format("--report {}: cannot make it: there is no directory {}", path, parent));
}

std::string ReportPage(const EvalFlags& flags) { return flags.report + "/index.html"; }

std::string HitsThatCount(const EvalOptions& options) {
  if (options.top == 0) return "all that the truth knows";
  return options.known_first
             ? fmt::format("the first {} that the truth knows", Grouped(options.top))
             : fmt::format("of the first {}, those that the truth knows", Grouped(options.top));
}

Status WriteReport(const EvalFlags& flags, const Corpus& corpus, const EvalOptions& options,
                   size_t queries, const std::vector<EvalRow>& rows, const EvalSamples& samples) {
  const std::filesystem::path path = std::filesystem::path(corpus.path()).lexically_normal();
  const std::string name = (path.has_filename() ? path : path.parent_path()).filename().string();
  const std::vector<std::pair<std::string, std::string>> facts = {
      {"corpus", fmt::format("{}, {} vertices", name, Grouped(corpus.vertices()))},
      {"truth", flags.truth},
      {"queries", Grouped(queries)},
      {"hits that count", HitsThatCount(options)},
      {"first k", Grouped(options.k)},
      {"intervals", fmt::format("{:g}%, bootstrap of {} draws", 100 * options.confidence,
                                Grouped(options.resamples))},
      {"made", fmt::format("{:%Y-%m-%d}, akin {}", fmt::gmtime(std::time(nullptr)), AKIN_VERSION)}};
  std::error_code error;
  std::filesystem::create_directory(flags.report, error);
  if (error) {
    return Status(Code::kIo, fmt::format("cannot make the directory: {}", error.message()))
        .At({.file = flags.report})
        .WithSystemError(error.value());
  }
  return WriteFileAtomically(
      ReportPage(flags), EvalReportHtml(fmt::format("How good are the answers? {}", name), facts,
                                        rows, options, samples));
}

// Which system is best by each metric, and which differences are more than chance.
void PrintComparisons(const Session& session, const EvalRun& run) {
  bool first = true;
  for (const EvalRows& rows : ByMetric(run.rows())) {
    const EvalRanking ranking = RankingOf(rows, run.options());
    if (ranking.order.size() < 2) continue;
    if (std::exchange(first, false)) {
      session.Note(fmt::format(
          "compared {}, {:g}% sure:",
          ranking.differences.empty() ? "by intervals, as some are from results" : "query by query",
          100 * run.options().confidence));
    }
    const std::string best = ranking.best() == nullptr ? "" : ranking.names.front() + " is ";
    session.Note(fmt::format("  {}: {}{}", MetricName(rows.front()->result.metric), best,
                             Comparison(ranking)));
  }
}

std::string SettingOfSet(std::string_view name, const VertexSet* set) {
  if (set == nullptr) return "";
  const std::vector<VertexId> members = set->Members();
  return fmt::format(" {}={:016x}", name,
                     ChecksumOf({reinterpret_cast<const char*>(members.data()),
                                 members.size() * sizeof(VertexId)}));
}

// What results depend on besides the system: the graph, the truth and how answers are judged.
Result<std::string> SettingOfRun(const Corpus& corpus, const EvalFlags& flags,
                                 const EvalOptions& options) {
  std::string truth = flags.truth;
  const std::string path = Truth::FileOf(truth);
  if (!path.empty()) {
    if (path == "-") {
      return Status(Code::kInvalidArgument,
                    "--results cannot tell one truth on standard input from another: give a file");
    }
    AKIN_TRY_ASSIGN(const uint64_t sum, ChecksumOfFile(path));
    truth += fmt::format("#{:016x}", sum);
  }
  return fmt::format(
             "graph={:016x} truth={} depth={} separator={} queries={:016x} top={} k={} "
             "min_cocited={} "
             "resamples={} confidence={}{}{}{}",
             corpus.identity(), truth, flags.classes.depth, flags.separator,
             ChecksumOf({reinterpret_cast<const char*>(options.queries.data()),
                         options.queries.size() * sizeof(VertexId)}),
             options.top, options.k, options.min_cocited, options.resamples, options.confidence,
             options.refine > 0 ? fmt::format(" refine={}", options.refine) : "",
             options.known_first ? " known_first" : "", options.keep_query ? " keep_query" : "") +
         SettingOfSet("where", options.filter.get()) +
         SettingOfSet("exclude", options.exclude.get());
}

// Whether there is something to sweep over.
Status CheckSweeps(const EvalFlags& flags) {
  if (!flags.measures.empty() && flags.sweeps.empty()) {
    return Status(Code::kInvalidArgument,
                  "--measures says what to sweep over, --sweep how far: give both or none");
  }
  if (!flags.measures.empty()) return {};
  if (!flags.sweeps.empty() && flags.exact.empty()) {
    return Status(
        Code::kInvalidArgument,
        "--sweep says how far, --measures or --exact what to sweep over: give both or none");
  }
  for (const std::string& sweep : flags.sweeps) {
    if (!sweep.starts_with("fingerprints=")) continue;
    return Status(Code::kInvalidArgument,
                  fmt::format("--sweep {}: exact measures have no fingerprints; say with "
                              "--measures which indexes to sweep over",
                              sweep));
  }
  return {};
}

Result<int> RunEval(const Session& session, const EvalFlags& flags) {
  AKIN_TRY(CheckSweeps(flags));
  if (!flags.report.empty()) AKIN_TRY(CheckReportPath(flags.report, session.ControlFor()));
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  const Control control = session.ControlFor();
  EvalOptions options = flags.eval;
  options.known_first = !flags.cut_first;
  if (!flags.metrics.empty()) {
    AKIN_TRY_ASSIGN(const auto names, ParseList(flags.metrics));
    for (const std::string_view name : names) {
      AKIN_TRY_ASSIGN(const Metric metric, MetricNamed(name));
      options.metrics.push_back(metric);
    }
  }
  if (!flags.queries.empty()) {
    AKIN_TRY_ASSIGN(options.queries, ReadKeyFile(corpus, flags.queries, control));
  }
  AKIN_TRY_ASSIGN(const FilterFlags::Sets sets, flags.filter.In(corpus, session, control));
  options.filter = sets.filter;
  options.exclude = sets.exclude;
  AKIN_TRY_ASSIGN(EvalResults results, EvalResults::Open(flags.results, control));
  AKIN_TRY_ASSIGN(const Truth truth, TruthNamed(corpus, flags, options.queries, control));
  PrintTruth(session, flags, truth);
  PrintUnknown(session, corpus, truth, options);
  std::string setting;
  if (!flags.results.empty()) {
    AKIN_TRY_ASSIGN(setting, SettingOfRun(corpus, flags, options));
  }
  EvalRun run(session, flags, corpus, truth, std::move(options), setting, std::move(results));
  const bool others = !flags.exact.empty() || !flags.measures.empty();
  if (!flags.indexes.empty() || !others) AKIN_TRY(run.Indexes());
  if (!flags.exact.empty()) AKIN_TRY(run.Exact());
  if (!flags.measures.empty()) AKIN_TRY(run.Sweeps());
  AKIN_TRY(run.Finish());
  PrintComparisons(session, run);
  if (!flags.report.empty() && !run.rows().empty()) {
    const auto& queries = run.options().queries;
    AKIN_TRY_ASSIGN(const EvalSamples samples, TakeSamples(corpus, truth, run, control));
    AKIN_TRY(WriteReport(flags, corpus, run.options(),
                         queries.empty() ? truth.queries().size() : queries.size(), run.rows(),
                         samples));
    session.Note(fmt::format("the report is {}", ReportPage(flags)));
  }
  if (!run.rows().empty()) return kFound;
  session.Note(
      fmt::format("nothing to evaluate: {} has no index; make one with akin build, or give "
                  "--exact, or --measures and --sweep",
                  corpus.path()));
  return kNothingFound;
}

std::string MetricsHelp() {
  std::string text = "Metrics, each as the mean over queries and pooled, with intervals:\n";
  for (const MetricFacts& facts : Metrics()) {
    text += fmt::format("  {:<18} {}\n", facts.name, facts.meaning);
  }
  return text;
}

}  // namespace

void AddEval(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("eval", "Measure how good the answers are");
  auto flags = std::make_shared<EvalFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  AddFlag(verb, "--truth", flags->truth).Required();
  AddFlag(verb, "--depth", flags->classes.depth);
  AddFlag(verb, "--separator", flags->separator).Default("/, or . if no class has one");
  const Flag index_flag =
      AddFlag(verb, "--index", flags->indexes)
          .Describe(
              "indexes to judge, separated by commas, or a mixture such as psimrank=0.6,text=0.4; "
              "may be repeated")
          .Default("all");
  AddFlag(verb, "--fusion", flags->fusion)
      .Needs(index_flag)
      .Describe(
          "judge each --index as one mixture, as akin related asks it: weighted, the sum of weight "
          "times score; or rrf, the sum of weight / (60 + rank)");
  AddFlag(verb, "--exact", flags->exact)
      .Describe("exact measures to judge, separated by commas; akin sim --help lists them");
  AddFlag(verb, "--measures", flags->measures);
  AddFlag(verb, "--sweep", flags->sweeps);
  AddSwitch(verb, "--keep-indexes", flags->keep_indexes);
  AddFlag(verb, "--metrics", flags->metrics)
      .Default("all but orthogonality and those over all pairs");
  AddFlag(verb, "--queries", flags->queries).Default("all in the truth");
  AddFlag(verb, "--top", flags->eval.top).Describe("how many hits of a query count; 0 means all");
  AddSwitch(verb, "--cut-first", flags->cut_first);
  AddSwitch(verb, "--keep-query", flags->eval.keep_query);
  AddFlag(verb, "--count", flags->eval.k).Describe("the k of precision, recall, ndcg and delta");
  AddFlag(verb, "--refine", flags->eval.refine)
      .Describe(
          "closer look at the hits that count, for --index: 0 does not; --refine 1 --top 10 judges "
          "what akin related prints");
  AddFlag(verb, "--min-cocited", flags->eval.min_cocited);
  flags->filter.AddTo(verb);
  AddFlag(verb, "--resamples", flags->eval.resamples);
  AddFlag(verb, "--confidence", flags->eval.confidence);
  AddFlag(verb, "--results", flags->results);
  AddFlag(verb, "--report", flags->report);
  session.AddOutputFlags(verb);
  session.AddWorkFlags(verb);
  verb.SetIntroduction(R"(What to type:
  akin eval web.akin --truth categories.tsv   judges every index by classes,
                                              lines of key<TAB>class/sub/class
  akin eval site.akin --truth path            by the directories in the keys
  akin eval web.akin --truth exact:simrank --queries some.txt
                                              how far estimates are off
  akin eval web.akin --truth categories.tsv --report quality
                                              writes a page with charts
)");
  verb.SetFooter(MetricsHelp() +
                 "\n"
                 "Truths:\n"
                 "  FILE               lines of key<TAB>class/sub/class, or of\n"
                 "                     query<TAB>key<TAB>grade\n"
                 "  path               the directories in the keys themselves\n"
                 "  exact:simrank      the scores of an exact measure\n"
                 "  citations          the links of the graph itself\n"
                 "  titles:FILE        lines of key<TAB>title\n\n"
                 "With --where and --exclude, only hits that pass count. The truth stays as it\n"
                 "is: what is related but does not pass is missed, so recall falls.\n\n"
                 "Examples:\n"
                 "  akin eval web.akin --truth categories.tsv\n"
                 "  akin eval site.akin --truth path --depth 3 --index simrank,psimrank\n"
                 "  akin eval web.akin --truth categories.tsv --report quality\n"
                 "  akin eval web.akin --truth exact:simrank --metrics kendall,max-error\n"
                 "  akin eval papers.akin --truth titles:titles.tsv --metrics delta -k 5\n"
                 "  akin eval web.akin --truth categories.tsv --measures simrank,psimrank \\\n"
                 "    --sweep length=1..10 --sweep decay=0.1..0.9:0.1 --sweep fingerprints=10,100");
  verb.SetWork([&session, flags] { return session.CodeOf(RunEval(session, *flags)); });
}

}  // namespace akin::cli
