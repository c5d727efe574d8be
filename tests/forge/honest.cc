#include "forge/honest.h"

#include <fmt/format.h>

#include <filesystem>
#include <random>

#include "akin/attributes.h"
#include "akin/bags.h"
#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/ingest.h"
#include "akin/recipe.h"
#include "akin/try.h"
#include "file_tree.h"

namespace akin {
namespace {

Status Build(const std::string& corpus, const std::vector<BuildOptions>& indexes) {
  for (const BuildOptions& options : indexes) {
    AKIN_TRY(BuildIndex(corpus, options, {.threads = 1}).status());
  }
  return {};
}

Status MakeWalks(const std::string& corpus, const std::string&) {
  const auto source = [](ArcSink& sink) -> Status {
    std::mt19937 random(3);
    for (int arc = 0; arc < 500; ++arc) {
      AKIN_TRY(sink.Arc(std::to_string(random() % 150 * 7), std::to_string(random() % 150 * 7)));
    }
    return {};
  };
  AKIN_TRY(Ingest(source, corpus, {}).status());
  std::vector<VertexId> some;
  for (VertexId v = 0; v < 100; v += 2) some.push_back(v);
  return Build(
      corpus,
      {{.length = 8, .fingerprints = 12},
       {.measure = Measure::kPSimRank, .length = 20, .fingerprints = 3},
       {.measure = Measure::kLazySimRank, .fingerprints = 2, .name = "some", .only = some}});
}

// Hubs that link to hundreds of vertices make classes of hundreds.
Status MakeClasses(const std::string& corpus, const std::string&) {
  const auto source = [](ArcSink& sink) -> Status {
    std::mt19937 random(4);
    for (int v = 0; v < 2600; ++v) {
      const int hub = v < 1500 ? 0 : 1;
      AKIN_TRY(sink.Arc(std::to_string(hub), std::to_string(v)));
      if (v % 4 == 0) AKIN_TRY(sink.Arc(std::to_string(random() % 200), std::to_string(v)));
    }
    return {};
  };
  AKIN_TRY(Ingest(source, corpus, {}).status());
  return Build(corpus, {{.measure = Measure::kXJaccard, .length = 2, .fingerprints = 2}});
}

// Labels of all kinds for some of the vertices.
Status LabelSome(const std::string& corpus, const std::string& room) {
  AKIN_TRY_ASSIGN(const Corpus made, Corpus::Open(corpus));
  std::string table = "key\tyear\ttype\ttags\n";
  for (VertexId v = 0; v < made.vertices(); v += 3) {
    AKIN_TRY_ASSIGN(const std::string name, made.Name(v));
    table += fmt::format("{}\t{}\ttype{}\ta|b{}|c{}\n", name, 1990 + v % 30, v % 5, v % 7, v % 3);
  }
  WriteBytes(room + "/labels", table);
  return Label(corpus, room + "/labels").status();
}

Status MakeNumbers(const std::string& corpus, const std::string& room) {
  const auto source = [](ArcSink& sink) -> Status {
    std::mt19937 random(5);
    const auto name = [&] { return fmt::format("n{}/of/vertex", random() % 70); };
    for (int arc = 0; arc < 250; ++arc) AKIN_TRY(sink.Arc(name(), name()));
    for (int title = 0; title < 40; ++title) {
      AKIN_TRY(sink.Title(name(), fmt::format("Title {}", random() % 30)));
    }
    return {};
  };
  AKIN_TRY(Ingest(source, corpus, {}).status());
  AKIN_TRY(LabelSome(corpus, room));
  return Build(corpus, {{.method = Method::kPush, .epsilon = 0.05},
                        {.method = Method::kSeries, .iterations = 3},
                        {.measure = Measure::kCosineSimRank, .iterations = 4}});
}

Status MakePages(const std::string& corpus, const std::string& room) {
  const std::string folder = room + "/pages";
  std::filesystem::create_directory(folder);
  std::mt19937 random(6);
  for (int page = 0; page < 30; ++page) {
    std::string html = fmt::format(
        "<html lang=en><title>Page {}</title><nav><a href=p0.html>home</a></nav><h1>Topic {}</h1>",
        page, page % 5);
    for (int word = 0; word < 30; ++word) {
      html += fmt::format("<p>word{} json.dumps ", random() % 60);
      if (word % 5 == 0) {
        html += fmt::format("<a href=p{}.html>anchor{}</a>", random() % 30, page % 7);
      }
    }
    WriteBytes(fmt::format("{}/p{}.html", folder, page), html);
  }
  AKIN_TRY(Ingest({folder}, corpus, {}).status());
  AKIN_TRY(LabelSome(corpus, room));
  AKIN_TRY(BuildBags(corpus, {}, {.threads = 1}).status());
  AKIN_TRY(BuildBags(corpus, {.name = "links", .links = true}, {.threads = 1}).status());
  AKIN_TRY(Build(corpus, {{.measure = Measure::kPSimRank, .length = 4, .fingerprints = 11},
                          {.measure = Measure::kText, .fingerprints = 11, .bags = "text"}}));
  AKIN_TRY_ASSIGN(const Corpus made, Corpus::Open(corpus));
  return WriteRecipe(made, {.index = "psimrank=0.5,text=0.5", .reason = "for a test"});
}

}  // namespace

const std::vector<HonestCorpus>& HonestCorpora() {
  static const std::vector<HonestCorpus> corpora = {{"walks", MakeWalks},
                                                    {"classes", MakeClasses},
                                                    {"numbers", MakeNumbers},
                                                    {"pages", MakePages}};
  return corpora;
}

}  // namespace akin
