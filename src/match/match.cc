// akin::Match: GSR#, and AGSR# if a Krylov space is requested.
//
// Definition (Yu et al., definition 5), K terms of it:
//   S(a,b) = (1-c) sum over k < K of c^k [ beta     u_k' E+ v_k      u_k = A^k e_a,  v_k = B^k e_b
//                                      + (1-beta) u'_k' E- v'_k ]   u'_k, v'_k: of A', B'
// with all vectors divided by their L1 norms; a term is 0 when either vector is. E+ and E- compare
// out- and in-degrees (linkage.h). The first sum compares the vertices that lead to a and b, found
// along in-links; the second compares the vertices that a and b lead to.
// Empty case: vertices without links are compared by k = 0 only, and two of them score 1 - c.
// Rounding: nothing is negative. A vector of k steps sums over the D links of a vertex at most, 2
// (D
// + 4) k operations with its norm, and over all V vertices for its norm and its classes; the other
// vector too, and E sums over classes. As k (1 - c) c^k sums to less than 1/(1-c), a score is off
// by at most g(6 V + K + 16 + 4 min(K, 1/(1-c)) (D + 4)), where V counts the vertices of both
// graphs (base/rounding.h). What a Krylov space loses when its basis is made orthogonal is not in
// this. Error: terms are between 0 and 1, so at most c^K is left out. With a Krylov space of m < K
// dimensions, terms from k = m on may be wrong (krylov_profile.h), and c^m bounds both errors. Each
// graph may have its own m; terms are right as long as both vectors are, so the smaller one bounds
// them.
//
// Cost: u_k and v_k matter only by their sums over degrees. Links are followed once from every
// vertex, to get its profile (profile.h): O(K E) for eight vertices, or O(m E + m^2 V) for one. A
// score is then the inner product of two profiles: O(K d) per pair, where d counts the different
// in- and out-degrees in the graph that has fewer. Memory: 8 K d bytes for each of `right`, in
// addition to what threads need to follow links. If that exceeds the budget, the profiles of right
// vertices are computed again for every batch of left ones.
#include "akin/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/rounding.h"
#include "base/threads.h"
#include "exact/budget.h"
#include "exact/iteration_options.h"
#include "exact/vertex_list.h"
#include "graph/graph.h"
#include "linear/rounding.h"
#include "match/linkage.h"
#include "match/profile_sheet.h"
#include "measures/epsilon_refusal.h"
#include "query/bounded_score.h"
#include "query/ranking.h"

namespace akin {
namespace {

constexpr unsigned kMostTerms = 10'000;
constexpr unsigned kMostDimensions = 1'000;
// Panels of rows passed on together, if all right profiles are in memory.
constexpr size_t kBatchPanels = 32;
constexpr std::string_view kName = "matching";
// What CheckEpsilon takes.
constexpr ParameterRange kEpsilonRange{Parameter::kEpsilon, 0, 1, ParameterRange::Ends::kOpen};

using Vertices = std::span<const VertexId>;

// ---- options ----

Status CheckDimensions(std::string_view name, std::optional<unsigned> m) {
  if (!m || (*m >= 1 && *m <= kMostDimensions)) return {};
  return InvalidArgument(
      name, fmt::format("a Krylov space of {} dimensions; take 1 to {}", *m, kMostDimensions));
}

Status CheckOptions(const MatchOptions& options) {
  AKIN_TRY(CheckIterationOptions({.decay = options.decay}, kName));
  if (options.epsilon) AKIN_TRY(CheckEpsilon(*options.epsilon));
  if (!options.epsilon && (options.iterations < 1 || options.iterations > kMostTerms)) {
    return InvalidArgument(
        "iterations", fmt::format("{} iterations; take 1 to {}", options.iterations, kMostTerms));
  }
  if (!(options.beta >= 0 && options.beta <= 1)) {
    return InvalidArgument(
        "beta",
        fmt::format("beta is {}; it must lie between 0 (out-links alone) and 1 (in-links alone)",
                    options.beta));
  }
  AKIN_TRY(CheckDimensions("krylov", options.krylov));
  return CheckDimensions("krylov_right", options.krylov_right);
}

// Of a number of terms.
using RoundingOfTerms = std::function<double(unsigned terms)>;

Result<unsigned> TermsOf(const MatchOptions& options, const RoundingOfTerms& rounding) {
  if (!options.epsilon) return options.iterations;
  const double epsilon = *options.epsilon;
  unsigned terms = 1;
  while (terms < kMostTerms && std::pow(options.decay, terms) > epsilon) ++terms;
  const double left = std::pow(options.decay, terms);
  if (left > epsilon) {
    return RefuseOutOfReach({.measure = kName,
                             .epsilon = epsilon,
                             .most = kMostTerms,
                             .left_out = left,
                             .range = kEpsilonRange});
  }
  const double rounded = rounding(terms);
  if (rounded < kNegligibleRounding * epsilon) return terms;
  while (terms < kMostTerms && std::pow(options.decay, terms) + rounding(terms) > epsilon) ++terms;
  if (std::pow(options.decay, terms) + rounding(terms) <= epsilon) return terms;
  return InvalidArgument(
      "epsilon", fmt::format("an epsilon of {} cannot be promised: rounding alone may change a "
                             "score of these graphs by {:.2g}; take {:.2g} or more",
                             epsilon, rounded, 2.1 * rounded));
}

// ---- the problem ----

struct Links {
  Adjacency in;
  Adjacency out;

