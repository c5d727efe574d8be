// The interface without sockets: its answers are those of the library, and its errors say what is
// wrong.
#include "server/service.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "random_graph.h"
#include "temp_dir.h"
#include "test_bags.h"
#include "test_corpus.h"

namespace akin::server {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr VertexId kVertices = 120;

class ServiceTest : public testing::Test {
 protected:
  ServiceTest() {
    MakeCorpus(TestGraph::Random(kVertices, 700, 5), path_);
    PutBags(RandomBags(kVertices, 100, 3), 100, path_, "words");
  }

  void Build(const BuildOptions& options) {
    const auto report = BuildIndex(path_, options);
    ASSERT_TRUE(report.ok()) << report.status().message();
  }
  void BuildEveryKind() {
    Build({.measure = Measure::kSimRank, .fingerprints = 40});
    Build({.measure = Measure::kPSimRank, .fingerprints = 40});
    Build({.measure = Measure::kXJaccard, .fingerprints = 40});
    Build({.measure = Measure::kLazySimRank, .fingerprints = 40});
    Build({.measure = Measure::kText, .fingerprints = 40, .bags = "words"});
    Build({.measure = Measure::kSimRank, .method = Method::kPush, .epsilon = 1e-4});
    Build({.measure = Measure::kSimRank, .method = Method::kSeries, .iterations = 6});
    Build({.measure = Measure::kCosineSimRank, .iterations = 10});
  }
  void Serve(const std::vector<std::string>& paths) {
    auto corpora = Corpora::Of(paths);
    ASSERT_TRUE(corpora.ok()) << corpora.status().message();
    corpora_ = std::move(*corpora);
    const Status opened = corpora_->OpenAll();
    ASSERT_TRUE(opened.ok()) << opened.message();
    service_ = std::make_unique<Service>(*corpora_, [] { return "metrics\n"; });
    service_->SetStage(Stage::kReady);
  }
  Reply Send(const std::string& method, const std::string& target, const std::string& body = "",
             const std::stop_token& stop = {}) {
    auto parsed = ParseTarget(target);
    EXPECT_TRUE(parsed.ok()) << target << ": " << parsed.status().message();
    return service_->Handle({.method = method, .target = std::move(*parsed), .body = body}, stop);
  }
  json Get(const std::string& target, int status = 200) {
    const Reply reply = Send("GET", target);
    EXPECT_EQ(reply.status, status) << target << ": " << reply.body;
    return json::parse(reply.body);
  }
  json Error(const std::string& target, int status) { return Get(target, status)["error"]; }

