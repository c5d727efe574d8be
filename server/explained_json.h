// Explanations as JSON, for answers over HTTP and for the program.
#ifndef AKIN_SERVER_EXPLAINED_JSON_H_
#define AKIN_SERVER_EXPLAINED_JSON_H_

#include <nlohmann/json.hpp>
#include <vector>

#include "akin/corpus.h"
#include "akin/explain.h"
#include "akin/status.h"

namespace akin::server {

// The members score, error, low, high and unsure.
void AddScore(const Score& score, nlohmann::ordered_json& object);

// A vertex by its key and title.
Result<nlohmann::ordered_json> VertexJson(const Corpus& corpus, VertexId vertex);
Result<nlohmann::ordered_json> PathJson(const Corpus& corpus, const std::vector<VertexId>& path);

// Adds a, b, the score and the parts: schema Explanation in api/openapi.yaml.
Status AddExplanation(const Corpus& corpus, const Explanation& why, nlohmann::ordered_json& object);

}  // namespace akin::server

#endif  // AKIN_SERVER_EXPLAINED_JSON_H_