  static Result<Links> Of(const Corpus& corpus) {
    AKIN_TRY_ASSIGN(const Graph* graph, corpus.graph());
    Links links;
    AKIN_TRY_ASSIGN(links.in, graph->In());
    AKIN_TRY_ASSIGN(links.out, graph->Out());
    return links;
  }
  // Every link goes both ways, so in-links and out-links give the same profile.
  bool symmetric() const {
    return std::ranges::equal(in.offsets, out.offsets) &&
           std::ranges::equal(in.neighbours, out.neighbours);
  }
};

// One side of the comparison; `ways` (directions) are in the order of Problem::shares.
struct Side {
  Vertices vertices;
  std::optional<unsigned> krylov;
  std::vector<DegreeClasses> classes;
  std::vector<ProfileOptions> ways;
};

struct Problem {
  MatchOptions options;
  unsigned terms = 0;
  double rounding = 0;
  std::vector<double> shares;  // beta and 1 - beta, or 1 if one direction is enough
  Side left;
  Side right;
};

// E is applied on the side with more different degrees, so that profiles are as short as possible.
// The left profiles include the weights of the terms.
void AddWay(Problem& problem, const Links& left, const Links& right, bool before, double share) {
  const auto add = [&](Side& side, const Links& links) {
    side.classes.push_back(ClassesByDegree(before ? links.out : links.in));
    const DegreeClasses& classes = side.classes.back();
    side.ways.push_back({.links = before ? links.in : links.out,
                         .reverse = before ? links.out : links.in,
                         .classes = classes.of,
                         .class_count = classes.size(),
                         .weights = std::vector<double>(problem.terms, 1.0)});
    return std::span<const double>(classes.degrees);
  };
  const std::span<const double> of_left = add(problem.left, left);
  const std::span<const double> of_right = add(problem.right, right);
  const bool linked_left = of_left.size() > of_right.size();
  ProfileOptions& linked = (linked_left ? problem.left : problem.right).ways.back();
  linked.degrees = linked_left ? of_left : of_right;
  linked.other_degrees = linked_left ? of_right : of_left;
  const double decay = problem.options.decay;
  std::vector<double>& weights = problem.left.ways.back().weights;
  for (unsigned k = 0; k < problem.terms; ++k) {
    weights[k] = share * (1 - decay) * std::pow(decay, k);
  }
  problem.shares.push_back(share);
}

RoundingOfTerms RoundingOfMatch(const Links& left, const Links& right, double decay) {
  double vertices = 0;
  double links = 0;
  for (const Links& side : {left, right}) {
    vertices += side.in.vertices();
    links = std::max({links, MostNeighbours(side.in), MostNeighbours(side.out)});
  }
  return [=](unsigned terms) {
    const double steps = std::min<double>(terms, 1 / (1 - decay));
    return RoundingOf(6 * vertices + terms + 16 + 4 * steps * (links + 4));
  };
}

Result<Problem> Prepare(const Corpus& left_corpus, const Corpus& right_corpus, Vertices left,
                        Vertices right, const MatchOptions& options) {
  AKIN_TRY(CheckOptions(options));
  AKIN_TRY(CheckVertices(left, left_corpus.vertices()));
  AKIN_TRY(CheckVertices(right, right_corpus.vertices()));
  AKIN_TRY_ASSIGN(const Links of_left, Links::Of(left_corpus));
  AKIN_TRY_ASSIGN(const Links of_right, Links::Of(right_corpus));
  const RoundingOfTerms rounding = RoundingOfMatch(of_left, of_right, options.decay);
  AKIN_TRY_ASSIGN(const unsigned terms, TermsOf(options, rounding));
  Problem problem{.options = options, .terms = terms, .rounding = rounding(terms)};
  problem.left.vertices = left;
  problem.left.krylov = options.krylov;
  problem.right.vertices = right;
  problem.right.krylov = options.krylov_right ? options.krylov_right : options.krylov;
  const bool one_way = of_left.symmetric() && of_right.symmetric();
  const double before = one_way ? 1 : options.beta;
  if (before > 0) AddWay(problem, of_left, of_right, /*before=*/true, before);
  if (before < 1) AddWay(problem, of_left, of_right, /*before=*/false, 1 - before);
  return problem;
}

// ---- memory ----

struct Plan {
  unsigned threads = 1;
  size_t batch = 0;  // panels of left profiles in memory, with their rows of scores
  size_t chunk = 0;  // panels of right profiles in memory
};

double ClassBytes(const Side& side) {
  double bytes = 0;
  for (const DegreeClasses& classes : side.classes) {
    bytes += static_cast<double>(classes.of.size() * sizeof(uint32_t) +
                                 classes.degrees.size() * sizeof(double));
  }
  return bytes;
}

Result<Plan> PlanWithin(const Problem& problem, const Control& control) {
  const size_t left_panels = PanelsFor(problem.left.vertices.size());
  const size_t right_panels = PanelsFor(problem.right.vertices.size());
  const auto panel =
      static_cast<double>(ProfileSheet::PanelSize(problem.left.ways) * sizeof(double));
  const double rows = static_cast<double>(kPanel) *
                      static_cast<double>(problem.right.vertices.size()) *
                      (sizeof(double) + sizeof(Hit));
  const double classes = ClassBytes(problem.left) + ClassBytes(problem.right);
  const double followers = ProfileSheet::ProfilerBytes(problem.left.ways, problem.left.krylov) +
                           ProfileSheet::ProfilerBytes(problem.right.ways, problem.right.krylov);
  Plan plan;
  AKIN_TRY_ASSIGN(
      plan.threads,
      ThreadsWithin(
          kName, {.fixed = classes + 2 * panel + rows, .per_thread = followers},
          std::max(left_panels, right_panels),
          problem.left.krylov || problem.right.krylov
              ? "take a smaller Krylov space, fewer iterations or fewer vertices on the right"
              : "take fewer iterations or fewer vertices on the right",
          control));
  const double rest = static_cast<double>(control.memory) - classes - plan.threads * followers;
  const auto fit = [](double bytes, double each, size_t most) {
    const auto some = static_cast<double>(std::max<size_t>(most, 1));
    return static_cast<size_t>(std::clamp(bytes / each, 1.0, some));
  };
  const double all_right = static_cast<double>(right_panels) * panel;
  if (all_right + panel + rows <= rest) {
    plan.chunk = right_panels;
    plan.batch = fit(rest - all_right, panel + rows, std::min(left_panels, kBatchPanels));
  } else {
    plan.batch = fit(rest / 2, panel + rows, left_panels);
    plan.chunk = fit(rest - static_cast<double>(plan.batch) * (panel + rows), panel, right_panels);
  }
  return plan;
}

// ---- scores ----

// block[i][j] += sum over cells of x[i] y[j]. Two rows at a time: sixteen sums fit in registers.
void AddProducts(const double* x, const double* y, size_t cells, double* block) {
  for (size_t i = 0; i < kPanel; i += 2) {
    double first[kPanel] = {};
    double second[kPanel] = {};
    for (size_t cell = 0; cell < cells * kPanel; cell += kPanel) {
      for (size_t j = 0; j < kPanel; ++j) {
        first[j] += x[cell + i] * y[cell + j];
        second[j] += x[cell + i + 1] * y[cell + j];
      }
    }
    for (size_t j = 0; j < kPanel; ++j) {
      block[i * kPanel + j] += first[j];
      block[(i + 1) * kPanel + j] += second[j];
    }
  }
}

// Scores of batches of left vertices with all right ones.
class Matcher {
 public:
  static Result<std::unique_ptr<Matcher>> Create(const Problem& problem, const Plan& plan,
                                                 const Control& control) {
    auto matcher = std::unique_ptr<Matcher>(new Matcher(problem, plan, control));
    if (!matcher->left_.ok() || !matcher->right_.ok() || !matcher->scores_.ok()) {
      return SystemRefused(kName, static_cast<double>(control.memory));
    }
    return matcher;
  }

