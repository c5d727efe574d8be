// An index of k rounds of SimRank: one file, the diagonals of all rounds.
#include "base/try.h"
#include "index/build_request.h"
#include "index/diagonals_file.h"
#include "index/one_file.h"
#include "linear/varied_d.h"

namespace akin {

Result<BuildReport> BuildSeries(const BuildRequest& request, const Control& control) {
  const Graph& graph = *request.graph;
  const DiagonalsParameters wanted = DiagonalsParametersOf(request.wanted, graph.vertices());
  const auto make = [&](const std::string& path) -> Status {
    AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
    AKIN_TRY_ASSIGN(const Adjacency out, graph.Out());
    AKIN_TRY_ASSIGN(
        const VariedDiagonals diagonals,
        SolveVariedDiagonals(in, out, wanted.decay, static_cast<int>(wanted.iterations), control));
    return WriteDiagonalsFile(path, wanted, diagonals).status();
  };
  BuildReport report;
  AKIN_TRY(BuildOneFile<DiagonalsFile>(request, wanted, DiagonalsFileName(wanted), make, report)
               .status());
  return report;
}

}  // namespace akin
