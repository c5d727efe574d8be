#include "index/diagonal_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "container/container_writer.h"
#include "container/json_section.h"
#include "container/sealed_json.h"

namespace akin {

std::string DiagonalFileName(const DiagonalParameters& parameters) {
  return fmt::format("simrank-push-c{}-e{}-s{}.akin", parameters.decay, parameters.epsilon,
                     parameters.seed);
}

Result<uint64_t> WriteDiagonalFile(const std::string& path, const DiagonalParameters& parameters,
                                   const Diagonal& diagonal) {
  AKIN_TRY_ASSIGN(auto writer, ContainerWriter::Create(path, FileKind::kDiagonal));
  AKIN_TRY(writer->Add("diagonal", std::as_bytes(std::span(diagonal.values))));
  const Json params = {{"measure", "simrank"},
                       {"decay", parameters.decay},
                       {"epsilon", parameters.epsilon},
                       {"seed", parameters.seed},
                       {"vertices", parameters.vertices},
                       {"graph", HexSum(parameters.graph_identity)},
                       {"score_error", diagonal.score_error},
                       {"self_error", diagonal.self_error}};
  AKIN_TRY(AddJsonSection(*writer, "params", params));
  return writer->Finish();
}

Result<std::unique_ptr<DiagonalFile>> DiagonalFile::Open(const std::string& path) {
  auto file = std::make_unique<DiagonalFile>();
  AKIN_TRY_ASSIGN(file->container_, Container::Open(path, FileKind::kDiagonal));
  AKIN_TRY(file->ReadParameters());
  AKIN_TRY(file->ReadValues());
  return file;
}

Status DiagonalFile::ReadParameters() {
  AKIN_TRY_ASSIGN(const Section section, container_->Find("params"));
  AKIN_TRY_ASSIGN(const Json params, ReadJsonSection(section));
  const std::string& path = container_->path();
  DiagonalParameters& p = parameters_;
  AKIN_TRY_ASSIGN(p.decay, JsonMember<double>(path, params, "decay"));
  AKIN_TRY_ASSIGN(p.epsilon, JsonMember<double>(path, params, "epsilon"));
  AKIN_TRY_ASSIGN(p.seed, JsonMember<uint64_t>(path, params, "seed"));
  AKIN_TRY_ASSIGN(p.vertices, JsonMember<uint32_t>(path, params, "vertices"));
  AKIN_TRY_ASSIGN(const auto graph, JsonMember<std::string>(path, params, "graph"));
  AKIN_TRY_ASSIGN(p.graph_identity, ParseHexSum(path, graph));
  AKIN_TRY_ASSIGN(score_error_, JsonMember<double>(path, params, "score_error"));
  AKIN_TRY_ASSIGN(self_error_, JsonMember<double>(path, params, "self_error"));
  if (!(p.decay > 0 && p.decay < 1) || !(score_error_ >= 0 && score_error_ < p.epsilon) ||
      !(p.epsilon < 1) || !(self_error_ >= 0 && self_error_ < 1)) {
    return section.Damaged("impossible decay or error");
  }
  return {};
}

// A query may touch any of them, and there are few bytes: verified at once.
Status DiagonalFile::ReadValues() {
  AKIN_TRY_ASSIGN(const Section section, container_->Find("diagonal"));
  AKIN_TRY(section.VerifyAll());
  AKIN_TRY_ASSIGN(values_, section.As<float>());
  if (values_.size() != parameters_.vertices) return section.Damaged("wrong length");
  const bool sound = std::all_of(values_.begin(), values_.end(),
                                 [](float value) { return value >= 0 && value <= 1; });
  return sound ? Status() : section.Damaged("a value beyond 0 to 1");
}

}  // namespace akin
