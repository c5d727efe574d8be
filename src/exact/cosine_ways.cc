#include "exact/cosine_ways.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/budget.h"
#include "linear/arnoldi.h"
#include "linear/cosine_join.h"
#include "linear/cosine_norms.h"
#include "linear/cosine_rows.h"
#include "linear/kernel_sums.h"
#include "linear/powers.h"

namespace akin {
namespace {

constexpr std::string_view kCosineName = "cosine-simrank";
constexpr size_t kProbes = 8;  // vertices of each side used to estimate the cost of all

// A pool of objects. Each is used by one thread at a time and made when first needed.
template <class T>
class ObjectPool {
 public:
  template <class Make>
  std::unique_ptr<T> Take(const Make& make) {
    const std::lock_guard lock(mutex_);
    if (shelf_.empty()) return make();
    auto taken = std::move(shelf_.back());
    shelf_.pop_back();
    return taken;
  }
  void Return(std::unique_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    shelf_.push_back(std::move(object));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> shelf_;
};

double KrylovError(const CosineQuestion& question) {
  return question.krylov ? KrylovTruncation(question.sum, *question.krylov)
                         : CosineTruncation(question.sum);
}

// ---- pairs ----

Result<CosineRows> SolvePair(const CosineQuestion& question, const Control& control) {
  const VertexId a = question.left.front();
  const VertexId b = question.right.front();
  const double need = question.krylov ? Arnoldi::BytesAtMost(question.in, 2, *question.krylov)
                                      : Powers<2>::BytesAtMost(question.in);
  AKIN_TRY(ThreadsWithin(kCosineName, {.per_thread = need}, 1,
                         question.krylov ? "take a smaller Krylov space" : "use a smaller graph",
                         control)
               .status());
  CosineScore score;
  if (question.krylov) {
    Arnoldi arnoldi(question.in);
    AKIN_TRY_ASSIGN(score,
                    CosineKrylov(arnoldi, a, b, question.sum, *question.krylov, control.stop));
  } else {
    Powers<2> powers(question.in);
    AKIN_TRY_ASSIGN(score, CosinePair(powers, a, b, question.sum, control.stop));
  }
  return CosineRows{.row =
                        [b, score](VertexId, std::span<double> row) {
                          row[b] = score.value;
                          return Status();
                        },
                    .error = score.error};
}

Result<CosineRows> SolveKrylovPairs(const CosineQuestion& question, const Control& control) {
  const double each = Arnoldi::BytesAtMost(question.in, 2, *question.krylov);
  AKIN_TRY_ASSIGN(const unsigned threads,
                  ThreadsWithin(kCosineName, {.per_thread = each}, question.left.size(),
                                "take a smaller Krylov space", control));
  auto shelf = std::make_shared<ObjectPool<Arnoldi>>();
  return CosineRows{
      .row = [question, shelf, stop = control.stop](VertexId u, std::span<double> row) -> Status {
        auto arnoldi = shelf->Take([&] { return std::make_unique<Arnoldi>(question.in); });
        for (const VertexId v : question.right) {
          AKIN_TRY_ASSIGN(const CosineScore score,
                          CosineKrylov(*arnoldi, u, v, question.sum, *question.krylov, stop));
          row[v] = score.value;
        }
        shelf->Return(std::move(arnoldi));
        return {};
      },
      .error = KrylovError(question),
      .one_at_a_time = threads < ThreadsOrAll(control.threads)};
}

// ---- sets ----

Result<CosineRows> SolveRows(const CosineQuestion& question, const Control& control) {
  const double fixed = 8.0 * question.in.vertices() * question.sum.terms;
  const double each = CosineScratch::kBytesPerVertex * question.in.vertices();
  AKIN_TRY_ASSIGN(const unsigned threads,
                  ThreadsWithin(kCosineName, {.fixed = fixed, .per_thread = each},
                                question.left.size(), "take fewer iterations", control));
  AKIN_TRY_ASSIGN(std::vector<double> growths,
                  SolveCosineGrowths(question.in, question.sum.terms, control));
  auto shared = std::make_shared<const std::vector<double>>(std::move(growths));
  auto shelf = std::make_shared<ObjectPool<CosineScratch>>();
  const CosineGraph graph{.in = question.in,
                          .out = question.out,
                          .growths = {.terms = question.sum.terms, .values = *shared},
                          .decay = question.sum.decay};
  return CosineRows{.row = [graph, shared, shelf](VertexId u, std::span<double> row) -> Status {
                      auto scratch = shelf->Take(
                          [&] { return std::make_unique<CosineScratch>(graph.in.vertices()); });
                      std::vector<Entry> scores;
                      CosineFrom(graph, u, /*budget=*/0, *scratch, scores);
                      shelf->Return(std::move(scratch));
                      std::fill(row.begin(), row.end(), 0.0);
                      for (const auto& [v, score] : scores) row[v] = score;
                      row[u] = 1;
                      return {};
                    },
                    .error = CosineTruncation(question.sum),
                    .one_at_a_time = threads < ThreadsOrAll(control.threads)};
}

Result<CosineRows> SolveSets(const CosineQuestion& question, const Control& control) {
  AKIN_TRY_ASSIGN(const CosineJoinPlan plan, PlanCosineJoin(question.in, question.left.size(),
                                                            question.right.size(), control));
  auto given = std::make_shared<const CosineQuestion>(question);
  auto join =
      std::make_shared<CosineJoin>(given->in, given->left, given->right, given->sum, plan, control);
  auto place = std::make_shared<size_t>(0);  // rows are asked for in order
  return CosineRows{
      .row = [given, join, place](VertexId u, std::span<double> row) -> Status {
        const auto left = given->left;
        if (*place >= left.size() || left[*place] != u) {
          *place = static_cast<size_t>(std::find(left.begin(), left.end(), u) - left.begin());
        }
        AKIN_TRY_ASSIGN(const auto scores, join->Row(*place));
        for (size_t j = 0; j < scores.size(); ++j) row[given->right[j]] = scores[j];
        ++*place;
        return {};
      },
      .error = CosineTruncation(question.sum),
      .one_at_a_time = true};
}

// ---- other kernels ----

// L - 1 of the right at a time. Either these or the rows are shared among threads, whichever are
// more.
template <size_t L>
Result<CosineRows> SolveKernel(const CosineQuestion& question, const Control& control) {
  constexpr size_t kOthers = L - 1;
  const size_t blocks = (question.right.size() + kOthers - 1) / kOthers;
  const double row_bytes = sizeof(double) * static_cast<double>(question.in.vertices());
  AKIN_TRY_ASSIGN(
      const unsigned threads,
      ThreadsWithin(kCosineName, {.per_thread = row_bytes + Powers<L>::BytesAtMost(question.in)},
                    std::max(question.left.size(), blocks), "use a smaller graph", control));
  const bool within_rows = blocks > question.left.size() || threads < ThreadsOrAll(control.threads);
  auto shelf = std::make_shared<ObjectPool<Powers<L>>>();
  return CosineRows{
      .row = [=](VertexId u, std::span<double> row) -> Status {
        ThreadPool pool(within_rows ? threads : 1);
        ProgressMeter progress(control, "comparing walks", "vertices", question.right.size());
        return pool.Run(blocks, control.stop, [&](uint64_t block, unsigned) -> Status {
          const size_t first = block * kOthers;
          const size_t count = std::min(kOthers, question.right.size() - first);
          const auto others = question.right.subspan(first, count);
          std::array<double, kOthers> scores;
          auto powers = shelf->Take([&] { return std::make_unique<Powers<L>>(question.in); });
          AKIN_TRY(KernelScores<L>(*powers, question.kernel, question.sum, u, others, scores,
                                   control.stop));
          shelf->Return(std::move(powers));
          for (size_t i = 0; i < count; ++i) row[others[i]] = scores[i];
          progress.Advance(count);
          return {};
        });
      },
      .error = CosineTruncation(question.sum),
      .one_at_a_time = within_rows};
}

// ---- which way ----

// Side by side, every pair costs K V multiplications on top of the spreading. Row by row, every
// vertex of the left costs K (K + 8) E / 2 additions on the way back.
bool RowsAreCheaper(const CosineQuestion& question) {
  const double back = (question.sum.terms + 8.0) * static_cast<double>(question.in.arcs()) / 2;
  return static_cast<double>(question.right.size()) * question.in.vertices() > back;
}

// A few vertices, evenly spread over the set.
std::vector<VertexId> Probes(std::span<const VertexId> set) {
  std::vector<VertexId> probes;
  const size_t count = std::min(kProbes, set.size());
  for (size_t i = 0; i < count; ++i) probes.push_back(set[i * set.size() / count]);
  return probes;
}

// Additions and multiplications for all pairs, estimated from a few pairs.
Result<double> WorkOfPairs(const CosineQuestion& question, const Control& control) {
  const std::vector<VertexId> left = Probes(question.left);
  const std::vector<VertexId> right = Probes(question.right);
  const size_t count = std::max(left.size(), right.size());
  Arnoldi arnoldi(question.in);
  double work = 0;
  for (size_t i = 0; i < count; ++i) {
    const VertexId pair[] = {left[i % left.size()], right[i % right.size()]};
    AKIN_TRY(arnoldi.Run(pair, *question.krylov, control.stop));
    work += arnoldi.work();
  }
  return work / static_cast<double>(count) * static_cast<double>(question.left.size()) *
         static_cast<double>(question.right.size());
}

// The same for spreading both sets side by side, estimated from one block of eight.
Result<double> WorkOfSets(const CosineQuestion& question, const Control& control) {
  std::vector<VertexId> probes = Probes(question.left);
  const std::vector<VertexId> right = Probes(question.right);
  for (size_t i = 1; i < std::min(probes.size(), right.size()); i += 2) probes[i] = right[i];
  Powers<kProbes> powers(question.in);
  powers.Begin(probes);
  double work = 0;
  double rows = 0;
  for (unsigned k = 1; k < question.sum.terms && !powers.empty(); ++k) {
    if (control.stop.stop_requested()) return Interrupted();
    powers.Step();
    work += powers.work();
    rows += static_cast<double>(powers.vertices().size());
  }
  const auto left = static_cast<double>(question.left.size());
  const auto others = static_cast<double>(question.right.size());
  return work / static_cast<double>(probes.size()) * (left + others) + rows * left * others;
}

}  // namespace

Result<CosineRows> SolveCosine(const CosineQuestion& question, const Control& control) {
  const bool pair = question.left.size() == 1 && question.right.size() == 1;
  if (question.kernel != WalkKernel::kCosine) {
    return pair ? SolveKernel<2>(question, control) : SolveKernel<8>(question, control);
  }
  if (pair) return SolvePair(question, control);
  const auto note = [&](std::string_view way) {
    if (question.note) question.note(way);
  };
  if (question.krylov) {
    AKIN_TRY(ThreadsWithin(kCosineName,
                           {.per_thread = Arnoldi::BytesAtMost(question.in, 2, *question.krylov)},
                           1, "take a smaller Krylov space", control)
                 .status());
    AKIN_TRY_ASSIGN(const double pairs, WorkOfPairs(question, control));
    AKIN_TRY_ASSIGN(const double sets, WorkOfSets(question, control));
    if (pairs < sets) {
      note(
          fmt::format("joining pair by pair in Krylov spaces of {} steps: about {:.2g} times less "
                      "work than spreading every vertex once",
                      *question.krylov, sets / pairs));
      return SolveKrylovPairs(question, control);
    }
    note(
        fmt::format("joining by spreading every vertex once, which is exact: about {:.2g} times "
                    "less work than Krylov spaces pair by pair",
                    pairs / sets));
  }
  if (question.left.size() == 1 || RowsAreCheaper(question)) return SolveRows(question, control);
  return SolveSets(question, control);
}

}  // namespace akin
