// An index for pushing: one file, the diagonal correction of SimRank.
#include "base/files.h"
#include "base/try.h"
#include "graph/corpus_files.h"
#include "index/build_request.h"
#include "index/diagonal_file.h"
#include "linear/diagonal.h"

namespace akin {
namespace {

// The one file of the index, if an earlier call left it whole.
Result<std::unique_ptr<DiagonalFile>> FindDiagonal(const std::string& path,
                                                   const DiagonalParameters& parameters) {
  AKIN_TRY_ASSIGN(auto file, DiagonalFile::Open(path));
  if (file->parameters() == parameters) return file;
  return Status(Code::kNotFound, "another one");
}

}  // namespace

Result<BuildReport> BuildPush(const BuildRequest& request, const Control& control) {
  const Graph& graph = *request.graph;
  IndexManifest manifest = request.wanted;
  const DiagonalParameters wanted = DiagonalParametersOf(manifest, graph.vertices());
  AKIN_TRY_ASSIGN(const auto published, FindPublished(request));
  const std::string name = DiagonalFileName(wanted);
  const std::string path = Join(request.index, name);
  BuildReport report{.name = request.name};
  if (!FindDiagonal(path, wanted).ok()) {
    AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
    AKIN_TRY_ASSIGN(const Adjacency out, graph.Out());
    const DiagonalOptions diagonal_options{.decay = manifest.decay,
                                           .error = manifest.epsilon * kDiagonalShare,
                                           .seed = manifest.walk.seed};
    AKIN_TRY_ASSIGN(const Diagonal diagonal, SolveDiagonal(in, out, diagonal_options, control));
    AKIN_TRY(WriteDiagonalFile(path, wanted, diagonal).status());
    report.built = true;
  }
  AKIN_TRY_ASSIGN(const auto file, FindDiagonal(path, wanted));
  report.bytes = file->container().bytes();
  report.diagonal_error = file->score_error();
  report.sampled = CountSampled(file->values());
  manifest.shards.push_back(
      {.file = name, .bytes = report.bytes, .identity = file->container().identity()});
  if (report.built || published == nullptr) {
    AKIN_TRY(WriteIndexManifest(request.index, manifest));
  }
  RemoveStrangers(request.index, manifest);
  return report;
}

}  // namespace akin
