// akin bags makes bags of terms; akin bag shows one.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "akin/akin.h"
#include "akin/try.h"
#include "find_key.h"
#include "flags.h"
#include "output.h"
#include "print.h"
#include "report/human_numbers.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::Grouped;
using report::HumanBytes;
using report::HumanSeconds;

struct BagsFlags {
  std::string corpus;
  BagWords words = DescribeBags({});
  std::string name = BagOptions().name;
  bool replace = false;
};

Status MakeBags(const Session& session, const BagsFlags& flags) {
  AKIN_TRY_ASSIGN(BagOptions options, ParseBagWords(flags.words));
  options.name = flags.name;
  options.replace = flags.replace;
  const auto start = std::chrono::steady_clock::now();
  AKIN_TRY_ASSIGN(const BagReport report, BuildBags(flags.corpus, options, session.ControlFor()));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (!report.built) {
    session.Note(fmt::format("bags {}: nothing to do, they exist already", options.name));
    return {};
  }
  session.Note(fmt::format(
      "bags {}: {} made in {}, {} different words, {}{}", options.name, Grouped(report.bags),
      HumanSeconds(took.count()), Grouped(report.words), HumanBytes(report.bytes),
      report.empty == 0 ? ""
                        : fmt::format("; {} vertices have an empty bag", Grouped(report.empty))));
  if (report.collisions > 0) {
    session.Note(fmt::format("{} words were mistaken for others with the same hash",
                             Grouped(report.collisions)));
  }
  return {};
}

struct BagFlags {
  std::string corpus;
  std::string key;
  std::string bags;
  uint64_t count = 10;
};

Result<int> ShowBag(const Session& session, const BagFlags& flags) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  AKIN_TRY_ASSIGN(const VertexId vertex, FindKey(corpus, flags.key, session));
  AKIN_TRY_ASSIGN(const Bags bags, corpus.OpenBags(flags.bags));
  AKIN_TRY_ASSIGN(const auto terms,
                  bags.Heaviest(vertex, flags.count == 0 ? SIZE_MAX : flags.count));
  const auto total = static_cast<double>(std::max<uint64_t>(bags.info().bags, 1));
  RowWriter writer({{.name = "weight", .right = true},
                    {.name = "bags", .right = true},
                    {.name = "share", .right = true},
                    {.name = "kind"},
                    {.name = "term"}},
                   session);
  if (writer.layout() == Layout::kTable) {
    AKIN_TRY_ASSIGN(const std::string name, corpus.Name(vertex));
    AKIN_TRY_ASSIGN(const std::string title, corpus.Title(vertex));
    Print("{}{} in {}{}\n", name, title.empty() ? "" : fmt::format(" ({})", title),
          bags.info().name, terms.empty() ? ": the bag is empty" : "");
  }
  for (const WeighedTerm& term : terms) {
    std::string text = term.word;
    if (term.page != kNoVertex) {
      AKIN_TRY_ASSIGN(text, corpus.Name(term.page));
    }
    writer.Add({term.weight, term.frequency, static_cast<double>(term.frequency) / total,
                term.page == kNoVertex ? "word" : "link", text});
  }
  AKIN_TRY(writer.Finish());
  return terms.empty() ? kNothingFound : kFound;
}

}  // namespace

void AddBags(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("bags", "Make bags of terms, which say what pages are about");
  auto flags = std::make_shared<BagsFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest from pages").Required();
  AddFlag(verb, "--name", flags->name).Describe("name of the bags");
  AddFlag(verb, "--terms", flags->words.terms);
  AddFlag(verb, "--window", flags->words.window);
  AddFlag(verb, "--stem", flags->words.stem);
  AddFlag(verb, "--parts", flags->words.parts);
  AddFlag(verb, "--language", flags->words.language);
  AddFlag(verb, "--distance-weight", flags->words.distance);
  AddFlag(verb, "--weight", flags->words.weight);
  AddFlag(verb, "--boilerplate", flags->words.boilerplate);
  AddSwitch(verb, "--force", flags->replace);
  session.AddWorkFlags(verb);
  verb.SetFooter(
      R"(A bag has weighted terms that say what a page is about. Pages with similar bags
are similar. The defaults are those that did best in the study they come from;
docs/text.md has more.

Terms:
  content    words of the page and of its title
  anchor     words in and around links to the page, on any page, and its title;
             so a page that was never crawled can have a bag
  links      pages that link to the page; works for any corpus

Windows, which words around a link count:
  basic:W    W words on each side, not counting stop words; basic:0 is the
             text of the link alone
  syntactic  up to the boundary of the paragraph, table cell or list item
  topical    up to the next heading, end of a list, or end of a table
The last two reach at most 128 words, or W words: topical:64.

Weights; tf is the count of a term in the bag, df the number of bags with it:
  none       tf
  log        tf / (1 + log2 df)
  sqrt       tf / sqrt(df)
  nmdf       tf exp(-((ln df - MU) / SIGMA)^2 / 2): rare words count little too;
             default: MU is half the logarithm of the number of bags, and SIGMA
             is half of MU

Technical terms stay whole, and their parts count W each: json.dumps is a term,
and so are json and dump. Pages are stemmed in the language that they say they
are in (<html lang>, Content-Language), English by default; --language is for
pages that do not say, or say wrong.

A corpus can have many sets of bags. If the bags exist already, made with the
same options, the command does nothing.

Examples:
  akin bags site.akin
  akin bags site.akin --name anchors --terms anchor --window topical
  akin bags site.akin --name plain --stem none --distance-weight none
  akin bags seiten.akin --language de
  akin bags links.akin --name links --terms links)");
  verb.SetWork([&session, flags] { return session.CodeOf(MakeBags(session, *flags)); });
}

void AddBag(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("bag", "Print the heaviest terms of a page");
  auto flags = std::make_shared<BagFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest from pages").Required();
  verb.AddArgument("KEY", flags->key, "name or title of a vertex").Required();
  AddFlag(verb, "--bags", flags->bags).Describe("which bags; default: the only ones, or text");
  AddFlag(verb, "--count", flags->count).Describe("print at most K terms; 0 means all");
  session.AddOutputFlags(verb);
  verb.SetFooter(
      R"(The weights of a bag sum to 1. If the bags were made with stems, the stems are
printed.

Columns in a pipe: weight, number of bags that have the term, their share of all
bags, word or link, the term.
Exit code: 0 found, 1 the bag is empty, 2 an error.

Examples:
  akin bag site.akin a.html
  akin bag site.akin 'Steam engine' --bags anchors -k 20)");
  verb.SetWork([&session, flags] { return session.CodeOf(ShowBag(session, *flags)); });
}

}  // namespace akin::cli
