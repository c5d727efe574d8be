// akin::CorpusInParts: what one machine does of a corpus that many make.
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/ingest_parts.h"
#include "akin/try.h"
#include "assemble/assemble_corpus.h"
#include "assemble/graph_sections.h"
#include "assemble/make_corpus.h"
#include "assemble/sorted_names.h"
#include "container/placed_container.h"
#include "container/sealed_json.h"
#include "graph/corpus_files.h"

namespace akin {
namespace {

// The checksums of a section, whose blocks several have placed.
std::vector<uint64_t> Joined(std::span<const PlacedBlocks> placed,
                             std::vector<uint64_t> PlacedBlocks::*sums) {
  std::vector<uint64_t> all;
  for (const PlacedBlocks& some : placed) {
    all.insert(all.end(), (some.*sums).begin(), (some.*sums).end());
  }
  return all;
}

}  // namespace

struct CorpusInParts::Parts {
  CorpusMaking making;
  CorpusManifest manifest;
  std::unique_ptr<PlacedContainer> graph;
};

CorpusInParts::CorpusInParts(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
CorpusInParts::~CorpusInParts() = default;
CorpusInParts::CorpusInParts(CorpusInParts&&) noexcept = default;
void CorpusInParts::Abandon() { parts_.reset(); }

Result<CorpusInParts> CorpusInParts::Begin(const std::string& target,
                                           const IngestOptions& options) {
  AKIN_TRY_ASSIGN(CorpusMaking making, CorpusMaking::Begin(target, options.replace));
  return CorpusInParts(std::make_unique<Parts>(
      Parts{.making = std::move(making),
            .manifest = {.made_with = MadeWith(options), .notation = options.notation},
            .graph = nullptr}));
}

Status CorpusInParts::WriteNames(const std::function<Status(const NameVisitor&)>& names,
                                 bool integers, const Control& control) {
  AKIN_TRY_ASSIGN(
      parts_->manifest.keys_identity,
      WriteSortedNames(names, integers, keys_path(), control, parts_->manifest.vertices));
  return {};
}

VertexId CorpusInParts::vertices() const { return parts_->manifest.vertices; }

std::string CorpusInParts::keys_path() const { return KeysPath(parts_->making.directory()); }

Result<std::string> CorpusInParts::BeginGraph(uint64_t arcs) {
  parts_->manifest.arcs = arcs;
  const std::string path = GraphPath(parts_->making.directory());
  AKIN_TRY_ASSIGN(parts_->graph,
                  PlacedContainer::Create(path, FileKind::kGraph, GraphSections(vertices(), arcs)));
  return parts_->graph->TemporaryPath();
}

Result<IngestReport> CorpusInParts::Finish(std::span<const PlacedBlocks> in,
                                           std::span<const PlacedBlocks> out) {
  if (parts_->graph == nullptr) return InvalidArgument("", "the graph was not begun");
  CorpusManifest& manifest = parts_->manifest;
  const Json params = {{"vertices", manifest.vertices}, {"arcs", manifest.arcs}};
  AKIN_TRY_ASSIGN(manifest.graph_identity,
                  parts_->graph->Finish(
                      {Joined(in, &PlacedBlocks::offsets), Joined(in, &PlacedBlocks::neighbours),
                       Joined(out, &PlacedBlocks::offsets), Joined(out, &PlacedBlocks::neighbours)},
                      "params", params.dump()));
  AKIN_TRY(WriteCorpusManifest(parts_->making.directory(), manifest));
  AKIN_TRY(parts_->making.Finish());
  IngestReport report;
  report.vertices = manifest.vertices;
  report.arcs = manifest.arcs;
  return report;
}

}  // namespace akin
