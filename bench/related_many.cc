#include "related_many.h"

#include <fmt/format.h>

#include <fstream>
#include <vector>

#include "akin/akin.h"
#include "must.h"
#include "report.h"

namespace akin {

void TimeRelatedMany(const std::string& path, const std::string& queries) {
  std::ifstream file(queries);
  std::vector<VertexId> vertices;
  for (VertexId vertex = 0; file >> vertex;) vertices.push_back(vertex);
  const Asker asker = Must(Asker::Create(Must(Corpus::Open(path)), {}));
  const auto ask = [&] { Must(asker.RelatedMany(vertices, {.k = 10}).status()); };
  ask();
  fmt::print("{}\n", SecondsOf(ask));
}

}  // namespace akin
