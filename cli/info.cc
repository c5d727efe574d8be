#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "akin/akin.h"
#include "akin/files.h"
#include "akin/try.h"
#include "boilerplate_report.h"
#include "duplicates_report.h"
#include "flags.h"
#include "index_report.h"
#include "output.h"
#include "print.h"
#include "report/index_chart.h"
#include "report/svg_chart.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::CheckChartPath;
using report::PlotStatistics;

struct InfoFlags {
  std::string corpus;
  std::string index;
  std::string plot;
  bool boilerplate = false;
  bool duplicates = false;
  double likeness = kUsualLikeness;
  double gap = 0.1;  // between the threshold of a query and the scores that are to be told from it
  bool of_index = false;  // statistics of an index instead of a list of all
};

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
  AKIN_TRY_ASSIGN(const Adjacency in, corpus.InLinks());
  AKIN_TRY_ASSIGN(const Adjacency out, corpus.OutLinks());
  RowWriter writer({{.name = "fact"}, {.name = "value", .cut = Cut::kEnd}}, session);
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
  if (corpus.has_pages()) {
    AKIN_TRY_ASSIGN(const uint64_t pages, corpus.CountPages());
    writer.Add({"pages with words", pages});
  }
  if (corpus.knows_boilerplate()) {
    AKIN_TRY_ASSIGN(const BoilerplateReport found, corpus.FoundBoilerplate());
    writer.Add({"boilerplate arcs", found.arcs});
  }
  AKIN_TRY_ASSIGN(const Attributes attributes, Attributes::Open(corpus));
  if (!attributes.attributes().empty()) {
    std::vector<std::string_view> names;
    for (const AttributeInfo& info : attributes.attributes()) names.push_back(info.name);
    writer.Add({"attributes", fmt::format("{}", fmt::join(names, ", "))});
  }
  if (!corpus.made_with().empty()) writer.Add({"made with", corpus.made_with()});
  return writer.Finish();
}

std::string StateOf(const IndexInfo& info) {
  if (!info.complete) return "unfinished";
  std::string state = "complete";
  if (info.only != 0) state += fmt::format(", of {} vertices", info.only);
  if (info.elsewhere == 0) return state;
  return state + (info.elsewhere == info.shards
                      ? ", shards elsewhere"
                      : fmt::format(", {} of {} shards elsewhere", info.elsewhere, info.shards));
}

Status PrintIndexes(const Session& session, const Corpus& corpus) {
  AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus.Indexes());
  if (infos.empty()) return {};
  RowWriter writer({{.name = "index"},
                    {.name = "measure"},
                    {.name = "decay", .right = true, .table_decimals = 2},
                    {.name = "length", .right = true},
                    {.name = "fingerprints", .right = true},
                    {.name = "seed", .right = true},
                    {.name = "bytes", .right = true},
                    {.name = "state"},
                    {.name = "method"}},
                   session);
  if (writer.layout() == Layout::kTable) Print("\n");
  for (const IndexInfo& info : infos) {
    writer.Add({info.name, info.complete ? MeasureName(info.measure) : "", info.decay, info.length,
                info.fingerprints, info.seed, info.bytes, StateOf(info),
                info.complete ? MethodName(info.method) : ""});
  }
  return writer.Finish();
}

Status PrintBagSets(const Session& session, const Corpus& corpus) {
  AKIN_TRY_ASSIGN(const std::vector<BagInfo> infos, corpus.BagSets());
  if (infos.empty()) return {};
  RowWriter writer({{.name = "bags"},
                    {.name = "terms"},
                    {.name = "window"},
                    {.name = "stem"},
                    {.name = "distance"},
                    {.name = "weight"},
                    {.name = "filled", .right = true},
                    {.name = "words", .right = true},
                    {.name = "bytes", .right = true}},
                   session);
  if (writer.layout() == Layout::kTable) Print("\n");
  for (const BagInfo& info : infos) {
    const BagWords made = DescribeBags(info.options);
    std::string weight = made.weight;
    if (weight == "nmdf") weight += fmt::format(":{},{}", info.mu, info.sigma);
    writer.Add({info.name, made.terms, made.window, made.stem, made.distance, weight, info.bags,
                info.words, info.bytes});
  }
  return writer.Finish();
}

