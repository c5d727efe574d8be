#include <memory>
#include <span>

#include "akin/try.h"
#include "ask_flags.h"
#include "filter_flags.h"
#include "flags.h"
#include "key_file.h"
#include "measures_help.h"
#include "pair_output.h"
#include "verbs.h"

namespace akin::cli {
namespace {

struct JoinFlags {
  std::string corpus;
  std::string left;
  std::string right;
  std::string format;
  bool all = false;
  AskFlags ask;
  FilterFlags filter;
};

Status CheckFlags(const JoinFlags& flags) {
  if (flags.all == !flags.left.empty() || (flags.all && !flags.right.empty())) {
    return {Code::kInvalidArgument, "give --left FILE, and --right FILE perhaps, or --all"};
  }
  return CheckKeyFiles(flags.left, flags.right);
}

Result<uint64_t> PrintJoin(const Session& session, const JoinFlags& flags, const Corpus& corpus,
                           std::span<const VertexId> left, std::span<const VertexId> right) {
  const Control control = ControlForPairs(session);
  AKIN_TRY_ASSIGN(const Asker asker, AskerFor(corpus, flags.ask, session, control));
  AKIN_TRY_ASSIGN(const FilterFlags::Sets sets, flags.filter.In(corpus, session, control));
  RelatedOptions options = flags.ask.related;
  options.filter = sets.filter;
  options.exclude = sets.exclude;
  PairOutput output(flags.format, session, corpus, corpus, left, right);
  AKIN_TRY(asker.Join(
      left, right, options,
      [&](VertexId u, const std::vector<Hit>& hits) { return output.Add(u, hits); }, control));
  return output.Finish();
}

Result<int> Join(Session& session, const JoinFlags& flags) {
  AKIN_TRY(CheckFlags(flags));
  AKIN_TRY(ApplyPairFormat(flags.format, session));
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  const Control control{.stop = session.stop};
  AKIN_TRY_ASSIGN(const auto left, ReadKeyFileOrAll(corpus, flags.left, control));
  AKIN_TRY_ASSIGN(const auto right, ReadKeyFileOrAll(corpus, flags.right, control));
  AKIN_TRY_ASSIGN(const uint64_t pairs, PrintJoin(session, flags, corpus, left, right));
  if (pairs > 0) return kFound;
  session.Note("no similar pairs found");
  return kNothingFound;
}

}  // namespace

void AddJoin(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("join", "Print which vertices of two sets are similar");
  auto flags = std::make_shared<JoinFlags>();
  flags->ask.related.k = 0;
  flags->ask.exact_options.note = [&session](std::string_view text) {
    session.Note(std::string(text));
  };
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  AddFlag(verb, "--left", flags->left);
  AddFlag(verb, "--right", flags->right);
  AddSwitch(verb, "--all", flags->all).Describe("compare all pairs of vertices");
  AddFlag(verb, "--top", flags->ask.related.k);
  AddFlag(verb, "--min-score", flags->ask.related.min_score);
  AddFlag(verb, "--min-inlinks", flags->ask.related.min_inlinks);
  flags->filter.AddTo(verb, "vertices, on both sides,");
  flags->ask.AddTo(verb);
  AddPairFormatFlags(verb, session, flags->format);
  session.AddWorkFlags(verb);
  verb.SetFooter(R"(Columns in a pipe: left, right, score, error. JSON also has low and high; akin
related --help says what these and the error are. The rows of a vertex come best
first, and vertices in the order of --left. A vertex is not paired with itself,
and pairs that score 0 are left out. With --format mtx, row i is the i-th vertex
of --left and column j the j-th of --right; with --all, vertices are numbered
from 1 in the order of akin export --names.

With --where and --exclude, what does not pass is left out on both sides.

Exit code: 0 something found, 1 nothing, 2 an error.

Examples:
  akin join web.akin --left mine.txt --right theirs.txt
  akin join web.akin --left mine.txt --top 10 --exact simrank --json
  akin join web.akin --all --exact simrank --radius 4 > pairs.tsv
  akin join web.akin --left a.txt --right b.txt --exact cosine-simrank \
    --epsilon 1e-3
  akin join shop.akin --all --top 5 --where 'type=book'
  akin join shop.akin --all --exact simrank-bipartite --format mtx > items.mtx

)" + ExactMeasuresHelp());
  verb.SetWork([&session, flags] { return session.CodeOf(Join(session, *flags)); });
}

}  // namespace akin::cli
