#include "query/walking.h"

#include <stop_token>
#include <utility>
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
                 uint64_t fingerprint, SearchBudget& budget, const std::stop_token& stop)
      : in_(in), out_(out), budget_(budget), stop_(stop) {
    for (unsigned t = 1; t <= walk.length; ++t) steps_.emplace_back(walk.seed, fingerprint, t);
  }

  // Calls met(vertex, time) for each meeting. False if it ended before the last one, because the
  // budget was spent or on a stop.
  template <class Met>
  bool Run(VertexId vertex, const Met& met) {
    const bool all = FindAll(vertex, met);
    if (all) budget_.Done(read_ - told_);
    return all;
  }

  uint64_t links_read() const { return read_; }

 private:
  struct Visit {
    VertexId place;
    unsigned time;
  };

  template <class Met>
  bool FindAll(VertexId vertex, const Met& met) {
    VertexId before = vertex;
    for (unsigned t = 1; t <= steps_.size(); ++t) {
      const VertexId at = NextVertex(in_, steps_[t - 1], before);
      if (at == kNoVertex) return true;
      if (!PushArrivals(at, t, before)) return false;
      while (!stack_.empty()) {
        const auto [place, time] = stack_.back();
        stack_.pop_back();
        if (time == 0) {
          met(place, static_cast<uint8_t>(t));
        } else if (!PushArrivals(place, time, kNoVertex)) {
          return false;
        }
      }
      before = at;
    }
    return true;
  }

  // Pushes the places at time - 1 from which a walk steps to `place` at `time`, except one. False
  // if the search must end.
  bool PushArrivals(VertexId place, unsigned time, VertexId except) {
    for (const VertexId from : out_[place]) {
      if (!MayReadMore()) return false;
      if (!Step::kMayStay || from != place) PushArrival(from, place, time, except);
    }
    if (Step::kMayStay) PushArrival(place, place, time, except);
    return true;
  }
  void PushArrival(VertexId from, VertexId place, unsigned time, VertexId except) {
    if (from == except) return;
    read_ += Step::kReadsAll ? in_.degree(from) : 1;
    if (NextVertex(in_, steps_[time - 1], from) == place) {
      stack_.push_back({.place = from, .time = time - 1});
    }
  }
  bool MayReadMore() {
    if (read_ < allowed_) return true;
    const uint64_t more = budget_.More(read_ - std::exchange(told_, read_));
    allowed_ = read_ + more;
    return more > 0 && !stop_.stop_requested();
  }

  const Adjacency& in_;
  const Adjacency& out_;
  SearchBudget& budget_;
  const std::stop_token& stop_;
  uint64_t allowed_ = 0;
  uint64_t read_ = 0;
  uint64_t told_ = 0;  // of these the budget knows
  std::vector<Step> steps_;
  std::vector<Visit> stack_;
};

}  // namespace

// A step of PSimRank reads the in-links of a vertex. One of SimRank waits for memory a few times,
// as long as it takes to read about four links in order.
uint64_t LinksOfBuild(const Adjacency& in, const WalkParameters& walk, unsigned fingerprints) {
  const uint64_t vertices = in.vertices();
  const bool reads_all =
      WithStepOf(walk.measure, []<class Step>() { return bool{Step::kReadsAll}; });
  return fingerprints * (reads_all ? in.neighbours.size() + vertices : 4 * vertices);
}

Result<bool> SearchBackwards(const Adjacency& in, const Adjacency& out, const WalkParameters& walk,
                             const Scoring& scoring, VertexId vertex, SearchBudget& budget,
                             const Control& control, Candidates& candidates, QueryWork& work) {
  ProgressMeter meter(control, "walking", "fingerprints", scoring.fingerprints());
  for (unsigned f = 0; f < scoring.fingerprints(); ++f) {
    const bool all = WithStepOf(walk.measure, [&]<class Step>() {
      BackwardSearch<Step> search(in, out, walk, f, budget, control.stop);
      const bool complete = search.Run(
          vertex, [&](VertexId other, uint8_t time) { candidates.Add(other, scoring.At(time)); });
      work.members += search.links_read();
      return complete;
    });
    if (control.stop.stop_requested()) return Interrupted();
    if (!all) return false;
    meter.Advance(1);
  }
  return true;
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
