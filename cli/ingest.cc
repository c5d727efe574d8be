#include "akin/ingest.h"

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <utility>

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
  std::string columns;
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

Result<std::pair<unsigned, unsigned>> ColumnsNamed(const std::string& text) {
  std::pair<unsigned, unsigned> columns;
  const char* const end = text.data() + text.size();
  const auto [comma, error] = std::from_chars(text.data(), end, columns.first);
  if (error == std::errc() && comma != end && *comma == ',') {
    const auto [rest, wrong] = std::from_chars(comma + 1, end, columns.second);
    if (wrong == std::errc() && rest == end) return columns;
  }
  return Status(Code::kInvalidArgument,
                fmt::format("--columns {}: two numbers, such as 2,5", text));
}

void PrintReport(const Session& session, const IngestFlags& flags, const IngestReport& report) {
  for (const std::string& note : report.notes) session.Note("note: " + note);
  if (report.bad_lines > 0) {
    session.Note(fmt::format("note: {} bad lines, pages or records skipped, the first of them:",
                             Grouped(report.bad_lines)));
    for (const std::string& line : report.first_bad_lines) session.Note("  " + line);
  }
  if (report.pages_not_included + report.pages_excluded > 0) {
    session.Note(fmt::format("note: {} pages left out: {} match no --include, {} an --exclude",
                             Grouped(report.pages_not_included + report.pages_excluded),
                             Grouped(report.pages_not_included), Grouped(report.pages_excluded)));
  }
  if (report.pages_too_large > 0) {
    session.Note(
        fmt::format("note: links and text of {} pages left out: larger than {}, or their links "
                    "written out are (--max-page, --memory)",
                    Grouped(report.pages_too_large), report::HumanBytes(report.page_limit)));
  }
  if (report.pages_flattened > 0) {
    session.Note(fmt::format(
        "note: {} pages nest too deep or defeat the HTML parser: their links and words are "
        "kept, but not their paragraphs, lists and tables",
        Grouped(report.pages_flattened)));
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
  if (!flags.columns.empty()) {
    const auto columns = ColumnsNamed(flags.columns);
    if (!columns.ok()) return session.Fail(columns.status());
    flags.options.columns = *columns;
  }
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
          "edge lists (separated by tabs, commas, semicolons, bars or blanks; also gz and zst), "
          "MatrixMarket files, "
          "WebGraph BV graphs (.graph), folders of HTML pages, WARC files; - is standard input")
      .Required();
  AddFlag(verb, "--output", flags->output).Required();
  AddFlag(verb, "--format", flags->format);
  AddFlag(verb, "--targets", flags->targets);
  AddFlag(verb, "--include", flags->options.include);
  AddFlag(verb, "--exclude", flags->options.exclude);
  const Flag header = AddSwitch(verb, "--header", flags->header);
  AddSwitch(verb, "--no-header", flags->no_header).Excludes(header);
  AddFlag(verb, "--columns", flags->columns);
  AddFlag(verb, "--titles", flags->options.titles);
  AddSwitch(verb, "--undirected", flags->options.undirected);
  AddSwitch(verb, "--reverse", flags->options.reverse);
  AddSwitch(verb, "--drop-self-loops", flags->options.drop_self_loops);
  AddSwitch(verb, "--ignore-weights", flags->options.ignore_weights);
  AddSwitch(verb, "--skip-bad-lines", flags->options.skip_bad_lines);
  AddFlag(verb, "--max-inlink-share", flags->options.max_inlink_share);
  AddSizeFlag(verb, "--max-page", flags->options.max_page);
  AddCountFlag(verb, "--max-vertices", flags->options.max_vertices);
  AddCountFlag(verb, "--max-arcs", flags->options.max_arcs);
  AddSwitch(verb, "--follow-symlinks", flags->options.follow_symlinks);
  AddSwitch(verb, "--force", flags->options.replace);
  session.AddWorkFlags(verb);
  verb.SetFooter(
      R"(Each line of an edge list is one arc: FROM and TO. Names are numbers or any
text. Repeated arcs count once. A header is recognised if it is usual (such as
source,target), if numbers follow it, or if its words are on no other line.

Examples:
  akin ingest links.tsv -o web.akin
  akin ingest site/ -o site.akin --max-inlink-share 0.5    # a folder of HTML
  akin ingest site/ -o site.akin --exclude 'genindex*' --exclude 'old/**'
  akin ingest crawl-*.warc.gz -o crawl.akin    # pages, and all they link to
  akin ingest cnr-2000.graph -o cnr.akin       # a WebGraph BV graph
  akin ingest purchases.csv.gz -o shop.akin    # people, items: relates items
  akin ingest purchases.csv.gz -o shop.akin --reverse      # relates people
  akin ingest orders.csv -o shop.akin --columns 2,5        # customer, item
  akin ingest links.tsv -o web.akin --titles titles.tsv)");
  verb.SetWork([&session, flags] { return RunIngest(session, *flags); });
}

}  // namespace akin::cli
