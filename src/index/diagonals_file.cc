#include "index/diagonals_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "container/container_writer.h"
#include "container/json_section.h"
#include "container/sealed_json.h"

namespace akin {

std::string DiagonalsFileName(const DiagonalsParameters& parameters) {
  return fmt::format("simrank-series-c{}-k{}.akin", parameters.decay, parameters.iterations);
}

Result<uint64_t> WriteDiagonalsFile(const std::string& path, const DiagonalsParameters& parameters,
                                    const VariedDiagonals& diagonals) {
  AKIN_TRY_ASSIGN(auto writer, ContainerWriter::Create(path, FileKind::kDiagonals));
  std::vector<double> values;  // D_0 is known
  for (size_t j = 1; j < diagonals.values.size(); ++j) {
    values.insert(values.end(), diagonals.values[j].begin(), diagonals.values[j].end());
  }
  AKIN_TRY(writer->Add("diagonals", std::as_bytes(std::span(values))));
  const Json params = {{"measure", "simrank"},
                       {"decay", parameters.decay},
                       {"iterations", parameters.iterations},
                       {"vertices", parameters.vertices},
                       {"graph", HexSum(parameters.graph_identity)}};
  AKIN_TRY(AddJsonSection(*writer, "params", params));
  return writer->Finish();
}

Result<std::unique_ptr<DiagonalsFile>> DiagonalsFile::Open(const std::string& path) {
  auto file = std::make_unique<DiagonalsFile>();
  AKIN_TRY_ASSIGN(file->container_, Container::Open(path, FileKind::kDiagonals));
  AKIN_TRY(file->ReadParameters());
  AKIN_TRY(file->ReadDiagonals());
  return file;
}

Status DiagonalsFile::ReadParameters() {
  AKIN_TRY_ASSIGN(const Section section, container_->Find("params"));
  AKIN_TRY_ASSIGN(const Json params, ReadJsonSection(section));
  const std::string& path = container_->path();
  DiagonalsParameters& p = parameters_;
  AKIN_TRY_ASSIGN(p.decay, JsonMember<double>(path, params, "decay"));
  AKIN_TRY_ASSIGN(p.iterations, JsonMember<uint32_t>(path, params, "iterations"));
  AKIN_TRY_ASSIGN(p.vertices, JsonMember<uint32_t>(path, params, "vertices"));
  AKIN_TRY_ASSIGN(const auto graph, JsonMember<std::string>(path, params, "graph"));
  AKIN_TRY_ASSIGN(p.graph_identity, ParseHexSum(path, graph));
  if (!(p.decay > 0 && p.decay < 1) || p.iterations < 1 || p.iterations > kMostDiagonals) {
    return section.Damaged("impossible decay or iterations");
  }
  return {};
}

// A query touches all of them: verified at once.
Status DiagonalsFile::ReadDiagonals() {
  AKIN_TRY_ASSIGN(const Section section, container_->Find("diagonals"));
  AKIN_TRY(section.VerifyAll());
  AKIN_TRY_ASSIGN(const auto values, section.As<double>());
  const size_t vertices = parameters_.vertices;
  if (values.size() != parameters_.iterations * vertices) return section.Damaged("wrong length");
  if (!std::all_of(values.begin(), values.end(),
                   [](double value) { return value >= 0 && value <= 1; })) {
    return section.Damaged("a value beyond 0 to 1");
  }
  diagonals_.decay = parameters_.decay;
  diagonals_.values.assign(1, std::vector<double>(vertices, 1.0));
  for (unsigned j = 0; j < parameters_.iterations; ++j) {
    const auto diagonal = values.subspan(j * vertices, vertices);
    diagonals_.values.emplace_back(diagonal.begin(), diagonal.end());
  }
  return {};
}

}  // namespace akin
