#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "akin/errors.h"
#include "akin/files.h"
#include "akin/try.h"
#include "ask_flags.h"
#include "filter_flags.h"
#include "find_key.h"
#include "flags.h"
#include "measures_help.h"
#include "output.h"
#include "print.h"
#include "terminal.h"
#include "verbs.h"

namespace akin::cli {
namespace {

struct RelatedFlags {
  std::string corpus;
  std::string key;
  std::string queries;
  std::string text;
  bool all = false;
  std::optional<double> above;
  AskFlags ask;
  FilterFlags filter;
};

// The vertices to ask about, and the names that the user gave.
struct Queries {
  std::vector<VertexId> vertices;
  std::vector<std::string> names;

  void Add(VertexId vertex, std::string name) {
    vertices.push_back(vertex);
    names.push_back(std::move(name));
  }
};

Result<Queries> OneQuery(const Corpus& corpus, const std::string& key, const Session& session) {
  Queries queries;
  AKIN_TRY_ASSIGN(const VertexId vertex, FindKey(corpus, key, session));
  AKIN_TRY_ASSIGN(std::string name, corpus.Name(vertex));
  queries.Add(vertex, std::move(name));
  return queries;
}

Result<Queries> AllQueries(const Corpus& corpus) {
  Queries queries;
  AKIN_TRY(corpus.EachName([&](VertexId vertex, std::string_view name) {
    queries.Add(vertex, std::string(name));
    return Status();
  }));
  return queries;
}

// Unknown keys are reported, counted and skipped.
Result<Queries> QueriesFrom(const Corpus& corpus, const std::string& path, uint64_t& unknown,
                            const Control& control) {
  Queries queries;
  AKIN_TRY(EachLine(
      path,
      [&](const Place& place, std::string_view line) -> Status {
        if (line.empty()) return {};
        const auto vertex = corpus.Find(line);
        if (vertex.ok()) {
          queries.Add(*vertex, std::string(line));
          return {};
        }
        if (vertex.status().code() != Code::kUnknownKey) return vertex.status();
        ++unknown;
        Print(stderr, "akin: {}\n", vertex.status().At(place).message());
        return {};
      },
      control));
  return queries;
}

class HitPrinter {
 public:
  HitPrinter(const Session& session, const Corpus& corpus, std::string answered_by, bool batch)
      : corpus_(corpus),
        answered_by_(std::move(answered_by)),
        with_query_(batch || session.json),
        writer_(Columns(corpus, with_query_), session) {}

  Layout layout() const { return writer_.layout(); }

  Status Print(const std::string& query, const std::vector<Hit>& hits) {
    for (size_t i = 0; i < hits.size(); ++i) {
      AKIN_TRY_ASSIGN(auto row, Row(query, i + 1, hits[i]));
      writer_.Add(std::move(row));
      unsure_ += IsUnsure(hits[i].score) ? 1 : 0;
    }
    hits_ += hits.size();
    return {};
  }

  Status Finish() { return writer_.Finish(); }
  uint64_t hits() const { return hits_; }
  uint64_t unsure() const { return unsure_; }

 private:
  static std::vector<Column> Columns(const Corpus& corpus, bool with_query) {
    std::vector<Column> columns;
    if (with_query) columns.push_back({.name = "query", .cut = Cut::kMiddle});
    columns.push_back({.name = "rank", .right = true});
    AddScoreColumns(columns);
    columns.push_back({.name = "key", .cut = Cut::kMiddle});
    if (corpus.has_titles()) columns.push_back({.name = "title", .cut = Cut::kEnd});
    columns.push_back({.name = "unsure", .json_only = true});
    columns.push_back({.name = "index", .json_only = true});
    return columns;
  }

  Result<std::vector<Cell>> Row(const std::string& query, size_t rank, const Hit& hit) const {
    std::vector<Cell> row;
    if (with_query_) row.emplace_back(query);
    AKIN_TRY_ASSIGN(std::string name, corpus_.Name(hit.vertex));
    row.emplace_back(rank);
    AddScoreCells(hit.score, row);
    row.emplace_back(std::move(name));
    if (corpus_.has_titles()) {
      AKIN_TRY_ASSIGN(std::string title, corpus_.Title(hit.vertex));
      row.emplace_back(std::move(title));
    }
    row.emplace_back(IsUnsure(hit.score));
    row.emplace_back(answered_by_);
    return row;
  }

