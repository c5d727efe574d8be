#include "flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "report/human_numbers.h"

namespace akin::cli {
namespace {

using report::HumanBytes;

constexpr FlagText kFlags[] = {
    // Everywhere.
    {"--json", "", "print JSON Lines instead of a table or TSV"},
    {"--table", "", "print a table even where standard output is no terminal"},
    {"--threads", "T", "threads to use; 0 means one per core"},
    {"--memory", "SIZE", "memory the command may hold, such as 512M or 4G"},
    {"--force", "", "replace what is there under that name"},
    {"--quiet", "", "print no progress and no notes"},
    // ingest
    {"-o,--output", "CORPUS", "the corpus to make, a directory"},
    {"--format", "F", "what the sources are: edges, mtx, bv, html or warc; detected unless given"},
    {"--targets", "T",
     "of pages, which link targets become vertices: crawled (pages that are there) or all; all for "
     "WARC files, crawled for folders unless given"},
    {"--header", "", "the first line of every edge list is a header"},
    {"--no-header", "", "no edge list has a header line"},
    {"--undirected", "", "take every arc in both directions"},
    {"--reverse", "", "turn every arc round"},
    {"--drop-self-loops", "", "leave out arcs from a vertex to itself"},
    {"--ignore-weights", "", "accept a third numeric column and forget it"},
    {"--skip-bad-lines", "", "count malformed lines instead of stopping at the first"},
    {"--max-inlink-share", "X",
     "leave out arcs to vertices that more than this share of all vertices link to, such as the "
     "navigation of a web site"},
    // generate
    {"--vertices", "N", "vertices of the graph, such as 5000, 80K or 1.5M; 2 to 4,294,967,294"},
    {"--degree", "D", "mean number of links of a vertex, 1 to 10000"},
    {"--urls", "", "name the pages of a web like https://www.h0123.example/d3/p00042.html"},
    // build
    {"--measure", "M", "simrank, psimrank, xjaccard, cosine-simrank or text"},
    {"--decay", "C", "how much a meeting one step later counts, in (0,1)"},
    {"--method", "WAY",
     "fingerprints; push: simrank with a bound on the error of every score; or norms: the same for "
     "cosine-simrank, which has no other"},
    {"--epsilon", "E", "the error that no score by pushing, or from norms, exceeds, 1e-5 to 1"},
    {"--length", "L", "steps of each walk, 1 to 254"},
    {"--fingerprints", "N", "independent walks per vertex: error falls as 1/sqrt(N)"},
    {"--signatures", "N", "the same of text: samples of each bag"},
    {"--bags", "NAME",
     "of text: which bags to compare, made by akin bags; the only ones, or text, unless given"},
    {"--seed", "S", "which random choices; the same seed gives the same bytes"},
    {"--name", "NAME", "name of the index; the measure's unless given"},
    {"--only", "FILE", "index these vertices alone, named one a line; their scores stay the same"},
    {"--builder", "WAY", "auto, memory, semi-external or external; the bytes are the same"},
    {"--dry-run", "", "say what it would take in bytes, memory and time, and build nothing"},
    // related, sim
    {"-k,--count", "K", "hits to print at most; 0 means all"},
    {"--min-score", "A", "print only hits that score at least this"},
    {"--min-inlinks", "M", "print only hits that at least this many vertices link to"},
    {"--index", "NAME",
     "which index to ask; the only one, or simrank, unless given. NAME=WEIGHT,NAME=WEIGHT mixes "
     "the scores of several"},
    {"--fusion", "WAY",
     "how several are mixed: weighted, the sum of weight times score; or rrf, that of weight / (60 "
     "+ rank), where scores cannot be compared"},
    {"--no-index", "",
     "walk on the spot instead: the same scores as an index with these parameters"},
    {"--exact", "M", "solve a measure exactly instead (small graphs); they are listed below"},
    {"--iterations", "I",
     "rounds of the exact solver: the error left is decay^(I+1); terms of cosine-simrank: decay^I"},
    {"--epsilon", "E", "instead: the fewest rounds that leave an error of at most this"},
    {"--krylov", "M",
     "cosine-simrank of a pair or a join from Krylov spaces of M steps: fast where M is far below "
     "--iterations, then off by up to 2 decay^M; auto: exact, as many as rounds"},
    {"--side", "S",
     "of measures with two sides: pointed-to, points-to, or auto, which takes points-to for a "
     "vertex that nobody links to"},
    {"--decay-out", "C",
     "the decay of points-to (prank: by out-links), in (0,1); --decay is the other"},
    {"--lambda", "L", "of prank: the share of the in-links in a score, 0 to 1"},
    {"--radius", "R", "keep only pairs at most R links apart: memory for these, not for all"},
    {"--popularity", "P",
     "multiply the scores of a hit by the number of its in-links to the power P, in (0,1)"},
    {"--prior", "FILE", "similarities that stay fixed: lines of NAME, NAME and SCORE, with tabs"},
    {"--queries", "FILE", "ask for every key in a file, one per line; - is standard input"},
    {"--all", "", "ask for every vertex"},
    // join
    {"--left", "FILE", "the vertices to print rows of, one name a line; - is standard input"},
    {"--right", "FILE", "the vertices to compare them with, likewise; all unless given"},
    {"--top", "K", "pairs to print per row at most, the best; 0 means all"},
    // match
    {"--beta", "B",
     "share of what is before vertices, along in-links; 1-B is that of what is behind them"},
    {"--assign", "", "print the one-to-one matching with the largest sum of scores instead"},
    {"--judge", "",
     "with --assign: print how well it finds vertices of the same name, instead of the pairs"},
    // eval
    {"--truth", "T",
     "what is truly related: a file, path, exact:MEASURE, citations or titles:FILE; see below"},
    {"--depth", "D", "parts of a class that count; longer ones are cut"},
    {"--separator", "C", "what stands between the parts of a class"},
    {"--measures", "M,...", "sweep over indexes of these measures, built if need be"},
    {"--sweep", "P=VALUES",
     "values of length, decay or fingerprints to try, such as length=1..10; may be repeated"},
    {"--metrics", "M,...", "what to measure; they are listed below"},
    {"--min-cocited", "N", "of delta: leave out queries with fewer co-cited vertices than this"},
    {"--resamples", "N", "draws of the bootstrap that makes the intervals"},
    {"--confidence", "P", "share of draws that an interval holds, in (0,1)"},
    {"--results", "FILE.csv",
     "keep results there; what the file has is not worked out again, so an interrupted run goes "
     "on"},
    // sample
    {"--pairs", "", "by overlap: print the pairs, not the vertices in them"},
    {"--candidates", "N", "by overlap: pairs to look at, such as 2000 or 50K"},
    {"--report", "DIR", "write a page with tables and charts to DIR/index.html"},
    // plot
    {"--x", "COLUMN", "what goes from left to right: numbers, or words"},
    {"--y", "COLUMN", "the values"},
    {"--low", "COLUMN", "the lower ends of their intervals"},
    {"--high", "COLUMN", "the upper ends"},
    {"--by", "COLUMN", "one series for each value of this column"},
    {"--panel", "COLUMN", "one panel for each value of this column"},
    {"--where", "COLUMN=VALUE,...", "draw only these rows; values of one column are alternatives"},
    {"--mark", "MARK", "line, points or dots"},
    {"--log-x", "", "make the axis of x logarithmic"},
    {"--log-y", "", "make the axis of y logarithmic"},
    {"--title", "TEXT", "what to write above the chart"},
    // info
    {"--plot", "FILE.svg", "draw the statistics of the index as a chart, replacing the file"},
    // bags, bag
    {"--terms", "KINDS", "what bags are made of: some of content, anchor and links, with commas"},
    {"--window", "W", "how far around a link its words are taken: basic:WORDS, syntactic, topical"},
    {"--stem", "WAY", "none, stem, or stopstem: stems decide what is a stop word, words are kept"},
    {"--distance-weight", "WAY",
     "log: words near a link count more; none: all in the window alike"},
    {"--weight", "WAY", "by the number of bags a term is in: none, log, sqrt, nmdf[:MU,SIGMA]"},
    // export
    {"--names", "", "print the vertices instead: number, name, title"},
};

bool IsLongName(const FlagText& flag, std::string_view long_name) {
  const size_t at = flag.names.find(long_name);
  return at != std::string_view::npos && at + long_name.size() == flag.names.size();
}

const FlagText& TextOf(std::string_view long_name) {
  for (const FlagText& flag : kFlags) {
    if (IsLongName(flag, long_name)) return flag;
  }
  throw std::logic_error(fmt::format("flag {} is not in the table", long_name));
}

uint64_t ParseSize(const std::string& flag, const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string unit(end, text.data() + text.size());
  std::transform(unit.begin(), unit.end(), unit.begin(),
                 [](unsigned char c) { return toupper(c); });
  if (unit.ends_with("IB")) unit.resize(unit.size() - 2);
  if (unit.ends_with('B')) unit.pop_back();
  constexpr std::array<std::string_view, 5> kUnits = {"", "K", "M", "G", "T"};
  const auto found = std::find(kUnits.begin(), kUnits.end(), unit);
  if (error != std::errc() || found == kUnits.end() || !(number >= 0) || number > 1e15) {
    throw CLI::ValidationError(flag, fmt::format("'{}' is no size; write 512M or 2G", text));
  }
  return static_cast<uint64_t>(number *
                               std::exp2(10.0 * static_cast<double>(found - kUnits.begin())));
}

uint64_t ParseCount(const std::string& flag, const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  double scale = 1;
  if (unit == "K" || unit == "k") scale = 1e3;
  if (unit == "M" || unit == "m") scale = 1e6;
  if (unit == "G" || unit == "g") scale = 1e9;
  number *= scale;
  if (error != std::errc() || (scale == 1 && !unit.empty()) || !(number >= 0) || number > 1e15 ||
      number != std::floor(number)) {
    throw CLI::ValidationError(flag,
                               fmt::format("'{}' is no count; write 5000, 80K or 1.5M", text));
  }
  return static_cast<uint64_t>(number);
}

// A flag whose value is written in a way of its own.
Flag AddParsedFlag(const Verb& verb, std::string_view long_name, uint64_t& variable,
                   uint64_t (*parse)(const std::string& flag, const std::string& text)) {
  const FlagText& flag = TextOf(long_name);
  return Flag(verb.app()
                  .add_option_function<std::string>(
                      std::string(flag.names),
                      [&variable, parse, name = std::string(long_name)](const std::string& text) {
                        variable = parse(name, text);
                      },
                      std::string(flag.help))
                  ->type_name(std::string(flag.value)));
}

}  // namespace

std::span<const FlagText> AllFlags() { return kFlags; }

template <class T>
Flag AddFlag(const Verb& verb, std::string_view long_name, T& variable) {
  const FlagText& flag = TextOf(long_name);
  return Flag(verb.app()
                  .add_option(std::string(flag.names), variable, std::string(flag.help))
                  ->type_name(std::string(flag.value))
                  ->capture_default_str());
}
template Flag AddFlag(const Verb&, std::string_view, std::string&);
template Flag AddFlag(const Verb&, std::string_view, unsigned&);
template Flag AddFlag(const Verb&, std::string_view, uint64_t&);
template Flag AddFlag(const Verb&, std::string_view, double&);
template Flag AddFlag(const Verb&, std::string_view, std::optional<double>&);
template Flag AddFlag(const Verb&, std::string_view, std::optional<int>&);
template Flag AddFlag(const Verb&, std::string_view, std::optional<unsigned>&);
template Flag AddFlag(const Verb&, std::string_view, std::optional<std::string>&);
template Flag AddFlag(const Verb&, std::string_view, std::vector<std::string>&);

Flag AddSwitch(const Verb& verb, std::string_view long_name, bool& variable) {
  const FlagText& flag = TextOf(long_name);
  return Flag(verb.app().add_flag(std::string(flag.names), variable, std::string(flag.help)));
}

Flag AddSizeFlag(const Verb& verb, std::string_view long_name, uint64_t& variable) {
  return AddParsedFlag(verb, long_name, variable, ParseSize).Default(HumanBytes(variable));
}

Flag AddCountFlag(const Verb& verb, std::string_view long_name, uint64_t& variable) {
  const Flag option = AddParsedFlag(verb, long_name, variable, ParseCount);
  return variable == 0 ? option : option.Default(fmt::to_string(variable));
}

}  // namespace akin::cli