  TempDir directory_;
  std::string path_ = directory_ / "web.akin";
  std::unique_ptr<Corpora> corpora_;
  std::unique_ptr<Service> service_;
};

// Bit for bit: numbers are printed so that they come back.
void ExpectScore(const json& told, const Score& score) {
  EXPECT_EQ(told["score"].get<double>(), score.value);
  EXPECT_EQ(told["error"].get<double>(), score.error);
  EXPECT_EQ(told["low"].get<double>(), score.low);
  EXPECT_EQ(told["high"].get<double>(), score.high);
  EXPECT_EQ(told["unsure"].get<bool>(), IsUnsure(score));
}

void ExpectHits(const json& told, const std::vector<Hit>& hits, const Corpus& corpus) {
  ASSERT_EQ(told.size(), hits.size());
  for (size_t i = 0; i < hits.size(); ++i) {
    EXPECT_EQ(told[i]["key"], *corpus.Name(hits[i].vertex));
    EXPECT_EQ(told[i]["title"], *corpus.Title(hits[i].vertex));
    ExpectScore(told[i], hits[i].score);
  }
}

TEST_F(ServiceTest, GivesLessEffortUnderLoadAndSaysSo) {
  BuildEveryKind();
  Serve({path_});
  const Corpus corpus = *Corpus::Open(path_);
  const Asker asker = *Asker::Create(corpus, {.index = "psimrank=0.5,text=0.5"});
  const auto ask = [&](double load, const std::string& more = "") {
    auto target = ParseTarget("/v1/related?key=7&k=5&index=psimrank%3D0.5,text%3D0.5" + more);
    return json::parse(service_->Handle({.target = std::move(*target), .load = load}).body);
  };
  EXPECT_EQ(ask(0.05)["hits"], ask(0)["hits"]);
  EXPECT_FALSE(ask(0.05).contains("shed"));
  struct {
    double load;
    double share;
    unsigned used;
  } const cases[] = {{0.1, 1, 40}, {0.3, 0.5, 20}, {0.9, 0.25, 10}};
  for (const auto& [load, share, used] : cases) {
    const json told = ask(load);
    EXPECT_EQ(told["shed"]["share"], share);
    EXPECT_EQ(told["shed"]["refine"], 0);
    EXPECT_EQ(told["fingerprints"], (json{{"psimrank", used}, {"text", used}}));
    ExpectHits(told["hits"], asker.Related(*corpus.Find("7"), {.k = 5, .share = share})->hits,
               corpus);
  }
  // What is asked for is what one gets.
  EXPECT_FALSE(ask(0.9, "&refine=1").contains("shed"));
  EXPECT_FALSE(ask(0.9, "&fingerprints=30").contains("shed"));
  // Nor is there anything to leave out of an index without fingerprints.
  auto target = ParseTarget("/v1/related?key=7&index=simrank-push&refine=0");
  EXPECT_FALSE(json::parse(service_->Handle({.target = std::move(*target), .load = 0.9}).body)
                   .contains("shed"));
  Request batch{.method = "POST", .target = *ParseTarget("/v1/related"), .load = 0.3};
  batch.body = R"({"keys": ["7", "nobody"], "index": "psimrank"})";
  const json answers = json::parse(service_->Handle(batch).body);
  EXPECT_EQ(answers["shed"]["share"], 0.5);
  EXPECT_EQ(answers["answers"][0]["fingerprints"]["psimrank"], 20);
}

// Reasons sum to the scores of parts, and these to the score.
void ExpectSums(const json& why) {
  double score = 0;
  for (const auto& part : why["parts"]) {
    double sum = part["rest"]["contribution"].get<double>();
    EXPECT_LE(part["reasons"].size(), 2U);
    for (const auto& reason : part["reasons"]) {
      sum += reason["contribution"].get<double>();
      if (reason["kind"] == "term") continue;
      for (const char* const side : {"a", "b"}) {
        const json& path = reason["paths"][side];
        EXPECT_EQ(path.front(), why[side]);
        EXPECT_EQ(path.back()["key"], reason["key"]);
      }
    }
    EXPECT_NEAR(sum, part["score"].get<double>(), 1e-12);
    score += part["weight"].get<double>() * part["score"].get<double>();
  }
  EXPECT_NEAR(score, why["score"].get<double>(), 1e-12);
}

TEST_F(ServiceTest, AWalkIsThatOfTheIndex) {
  BuildEveryKind();
  Serve({path_});
  const Corpus corpus = *Corpus::Open(path_);
  const Index index = *corpus.OpenIndex("psimrank");
  for (const char* const asked : {"index=psimrank", "index=text,psimrank"}) {
    const json told = Get(fmt::format("/v1/walk?key=18&fingerprint=7&k=5&{}", asked));
    EXPECT_EQ(told["index"], "psimrank");
    EXPECT_EQ(told["key"], "18");
    EXPECT_EQ(told["of"], 40);
    const WalkTree tree = *index.Tree(17, 7, 5);
    EXPECT_EQ(told["members_of_tree"], tree.members_of_tree);
    ASSERT_EQ(told["path"].size(), tree.path.size());
    for (size_t i = 0; i < tree.path.size(); ++i) {
      EXPECT_EQ(told["path"][i]["key"], *corpus.Name(tree.path[i]));
    }
    ASSERT_EQ(told["members"].size(), tree.members.size());
    for (size_t i = 0; i < tree.members.size(); ++i) {
      EXPECT_EQ(told["members"][i]["key"], *corpus.Name(tree.members[i].vertex));
      EXPECT_EQ(told["members"][i]["met"].is_null(), i == 0);
    }
  }
  for (const char* const bad : {"key=18&index=xjaccard", "key=18&index=simrank-push"}) {
    EXPECT_EQ(Error(fmt::format("/v1/walk?{}", bad), 400)["parameter"], "index");
  }
}

class LabelledServiceTest : public ServiceTest {
 protected:
  LabelledServiceTest() {
    std::ofstream table(directory_ / "labels");
    table << "key\tyear\ttype\ttags\n";
    for (VertexId v = 1; v <= kVertices; v += 2) {
      table << fmt::format("{}\t{}\ttype{}\ta|b{}\n", v, 1990 + v % 20, v % 3, v % 4);
    }
  }
  void Label() const {
    const auto report = akin::Label(path_, directory_ / "labels");
    ASSERT_TRUE(report.ok()) << report.status().message();
  }
};

TEST_F(LabelledServiceTest, FiltersAsTheLibraryDoes) {
  BuildEveryKind();
  Label();
  Serve({path_});
  const Corpus corpus = *Corpus::Open(path_);
  const auto passing = *Attributes::Open(corpus)->Where("year>=1995 and (type=type1 or tags=b3)");
  const std::string where = "year%3E%3D1995%20and%20(type%3Dtype1%20or%20tags%3Db3)";
  for (const char* const index :
       {"simrank", "xjaccard", "text", "simrank-push", "cosine-simrank", "psimrank=0.5,text=0.5"}) {
    const Asker asker = *Asker::Create(corpus, {.index = index});
    for (const unsigned offset : {0U, 2U}) {
      const RelatedOptions options{.k = 5 + offset,
                                   .refine = 1,
                                   .filter = passing,
                                   .exclude = std::make_shared<const VertexSet>(
                                       VertexSet::Range(*corpus.Find("7"), *corpus.Find("7") + 1))};
      auto hits = asker.Related(*corpus.Find("3"), options)->hits;
      hits.erase(hits.begin(), hits.begin() + std::min<size_t>(offset, hits.size()));
      std::string name = index;
      for (size_t at = 0; (at = name.find('=', at)) != std::string::npos;)
        name.replace(at, 1, "%3D");
      const json told = Get(fmt::format(
          "/v1/related?key=3&k=5&offset={}&index={}&where={}&exclude=7", offset, name, where));
      EXPECT_EQ(told["passing"], passing->SizeWithout(*options.exclude));
      ExpectHits(told["hits"], hits, corpus);
      const Reply batch = Send("POST", "/v1/related",
                               json{{"keys", {"3"}},
                                    {"k", 5},
                                    {"offset", offset},
                                    {"index", index},
                                    {"where", "year>=1995 and (type=type1 or tags=b3)"},
                                    {"exclude", {"7", "no such vertex"}}}
                                   .dump());
      EXPECT_EQ(json::parse(batch.body)["answers"][0]["hits"], told["hits"]);
    }
  }
}

TEST_F(LabelledServiceTest, TellsAttributes) {
  Build({.measure = Measure::kSimRank, .fingerprints = 40});
  Label();
  Serve({path_});
  const json told = Get("/v1/attributes")["attributes"];
  ASSERT_EQ(told.size(), 3U);
  EXPECT_EQ(told[0], json::parse(R"({"name": "year", "kind": "number", "vertices": 60,
                                     "distinct": 10, "min": 1991, "max": 2009})"));
  EXPECT_EQ(told[1]["kind"], "text");
  EXPECT_EQ(told[1]["values"][0], json::parse(R"({"value": "type0", "vertices": 20})"));
  EXPECT_EQ(told[2]["values"][0], json::parse(R"({"value": "a", "vertices": 60})"));
  EXPECT_EQ(Get("/v1/vertex/3")["attributes"],
            json::parse(R"({"year": 1993, "type": "type0", "tags": ["a", "b3"]})"));
  EXPECT_EQ(Get("/v1/vertex/4")["attributes"], json::object());
  const json hits = Get("/v1/related?key=3&attributes=true&where=year%3E0")["hits"];
  ASSERT_FALSE(hits.empty());
  for (const json& hit : hits) EXPECT_TRUE(hit["attributes"].contains("year"));
  EXPECT_FALSE(Get("/v1/related?key=3")["hits"][0].contains("attributes"));
  EXPECT_EQ(Error("/v1/related?key=3&attributes=yes", 400)["parameter"], "attributes");
}

TEST_F(LabelledServiceTest, SaysWhatIsWrongWithAFilter) {
  Build({.measure = Measure::kSimRank, .fingerprints = 40});
  Label();
  Serve({path_});
  const json error = Error("/v1/related?key=3&where=yaer%3E0", 400);
  EXPECT_EQ(error["parameter"], "where");
  EXPECT_THAT(error["message"], HasSubstr("at character 1"));
  EXPECT_THAT(error["suggestions"], Contains("year"));
  EXPECT_EQ(Error("/v1/related?key=3&where=", 400)["parameter"], "where");
  const Reply batch = Send("POST", "/v1/related", R"({"keys": ["3"], "exclude": "7"})");
  EXPECT_EQ(json::parse(batch.body)["error"]["parameter"], "exclude");
}

TEST_F(LabelledServiceTest, NewLabelsAreTakenUp) {
  Build({.measure = Measure::kSimRank, .fingerprints = 40});
  Serve({path_});
  EXPECT_EQ(Get("/v1/attributes")["attributes"].size(), 0U);
  EXPECT_EQ(Get("/v1/related?key=3&where=key%3C50")["passing"], 49);
  Label();
  const auto report = [](const std::string&, const Status& status) { EXPECT_TRUE(status.ok()); };
  corpora_->Look(report);
  corpora_->Look(report);
  EXPECT_EQ(Get("/v1/attributes")["generation"], 2);
  EXPECT_EQ(Get("/v1/related?key=3&where=type=type1")["passing"], 20);
}

TEST_F(ServiceTest, AnswersAreThoseOfTheLibrary) {
  BuildEveryKind();
  Serve({path_});
  const Corpus corpus = *Corpus::Open(path_);
  std::vector<std::string> indexes = {"psimrank=0.5,text=0.5", "simrank,xjaccard=2,simrank-push"};
  const json listed = Get("/v1/indexes");
  for (const auto& one : listed["indexes"]) indexes.push_back(one["name"]);
  ASSERT_EQ(indexes.size(), 10U);
  for (const std::string& index : indexes) {
    const Asker asker = *Asker::Create(corpus, {.index = index});
    for (const VertexId v : {VertexId{0}, VertexId{17}, VertexId{119}}) {
      const std::string name = *corpus.Name(v);
      for (const std::string refine : {"", "&refine=0", "&refine=0.1"}) {
        const RelatedOptions options{
            .k = 7, .refine = refine.empty() ? kUsualRefine : std::stod("0" + refine.substr(8))};
        const json told =
            Get(fmt::format("/v1/related?key={}&k=7&index={}{}", name, EncodeUrl(index), refine));
        EXPECT_EQ(told["index"], index);
        EXPECT_EQ(told["key"], name);
        EXPECT_EQ(told["generation"], 1);
        EXPECT_GE(told["microseconds"].get<int64_t>(), 0);
        ExpectHits(told["hits"], asker.Related(v, options)->hits, corpus);
      }
      const json pair = Get(fmt::format("/v1/sim?a={}&b=60&index={}", name, EncodeUrl(index)));
      ExpectScore(pair, *asker.Sim(v, *corpus.Find("60")));
      const json why =
          Get(fmt::format("/v1/explain?a={}&b=60&k=2&index={}", name, EncodeUrl(index)));
      ExpectScore(why, *asker.Sim(v, *corpus.Find("60")));
      ExpectSums(why);
    }
  }
}

TEST_F(ServiceTest, OptionsReachTheLibrary) {
  BuildEveryKind();
  Serve({path_});
  const Corpus corpus = *Corpus::Open(path_);
  const Asker asker = *Asker::Create(corpus, {.index = "psimrank"});
  const auto ask = [&](const std::string& options) {
    return Get("/v1/related?key=18&index=psimrank&" + options);
  };
  ExpectHits(ask("decay=0.4&refine=0")["hits"], asker.Related(17, {.decay = 0.4})->hits, corpus);
  ExpectHits(ask("function=within&refine=0")["hits"],
             asker.Related(17, {.function = MeetingFunction::kWithin})->hits, corpus);
  ExpectHits(ask("min_score=0.05&refine=0")["hits"], asker.Related(17, {.min_score = 0.05})->hits,
             corpus);
  // Whoever names a number of fingerprints gets their scores.
  const json some = ask("fingerprints=10");
  ExpectHits(some["hits"], asker.Related(17, {.fingerprints = 10})->hits, corpus);
  EXPECT_EQ(some["fingerprints"], json({{"psimrank", 10}}));
  EXPECT_EQ(ask("k=1")["fingerprints"], json({{"psimrank", 40}}));

  std::vector<Hit> all = asker.Related(17, {.k = 9})->hits;
  all.erase(all.begin(), all.begin() + 4);
  ExpectHits(ask("refine=0&k=5&offset=4")["hits"], all, corpus);
  EXPECT_EQ(ask("k=5&offset=9000")["hits"].size(), 0U);

  const json fused = Get("/v1/related?key=18&index=psimrank,text&fusion=rrf");
  EXPECT_EQ(fused["index"], "psimrank,text by rrf");
  EXPECT_EQ(fused["fingerprints"], json({{"psimrank", 40}, {"text", 40}}));
  EXPECT_EQ(Get("/v1/related?key=18&index=simrank-push")["fingerprints"], json::object());
}

TEST_F(ServiceTest, WithoutAnIndexTheRecipeAnswers) {
  ASSERT_TRUE(BuildRecipe(path_).ok());
  Serve({path_});
  const Corpus corpus = *Corpus::Open(path_);
  const Asker asker = *Asker::Create(corpus, {});
  const json told = Get("/v1/related?key=18");
  EXPECT_EQ(told["index"], asker.name());
  ExpectHits(told["hits"], asker.Related(17, {.refine = kUsualRefine})->hits, corpus);
  const json listed = Get("/v1/corpora")["corpora"];
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0]["name"], "web");
  EXPECT_EQ(listed[0]["vertices"], kVertices);
  EXPECT_EQ(listed[0]["index"], asker.name());
  EXPECT_EQ(listed[0]["reason"], asker.recipe()->reason);
}

