// akin::Generate: from a model to a corpus or an edge list. Arcs are numbered and generated again
// for each order that is needed. No name is looked up: names sort like the numbers.
#include "akin/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "akin/errors.h"
#include "akin/try.h"
#include "assemble/make_corpus.h"
#include "assemble/partial_directory.h"
#include "assemble/sorted_arcs.h"
#include "base/files.h"
#include "base/progress.h"
#include "generate/attachment_model.h"
#include "generate/rmat_model.h"
#include "generate/web_model.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "graph/keys.h"

namespace akin {
namespace {

constexpr uint64_t kLeastMemory = uint64_t{1} << 20;
constexpr size_t kTextAtOnce = size_t{1} << 18;
constexpr VertexId kNamesAtOnce = 1 << 16;

Status CheckRequest(const GenerateOptions& options, const Control& control) {
  if (options.vertices < 2 || options.vertices >= kNoVertex) {
    return InvalidArgument(
        "vertices",
        fmt::format("{} vertices asked for; there can be 2 to 4,294,967,294", options.vertices));
  }
  if (options.degree < 1 || options.degree > kMostGeneratedDegree) {
    return InvalidArgument("degree", fmt::format("a degree of {} asked for; it can be 1 to {}",
                                                 options.degree, kMostGeneratedDegree));
  }
  if (options.degree >= options.vertices) {
    return InvalidArgument(
        "degree", fmt::format("a degree of {} is too much for {} vertices; it must be less",
                              options.degree, options.vertices));
  }
  if (options.urls && options.model != GraphModel::kWeb) {
    return InvalidArgument("urls", "only the web model has hosts and pages to make URLs of");
  }
  if (control.memory < kLeastMemory) {
    return InvalidArgument("memory", "generating needs a memory limit of at least 1M");
  }
  return {};
}

std::string MadeWith(const GenerateOptions& options) {
  constexpr const char* kNames[] = {"web", "rmat", "ba"};
  return fmt::format("generate {} vertices={} degree={} seed={}{}",
                     kNames[static_cast<size_t>(options.model)], options.vertices, options.degree,
                     options.seed, options.urls ? " urls" : "");
}

// Pieces of a model that generates links vertex by vertex; links(vertex, targets).
template <class Links>
ArcPieces PiecesOfVertices(VertexId vertices, uint32_t degree, const Links& links) {
  const uint64_t at_once = std::max<uint64_t>(1, ArcPieces::kArcs / degree);
  const auto make = [=](uint64_t piece, std::vector<uint64_t>& arcs) {
    arcs.clear();
    auto links_here = links;
    std::vector<VertexId> targets;
    const uint64_t end = std::min<uint64_t>(vertices, (piece + 1) * at_once);
    for (uint64_t v = piece * at_once; v < end; ++v) {
      const auto vertex = static_cast<VertexId>(v);
      links_here(vertex, targets);
      for (const VertexId target : targets) arcs.push_back(PackArc(vertex, target));
    }
  };
  return {.vertices = vertices,
          .pieces = (vertices + at_once - 1) / at_once,
          .by_source = true,
          .make = make};
}

// Pages with close numbers are mostly on the same host.
struct WebLinks {
  WebModel model;
  WebModel::Host host = {};
  void operator()(VertexId page, std::vector<VertexId>& targets) {
    if (!host.Has(page)) host = model.HostOf(page);
    model.Links(page, host, targets);
  }
};

struct AttachmentLinks {
  AttachmentModel model;
  void operator()(VertexId vertex, std::vector<VertexId>& targets) const {
    model.Links(vertex, targets);
  }
};

ArcPieces PiecesOfRmat(const RmatModel& model) {
  const auto make = [model](uint64_t piece, std::vector<uint64_t>& arcs) {
    arcs.clear();
    const uint64_t end = std::min(model.arcs(), (piece + 1) * ArcPieces::kArcs);
    for (uint64_t i = piece * ArcPieces::kArcs; i < end; ++i) {
      const auto [from, to] = model.Arc(i);
      arcs.push_back(PackArc(from, to));
    }
  };
  return {.vertices = model.vertices(),
          .pieces = (model.arcs() + ArcPieces::kArcs - 1) / ArcPieces::kArcs,
          .by_source = false,
          .make = make};
}

ArcPieces PiecesOf(const GenerateOptions& options) {
  const auto vertices = static_cast<VertexId>(options.vertices);
  const auto degree = static_cast<uint32_t>(options.degree);
  switch (options.model) {
    case GraphModel::kRmat:
      return PiecesOfRmat(RmatModel(vertices, degree, options.seed));
    case GraphModel::kAttachment:
      return PiecesOfVertices(vertices, degree,
                              AttachmentLinks{AttachmentModel(vertices, degree, options.seed)});
    case GraphModel::kWeb:
      break;
  }
  return PiecesOfVertices(vertices, degree, WebLinks{WebModel(vertices, degree, options.seed)});
}

// Appends the names of vertices.
class Namer {
 public:
  explicit Namer(const GenerateOptions& options) {
    if (options.urls) {
      web_.emplace(static_cast<VertexId>(options.vertices), static_cast<uint32_t>(options.degree),
                   options.seed);
    }
  }

  void Append(VertexId vertex, std::string& text) {
    if (!web_) {
      const fmt::format_int digits(vertex);
      text.append(digits.data(), digits.size());
      return;
    }
    if (!host_.Has(vertex)) host_ = web_->HostOf(vertex);
    web_->AppendUrl(vertex, host_, text);
  }

