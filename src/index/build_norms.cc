// An index for cosine SimRank: one file, the norms of all vertices.
#include "base/try.h"
#include "index/build_request.h"
#include "index/norms_file.h"
#include "index/one_file.h"
#include "linear/cosine_norms.h"

namespace akin {

Result<BuildReport> BuildNorms(const BuildRequest& request, const Control& control) {
  const Graph& graph = *request.graph;
  const NormsParameters wanted = NormsParametersOf(request.wanted, graph.vertices());
  const auto make = [&](const std::string& path) -> Status {
    AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
    AKIN_TRY_ASSIGN(const std::vector<double> growths,
                    SolveCosineGrowths(in, wanted.iterations, control));
    return WriteNormsFile(path, wanted, growths).status();
  };
  BuildReport report;
  AKIN_TRY(BuildOneFile<NormsFile>(request, wanted, NormsFileName(wanted), make, report).status());
  return report;
}

}  // namespace akin