TEST_F(ServiceTest, ASmallCorpusNeedsNoIndex) {
  Serve({path_});
  const Corpus corpus = *Corpus::Open(path_);
  const Asker asker = *Asker::Create(corpus, {});
  const json told = Get("/v1/related?key=18");
  EXPECT_EQ(told["index"], asker.name());
  EXPECT_TRUE(asker.name().starts_with("simrank solved on the spot by ")) << asker.name();
  ExpectHits(told["hits"], asker.Related(17)->hits, corpus);
  EXPECT_EQ(Error("/v1/related?key=18&index=psimrank", 404)["code"], "no_index");
}

TEST_F(ServiceTest, ABatchTellsItsErrorsOneByOne) {
  Build({.fingerprints = 20});
  Serve({path_});
  const Reply reply = Send("POST", "/v1/related", R"({"keys": ["18", "none", "1"], "k": 3})");
  ASSERT_EQ(reply.status, 200) << reply.body;
  const json told = json::parse(reply.body);
  ASSERT_EQ(told["answers"].size(), 3U);
  EXPECT_EQ(told["answers"][0]["hits"], Get("/v1/related?key=18&k=3")["hits"]);
  EXPECT_EQ(told["answers"][1]["key"], "none");
  EXPECT_EQ(told["answers"][1]["error"]["code"], "unknown_key");
  EXPECT_EQ(told["answers"][2]["hits"], Get("/v1/related?key=1&k=3")["hits"]);

  struct Case {
    const char* body;
    const char* parameter;
  };
  for (const Case& bad :
       {Case{"", ""}, Case{"[", ""}, Case{"[]", ""}, Case{"{}", "keys"},
        Case{R"({"keys": []})", "keys"}, Case{R"({"keys": "18"})", "keys"},
        Case{R"({"keys": [18]})", "keys"}, Case{R"({"key": "18"})", "key"},
        Case{R"({"keys": ["18"], "k": "3"})", "k"}, Case{R"({"keys": ["18"], "k": 0})", "k"},
        Case{R"({"keys": ["18"], "k": 2.5})", "k"}, Case{R"({"keys": ["18"], "k": null})", "k"},
        Case{R"({"keys": ["18"], "index": 7})", "index"},
        Case{R"({"keys": ["18"], "kk": 3})", "kk"}}) {
    const Reply refused = Send("POST", "/v1/related", bad.body);
    EXPECT_EQ(refused.status, 400) << bad.body << refused.body;
    EXPECT_EQ(json::parse(refused.body)["error"]["parameter"], bad.parameter) << refused.body;
  }
  EXPECT_EQ(Send("POST", "/v1/related", R"({"keys": ["18"], "k": 3.0})").status, 200);
  EXPECT_EQ(Send("POST", "/v1/related", std::string(1'000'000, '[')).status, 400);
  EXPECT_EQ(Send("POST", "/v1/related?k=3", R"({"keys": ["18"]})").status, 400);
}

