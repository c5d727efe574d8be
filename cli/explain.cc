// akin explain: why two vertices are similar.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "akin/try.h"
#include "ask_flags.h"
#include "explain_output.h"
#include "find_key.h"
#include "flags.h"
#include "output.h"
#include "print.h"
#include "report/explained_dot.h"
#include "report/explained_svg.h"
#include "report/named_reasons.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::ExplainedDot;
using report::ExplainedSvg;
using report::NamedExplanation;
using report::NameReasons;

struct ExplainFlags {
  std::string corpus;
  std::string a;
  std::string b;
  AskFlags ask;
  ExplainOptions explain;
  bool dot = false;
  bool svg = false;
};

Result<int> ExplainPair(const Session& session, const ExplainFlags& flags) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  AKIN_TRY_ASSIGN(const VertexId a, FindKey(corpus, flags.a, session));
  AKIN_TRY_ASSIGN(const VertexId b, FindKey(corpus, flags.b, session));
  const Control control = session.ControlFor();
  AKIN_TRY_ASSIGN(const Asker asker, AskerFor(corpus, flags.ask, session, control));
  ExplainOptions options = flags.explain;
  options.fingerprints = flags.ask.related.fingerprints;
  options.length = flags.ask.related.length;
  options.decay = flags.ask.related.decay;
  options.function = flags.ask.related.function;
  AKIN_TRY_ASSIGN(const Explanation why, asker.Explain(a, b, options, control));
  if (LayoutFor(session) == Layout::kJson) {
    AKIN_TRY(PrintExplanationAsJson(corpus, why, asker.name()));
  } else {
    AKIN_TRY_ASSIGN(const NamedExplanation named, NameReasons(corpus, why));
    if (flags.dot || flags.svg) {
      Write(stdout, flags.dot ? ExplainedDot(named) : ExplainedSvg(named));
    } else {
      AKIN_TRY(PrintExplanation(session, named, asker.name()));
    }
  }
  AKIN_TRY(OutputStatus());
  return why.score.value > 0 ? kFound : kNothingFound;
}

}  // namespace

void AddExplain(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("explain", "Print why two vertices are similar");
  auto flags = std::make_shared<ExplainFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  verb.AddArgument("A", flags->a, "name or title of a vertex").Required();
  verb.AddArgument("B", flags->b, "name or title of another vertex").Required();
  AddFlag(verb, "--count", flags->explain.k)
      .Describe("print at most K reasons of each index; 0 means all");
  flags->ask.AddTo(verb);
  AddSwitch(verb, "--by-step", flags->explain.by_step);
  AddFlag(verb, "--more", flags->explain.more);
  session.AddOutputFlags(verb);
  const Flag dot = AddSwitch(verb, "--dot", flags->dot);
  const Flag svg = AddSwitch(verb, "--svg", flags->svg).Excludes(dot);
  for (const Flag& picture : {dot, svg}) {
    for (const char* const other : {"--json", "--table", "--header"}) {
      picture.Excludes(verb.Find(other));
    }
  }
  session.AddWorkFlags(verb);
  verb.SetIntroduction(R"(What to type:
  akin explain web.akin A B                    a table of the reasons
  akin explain web.akin A B --index psimrank   of an index of your choice
  akin explain web.akin A B --svg > why.svg    a picture
)");
  verb.SetFooter(R"(The score is that of akin sim. It is split into contributions, which sum to it,
by what caused them. What a cause is depends on the index:

  first meetings   of walks (simrank, psimrank, simrank-lazy): the vertex where
                   the two walks of a fingerprint first met. The paths are those
                   of the fingerprint in which they met soonest.
  last meetings    of simrank-push and simrank-series: the vertex where two
                   walks meet and never meet again. The paths are likely walks,
                   of the length that contributes most.
  common members   of xjaccard: the vertex that was the least hash of both
                   neighbourhoods. The paths are shortest ones.
  common sources   of cosine-simrank: the vertex from which walks of the same
                   length lead to both.
  shared terms     of text: the term that was the least hash of both bags. Its
                   weights in the two bags are shown.

With --exact, simrank has first meetings, simrank-varied-d last ones,
cosine-simrank common sources, and simrank-li meetings: every vertex where two
walks are at the same time, however often they met before. The paths that
simrank-li lists and simrank does not are those that SimRank does not count (Yu
et al., theorem 9). Other exact measures are not explained. --by-step lists a
vertex once for every number of steps; these are the terms of the sum.

First and last meetings are two ways to split the same score, so contributions
are compared only within one list. An arrow is a link: in a <- w -> b, the
vertex w links to a and to b. A mixture is explained index by index; weight
times score of its indexes sum to its score. Ranks (--fusion rrf) have no sum.

Where fewer than five fingerprints contribute, more of them are walked now and
listed apart (--more); for xjaccard and text, that list is exact. It never
changes the score and is no part of its sum.

Columns in a pipe: index, weight, list (sum, walked or exact), kind (vertex,
term or rest), contribution, error, count, cause, path, weight_a, weight_b. The
contributions of a list are rounded so that they sum to its score as akin sim
prints it. JSON is one object, as GET /v1/explain answers.

Exit code: 0 similar, 1 the score is 0, 2 an error.

Examples:
  akin explain web.akin a.html b.html
  akin explain site.akin a.html b.html --index psimrank=0.6,text=0.4 -k 5
  akin explain web.akin a.html b.html --index simrank --more 10000
  akin explain web.akin a.html b.html --dot | dot -Tpdf > why.pdf
  akin explain web.akin a.html b.html --no-index --measure psimrank
  akin explain web.akin a.html b.html --exact cosine-simrank --by-step)");
  verb.SetWork([&session, flags] { return session.CodeOf(ExplainPair(session, *flags)); });
}

}  // namespace akin::cli
