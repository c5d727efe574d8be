#include "akin/sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "akin/try.h"
#include "flags.h"
#include "output.h"
#include "report/human_numbers.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::Grouped;

struct SampleFlags {
  std::string corpus;
  std::string by;
  std::string output;
  bool pairs = false;
  bool force = false;
  SampleOptions options;
};

Result<SampleBy> ByNamed(const std::string& name) {
  if (name == "importance") return SampleBy::kImportance;
  if (name == "overlap") return SampleBy::kOverlap;
  if (name == "fire") return SampleBy::kFire;
  return Status(Code::kInvalidArgument,
                fmt::format("--by {}: there are importance, overlap and fire", name));
}

Result<size_t> PrintKeys(const Session& session, const Corpus& corpus,
                         const std::vector<VertexId>& vertices) {
  RowWriter writer({{.name = "key", .cut = Cut::kMiddle}}, session);
  for (const VertexId v : vertices) {
    AKIN_TRY_ASSIGN(const std::string key, corpus.Name(v));
    writer.Add({key});
  }
  AKIN_TRY(writer.Finish());
  return vertices.size();
}

Result<size_t> PrintPairs(const Session& session, const Corpus& corpus,
                          const std::vector<OverlapPair>& pairs) {
  RowWriter writer({{.name = "a", .cut = Cut::kMiddle},
                    {.name = "b", .cut = Cut::kMiddle},
                    {.name = "overlap", .json_only = true},
                    {.name = "common", .json_only = true},
                    {.name = "depth", .json_only = true}},
                   session);
  std::array<size_t, 5> classes{};
  std::array<size_t, 6> depths{};
  for (const OverlapPair& pair : pairs) {
    AKIN_TRY_ASSIGN(const std::string a, corpus.Name(pair.a));
    AKIN_TRY_ASSIGN(const std::string b, corpus.Name(pair.b));
    writer.Add({a, b, pair.overlap, pair.common, pair.depth});
    ++depths[std::min<size_t>(5, pair.depth)];
    ++classes[std::min<size_t>(4, static_cast<size_t>(pair.overlap))];
  }
  AKIN_TRY(writer.Finish());
  session.Note(
      fmt::format("pairs with an overlap of 4 to 5: {}, 3 to 4: {}, 2 to 3: {}, 1 to 2: "
                  "{}, below 1: {}",
                  classes[4], classes[3], classes[2], classes[1], classes[0]));
  session.Note(fmt::format("pairs at depth 1: {}, 2: {}, 3: {}, 4: {}, 5: {}", depths[1], depths[2],
                           depths[3], depths[4], depths[5]));
  return pairs.size();
}

// Returns the number of vertices or pairs in the sample.
Result<size_t> DrawSample(const Session& session, const SampleFlags& flags) {
  SampleOptions options = flags.options;
  AKIN_TRY_ASSIGN(options.by, ByNamed(flags.by));
  if (flags.pairs && options.by != SampleBy::kOverlap) {
    return Status(Code::kInvalidArgument, "--pairs goes with --by overlap alone");
  }
  if (flags.pairs && !flags.output.empty()) {
    return Status(Code::kInvalidArgument, "pairs make no corpus; give --pairs or --output");
  }
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  const Control control = session.ControlFor();
  if (flags.pairs) {
    AKIN_TRY_ASSIGN(const auto pairs, SamplePairs(corpus, options, control));
    return PrintPairs(session, corpus, pairs);
  }
  AKIN_TRY_ASSIGN(const auto vertices, Sample(corpus, options, control));
  if (flags.output.empty()) return PrintKeys(session, corpus, vertices);
  if (vertices.empty()) return 0;
  AKIN_TRY_ASSIGN(const SubgraphReport report,
                  WriteSubgraph(corpus, vertices, flags.output, flags.force, control));
  session.Note(fmt::format("{}: {} vertices, {} arcs", flags.output, Grouped(report.vertices),
                           Grouped(report.arcs)));
  return vertices.size();
}

Result<int> RunSample(const Session& session, const SampleFlags& flags) {
  AKIN_TRY_ASSIGN(const size_t drawn, DrawSample(session, flags));
  if (drawn > 0) return kFound;
  session.Note(flags.options.far || flags.options.min_depth > 1
                   ? "nothing to draw: no pair of such a depth was found"
                   : "nothing to draw: no two vertices have an in-neighbour in common");
  return kNothingFound;
}

constexpr const char* kSampleFooter =
    R"(Ways to draw (Yu et al., section 7):
  importance  sorts vertices by PageRank, cuts the list into ten parts of equal
              size, and draws a tenth of N (rounded up) from each at random.
              Prints the most important first.
  overlap     for each pair, compares the vertices that lead to one or the other
              in exactly 1, 2, ... 5 steps, and adds up the five shares that
              lead to both. This gives five classes of pairs; takes a fifth of N
              (rounded up) from each, those with the largest overlap. Without
              --pairs it prints their vertices.
  fire        draws N vertices that a forest fire burns: it starts at random and
              spreads along links (spread 0.7). With -o they become a small
              graph that looks like the whole.

Overlap looks only at --candidates co-cited pairs, so a class may stay empty.
With --far it also looks at pairs that have no in-neighbour in common, but
something 2 to 5 steps before both. The depth of a pair is the least number of
steps after which that is so; --min-depth 4 --max-depth 5 takes pairs that only
a deep search finds similar. JSON has overlap, common and depth of each pair. A
candidate costs the links within five steps before it, at worst five times all
arcs. The sample depends only on the corpus, the flags and the seed.

Exit code: 0 something drawn, 1 nothing, 2 an error.

Examples:
  akin sample web.akin --by importance --count 300 > queries.txt
  akin eval web.akin --truth exact:simrank --queries queries.txt
  akin sample web.akin --by overlap --count 100 --pairs > pairs.tsv
  akin sample web.akin --by fire --count 100 -o small.akin
  akin match web.akin small.akin --assign)";

}  // namespace

void AddSample(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("sample", "Draw vertices to ask about, or a part of a graph");
  auto flags = std::make_shared<SampleFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  AddFlag(verb, "--by", flags->by)
      .Required()
      .Takes("WAY")
      .Describe("how to draw: importance, overlap or fire; see below");
  AddFlag(verb, "--count", flags->options.count)
      .Takes("N")
      .Describe("number of vertices to draw; by overlap, of pairs");
  AddFlag(verb, "--seed", flags->options.seed)
      .Describe("seed of the random choices; the same seed gives the same sample");
  AddSwitch(verb, "--pairs", flags->pairs)
      .Describe("by overlap: print the pairs instead of their vertices");
  AddCountFlag(verb, "--candidates", flags->options.candidates);
  AddSwitch(verb, "--far", flags->options.far);
  AddFlag(verb, "--min-depth", flags->options.min_depth);
  AddFlag(verb, "--max-depth", flags->options.max_depth);
  AddFlag(verb, "--output", flags->output)
      .Describe("make a corpus of the vertices and the arcs between them, print nothing");
  AddSwitch(verb, "--force", flags->force);
  session.AddOutputFlags(verb);
  session.AddWorkFlags(verb);
  verb.SetFooter(kSampleFooter);
  verb.SetWork([&session, flags] { return session.CodeOf(RunSample(session, *flags)); });
}

}  // namespace akin::cli
