// akin::Ingest from files: detects their format and reads them into a corpus.
#include "akin/ingest.h"

#include <fmt/format.h>

#include <filesystem>

#include "akin/errors.h"
#include "akin/try.h"
#include "assemble/assemble_corpus.h"
#include "base/input.h"
#include "formats/bad_lines.h"
#include "formats/bv_graph.h"
#include "formats/edge_list.h"
#include "formats/matrix_market.h"
#include "formats/source_limits.h"
#include "formats/title_file.h"
#include "pages/html_folder.h"
#include "pages/page_filter.h"
#include "pages/page_limits.h"
#include "pages/warc.h"
#include "pages/warc_pages.h"

namespace akin {
namespace {

// Detects the format as far as possible without opening the file.
SourceFormat FormatByName(const std::string& source) {
  std::error_code ignored;
  if (std::filesystem::is_directory(source, ignored)) return SourceFormat::kHtmlFolder;
  if (LooksLikeBvGraph(source)) return SourceFormat::kBvGraph;
  return NamedLikeWarc(source) ? SourceFormat::kWarc : SourceFormat::kDetect;
}

SourceFormat FormatByContent(std::string_view head) {
  if (IsMatrixMarket(head)) return SourceFormat::kMatrixMarket;
  return IsWarc(head) ? SourceFormat::kWarc : SourceFormat::kEdgeList;
}

// Globs choose pages, and other sources have none.
Status CheckNoGlobs(const std::string& source, const IngestOptions& options) {
  if (options.include.empty() && options.exclude.empty()) return {};
  return InvalidArgument(options.include.empty() ? "exclude" : "include",
                         "globs choose among pages, and this source has links alone")
      .At({.file = source});
}

// `crawled` is null unless links to pages that were not crawled are to be left out.
Status ReadSource(const std::string& source, bool only_source, const IngestOptions& options,
                  const CrawledPages* crawled, const PageSinks& sinks, IngestReport& report,
                  const Control& control) {
  ArcSink& sink = *sinks.arcs;
  const bool detect = options.format == SourceFormat::kDetect;
  SourceFormat format = detect ? FormatByName(source) : options.format;
  if (format == SourceFormat::kHtmlFolder) {
    return ReadHtmlFolder(source, options, sinks, report, control);
  }
  if (format == SourceFormat::kBvGraph) AKIN_TRY(CheckNoGlobs(source, options));
  if (format == SourceFormat::kBvGraph) return ReadBvGraph(source, options, sink, report, control);

  AKIN_TRY_ASSIGN(const auto input, ByteSource::Open(source, control.stop));
  if (format == SourceFormat::kDetect) {
    AKIN_TRY_ASSIGN(const auto head, input->Peek(kMatrixMarketHead));
    format = FormatByContent(head);
  }
  LimitedSink limited(sink, options, input->size(), input->name());
  if (format == SourceFormat::kWarc) {
    return ReadWarc(*input, options, crawled, {.arcs = &limited, .pages = sinks.pages}, report,
                    control);
  }
  AKIN_TRY(CheckNoGlobs(source, options));
  if (format == SourceFormat::kMatrixMarket) {
    return ReadMatrixMarket(*input, options, limited, report, control);
  }
  Status status = ReadEdgeList(*input, options, limited, report, control, only_source);
  if (status.code() == Code::kBadInput && source.ends_with(".graph")) {
    const std::string base = source.substr(0, source.size() - std::string(".graph").size());
    return status.Adding(
        fmt::format("\nif it is a WebGraph graph, {}.properties is missing", base));
  }
  return status;
}

// Lists the pages of all WARC files before any is read, because pages of one link to those of
// another.
Status ListPages(const std::vector<std::string>& sources, const IngestOptions& options,
                 CrawledPages& crawled, const Control& control) {
  for (const std::string& source : sources) {
    const bool detect = options.format == SourceFormat::kDetect;
    SourceFormat format = detect ? FormatByName(source) : options.format;
    if (format != SourceFormat::kDetect && format != SourceFormat::kWarc) continue;
    if (source == "-") {
      if (format == SourceFormat::kDetect) continue;
      return InvalidArgument(
          "targets",
          "to leave out links to pages that were not crawled, WARC files are read twice; "
          "name a file instead of standard input, or keep all targets");
    }
    AKIN_TRY_ASSIGN(const auto input, ByteSource::Open(source, control.stop));
    if (format == SourceFormat::kDetect) {
      AKIN_TRY_ASSIGN(const auto head, input->Peek(kMatrixMarketHead));
      format = FormatByContent(head);
    }
    if (format == SourceFormat::kWarc) AKIN_TRY(ListWarcPages(*input, options, crawled, control));
  }
  return {};
}

Status ReadSources(const std::vector<std::string>& sources, const IngestOptions& options,
                   const PageSinks& sinks, IngestReport& report, const Control& control) {
  CrawledPages crawled;
  const bool only_crawled = options.targets == LinkTargets::kCrawled;
  if (only_crawled) AKIN_TRY(ListPages(sources, options, crawled, control));
  for (const std::string& source : sources) {
    AKIN_TRY(ReadSource(source, sources.size() == 1, options, only_crawled ? &crawled : nullptr,
                        sinks, report, control));
  }
  return {};
}

// Fails before the sources are read rather than after them.
Status CheckTitles(const IngestOptions& options, const Control& control) {
  if (options.titles.empty()) return {};
  if (options.titles == "-") {
    return InvalidArgument("titles", "titles are read twice: name a file, not standard input");
  }
  return ByteSource::Open(options.titles, control.stop).status();
}

TitleSource TitlesOf(const IngestOptions& options, const Control& control) {
  return {.each =
              [&](const TitleVisitor& visit, IngestReport& report) {
                return ReadTitles(options.titles, options, visit, report, control);
              },
          .unknown =
              [&](const Place& place, std::string_view key, IngestReport& report) {
                return RefuseOrCount(
                    BadInput(place, fmt::format("a title for '{}', which is no vertex", key)),
                    options, report);
              }};
}

}  // namespace

Result<IngestReport> Ingest(const std::vector<std::string>& sources, const std::string& target,
                            const IngestOptions& options, const Control& control) {
  if (sources.empty()) return InvalidArgument("", "no sources to ingest");
  AKIN_TRY(CheckGlobs(options));
  AKIN_TRY(CheckPageLimit(options));
  AKIN_TRY(CheckTitles(options, control));
  const TitleSource titles = TitlesOf(options, control);
  return AssembleCorpus(
      [&](const PageSinks& sinks, IngestReport& report) {
        return ReadSources(sources, options, sinks, report, control);
      },
      target, options, control, options.titles.empty() ? nullptr : &titles);
}

}  // namespace akin
