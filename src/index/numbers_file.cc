#include "index/numbers_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "akin/errors.h"
#include "akin/try.h"
#include "container/container_writer.h"
#include "container/json_section.h"
#include "container/sealed_json.h"
#include "index/index_parameters.h"

namespace akin {
namespace {

struct NumbersFormat {
  FileKind kind;
  const char* section;
  double most;  // largest allowed value; the smallest is 0
  size_t value_bytes;
  uint64_t per_vertex;
};

NumbersFormat FormatOf(const IndexParameters& index) {
  if (const auto* series = std::get_if<SeriesParameters>(&index.of)) {
    return {FileKind::kDiagonals, "diagonals", 1, sizeof(double), series->iterations};
  }
  if (const auto* norms = std::get_if<NormsParameters>(&index.of)) {
    return {FileKind::kNorms, "growths", std::numeric_limits<double>::max(), sizeof(double),
            norms->iterations - uint64_t{1}};
  }
  return {FileKind::kDiagonal, "diagonal", 1, sizeof(float), 1};
}

// The section "params", without the errors of a diagonal. Norms do not depend on the decay.
Json ParamsOf(const NumbersParameters& parameters) {
  Json params = {{"measure", MeasureName(parameters.index.measure)}};
  if (const auto* push = std::get_if<PushParameters>(&parameters.index.of)) {
    params["decay"] = push->decay;
    params["epsilon"] = push->epsilon;
    params["seed"] = push->seed;
  } else if (const auto* series = std::get_if<SeriesParameters>(&parameters.index.of)) {
    params["decay"] = series->decay;
    params["iterations"] = series->iterations;
  } else if (const auto* norms = std::get_if<NormsParameters>(&parameters.index.of)) {
    params["iterations"] = norms->iterations;
  }
  params["vertices"] = parameters.vertices;
  params["graph"] = HexSum(parameters.graph_identity);
  return params;
}

template <class T>
Result<std::span<const T>> ValuesIn(const Section& section, uint64_t count, double most) {
  AKIN_TRY_ASSIGN(const std::span<const T> values, section.As<T>());
  if (values.size() != count) return section.Damaged("wrong length");
  const bool sound = std::all_of(values.begin(), values.end(),
                                 [&](T value) { return value >= 0 && value <= most; });
  if (!sound) return section.Damaged("a number out of its range");
  return values;
}

}  // namespace

std::string NumbersFileName(const IndexParameters& index) {
  const std::string measure =
      fmt::format("{}{}", MeasureName(index.measure), BoilerplateSuffix(index.boilerplate));
  if (const auto* push = std::get_if<PushParameters>(&index.of)) {
    return fmt::format("{}-push-c{}-e{}-s{}.akin", measure, push->decay, push->epsilon, push->seed);
  }
  if (const auto* series = std::get_if<SeriesParameters>(&index.of)) {
    return fmt::format("{}-series-c{}-k{}.akin", measure, series->decay, series->iterations);
  }
  return fmt::format("{}-k{}.akin", measure, std::get<NormsParameters>(index.of).iterations);
}

uint64_t NumbersBytes(const NumbersParameters& parameters) {
  const NumbersFormat format = FormatOf(parameters.index);
  return format.value_bytes * format.per_vertex * parameters.vertices;
}

Status WriteNumbersFile(const std::string& path, const NumbersParameters& parameters,
                        std::span<const std::byte> values, const DiagonalErrors& errors) {
  const NumbersFormat format = FormatOf(parameters.index);
  AKIN_TRY_ASSIGN(auto writer, ContainerWriter::Create(path, format.kind));
  AKIN_TRY(writer->Add(format.section, values));
  Json params = ParamsOf(parameters);
  if (parameters.index.method == Method::kPush) {
    params["score_error"] = errors.score;
    params["self_error"] = errors.self;
  }
  AKIN_TRY(AddJsonSection(*writer, "params", params));
  return writer->Finish().status();
}

Result<std::unique_ptr<NumbersFile>> NumbersFile::Open(const std::string& path,
                                                       const NumbersParameters& wanted) {
  auto file = std::make_unique<NumbersFile>();
  AKIN_TRY_ASSIGN(file->container_, Container::Open(path, FormatOf(wanted.index).kind));
  AKIN_TRY(file->CheckParameters(wanted));
  AKIN_TRY(file->ReadValues(wanted));
  return file;
}

Status NumbersFile::CheckParameters(const NumbersParameters& wanted) {
  AKIN_TRY_ASSIGN(const Section section, container_->Find("params"));
  AKIN_TRY_ASSIGN(const Json params, ReadJsonSection(section));
  const Json members = ParamsOf(wanted);
  for (const auto& member : members.items()) {
    if (!params.contains(member.key()) || params[member.key()] != member.value()) {
      return section.Damaged(fmt::format("another {} than that of the index", member.key()));
    }
  }
  const auto* push = std::get_if<PushParameters>(&wanted.index.of);
  if (push == nullptr) return {};
  const std::string& path = container_->path();
  AKIN_TRY_ASSIGN(errors_.score, JsonMember<double>(path, params, "score_error"));
  AKIN_TRY_ASSIGN(errors_.self, JsonMember<double>(path, params, "self_error"));
  if (!(errors_.score >= 0 && errors_.score < push->epsilon) ||
      !(errors_.self >= 0 && errors_.self < 1)) {
    return section.Damaged("an impossible error");
  }
  return {};
}

Status NumbersFile::ReadValues(const NumbersParameters& wanted) {
  const NumbersFormat format = FormatOf(wanted.index);
  AKIN_TRY_ASSIGN(const Section section, container_->Find(format.section));
  AKIN_TRY(section.VerifyAll());
  const uint64_t count = format.per_vertex * wanted.vertices;
  if (format.value_bytes == sizeof(float)) {
    AKIN_TRY_ASSIGN(floats_, ValuesIn<float>(section, count, format.most));
  } else {
    AKIN_TRY_ASSIGN(doubles_, ValuesIn<double>(section, count, format.most));
  }
  return {};
}

}  // namespace akin
