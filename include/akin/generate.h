// Graphs made up by a model, to try things out on: of any size, the same everywhere for the same
// seed.
#ifndef AKIN_GENERATE_H_
#define AKIN_GENERATE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "akin/control.h"
#include "akin/status.h"

namespace akin {

enum class GraphModel {
  kWeb,         // pages on hosts that copy each other's links; most links stay on the host
  kRmat,        // R-MAT with the chances of Graph500
  kAttachment,  // preferential attachment (Barabasi-Albert); no cycles
};

inline constexpr uint64_t kMostGeneratedDegree = 10'000;

struct GenerateOptions {
  GraphModel model = GraphModel::kWeb;
  uint64_t vertices = 0;  // 2 to 4,294,967,294
  // Mean out-degree, less than the vertices and at most kMostGeneratedDegree. Arcs that come up
  // twice count once: hardly any of kWeb and kAttachment do where the degree is small beside the
  // number of vertices, but many of kRmat.
  uint64_t degree = 12;
  uint64_t seed = 1;
  // kWeb only: names such as https://www.h000123.example/d3/p00042.html instead of 0, 1, 2, ...
  bool urls = false;
  bool replace = false;  // what is at the target is replaced
};

struct GenerateReport {
  uint64_t vertices = 0;
  uint64_t arcs = 0;
};

// Makes a corpus, a directory that appears in one step when everything in it is complete and
// synced. All vertices are in it, also those without arcs.
Result<GenerateReport> Generate(const GenerateOptions& options, const std::string& target,
                                const Control& control = {});

// Makes an edge list: a line per arc, sorted, names separated by a tab. A vertex without arcs is
// not in it. The file appears in one step too.
Result<GenerateReport> GenerateEdgeList(const GenerateOptions& options, const std::string& target,
                                        const Control& control = {});

// The same, in pieces of many lines, to whatever takes them, from one thread at a time. kRmat may
// need temporary files, in $TMPDIR.
using TextSink = std::function<Status(std::string_view)>;
Result<GenerateReport> GenerateEdgeList(const GenerateOptions& options, const TextSink& write,
                                        const Control& control = {});

}  // namespace akin

#endif  // AKIN_GENERATE_H_
