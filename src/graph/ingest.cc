// akin::Ingest: reads the sources, assembles the corpus under a temporary name, moves it into
// place.
#include "akin/ingest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "base/files.h"
#include "base/try.h"
#include "graph/assembler.h"
#include "graph/corpus_files.h"
#include "ingest/bv_graph.h"
#include "ingest/edge_list.h"
#include "ingest/html_folder.h"
#include "ingest/input.h"
#include "ingest/matrix_market.h"

namespace akin {
namespace {

constexpr uint64_t kLeastMemory = uint64_t{1} << 20;

Status ReadSource(const std::string& source, const IngestOptions& options, ArcSink& sink,
                  IngestReport& report, const Control& control) {
  SourceFormat format = options.format;
  std::error_code ignored;
  if (format == SourceFormat::kDetect && std::filesystem::is_directory(source, ignored)) {
    format = SourceFormat::kHtmlFolder;
  }
  if (format == SourceFormat::kDetect && LooksLikeBvGraph(source)) format = SourceFormat::kBvGraph;
  if (format == SourceFormat::kHtmlFolder) {
    return ReadHtmlFolder(source, options, sink, report, control);
  }
  if (format == SourceFormat::kBvGraph) return ReadBvGraph(source, options, sink, report, control);

  AKIN_TRY_ASSIGN(const auto input, ByteSource::Open(source, control.stop));
  if (format == SourceFormat::kDetect) {
    AKIN_TRY_ASSIGN(const auto head, input->Peek(kMatrixMarketHead));
    format = IsMatrixMarket(head) ? SourceFormat::kMatrixMarket : SourceFormat::kEdgeList;
  }
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

std::string MadeWith(const IngestOptions& options) {
  std::vector<std::string> parts;
  if (options.undirected) parts.emplace_back("undirected");
  if (options.reverse) parts.emplace_back("reverse");
  if (options.drop_self_loops) parts.emplace_back("drop-self-loops");
  if (options.max_inlink_share < 1) {
    parts.push_back(fmt::format("max-inlink-share={}", options.max_inlink_share));
  }
  return fmt::format("{}", fmt::join(parts, " "));
}

Result<IngestReport> Fill(const std::vector<std::string>& sources, const std::string& directory,
                          const IngestOptions& options, const Control& control) {
  IngestReport report;
  Assembler assembler(directory, options, control);
  for (const std::string& source : sources) {
    AKIN_TRY(ReadSource(source, options, assembler, report, control));
  }
  AKIN_TRY_ASSIGN(const Assembler::Identities identities, assembler.Finish(report));
  AKIN_TRY(WriteCorpusManifest(directory, {.vertices = static_cast<VertexId>(report.vertices),
                                           .arcs = report.arcs,
                                           .keys_identity = identities.keys,
                                           .graph_identity = identities.graph,
                                           .made_with = MadeWith(options)}));
  return report;
}

Status CheckRequest(const std::vector<std::string>& sources, const std::string& target,
                    const IngestOptions& options, const Control& control) {
  if (sources.empty()) return Status(Code::kInvalidArgument, "no sources to ingest");
  if (!(options.max_inlink_share > 0 && options.max_inlink_share <= 1)) {
    return Status(Code::kInvalidArgument, "the share of in-links to keep must be in (0, 1]");
  }
  if (control.memory < kLeastMemory) {
    return Status(Code::kInvalidArgument, "ingesting needs a memory budget of at least 1M");
  }
  if (!Exists(target)) return {};
  if (!options.replace) {
    return Status(Code::kAlreadyExists,
                  fmt::format("{}: is there already; choose another name or pass --force", target));
  }
  return ReadCorpusManifest(target).status().code() == Code::kNotOurs
             ? Status(Code::kAlreadyExists,
                      fmt::format("{}: is no akin corpus, so --force does not replace it", target))
             : Status();
}

// A corpus being made has this name until it is whole. One left by a killed process is made anew.
Result<DirectoryLock> MakeEmptyDirectory(const std::string& path) {
  AKIN_TRY(Files().MakeDirectory(path));
  AKIN_TRY_ASSIGN(DirectoryLock lock, DirectoryLock::Take(path));
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    AKIN_TRY(Files().RemoveAll(entry.path().string()));
  }
  return lock;
}

Status MoveIntoPlace(const std::string& partial, const std::string& target) {
  AKIN_TRY(Files().SyncDirectory(partial));
  if (Exists(target)) {
    AKIN_TRY(Files().Exchange(partial, target));
  } else {
    AKIN_TRY(Files().Rename(partial, target));
  }
  return Files().SyncDirectory(DirectoryOf(target));
}

}  // namespace

Result<IngestReport> Ingest(const std::vector<std::string>& sources, const std::string& target_path,
                            const IngestOptions& options, const Control& control) {
  std::string target = target_path;
  while (target.size() > 1 && target.back() == '/') target.pop_back();
  AKIN_TRY(CheckRequest(sources, target, options, control));

  const std::string partial = target + ".partial";
  AKIN_TRY_ASSIGN(const DirectoryLock lock, MakeEmptyDirectory(partial));
  Result<IngestReport> report = Fill(sources, partial, options, control);
  Status status = report.status();
  if (status.ok()) status = MoveIntoPlace(partial, target);
  // After a move this name is free, or that of the corpus which was replaced.
  (void)Files().RemoveAll(partial);
  if (!status.ok()) return status;
  return report;
}

}  // namespace akin
