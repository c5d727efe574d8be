#include "akin/eval.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>

#include "akin/akin.h"
#include "base/checksum.h"
#include "base/files.h"
#include "base/try.h"
#include "eval_grid.h"
#include "eval_report.h"
#include "eval_results.h"
#include "eval_row.h"
#include "exact_spec.h"
#include "flags.h"
#include "graph/graph.h"
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
  std::vector<std::string> indexes;
  std::string fusion = std::string(FusionName(Fusion::kWeighted));
  std::string exact;
  std::string measures;
  std::vector<std::string> sweeps;
  std::string metrics;
  std::string queries;
  std::string results;
  std::string report;
  EvalOptions eval;
};

Result<Truth> TruthNamed(const Corpus& corpus, const Flags& flags,
                         const std::vector<VertexId>& queries, const Control& control) {
  ClassOptions classes = flags.classes;
  if (flags.separator.size() > 1) {
    return Status(Code::kInvalidArgument,
                  fmt::format("--separator {}: one character", flags.separator));
  }
  if (!flags.separator.empty()) classes.separator = flags.separator.front();
  constexpr std::string_view kExact = "exact:";
  if (flags.truth == "path") return Truth::FromKeys(corpus, classes);
  if (flags.truth.starts_with(kExact)) {
    AKIN_TRY_ASSIGN(const ExactOptions exact,
                    ParseExactSpec(std::string_view(flags.truth).substr(kExact.size())));
    return Truth::FromExact(corpus, exact, queries, control);
  }
  constexpr std::string_view kTitles = "titles:";
  if (flags.truth == "citations") return Truth::FromCitations(corpus);
  if (flags.truth == kTitles) {
    return Status(Code::kInvalidArgument, "--truth titles: lacks its file; say titles:FILE");
  }
  if (flags.truth.starts_with(kTitles)) {
    return Truth::FromTitles(corpus, flags.truth.substr(kTitles.size()), control);
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
    session.Note(
        fmt::format("note: {} lines give a key another class, grade or title; the first counts",
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

// What results depend on beside the system: the graph, the truth and how answers are judged.
Result<std::string> SettingOf(const Corpus& corpus, const Flags& flags) {
  AKIN_TRY_ASSIGN(const Graph* graph, corpus.graph());
  const auto with_contents = [](const std::string& path) -> Result<std::string> {
    if (!Exists(path)) return path;
    AKIN_TRY_ASSIGN(const MappedFile file, MappedFile::Open(path));
    return fmt::format("{}#{:016x}", path, Checksum(file.bytes()));
  };
  const size_t colon = flags.truth.starts_with("titles:") ? flags.truth.find(':') + 1 : 0;
  AKIN_TRY_ASSIGN(const std::string truth, with_contents(flags.truth.substr(colon)));
  std::string queries = "all";
  if (!flags.queries.empty()) {
    AKIN_TRY_ASSIGN(queries, with_contents(flags.queries));
  }
  return fmt::format(
      "graph={:016x} truth={}{} depth={} separator={} queries={} top={} k={} min_cocited={} "
      "resamples={} confidence={}",
      graph->identity(), flags.truth.substr(0, colon), truth, flags.classes.depth, flags.separator,
      queries, flags.eval.top, flags.eval.k, flags.eval.min_cocited, flags.eval.resamples,
      flags.eval.confidence);
}

// --- What is evaluated ---

class EvalRun {
 public:
  EvalRun(const Session& session, const Flags& flags, const Corpus& corpus, const Truth& truth,
          EvalOptions options, std::string setting, EvalResults results)
      : session_(session),
        flags_(flags),
        corpus_(corpus),
        truth_(truth),
        options_(std::move(options)),
        setting_(std::move(setting)),
        results_(std::move(results)),
        writer_({{.name = "system"},
                 {.name = "length", .right = true},
                 {.name = "decay", .right = true, .table_decimals = 2},
                 {.name = "fingerprints", .right = true},
                 {.name = "metric"},
                 {.name = "value", .right = true},
                 {.name = "low", .right = true},
                 {.name = "high", .right = true},
                 {.name = "pooled", .right = true},
                 {.name = "pooled_low", .right = true},
                 {.name = "pooled_high", .right = true},
                 {.name = "queries", .right = true}},
                session) {
    if (options_.metrics.empty()) options_.metrics = truth.metrics();
  }

  Status Indexes() {
    if (flags_.indexes.empty()) {
      AKIN_TRY_ASSIGN(const auto infos, corpus_.Indexes());
      for (const IndexInfo& info : infos) {
        if (info.complete) AKIN_TRY(OneIndex(info.name));
      }
    }
    for (const std::string& text : flags_.indexes) {
      if (text.find('=') != std::string::npos) {
        AKIN_TRY(OneMixture(text));
        continue;
      }
      AKIN_TRY_ASSIGN(const auto names, ParseList(text));
      for (const std::string_view name : names) AKIN_TRY(OneIndex(name));
    }
    return {};
  }

  Status Exact() {
    AKIN_TRY_ASSIGN(const auto specs, ParseList(flags_.exact));
    for (const std::string_view spec : specs) {
      AKIN_TRY_ASSIGN(ExactOptions exact, ParseExactSpec(spec));
      const bool rounds = FactsOf(exact.measure).iterations != 0;
      AKIN_TRY_ASSIGN(
          const Grid grid,
          ParseGrid(rounds ? flags_.sweeps : std::vector<std::string>(),
                    {.lengths = {exact.iterations}, .decays = {exact.decay}, .fingerprints = {1}}));
      for (const double decay : grid.decays) {
        for (const unsigned length : grid.lengths) {
          exact.decay = decay;
          exact.iterations = length;
          AKIN_TRY(Put({.system = fmt::format("exact {}", spec),
                        .length = rounds ? length : 0,
                        .decay = rounds ? decay : 0},
                       setting_, [&] {
                         return Evaluate(truth_, corpus_, exact, options_, session_.ControlFor());
                       }));
        }
      }
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
      const BuildOptions usual;
      AKIN_TRY_ASSIGN(const Grid grid,
                      ParseGrid(flags_.sweeps, {.lengths = {DefaultLength(measure)},
                                                .decays = {usual.decay},
                                                .fingerprints = {usual.fingerprints}}));
      AKIN_TRY(OneSweep(std::string(name), measure, grid));
    }
    return {};
  }

  const EvalOptions& options() const { return options_; }
  const std::vector<EvalRow>& rows() const { return rows_; }
  Status Finish() { return writer_.Finish(); }

 private:
  using Cell = nlohmann::ordered_json;

  Status OneIndex(std::string_view name) {
    AKIN_TRY_ASSIGN(const Index index, corpus_.OpenIndex(name));
    const IndexInfo& info = index.info();
    return Put({.system = info.name,
                .length = std::max(info.length, info.iterations),
                .decay = info.decay,
                .fingerprints = info.fingerprints},
               setting_ + SettingOf(info),
               [&] { return Evaluate(truth_, RankerOf(index), options_, session_.ControlFor()); });
  }

  Status OneMixture(const std::string& text) {
    AKIN_TRY_ASSIGN(const Fusion fusion, FusionNamed(flags_.fusion));
    AKIN_TRY_ASSIGN(const auto parts, ParseMixture(text));
    AKIN_TRY_ASSIGN(const Mixture mixture, Mixture::Open(corpus_, parts, fusion));
    std::string setting = setting_;
    for (const MixturePart& part : parts) {
      AKIN_TRY_ASSIGN(const Index index, corpus_.OpenIndex(part.index));
      setting += SettingOf(index.info());
    }
    const bool weighted = fusion == Fusion::kWeighted;
    return Put(
        {.system = weighted ? text : fmt::format("{} by {}", text, flags_.fusion)}, setting,
        [&] { return Evaluate(truth_, RankerOf(mixture), options_, session_.ControlFor()); });
  }

  Status OneSweep(const std::string& name, Measure measure, const Grid& grid) {
    const std::string setting = fmt::format("{} seed={}", setting_, BuildOptions().seed);
    std::vector<std::vector<EvalRow>> known;
    for (const unsigned fingerprints : grid.fingerprints) {
      for (const double decay : grid.decays) {
        for (const unsigned length : grid.lengths) {
          known.push_back(results_.Find(
              {.system = name, .length = length, .decay = decay, .fingerprints = fingerprints},
              setting, options_.metrics));
        }
      }
    }
    if (std::none_of(known.begin(), known.end(), [](const auto& rows) { return rows.empty(); })) {
      for (const auto& rows : known) Print(rows);
      return {};
    }
    AKIN_TRY_ASSIGN(const Index index, IndexFor(corpus_, measure, grid, session_));
    AKIN_TRY_ASSIGN(const auto points,
                    Sweep(corpus_, index, truth_, grid, options_, session_.ControlFor()));
    std::vector<EvalRow> rows;
    for (const GridPoint& point : points) {
      AddRows({.system = name,
               .length = point.length,
               .decay = point.decay,
               .fingerprints = point.fingerprints},
              point.evaluation, rows);
    }
    Print(rows);
    return results_.Add(rows, setting);
  }

  // What the answers of an index depend on beside what its row says.
  static std::string SettingOf(const IndexInfo& info) {
    return fmt::format(" {}={}{}{} seed={} epsilon={} only={}", info.name,
                       MeasureName(info.measure), info.bags.empty() ? "" : "/", info.bags,
                       info.seed, info.epsilon, info.only);
  }

  // Evaluates unless the results know already; `row` says what.
  template <class Evaluating>
  Status Put(const EvalRow& row, const std::string& setting, Evaluating&& evaluate) {
    std::vector<EvalRow> rows = results_.Find(row, setting, options_.metrics);
    if (rows.empty()) {
      AKIN_TRY_ASSIGN(const Evaluation evaluation, evaluate());
      AddRows(row, evaluation, rows);
      AKIN_TRY(results_.Add(rows, setting));
    }
    Print(rows);
    return {};
  }

  // A row for every metric.
  static void AddRows(EvalRow row, const Evaluation& evaluation, std::vector<EvalRow>& rows) {
    for (const MetricResult& result : evaluation.metrics) {
      row.result = result;
      rows.push_back(row);
    }
  }

  static void AddAverage(const Average& average, std::vector<Cell>& row) {
    for (const double value : {average.value, average.low, average.high}) {
      row.push_back(average.defined() ? Cell(value) : Cell("undefined"));
    }
  }

  void Print(const std::vector<EvalRow>& rows) {
    for (const EvalRow& row : rows) {
      std::vector<Cell> cells = {row.system};
      cells.push_back(row.length == 0 ? Cell("") : Cell(row.length));
      cells.push_back(row.decay == 0 ? Cell("") : Cell(row.decay));
      cells.push_back(row.fingerprints == 0 ? Cell("") : Cell(row.fingerprints));
      cells.emplace_back(std::string(MetricName(row.result.metric)));
      AddAverage(row.result.per_query, cells);
      AddAverage(row.result.pooled, cells);
      cells.emplace_back(row.result.per_query.queries);
      writer_.Add(std::move(cells));
      rows_.push_back(row);
    }
  }

  const Session& session_;
  const Flags& flags_;
  const Corpus& corpus_;
  const Truth& truth_;
  EvalOptions options_;
  std::string setting_;
  EvalResults results_;
  RowWriter writer_;
  std::vector<EvalRow> rows_;
};

Result<int> RunEval(const Session& session, const Flags& flags) {
  if (!flags.measures.empty() && flags.sweeps.empty()) {
    return Status(Code::kInvalidArgument,
                  "--measures says what to sweep over, --sweep how far: give both or none");
  }
  if (!flags.sweeps.empty() && flags.measures.empty() && flags.exact.empty()) {
    return Status(
        Code::kInvalidArgument,
        "--sweep says how far, --measures or --exact what to sweep over: give both or none");
  }
  if (!flags.report.empty()) AKIN_TRY(CheckReportPath(flags.report));
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  const Control control = session.ControlFor();
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
  AKIN_TRY_ASSIGN(EvalResults results, EvalResults::Open(flags.results, control));
  AKIN_TRY_ASSIGN(const Truth truth, TruthNamed(corpus, flags, options.queries, control));
  PrintTruth(session, flags, truth);
  AKIN_TRY_ASSIGN(const std::string setting, SettingOf(corpus, flags));
  EvalRun run(session, flags, corpus, truth, std::move(options), setting, std::move(results));
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
  CLI::Option* index_flag =
      AddFlag(*verb, "--index", flags->indexes)
          ->description(
              "indexes to ask, with commas, or a mixture: psimrank=0.6,text=0.4; repeatable")
          ->default_str("all there are");
  AddFlag(*verb, "--fusion", flags->fusion)->needs(index_flag);
  AddFlag(*verb, "--exact", flags->exact);
  AddFlag(*verb, "--measures", flags->measures);
  AddFlag(*verb, "--sweep", flags->sweeps);
  AddFlag(*verb, "--metrics", flags->metrics)->default_str("all that the truth allows");
  AddFlag(*verb, "--queries", flags->queries)->default_str("all that the truth knows");
  AddFlag(*verb, "--top", flags->eval.top);
  AddFlag(*verb, "--count", flags->eval.k);
  AddFlag(*verb, "--min-cocited", flags->eval.min_cocited);
  AddFlag(*verb, "--resamples", flags->eval.resamples);
  AddFlag(*verb, "--confidence", flags->eval.confidence);
  AddFlag(*verb, "--results", flags->results);
  AddFlag(*verb, "--report", flags->report);
  session.AddOutputFlags(*verb);
  session.AddWorkFlags(*verb);
  verb->footer(MetricsHelp() +
               "\n"
               "Truths: a file of key<TAB>class/sub/class, or of query<TAB>key<TAB>grade; path, "
               "the\n"
               "directories of the keys themselves; exact:simrank or another exact measure;\n"
               "citations, the links of the graph itself; titles:FILE, of key<TAB>title.\n\n"
               "Examples:\n"
               "  akin eval web.akin --truth categories.tsv\n"
               "  akin eval site.akin --truth path --depth 3 --index simrank,psimrank\n"
               "  akin eval web.akin --truth categories.tsv --report quality\n"
               "  akin eval web.akin --truth exact:simrank --metrics kendall,max-error\n"
               "  akin eval papers.akin --truth titles:titles.tsv --metrics delta -k 5\n"
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
