#include "akin/generate.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "flags.h"
#include "print.h"
#include "report/human_numbers.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::Grouped;

struct GenerateFlags {
  std::string model;
  std::string output;
  GenerateOptions options;
};

Result<GraphModel> ModelNamed(const std::string& name) {
  if (name == "web") return GraphModel::kWeb;
  if (name == "rmat") return GraphModel::kRmat;
  if (name == "ba") return GraphModel::kAttachment;
  return Status(Code::kInvalidArgument,
                fmt::format("no model '{}'; there are web, rmat and ba", name));
}

Status PrintText(std::string_view text) {
  Write(stdout, text);
  return OutputFailure() == 0 ? Status() : OutputStatus();
}

// Ignores trailing slashes: web.akin/ is a corpus too.
bool IsCorpusName(std::string_view name) {
  while (name.ends_with('/')) name.remove_suffix(1);
  return name.ends_with(".akin");
}

Result<GenerateReport> GenerateTarget(const GenerateFlags& flags, const Control& control) {
  if (flags.output == "-") return GenerateEdgeList(flags.options, PrintText, control);
  if (IsCorpusName(flags.output)) return Generate(flags.options, flags.output, control);
  return GenerateEdgeList(flags.options, flags.output, control);
}

int RunGenerate(const Session& session, GenerateFlags flags) {
  const auto model = ModelNamed(flags.model);
  if (!model.ok()) return session.Fail(model.status());
  flags.options.model = *model;
  const auto report = GenerateTarget(flags, session.ControlFor());
  if (!report.ok()) return session.Fail(report.status());
  session.Note(fmt::format("{}: {} vertices, {} arcs",
                           flags.output == "-" ? "standard output" : flags.output,
                           Grouped(report->vertices), Grouped(report->arcs)));
  return kFound;
}

}  // namespace

void AddGenerate(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("generate", "Generate a graph to experiment with");
  auto flags = std::make_shared<GenerateFlags>();
  verb.AddArgument("MODEL", flags->model,
                   "web: pages on hosts that copy each other's links; rmat: R-MAT as in Graph500; "
                   "ba: preferential attachment (Barabasi-Albert)")
      .Required();
  AddFlag(verb, "--output", flags->output)
      .Required()
      .Takes("TARGET")
      .Describe("a corpus if the name ends in .akin, else an edge list; - is standard output");
  AddCountFlag(verb, "--vertices", flags->options.vertices).Required();
  AddCountFlag(verb, "--degree", flags->options.degree);
  AddFlag(verb, "--seed", flags->options.seed);
  AddSwitch(verb, "--urls", flags->options.urls);
  AddSwitch(verb, "--force", flags->options.replace);
  session.AddWorkFlags(verb);
  verb.SetFooter(
      R"(The graph depends only on the model, its numbers and the seed, not on threads
or memory. Vertices are named 0, 1, 2, ... A corpus has all of them, an edge
list only those with arcs. Repeated arcs count once; rmat has many of them, the
other models few.

Examples:
  akin generate web --vertices 1M --degree 12 -o web.akin
  akin generate web --vertices 5000 --urls -o site.akin     # named like pages
  akin generate ba --vertices 100K --degree 5 --seed 7 -o links.tsv
  akin generate rmat --vertices 2M --degree 16 -o - | zstd > rmat.tsv.zst)");
  verb.SetWork([&session, flags] { return RunGenerate(session, *flags); });
}

}  // namespace akin::cli
