#include "query/walking.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "sketch/forest_builder.h"

namespace akin {
namespace {

// A vertex that meets another, and when.
struct Met {
  VertexId vertex;
  uint8_t time;
};

template <class Step>
class BackwardSearch {
 public:
  // Stops when it has read more links than allowed.
  BackwardSearch(const Adjacency& in, const Adjacency& out, const WalkParameters& walk,
                 uint64_t fingerprint, uint64_t allowed)
      : in_(in), out_(out), allowed_(allowed) {
    for (unsigned t = 1; t <= walk.length; ++t) steps_.emplace_back(walk.seed, fingerprint, t);
  }

  // False if it stopped; then what was found is not all.
  bool Run(VertexId vertex, std::vector<Met>& met) {
    VertexId before = vertex;
    for (unsigned t = 1; t <= steps_.size(); ++t) {
      const VertexId at = NextVertex(in_, steps_[t - 1], before);
      if (at == kNoVertex) return true;
      PushArrivals(at, t, before);
      while (!stack_.empty() && read_ <= allowed_) {
        const auto [place, time] = stack_.back();
        stack_.pop_back();
        if (time == 0) {
          met.push_back({.vertex = place, .time = static_cast<uint8_t>(t)});
        } else {
          PushArrivals(place, time, kNoVertex);
        }
      }
      if (read_ > allowed_) return false;
      before = at;
    }
    return true;
  }

  uint64_t links_read() const { return read_; }

 private:
  struct Visit {
    VertexId place;
    unsigned time;
  };

  // Pushes the places at time - 1 from which a walk steps to `place` at `time`, except one.
  void PushArrivals(VertexId place, unsigned time, VertexId except) {
    for (const VertexId from : out_[place]) {
      if (read_ > allowed_) return;
      if (!Step::kMayStay || from != place) PushArrival(from, place, time, except);
    }
    if (Step::kMayStay) PushArrival(place, place, time, except);
  }
  void PushArrival(VertexId from, VertexId place, unsigned time, VertexId except) {
    if (from == except) return;
    read_ += Step::kReadsAll ? in_.degree(from) : 1;
    if (NextVertex(in_, steps_[time - 1], from) == place) {
      stack_.push_back({.place = from, .time = time - 1});
    }
  }

  const Adjacency& in_;
  const Adjacency& out_;
  uint64_t allowed_;
  uint64_t read_ = 0;
  std::vector<Step> steps_;
  std::vector<Visit> stack_;
};

// Those that a vertex meets in the forest of a fingerprint: the time is the largest label on the
// way.
void MetInForest(const Forest& forest, VertexId vertex, std::vector<Met>& met) {
  const uint32_t place = forest.places[vertex];
  if (place == kNoPlace) return;
  uint8_t time = 0;
  for (size_t i = place; forest.labels[i] != kNewTree; --i) {
    time = std::max(time, forest.labels[i]);
    met.push_back({.vertex = forest.members[i - 1], .time = time});
  }
  time = 0;
  for (size_t i = size_t{place} + 1; i < forest.labels.size() && forest.labels[i] != kNewTree;
       ++i) {
    time = std::max(time, forest.labels[i]);
    met.push_back({.vertex = forest.members[i], .time = time});
  }
}

// Finds who meets a vertex, fingerprint by fingerprint, by the cheaper of two ways.
class WalkSearch {
 public:
  WalkSearch(const Adjacency& in, const Adjacency& out, const WalkParameters& walk,
             const Control& control)
      : in_(in), out_(out), walk_(walk), control_(control) {
    const bool fits =
        control.memory == 0 || ForestBuilder::MemoryFor(in.vertices()) <= control.memory / 2;
    const bool reads_all =
        WithStepOf(walk.measure, []<class Step>() { return bool{Step::kReadsAll}; });
    const uint64_t vertices = in.vertices();
    if (fits) allowed_ = reads_all ? in.neighbours.size() + vertices : 4 * vertices;
  }

  Status Find(unsigned fingerprint, VertexId vertex, std::vector<Met>& met) {
    met.clear();
    if (stopped_ < kStopsInVain) {
      const bool all = WithStepOf(walk_.measure, [&]<class Step>() {
        BackwardSearch<Step> search(in_, out_, walk_, fingerprint, allowed_);
        const bool complete = search.Run(vertex, met);
        read_ += search.links_read();
        return complete;
      });
      stopped_ = all ? 0 : stopped_ + 1;
      if (all) return {};
      met.clear();
    }
    if (forests_ == nullptr) {
      AKIN_TRY_ASSIGN(forests_, ForestBuilder::Create(in_, walk_));
    }
    Forest forest;
    AKIN_TRY(forests_->Build(fingerprint, control_.stop, forest));
    MetInForest(forest, vertex, met);
    return {};
  }

  uint64_t links_read() const { return read_; }

 private:
  // After so many fingerprints in a row in which the search backwards stopped, it is not tried
  // again.
  static constexpr unsigned kStopsInVain = 3;

  const Adjacency& in_;
  const Adjacency& out_;
  const WalkParameters& walk_;
  const Control& control_;
  uint64_t allowed_ = UINT64_MAX;  // links that a search backwards may read in a fingerprint
  uint64_t read_ = 0;
  unsigned stopped_ = 0;
  std::unique_ptr<ForestBuilder> forests_;
};

}  // namespace

Result<uint64_t> WalkRelated(const Adjacency& in, const Adjacency& out, const WalkParameters& walk,
                             const Scoring& scoring, VertexId vertex, const Control& control,
                             Candidates& candidates) {
  ProgressMeter meter(control, "walking", "fingerprints", scoring.fingerprints());
  WalkSearch search(in, out, walk, control);
  std::vector<Met> met;
  for (unsigned f = 0; f < scoring.fingerprints(); ++f) {
    if (control.stop.stop_requested()) return Interrupted();
    AKIN_TRY(search.Find(f, vertex, met));
    for (const Met& one : met) candidates.Add(one.vertex, scoring.At(one.time));
    meter.Advance(1);
  }
  return search.links_read();
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
