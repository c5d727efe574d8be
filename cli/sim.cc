#include <fmt/format.h>

#include <memory>

#include "akin/try.h"
#include "ask_flags.h"
#include "find_key.h"
#include "flags.h"
#include "measures_help.h"
#include "output.h"
#include "print.h"
#include "verbs.h"

namespace akin::cli {
namespace {

struct SimFlags {
  bool rounds = false;
  std::string corpus;
  std::string a;
  std::string b;
  AskFlags ask;
};

// How the score settles, and those of all pairs.
Result<int> PrintRounds(const Session& session, const Corpus& corpus, VertexId a, VertexId b,
                        const AskFlags& flags, const Control& control) {
  AKIN_TRY_ASSIGN(const ExactOptions exact, ExactOptionsOf(corpus, flags, control));
  AKIN_TRY_ASSIGN(const std::vector<RoundChange> rounds, ExactRounds(corpus, a, b, exact, control));
  constexpr int kDecimals = 9;
  RowWriter writer({{.name = "round", .right = true},
                    {.name = "score", .right = true, .decimals = kDecimals, .table_decimals = 6},
                    {.name = "largest", .right = true, .decimals = kDecimals, .table_decimals = 6},
                    {.name = "mean", .right = true, .decimals = kDecimals, .table_decimals = 9}},
                   session);
  for (const RoundChange& round : rounds) {
    writer.Add({round.round, round.score, round.largest, round.mean});
  }
  AKIN_TRY(writer.Finish());
  return rounds.back().score > 0 ? kFound : kNothingFound;
}

Result<int> AskPair(const Session& session, const SimFlags& flags) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  AKIN_TRY_ASSIGN(const VertexId a, FindKey(corpus, flags.a, session));
  AKIN_TRY_ASSIGN(const VertexId b, FindKey(corpus, flags.b, session));
  const Control control = session.ControlFor();
  if (flags.rounds) return PrintRounds(session, corpus, a, b, flags.ask, control);
  AKIN_TRY_ASSIGN(const Asker asker, AskerFor(corpus, flags.ask, session, control));
  AKIN_TRY_ASSIGN(const Score score, asker.Sim(a, b, flags.ask.related, control));
  AKIN_TRY_ASSIGN(const std::string name_a, corpus.Name(a));
  AKIN_TRY_ASSIGN(const std::string name_b, corpus.Name(b));
  std::vector<Column> columns;
  AddScoreColumns(columns);
  columns.push_back({.name = "a", .cut = Cut::kMiddle});
  columns.push_back({.name = "b", .cut = Cut::kMiddle});
  columns.push_back({.name = "index", .json_only = true});
  RowWriter writer(std::move(columns), session);
  if (writer.layout() == Layout::kTable) Print("by {}\n", asker.name());
  std::vector<Cell> row;
  AddScoreCells(score, row);
  row.emplace_back(name_a);
  row.emplace_back(name_b);
  row.emplace_back(asker.name());
  writer.Add(std::move(row));
  AKIN_TRY(writer.Finish());
  return score.value > 0 ? kFound : kNothingFound;
}

}  // namespace

void AddSim(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("sim", "Print how similar two vertices are");
  auto flags = std::make_shared<SimFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  verb.AddArgument("A", flags->a, "name or title of a vertex").Required();
  verb.AddArgument("B", flags->b, "name or title of another vertex").Required();
  flags->ask.AddTo(verb);
  AddSwitch(verb, "--rounds", flags->rounds).Needs(verb.Find("--exact"));
  session.AddOutputFlags(verb);
  session.AddWorkFlags(verb);
  verb.SetFooter(R"(Columns in a pipe: score, error, a, b. JSON also has low and high, between which
the true score lies, in 95% of cases if it is estimated; akin related --help
says what the error is.

With --rounds, a line for each round: round, score, and the largest and the mean
change of any score of the graph since the round before.

Exit code: 0 similar, 1 the score is 0, 2 an error.

Examples:
  akin sim web.akin a.html b.html
  akin sim web.akin a.html b.html --exact simrank
  akin sim site.akin a.html b.html --index psimrank=0.6,text=0.4
  akin sim site.akin a.html b.html --exact text --bags anchors32
  akin sim web.akin a.html b.html --exact cosine-simrank --iterations 40 \
    --krylov 8
  akin sim web.akin a.html b.html --exact simrank --iterations 8 --rounds
  akin sim shop.akin Ann Bob --exact simrank-bipartite --decay 0.8 \
    --epsilon 1e-4

)" + ExactMeasuresHelp());
  verb.SetWork([&session, flags] { return session.CodeOf(AskPair(session, *flags)); });
}

}  // namespace akin::cli
