#include "akin/split.h"

#include <fmt/format.h>

#include <memory>

#include "akin/try.h"
#include "flags.h"
#include "output.h"
#include "report/human_numbers.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::Grouped;

struct SplitFlags {
  std::string corpus;
  std::string output;
  SplitOptions options;
};

std::string ReadmeOf(const std::vector<SplitRange>& ranges) {
  std::string text =
      "Made by akin split. What is in here never changes: copy each directory to its machine\n"
      "(rsync -a part-0 MACHINE:), and make it anew when an index was built anew.\n\n"
      "On the machines of the back ends; --address and certificates let others connect:\n\n";
  for (const SplitRange& range : ranges) {
    text += fmt::format("  akin backend part-{} --index {} --port {}    # shards {} to {}\n",
                        range.part, range.index, range.address.substr(range.address.rfind(':') + 1),
                        range.first, range.last);
  }
  return text +
         "\nOn that of the front end, once the addresses in `backends` are right:\n\n"
         "  akin serve front --backends backends\n\n"
         "It also answers while a back end is down, with larger errors, and says so.\n";
}

Status RunSplit(const Session& session, const SplitFlags& flags) {
  AKIN_TRY_ASSIGN(const SplitReport report,
                  SplitCorpus(flags.corpus, flags.output, flags.options, session.ControlFor()));
  RowWriter writer({{.name = "part"},
                    {.name = "index"},
                    {.name = "shards", .right = true},
                    {.name = "bytes", .right = true}},
                   session);
  for (const SplitRange& range : report.ranges) {
    writer.Add({fmt::format("part-{}", range.part), range.index,
                fmt::format("{}-{}", range.first, range.last), range.bytes});
  }
  AKIN_TRY(writer.Finish());
  session.Note(fmt::format("{}: {} bytes linked, {} copied; its README says what to start where",
                           flags.output, Grouped(report.linked), Grouped(report.copied)));
  return {};
}

constexpr const char* kSplitFooter =
    R"(Makes in DIR:
  front     the corpus without these shards: names, links, pages, bags, labels,
            other indexes. For akin serve --backends.
  part-0    the first shards of each index, and its manifest. All that
  part-1    akin backend needs: neither names nor links. The next ones, and
  ...       so on.
  backends  which shards are where, to be filled in with addresses
  README    what to start where

A shard has ten fingerprints, so an index of 100 can be split into up to ten
parts. A machine may have several parts, and several machines the same one, as
replicas. Shards that are down cost precision, not the answer.

Files never change once they are complete, so DIR has second names (hard links)
of the same files and takes no space, where the file system allows; --copy makes
copies. DIR must not exist; it appears in one step, or not at all.

akin info and akin check understand DIR/front: they say that shards are
elsewhere. docs/serving.md tells the whole story.

Exit code: 0 done, 2 an error.

Examples:
  akin split web.akin --index psimrank --parts 3 -o cluster
  akin split web.akin --parts 2 -o cluster       every index with fingerprints
  rsync -a cluster/part-0 machine:)";

}  // namespace

void AddSplit(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("split", "Lay out what many machines need to answer together");
  auto flags = std::make_shared<SplitFlags>();
  flags->options.readme = ReadmeOf;
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  AddFlag(verb, "--index", flags->options.indexes)
      .Describe("index to split; may be repeated")
      .Default("all with fingerprints");
  AddFlag(verb, "--parts", flags->options.parts)
      .Takes("N")
      .Default("")
      .Describe("number of parts, each for a back end")
      .Required();
  AddFlag(verb, "--output", flags->output)
      .Takes("DIR")
      .Describe("the directory to make")
      .Required();
  AddSwitch(verb, "--copy", flags->options.copy);
  session.AddOutputFlags(verb);
  session.AddWorkFlags(verb);
  verb.SetFooter(kSplitFooter);
  verb.SetWork([&session, flags] { return session.CodeOf(RunSplit(session, *flags)); });
}

}  // namespace akin::cli
