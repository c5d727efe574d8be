#include "sample/subgraph.h"

#include <fmt/format.h>

#include <algorithm>

#include "akin/try.h"
#include "assemble/assembler.h"
#include "assemble/make_corpus.h"
#include "assemble/sorted_arcs.h"
#include "graph/corpus_files.h"
#include "graph/keys.h"

namespace akin {
namespace {

// `vertices` is ascending.
Status AddPart(const Keys& keys, const Adjacency& out, const std::vector<VertexId>& vertices,
               const Control& control, ArcSink& sink) {
  std::vector<std::string> names;
  for (const VertexId v : vertices) {
    AKIN_TRY_ASSIGN(const std::string title, keys.Title(v));
    AKIN_TRY_ASSIGN(names.emplace_back(), keys.Name(v));
    AKIN_TRY(sink.Vertex(names.back()));
    if (!title.empty()) AKIN_TRY(sink.Title(names.back(), title));
  }
  for (size_t i = 0; i < vertices.size(); ++i) {
    AKIN_TRY(CheckStop(control));
    for (const VertexId to : out[vertices[i]]) {
      const auto found = std::lower_bound(vertices.begin(), vertices.end(), to);
      if (found == vertices.end() || *found != to) continue;
      AKIN_TRY(sink.Arc(names[i], names[static_cast<size_t>(found - vertices.begin())]));
    }
  }
  return {};
}

}  // namespace

Result<uint64_t> MakeSubgraph(const Corpus& corpus, const Adjacency& out,
                              std::vector<VertexId> vertices, const std::string& target,
                              bool replace, const Control& control) {
  std::sort(vertices.begin(), vertices.end());
  const IngestOptions options;
  IngestReport report;
  AKIN_TRY(MakeCorpus(target, replace, [&](const std::string& directory) -> Status {
    Assembler assembler(directory, options, control);
    AKIN_TRY(AddPart(corpus.keys(), out, vertices, control, assembler));
    AKIN_TRY(corpus.Intact());
    AKIN_TRY_ASSIGN(const Assembler::Identities identities, assembler.Finish(report));
    return WriteCorpusManifest(directory,
                               {.vertices = static_cast<VertexId>(report.vertices),
                                .arcs = report.arcs,
                                .keys_identity = identities.keys,
                                .graph_identity = identities.graph,
                                .made_with = fmt::format("subgraph of {} vertices", out.vertices()),
                                .notation = corpus.notation()});
  }));
  return report.arcs;
}

}  // namespace akin