  size_t batch() const { return batch_ * kPanel; }
  ThreadPool& pool() { return pool_; }

  // `done` as in ProfileSheet::Fill, for left vertices.
  Status Score(Vertices left, const std::function<void(size_t)>& done) {
    const Vertices right = problem_.right.vertices;
    if (chunk_ * kPanel >= right.size()) AKIN_TRY(HoldRight(right));  // computed only once
    AKIN_TRY(left_.Fill(left, pool_, control_.stop, done));
    for (size_t first = 0; first < right.size(); first += chunk_ * kPanel) {
      const Vertices some = right.subspan(first, std::min(chunk_ * kPanel, right.size() - first));
      AKIN_TRY(HoldRight(some));
      AKIN_TRY(pool_.Run(PanelsFor(left.size()), control_.stop, [&](uint64_t panel, unsigned) {
        for (size_t other = 0; other < PanelsFor(some.size()); ++other) {
          ScorePanels(panel, other, first + other * kPanel);
        }
        return Status();
      }));
    }
    return {};
  }

  // The best hits of the i-th vertex of the last batch.
  std::vector<Hit> BestOf(size_t i) const {
    const Vertices right = problem_.right.vertices;
    std::vector<Hit> hits;
    for (size_t j = 0; j < right.size(); ++j) {
      const double score = scores_[i * right.size() + j];
      if (score <= 0 || score + kScoreRounding < problem_.options.min_score) continue;
      hits.push_back({.vertex = right[j], .score = BoundedScore(score, ErrorOf(i, j))});
    }
    KeepBest(hits, problem_.options.k);
    return hits;
  }

