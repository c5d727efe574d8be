// Why two vertices are similar, and one fingerprint around a vertex.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "akin/errors.h"
#include "akin/explain.h"
#include "akin/try.h"
#include "server/endpoints.h"
#include "server/explained_json.h"
#include "server/question.h"

namespace akin::server {
namespace {

constexpr unsigned kMostReasons = 100;
constexpr unsigned kMostMembers = 200;
constexpr unsigned kUsualMembers = 30;
constexpr unsigned kLastFingerprint = 1'000'000;

// Of the indexes that answer, the first with walks.
Result<Index> IndexThatWalks(const Answering& answering) {
  for (const Index& index : answering.parts) {
    if (index.info().method == Method::kWalks) return index;
  }
  return InvalidArgument("index",
                         fmt::format("{} has no walks; name an index of simrank, psimrank or "
                                     "simrank-lazy with fingerprints",
                                     answering.asker.name()));
}

Result<Json> MembersJson(const Corpus& corpus, const WalkTree& tree) {
  Json members = Json::array();
  for (const WalkTree::Member& member : tree.members) {
    AKIN_TRY_ASSIGN(Json json, VertexJson(corpus, member.vertex));
    json["met"] = member.met ? Json(*member.met) : Json(nullptr);
    members.push_back(std::move(json));
  }
  return members;
}

}  // namespace

Result<Json> AskExplain(Call& call) {
  AKIN_TRY_ASSIGN(const std::string first, call.parameters.Text("a"));
  AKIN_TRY_ASSIGN(const std::string second, call.parameters.Text("b"));
  ExplainOptions options;
  AKIN_TRY_ASSIGN(options.k, call.parameters.WholeOr("k", options.k, 1, kMostReasons));
  AKIN_TRY_ASSIGN(const Question question, ReadQuestion(call));
  options.fingerprints = question.options.fingerprints;
  options.decay = question.options.decay;
  options.function = question.options.function;
  const OpenedCorpus& opened = *question.opened;
  AKIN_TRY_ASSIGN(const VertexId a, opened.Find(first));
  AKIN_TRY_ASSIGN(const VertexId b, opened.Find(second));
  AKIN_TRY_ASSIGN(const Explanation why, question.answering.asker.Explain(
                                             a, b, options, {.threads = 1, .stop = call.stop}));
  Json answer = question.Head();
  AKIN_TRY(AddExplanation(opened.corpus(), why, answer));
  return call.Finish(std::move(answer));
}

Result<Json> ShowWalk(Call& call) {
  AKIN_TRY_ASSIGN(const std::string key, call.parameters.Text("key"));
  AKIN_TRY_ASSIGN(const unsigned k, call.parameters.WholeOr("k", kUsualMembers, 1, kMostMembers));
  AKIN_TRY_ASSIGN(const unsigned fingerprint,
                  call.parameters.WholeOr("fingerprint", 0, 0, kLastFingerprint));
  AKIN_TRY_ASSIGN(const Question question, ReadQuestion(call));
  const Corpus& corpus = question.opened->corpus();
  AKIN_TRY_ASSIGN(const VertexId vertex, question.opened->Find(key));
  AKIN_TRY_ASSIGN(const Index index, IndexThatWalks(question.answering));
  if (question.opened->IsRemote(index.info().name)) {
    return InvalidArgument("index", fmt::format("the shards of {} are on other machines, which do "
                                                "not show single fingerprints",
                                                index.info().name));
  }
  AKIN_TRY_ASSIGN(const WalkTree tree, index.Tree(vertex, fingerprint, k));
  call.members += tree.members_of_tree;
  const IndexInfo& info = index.info();
  Json answer = question.Head();
  answer["index"] = info.name;
  answer["fingerprints"] = {{info.name, info.fingerprints}};
  AKIN_TRY_ASSIGN(const Json named, VertexJson(corpus, vertex));
  answer.update(named);
  answer["fingerprint"] = fingerprint;
  answer["of"] = info.fingerprints;
  answer["decay"] = info.decay;
  AKIN_TRY_ASSIGN(answer["path"], PathJson(corpus, tree.path));
  AKIN_TRY_ASSIGN(answer["members"], MembersJson(corpus, tree));
  answer["members_of_tree"] = tree.members_of_tree;
  return call.Finish(std::move(answer));
}

}  // namespace akin::server
