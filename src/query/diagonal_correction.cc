// akin::Index::Diagonal and akin::SolveDiagonalCorrection.
#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <variant>

#include "akin/diagonal.h"
#include "akin/errors.h"
#include "akin/try.h"
#include "linear/rounding.h"
#include "linear/varied_d.h"
#include "query/index_impl.h"

namespace akin {

double DiagonalCorrection::ErrorOf(size_t j) const {
  return of_rounds ? std::pow(decay, static_cast<double>(j) + 1) + error : error;
}

Result<DiagonalCorrection> Index::Diagonal() const {
  std::optional<DiagonalCorrection> correction = impl_->opened->Diagonal();
  if (!correction) {
    return InvalidArgument("index", fmt::format("index '{}' answers by {}, which has no diagonal; "
                                                "take one of push or series",
                                                impl_->info.name, MethodName(impl_->info.method)));
  }
  return impl_->IfIntact(Result<DiagonalCorrection>(*std::move(correction)));
}

Result<DiagonalCorrection> SolveDiagonalCorrection(const Corpus& corpus, BuildOptions options,
                                                   const Control& control) {
  if (!options.method) options.method = Method::kPush;
  AKIN_TRY_ASSIGN(const IndexParameters index, ResolveParameters(options));
  if (const auto* const push = std::get_if<PushParameters>(&index.of)) {
    AKIN_TRY_ASSIGN(const Index solved, corpus.SolveIndex(*push, control));
    return solved.Diagonal();
  }
  const auto* const series = std::get_if<SeriesParameters>(&index.of);
  if (series == nullptr) {
    return InvalidArgument("method",
                           fmt::format("{} by {} has no diagonal; take push or series",
                                       MeasureName(index.measure), MethodName(index.method)));
  }
  AKIN_TRY_ASSIGN(const Adjacency in, corpus.InLinks(index.boilerplate));
  AKIN_TRY_ASSIGN(const Adjacency out, corpus.OutLinks(index.boilerplate));
  AKIN_TRY_ASSIGN(
      VariedDiagonals rounds,
      SolveVariedDiagonals(in, out, series->decay, static_cast<int>(series->iterations), control));
  AKIN_TRY(corpus.Intact());
  const double rounding = DiagonalRounding(SizeOf(in, out), rounds.decay, rounds.iterations());
  return DiagonalCorrection{.decay = series->decay,
                            .values = std::move(rounds.values),
                            .of_rounds = true,
                            .error = rounding};
}

}  // namespace akin
