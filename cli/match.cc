#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>

#include "akin/try.h"
#include "find_key.h"
#include "flags.h"
#include "key_file.h"
#include "pair_output.h"
#include "verbs.h"

namespace akin::cli {
namespace {

struct MatchFlags {
  std::string left_corpus;
  std::string right_corpus;
  std::string left_key;
  std::string right_key;
  std::string left;
  std::string right;
  std::string format;
  bool assign = false;
  bool judge = false;
  MatchOptions options;
};

// The vertex named on the command line, those of a file, or all.
Result<std::vector<VertexId>> Chosen(const Corpus& corpus, const std::string& key,
                                     const std::string& file, const Session& session,
                                     const Control& control) {
  if (key.empty()) return ReadKeyFileOrAll(corpus, file, control);
  AKIN_TRY_ASSIGN(const VertexId vertex, FindKey(corpus, key, session));
  return std::vector<VertexId>{vertex};
}

struct Both {
  const Corpus& left_corpus;
  const Corpus& right_corpus;
  std::span<const VertexId> left;
  std::span<const VertexId> right;
};

Status Assign(const Session& session, const Both& both, const MatchOptions& options,
              const Control& control, PairOutput& output) {
  AKIN_TRY_ASSIGN(
      const std::vector<Hit> hits,
      MatchOneToOne(both.left_corpus, both.right_corpus, both.left, both.right, options, control));
  double sum = 0;
  size_t matched = 0;
  for (size_t i = 0; i < hits.size(); ++i) {
    const bool alone = hits[i].vertex == kNoVertex;
    AKIN_TRY(output.Add(both.left[i], alone ? std::vector<Hit>() : std::vector<Hit>{hits[i]}));
    sum += hits[i].score.value;
    matched += alone ? 0 : 1;
  }
  session.Note(fmt::format("{} pairs of {} and {} vertices, sum of scores {:.6f}", matched,
                           both.left.size(), both.right.size(), sum));
  return {};
}

// Prints one row: the pairs, how many and what share of them have the same name, and the Jaccard
// index of YU.
Result<uint64_t> Judge(const Session& session, const Both& both, const MatchOptions& options,
                       const Control& control) {
  AKIN_TRY_ASSIGN(
      const std::vector<Hit> hits,
      MatchOneToOne(both.left_corpus, both.right_corpus, both.left, both.right, options, control));
  AKIN_TRY_ASSIGN(const MatchingQuality quality,
                  JudgeMatching(both.left_corpus, both.right_corpus, both.left, both.right, hits));
  RowWriter writer({{.name = "pairs", .right = true},
                    {.name = "same", .right = true},
                    {.name = "same_share", .right = true},
                    {.name = "jaccard", .right = true}},
                   session);
  using Cell = nlohmann::ordered_json;
  const auto cell = [](const std::optional<double>& value) {
    return value ? Cell(*value) : Cell("undefined");
  };
  writer.Add({quality.pairs, quality.same_key, cell(quality.SameShare()), cell(quality.Jaccard())});
  AKIN_TRY(writer.Finish());
  return quality.pairs;
}

Result<uint64_t> PrintMatch(const Session& session, const MatchFlags& flags, const Both& both) {
  const MatchOptions& options = flags.options;
  const Control control = ControlForPairs(session);
  if (flags.judge) return Judge(session, both, options, control);
  PairOutput output(flags.format, session, both.left_corpus, both.right_corpus, both.left,
                    both.right);
  if (flags.assign) {
    AKIN_TRY(Assign(session, both, options, control, output));
  } else {
    AKIN_TRY(Match(
        both.left_corpus, both.right_corpus, both.left, both.right, options,
        [&](VertexId u, const std::vector<Hit>& hits) { return output.Add(u, hits); }, control));
  }
  return output.Finish();
}

Result<int> MatchCorpora(Session& session, const MatchFlags& flags) {
  AKIN_TRY(CheckKeyFiles(flags.left, flags.right));
  AKIN_TRY(ApplyPairFormat(flags.format, session));
  if (flags.judge && flags.format == "mtx") {
    return Status(Code::kInvalidArgument, "--judge prints one row, which is no matrix");
  }
  AKIN_TRY_ASSIGN(const Corpus left_corpus, Corpus::Open(flags.left_corpus));
  AKIN_TRY_ASSIGN(const Corpus right_corpus, Corpus::Open(flags.right_corpus));
  const Control control{.stop = session.stop};
  AKIN_TRY_ASSIGN(const auto left,
                  Chosen(left_corpus, flags.left_key, flags.left, session, control));
  AKIN_TRY_ASSIGN(const auto right,
                  Chosen(right_corpus, flags.right_key, flags.right, session, control));
  AKIN_TRY_ASSIGN(const uint64_t pairs, PrintMatch(session, flags,
                                                   {.left_corpus = left_corpus,
                                                    .right_corpus = right_corpus,
                                                    .left = left,
                                                    .right = right}));
  if (pairs > 0) return kFound;
  session.Note("no pairs found");
  return kNothingFound;
}

constexpr const char* kMatchFooter =
    R"(Two vertices are similar if the vertices 0, 1, 2, ... links before and after
them are, that is, have similar numbers of links (GSR#, cosine SimRank of two
graphs; Yu et al., definition 5). Names do not count, and there are no links
between the graphs. Before means backwards along in-links, comparing
out-degrees; after means along out-links, comparing in-degrees. --beta weighs
the two. A vertex without links is compared only by its numbers of links.

Scores are between 0 and 1. The sum ends after --iterations terms, which leaves
out at most decay^iterations; the column error has this bound and rounding.

Columns in a pipe: left, right, score, error. The rows of a vertex come best
first, and vertices in the order of --left. With --format mtx, row i is the i-th
vertex of --left and column j the j-th of --right; without files, vertices are
numbered from 1 in the order of akin export --names.

Cost: each vertex of --left and --right is followed once. That takes iterations
passes over the links within reach for eight vertices together, or M passes for
each vertex with --krylov M, which is faster if M is well below the iterations.
--krylov-right gives Y an M of its own; the error is that of the smaller one.
Then each pair takes one product of terms times d numbers, where d is the number
of different degrees in the graph that has fewer. --assign keeps all pairs in
memory, 12 bytes each, or with --top K the best K of every row; its time grows
at worst as the smaller side squared times the larger.

--judge is for graphs that share names, such as a graph and a part of it (akin
sample). It prints the number of pairs, the number with the same name, their
share, and the Jaccard index of two sets of vertices of the larger side: those
that are paired, and those whose name the smaller side has (Yu et al., section
7.2.4).

Exit code: 0 something found, 1 nothing, 2 an error.

Examples:
  akin match old.akin new.akin --top 3
  akin match old.akin new.akin alice bob
  akin match old.akin new.akin --left mine.txt --right theirs.txt --json
  akin match old.akin new.akin --assign --epsilon 0.001 --krylov 8 > pairs.tsv
  akin match whole.akin part.akin --assign --judge --json)";

}  // namespace

