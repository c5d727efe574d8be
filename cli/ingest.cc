#include "akin/ingest.h"

#include <fmt/format.h>

#include <memory>

#include "flags.h"
#include "report/human_numbers.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::Grouped;

struct IngestFlags {
  std::vector<std::string> sources;
  std::string output;
  std::string format;
  std::string targets;
  bool header = false;
  bool no_header = false;
  IngestOptions options;
};

Result<SourceFormat> FormatNamed(const std::string& name) {
  if (name.empty()) return SourceFormat::kDetect;
  if (name == "edges") return SourceFormat::kEdgeList;
  if (name == "mtx") return SourceFormat::kMatrixMarket;
  if (name == "bv") return SourceFormat::kBvGraph;
  if (name == "html") return SourceFormat::kHtmlFolder;
  if (name == "warc") return SourceFormat::kWarc;
  return Status(Code::kInvalidArgument,
                fmt::format("no format '{}'; there are edges, mtx, bv, html and warc", name));
}

Result<LinkTargets> TargetsNamed(const std::string& name) {
  if (name.empty()) return LinkTargets::kDefault;
  if (name == "crawled") return LinkTargets::kCrawled;
  if (name == "all") return LinkTargets::kAll;
  return Status(Code::kInvalidArgument,
                fmt::format("no targets '{}'; there are crawled and all", name));
}

void PrintReport(const Session& session, const IngestFlags& flags, const IngestReport& report) {
  for (const std::string& note : report.notes) session.Note("note: " + note);
  if (report.bad_lines > 0) {
    session.Note(fmt::format("note: {} bad lines, pages or records skipped, the first of them:",
                             Grouped(report.bad_lines)));
    for (const std::string& line : report.first_bad_lines) session.Note("  " + line);
  }
  if (report.self_loops_dropped > 0) {
    session.Note(fmt::format("note: {} self-loops dropped", Grouped(report.self_loops_dropped)));
  }
  if (report.common_arcs_dropped > 0) {
    session.Note(
        fmt::format("note: {} arcs dropped, to vertices that more than {:.0f}% of all link to",
                    Grouped(report.common_arcs_dropped), flags.options.max_inlink_share * 100));
  }
  session.Note(fmt::format("{}: {} vertices, {} arcs ({} read)", flags.output,
                           Grouped(report.vertices), Grouped(report.arcs),
                           Grouped(report.arcs_read)));
}

int RunIngest(const Session& session, IngestFlags flags) {
  const auto format = FormatNamed(flags.format);
  if (!format.ok()) return session.Fail(format.status());
  flags.options.format = *format;
  const auto targets = TargetsNamed(flags.targets);
  if (!targets.ok()) return session.Fail(targets.status());
  flags.options.targets = *targets;
  if (flags.header) flags.options.header = HeaderLine::kPresent;
  if (flags.no_header) flags.options.header = HeaderLine::kAbsent;
  const auto report = Ingest(flags.sources, flags.output, flags.options, session.ControlFor());
  if (!report.ok()) return session.Fail(report.status());
  PrintReport(session, flags, *report);
  return kFound;
}

}  // namespace

void AddIngest(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("ingest", "Make a corpus from links or pages");
  auto flags = std::make_shared<IngestFlags>();
  verb.AddArgument(
          "SOURCE", flags->sources,
          "edge lists (separated by tabs, commas or blanks; also gz and zst), MatrixMarket files, "
          "WebGraph BV graphs (.graph), folders of HTML pages, WARC files; - is standard input")
      .Required();
  AddFlag(verb, "--output", flags->output).Required();
  AddFlag(verb, "--format", flags->format);
  AddFlag(verb, "--targets", flags->targets);
  const Flag header = AddSwitch(verb, "--header", flags->header);
  AddSwitch(verb, "--no-header", flags->no_header).Excludes(header);
  AddSwitch(verb, "--undirected", flags->options.undirected);
  AddSwitch(verb, "--reverse", flags->options.reverse);
  AddSwitch(verb, "--drop-self-loops", flags->options.drop_self_loops);
  AddSwitch(verb, "--ignore-weights", flags->options.ignore_weights);
  AddSwitch(verb, "--skip-bad-lines", flags->options.skip_bad_lines);
  AddFlag(verb, "--max-inlink-share", flags->options.max_inlink_share);
  AddSwitch(verb, "--force", flags->options.replace);
  session.AddWorkFlags(verb);
  verb.SetFooter(
      R"(Each line of an edge list is one arc: FROM and TO. Names are numbers or any
text. Repeated arcs count once.

Examples:
  akin ingest links.tsv -o web.akin
  akin ingest site/ -o site.akin --max-inlink-share 0.5    # a folder of HTML
  akin ingest crawl-*.warc.gz -o crawl.akin    # pages, and all they link to
  akin ingest cnr-2000.graph -o cnr.akin       # a WebGraph BV graph
  akin ingest purchases.csv.gz -o shop.akin    # people, items: relates items
  akin ingest purchases.csv.gz -o shop.akin --reverse      # relates people
  zcat log.gz | cut -f1,3 | akin ingest - -o log.akin)");
  verb.SetWork([&session, flags] { return RunIngest(session, *flags); });
}

}  // namespace akin::cli