 private:
  std::optional<WebModel> web_;
  WebModel::Host host_;  // of the previous vertex
};

Result<uint64_t> WriteKeys(const std::string& path, const GenerateOptions& options,
                           const Control& control) {
  const auto vertices = static_cast<VertexId>(options.vertices);
  if (!options.urls) return WriteRangeKeys(path, 0, vertices);
  ProgressMeter meter(control, "writing names", "vertices", vertices);
  AKIN_TRY_ASSIGN(const auto keys, KeysWriter::Create(path, /*integers=*/false, kLeastMemory));
  Namer namer(options);
  std::string name;
  for (VertexId v = 0; v < vertices; ++v) {
    if (v % kNamesAtOnce == kNamesAtOnce - 1) {
      AKIN_TRY(CheckStop(control));
      meter.Advance(kNamesAtOnce);
    }
    name.clear();
    namer.Append(v, name);
    AKIN_TRY(keys->Add(name, ""));
  }
  return keys->Finish();
}

Status FillCorpus(const std::string& directory, const GenerateOptions& options,
                  const Control& control, GenerateReport& report) {
  const ArcPieces arcs = PiecesOf(options);
  CorpusManifest manifest{.vertices = arcs.vertices, .made_with = MadeWith(options)};
  AKIN_TRY_ASSIGN(manifest.keys_identity, WriteKeys(KeysPath(directory), options, control));
  const SortedArcs by_target = [&](const ArcVisitor& visit) {
    return VisitByTarget(arcs, directory, control, visit);
  };
  const SortedArcs by_source = [&](const ArcVisitor& visit) {
    return VisitBySource(arcs, directory, control, [&](std::span<const uint64_t> some) {
      manifest.arcs += some.size();
      return visit(some);
    });
  };
  AKIN_TRY_ASSIGN(manifest.graph_identity,
                  WriteGraph(GraphPath(directory), arcs.vertices, by_target, by_source));
  report = {.vertices = manifest.vertices, .arcs = manifest.arcs};
  return WriteCorpusManifest(directory, manifest);
}

// Many consecutive lines have the same source name.
class LineWriter {
 public:
  LineWriter(const GenerateOptions& options, const TextSink& write)
      : sources_(options), targets_(options), write_(write) {}

  Status Add(std::span<const uint64_t> arcs) {
    for (const uint64_t arc : arcs) {
      if (from_.empty() || ArcRow(arc) != source_) {
        source_ = ArcRow(arc);
        from_.clear();
        sources_.Append(source_, from_);
        from_ += '\t';
      }
      text_ += from_;
      targets_.Append(ArcColumn(arc), text_);
      text_ += '\n';
      if (text_.size() >= kTextAtOnce) AKIN_TRY(Flush());
    }
    return {};
  }

  Status Flush() {
    AKIN_TRY(write_(text_));
    text_.clear();
    return {};
  }

 private:
  Namer sources_;
  Namer targets_;
  const TextSink& write_;
  VertexId source_ = 0;
  std::string from_;  // the name of the source and a tab
  std::string text_;
};

// Arcs that have to be sorted wait in the directory `spills`.
Result<GenerateReport> WriteEdgeList(const GenerateOptions& options, const TextSink& write,
                                     const std::string& spills, const Control& control) {
  const ArcPieces arcs = PiecesOf(options);
  GenerateReport report{.vertices = arcs.vertices};
  LineWriter lines(options, write);
  AKIN_TRY(VisitBySource(arcs, spills, control, [&](std::span<const uint64_t> some) {
    report.arcs += some.size();
    return lines.Add(some);
  }));
  AKIN_TRY(lines.Flush());
  return report;
}

// Writes an edge list in the directory `partial`, and then gives it the name `target`.
Result<GenerateReport> WriteEdgeFile(const GenerateOptions& options, const std::string& partial,
                                     const std::string& target, const Control& control) {
  AKIN_TRY_ASSIGN(const auto file, Files().CreateBeside(Join(partial, "edges")));
  uint64_t written = 0;
  const TextSink write = [&](std::string_view text) -> Status {
    AKIN_TRY(file->WriteAt(written, std::as_bytes(std::span(text))));
    written += text.size();
    return {};
  };
  AKIN_TRY_ASSIGN(const GenerateReport report, WriteEdgeList(options, write, partial, control));
  AKIN_TRY(file->Sync());
  AKIN_TRY(file->Close());
  AKIN_TRY(CheckReplaceable(target));
  AKIN_TRY(options.replace ? Files().Rename(file->path(), target)
                           : Files().RenameNew(file->path(), target));
  AKIN_TRY(Files().SyncDirectory(DirectoryOf(target)));
  return report;
}

}  // namespace

Result<GenerateReport> Generate(const GenerateOptions& options, const std::string& target,
                                const Control& control) {
  AKIN_TRY(CheckRequest(options, control));
  GenerateReport report;
  AKIN_TRY(MakeCorpus(target, options.replace, [&](const std::string& directory) {
    return FillCorpus(directory, options, control, report);
  }));
  return report;
}

Result<GenerateReport> GenerateEdgeList(const GenerateOptions& options, const std::string& target,
                                        const Control& control) {
  AKIN_TRY(CheckRequest(options, control));
  AKIN_TRY_ASSIGN(const bool there, Exists(target));
  if (there && !options.replace) return AlreadyExists(target);
  AKIN_TRY(CheckReplaceable(target));
  AKIN_TRY_ASSIGN(const auto partial, PartialDirectory::MakeFor(target));
  return WriteEdgeFile(options, partial->path(), target, control);
}

Result<GenerateReport> GenerateEdgeList(const GenerateOptions& options, const TextSink& write,
                                        const Control& control) {
  AKIN_TRY(CheckRequest(options, control));
  if (PiecesOf(options).by_source) return WriteEdgeList(options, write, "", control);
  AKIN_TRY_ASSIGN(const TemporaryDirectory spills, TemporaryDirectory::Create());
  return WriteEdgeList(options, write, spills.path(), control);
}

}  // namespace akin