  const Corpus& corpus_;
  std::string answered_by_;
  bool with_query_;
  RowWriter writer_;
  uint64_t hits_ = 0;
  uint64_t unsure_ = 0;
};

// How the answer is asked for, with the vertices that may be hits.
Result<RelatedOptions> OptionsIn(const Corpus& corpus, RelatedOptions options,
                                 const FilterFlags& filter, const Session& session,
                                 const Control& control) {
  AKIN_TRY_ASSIGN(const FilterFlags::Sets sets, filter.In(corpus, session, control));
  options.filter = sets.filter;
  options.exclude = sets.exclude;
  return options;
}

int NothingFound(const Session& session, const RelatedOptions& options) {
  session.Note(options.filter == nullptr
                   ? "nothing related found"
                   : fmt::format("nothing related found among the {} vertices that pass --where",
                                 options.filter->size()));
  return kNothingFound;
}

// Without an index, the bags answer: a text needs no more.
Result<int> AskText(const Session& session, const RelatedFlags& flags) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  const Control control = session.ControlFor();
  AskFlags ask = flags.ask;
  if (ask.index.empty() && ask.exact.empty() && !ask.no_index) {
    ask.exact = MeasureName(Measure::kText);
  }
  AKIN_TRY_ASSIGN(const Asker asker, AskerFor(corpus, ask, session, control));
  AKIN_TRY_ASSIGN(const std::string text, ReadText(flags.text, control));
  AKIN_TRY_ASSIGN(const TextWords words, WordsOf(text));
  if (words.whole.empty()) return BadInput({.file = flags.text}, "no words to ask about");
  AKIN_TRY_ASSIGN(const RelatedOptions options,
                  OptionsIn(corpus, ask.related, flags.filter, session, control));
  AKIN_TRY_ASSIGN(const Answer answer, asker.RelatedToWords(words, options, control));
  HitPrinter printer(session, corpus, asker.name(), false);
  if (printer.layout() == Layout::kTable) {
    Print("{}\n", ForTerminal(fmt::format("related to the text of {}, by {}{}", flags.text,
                                          asker.name(), flags.filter.Title())));
  }
  AKIN_TRY(printer.Print(flags.text, answer.hits));
  AKIN_TRY(printer.Finish());
  return printer.hits() > 0 ? int{kFound} : NothingFound(session, options);
}

Result<int> AskRelated(const Session& session, const RelatedFlags& flags) {
  const bool batch = flags.all || !flags.queries.empty();
  if (int{batch} + int{!flags.key.empty()} + int{!flags.text.empty()} != 1) {
    return Status(Code::kInvalidArgument,
                  "give one KEY, or --text FILE, or --queries FILE, or --all");
  }
  if (flags.filter.exclude == "-" && (flags.queries == "-" || flags.text == "-")) {
    return Status(Code::kInvalidArgument,
                  "--exclude and what is asked about cannot both be standard input");
  }
  if (!flags.text.empty()) return AskText(session, flags);
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  Control control = session.ControlFor();
  if (batch) control.progress = nullptr;  // answers are printed to the same terminal
  AKIN_TRY_ASSIGN(const Asker asker, AskerFor(corpus, flags.ask, session, control));
  uint64_t unknown = 0;
  AKIN_TRY_ASSIGN(const Queries queries, flags.all ? AllQueries(corpus)
                                         : batch
                                             ? QueriesFrom(corpus, flags.queries, unknown, control)
                                             : OneQuery(corpus, flags.key, session));
  AKIN_TRY_ASSIGN(const RelatedOptions options,
                  OptionsIn(corpus, flags.ask.RelatedWithEffort(), flags.filter, session, control));
  HitPrinter printer(session, corpus, asker.name(), batch);
  if (!batch && printer.layout() == Layout::kTable) {
    AKIN_TRY_ASSIGN(const std::string title, corpus.Title(queries.vertices[0]));
    const std::string of_title = title.empty() ? "" : fmt::format(" ({})", title);
    Print("{}\n", ForTerminal(fmt::format("related to {}{}, by {}{}", queries.names[0], of_title,
                                          asker.name(), flags.filter.Title())));
  }
  if (batch) {
    AKIN_TRY(asker.RelatedEach(
        queries.vertices, options,
        [&](size_t i, Result<Answer> answer) -> Status {
          AKIN_TRY(answer.status());
          return printer.Print(queries.names[i], answer->hits);
        },
        control));
  } else {
    AKIN_TRY_ASSIGN(const Answer answer, asker.Related(queries.vertices[0], options, control));
    AKIN_TRY(printer.Print(queries.names[0], answer.hits));
  }
  AKIN_TRY(printer.Finish());
  if (unknown > 0) {
    return Status(Code::kUnknownKey,
                  fmt::format("{} keys of {} are not in the corpus", unknown, flags.queries));
  }
  if (printer.unsure() > 0) {
    session.Note(fmt::format("{} of {} hits may be chance: they score less than twice their error",
                             printer.unsure(), printer.hits()));
  }
  return printer.hits() > 0 ? int{kFound} : NothingFound(session, options);
}

}  // namespace

