// akin::Ingest: reads the sources and assembles the corpus.
#include "akin/ingest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <functional>

#include "base/try.h"
#include "graph/assembler.h"
#include "graph/corpus_files.h"
#include "graph/keys.h"
#include "graph/make_corpus.h"
#include "graph/page_store.h"
#include "ingest/bv_graph.h"
#include "ingest/edge_list.h"
#include "ingest/html_folder.h"
#include "ingest/input.h"
#include "ingest/matrix_market.h"
#include "ingest/warc.h"
#include "ingest/warc_pages.h"

namespace akin {
namespace {

constexpr uint64_t kLeastMemory = uint64_t{1} << 20;

// As far as it can be told without opening the file.
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

// `crawled` is null unless links to other pages are to be left out.
Status ReadSource(const std::string& source, const IngestOptions& options,
                  const CrawledPages* crawled, const PageSinks& sinks, IngestReport& report,
                  const Control& control) {
  ArcSink& sink = *sinks.arcs;
  const bool detect = options.format == SourceFormat::kDetect;
  SourceFormat format = detect ? FormatByName(source) : options.format;
  if (format == SourceFormat::kHtmlFolder) {
    return ReadHtmlFolder(source, options, sinks, report, control);
  }
  if (format == SourceFormat::kBvGraph) return ReadBvGraph(source, options, sink, report, control);

  AKIN_TRY_ASSIGN(const auto input, ByteSource::Open(source, control.stop));
  if (format == SourceFormat::kDetect) {
    AKIN_TRY_ASSIGN(const auto head, input->Peek(kMatrixMarketHead));
    format = FormatByContent(head);
  }
  if (format == SourceFormat::kWarc) return ReadWarc(*input, crawled, sinks, report, control);
  if (format == SourceFormat::kMatrixMarket) {
    return ReadMatrixMarket(*input, options, sink, report, control);
  }
  const Status status = ReadEdgeList(*input, options, sink, report, control);
  if (status.code() == Code::kBadInput && source.ends_with(".graph")) {
    const std::string base = source.substr(0, source.size() - std::string(".graph").size());
    return Status(Code::kBadInput,
                  fmt::format("{}\nif it is a WebGraph graph, {}.properties is missing",
                              status.message(), base));
  }
  return status;
}

// Of all WARC files, before any is read: pages of one link to those of another.
Status ListPages(const std::vector<std::string>& sources, const IngestOptions& options,
                 CrawledPages& crawled, const Control& control) {
  for (const std::string& source : sources) {
    const bool detect = options.format == SourceFormat::kDetect;
    SourceFormat format = detect ? FormatByName(source) : options.format;
    if (format != SourceFormat::kDetect && format != SourceFormat::kWarc) continue;
    if (source == "-") {
      if (format == SourceFormat::kDetect) continue;
      return Status(Code::kInvalidArgument,
                    "to leave out links to pages that were not crawled, WARC files are read twice; "
                    "name a file instead of standard input, or keep all targets");
    }
    AKIN_TRY_ASSIGN(const auto input, ByteSource::Open(source, control.stop));
    if (format == SourceFormat::kDetect) {
      AKIN_TRY_ASSIGN(const auto head, input->Peek(kMatrixMarketHead));
      format = FormatByContent(head);
    }
    if (format == SourceFormat::kWarc) AKIN_TRY(ListWarcPages(*input, crawled, control));
  }
  return {};
}

std::string MadeWith(const IngestOptions& options) {
  std::vector<std::string> parts;
  if (options.undirected) parts.emplace_back("undirected");
  if (options.reverse) parts.emplace_back("reverse");
  if (options.drop_self_loops) parts.emplace_back("drop-self-loops");
  if (options.max_inlink_share < 1) {
    parts.push_back(fmt::format("max-inlink-share={}", options.max_inlink_share));
  }
  if (options.targets == LinkTargets::kAll) parts.emplace_back("targets=all");
  if (options.targets == LinkTargets::kCrawled) parts.emplace_back("targets=crawled");
  return fmt::format("{}", fmt::join(parts, " "));
}

Result<uint64_t> WritePages(const std::string& directory, PageStore& pages, IngestReport& report) {
  AKIN_TRY_ASSIGN(const Keys keys, Keys::Open(KeysPath(directory)));
  AKIN_TRY_ASSIGN(const uint64_t identity, pages.Write(PagesPath(directory), keys));
  if (pages.duplicates() > 0) {
    report.notes.push_back(fmt::format(
        "{} pages came more than once; the words of the latest were kept", pages.duplicates()));
  }
  return identity;
}

Status ReadSources(const std::vector<std::string>& sources, const IngestOptions& options,
                   const PageSinks& sinks, IngestReport& report, const Control& control) {
  CrawledPages crawled;
  const bool only_crawled = options.targets == LinkTargets::kCrawled;
  if (only_crawled) AKIN_TRY(ListPages(sources, options, crawled, control));
  for (const std::string& source : sources) {
    AKIN_TRY(
        ReadSource(source, options, only_crawled ? &crawled : nullptr, sinks, report, control));
  }
  return {};
}

// Puts everything there is into the sinks.
using Reader = std::function<Status(const PageSinks& sinks, IngestReport& report)>;

Status Fill(const Reader& read, const std::string& directory, const IngestOptions& options,
            const Control& control, IngestReport& report) {
  Assembler assembler(directory, options, control);
  PageStore pages(directory, control);
  AKIN_TRY(read({.arcs = &assembler, .pages = &pages}, report));
  AKIN_TRY_ASSIGN(const Assembler::Identities identities, assembler.Finish(report));
  CorpusManifest manifest{.vertices = static_cast<VertexId>(report.vertices),
                          .arcs = report.arcs,
                          .keys_identity = identities.keys,
                          .graph_identity = identities.graph,
                          .made_with = MadeWith(options),
                          .notation = options.notation};
  if (!pages.empty()) {
    AKIN_TRY_ASSIGN(manifest.pages_identity, WritePages(directory, pages, report));
  }
  return WriteCorpusManifest(directory, manifest);
}

Status CheckRequest(const IngestOptions& options, const Control& control) {
  if (!(options.max_inlink_share > 0 && options.max_inlink_share <= 1)) {
    return Status(Code::kInvalidArgument, "the share of in-links to keep must be in (0, 1]");
  }
  if (control.memory < kLeastMemory) {
    return Status(Code::kInvalidArgument, "ingesting needs a memory budget of at least 1M");
  }
  return {};
}

// Passes on what it is given, and counts arcs.
class CountingSink : public ArcSink {
 public:
  CountingSink(ArcSink& sink, uint64_t& arcs) : sink_(sink), arcs_(arcs) {}

