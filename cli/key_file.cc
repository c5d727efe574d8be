#include "key_file.h"

#include <fmt/format.h>

#include "akin/errors.h"
#include "akin/files.h"
#include "akin/try.h"

namespace akin::cli {

Result<std::vector<VertexId>> ReadKeyFile(const Corpus& corpus, const std::string& path,
                                          const Control& control) {
  std::vector<VertexId> vertices;
  std::vector<bool> seen(corpus.vertices());
  AKIN_TRY(EachLine(
      path,
      [&](const Place& place, std::string_view line) -> Status {
        const auto bad = [&](std::string_view what) { return BadInput(place, what); };
        if (line.empty()) return bad("the name is empty; expected one name a line");
        const auto vertex = corpus.Find(line);
        if (!vertex.ok()) return vertex.status().At(place);
        if (seen[*vertex]) return bad(fmt::format("'{}' is named twice", line));
        seen[*vertex] = true;
        vertices.push_back(*vertex);
        return {};
      },
      control));
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
