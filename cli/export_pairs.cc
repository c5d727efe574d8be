#include "export_pairs.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "akin/try.h"
#include "output.h"
#include "print.h"
#include "report/pair_graph.h"

namespace akin::cli {
namespace {

// JSON has no infinity: there it is null.
Cell InfiniteOr(double distance, Layout layout) {
  if (std::isfinite(distance)) return distance;
  return layout == Layout::kJson ? Cell(nullptr) : Cell("inf");
}

std::vector<Column> SurferColumns(const char* a, const char* b) {
  return {{.name = a, .cut = Cut::kMiddle},
          {.name = b, .cut = Cut::kMiddle},
          {.name = "chance", .right = true},
          {.name = "sum", .right = true},
          {.name = "distance", .right = true}};
}

}  // namespace

Status ExportPairs(const Session& session, const Corpus& corpus, const SurferOptions& options) {
  AKIN_TRY_ASSIGN(const std::vector<SurferPair> pairs,
                  SurferPairs(corpus, options, session.ControlFor()));
  std::vector<Column> columns = SurferColumns("a", "b");
  columns.insert(columns.begin() + 2, {.name = "score", .right = true});
  RowWriter writer(std::move(columns), session);
  for (const SurferPair& pair : pairs) {
    AKIN_TRY_ASSIGN(const std::string a, corpus.Name(pair.a));
    AKIN_TRY_ASSIGN(const std::string b, corpus.Name(pair.b));
    const SurferTrip& meeting = pair.meeting;
    writer.Add({a, b, pair.score, meeting.chance, meeting.sum,
                InfiniteOr(meeting.distance(), writer.layout())});
  }
  return writer.Finish();
}

Status ExportDistances(const Session& session, const Corpus& corpus, const SurferOptions& options) {
  AKIN_TRY_ASSIGN(const std::vector<SurferTrip> trips,
                  SurferDistances(corpus, options, session.ControlFor()));
  RowWriter writer(SurferColumns("from", "to"), session);
  const VertexId n = corpus.vertices();
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = 0; v < n; ++v) {
      if (u == v) continue;
      AKIN_TRY_ASSIGN(const std::string from, corpus.Name(u));
      AKIN_TRY_ASSIGN(const std::string to, corpus.Name(v));
      const SurferTrip& trip = trips[size_t{u} * n + v];
      writer.Add({from, to, trip.chance, trip.sum, InfiniteOr(trip.distance(), writer.layout())});
    }
  }
  return writer.Finish();
}

Status DrawPairs(const Session& session, const Corpus& corpus, const SurferOptions& options,
                 bool dot) {
  AKIN_TRY_ASSIGN(const PairGraph graph, SurferPairGraph(corpus, options, session.ControlFor()));
  std::vector<std::string> names;
  for (const SurferPair& pair : graph.pairs) {
    AKIN_TRY_ASSIGN(const std::string a, corpus.Name(pair.a));
    AKIN_TRY_ASSIGN(const std::string b, corpus.Name(pair.b));
    names.push_back(fmt::format("{{{}, {}}}", a, b));
  }
  Write(stdout, dot ? report::PairGraphDot(graph, names) : report::PairGraphSvg(graph, names));
  return OutputStatus();
}

}  // namespace akin::cli
