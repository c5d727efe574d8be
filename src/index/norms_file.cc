#include "index/norms_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "container/container_writer.h"
#include "container/json_section.h"
#include "container/sealed_json.h"

namespace akin {

std::string NormsFileName(const NormsParameters& parameters) {
  return fmt::format("cosine-simrank-k{}.akin", parameters.iterations);
}

Result<uint64_t> WriteNormsFile(const std::string& path, const NormsParameters& parameters,
                                std::span<const double> growths) {
  AKIN_TRY_ASSIGN(auto writer, ContainerWriter::Create(path, FileKind::kNorms));
  AKIN_TRY(writer->Add("growths", std::as_bytes(growths)));
  const Json params = {{"measure", "cosine-simrank"},
                       {"iterations", parameters.iterations},
                       {"vertices", parameters.vertices},
                       {"graph", HexSum(parameters.graph_identity)}};
  AKIN_TRY(AddJsonSection(*writer, "params", params));
  return writer->Finish();
}

Result<std::unique_ptr<NormsFile>> NormsFile::Open(const std::string& path) {
  auto file = std::make_unique<NormsFile>();
  AKIN_TRY_ASSIGN(file->container_, Container::Open(path, FileKind::kNorms));
  AKIN_TRY(file->ReadParameters());
  AKIN_TRY(file->ReadGrowths());
  return file;
}

Status NormsFile::ReadParameters() {
  AKIN_TRY_ASSIGN(const Section section, container_->Find("params"));
  AKIN_TRY_ASSIGN(const Json params, ReadJsonSection(section));
  const std::string& path = container_->path();
  AKIN_TRY_ASSIGN(parameters_.iterations, JsonMember<uint32_t>(path, params, "iterations"));
  AKIN_TRY_ASSIGN(parameters_.vertices, JsonMember<uint32_t>(path, params, "vertices"));
  AKIN_TRY_ASSIGN(const auto graph, JsonMember<std::string>(path, params, "graph"));
  AKIN_TRY_ASSIGN(parameters_.graph_identity, ParseHexSum(path, graph));
  if (parameters_.iterations < kLeastNormTerms || parameters_.iterations > kMostNormTerms) {
    return section.Damaged("an impossible number of iterations");
  }
  return {};
}

// A query may touch any of them: verified at once.
Status NormsFile::ReadGrowths() {
  AKIN_TRY_ASSIGN(const Section section, container_->Find("growths"));
  AKIN_TRY(section.VerifyAll());
  growths_.terms = parameters_.iterations;
  AKIN_TRY_ASSIGN(growths_.values, section.As<double>());
  if (growths_.values.size() != uint64_t{parameters_.vertices} * growths_.width()) {
    return section.Damaged("wrong length");
  }
  const bool sound = std::all_of(growths_.values.begin(), growths_.values.end(),
                                 [](double value) { return value >= 0 && std::isfinite(value); });
  return sound ? Status() : section.Damaged("a growth that is none");
}

}  // namespace akin
