#include <fmt/format.h>

#include <memory>

#include "akin/akin.h"
#include "akin/errors.h"
#include "akin/try.h"
#include "flags.h"
#include "output.h"
#include "verbs.h"

namespace akin::cli {
namespace {

struct ExportFlags {
  std::string corpus;
  bool names = false;
};

Status ExportNames(const Session& session, const Corpus& corpus) {
  RowWriter writer({{.name = "id", .right = true},
                    {.name = "key", .cut = Cut::kMiddle},
                    {.name = "title", .cut = Cut::kEnd}},
                   session);
  AKIN_TRY(corpus.EachName([&](VertexId v, std::string_view name) -> Status {
    AKIN_TRY_ASSIGN(const std::string title, corpus.Title(v));
    writer.Add({v, name, title});
    return {};
  }));
  return writer.Finish();
}

// Processes one row of the graph at a time, so names are looked up once per source and once per
// arc.
Status ExportArcs(const Session& session, const Corpus& corpus) {
  AKIN_TRY_ASSIGN(const Adjacency out, corpus.OutLinks());
  RowWriter writer({{.name = "from", .cut = Cut::kMiddle}, {.name = "to", .cut = Cut::kMiddle}},
                   session);
  uint64_t odd_names = 0;
  AKIN_TRY(corpus.EachName([&](VertexId from, std::string_view name) -> Status {
    if (session.stop.stop_requested()) return Interrupted();
    odd_names += SurvivesEdgeList(name) ? 0 : 1;
    for (const VertexId to : out[from]) {
      AKIN_TRY_ASSIGN(const std::string target, corpus.Name(to));
      writer.Add({name, target});
    }
    return {};
  }));
  AKIN_TRY(corpus.Intact());
  if (odd_names > 0) {
    session.Note(
        fmt::format("note: {} names look like comments, or begin or end with blanks; ingest "
                    "would not read them back",
                    odd_names));
  }
  return writer.Finish();
}

Status Export(const Session& session, const ExportFlags& flags) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  return flags.names ? ExportNames(session, corpus) : ExportArcs(session, corpus);
}

}  // namespace

void AddExport(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("export", "Print the arcs or the names of a corpus");
  auto flags = std::make_shared<ExportFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  AddSwitch(verb, "--names", flags->names);
  session.AddOutputFlags(verb);
  verb.SetFooter(
      R"(Prints arcs as FROM and TO, sorted. akin ingest --no-header reads them back to
the same corpus, with two exceptions: vertices without arcs, and names that look
like comments or begin or end with blanks. A note says if there are such names.

Examples:
  akin export web.akin > links.tsv
  akin export web.akin --names)");
  verb.SetWork([&session, flags] { return session.CodeOf(Export(session, *flags)); });
}

}  // namespace akin::cli
