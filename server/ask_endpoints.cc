// What is related, and how similar two vertices are.
#include <fmt/format.h>

#include <algorithm>

#include "akin/errors.h"
#include "akin/try.h"
#include "server/endpoints.h"

namespace akin::server {
namespace {

// What a single request may ask for, so that none keeps a worker for long.
constexpr unsigned kMostHits = 1000;
constexpr unsigned kLastHit = 10'000;
constexpr unsigned kMostFingerprints = 1'000'000;
constexpr double kMostRefine = 10;
constexpr size_t kMostQueries = 1000;

// A question that has been read, without its vertices.
struct Question {
  Corpora::Generation opened;
  Answering answering;
  RelatedOptions options;  // k counts from the first hit, offset or not
  unsigned offset = 0;

  Json Head() const {
    return {{"corpus", opened->name()},
            {"generation", opened->generation()},
            {"index", answering.asker.name()},
            {"fingerprints", answering.FingerprintsUsed(options.fingerprints)}};
  }
};

// A recipe has a fusion of its own.
Result<Answering> ReadAnswering(const Parameters& parameters, const OpenedCorpus& opened) {
  AKIN_TRY_ASSIGN(const std::string index, parameters.TextOr("index", ""));
  AKIN_TRY_ASSIGN(const std::string fusion_name,
                  parameters.TextOr("fusion", FusionName(Fusion::kWeighted)));
  AKIN_TRY_ASSIGN(const Fusion fusion, FusionNamed(fusion_name));
  if (parameters.Has("index")) {
    if (index.empty()) return InvalidArgument("index", "the name of an index is not empty");
    return opened.Ask(index, fusion);
  }
  if (parameters.Has("fusion")) {
    return InvalidArgument("fusion", "a fusion is of indexes; name them by the parameter index");
  }
  return opened.usual();
}

// Whoever asks for a number of fingerprints wants their scores, and no closer look.
Result<Question> ReadQuestion(const Call& call) {
  const Parameters& given = call.parameters;
  AKIN_TRY_ASSIGN(Corpora::Generation opened, call.Corpus());
  AKIN_TRY_ASSIGN(Answering answering, ReadAnswering(given, *opened));
  Question question{.opened = std::move(opened), .answering = std::move(answering)};
  RelatedOptions& options = question.options;
  AKIN_TRY_ASSIGN(options.fingerprints, given.WholeOr("fingerprints", 0, 1, kMostFingerprints));
  AKIN_TRY_ASSIGN(options.decay, given.NumberOr("decay", 0, 0, 1));
  if (given.Has("decay") && !(options.decay > 0 && options.decay < 1)) {
    return InvalidArgument("decay", "a decay is between 0 and 1");
  }
  AKIN_TRY_ASSIGN(const unsigned k, given.WholeOr("k", options.k, 1, kMostHits));
  AKIN_TRY_ASSIGN(question.offset, given.WholeOr("offset", 0, 0, kLastHit - kMostHits));
  options.k = k + question.offset;
  AKIN_TRY_ASSIGN(options.min_score, given.NumberOr("min_score", 0, 0, 1));
  const double usual = given.Has("fingerprints") ? 0 : kUsualRefine;
  AKIN_TRY_ASSIGN(options.refine, given.NumberOr("refine", usual, 0, kMostRefine));
  return question;
}

void AddScore(const Score& score, Json& object) {
  object["score"] = score.value;
  object["error"] = score.error;
  object["low"] = score.low;
  object["high"] = score.high;
  object["unsure"] = IsUnsure(score);
}

Result<Json> DescribeHit(const Corpus& corpus, const Hit& hit) {
  AKIN_TRY_ASSIGN(std::string name, corpus.Name(hit.vertex));
  AKIN_TRY_ASSIGN(std::string title, corpus.Title(hit.vertex));
  Json described = {{"key", std::move(name)}, {"title", std::move(title)}};
  AddScore(hit.score, described);
  return described;
}

// Adds key, title and hits to an answer.
Status AddHits(Call& call, const Question& question, const std::string& key, Json& answer) {
  const Corpus& corpus = question.opened->corpus();
  AKIN_TRY_ASSIGN(const VertexId vertex, question.opened->Find(key));
  AKIN_TRY_ASSIGN(const Answer found,
                  question.answering.asker.Related(vertex, question.options,
                                                   {.threads = 1, .stop = call.stop}));
  call.members += found.work.members;
  AKIN_TRY_ASSIGN(std::string name, corpus.Name(vertex));
  AKIN_TRY_ASSIGN(std::string title, corpus.Title(vertex));
  Json hits = Json::array();
  for (size_t i = question.offset; i < found.hits.size(); ++i) {
    AKIN_TRY_ASSIGN(Json hit, DescribeHit(corpus, found.hits[i]));
    hits.push_back(std::move(hit));
  }
  answer["key"] = std::move(name);
  answer["title"] = std::move(title);
  answer["hits"] = std::move(hits);
  return {};
}

// The member `keys` of a batch.
Result<std::vector<std::string>> ReadKeys(const nlohmann::json& body) {
  const auto keys = body.find("keys");
  if (keys == body.end()) return InvalidArgument("keys", "parameter 'keys' is missing");
  if (!keys->is_array() || keys->empty() || keys->size() > kMostQueries) {
    return InvalidArgument("keys",
                           fmt::format("'keys' is an array of 1 to {} names", kMostQueries));
  }
  std::vector<std::string> names;
  for (const auto& key : *keys) {
    if (!key.is_string()) return InvalidArgument("keys", "a name in 'keys' is not text");
    names.push_back(key.get<std::string>());
  }
  return names;
}

}  // namespace

Result<Json> AskRelated(Call& call) {
  AKIN_TRY_ASSIGN(const std::string key, call.parameters.Text("key"));
  AKIN_TRY_ASSIGN(const Question question, ReadQuestion(call));
  Json answer = question.Head();
  AKIN_TRY(AddHits(call, question, key, answer));
  return call.Finish(std::move(answer));
}

// An error that concerns one key is told in its place. A stop ends all of it.
Result<Json> AskRelatedBatch(Call& call) {
  const auto body = nlohmann::json::parse(call.body, nullptr, false);
  if (!body.is_object()) return InvalidArgument("", "the body is not a JSON object");
  if (body.contains("key")) {
    return InvalidArgument("key", "many are asked about by 'keys', one by GET");
  }
  AKIN_TRY_ASSIGN(call.parameters, Parameters::Of(body, kRelatedParameters, "keys"));
  AKIN_TRY_ASSIGN(const std::vector<std::string> keys, ReadKeys(body));
  AKIN_TRY_ASSIGN(const Question question, ReadQuestion(call));
  Json answers = Json::array();
  for (const std::string& key : keys) {
    Json answer = Json::object();
    const Status status = AddHits(call, question, key, answer);
    if (status.code() == Code::kCancelled) return status;
    if (!status.ok()) {
      answer = {{"key", key},
                {"error", ErrorObject(CodeName(status.code()), status, &call.corpora)}};
    }
    answers.push_back(std::move(answer));
  }
  Json all = question.Head();
  all["answers"] = std::move(answers);
  return call.Finish(std::move(all));
}

Result<Json> AskSim(Call& call) {
  AKIN_TRY_ASSIGN(const std::string first, call.parameters.Text("a"));
  AKIN_TRY_ASSIGN(const std::string second, call.parameters.Text("b"));
  AKIN_TRY_ASSIGN(const Question question, ReadQuestion(call));
  const OpenedCorpus& opened = *question.opened;
  AKIN_TRY_ASSIGN(const VertexId a, opened.Find(first));
  AKIN_TRY_ASSIGN(const VertexId b, opened.Find(second));
  AKIN_TRY_ASSIGN(
      const Score score,
      question.answering.asker.Sim(a, b, question.options, {.threads = 1, .stop = call.stop}));
  Json answer = question.Head();
  AKIN_TRY_ASSIGN(answer["a"], opened.corpus().Name(a));
  AKIN_TRY_ASSIGN(answer["b"], opened.corpus().Name(b));
  AddScore(score, answer);
  return call.Finish(std::move(answer));
}

}  // namespace akin::server