TEST_F(ServiceTest, ErrorsSayWhatIsWrong) {
  Build({.fingerprints = 20});
  Serve({path_});
  struct Case {
    const char* target;
    int status;
    const char* code;
    const char* parameter;
  };
  for (const Case& bad :
       {Case{"/v1/related", 400, "invalid_argument", "key"},
        Case{"/v1/related?key=18&k=0", 400, "invalid_argument", "k"},
        Case{"/v1/related?key=18&k=1001", 400, "invalid_argument", "k"},
        Case{"/v1/related?key=18&k=+5", 400, "invalid_argument", "k"},
        Case{"/v1/related?key=18&k=", 400, "invalid_argument", "k"},
        Case{"/v1/related?key=18&offset=-1", 400, "invalid_argument", "offset"},
        Case{"/v1/related?key=18&decay=0", 400, "invalid_argument", "decay"},
        Case{"/v1/related?key=18&decay=nan", 400, "invalid_argument", "decay"},
        Case{"/v1/related?key=18&function=cubic", 400, "invalid_argument", "function"},
        Case{"/v1/related?key=18&refine=1e9", 400, "invalid_argument", "refine"},
        Case{"/v1/related?key=18&index=", 400, "invalid_argument", "index"},
        Case{"/v1/related?key=18&index=a=x", 400, "invalid_argument", "index"},
        Case{"/v1/related?key=18&fusion=rrf", 400, "invalid_argument", "fusion"},
        Case{"/v1/related?key=18&corpus=", 400, "invalid_argument", "corpus"},
        Case{"/v1/related?key=18&corpus=wev", 404, "no_corpus", "corpus"},
        Case{"/v1/related?key=18&index=simrnk", 404, "no_index", "index"},
        Case{"/v1/related?key=18&index=../web", 404, "no_index", "index"},
        Case{"/v1/related?key=nobody", 404, "unknown_key", ""},
        Case{"/v1/sim?a=18", 400, "invalid_argument", "b"},
        Case{"/v1/explain?a=18", 400, "invalid_argument", "b"},
        Case{"/v1/explain?a=18&b=1&k=101", 400, "invalid_argument", "k"},
        Case{"/v1/explain?a=18&b=1&offset=1", 400, "invalid_argument", "offset"},
        Case{"/v1/walk", 400, "invalid_argument", "key"},
        Case{"/v1/walk?key=18&k=201", 400, "invalid_argument", "k"},
        Case{"/v1/walk?key=18&fingerprint=99999", 400, "invalid_argument", "fingerprint"},
        Case{"/v1/keys", 400, "invalid_argument", "prefix"},
        Case{"/v1/vertex/", 400, "invalid_argument", "key"},
        Case{"/v1/vertex/../../etc/passwd", 404, "unknown_key", ""},
        Case{"/v1/corpora?x=1", 400, "invalid_argument", "x"},
        Case{"/healthz?x=1", 400, "invalid_argument", "x"},
        Case{"/v1/relatd", 404, "no_such_path", ""},
        Case{"/assets/none.js", 404, "no_such_path", ""}}) {
    const json error = Error(bad.target, bad.status);
    EXPECT_EQ(error["code"], bad.code) << bad.target;
    EXPECT_EQ(error["parameter"], bad.parameter) << bad.target << error;
    EXPECT_THAT(error["message"].get<std::string>(), Not(HasSubstr(directory_.path())));
  }
  EXPECT_THAT(Error("/v1/related?key=18&indx=simrank", 400)["suggestions"], Contains("index"));
  EXPECT_THAT(Error("/v1/related?key=18&index=simrnk", 404)["suggestions"], Contains("simrank"));
  EXPECT_THAT(Error("/v1/related?key=18&corpus=wev", 404)["suggestions"], Contains("web"));
  EXPECT_THAT(Error("/v1/relatd", 404)["suggestions"], Contains("/v1/related"));
  EXPECT_THAT(Error("/v1/related?key=119x", 404)["suggestions"], Contains("119"));
  const Reply wrong = Send("DELETE", "/v1/related");
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(wrong.allow, "GET, HEAD, POST");
  EXPECT_EQ(Send("POST", "/metrics").status, 405);
}

