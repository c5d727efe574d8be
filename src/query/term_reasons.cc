#include "query/term_reasons.h"

#include <cmath>
#include <span>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "query/bounded_score.h"
#include "query/level_reasons.h"

namespace akin {
namespace {

Status CheckBytes(const LevelReasons& reasons, const Control& control) {
  if (reasons.bytes() <= control.memory) return {};
  return OutOfMemory("explaining a score by all places of its walks", {},
                     static_cast<double>(control.memory), "follow fewer steps");
}

}  // namespace

Result<ExplainedPart> CosineReasons(const LinksBothWays& links, const CosineSum& sum, VertexId a,
                                    VertexId b, const ExplainOptions& options,
                                    const Control& control) {
  Powers<2> powers(links.in);
  LevelReasons reasons(a, b, options.by_step);
  const auto entries = [&](size_t lane) {
    std::vector<Entry> level;
    const auto cells = powers.cells();
    for (size_t i = 0; 2 * i < cells.size(); ++i) {
      if (cells[2 * i + lane] > 0) level.push_back({powers.vertices()[i], cells[2 * i + lane]});
    }
    return level;
  };
  AKIN_TRY_ASSIGN(const CosineScore score,
                  CosinePair(powers, a, b, sum, control.stop, [&](double factor) {
                    reasons.Add(entries(0), entries(1), [factor](VertexId) { return factor; });
                    return CheckBytes(reasons, control);
                  }));
  ExplainedPart part{.score = BoundedScore(score.value, score.error),
                     .reading = Reading::kCommonSources};
  AKIN_TRY_ASSIGN(part.reasons, reasons.Keep(options.k, links.out, [](VertexId) { return 1.0; }));
  return part;
}

Result<ExplainedPart> SeriesReasons(const LinksBothWays& links, const VariedDiagonals& diagonals,
                                    Reading reading, VertexId a, VertexId b,
                                    const ExplainOptions& options, const Control& control) {
  LevelReasons reasons(a, b, options.by_step);
  const auto entries = [](std::span<const double> values) {
    std::vector<Entry> level;
    for (size_t w = 0; w < values.size(); ++w) {
      if (values[w] > 0) level.push_back({static_cast<VertexId>(w), values[w]});
    }
    return level;
  };
  AKIN_TRY_ASSIGN(
      const double score,
      VariedPair(
          links.in, diagonals, a, b,
          [&](size_t level, std::span<const double> of_a, std::span<const double> of_b) -> Status {
            if (control.stop.stop_requested()) return Interrupted();
            if (level == 0) return {};
            const auto& d = diagonals.values[diagonals.values.size() - 1 - level];
            reasons.Add(entries(of_a), entries(of_b), [&](VertexId w) { return d[w]; });
            return CheckBytes(reasons, control);
          }));
  const double error = std::pow(diagonals.decay, diagonals.iterations() + 1);
  ExplainedPart part{.score = BoundedScore(score, error), .reading = reading};
  AKIN_TRY_ASSIGN(part.reasons, reasons.Keep(options.k, links.out, WalkersPerInLink(links.in)));
  return part;
}

}  // namespace akin
