#include "server/explained_json.h"

#include <string>
#include <utility>

#include "akin/try.h"

namespace akin::server {
namespace {

using Json = nlohmann::ordered_json;

Json OrNull(const auto& value) { return value ? Json(*value) : Json(nullptr); }

Result<Json> ReasonJson(const Corpus& corpus, const Reason& reason) {
  const bool of_term = !reason.term.empty();
  Json json = {{"kind", of_term ? "term" : "vertex"}};
  if (of_term) {
    json["term"] = reason.term;
  } else {
    AKIN_TRY_ASSIGN(const Json vertex, VertexJson(corpus, reason.vertex));
    json.update(vertex);
  }
  json["contribution"] = reason.contribution;
  json["error"] = OrNull(reason.error);
  json["count"] = reason.count == 0 ? Json(nullptr) : Json(reason.count);
  if (of_term) {
    json["weight"] = {{"a", reason.weight_a}, {"b", reason.weight_b}};
    return json;
  }
  json["steps"] = reason.steps;
  json["fingerprint"] = OrNull(reason.fingerprint);
  Json& paths = json["paths"];
  AKIN_TRY_ASSIGN(paths["a"], PathJson(corpus, reason.path_a));
  AKIN_TRY_ASSIGN(paths["b"], PathJson(corpus, reason.path_b));
  return json;
}

Status AddReasons(const Corpus& corpus, const Reasons& reasons, Json& object) {
  Json listed = Json::array();
  for (const Reason& reason : reasons.listed) {
    AKIN_TRY_ASSIGN(Json json, ReasonJson(corpus, reason));
    listed.push_back(std::move(json));
  }
  object["reasons"] = std::move(listed);
  object["rest"] = {{"reasons", reasons.rest}, {"contribution", reasons.rest_contribution}};
  return {};
}

Result<Json> SecondLookJson(const Corpus& corpus, const SecondLook& look) {
  const bool exact = look.fingerprints == 0;
  Json json = {{"exact", exact},
               {"fingerprints", exact ? Json(nullptr) : Json(look.fingerprints)},
               {"met", exact ? Json(nullptr) : Json(look.met)}};
  AddScore(look.score, json);
  AKIN_TRY(AddReasons(corpus, look.reasons, json));
  return json;
}

Json FingerprintsJson(const ExplainedPart& part) {
  if (part.fingerprints == 0) return nullptr;
  const unsigned walked = part.second_look ? part.second_look->fingerprints : 0;
  return {{"used", part.fingerprints}, {"met", part.met}, {"walked", walked}};
}

Result<Json> PartJson(const Corpus& corpus, const ExplainedPart& part) {
  Json json = {{"index", part.index},
               {"measure", MeasureName(part.measure)},
               {"method", MethodName(part.method)},
               {"weight", part.weight}};
  AddScore(part.score, json);
  json["reading"] = ReadingName(part.reading);
  json["meaning"] = ReadingMeaning(part.reading);
  json["fingerprints"] = FingerprintsJson(part);
  AKIN_TRY(AddReasons(corpus, part.reasons, json));
  json["more"] = nullptr;
  if (part.second_look) {
    AKIN_TRY_ASSIGN(json["more"], SecondLookJson(corpus, *part.second_look));
  }
  return json;
}

}  // namespace

void AddScore(const Score& score, Json& object) {
  object["score"] = score.value;
  object["error"] = score.error;
  object["low"] = score.low;
  object["high"] = score.high;
  object["unsure"] = IsUnsure(score);
}

Result<Json> VertexJson(const Corpus& corpus, VertexId vertex) {
  AKIN_TRY_ASSIGN(std::string name, corpus.Name(vertex));
  AKIN_TRY_ASSIGN(std::string title, corpus.Title(vertex));
  return Json{{"key", std::move(name)}, {"title", std::move(title)}};
}

Result<Json> PathJson(const Corpus& corpus, const std::vector<VertexId>& path) {
  Json json = Json::array();
  for (const VertexId vertex : path) {
    AKIN_TRY_ASSIGN(Json place, VertexJson(corpus, vertex));
    json.push_back(std::move(place));
  }
  return json;
}

Status AddExplanation(const Corpus& corpus, const Explanation& why, Json& object) {
  AKIN_TRY_ASSIGN(object["a"], VertexJson(corpus, why.a));
  AKIN_TRY_ASSIGN(object["b"], VertexJson(corpus, why.b));
  AddScore(why.score, object);
  Json parts = Json::array();
  for (const ExplainedPart& part : why.parts) {
    AKIN_TRY_ASSIGN(Json json, PartJson(corpus, part));
    parts.push_back(std::move(json));
  }
  object["parts"] = std::move(parts);
  return {};
}

}  // namespace akin::server
