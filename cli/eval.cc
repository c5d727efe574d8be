#include "akin/eval.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <memory>

#include "akin/akin.h"
#include "base/files.h"
#include "base/try.h"
#include "eval_report.h"
#include "eval_row.h"
#include "flags.h"
#include "key_file.h"
#include "output.h"
#include "value_list.h"
#include "verbs.h"

namespace akin::cli {
namespace {

struct Flags {
  std::string corpus;
  std::string truth;
  std::string separator;
  ClassOptions classes;
  std::string indexes;
  std::string exact;
  std::string measures;
  std::vector<std::string> sweeps;
  std::string metrics;
  std::string queries;
  std::string report;
  EvalOptions eval;
};

Result<Truth> TruthNamed(const Corpus& corpus, const Flags& flags, const Control& control) {
  ClassOptions classes = flags.classes;
  if (flags.separator.size() > 1) {
    return Status(Code::kInvalidArgument,
                  fmt::format("--separator {}: one character", flags.separator));
  }
  if (!flags.separator.empty()) classes.separator = flags.separator.front();
  constexpr std::string_view kExact = "exact:";
  if (flags.truth == "path") return Truth::FromKeys(corpus, classes);
  if (flags.truth.starts_with(kExact)) {
    ExactOptions exact;
    AKIN_TRY_ASSIGN(exact.measure, ExactMeasureNamed(flags.truth.substr(kExact.size())));
    const unsigned usual = FactsOf(exact.measure).iterations;
    if (usual != 0) exact.iterations = usual;
    return Truth::FromExact(corpus, exact);
  }
  return Truth::FromFile(corpus, flags.truth, classes, control);
}

void PrintTruth(const Session& session, const Flags& flags, const Truth& truth) {
  const TruthReport& report = truth.report();
  if (report.unknown > 0) {
    session.Note(fmt::format("note: {} lines of {} name keys that the corpus does not have:",
                             Grouped(report.unknown), flags.truth));
    for (const std::string& line : report.first_unknown) session.Note("  " + line);
  }
  if (report.repeated > 0) {
    session.Note(fmt::format("note: {} lines give a key another class or grade; the first counts",
                             Grouped(report.repeated)));
  }
  if (!report.root.empty()) {
    session.Note(fmt::format("note: all classes begin with '{}', which was left out", report.root));
  }
}

// --- The page ---

// What would fail after the evaluation is better known before.
Status CheckReportPath(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return {};
  if (std::filesystem::exists(path, ignored)) {
    return Status(Code::kAlreadyExists,
                  fmt::format("--report {}: there is a file of that name; give a directory", path));
  }
  std::string directory = path;
  while (directory.size() > 1 && directory.ends_with('/')) directory.pop_back();
  const std::string parent = DirectoryOf(directory);
  if (std::filesystem::is_directory(parent, ignored)) return {};
  return Status(Code::kIo,
                fmt::format("--report {}: cannot make it: there is no directory {}", path, parent));
}

Status WriteReport(const Flags& flags, const Corpus& corpus, const EvalOptions& options,
                   size_t queries, const std::vector<EvalRow>& rows) {
  const std::filesystem::path path = std::filesystem::path(corpus.path()).lexically_normal();
  const std::string name = (path.has_filename() ? path : path.parent_path()).filename().string();
  const std::vector<std::pair<std::string, std::string>> facts = {
      {"corpus", fmt::format("{}, {} vertices", name, Grouped(corpus.vertices()))},
      {"truth", flags.truth},
      {"queries", Grouped(queries)},
      {"hits that count", options.top == 0 ? "all" : Grouped(options.top)},
      {"first k", Grouped(options.k)},
      {"intervals", fmt::format("{:g}%, bootstrap of {} draws", 100 * options.confidence,
                                Grouped(options.resamples))},
      {"made", fmt::format("{:%Y-%m-%d}, akin {}", fmt::gmtime(std::time(nullptr)), AKIN_VERSION)}};
  if (!Exists(flags.report)) AKIN_TRY(Files().MakeDirectory(flags.report));
  return WriteFileAtomically(
      Join(flags.report, "index.html"),
      EvalReportHtml(fmt::format("How good are the answers? {}", name), facts, rows));
}

// --- The grid of a sweep ---

Result<std::vector<unsigned>> WholeNumbers(std::string_view name,
                                           const std::vector<double>& values) {
  std::vector<unsigned> numbers;
  for (const double value : values) {
    if (value < 1 || value > 1e6 || value != std::floor(value)) {
      return Status(Code::kInvalidArgument,
                    fmt::format("--sweep {}: {} is no whole number from 1 up", name, value));
    }
    numbers.push_back(static_cast<unsigned>(value));
  }
  return numbers;
}

Result<Grid> GridOf(const Flags& flags, Measure measure) {
  const BuildOptions usual;
  Grid grid{.lengths = {DefaultLength(measure)},
            .decays = {usual.decay},
            .fingerprints = {usual.fingerprints}};
  for (const std::string& sweep : flags.sweeps) {
    const size_t equals = std::min(sweep.find('='), sweep.size());
    const std::string name = sweep.substr(0, equals);
    if (name != "length" && name != "decay" && name != "fingerprints") {
      return Status(Code::kInvalidArgument,
                    fmt::format("--sweep {}: there are length=, decay= and fingerprints=", sweep));
    }
    AKIN_TRY_ASSIGN(
        const auto values,
        ParseValues(std::string_view(sweep).substr(std::min(equals + 1, sweep.size()))));
    if (name == "decay") {
      grid.decays = values;
    } else {
      AKIN_TRY_ASSIGN(auto numbers, WholeNumbers(name, values));
      (name == "length" ? grid.lengths : grid.fingerprints) = std::move(numbers);
    }
  }
  return grid;
}

// An index that the grid can be read from: one that is there, or else one built for it.
Result<Index> IndexFor(const Corpus& corpus, Measure measure, const Grid& grid,
                       const Session& session) {
  const unsigned length = *std::max_element(grid.lengths.begin(), grid.lengths.end());
  const unsigned fingerprints =
      *std::max_element(grid.fingerprints.begin(), grid.fingerprints.end());
  AKIN_TRY_ASSIGN(const auto infos, corpus.Indexes());
  BuildOptions options{.measure = measure, .length = length, .fingerprints = fingerprints};
  for (const IndexInfo& info : infos) {
    if (info.complete && info.measure == measure && info.method == Method::kFingerprints &&
        info.only == 0 && info.seed == options.seed && info.length >= length &&
        info.fingerprints >= fingerprints) {
      return corpus.OpenIndex(info.name);
    }
  }
  options.name = fmt::format("eval-{}-l{}", MeasureName(measure), length);
  AKIN_TRY_ASSIGN(const BuildReport report,
                  BuildIndex(corpus.path(), options, session.ControlFor()));
  session.Note(
      fmt::format("index {} built for the sweep, {} bytes", report.name, Grouped(report.bytes)));
  return corpus.OpenIndex(report.name);
}

// --- Rows ---

class EvalRun {
 public:
  EvalRun(const Session& session, const Flags& flags, const Corpus& corpus, const Truth& truth,
          EvalOptions options)
      : session_(session),
        flags_(flags),
        corpus_(corpus),
        truth_(truth),
        options_(std::move(options)),
        writer_({{.name = "system"},
                 {.name = "length", .right = true},
                 {.name = "decay", .right = true, .table_decimals = 2},
                 {.name = "fingerprints", .right = true},
                 {.name = "metric"},
                 {.name = "per query", .right = true},
                 {.name = "low", .right = true},
                 {.name = "high", .right = true},
                 {.name = "pooled", .right = true},
                 {.name = "low", .right = true},
                 {.name = "high", .right = true},
                 {.name = "queries", .right = true}},
                session) {}

