#include "flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include "report/human_numbers.h"

namespace akin::cli {
namespace {

using report::HumanBytes;

constexpr FlagText kFlags[] = {
    // All verbs.
    {"--json", "", "print JSON Lines instead of a table or TSV"},
    {"--table", "", "print a table even if standard output is not a terminal"},
    {"--threads", "T", "number of threads; 0 means one per core"},
    {"--memory", "SIZE", "memory that the command may use, such as 512M or 4G"},
    {"--force", "", "replace an existing one of the same name"},
    {"--quiet", "", "print no progress and no notes"},
    // split
    {"--copy", "", "copy all files, even where a second name would do"},
    // ingest
    {"-o,--output", "CORPUS", "the corpus to make, a directory"},
    {"--format", "F", "format of the sources: edges, mtx, bv, html or warc; default: detected"},
    {"--targets", "T",
     "for pages: which link targets become vertices, crawled (only pages that were read) or all; "
     "default: all for WARC files, crawled for folders"},
    {"--include", "GLOB",
     "for pages: read only those whose path or URL matches; * is any characters but /, ** any; "
     "without / it is compared with the last part; may be repeated"},
    {"--exclude", "GLOB",
     "for pages: leave out those that match, and links to them; may be repeated"},
    {"--header", "", "the first line of every edge list is a header"},
    {"--no-header", "", "no edge list has a header line"},
    {"--columns", "A,B",
     "for edge lists: the columns of the source and the target, counted from 1, such as 2,5; "
     "others "
     "are ignored"},
    {"--titles", "FILE",
     "titles for the vertices: lines of KEY and TITLE, separated by a tab; answers show them, and "
     "one can ask by them"},
    {"--undirected", "", "take every arc in both directions"},
    {"--reverse", "", "reverse every arc"},
    {"--drop-self-loops", "", "leave out arcs from a vertex to itself"},
    {"--ignore-weights", "", "accept a third numeric column and ignore it"},
    {"--skip-bad-lines", "", "count malformed lines instead of stopping at the first"},
    {"--max-inlink-share", "X",
     "leave out arcs to vertices that more than this share of all vertices link to, such as the "
     "navigation of a web site"},
    {"--max-page", "SIZE",
     "for pages: of larger ones, unpacked, only the name is read; up to 64M. A 32nd of --memory "
     "is a limit too, if that is over 1M"},
    {"--max-vertices", "N",
     "refuse more vertices, such as 2G; default: as many as the sizes of the sources make likely"},
    {"--max-arcs", "N",
     "refuse a source with more arcs; default: as many as its size makes likely"},
    {"--follow-symlinks", "", "for folders: read pages that are links to files outside too"},
    // generate
    {"--vertices", "N", "number of vertices, such as 5000, 80K or 1.5M; 2 to 4,294,967,294"},
    {"--degree", "D", "mean number of links of a vertex, 1 to 10000"},
    {"--urls", "", "for web: name pages like https://www.h0123.example/d3/p00042.html"},
    // build
    {"--measure", "M", "a measure that an index can hold; akin build --help lists them"},
    {"--decay", "C", "each step before a meeting multiplies the score by this, in (0,1)"},
    {"--method", "WAY",
     "fingerprints; push: simrank with a bound on every error; or norms: the same for "
     "cosine-simrank, which has no other method"},
    {"--length", "L", "steps of each walk, 1 to 254"},
    {"--fingerprints", "N", "independent walks per vertex; errors fall as 1/sqrt(N)"},
    {"--signatures", "N", "for text: samples of each bag; errors fall as 1/sqrt(N)"},
    {"--bags", "NAME",
     "for text: which bags to compare, made by akin bags; default: the only ones, or text"},
    {"--seed", "S", "seed of the random choices; the same seed gives the same bytes"},
    {"--name", "NAME", "name of the index; default: the name of the measure"},
    {"--duplicates", "", "print groups of pages that say nearly the same"},
    {"--gap", "DELTA",
     "of an index: tell recall and precision of asking for all scores above a threshold, without "
     "those "
     "this near to it"},
    {"--likeness", "A", "how similar duplicates are at least: above 0.5, at most 1"},
    {"--boilerplate", "WAY",
     "links recognised as boilerplate: keep; site: drop lists of everything and links that are on "
     "most pages; or drop: navigation and next and previous too; akin info --boilerplate shows "
     "them"},
    {"--only", "FILE", "index only the vertices named in FILE, one per line; same scores"},
    {"--builder", "WAY", "auto, memory, semi-external or external; all write the same bytes"},
    {"--precision", "P",
     "as many fingerprints as it takes to find this share of the true ten best, such as 0.95; "
     "estimated from a sample"},
    {"--dry-run", "", "print the disk, memory and time that the build needs; build nothing"},
    {"--finish", "", "make an index of the shards that --shards built, when all of them are there"},
    // related, sim
    {"-k,--count", "K", "print at most K hits; 0 means all"},
    {"--min-score", "A", "print only hits that score at least this"},
    {"--above", "ALPHA", "print all hits that score more than this, or the first --count of them"},
    {"--min-inlinks", "M", "print only hits that at least this many vertices link to"},
    {"--index", "NAME",
     "index to ask; default: the only one, or simrank. NAME=WEIGHT,NAME=WEIGHT mixes the scores of "
     "several"},
    {"--fusion", "WAY",
     "how to mix several indexes: weighted, the sum of weight times score; or rrf, the sum of "
     "weight / (60 + rank), if scores cannot be compared"},
    {"--refine", "EFFORT",
     "rank the best candidates by a closer look: 0 does not, 1 takes milliseconds, 10 is surer "
     "and slower"},
    {"--no-index", "",
     "compute the walks now, or build an index for this question where that is less work; the "
     "scores are those of an index with these flags"},
    {"--exact", "M", "compute a measure exactly (for small graphs); see the list below"},
    {"--iterations", "I",
     "rounds of the exact solver, which leave an error of decay^(I+1); for cosine-simrank terms, "
     "which leave decay^I"},
    {"--epsilon", "E", "largest error that a score may have; does as few rounds as that needs"},
    {"--krylov", "M",
     "for cosine-simrank of a pair or a join: use Krylov spaces of M steps. Faster if M is far "
     "below --iterations, and off by up to decay^M. auto means as many as rounds, and exact"},
    {"--kernel", "K",
     "for cosine-simrank: how the walks to two vertices are compared: cosine; sets, the same "
     "without their number; bhattacharyya, as shares by roots; intersection, shares in common"},
    {"--side", "S",
     "for measures with two sides: pointed-to, points-to, both (their mean, see --lambda), or "
     "auto, which takes points-to for a vertex without in-links"},
    {"--decay-out", "C",
     "decay of the side points-to (prank: of out-links), in (0,1); --decay is that of the other"},
    {"--lambda", "L",
     "for prank: share of the in-links in a score, 0 to 1; with --side both: share of pointed-to"},
    {"--radius", "R", "keep only pairs at most R links apart; needs memory only for these"},
    {"--prune", "WAY",
     "common: keep only pairs with a common in-neighbour, for points-to out-neighbour; none: all"},
    {"--pairs", "", "print all pairs of vertices: how similar they are, and when surfers meet"},
    {"--distances", "", "print how many steps a random surfer needs from one vertex to another"},
    {"--rounds", "", "print a line for every round: how the scores of the graph settle"},
    {"--function", "F",
     "for an index of walks, and for simrank-f: what it counts that two walks meet after z steps: "
     "inverse, 1/(1+z); linear, 1-z/(L+1); within, 1 up to L steps; exponential, decay^z. L is "
     "--length, or --iterations of simrank-f"},
    {"--popularity", "P",
     "multiply the score of a hit by the number of its in-links to the power P, in (0,1)"},
    {"--prior", "FILE", "fixed similarities: lines of NAME, NAME and SCORE, separated by tabs"},
    {"--text", "FILE",
     "ask about the plain text in a file instead of a vertex; - is standard input"},
    {"--queries", "FILE", "ask about every key in a file, one per line; - is standard input"},
    {"--all", "", "ask about every vertex"},
    // label
    {"--kinds", "COLUMN=KIND,...", "kinds of columns: text, number or set; default: recognised"},
    {"--remove", "NAME,...", "remove these attributes"},
    {"--remove-all", "", "remove all attributes"},
    // explain
    {"--more", "N",
     "if fewer than five fingerprints contribute: walk N more now and list them apart; 0: none"},
    {"--by-step", "", "list a vertex once for every number of steps after which it contributes"},
    {"--dot", "", "print a graph for Graphviz"},
    {"--svg", "", "print a picture, as SVG"},
    // join
    {"--left", "FILE", "vertices to print rows of, one name per line; - is standard input"},
    {"--right", "FILE", "vertices to compare them with, one name per line; default: all"},
    {"--top", "K", "print at most the best K pairs of each row; 0 means all"},
    // match
    {"--krylov-right", "M", "the M of the second graph, if it differs from that of --krylov"},
    {"--beta", "B", "weight of the in-link side, 0 to 1; the out-link side has the rest"},
    {"--assign", "", "print the one-to-one matching with the largest sum of scores instead"},
    {"--judge", "", "print how well the matching finds vertices of the same name, not the pairs"},
    // eval
    {"--truth", "T",
     "what is truly related: a file, path, exact:MEASURE, citations or titles:FILE; see below"},
    {"--depth", "D", "how many parts of a class count; the rest is cut off"},
    {"--separator", "C", "the character between the parts of a class"},
    {"--measures", "M,...",
     "sweep over indexes of these measures; builds those that are missing, and removes them at the "
     "end"},
    {"--keep-indexes", "", "keep the indexes that sweeps build, as eval-MEASURE-lLENGTH"},
    {"--sweep", "P=VALUES",
     "values of length, decay or fingerprints to try, such as length=1..10; may be repeated"},
    {"--metrics", "M,...",
     "what to measure, of what the truth allows; see the list below. orthogonality takes long"},
    {"--cut-first", "",
     "take the first --top hits, then leave out those that the truth does not know; otherwise "
     "these are "
     "left out before"},
    {"--keep-query", "", "count the query itself as the first hit in every Gamma"},
    {"--min-cocited", "N", "for delta: leave out queries with fewer co-cited vertices than this"},
    {"--resamples", "N", "number of bootstrap draws for the intervals"},
    {"--confidence", "P", "share of the draws that an interval contains, in (0,1)"},
    {"--results", "FILE.csv",
     "keep results in this file; results in it are not computed again, so that an interrupted run "
     "continues"},
    // sample
    {"--far", "", "by overlap: also pairs without a common in-neighbour"},
    {"--min-depth", "K", "by overlap: least depth of a pair, 1 to 5; see below"},
    {"--max-depth", "K", "by overlap: largest depth of a pair, 1 to 5"},
    {"--candidates", "N", "by overlap: how many pairs to look at, such as 2000 or 50K"},
    {"--report", "DIR", "write a page with tables, charts and sample answers to DIR/index.html"},
    // plot
    {"--x", "COLUMN", "column for the horizontal axis: numbers or words"},
    {"--y", "COLUMN", "column with the values"},
    {"--low", "COLUMN", "column with the lower ends of the intervals"},
    {"--high", "COLUMN", "column with the upper ends of the intervals"},
    {"--by", "COLUMN", "draw one series for each value of this column"},
    {"--panel", "COLUMN", "draw one panel for each value of this column"},
    {"--where", "COLUMN=VALUE,...", "draw only these rows; values of one column are alternatives"},
    {"--mark", "MARK", "line, points or dots"},
    {"--log-x", "", "use a logarithmic x axis"},
    {"--log-y", "", "use a logarithmic y axis"},
    {"--title", "TEXT", "title of the chart"},
    // info
    {"--plot", "FILE.svg", "draw the statistics of the index as a chart; replaces the file"},
    // bags, bag
    {"--terms", "KINDS", "what bags are made of: content, anchor, links, separated by commas"},
    {"--window", "W", "which words around a link count: basic:WORDS, syntactic, topical"},
    {"--stem", "WAY",
     "none; stem: terms are stems; stopstem: terms are words, but stop words are found by stem"},
    {"--parts", "W", "how much a part of a technical term counts, from 0 to 1; the whole counts 1"},
    {"--language", "CODE",
     "of all pages, such as de, for stems and stop words; auto: as each says"},
    {"--distance-weight", "WAY", "log: words near a link count more; none: all count the same"},
    {"--weight", "WAY",
     "weight by the number of bags that have a term: none, log, sqrt, nmdf[:MU,SIGMA]"},
    // export
    {"--diagonal", "", "print the diagonal correction of SimRank instead: one number per vertex"},
    {"--names", "", "print the vertices instead: number, name, title"},
    // serve
    {"--port", "P", "port to listen on; 0 means any that is free"},
    {"--address", "IP", "address to listen on; others than 127.0.0.1 need tokens or --public"},
    {"--token-file", "FILE",
     "tokens, one per line, of which a request must have one: Authorization: Bearer TOKEN"},
    {"--public", "", "let anybody ask who can connect, without a token"},
    {"--rate", "R", "requests per second that a token, or without tokens an address, may make"},
    {"--allow-origin", "ORIGIN",
     "let web pages from there ask, such as https://example.org, or *; may be repeated"},
    {"--certificate", "FILE", "for TLS: the certificate, with those that it needs, in PEM format"},
    {"--key", "FILE", "for TLS: the private key of the certificate"},
    {"--queue", "N", "requests that may wait for a thread; more are told to come back"},
    {"--shed", "", "while many wait, answer with less effort, and say so in the answer"},
    {"--deadline", "S", "seconds that a request may take, waiting included"},
    {"--transfer", "S",
     "seconds in which the header of a request, its body, and an answer each must pass"},
    {"--idle", "S", "seconds that a connection without a request stays open"},
    {"--max-requests", "N", "requests on one connection, which is then closed"},
    {"--max-connections", "N", "connections at one time; more have to wait"},
    {"--drain", "S",
     "seconds to go on after a stop, while /readyz says no, so that balancers notice"},
    {"--no-verify", "", "do not read all files at the start, and after changes, to verify them"},
    {"--no-completion", "",
     "do not keep all names in memory: /v1/keys finds whole names only, and errors suggest none"},
    {"--verbose", "", "log every request to standard error"},
    {"--backends", "FILE",
     "which machines have which shards: lines of INDEX, shards such as 0-3, and HOST:PORT of each "
     "replica"},
    {"--backend-certificate", "FILE", "for TLS with back ends: the certificate of this front end"},
    {"--backend-key", "FILE", "for TLS with back ends: the private key of that certificate"},
    {"--backend-ca", "FILE", "for TLS with back ends: the authority whose certificates they have"},
    // backend
    {"--shards", "LIST", "which shards to answer for, such as 0-3 or 0,2,5-7"},
    {"--ca", "FILE", "for TLS: only those may ask who have a certificate of this authority"},
};

// The first of two rows would describe the flags of both.
constexpr bool AllDiffer() {
  for (const FlagText& flag : kFlags) {
    for (const FlagText* other = std::begin(kFlags); other != &flag; ++other) {
      if (other->names == flag.names) return false;
    }
  }
  return true;
}
static_assert(AllDiffer());

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

constexpr double kMostBytes = 0x1p50;

// The values of a flag are read by ourselves: CLI11 takes -1 for a large number, 2^64 for the
// largest, and 010 for 8.
template <class T>
T ParseNumber(const std::string& flag, const std::string& text) {
  T number{};
  const char* const past = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), past, number);
  if constexpr (std::is_floating_point_v<T>) {
    if (error == std::errc() && end == past && std::isfinite(number)) return number;
    throw CLI::ValidationError(flag, fmt::format("'{}' is no number", text));
  } else {
    if (error == std::errc() && end == past) return number;
    throw CLI::ValidationError(
        flag, fmt::format("'{}' is no whole number from {} to {}", text,
                          std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  }
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
  const double bytes = number * std::exp2(10.0 * static_cast<double>(found - kUnits.begin()));
  if (error != std::errc() || found == kUnits.end() || !(number >= 0)) {
    throw CLI::ValidationError(flag, fmt::format("'{}' is no size; write 512M or 2G", text));
  }
  if (bytes > kMostBytes) {
    throw CLI::ValidationError(flag,
                               fmt::format("'{}' is more than the largest size, 1024T", text));
  }
  return static_cast<uint64_t>(bytes);
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

MeetingFunction ParseFunction(const std::string& flag, const std::string& text) {
  const Result<MeetingFunction> function = MeetingFunctionNamed(text);
  if (function.ok()) return *function;
  throw CLI::ValidationError(flag, function.status().message());
}

template <class T>
constexpr bool kIsOptionalNumber = false;
template <class T>
constexpr bool kIsOptionalNumber<std::optional<T>> = std::is_arithmetic_v<T>;

// A flag whose value we read ourselves.
template <class T, class Value>
Flag AddParsedFlag(const Verb& verb, std::string_view long_name, T& variable,
                   Value (*parse)(const std::string& flag, const std::string& text)) {
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

// A flag that takes words.
template <class T>
Flag AddTextFlag(const Verb& verb, std::string_view long_name, T& variable) {
  const FlagText& flag = TextOf(long_name);
  CLI::Option* const option =
      verb.app().add_option(std::string(flag.names), variable, std::string(flag.help));
  option->type_name(std::string(flag.value))->capture_default_str();
  // One value each time that it is given: what follows is another flag or argument.
  if constexpr (std::is_same_v<T, std::vector<std::string>>) option->allow_extra_args(false);
  return Flag(option);
}

}  // namespace

template <class T>
Flag AddFlag(const Verb& verb, std::string_view long_name, T& variable) {
  if constexpr (std::is_arithmetic_v<T>) {
    return AddParsedFlag(verb, long_name, variable, ParseNumber<T>)
        .Default(fmt::to_string(variable));
  } else if constexpr (kIsOptionalNumber<T>) {
    return AddParsedFlag(verb, long_name, variable, ParseNumber<typename T::value_type>)
        .Default(variable ? fmt::to_string(*variable) : "");
  } else {
    return AddTextFlag(verb, long_name, variable);
  }
}
template Flag AddFlag(const Verb&, std::string_view, std::string&);
template Flag AddFlag(const Verb&, std::string_view, unsigned&);
template Flag AddFlag(const Verb&, std::string_view, uint64_t&);
template Flag AddFlag(const Verb&, std::string_view, double&);
template Flag AddFlag(const Verb&, std::string_view, std::optional<double>&);
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

Flag AddFunctionFlag(const Verb& verb, std::string_view long_name,
                     std::optional<MeetingFunction>& variable) {
  return AddParsedFlag(verb, long_name, variable, ParseFunction);
}

Flag AddCountFlag(const Verb& verb, std::string_view long_name, uint64_t& variable) {
  const Flag option = AddParsedFlag(verb, long_name, variable, ParseCount);
  return variable == 0 ? option : option.Default(fmt::to_string(variable));
}

}  // namespace akin::cli
