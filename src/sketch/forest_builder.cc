#include "sketch/forest_builder.h"

#include <fmt/format.h>

#include "base/try.h"
#include "sketch/step.h"

namespace akin {
namespace {

// SimRank: a walk needs the place of the in-neighbour it goes to; all ones if it has none.
template <class Place>
class SimRankMoves {
 public:
  using Choice = Place;

  SimRankMoves(std::span<const VertexId> neighbours, const SimRankStep& step,
               const SimRankStep& step_after)
      : neighbours_(neighbours.data()), step_(step), step_after_(step_after) {}

  Place Depart(VertexId from, const InLinkRange& links) const { return Choose(step_, from, links); }
  void Touch(Place next) const {
    if (next != kNowhere) __builtin_prefetch(&neighbours_[next]);
  }
  bool Choose(Place next, Choice& choice) const {
    choice = next;
    return next != kNowhere;
  }
  VertexId Arrive(Choice choice) const { return neighbours_[choice]; }
  Place Leave(VertexId at, const InLinkRange& links) const {
    return Choose(step_after_, at, links);
  }

 private:
  static constexpr Place kNowhere = static_cast<Place>(-1);

  static Place Choose(const SimRankStep& step, VertexId at, const InLinkRange& links) {
    const uint64_t place = step.PlaceAt(at, links.begin(), links.degree());
    return links.degree() == 0 ? kNowhere : static_cast<Place>(place);
  }

  const VertexId* neighbours_;
  const SimRankStep& step_;
  const SimRankStep& step_after_;
};

// PSimRank: a walk needs all in-neighbours, for the one that comes first in the permutation.
class PSimRankMoves {
 public:
  using Choice = PSimRankStep::Plan;

  PSimRankMoves(std::span<const VertexId> neighbours, const PSimRankStep& step)
      : in_{.offsets = {}, .neighbours = neighbours}, step_(step) {}

  uint64_t Depart(VertexId /*from*/, const InLinkRange& links) const { return links.word(); }
  void Touch(uint64_t next) const {
    const auto links = InLinkRange::FromWord(next);
    if (links.degree() > 0) (void)step_.PlanAt(in_, 0, links.begin(), links.degree());
  }
  bool Choose(uint64_t next, Choice& choice) const {
    const auto links = InLinkRange::FromWord(next);
    choice = {.begin = links.begin(), .degree = links.degree()};
    return links.degree() > 0;
  }
  VertexId Arrive(const Choice& choice) const { return step_.Next(in_, choice); }
  uint64_t Leave(VertexId /*at*/, const InLinkRange& links) const { return links.word(); }

 private:
  Adjacency in_;
  const PSimRankStep& step_;
};

template <class Walks>
Result<std::unique_ptr<Walks>> CreateWalks(const Adjacency& in, unsigned index_bits) {
  AKIN_TRY_ASSIGN(auto walks, Walks::Create(in.vertices(), {}, index_bits));
  for (VertexId v = 0; v < in.vertices(); ++v) {
    if (in.degree(v) > InLinkRange::kMostDegree) {
      return Status(Code::kOutOfBudget,
                    fmt::format("a vertex with {} in-links; walks in memory are limited to {}",
                                in.degree(v), InLinkRange::kMostDegree));
    }
    walks->SetStation(v, InLinkRange(in.offsets[v], in.degree(v)));
  }
  return walks;
}

}  // namespace

uint64_t ForestBuilder::MemoryFor(VertexId vertices, uint64_t arcs, Measure measure) {
  return PlacesAreShort(arcs, measure) ? ShortWalks::MemoryFor(vertices, false)
                                       : LongWalks::MemoryFor(vertices, false);
}

Result<std::unique_ptr<ForestBuilder>> ForestBuilder::Create(const Adjacency& in,
                                                             const WalkParameters& parameters,
                                                             unsigned index_bits) {
  if (in.arcs() >= InLinkRange::kMostArcs) {
    return Status(Code::kOutOfBudget, fmt::format("{} arcs; walks in memory are limited to {}",
                                                  in.arcs(), InLinkRange::kMostArcs));
  }
  Walks walks;
  if (PlacesAreShort(in.arcs(), parameters.measure)) {
    AKIN_TRY_ASSIGN(walks, CreateWalks<ShortWalks>(in, index_bits));
  } else {
    AKIN_TRY_ASSIGN(walks, CreateWalks<LongWalks>(in, index_bits));
  }
  return std::unique_ptr<ForestBuilder>(
      new ForestBuilder(in.neighbours, parameters, std::move(walks)));
}

Status ForestBuilder::Build(uint64_t fingerprint, const std::stop_token& stop, Forest& forest,
                            std::span<const VertexId> only) {
  const auto each_step = [&](auto& walks, const auto& take) -> Status {
    walks.Begin(only);
    for (unsigned t = 1; t <= parameters_.length && walks.any_left(); ++t) {
      if (stop.stop_requested()) return Status(Code::kCancelled, "interrupted");
      AKIN_TRY(take(t));
    }
    return walks.Finish(forest);
  };
  if (parameters_.measure == Measure::kPSimRank) {
    LongWalks& walks = *std::get<std::unique_ptr<LongWalks>>(walks_);
    return each_step(walks, [&](unsigned t) {
      const PSimRankStep step(parameters_.seed, fingerprint, t);
      return walks.Step(PSimRankMoves(neighbours_, step));
    });
  }
  return std::visit(
      [&]<class W>(std::unique_ptr<W>& walks) {
        using Place = typename W::NextType;
        return each_step(*walks, [&](unsigned t) {
          const SimRankStep step(parameters_.seed, fingerprint, t);
          const SimRankStep after(parameters_.seed, fingerprint, t + 1);
          return walks->Step(SimRankMoves<Place>(neighbours_, step, after));
        });
      },
      walks_);
}

}  // namespace akin
