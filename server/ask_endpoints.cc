// What is related, and how similar two vertices are.
#include <fmt/format.h>

#include <algorithm>

#include "akin/errors.h"
#include "akin/try.h"
#include "server/attribute_json.h"
#include "server/endpoints.h"
#include "server/explained_json.h"
#include "server/question.h"

namespace akin::server {
namespace {

// What a single request may ask for, so that none keeps a worker for long.
constexpr unsigned kMostHits = 1000;
constexpr unsigned kLastHit = 10'000;
constexpr unsigned kMostFingerprints = 1'000'000;
constexpr double kMostRefine = 10;
constexpr size_t kMostQueries = 1000;
constexpr size_t kMostExcluded = 10'000;

// Of the shards of each index; 1 if there are no fingerprints to leave out.
double ShareFor(const Effort& effort, const Answering& answering) {
  unsigned most = 0;
  for (const auto& [index, count] : answering.FingerprintsUsed(std::nullopt))
    most = std::max(most, count);
  if (most == 0) return 1;
  if (effort.fingerprints == 0) return effort.share;
  return std::min(1.0, static_cast<double>(effort.fingerprints) / most);
}

// Under load, what the request does not ask for itself is left out.
void Shed(const Parameters& given, const Effort& effort, Question& question) {
  if (effort.full() || given.Has("fingerprints")) return;
  RelatedOptions& options = question.options;
  if (!given.Has("refine") && !effort.closer_look && options.refine > 0) {
    options.refine = 0;
    question.shed = true;
  }
  const double share = ShareFor(effort, question.answering);
  if (options.refine == 0 && share < 1) {
    options.share = share;
    question.shed = true;
  }
}

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

// What the corpus does not have cannot be a hit, so such keys are no error.
Status Exclude(std::span<const std::string> keys, Question& question) {
  std::vector<VertexId> excluded;
  for (const std::string& key : keys) {
    AKIN_TRY_ASSIGN(const std::vector<VertexId> found, question.opened->corpus().FindAll(key));
    excluded.insert(excluded.end(), found.begin(), found.end());
  }
  question.options.exclude = std::make_shared<const VertexSet>(excluded);
  return {};
}

// How many vertices may be hits.
uint64_t Passing(const Question& question) {
  const RelatedOptions& options = question.options;
  const uint64_t excluded = options.exclude == nullptr ? 0 : options.exclude->size();
  if (options.filter == nullptr) return question.opened->corpus().vertices() - excluded;
  return excluded == 0 ? options.filter->size() : options.filter->SizeWithout(*options.exclude);
}

}  // namespace

Json Question::Head() const {
  Json head = {{"corpus", opened->name()},
               {"generation", opened->generation()},
               {"index", answering.asker.name()},
               {"fingerprints", answering.FingerprintsUsed(options.fingerprints)}};
  if (shed) head["shed"] = {{"share", options.share}, {"refine", options.refine}};
  if (options.filter != nullptr || options.exclude != nullptr) head["passing"] = Passing(*this);
  return head;
}

// Whoever asks for a number of fingerprints wants their scores, and no closer look.
Result<Question> ReadQuestion(const Call& call) {
  const Parameters& given = call.parameters;
  AKIN_TRY_ASSIGN(Corpora::Generation opened, call.Corpus());
  AKIN_TRY_ASSIGN(Answering answering, ReadAnswering(given, *opened));
  Question question{.opened = std::move(opened), .answering = std::move(answering)};
  RelatedOptions& options = question.options;
  if (given.Has("fingerprints")) {
    AKIN_TRY_ASSIGN(options.fingerprints, given.WholeOr("fingerprints", 1, 1, kMostFingerprints));
  }
  if (given.Has("decay")) {
    AKIN_TRY_ASSIGN(options.decay, given.NumberOr("decay", 0, 0, 1));
    if (!(*options.decay > 0 && *options.decay < 1)) {
      return InvalidArgument("decay", "a decay is between 0 and 1");
    }
  }
  if (given.Has("function")) {
    AKIN_TRY_ASSIGN(const std::string function, given.Text("function"));
    AKIN_TRY_ASSIGN(options.function, MeetingFunctionNamed(function));
  }
  AKIN_TRY_ASSIGN(const unsigned k, given.WholeOr("k", options.k, 1, kMostHits));
  AKIN_TRY_ASSIGN(question.offset, given.WholeOr("offset", 0, 0, kLastHit - kMostHits));
  options.k = k + question.offset;
  AKIN_TRY_ASSIGN(options.min_score, given.NumberOr("min_score", 0, 0, 1));
  const double usual = given.Has("fingerprints") ? 0 : kUsualRefine;
  AKIN_TRY_ASSIGN(options.refine, given.NumberOr("refine", usual, 0, kMostRefine));
  AKIN_TRY_ASSIGN(question.attributes, given.FlagOr("attributes", false));
  AKIN_TRY_ASSIGN(question.partial, given.FlagOr("partial", true));
  if (given.Has("where")) {
    AKIN_TRY_ASSIGN(const std::string where, given.Text("where"));
    AKIN_TRY_ASSIGN(options.filter, question.opened->Where(where, {.stop = call.stop}));
  }
  if (given.Has("exclude")) {
    AKIN_TRY_ASSIGN(const std::string key, given.Text("exclude"));
    AKIN_TRY(Exclude({&key, 1}, question));
  }
  return question;
}

namespace {

Result<Json> DescribeHit(const Corpus& corpus, const Hit& hit) {
  AKIN_TRY_ASSIGN(Json described, VertexJson(corpus, hit.vertex));
  AddScore(hit.score, described);
  return described;
}

// Adds key, title and hits to an answer.
Status AddHits(Call& call, const Question& question, const std::string& key, Json& answer) {
  const Corpus& corpus = question.opened->corpus();
  AKIN_TRY_ASSIGN(const VertexId vertex, question.opened->Find(key));
  Asking asking(call, question);
  AKIN_TRY_ASSIGN(const Answer found, asking.Ask([&] {
    return question.answering.asker.Related(vertex, asking.options(),
                                            {.threads = 1, .stop = call.stop});
  }));
  call.members += found.work.members;
  AKIN_TRY_ASSIGN(std::string name, corpus.Name(vertex));
  AKIN_TRY_ASSIGN(std::string title, corpus.Title(vertex));
  Json hits = Json::array();
  for (size_t i = question.offset; i < found.hits.size(); ++i) {
    AKIN_TRY_ASSIGN(Json hit, DescribeHit(corpus, found.hits[i]));
    if (question.attributes) {
      AKIN_TRY_ASSIGN(hit["attributes"],
                      AttributesOf(question.opened->attributes(), found.hits[i].vertex));
    }
    hits.push_back(std::move(hit));
  }
  AKIN_TRY(asking.Tell(question, vertex, answer));
  answer["key"] = std::move(name);
  answer["title"] = std::move(title);
  answer["hits"] = std::move(hits);
  return {};
}

// A member of a batch that is an array of names: `keys`, `exclude`.
Result<std::vector<std::string>> ReadNames(const nlohmann::json& body, const char* member,
                                           size_t least, size_t most) {
  const auto keys = body.find(member);
  if (keys == body.end()) {
    return InvalidArgument(member, fmt::format("parameter '{}' is missing", member));
  }
  if (!keys->is_array() || keys->size() < least || keys->size() > most) {
    return InvalidArgument(member,
                           fmt::format("'{}' is an array of {} to {} names", member, least, most));
  }
  std::vector<std::string> names;
  for (const auto& key : *keys) {
    if (!key.is_string()) {
      return InvalidArgument(member, fmt::format("a name in '{}' is not text", member));
    }
    names.push_back(key.get<std::string>());
  }
  return names;
}

}  // namespace

Result<Json> AskRelated(Call& call) {
  AKIN_TRY_ASSIGN(const std::string key, call.parameters.Text("key"));
  AKIN_TRY_ASSIGN(Question question, ReadQuestion(call));
  Shed(call.parameters, call.effort, question);
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
  constexpr std::string_view kArrays[] = {"keys", "exclude"};
  AKIN_TRY_ASSIGN(call.parameters, Parameters::Of(body, kRelatedParameters, kArrays));
  AKIN_TRY_ASSIGN(const std::vector<std::string> keys, ReadNames(body, "keys", 1, kMostQueries));
  AKIN_TRY_ASSIGN(Question question, ReadQuestion(call));
  if (body.contains("exclude")) {
    AKIN_TRY_ASSIGN(const std::vector<std::string> excluded,
                    ReadNames(body, "exclude", 0, kMostExcluded));
    AKIN_TRY(Exclude(excluded, question));
  }
  Shed(call.parameters, call.effort, question);
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
  Asking asking(call, question);
  AKIN_TRY_ASSIGN(const Score score, asking.Ask([&] {
    return question.answering.asker.Sim(a, b, asking.options(), {.threads = 1, .stop = call.stop});
  }));
  Json answer = question.Head();
  AKIN_TRY(asking.Tell(question, a, answer));
  AKIN_TRY_ASSIGN(answer["a"], opened.corpus().Name(a));
  AKIN_TRY_ASSIGN(answer["b"], opened.corpus().Name(b));
  AddScore(score, answer);
  return call.Finish(std::move(answer));
}

}  // namespace akin::server
