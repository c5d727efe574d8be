// boilerplate.json of a corpus (docs/formats/corpus.md): what was recognised when it was made.
#ifndef AKIN_SRC_GRAPH_BOILERPLATE_REPORT_H_
#define AKIN_SRC_GRAPH_BOILERPLATE_REPORT_H_

#include <cstdint>
#include <string>

#include "akin/boilerplate.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// `identity` is that of the graph without boilerplate.
Status WriteBoilerplateReport(const std::string& corpus, uint64_t identity,
                              const BoilerplateReport& report);
// kDamaged if it was not written with this graph.
Result<BoilerplateReport> ReadBoilerplateReport(const std::string& corpus, uint64_t identity,
                                                VertexId vertices);

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_BOILERPLATE_REPORT_H_
