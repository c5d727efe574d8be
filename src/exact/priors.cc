// akin::ReadPriors: reads similarities that are known in advance from a file.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

#include "akin/errors.h"
#include "akin/exact.h"
#include "akin/try.h"
#include "base/input.h"
#include "base/line_reader.h"

namespace akin {
namespace {

class PriorReader {
 public:
  PriorReader(const Corpus& corpus, const LineReader& lines) : corpus_(corpus), lines_(lines) {}

  Status TakeLine();
  std::vector<PriorScore> Take() { return std::move(priors_); }

 private:
  struct Seen {
    double score;
    uint64_t line;
  };

  Status Bad(std::string_view what) const { return BadInput(lines_.place(), what); }
  Result<VertexId> Find(std::string_view name) const;
  Result<double> Score(std::string_view text) const;

  const Corpus& corpus_;
  const LineReader& lines_;
  std::map<std::pair<VertexId, VertexId>, Seen> seen_;
  std::vector<PriorScore> priors_;
};

Result<VertexId> PriorReader::Find(std::string_view name) const {
  if (name.empty()) return Bad("a name is empty; expected two names and a score between tabs");
  Result<VertexId> vertex = corpus_.Find(name);
  return vertex.ok() ? vertex : vertex.status().At(lines_.place());
}

Result<double> PriorReader::Score(std::string_view text) const {
  double score = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), score);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Bad(fmt::format("'{}' is no score; expected two names and a score between tabs", text));
  }
  if (!(score >= 0 && score <= 1)) {  // written so that NaN fails too
    return Bad(fmt::format("the score is {}; similarities lie between 0 and 1", text));
  }
  return score;
}

Status PriorReader::TakeLine() {
  const std::string_view line = lines_.line();
  if (std::count(line.begin(), line.end(), '\t') != 2) {
    return Bad("expected two names and a score, separated by tabs");
  }
  const size_t first = line.find('\t');
  const size_t second = line.rfind('\t');
  AKIN_TRY_ASSIGN(const double score, Score(line.substr(second + 1)));
  AKIN_TRY_ASSIGN(const VertexId a, Find(line.substr(0, first)));
  AKIN_TRY_ASSIGN(const VertexId b, Find(line.substr(first + 1, second - first - 1)));
  if (a == b) {
    return score == 1 ? Status() : Bad("a vertex is similar to itself by 1, whatever is given");
  }
  const auto [seen, fresh] =
      seen_.try_emplace(std::minmax(a, b), Seen{.score = score, .line = lines_.number()});
  if (fresh) {
    priors_.push_back({.a = a, .b = b, .score = score});
  } else if (seen->second.score != score) {
    return Bad(fmt::format("this pair has the score {} in line {}; give it once",
                           seen->second.score, seen->second.line));
  }
  return {};
}

}  // namespace

Result<std::vector<PriorScore>> ReadPriors(const Corpus& corpus, const std::string& path,
                                           const Control& control) {
  AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(path, control.stop));
  LineReader lines(*source, control);
  PriorReader reader(corpus, lines);
  for (;;) {
    const LineReader::Found found = lines.Next();
    if (found == LineReader::Found::kEnd) break;
    if (found == LineReader::Found::kBadLine) {
      return BadInput(lines.place(), lines.problem());
    }
    AKIN_TRY(reader.TakeLine());
  }
  AKIN_TRY(lines.status());
  return reader.Take();
}

}  // namespace akin
