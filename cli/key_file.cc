#include "key_file.h"

#include <fmt/format.h>

#include "base/try.h"
#include "ingest/input.h"
#include "ingest/line_reader.h"

namespace akin::cli {

Result<std::vector<VertexId>> ReadKeyFile(const Corpus& corpus, const std::string& path,
                                          const Control& control) {
  std::vector<VertexId> vertices;
  AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(path, control.stop));
  LineReader lines(*source, control);
  for (;;) {
    const LineReader::Found found = lines.Next();
    if (found == LineReader::Found::kEnd) break;
    if (found == LineReader::Found::kBadLine) {
      return Status(Code::kBadInput, lines.Where(lines.number(), lines.problem()));
    }
    const std::string key(lines.line());
    if (key.empty()) continue;
    const auto vertex = corpus.Find(key);
    if (vertex.status().code() == Code::kNotFound) {
      return Status(Code::kBadInput, lines.Where(lines.number(), vertex.status().message()));
    }
    AKIN_TRY(vertex.status());
    vertices.push_back(*vertex);
  }
  AKIN_TRY(lines.status());
  if (vertices.empty()) {
    return Status(Code::kBadInput,
                  fmt::format("{}: names no vertex; one a line is expected", path));
  }
  return vertices;
}

}  // namespace akin::cli