 private:
  Matcher(const Problem& problem, const Plan& plan, const Control& control)
      : problem_(problem),
        control_(control),
        batch_(plan.batch),
        chunk_(plan.chunk),
        pool_(plan.threads),
        left_(problem.left.ways, problem.left.krylov, plan.batch, plan.threads),
        right_(problem.right.ways, problem.right.krylov, plan.chunk, plan.threads),
        scores_(plan.batch * kPanel * problem.right.vertices.size()),
        complete_(problem.right.vertices.size() * problem.shares.size()),
        left_out_(std::pow(problem.options.decay, problem.terms)),
        uncertain_left_(UncertainFrom(problem, problem.left)),
        uncertain_right_(UncertainFrom(problem, problem.right)) {}

  // c^m
  static double UncertainFrom(const Problem& problem, const Side& side) {
    return std::pow(problem.options.decay,
                    std::min(problem.terms, side.krylov.value_or(problem.terms)));
  }

  // `some` are all right vertices, or one of several chunks.
  Status HoldRight(Vertices some) {
    if (held_ == some.data()) return {};
    held_ = some.data();
    ProgressMeter progress(control_, "following links", "vertices", some.size());
    AKIN_TRY(
        right_.Fill(some, pool_, control_.stop, [&](size_t count) { progress.Advance(count); }));
    const auto first = static_cast<size_t>(some.data() - problem_.right.vertices.data());
    for (size_t j = 0; j < some.size(); ++j) {
      for (size_t way = 0; way < problem_.shares.size(); ++way) {
        complete_[(first + j) * problem_.shares.size() + way] =
            right_.filled(j / kPanel, way).complete[j % kPanel];
      }
    }
    return {};
  }