void AddRelated(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("related", "Print what is related to a vertex");
  auto flags = std::make_shared<RelatedFlags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  verb.AddArgument("KEY", flags->key, "name or title of a vertex");
  AddFlag(verb, "--text", flags->text);
  AddFlag(verb, "--queries", flags->queries);
  AddSwitch(verb, "--all", flags->all);
  const Flag count = AddFlag(verb, "--count", flags->ask.related.k);
  const Flag min_score = AddFlag(verb, "--min-score", flags->ask.related.min_score);
  AddFlag(verb, "--above", flags->above).Excludes(min_score);
  AddFlag(verb, "--min-inlinks", flags->ask.related.min_inlinks);
  flags->filter.AddTo(verb);
  flags->ask.AddTo(verb);
  AddFlag(verb, "--refine", flags->ask.refine)
      .Default(fmt::format("{}, or 0 with --fingerprints", kUsualRefine));
  session.AddOutputFlags(verb);
  session.AddWorkFlags(verb);
  verb.SetIntroduction(R"(What to type:
  akin related web.akin KEY                    asks what suits the corpus
  akin related web.akin KEY --index psimrank   asks an index of your choice
  akin related site.akin KEY --index psimrank=0.3,text=0.7
                                               a mixture of two
  akin related shop.akin KEY --where 'type=book and year>=2000'
                                               only hits that akin label knows
  akin related web.akin KEY --exact cosine     a baseline without any index
  akin related web.akin KEY --exact adamic-adar
                                               links that are missing
  akin related web.akin --all > related.tsv    about every vertex
)");
  verb.SetFooter(R"(Without --index, the recipe of the corpus answers: what akin build without
flags built (akin recipe shows it). A small corpus without any index gets its
recipe now. The first line of a table, and the member index of JSON, say what
answered.

With --text, the text of a file is asked about instead of a vertex. It gets a
bag like that of a page and is compared with the bags themselves, so scores are
exact. An index of text, a mixture with one, or --bags say which bags; without
any of these, the only ones or those called text. In a mixture, indexes of links
count 0.

With --above ALPHA, all vertices are printed that score more than ALPHA, without
a closer look: the related query of Fogaras and Racz. akin info --index tells
how many of them an estimate can miss.

With --where, hits are the best of those for which the expression holds, exactly
as if the answer without it had been filtered; --exclude leaves out a list.
akin label --help has the grammar.

Columns in a pipe: rank, score, error, key and, if there are titles, title. With
--queries or --all, and in JSON, the query comes first. JSON also has low and
high, between which the true score lies: in 95% of cases if it is estimated from
fingerprints, always if it is computed otherwise. The error of an estimate is
the longer distance from the score to low or high, divided by 1.96; with many
fingerprints it is the standard error. With --exact it is the most that further
rounds could add. The error of a mixture combines those of its indexes; with
--fusion rrf it is 0, because ranks have no error.

Exit code: 0 something found, 1 nothing, 2 an error.

Examples:
  akin related web.akin index.html
  akin related web.akin std::vector -k 20 --index psimrank
  akin related web.akin 42 --min-score 0.1 --json
  akin related site.akin index.html --index psimrank=0.6,text=0.4
  akin related site.akin index.html --index psimrank,text --fusion rrf
  akin related web.akin --all > related.tsv
  echo 'read a file line by line' | akin related site.akin --text -
  akin related web.akin 42 --exact simrank --iterations 20
  akin related web.akin 42 --exact simrank --radius 4 --popularity 0.5

)" + ExactMeasuresHelp());
  verb.SetWork([&session, flags, count] {
    if (flags->above) {
      flags->ask.related.min_score = ScoreAbove(*flags->above);
      if (!count.Given()) flags->ask.related.k = 0;
    }
    return session.CodeOf(AskRelated(session, *flags));
  });
}

}  // namespace akin::cli