  Status Indexes() {
    std::vector<std::string> names;
    if (flags_.indexes.empty()) {
      AKIN_TRY_ASSIGN(const auto infos, corpus_.Indexes());
      for (const IndexInfo& info : infos) {
        if (info.complete) names.push_back(info.name);
      }
    } else {
      AKIN_TRY_ASSIGN(const auto parts, ParseList(flags_.indexes));
      names.assign(parts.begin(), parts.end());
    }
    for (const std::string& name : names) {
      AKIN_TRY_ASSIGN(const Index index, corpus_.OpenIndex(name));
      AKIN_TRY_ASSIGN(const Evaluation evaluation,
                      Evaluate(truth_, RankerOf(index), options_, session_.ControlFor()));
      const IndexInfo& info = index.info();
      Add({.system = name,
           .length = info.length,
           .decay = info.decay,
           .fingerprints = info.fingerprints},
          evaluation);
    }
    return {};
  }

  Status Exact() {
    AKIN_TRY_ASSIGN(const auto names, ParseList(flags_.exact));
    for (const std::string_view name : names) {
      ExactOptions exact;
      AKIN_TRY_ASSIGN(exact.measure, ExactMeasureNamed(name));
      const unsigned usual = FactsOf(exact.measure).iterations;
      if (usual != 0) exact.iterations = usual;
      AKIN_TRY_ASSIGN(const Evaluation evaluation,
                      Evaluate(truth_, RankerOf(corpus_, exact, {.threads = 1}), options_,
                               session_.ControlFor()));
      Add({.system = fmt::format("exact {}", name), .decay = usual == 0 ? 0 : exact.decay},
          evaluation);
    }
    return {};
  }

