// An index for pushing: one file, the diagonal correction of SimRank.
#include "base/try.h"
#include "index/build_request.h"
#include "index/diagonal_file.h"
#include "index/one_file.h"
#include "linear/diagonal.h"

namespace akin {

Result<BuildReport> BuildPush(const BuildRequest& request, const Control& control) {
  const Graph& graph = *request.graph;
  const DiagonalParameters wanted = DiagonalParametersOf(request.wanted, graph.vertices());
  const auto make = [&](const std::string& path) -> Status {
    AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
    AKIN_TRY_ASSIGN(const Adjacency out, graph.Out());
    const DiagonalOptions options{
        .decay = wanted.decay, .error = wanted.epsilon * kDiagonalShare, .seed = wanted.seed};
    AKIN_TRY_ASSIGN(const Diagonal diagonal, SolveDiagonal(in, out, options, control));
    return WriteDiagonalFile(path, wanted, diagonal).status();
  };
  BuildReport report;
  AKIN_TRY_ASSIGN(const auto file, BuildOneFile<DiagonalFile>(
                                       request, wanted, DiagonalFileName(wanted), make, report));
  report.diagonal_error = file->score_error();
  report.sampled = CountSampled(file->values());
  return report;
}

}  // namespace akin