void AddMatch(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("match", "Print which vertices of two graphs are similar");
  auto flags = std::make_shared<MatchFlags>();
  verb.AddArgument("X", flags->left_corpus, "a corpus made by akin ingest").Required();
  verb.AddArgument("Y", flags->right_corpus, "the corpus to compare it with").Required();
  const Flag a = verb.AddArgument("A", flags->left_key, "one vertex of X, instead of --left");
  const Flag b = verb.AddArgument("B", flags->right_key, "one vertex of Y, instead of --right");
  AddFlag(verb, "--left", flags->left)
      .Describe(
          "vertices of X to print rows of, one name per line; default: all; - is standard input")
      .Excludes(a);
  AddFlag(verb, "--right", flags->right)
      .Describe("vertices of Y to compare them with, in the same way; default: all")
      .Excludes(b);
  AddFlag(verb, "--top", flags->options.k);
  AddFlag(verb, "--min-score", flags->options.min_score);
  AddFlag(verb, "--beta", flags->options.beta);
  AddFlag(verb, "--decay", flags->options.decay)
      .Describe("each link further away multiplies the weight by this, in (0,1)");
  const Flag iterations = AddFlag(verb, "--iterations", flags->options.iterations);
  iterations.Describe("terms of the sum, which leave an error of decay^I");
  AddFlag(verb, "--epsilon", flags->options.epsilon)
      .Describe("largest error that a score may have; uses as few terms as that needs")
      .Excludes(iterations);
  AddFlag(verb, "--krylov", flags->options.krylov)
      .Describe(
          "follow only M links and approximate the rest in a Krylov space; no score is off by more "
          "than decay^M");
  AddFlag(verb, "--krylov-right", flags->options.krylov_right);
  const Flag assign = AddSwitch(verb, "--assign", flags->assign);
  AddSwitch(verb, "--judge", flags->judge).Needs(assign);
  AddPairFormatFlags(verb, session, flags->format);
  session.AddWorkFlags(verb);
  verb.SetFooter(kMatchFooter);
  verb.SetWork([&session, flags] { return session.CodeOf(MatchCorpora(session, *flags)); });
}

}  // namespace akin::cli