  Status Vertex(std::string_view name) override { return sink_.Vertex(name); }
  Status Arc(std::string_view from, std::string_view to) override {
    ++arcs_;
    return sink_.Arc(from, to);
  }
  Status Title(std::string_view name, std::string_view title) override {
    return sink_.Title(name, title);
  }

 private:
  ArcSink& sink_;
  uint64_t& arcs_;
};

Result<IngestReport> IngestBy(const Reader& read, const std::string& target,
                              const IngestOptions& options, const Control& control) {
  AKIN_TRY(CheckRequest(options, control));
  IngestReport report;
  AKIN_TRY(MakeCorpus(target, options.replace, [&](const std::string& directory) {
    return Fill(read, directory, options, control, report);
  }));
  return report;
}

}  // namespace

Result<IngestReport> Ingest(const std::vector<std::string>& sources, const std::string& target,
                            const IngestOptions& options, const Control& control) {
  if (sources.empty()) return Status(Code::kInvalidArgument, "no sources to ingest");
  return IngestBy(
      [&](const PageSinks& sinks, IngestReport& report) {
        return ReadSources(sources, options, sinks, report, control);
      },
      target, options, control);
}

Result<IngestReport> Ingest(const ArcSource& source, const std::string& target,
                            const IngestOptions& options, const Control& control) {
  return IngestBy(
      [&](const PageSinks& sinks, IngestReport& report) {
        CountingSink sink(*sinks.arcs, report.arcs_read);
        return source(sink);
      },
      target, options, control);
}

}  // namespace akin