Status PrintBoundedIndex(const Session& session, const IndexInfo& info) {
  RowWriter writer({{.name = "fact"}, {.name = "value", .cut = Cut::kEnd}}, session);
  writer.Add({"index", info.name});
  writer.Add({"measure", MeasureName(info.measure)});
  writer.Add({"method", MethodName(info.method)});
  writer.Add({"decay", info.decay});
  writer.Add({"epsilon", info.epsilon});
  if (info.iterations != 0) {
    writer.Add({"iterations", info.iterations});
  } else {
    writer.Add({"seed", info.seed});
    writer.Add({"error of the diagonal", info.diagonal_error});
    writer.Add({"vertices from samples", info.sampled});
  }
  writer.Add({"bytes", info.bytes});
  return writer.Finish();
}

Status DescribeIndex(const Session& session, const Corpus& corpus, const InfoFlags& flags) {
  if (!flags.plot.empty()) AKIN_TRY(CheckChartPath(flags.plot, "plot"));
  if (!(flags.gap > 0 && flags.gap <= 1)) {
    return Status(
        Code::kInvalidArgument,
        fmt::format("--gap {}: give a difference of scores, above 0 and up to 1", flags.gap));
  }
  AKIN_TRY_ASSIGN(const Index index, corpus.OpenIndex(flags.index));
  if (!HasFingerprints(index.info().method)) {
    if (flags.plot.empty()) return PrintBoundedIndex(session, index.info());
    return Status(Code::kInvalidArgument,
                  fmt::format("index '{}' has no trees to plot", index.info().name));
  }
  AKIN_TRY_ASSIGN(const IndexStatistics statistics, index.Statistics(session.ControlFor()));
  if (!flags.plot.empty()) {
    AKIN_TRY(
        WriteFileAtomically(flags.plot, PlotStatistics(corpus.path(), index.info(), statistics)));
  }
  return PrintStatistics(session, index.info(), statistics, flags.gap);
}

Status PrintInfo(const Session& session, const InfoFlags& flags) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  if (flags.boilerplate) return PrintBoilerplate(session, corpus);
  if (flags.duplicates) return PrintDuplicates(session, corpus, flags.index, flags.likeness);
  if (flags.of_index) return DescribeIndex(session, corpus, flags);
  AKIN_TRY(PrintCorpus(session, corpus));
  AKIN_TRY(PrintBagSets(session, corpus));
  return PrintIndexes(session, corpus);
}

}  // namespace

void AddInfo(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("info", "Print what is in a corpus or an index");
  auto flags = std::make_shared<InfoFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  const Flag index = AddFlag(verb, "--index", flags->index).Describe("index to describe");
  const Flag plot = AddFlag(verb, "--plot", flags->plot);
  AddFlag(verb, "--gap", flags->gap);
  AddSwitch(verb, "--boilerplate", flags->boilerplate)
      .Describe("print what was recognised as boilerplate: why, where, and an example")
      .Excludes(index)
      .Excludes(plot);
  const Flag duplicates = AddSwitch(verb, "--duplicates", flags->duplicates).Excludes(plot);
  AddFlag(verb, "--likeness", flags->likeness).Needs(duplicates);
  session.AddWorkFlags(verb);
  session.AddOutputFlags(verb);
  verb.SetFooter(
      R"(With --index or --plot it reads an index and prints the sizes of its trees, what
takes its bytes, the errors of scores, and the effect of walks with fewer steps.
docs/operations.md explains each number.

With --boilerplate it prints the links that akin build and akin bags can leave
out (--boilerplate drop), by the reason:
  landmark   in nav, header, footer or aside, or in an element with such a role
  sequence   next and previous
  list       on a page that is a long list of links
  recurring  at one place of the template, to one page, on most pages
Columns in a pipe: reason, arcs, place in the page, an example from and to. A
list is shown as the page itself.

With --duplicates it prints groups of pages whose words are nearly the same, by
an index of text. Columns in a pipe: the number of the group, the lowest
similarity that brought two of its pages together, key and title.

Examples:
  akin info web.akin
  akin info web.akin --index simrank
  akin info web.akin --index simrank --plot trees.svg
  akin info site.akin --boilerplate
  akin info site.akin --duplicates)");
  verb.SetWork([&session, flags, index, plot] {
    flags->of_index = index.Given() || plot.Given();
    return session.CodeOf(PrintInfo(session, *flags));
  });
}

}  // namespace akin::cli
