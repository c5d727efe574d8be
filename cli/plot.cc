// akin plot draws a chart of a table.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "akin/files.h"
#include "akin/try.h"
#include "flags.h"
#include "print.h"
#include "report/csv.h"
#include "report/table_chart.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::ChartOf;
using report::CheckChartPath;
using report::CsvTable;
using report::DrawSvg;
using report::ReadCsv;
using report::TableChart;
using report::TableChartOptions;
using report::TableMarkNamed;

struct PlotFlags {
  std::string file;
  std::string output = "-";
  std::string mark = "auto";
  TableChartOptions chart;
};

Status WriteText(const std::string& path, const std::string& svg) {
  if (path != "-") return WriteFileAtomically(path, svg);
  Write(stdout, svg);
  return OutputStatus();
}

Status RunPlot(const Session& session, PlotFlags flags) {
  if (flags.output != "-") AKIN_TRY(CheckChartPath(flags.output, "output"));
  AKIN_TRY_ASSIGN(flags.chart.mark, TableMarkNamed(flags.mark));
  AKIN_TRY_ASSIGN(const CsvTable table, ReadCsv(flags.file, session.ControlFor()));
  AKIN_TRY_ASSIGN(const TableChart chart, ChartOf(table, flags.chart));
  for (const std::string& note : chart.notes) session.Note(note);
  return WriteText(flags.output, DrawSvg(chart.figure));
}

}  // namespace

void AddPlot(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("plot", "Draw a table, such as one from akin eval, as a chart");
  auto flags = std::make_shared<PlotFlags>();
  verb.AddArgument("FILE", flags->file,
                   "values separated by commas or tabs, with a header line; - is standard input")
      .Required();
  AddFlag(verb, "--output", flags->output)
      .Takes("OUT.svg")
      .Describe("file to write, which is replaced; - is standard output");
  AddFlag(verb, "--x", flags->chart.x)
      .Default("length, decay or fingerprints if they were swept, or system");
  AddFlag(verb, "--y", flags->chart.y).Default("value");
  AddFlag(verb, "--low", flags->chart.low).Default("low, or Y_low if it exists");
  AddFlag(verb, "--high", flags->chart.high).Default("high, or Y_high");
  AddFlag(verb, "--by", flags->chart.by).Default("system, if it exists");
  AddFlag(verb, "--panel", flags->chart.panel).Default("metric, if it exists");
  AddFlag(verb, "--where", flags->chart.where);
  AddFlag(verb, "--mark", flags->mark).Default("line for numbers, dots for words");
  AddSwitch(verb, "--log-x", flags->chart.log_x);
  AddSwitch(verb, "--log-y", flags->chart.log_y);
  AddFlag(verb, "--title", flags->chart.title);
  AddSwitch(verb, "--quiet", session.quiet);
  verb.SetFooter(
      R"(Each series becomes a line through its rows, with a band from --low to --high.
Two rows of a series with the same x are an error, which says in which columns
they differ. Choose among them with --where, or separate them with --by or
--panel. Cells that are empty or undefined are not drawn.

Marks:
  line       a line through the points
  points     separate points; several may have the same x
  dots       one row of text for each x; best for averages of named things

Examples:
  akin plot results.csv -o quality.svg
  akin plot results.csv --x length \
    --where metric=sibling-gamma,decay=0.1,fingerprints=100 -o length.svg
  akin plot results.csv --x fingerprints --log-x --y pooled \
    --where length=4,decay=0.1 -o n.svg
  akin plot results.csv --x system \
    --where length=4,decay=0.1,fingerprints=100 -o dots.svg
  akin plot sizes.tsv --x vertices --y seconds --log-x --log-y \
    --mark points > sizes.svg)");
  verb.SetWork([&session, flags] { return session.CodeOf(RunPlot(session, *flags)); });
}

}  // namespace akin::cli
