// What there is to ask: corpora, indexes, names, vertices.
#include <algorithm>
#include <vector>

#include "akin/errors.h"
#include "akin/measures.h"
#include "akin/try.h"
#include "server/attribute_json.h"
#include "server/endpoints.h"

namespace akin::server {
namespace {

constexpr unsigned kMostKeys = 100;

Json DescribeIndex(const Index& index, VertexId vertices) {
  const IndexInfo& info = index.info();
  Json described = {{"name", info.name},
                    {"measure", MeasureName(info.measure)},
                    {"method", MethodName(info.method)},
                    {"vertices", info.only == 0 ? vertices : info.only},
                    {"bytes", info.bytes}};
  if (info.decay > 0) described["decay"] = info.decay;
  if (info.fingerprints > 0) {
    described["fingerprints"] = info.fingerprints;
    described["length"] = info.length;
  } else {
    described["error"] = info.epsilon;
  }
  return described;
}

Result<Json> DescribeKey(const OpenedCorpus& opened, VertexId vertex) {
  AKIN_TRY_ASSIGN(std::string name, opened.corpus().Name(vertex));
  AKIN_TRY_ASSIGN(std::string title, opened.corpus().Title(vertex));
  const uint64_t in_links = opened.in_links().degree(vertex);
  const uint64_t out_links = opened.out_links().degree(vertex);
  AKIN_TRY(opened.corpus().Intact());
  return Json{{"key", std::move(name)},
              {"title", std::move(title)},
              {"in_links", in_links},
              {"out_links", out_links}};
}

// Whoever has typed a whole name or title means it, however many others begin with it.
Result<std::vector<VertexId>> MatchesFor(const OpenedCorpus& opened, const std::string& typed,
                                         size_t count) {
  AKIN_TRY_ASSIGN(std::vector<VertexId> found, opened.corpus().FindAll(typed));
  for (const VertexId vertex : opened.typeahead().Matches(typed, count)) {
    if (std::find(found.begin(), found.end(), vertex) == found.end()) found.push_back(vertex);
  }
  if (found.size() > count) found.resize(count);
  return found;
}

}  // namespace

Result<Corpora::Generation> Call::Corpus() const {
  AKIN_TRY_ASSIGN(const std::string name, parameters.TextOr("corpus", ""));
  if (name.empty() && parameters.Has("corpus")) {
    return InvalidArgument("corpus", "the name of a corpus is not empty");
  }
  return corpora.Find(name);
}

Json Call::Finish(Json answer) const {
  const auto taken = std::chrono::steady_clock::now() - began;
  answer["microseconds"] = std::chrono::duration_cast<std::chrono::microseconds>(taken).count();
  return answer;
}

Result<Json> ListCorpora(Call& call) {
  Json corpora = Json::array();
  for (const Corpora::Generation& opened : call.corpora.All()) {
    const akin::Corpus& corpus = opened->corpus();
    corpora.push_back({{"name", opened->name()},
                       {"generation", opened->generation()},
                       {"vertices", corpus.vertices()},
                       {"arcs", corpus.arcs()},
                       {"titles", corpus.has_titles()},
                       {"pages", corpus.has_pages()},
                       {"index", opened->usual().asker.name()},
                       {"reason", opened->usual_reason()}});
  }
  return call.Finish({{"corpora", std::move(corpora)}});
}

Result<Json> ListIndexes(Call& call) {
  AKIN_TRY_ASSIGN(const Corpora::Generation opened, call.Corpus());
  Json indexes = Json::array();
  for (const Index& index : opened->indexes()) {
    indexes.push_back(DescribeIndex(index, opened->corpus().vertices()));
  }
  return call.Finish({{"corpus", opened->name()},
                      {"generation", opened->generation()},
                      {"index", opened->usual().asker.name()},
                      {"indexes", std::move(indexes)}});
}

Result<Json> CompleteKeys(Call& call) {
  AKIN_TRY_ASSIGN(const Corpora::Generation opened, call.Corpus());
  AKIN_TRY_ASSIGN(const std::string prefix, call.parameters.Text("prefix"));
  AKIN_TRY_ASSIGN(const unsigned k, call.parameters.WholeOr("k", 10, 1, kMostKeys));
  AKIN_TRY_ASSIGN(const std::vector<VertexId> vertices, MatchesFor(*opened, prefix, k));
  Json keys = Json::array();
  for (const VertexId vertex : vertices) {
    AKIN_TRY_ASSIGN(Json key, DescribeKey(*opened, vertex));
    keys.push_back(std::move(key));
  }
  return call.Finish({{"corpus", opened->name()},
                      {"generation", opened->generation()},
                      {"prefix", prefix},
                      {"keys", std::move(keys)}});
}

Result<Json> DescribeVertex(Call& call) {
  AKIN_TRY_ASSIGN(const Corpora::Generation opened, call.Corpus());
  if (call.rest.empty()) return InvalidArgument("key", "the path ends with the name of a vertex");
  AKIN_TRY_ASSIGN(const VertexId vertex, opened->Find(call.rest));
  Json answer = {{"corpus", opened->name()}, {"generation", opened->generation()}};
  AKIN_TRY_ASSIGN(const Json key, DescribeKey(*opened, vertex));
  answer.update(key);
  AKIN_TRY_ASSIGN(answer["attributes"], AttributesOf(opened->attributes(), vertex));
  return call.Finish(std::move(answer));
}

}  // namespace akin::server
