// An index for cosine SimRank: one file, the norms of all vertices.
#include "base/files.h"
#include "base/try.h"
#include "graph/corpus_files.h"
#include "index/build_request.h"
#include "index/norms_file.h"
#include "linear/cosine_norms.h"

namespace akin {
namespace {

// The one file of the index, if an earlier call left it whole.
Result<std::unique_ptr<NormsFile>> FindNorms(const std::string& path,
                                             const NormsParameters& parameters) {
  AKIN_TRY_ASSIGN(auto file, NormsFile::Open(path));
  if (file->parameters() == parameters) return file;
  return Status(Code::kNotFound, "another one");
}

}  // namespace

Result<BuildReport> BuildNorms(const BuildRequest& request, const Control& control) {
  const Graph& graph = *request.graph;
  IndexManifest manifest = request.wanted;
  const NormsParameters wanted = NormsParametersOf(manifest, graph.vertices());
  AKIN_TRY_ASSIGN(const auto published, FindPublished(request));
  const std::string name = NormsFileName(wanted);
  const std::string path = Join(request.index, name);
  BuildReport report{.name = request.name};
  if (!FindNorms(path, wanted).ok()) {
    AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
    AKIN_TRY_ASSIGN(const std::vector<double> growths,
                    SolveCosineGrowths(in, wanted.iterations, control));
    AKIN_TRY(WriteNormsFile(path, wanted, growths).status());
    report.built = true;
  }
  AKIN_TRY_ASSIGN(const auto file, FindNorms(path, wanted));
  report.bytes = file->container().bytes();
  manifest.shards.push_back(
      {.file = name, .bytes = report.bytes, .identity = file->container().identity()});
  if (report.built || published == nullptr) {
    AKIN_TRY(WriteIndexManifest(request.index, manifest));
  }
  RemoveStrangers(request.index, manifest);
  return report;
}

}  // namespace akin