TEST_F(ServiceTest, ThePageIsThereBeforeTheCorpora) {
  Serve({path_});
  service_->SetStage(Stage::kOpening);
  const Reply page = Send("GET", "/?key=18&view=map&whatever=1");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.endpoint, "page");
  EXPECT_THAT(page.body, HasSubstr("<title>akin</title>"));
  EXPECT_EQ(Send("POST", "/").status, 405);
  for (const char* const path : {"/", "/index.html", "/healthz"}) {
    EXPECT_TRUE(IsOpenToAll(path)) << path;
    EXPECT_TRUE(IsLight(path)) << path;
  }
  EXPECT_FALSE(IsOpenToAll("/v1/corpora"));
  EXPECT_FALSE(IsOpenToAll("/metrics"));
}

TEST_F(ServiceTest, SeveralCorporaAreNamed) {
  const std::string other = directory_ / "other.akin";
  MakeCorpus(TestGraph::Cycle(5), other);
  Serve({path_, other + "/"});
  EXPECT_EQ(Get("/v1/vertex/3?corpus=other")["in_links"], 1);
  const json error = Error("/v1/vertex/3", 400);
  EXPECT_EQ(error["parameter"], "corpus");
  EXPECT_THAT(error["suggestions"], ElementsAre("web", "other"));
  EXPECT_EQ(Corpora::Of({path_, directory_ / "x/../web.akin"}).status().code(),
            Code::kInvalidArgument);
}

