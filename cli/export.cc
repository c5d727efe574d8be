#include <fmt/format.h>

#include <memory>

#include "akin/akin.h"
#include "akin/errors.h"
#include "akin/try.h"
#include "export_pairs.h"
#include "flags.h"
#include "output.h"
#include "verbs.h"

namespace akin::cli {
namespace {

struct ExportFlags {
  std::string corpus;
  bool names = false;
  bool diagonal = false;
  std::string index;
  BuildOptions solve;  // --decay, --iterations, --epsilon
  bool pairs = false;
  bool distances = false;
  bool dot = false;
  bool svg = false;
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

Result<DiagonalCorrection> DiagonalOf(const Session& session, const Corpus& corpus,
                                      const ExportFlags& flags) {
  if (flags.index.empty()) {
    return SolveDiagonalCorrection(corpus, flags.solve, session.ControlFor());
  }
  AKIN_TRY_ASSIGN(const Index index, corpus.OpenIndex(flags.index));
  return index.Diagonal();
}

// A row for every vertex and round.
Status ExportDiagonal(const Session& session, const Corpus& corpus, const ExportFlags& flags) {
  AKIN_TRY_ASSIGN(const DiagonalCorrection correction, DiagonalOf(session, corpus, flags));
  RowWriter writer({{.name = "key", .cut = Cut::kMiddle},
                    {.name = "round", .right = true},
                    {.name = "diagonal", .right = true, .decimals = 9},
                    {.name = "error", .right = true, .decimals = 9, .is_error = true}},
                   session);
  AKIN_TRY(corpus.EachName([&](VertexId v, std::string_view name) -> Status {
    if (session.stop.stop_requested()) return Interrupted();
    for (size_t j = 0; j < correction.values.size(); ++j) {
      writer.Add({name, correction.of_rounds ? Cell(j) : Cell("limit"), correction.values[j][v],
                  correction.ErrorOf(j)});
    }
    return {};
  }));
  return writer.Finish();
}

Status Export(const Session& session, const ExportFlags& flags) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  if (flags.solve.decay && !flags.diagonal && !flags.pairs) {
    return Status(Code::kInvalidArgument, "--decay is that of --diagonal or of --pairs: give one");
  }
  if (flags.diagonal) return ExportDiagonal(session, corpus, flags);
  SurferOptions surfers;
  surfers.decay = flags.solve.decay.value_or(surfers.decay);
  if (flags.dot || flags.svg) return DrawPairs(session, corpus, surfers, flags.dot);
  if (flags.pairs) return ExportPairs(session, corpus, surfers);
  if (flags.distances) return ExportDistances(session, corpus, surfers);
  return flags.names ? ExportNames(session, corpus) : ExportArcs(session, corpus);
}

// The flags of pictures of pairs.
void AddPictures(const Verb& verb, Flag pairs, ExportFlags& flags) {
  const Flag dot = AddSwitch(verb, "--dot", flags.dot)
                       .Needs(pairs)
                       .Describe("with --pairs: draw the graph of pairs, for Graphviz");
  const Flag svg = AddSwitch(verb, "--svg", flags.svg)
                       .Needs(pairs)
                       .Excludes(dot)
                       .Describe("with --pairs: draw the graph of pairs");
  for (const Flag& picture : {dot, svg}) {
    for (const char* const other : {"--json", "--table", "--header"}) {
      picture.Excludes(verb.Find(other));
    }
  }
}

}  // namespace

void AddExport(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("export", "Print the arcs, names, diagonal or pairs of a corpus");
  auto flags = std::make_shared<ExportFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  const Flag names = AddSwitch(verb, "--names", flags->names);
  const Flag diagonal = AddSwitch(verb, "--diagonal", flags->diagonal).Excludes(names);
  const Flag index = AddFlag(verb, "--index", flags->index)
                         .Describe("with --diagonal: print what this index of push or series has")
                         .Needs(diagonal);
  const Flag iterations = AddFlag(verb, "--iterations", flags->solve.iterations)
                              .Describe("with --diagonal: print D_0 to D_I, those of I rounds");
  const Flag epsilon = AddFlag(verb, "--epsilon", flags->solve.epsilon)
                           .Describe("with --diagonal: solve D as for scores with this error")
                           .Excludes(iterations);
  AddFlag(verb, "--decay", flags->solve.decay).Excludes(index);
  for (const Flag& of_solver : {iterations, epsilon}) of_solver.Needs(diagonal).Excludes(index);
  const Flag pairs = AddSwitch(verb, "--pairs", flags->pairs).Excludes(names).Excludes(diagonal);
  AddSwitch(verb, "--distances", flags->distances)
      .Excludes(names)
      .Excludes(diagonal)
      .Excludes(pairs);
  session.AddOutputFlags(verb);
  AddPictures(verb, pairs, *flags);
  session.AddWorkFlags(verb);
  verb.SetFooter(
      R"(Prints arcs as FROM and TO, sorted. akin ingest --no-header reads them back to
the same corpus, with two exceptions: vertices without arcs, and names that look
like comments or begin or end with blanks. A note says if there are such names.

With --diagonal it prints the diagonal correction of SimRank, the number D(v) of
every vertex that makes s(v,v) = 1 in the sum over l of c^l P'^l D P^l (Yu et
al., section 2). It is solved now, or comes from --index. Columns in a pipe:
key, round, diagonal, error. Without --iterations there is one row per vertex,
whose round is "limit", and the error bounds its distance from D. With
--iterations K, or an index of series, there are the D_0 to D_K of the varied-D
model; D_j is at least D, and exceeds it by at most decay^(j+1). The error is
that and rounding.

--pairs and --distances are for graphs of up to 64 vertices, and follow Jeh and
Widom's random surfers, who go to a random neighbour at every step:

  --pairs      two surfers, who go backwards over links. score is SimRank;
               chance is that of ever meeting; sum is the sum of chance times
               steps over all ways to meet; distance is the expected number of
               steps, inf unless they are certain to meet. With --svg or --dot:
               the graph of pairs in which SimRank flows, without those that
               score 0.
  --distances  one surfer, who follows links: the same about reaching a vertex.

Examples:
  akin export web.akin > links.tsv
  akin export web.akin --names
  akin export web.akin --diagonal --decay 0.8 --iterations 5
  akin export web.akin --diagonal --index simrank-push
  akin export web.akin --pairs --decay 0.8 --svg > pairs.svg)");
  verb.SetWork([&session, flags] { return session.CodeOf(Export(session, *flags)); });
}

}  // namespace akin::cli
