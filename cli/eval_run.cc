#include "eval_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>

#include "akin/files.h"
#include "akin/try.h"
#include "eval_grid.h"
#include "report/human_numbers.h"
#include "report/value_list.h"

namespace akin::cli {
namespace {

using report::EvalResults;
using report::EvalRow;
using report::Grouped;
using report::ParseList;

// What the name of an index begins with that a sweep removes at its end. Other processes do not use
// it.
constexpr std::string_view kTemporary = "sweeping-";

// When a table leaves out a column that the names of the systems imply (Column::leave_out).
constexpr int kImplied = 2;

// What the answers of an index depend on, besides the graph.
std::string SettingOf(const IndexInfo& info) {
  return fmt::format(
      " {}={}{}{} length={} decay={} fingerprints={} seed={} epsilon={} only={} bytes={}",
      info.name, MeasureName(info.measure), info.bags.empty() ? "" : "/", info.bags,
      std::max(info.length, info.iterations), info.decay, info.fingerprints, info.seed,
      info.epsilon, info.only, info.bytes);
}

// The same for an exact measure, besides what its name says: priors are in a file.
std::string SettingOf(const std::vector<PriorScore>& priors) {
  static_assert(sizeof(PriorScore) == 2 * sizeof(VertexId) + sizeof(double), "no padding");
  if (priors.empty()) return "";
  return fmt::format(" priors={:016x}", ChecksumOf({reinterpret_cast<const char*>(priors.data()),
                                                    priors.size() * sizeof(PriorScore)}));
}

// What a table says about the walks of an index.
std::optional<unsigned> LengthOf(const IndexInfo& info) {
  const unsigned length = std::max(info.length, info.iterations);
  return length > 0 ? std::optional(length) : std::nullopt;
}

// The values of a sweep; without one what was given, if anything.
template <class T>
std::vector<std::optional<T>> Swept(const std::vector<T>& values, std::optional<T> given) {
  if (values.empty()) return {given};
  return std::vector<std::optional<T>>(values.begin(), values.end());
}

Status SaidTwice(std::string_view spec, std::string_view option, std::string_view sweep) {
  return Status(Code::kInvalidArgument,
                fmt::format("--exact {} gives the {}, and so does --sweep {}=: leave out one", spec,
                            option, sweep));
}

// Adds a row for every metric.
void AddRows(EvalRow row, const Evaluation& evaluation, std::vector<EvalRow>& rows) {
  for (const MetricResult& result : evaluation.metrics) {
    row.result = result;
    rows.push_back(row);
  }
}

void AddAverage(const Average& average, std::vector<Cell>& row) {
  for (const double value : {average.value, average.low, average.high}) {
    row.push_back(average.defined() ? Cell(value) : Cell("undefined"));
  }
}

}  // namespace

EvalRun::EvalRun(const Session& session, const EvalFlags& flags, const Corpus& corpus,
                 const Truth& truth, EvalOptions options, std::string setting, EvalResults results)
    : session_(session),
      flags_(flags),
      corpus_(corpus),
      truth_(truth),
      options_(std::move(options)),
      setting_(std::move(setting)),
      results_(std::move(results)),
      writer_({{.name = "system", .cut = Cut::kMiddle},
               {.name = "length", .right = true},
               {.name = "decay", .right = true, .table_decimals = 2},
               {.name = "fingerprints", .right = true},
               {.name = "metric"},
               {.name = "value", .right = true},
               {.name = "low", .right = true, .leave_out = 5},
               {.name = "high", .right = true, .leave_out = 5},
               {.name = "pooled", .right = true, .leave_out = 3},
               {.name = "pooled_low", .right = true, .leave_out = 1},
               {.name = "pooled_high", .right = true, .leave_out = 1},
               {.name = "queries", .right = true, .leave_out = 4}},
              session) {
  if (options_.metrics.empty()) options_.metrics = truth.usual_metrics();
  options_.keep_values = true;
}

Status EvalRun::Indexes() {
  if (flags_.indexes.empty()) {
    AKIN_TRY_ASSIGN(const auto infos, corpus_.Indexes());
    for (const IndexInfo& info : infos) {
      if (info.complete) AKIN_TRY(OneIndex(info.name));
    }
  }
  for (const std::string& text : flags_.indexes) {
    if (flags_.fusion) {
      AKIN_TRY_ASSIGN(const Fusion fusion, FusionNamed(*flags_.fusion));
      const bool mixed = fusion != Fusion::kWeighted || NamesMixture(text);
      AKIN_TRY(mixed ? OneMixture(text, fusion) : OneIndex(text));
      continue;
    }
    if (text.find('=') != std::string::npos) {
      AKIN_TRY(OneMixture(text, Fusion::kWeighted));
      continue;
    }
    AKIN_TRY_ASSIGN(const auto names, ParseList(text));
    for (const std::string_view name : names) AKIN_TRY(OneIndex(name));
  }
  return {};
}

Status EvalRun::Exact() {
  AKIN_TRY_ASSIGN(const auto specs, ParseList(flags_.exact));
  for (const std::string_view spec : specs) {
    const auto exact = ParseExactSpec(spec, corpus_, session_.ControlFor());
    if (exact.status().code() == Code::kInvalidArgument) {
      return exact.status().WithParameter("exact");
    }
    if (!exact.ok()) return exact.status();
    AKIN_TRY(OneExact(spec, *exact));
  }
  return {};
}

Status EvalRun::OneExact(std::string_view spec, ExactOptions exact) {
  const MeasureFacts& facts = FactsOf(exact.measure);
  AKIN_TRY_ASSIGN(const Grid grid, ParseGrid(flags_.sweeps, facts, facts.exact(), {}));
  if (!grid.lengths.empty() && exact.iterations) return SaidTwice(spec, "iterations", "length");
  if (!grid.decays.empty() && exact.decay) return SaidTwice(spec, "decay", "decay");
  const std::string setting = setting_ + SettingOf(exact.priors);
  for (const std::optional<double> decay : Swept(grid.decays, exact.decay)) {
    for (const std::optional<unsigned> length : Swept(grid.lengths, exact.iterations)) {
      exact.decay = decay;
      exact.iterations = length;
      AKIN_TRY(CheckExactOptions(exact));  // results that are kept know nothing of a conflict
      AKIN_TRY(Put({.system = fmt::format("exact {}", spec),
                    .length = ShownIterations(exact),
                    .decay = ShownDecay(exact).value_or(0)},
                   setting, {.exact = exact}));
    }
  }
  return {};
}

Status EvalRun::Sweeps() {
  AKIN_TRY_ASSIGN(const auto names, ParseList(flags_.measures));
  for (const std::string_view name : names) {
    const Result<Measure> measure = IndexMeasureNamed(name);
    if (!measure.ok()) return measure.status().WithParameter("measures");
    const MeasureFacts& facts = FactsOf(*measure);
    const Way& way = *facts.index();
    if (!way.Takes(Parameter::kLength)) {
      return Status(Code::kInvalidArgument,
                    fmt::format("{} does not walk, so there is nothing to sweep over; build an "
                                "index of it and say --index",
                                name));
    }
    const auto count = [&](Parameter of) { return static_cast<unsigned>(way.Default(of)); };
    AKIN_TRY_ASSIGN(const Grid grid,
                    ParseGrid(flags_.sweeps, facts, way,
                              {.lengths = {count(Parameter::kLength)},
                               .decays = {way.Default(Parameter::kDecay)},
                               .fingerprints = {count(Parameter::kFingerprints)}}));
    AKIN_TRY(OneSweep(std::string(name), *measure, grid));
  }
  return {};
}

Status EvalRun::OneIndex(std::string_view name) {
  AKIN_TRY_ASSIGN(const Index index, corpus_.OpenIndex(name));
  const IndexInfo& info = index.info();
  return Put({.system = info.name,
              .length = LengthOf(info),
              .decay = info.decay,
              .fingerprints = info.fingerprints},
             setting_ + SettingOf(info), {.index = info.name});
}

Status EvalRun::OneMixture(const std::string& text, Fusion fusion) {
  AKIN_TRY_ASSIGN(const auto parts, ParseMixture(text));
  std::string setting = setting_;
  for (const MixturePart& part : parts) {
    AKIN_TRY_ASSIGN(const Index index, corpus_.OpenIndex(part.index));
    setting += SettingOf(index.info());
  }
  const bool weighted = fusion == Fusion::kWeighted;
  return Put({.system = weighted ? text : fmt::format("{} by {}", text, FusionName(fusion))},
             setting, {.index = text, .fusion = fusion});
}

Result<Index> EvalRun::IndexFor(Measure measure, const Grid& grid) {
  const unsigned length = *std::max_element(grid.lengths.begin(), grid.lengths.end());
  const unsigned fingerprints =
      *std::max_element(grid.fingerprints.begin(), grid.fingerprints.end());
  AKIN_TRY_ASSIGN(const auto infos, corpus_.Indexes());
  BuildOptions options{.measure = measure, .length = length, .fingerprints = fingerprints};
  for (const IndexInfo& info : infos) {
    if (info.complete && info.measure == measure && HasFingerprints(info.method) &&
        info.only == 0 && info.seed == options.seed && info.length >= length &&
        info.fingerprints >= fingerprints && !info.name.starts_with(kTemporary)) {
      return corpus_.OpenIndex(info.name);
    }
  }
  const std::string what = fmt::format("{}-l{}", MeasureName(measure), length);
  if (flags_.keep_indexes) {
    options.name = fmt::format("eval-{}", what);
  } else {
    options.name = fmt::format("{}{}-{}", kTemporary, ::getpid(), what);
    const auto is_taken = [&](const IndexInfo& info) { return info.name == options.name; };
    while (std::any_of(infos.begin(), infos.end(), is_taken)) options.name += "-new";
    temporary_.push_back(std::make_unique<TemporaryIndex>(corpus_.path(), options.name));
  }
  AKIN_TRY_ASSIGN(const BuildReport report,
                  BuildIndex(corpus_.path(), options, session_.ControlFor()));
  session_.Note(fmt::format("index {} built for the sweep, {} bytes{}", report.name,
                            Grouped(report.bytes),
                            flags_.keep_indexes ? "" : "; it is removed at the end"));
  return corpus_.OpenIndex(report.name);
}

Status EvalRun::OneSweep(const std::string& name, Measure measure, const Grid& grid) {
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
  AKIN_TRY_ASSIGN(const Index index, IndexFor(measure, grid));
  AKIN_TRY_ASSIGN(const auto points,
                  Sweep(corpus_, index, truth_, grid, options_, session_.ControlFor()));
  std::vector<EvalRow> rows;
  for (const GridPoint& point : points) {
    const EvalRow row{.system = name,
                      .length = point.length,
                      .decay = point.decay,
                      .fingerprints = point.fingerprints};
    AddRows(row, point.evaluation, rows);
    asked_.push_back({.row = row,
                      .ask = {.index = index.info().name},
                      .related = {.fingerprints = point.fingerprints,
                                  .length = point.length,
                                  .decay = point.decay,
                                  .filter = options_.filter,
                                  .exclude = options_.exclude}});
  }
  Print(rows);
  return results_.Add(rows, setting);
}

Status EvalRun::Put(const EvalRow& row, const std::string& setting, const AskOptions& asked) {
  std::vector<EvalRow> rows = results_.Find(row, setting, options_.metrics);
  if (rows.empty()) {
    const Control control = session_.ControlFor();
    AKIN_TRY_ASSIGN(const Asker asker, Asker::Create(corpus_, asked, control));
    AKIN_TRY_ASSIGN(const Evaluation evaluation, Evaluate(truth_, asker, options_, control));
    AddRows(row, evaluation, rows);
    AKIN_TRY(results_.Add(rows, setting));
  }
  asked_.push_back(
      {.row = row,
       .ask = asked,
       .related = {
           .refine = options_.refine, .filter = options_.filter, .exclude = options_.exclude}});
  Print(rows);
  return {};
}

// In a narrow table, a parameter that has one value in every system is implied by its name.
Status EvalRun::Finish() {
  std::map<std::string, const EvalRow*> first;
  bool lengths = false;
  bool decays = false;
  bool fingerprints = false;
  for (const EvalRow& row : rows_) {
    const EvalRow& other = *first.emplace(row.system, &row).first->second;
    lengths = lengths || row.length != other.length;
    decays = decays || row.decay != other.decay;
    fingerprints = fingerprints || row.fingerprints != other.fingerprints;
  }
  if (!lengths) writer_.MayLeaveOut("length", kImplied);
  if (!decays) writer_.MayLeaveOut("decay", kImplied);
  if (!fingerprints) writer_.MayLeaveOut("fingerprints", kImplied);
  return writer_.Finish();
}

void EvalRun::Print(const std::vector<EvalRow>& rows) {
  for (const EvalRow& row : rows) {
    std::vector<Cell> cells = {row.system};
    cells.push_back(row.length ? Cell(*row.length) : Cell(""));
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

}  // namespace akin::cli
