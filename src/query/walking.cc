#include "query/walking.h"

#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"

namespace akin {
namespace {

template <class Step>
class BackwardSearch {
 public:
  BackwardSearch(const Adjacency& in, const Adjacency& out, const WalkParameters& walk,
                 uint64_t fingerprint)
      : in_(in), out_(out) {
    for (unsigned t = 1; t <= walk.length; ++t) steps_.emplace_back(walk.seed, fingerprint, t);
  }

  void Run(VertexId vertex, const Scoring& scoring, Candidates& candidates) {
    VertexId before = vertex;
    for (unsigned t = 1; t <= steps_.size(); ++t) {
      const VertexId at = NextVertex(in_, steps_[t - 1], before);
      if (at == kNoVertex) return;
      PushArrivals(at, t, before);
      while (!stack_.empty()) {
        const auto [place, time] = stack_.back();
        stack_.pop_back();
        if (time == 0) {
          candidates.Add(place, scoring.At(static_cast<uint8_t>(t)));
        } else {
          PushArrivals(place, time, kNoVertex);
        }
      }
      before = at;
    }
  }

 private:
  struct Visit {
    VertexId place;
    unsigned time;
  };

  // Pushes the places at time - 1 from which a walk steps to `place` at `time`, except one.
  void PushArrivals(VertexId place, unsigned time, VertexId except) {
    for (const VertexId from : out_[place]) {
      if (!Step::kMayStay || from != place) PushArrival(from, place, time, except);
    }
    if (Step::kMayStay) PushArrival(place, place, time, except);
  }
  void PushArrival(VertexId from, VertexId place, unsigned time, VertexId except) {
    if (from != except && NextVertex(in_, steps_[time - 1], from) == place) {
      stack_.push_back({.place = from, .time = time - 1});
    }
  }

  const Adjacency& in_;
  const Adjacency& out_;
  std::vector<Step> steps_;
  std::vector<Visit> stack_;
};

}  // namespace

Status WalkRelated(const Adjacency& in, const Adjacency& out, const WalkParameters& walk,
                   const Scoring& scoring, VertexId vertex, const Control& control,
                   Candidates& candidates) {
  ProgressMeter meter(control, "walking", "fingerprints", scoring.fingerprints());
  for (unsigned f = 0; f < scoring.fingerprints(); ++f) {
    if (control.stop.stop_requested()) return Interrupted();
    WithStepOf(walk.measure, [&]<class Step>() {
      BackwardSearch<Step>(in, out, walk, f).Run(vertex, scoring, candidates);
    });
    meter.Advance(1);
  }
  return {};
}

std::vector<VertexId> WalkOf(const Adjacency& in, const WalkParameters& walk, unsigned fingerprint,
                             VertexId vertex) {
  std::vector<VertexId> places = {vertex};
  WithStepOf(walk.measure, [&]<class Step>() {
    for (unsigned t = 1; t <= walk.length; ++t) {
      const VertexId next = NextVertex(in, Step(walk.seed, fingerprint, t), places.back());
      if (next == kNoVertex) return;
      places.push_back(next);
    }
  });
  return places;
}

ScoreSum WalkPair(const Adjacency& in, const WalkParameters& walk, const Scoring& scoring,
                  VertexId a, VertexId b) {
  ScoreSum sums;
  EachFirstMeeting(in, walk, 0, scoring.fingerprints(), a, b,
                   [&](unsigned, unsigned time, VertexId) {
                     AddTo(sums, scoring.At(static_cast<uint8_t>(time)));
                   });
  return sums;
}

}  // namespace akin
