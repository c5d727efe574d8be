#include "key_file.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "base/input.h"
#include "base/line_reader.h"
#include "base/try.h"

namespace akin::cli {

Result<std::vector<VertexId>> ReadKeyFile(const Corpus& corpus, const std::string& path,
                                          const Control& control) {
  AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(path, control.stop));
  LineReader lines(*source, control);
  std::vector<VertexId> vertices;
  std::vector<bool> seen(corpus.vertices());
  for (;;) {
    const LineReader::Found found = lines.Next();
    if (found == LineReader::Found::kEnd) break;
    const auto bad = [&](std::string_view what) { return BadInput(lines.place(), what); };
    if (found == LineReader::Found::kBadLine) return bad(lines.problem());
    if (lines.line().empty()) return bad("the name is empty; expected one name a line");
    const auto vertex = corpus.Find(lines.line());
    if (!vertex.ok()) return vertex.status().At(lines.place());
    if (seen[*vertex]) return bad(fmt::format("'{}' is named twice", lines.line()));
    seen[*vertex] = true;
    vertices.push_back(*vertex);
  }
  AKIN_TRY(lines.status());
  if (vertices.empty()) {
    return BadInput({.file = path}, "no names; expected one a line");
  }
  return vertices;
}

Status CheckKeyFiles(const std::string& left, const std::string& right) {
  if (left != "-" || right != "-") return {};
  return {Code::kInvalidArgument, "--left and --right cannot both be standard input"};
}

Result<std::vector<VertexId>> ReadKeyFileOrAll(const Corpus& corpus, const std::string& path,
                                               const Control& control) {
  if (!path.empty()) return ReadKeyFile(corpus, path, control);
  return corpus.AllVertices();
}

}  // namespace akin::cli
