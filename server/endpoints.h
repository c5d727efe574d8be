// What each path under /v1 answers.
#ifndef AKIN_SERVER_ENDPOINTS_H_
#define AKIN_SERVER_ENDPOINTS_H_

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <string_view>

#include "akin/status.h"
#include "server/corpora.h"
#include "server/parameters.h"
#include "server/shedding.h"

namespace akin::server {

// Members stay in the order in which they are added.
using Json = nlohmann::ordered_json;

// What an endpoint is asked, and what it tells besides its answer.
struct Call {
  const Corpora& corpora;
  Parameters parameters;
  std::string rest;  // of the path, for those that go on
  const std::string& body;
  Effort effort;  // that an answer gets
  std::stop_token stop;
  std::chrono::steady_clock::time_point deadline;
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  uint64_t members = 0;  // of trees that were read

  // The corpus that is asked; its parameter may be left out if there is only one.
  Result<Corpora::Generation> Corpus() const;
  // Closes an answer: how long it took.
  Json Finish(Json answer) const;
};

// The names of the parameters that they take.
inline constexpr std::string_view kCorpusParameters[] = {"corpus"};
inline constexpr std::string_view kRelatedParameters[] = {
    "corpus", "key",      "index",  "fusion", "k",       "offset",     "min_score", "fingerprints",
    "decay",  "function", "refine", "where",  "exclude", "attributes", "partial"};
inline constexpr std::string_view kSimParameters[] = {
    "corpus", "a", "b", "index", "fusion", "decay", "function", "fingerprints", "partial"};
inline constexpr std::string_view kExplainParameters[] = {
    "corpus", "a", "b", "index", "fusion", "decay", "function", "fingerprints", "k"};
inline constexpr std::string_view kWalkParameters[] = {"corpus", "key", "index", "fingerprint",
                                                       "k"};
inline constexpr std::string_view kKeysParameters[] = {"corpus", "prefix", "k"};

Result<Json> ListCorpora(Call& call);
Result<Json> ListIndexes(Call& call);
Result<Json> CompleteKeys(Call& call);
Result<Json> DescribeVertex(Call& call);
Result<Json> ListAttributes(Call& call);
Result<Json> AskRelated(Call& call);
Result<Json> AskRelatedBatch(Call& call);
Result<Json> AskSim(Call& call);
Result<Json> AskExplain(Call& call);
Result<Json> ShowWalk(Call& call);

// The member `error` of a reply, and of an item of a batch.
std::string_view CodeName(Code code);
Json ErrorObject(std::string_view code, const Status& error, const Corpora* corpora = nullptr);

}  // namespace akin::server

#endif  // AKIN_SERVER_ENDPOINTS_H_
