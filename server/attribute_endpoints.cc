// What is known about vertices: which attributes there are, and their values.
#include <cmath>

#include "akin/try.h"
#include "server/attribute_json.h"
#include "server/endpoints.h"

namespace akin::server {
namespace {

constexpr size_t kMostValues = 50;  // of an attribute that are listed

Result<Json> DescribeAttribute(const Attributes& attributes, size_t i) {
  const AttributeInfo& info = attributes.attributes()[i];
  Json described = {{"name", info.name},
                    {"kind", AttributeKindName(info.kind)},
                    {"vertices", info.vertices},
                    {"distinct", info.distinct}};
  if (info.kind == AttributeKind::kNumber) {
    if (info.vertices == 0) return described;
    described["min"] = NumberJson(info.min);
    described["max"] = NumberJson(info.max);
    return described;
  }
  AKIN_TRY_ASSIGN(const std::vector<ValueCount> values, attributes.MostFrequent(i, kMostValues));
  Json listed = Json::array();
  for (const ValueCount& value : values) {
    listed.push_back({{"value", value.value}, {"vertices", value.vertices}});
  }
  described["values"] = std::move(listed);
  return described;
}

}  // namespace

Json NumberJson(double number) {
  constexpr double kWholeBelow = 0x1p53;
  if (number == std::floor(number) && std::abs(number) < kWholeBelow) {
    return static_cast<int64_t>(number);
  }
  return number;
}

Result<Json> AttributesOf(const Attributes& attributes, VertexId vertex) {
  AKIN_TRY_ASSIGN(const std::vector<VertexAttribute> found, attributes.Of(vertex));
  Json described = Json::object();
  for (const VertexAttribute& has : found) {
    const AttributeInfo& info = attributes.attributes()[has.attribute];
    Json& value = described[info.name];
    if (info.kind == AttributeKind::kNumber) {
      value = NumberJson(has.number);
    } else if (info.kind == AttributeKind::kText) {
      value = has.values.front();
    } else {
      value = has.values;
    }
  }
  return described;
}

Result<Json> ListAttributes(Call& call) {
  AKIN_TRY_ASSIGN(const Corpora::Generation opened, call.Corpus());
  const Attributes& attributes = opened->attributes();
  Json listed = Json::array();
  for (size_t i = 0; i < attributes.attributes().size(); ++i) {
    AKIN_TRY_ASSIGN(Json described, DescribeAttribute(attributes, i));
    listed.push_back(std::move(described));
  }
  return call.Finish({{"corpus", opened->name()},
                      {"generation", opened->generation()},
                      {"attributes", std::move(listed)}});
}

}  // namespace akin::server