TEST_F(ServiceTest, KeysAndVertices) {
  Serve({path_});
  for (const char* const name : {"1", "11", "119"}) {  // a whole name comes first
    EXPECT_EQ(Get(fmt::format("/v1/keys?prefix={}&k=2", name))["keys"][0]["key"], name);
  }
  const json told = Get("/v1/keys?prefix=11&k=5");
  EXPECT_EQ(told["prefix"], "11");
  EXPECT_EQ(told["keys"].size(), 5U);
  for (const auto& key : told["keys"]) {
    EXPECT_EQ(key["key"].get<std::string>().substr(0, 2), "11");
    json alone = Get("/v1/vertex/" + key["key"].get<std::string>());
    EXPECT_EQ(alone["in_links"], key["in_links"]);
    EXPECT_EQ(alone["out_links"], key["out_links"]);
  }
}

TEST_F(ServiceTest, HealthFollowsTheStage) {
  Serve({path_});
  service_->SetStage(Stage::kOpening);
  EXPECT_EQ(Send("GET", "/healthz").status, 200);
  EXPECT_EQ(Send("GET", "/readyz").status, 503);
  const Reply early = Send("GET", "/v1/corpora");
  EXPECT_EQ(early.status, 503);
  EXPECT_TRUE(early.retry_after.has_value());
  service_->SetStage(Stage::kReady);
  EXPECT_EQ(Send("GET", "/readyz").status, 200);
  EXPECT_EQ(Send("GET", "/metrics").body, "metrics\n");
  EXPECT_THAT(Send("GET", "/openapi.yaml").body, HasSubstr("openapi: 3.1"));
  service_->SetStage(Stage::kDraining);
  EXPECT_EQ(Send("GET", "/readyz").status, 503);
  EXPECT_EQ(Send("GET", "/v1/corpora").status, 200);
}

