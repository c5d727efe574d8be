// akin label attaches attributes to the vertices of a corpus, shows them and removes them.
#include <fmt/format.h>

#include <memory>

#include "akin/akin.h"
#include "akin/try.h"
#include "flags.h"
#include "output.h"
#include "report/human_numbers.h"
#include "report/value_list.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using report::Grouped;
using report::ParseList;

constexpr size_t kValuesShown = 5;

struct LabelFlags {
  std::string corpus;
  std::string file;
  std::string kinds;
  std::string separator = "|";
  std::string remove;
  bool remove_all = false;
  LabelOptions label;
};

Result<LabelOptions> LabelOptionsOf(const LabelFlags& flags) {
  LabelOptions options = flags.label;
  if (flags.separator.size() != 1) {
    return Status(Code::kInvalidArgument,
                  fmt::format("--separator {}: one character", flags.separator));
  }
  options.separator = flags.separator.front();
  if (flags.kinds.empty()) return options;
  AKIN_TRY_ASSIGN(const auto pairs, ParseList(flags.kinds));
  for (const std::string_view pair : pairs) {
    const size_t equals = pair.rfind('=');
    if (equals == std::string_view::npos) {
      return Status(Code::kInvalidArgument,
                    fmt::format("--kinds {}: write COLUMN=KIND, such as year=number", pair));
    }
    AKIN_TRY_ASSIGN(const AttributeKind kind, AttributeKindNamed(pair.substr(equals + 1)));
    options.kinds.emplace_back(pair.substr(0, equals), kind);
  }
  return options;
}

Result<std::string> ValuesShown(const Attributes& attributes, size_t i) {
  const AttributeInfo& info = attributes.attributes()[i];
  if (info.vertices == 0) return std::string();
  if (info.kind == AttributeKind::kNumber) return fmt::format("{} to {}", info.min, info.max);
  AKIN_TRY_ASSIGN(const std::vector<ValueCount> values,
                  attributes.MostFrequent(i, kValuesShown + 1));
  std::string shown;
  for (size_t v = 0; v < std::min(values.size(), kValuesShown); ++v) {
    shown +=
        fmt::format("{}{} ({})", v > 0 ? ", " : "", values[v].value, Grouped(values[v].vertices));
  }
  return values.size() > kValuesShown ? shown + ", ..." : shown;
}

Result<int> ShowLabels(const Session& session, const Corpus& corpus) {
  AKIN_TRY_ASSIGN(const Attributes attributes, Attributes::Open(corpus));
  const auto& infos = attributes.attributes();
  if (infos.empty()) {
    session.Note(
        fmt::format("{0} has no attributes yet; akin label {0} FILE attaches some, from a "
                    "table with a header",
                    corpus.path()));
    return kNothingFound;
  }
  RowWriter writer({{.name = "attribute"},
                    {.name = "kind"},
                    {.name = "vertices", .right = true},
                    {.name = "distinct", .right = true},
                    {.name = "values", .cut = Cut::kEnd}},
                   session);
  for (size_t i = 0; i < infos.size(); ++i) {
    AKIN_TRY_ASSIGN(std::string values, ValuesShown(attributes, i));
    writer.Add({infos[i].name, AttributeKindName(infos[i].kind), infos[i].vertices,
                infos[i].distinct, std::move(values)});
  }
  AKIN_TRY(writer.Finish());
  return kFound;
}

void NoteReport(const Session& session, const LabelFlags& flags, const LabelReport& report) {
  session.Note(fmt::format("{}: {} vertices labelled", flags.corpus, Grouped(report.vertices)));
  if (report.bad_lines == 0) return;
  session.Note(fmt::format("note: {} lines were left out:", Grouped(report.bad_lines)));
  for (const std::string& line : report.first_bad_lines) session.Note("  " + line);
}

Result<int> RunLabel(const Session& session, const LabelFlags& flags) {
  const bool removes = flags.remove_all || !flags.remove.empty();
  if (removes && !flags.file.empty()) {
    return Status(Code::kInvalidArgument,
                  "give FILE, or --remove, or --remove-all: one thing at a time");
  }
  AKIN_TRY_ASSIGN(const LabelOptions options, LabelOptionsOf(flags));
  if (!flags.file.empty()) {
    AKIN_TRY_ASSIGN(const LabelReport report,
                    Label(flags.corpus, flags.file, options, session.ControlFor()));
    NoteReport(session, flags, report);
  } else if (removes) {
    std::vector<std::string> names;
    if (!flags.remove_all) {
      AKIN_TRY_ASSIGN(const auto listed, ParseList(flags.remove));
      names.assign(listed.begin(), listed.end());
    }
    AKIN_TRY(RemoveAttributes(flags.corpus, names));
  }
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  AKIN_TRY_ASSIGN(const int code, ShowLabels(session, corpus));
  return removes ? int{kFound} : code;
}

}  // namespace

void AddLabel(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("label", "Attach attributes to vertices, to filter hits by");
  auto flags = std::make_shared<LabelFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  verb.AddArgument("FILE", flags->file,
                   "table with a header: a line per vertex; - is standard input");
  AddFlag(verb, "--key", flags->label.key)
      .Takes("COLUMN")
      .Describe("column with the keys of the vertices")
      .Default("the first");
  AddFlag(verb, "--kinds", flags->kinds);
  AddFlag(verb, "--separator", flags->separator)
      .Describe("the character between the values of a set");
  AddSwitch(verb, "--skip-bad-lines", flags->label.skip_bad_lines)
      .Describe("count malformed lines, and those about unknown keys, instead of stopping");
  AddSwitch(verb, "--force", flags->label.replace)
      .Describe("replace attributes of the same names; others stay in any case");
  AddFlag(verb, "--remove", flags->remove);
  AddSwitch(verb, "--remove-all", flags->remove_all);
  session.AddOutputFlags(verb);
  session.AddWorkFlags(verb);
  verb.SetIntroduction(R"(What to type:
  akin label shop.akin products.tsv            attaches the columns of a table
  akin label shop.akin                         shows what is attached
  akin related shop.akin KEY --where 'type=book and year>=2000'
)");
  verb.SetFooter(R"(FILE is a table with a header and a line per vertex: fields separated by tabs,
or by commas or semicolons and then perhaps "quoted". An empty field says
nothing about the vertex. A column has numbers if all its values are numbers;
sets if a value contains the separator, as in new|sale; else text. --kinds says
otherwise.

Expressions of --where, here and in related, join and eval:
  type=book             text: = != ^= (begins with), and < <= > >= in byte order
  year>=2000            numbers: = != < <= > >=
  tags=sale             sets: = (has it), != (has others only), ^= (some begins)
  key^=en/              key and title are there without labels
  title='Two words'     quote what has blanks or ( ) = ! < > ^, by ' or "
  type=book and (year<1990 or not tags=sale)
A vertex without the attribute satisfies no comparison, not even !=; so it
satisfies not year=2000.

Exit code: 0 there are attributes, 1 there are none, 2 an error.

Examples:
  akin label shop.akin products.tsv
  akin label shop.akin products.csv --key sku --kinds year=number,tags=set
  akin label shop.akin prices.tsv --force
  akin label shop.akin --remove price,stock
  akin related shop.akin p1234 --where 'type=book' --exclude bought.txt
  akin join shop.akin --all --top 5 --where 'stock>0')");
  verb.SetWork([&session, flags] { return session.CodeOf(RunLabel(session, *flags)); });
}

}  // namespace akin::cli