  Status Sweeps() {
    AKIN_TRY_ASSIGN(const auto names, ParseList(flags_.measures));
    for (const std::string_view name : names) {
      AKIN_TRY_ASSIGN(const Measure measure, MeasureNamed(name));
      if (measure == Measure::kText || measure == Measure::kCosineSimRank) {
        return Status(Code::kInvalidArgument,
                      fmt::format("{} does not walk, so there is nothing to sweep over; build an "
                                  "index of it and say --index",
                                  name));
      }
      AKIN_TRY_ASSIGN(const Grid grid, GridOf(flags_, measure));
      AKIN_TRY_ASSIGN(const Index index, IndexFor(corpus_, measure, grid, session_));
      AKIN_TRY_ASSIGN(const auto points,
                      Sweep(corpus_, index, truth_, grid, options_, session_.ControlFor()));
      for (const GridPoint& point : points) {
        Add({.system = std::string(name),
             .length = point.length,
             .decay = point.decay,
             .fingerprints = point.fingerprints},
            point.evaluation);
      }
    }
    return {};
  }

  const EvalOptions& options() const { return options_; }
  const std::vector<EvalRow>& rows() const { return rows_; }
  Status Finish() { return writer_.Finish(); }

 private:
  using Cell = nlohmann::ordered_json;

  static void AddAverage(const Average& average, std::vector<Cell>& row) {
    for (const double value : {average.value, average.low, average.high}) {
      row.push_back(average.defined() ? Cell(value) : Cell("undefined"));
    }
  }

  void Print(const EvalRow& row) {
    std::vector<Cell> cells = {row.system};
    cells.push_back(row.length == 0 ? Cell("") : Cell(row.length));
    cells.push_back(row.decay == 0 ? Cell("") : Cell(row.decay));
    cells.push_back(row.fingerprints == 0 ? Cell("") : Cell(row.fingerprints));
    cells.emplace_back(std::string(MetricName(row.result.metric)));
    AddAverage(row.result.per_query, cells);
    AddAverage(row.result.pooled, cells);
    cells.emplace_back(row.result.per_query.queries);
    writer_.Add(std::move(cells));
  }

  // A row for every metric; `row` says of what.
  void Add(EvalRow row, const Evaluation& evaluation) {
    for (const MetricResult& result : evaluation.metrics) {
      row.result = result;
      Print(row);
      rows_.push_back(row);
    }
  }

