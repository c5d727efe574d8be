// Builds an index without fingerprints: one file of numbers per vertex (index/numbers_file.h),
// unless an earlier call left it complete; then the manifest.
#include <vector>

#include "akin/try.h"
#include "base/files.h"
#include "index/build_request.h"
#include "index/numbers_file.h"
#include "linear/cosine_norms.h"
#include "linear/diagonal.h"
#include "linear/varied_d.h"

namespace akin {
namespace {

Status MakePush(const Graph& graph, const NumbersParameters& wanted, const PushParameters& push,
                const std::string& path, const Control& control) {
  AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
  AKIN_TRY_ASSIGN(const Adjacency out, graph.Out());
  const DiagonalOptions options{
      .decay = push.decay, .error = push.epsilon * kDiagonalShare, .seed = push.seed};
  AKIN_TRY_ASSIGN(const Diagonal diagonal, SolveDiagonal(in, out, options, control));
  AKIN_TRY(graph.container().Intact());
  return WriteNumbersFile(path, wanted, std::as_bytes(std::span(diagonal.values)),
                          {.score = diagonal.score_error, .self = diagonal.self_error});
}

Status MakeSeries(const Graph& graph, const NumbersParameters& wanted,
                  const SeriesParameters& series, const std::string& path, const Control& control) {
  AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
  AKIN_TRY_ASSIGN(const Adjacency out, graph.Out());
  AKIN_TRY_ASSIGN(
      const VariedDiagonals diagonals,
      SolveVariedDiagonals(in, out, series.decay, static_cast<int>(series.iterations), control));
  std::vector<double> values;  // D_0 is known
  for (size_t j = 1; j < diagonals.values.size(); ++j) {
    values.insert(values.end(), diagonals.values[j].begin(), diagonals.values[j].end());
  }
  AKIN_TRY(graph.container().Intact());
  return WriteNumbersFile(path, wanted, std::as_bytes(std::span(values)));
}

Status MakeNorms(const Graph& graph, const NumbersParameters& wanted, const NormsParameters& norms,
                 const std::string& path, const Control& control) {
  AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
  AKIN_TRY_ASSIGN(const std::vector<double> growths,
                  SolveCosineGrowths(in, norms.iterations, control));
  AKIN_TRY(graph.container().Intact());
  return WriteNumbersFile(path, wanted, std::as_bytes(std::span(growths)));
}

Status Make(const Graph& graph, const NumbersParameters& wanted, const std::string& path,
            const Control& control) {
  if (const auto* push = std::get_if<PushParameters>(&wanted.index.of)) {
    return MakePush(graph, wanted, *push, path, control);
  }
  if (const auto* series = std::get_if<SeriesParameters>(&wanted.index.of)) {
    return MakeSeries(graph, wanted, *series, path, control);
  }
  return MakeNorms(graph, wanted, std::get<NormsParameters>(wanted.index.of), path, control);
}

}  // namespace

Result<BuildReport> BuildNumbers(const BuildRequest& request, const Control& control) {
  const NumbersParameters wanted{.index = request.wanted.parameters,
                                 .vertices = request.graph->vertices(),
                                 .graph_identity = request.wanted.graph_identity};
  const std::string name = NumbersFileName(wanted.index);
  const std::string path = Join(request.index, name);
  AKIN_TRY_ASSIGN(const auto published, FindPublished(request));
  BuildReport report{.name = request.name, .parameters = wanted.index};
  if (request.replace || !NumbersFile::Open(path, wanted).ok()) {
    AKIN_TRY(Make(*request.graph, wanted, path, control));
    report.built = true;
  }
  AKIN_TRY_ASSIGN(const auto file, NumbersFile::Open(path, wanted));
  report.bytes = file->container().bytes();
  report.diagonal_error = file->errors().score;
  report.sampled = CountSampled(file->floats());
  IndexManifest manifest = request.wanted;
  manifest.shards.push_back(
      {.file = name, .bytes = report.bytes, .identity = file->container().identity()});
  if (report.built || published == nullptr) {
    AKIN_TRY(WriteIndexManifest(request.index, manifest));
  }
  AKIN_TRY(RemoveUnlistedFiles(request.index, manifest));
  return report;
}

}  // namespace akin
