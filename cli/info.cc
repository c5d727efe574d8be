#include <fmt/format.h>

#include <memory>

#include "akin/akin.h"
#include "base/try.h"
#include "flags.h"
#include "graph/graph.h"
#include "output.h"
#include "verbs.h"

namespace akin::cli {
namespace {

struct Degrees {
  uint64_t none = 0;
  uint64_t most = 0;
  VertexId busiest = 0;
};

Degrees DegreesOf(const Adjacency& adjacency) {
  Degrees degrees;
  for (VertexId v = 0; v < adjacency.vertices(); ++v) {
    const uint64_t degree = adjacency.degree(v);
    degrees.none += degree == 0 ? 1 : 0;
    if (degree > degrees.most) {
      degrees.most = degree;
      degrees.busiest = v;
    }
  }
  return degrees;
}

Status PrintCorpus(const Session& session, const Corpus& corpus) {
  AKIN_TRY_ASSIGN(const Graph* graph, corpus.graph());
  AKIN_TRY_ASSIGN(const Adjacency in, graph->In());
  AKIN_TRY_ASSIGN(const Adjacency out, graph->Out());
  RowWriter writer({{.name = "fact"}, {.name = "value"}}, session);
  writer.Add({"vertices", corpus.vertices()});
  writer.Add({"arcs", corpus.arcs()});
  if (corpus.vertices() > 0) {
    const Degrees in_degrees = DegreesOf(in);
    const Degrees out_degrees = DegreesOf(out);
    AKIN_TRY_ASSIGN(const std::string most_in, corpus.Name(in_degrees.busiest));
    AKIN_TRY_ASSIGN(const std::string most_out, corpus.Name(out_degrees.busiest));
    writer.Add({"mean degree", static_cast<double>(corpus.arcs()) / corpus.vertices()});
    writer.Add({"without in-links", in_degrees.none});
    writer.Add({"without out-links", out_degrees.none});
    writer.Add({"most in-links", fmt::format("{} ({})", in_degrees.most, most_in)});
    writer.Add({"most out-links", fmt::format("{} ({})", out_degrees.most, most_out)});
  }
  writer.Add({"titles", corpus.has_titles() ? "yes" : "no"});
  if (!corpus.made_with().empty()) writer.Add({"made with", corpus.made_with()});
  return writer.Finish();
}

Status PrintIndexes(const Session& session, const Corpus& corpus) {
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus.Indexes());
  RowWriter writer({{.name = "index"},
                    {.name = "measure"},
                    {.name = "decay", .right = true, .table_decimals = 2},
                    {.name = "length", .right = true},
                    {.name = "fingerprints", .right = true},
                    {.name = "seed", .right = true},
                    {.name = "bytes", .right = true},
                    {.name = "state"}},
                   session);
  if (writer.layout() == Layout::kTable && !infos.empty()) fmt::print("\n");
  for (const IndexInfo& info : infos) {
    writer.Add({info.name, info.complete ? MeasureName(info.measure) : "", info.decay, info.length,
                info.fingerprints, info.seed, info.bytes,
                info.complete ? "complete" : "unfinished"});
  }
  return writer.Finish();
}

Status PrintInfo(const Session& session, const std::string& path) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(path));
  AKIN_TRY(PrintCorpus(session, corpus));
  return PrintIndexes(session, corpus);
}

}  // namespace

void AddInfo(CLI::App& app, Session& session, Run& run) {
  CLI::App* verb = app.add_subcommand("info", "Print what is in a corpus");
  auto corpus = std::make_shared<std::string>();
  verb->add_option("CORPUS", *corpus, "made by akin ingest")->required();
  session.AddOutputFlags(*verb);
  verb->footer("Example:\n  akin info web.akin");
  verb->callback([&session, &run, corpus] {
    run = [&session, corpus]() -> int {
      const Status status = PrintInfo(session, *corpus);
      return status.ok() ? static_cast<int>(kFound) : session.Fail(status);
    };
  });
}

}  // namespace akin::cli