  const Session& session_;
  const Flags& flags_;
  const Corpus& corpus_;
  const Truth& truth_;
  EvalOptions options_;
  RowWriter writer_;
  std::vector<EvalRow> rows_;
};

Result<int> RunEval(const Session& session, const Flags& flags) {
  if (flags.measures.empty() != flags.sweeps.empty()) {
    return Status(Code::kInvalidArgument,
                  "--measures says what to sweep over, --sweep how far: give both or none");
  }
  if (!flags.report.empty()) AKIN_TRY(CheckReportPath(flags.report));
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  const Control control = session.ControlFor();
  AKIN_TRY_ASSIGN(const Truth truth, TruthNamed(corpus, flags, control));
  PrintTruth(session, flags, truth);
  EvalOptions options = flags.eval;
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
  EvalRun run(session, flags, corpus, truth, std::move(options));
  const bool others = !flags.exact.empty() || !flags.measures.empty();
  if (!flags.indexes.empty() || !others) AKIN_TRY(run.Indexes());
  if (!flags.exact.empty()) AKIN_TRY(run.Exact());
  if (!flags.measures.empty()) AKIN_TRY(run.Sweeps());
  AKIN_TRY(run.Finish());
  if (!flags.report.empty() && !run.rows().empty()) {
    const auto& queries = run.options().queries;
    AKIN_TRY(WriteReport(flags, corpus, run.options(),
                         queries.empty() ? truth.queries().size() : queries.size(), run.rows()));
    session.Note(fmt::format("the page is {}", Join(flags.report, "index.html")));
  }
  if (!run.rows().empty()) return kFound;
  session.Note(
      fmt::format("nothing to evaluate: {} has no index; akin build makes one, or say "
                  "--exact or --measures and --sweep",
                  corpus.path()));
  return kNothingFound;
}

std::string MetricsHelp() {
  std::string text = "Metrics (each as the mean over queries and pooled, with 95% intervals):\n";
  for (const MetricFacts& facts : Metrics()) {
    text += fmt::format("  {:<18} {}\n", facts.name, facts.meaning);
  }
  return text;
}

}  // namespace

void AddEval(CLI::App& app, Session& session, Run& run) {
  CLI::App* verb = app.add_subcommand("eval", "Measure how good the answers are");
  auto flags = std::make_shared<Flags>();
  verb->add_option("CORPUS", flags->corpus, "made by akin ingest")->required();
  AddFlag(*verb, "--truth", flags->truth)->required();
  AddFlag(*verb, "--depth", flags->classes.depth);
  AddFlag(*verb, "--separator", flags->separator)->default_str("/, or . if no class has one");
  AddFlag(*verb, "--index", flags->indexes)->default_str("all there are");
  AddFlag(*verb, "--exact", flags->exact);
  AddFlag(*verb, "--measures", flags->measures);
  AddFlag(*verb, "--sweep", flags->sweeps);
  AddFlag(*verb, "--metrics", flags->metrics)->default_str("all that the truth allows");
  AddFlag(*verb, "--queries", flags->queries)->default_str("all that the truth knows");
  AddFlag(*verb, "--top", flags->eval.top);
  AddFlag(*verb, "--count", flags->eval.k);
  AddFlag(*verb, "--resamples", flags->eval.resamples);
  AddFlag(*verb, "--confidence", flags->eval.confidence);
  AddFlag(*verb, "--report", flags->report);
  session.AddOutputFlags(*verb);
  session.AddWorkFlags(*verb);
  verb->footer(MetricsHelp() +
               "\n"
               "Truths: a file of key<TAB>class/sub/class, or of query<TAB>key<TAB>grade; path, "
               "the\n"
               "directories of the keys themselves; exact:simrank or another exact measure.\n\n"
               "Examples:\n"
               "  akin eval web.akin --truth categories.tsv\n"
               "  akin eval site.akin --truth path --depth 3 --index simrank,psimrank\n"
               "  akin eval web.akin --truth categories.tsv --report quality\n"
               "  akin eval web.akin --truth exact:simrank --metrics kendall,max-error\n"
               "  akin eval web.akin --truth categories.tsv --measures simrank,psimrank \\\n"
               "    --sweep length=1..10 --sweep decay=0.1..0.9:0.1 --sweep fingerprints=10,100");
  verb->callback([&session, &run, flags] {
    run = [&session, flags] {
      const auto code = RunEval(session, *flags);
      return code.ok() ? *code : session.Fail(code.status());
    };
  });
}

}  // namespace akin::cli