  // Scores a left panel with a right one; first_column is the column of its first vertex.
  void ScorePanels(size_t panel, size_t other, size_t first_column) {
    double block[kPanel * kPanel] = {};
    for (size_t way = 0; way < problem_.shares.size(); ++way) {
      const size_t terms =
          std::min(left_.filled(panel, way).terms, right_.filled(other, way).terms);
      AddProducts(left_.numbers(panel, way), right_.numbers(other, way),
                  terms * problem_.left.ways[way].numbers(), block);
    }
    const size_t columns = problem_.right.vertices.size();
    const size_t width = std::min(kPanel, columns - first_column);
    for (size_t i = 0; i < kPanel; ++i) {
      std::copy_n(block + i * kPanel, width,
                  scores_.data() + (panel * kPanel + i) * columns + first_column);
    }
  }

  double ErrorOf(size_t i, size_t j) const {
    double error = problem_.rounding;
    for (size_t way = 0; way < problem_.shares.size(); ++way) {
      double of_way = left_out_;
      if (!left_.filled(i / kPanel, way).complete[i % kPanel]) of_way = uncertain_left_;
      if (!complete_[j * problem_.shares.size() + way]) of_way = std::max(of_way, uncertain_right_);
      error += problem_.shares[way] * of_way;
    }
    return error;
  }

  const Problem& problem_;
  const Control& control_;
  size_t batch_;
  size_t chunk_;
  ThreadPool pool_;
  ProfileSheet left_;
  ProfileSheet right_;
  HugeArray<double> scores_;    // a row for each of the batch
  std::vector<bool> complete_;  // by right vertex and way: no error from the Krylov space
  double left_out_;             // c^K
  double uncertain_left_;       // c^m of either graph
  double uncertain_right_;
  const VertexId* held_ = nullptr;  // the first right vertex in memory
};

}  // namespace

Status Match(const Corpus& left_corpus, const Corpus& right_corpus, std::span<const VertexId> left,
             std::span<const VertexId> right, const MatchOptions& options, const JoinSink& sink,
             const Control& control) {
  AKIN_TRY_ASSIGN(const Problem problem, Prepare(left_corpus, right_corpus, left, right, options));
  AKIN_TRY_ASSIGN(const Plan plan, PlanWithin(problem, control));
  AKIN_TRY_ASSIGN(const auto matcher, Matcher::Create(problem, plan, control));
  ProgressMeter progress(control, "matching", "rows", left.size());
  for (size_t first = 0; first < left.size(); first += matcher->batch()) {
    const Vertices some = left.subspan(first, std::min(matcher->batch(), left.size() - first));
    AKIN_TRY(matcher->Score(some, [&](size_t count) { progress.Advance(count); }));
    std::vector<std::vector<Hit>> hits(some.size());
    AKIN_TRY(matcher->pool().Run(some.size(), control.stop, [&](uint64_t i, unsigned) {
      hits[i] = matcher->BestOf(i);
      return Status();
    }));
    AKIN_TRY(left_corpus.Intact());
    AKIN_TRY(right_corpus.Intact());
    for (size_t i = 0; i < some.size(); ++i) AKIN_TRY(sink(some[i], hits[i]));
  }
  return {};
}

}  // namespace akin