TEST_F(ServiceTest, AStopEndsAQuery) {
  Build({.fingerprints = 20});
  Serve({path_});
  std::stop_source stop;
  stop.request_stop();
  for (const std::string& body : {std::string(), std::string(R"({"keys": ["18", "1"]})")}) {
    const Reply reply = body.empty() ? Send("GET", "/v1/related?key=18", "", stop.get_token())
                                     : Send("POST", "/v1/related", body, stop.get_token());
    EXPECT_EQ(reply.status, 503);
    EXPECT_EQ(json::parse(reply.body)["error"]["code"], "timeout");
    EXPECT_TRUE(reply.retry_after.has_value());
  }
}

// What Look() and ReopenAll() tell.
struct Told {
  std::vector<std::pair<std::string, Status>> reports;
  Corpora::Report report = [this](const std::string& name, const Status& status) {
    reports.emplace_back(name, status);
  };
};

TEST_F(ServiceTest, AChangedCorpusIsTakenUp) {
  Build({.fingerprints = 20});
  Serve({path_});
  Told told;
  corpora_->Look(told.report);
  corpora_->Look(told.report);
  EXPECT_TRUE(told.reports.empty());
  EXPECT_EQ(Error("/v1/related?key=18&index=psimrank", 404)["code"], "no_index");

  const Corpora::Generation old = *corpora_->Find("");
  Build({.measure = Measure::kPSimRank, .fingerprints = 20});
  corpora_->Look(told.report);
  EXPECT_TRUE(told.reports.empty()) << "not before it is settled";
  corpora_->Look(told.report);
  ASSERT_EQ(told.reports.size(), 1U);
  EXPECT_TRUE(told.reports[0].second.ok()) << told.reports[0].second.message();
  EXPECT_EQ(Get("/v1/related?key=18&index=psimrank")["generation"], 2);
  EXPECT_EQ(old->indexes().size(), 1U) << "requests in flight keep what they began with";

  corpora_->ReopenAll(told.report);
  EXPECT_EQ(Get("/v1/related?key=18")["generation"], 3);
}

