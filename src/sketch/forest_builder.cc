#include "sketch/forest_builder.h"

#include "akin/errors.h"
#include "akin/try.h"
#include "sketch/step.h"

namespace akin {
namespace {

// Where the walks go, read from the graph: first the position of a vertex's in-neighbours, then
// those that the measure needs.
template <class Step>
class GraphMoves {
 public:
  using Choice = typename Step::Plan;
  static constexpr size_t kTogether = Step::kReadsAll ? 8 : 1;

  GraphMoves(const Adjacency& in, const Step& step) : in_(in), step_(step) {}

  void Touch(VertexId at) const { __builtin_prefetch(&in_.offsets[at]); }
  bool Choose(VertexId at, Choice& choice) const {
    const uint64_t row = in_.offsets[at];
    const uint64_t degree = std::max(row, in_.offsets[at + uint64_t{1}]) - row;
    choice = step_.PlanAt(in_, at, row, degree);
    return degree != 0;
  }
  VertexId Arrive(const Choice& choice) const { return step_.Next(in_, choice); }
  void ArriveAll(std::span<const Choice> choices, VertexId* at) const {
    if constexpr (Step::kReadsAll) {
      step_.NextOfEach(in_, choices, at);
    } else {
      for (const Choice& choice : choices) *at++ = Arrive(choice);
    }
  }

 private:
  const Adjacency& in_;
  const Step& step_;
};

}  // namespace

Result<std::unique_ptr<ForestBuilder>> ForestBuilder::Create(const Adjacency& in,
                                                             const WalkParameters& parameters,
                                                             unsigned range_bits) {
  AKIN_TRY_ASSIGN(auto walks, Coalescence::Create(in.vertices(), {}, range_bits));
  return std::unique_ptr<ForestBuilder>(new ForestBuilder(in, parameters, std::move(walks)));
}

Status ForestBuilder::Build(uint64_t fingerprint, const std::stop_token& stop, Forest& forest,
                            std::span<const VertexId> only) {
  walks_->Begin(only);
  AKIN_TRY(WithStepOf(parameters_.measure, [&]<class Step>() -> Status {
    for (unsigned t = 1; t <= parameters_.length && walks_->any_left(); ++t) {
      if (stop.stop_requested()) return Interrupted();
      const Step step(parameters_.seed, fingerprint, t);
      AKIN_TRY(walks_->Step(GraphMoves<Step>(in_, step)));
    }
    return {};
  }));
  return walks_->Finish(forest);
}

}  // namespace akin