TEST_F(ServiceTest, ADamagedCorpusIsRefusedAndTheOldOneGoesOn) {
  Build({.fingerprints = 20});
  Serve({path_});
  const json before = Get("/v1/related?key=18")["hits"];
  // As a careless copy would: another file, of the same size, under the same name.
  for (const auto& entry : fs::directory_iterator(path_ + "/indexes/simrank")) {
    if (entry.path().extension() != ".akin") continue;
    fs::copy_file(entry.path(), path_ + "/copy");
    std::fstream file(path_ + "/copy", std::ios::in | std::ios::out);
    file.seekp(-100, std::ios::end);
    file.put('x');
    file.close();
    fs::rename(path_ + "/copy", entry.path());
  }
  fs::last_write_time(path_ + "/indexes/simrank/manifest.json", fs::file_time_type::clock::now());
  Told told;
  for (int i = 0; i < 3; ++i) corpora_->Look(told.report);
  ASSERT_EQ(told.reports.size(), 1U) << "tried once, not at every look";
  EXPECT_EQ(told.reports[0].second.code(), Code::kDamaged) << told.reports[0].second.message();
  const json after = Get("/v1/related?key=18");
  EXPECT_EQ(after["generation"], 1);
  EXPECT_EQ(after["hits"], before);
}

}  // namespace
}  // namespace akin::server
