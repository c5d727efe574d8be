#include "query/walking.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"

namespace akin {
namespace {

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
  bool Run(VertexId vertex, std::vector<Meeting>& met) {
    VertexId before = vertex;
    for (unsigned t = 1; t <= steps_.size(); ++t) {
      const VertexId at = NextVertex(in_, steps_[t - 1], before);
      if (at == kNoVertex) return true;
      PushArrivals(at, t, before);
      while (!stack_.empty() && read_ <= allowed_) {
        const auto [place, time] = stack_.back();
        stack_.pop_back();
        if (time == 0) {
          met.push_back({.vertex = place, .step = static_cast<uint8_t>(t)});
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

}  // namespace

WalkMeetings::WalkMeetings(const Adjacency& in, const Adjacency& out, const WalkParameters& walk,
                           const Scoring& scoring, unsigned threads, bool keeps,
                           const Control& control)
    : in_(in),
      out_(out),
      walk_(walk),
      scoring_(scoring),
      keeps_(keeps),
      control_(control),
      builders_(threads) {
  const bool fits =
      control.memory == 0 || ForestBuilder::MemoryFor(in.vertices()) <= control.memory / 2;
  const bool reads_all =
      WithStepOf(walk.measure, []<class Step>() { return bool{Step::kReadsAll}; });
  const uint64_t vertices = in.vertices();
  if (fits) allowed_ = reads_all ? in.neighbours.size() + vertices : 4 * vertices;
}

Status WalkMeetings::Prepare(const FingerprintRange& range, ThreadPool&, QueryWork&) {
  if (range == range_) return {};
  range_ = range;
  slots_ = std::make_unique<Slot[]>(range.end - range.begin);
  return {};
}

template <class Use>
Result<bool> WalkMeetings::WithForest(unsigned fingerprint, unsigned worker, bool wait,
                                      QueryWork& work, const Use& use) {
  Slot& slot = slots_[fingerprint - range_.begin];
  std::unique_lock lock(slot.making, std::defer_lock);
  if (keeps_ && !slot.made) {
    if (wait) {
      lock.lock();
    } else if (!lock.try_lock()) {
      return false;
    }
  }
  if (slot.made) {
    use(slot.forest.view());
    return true;
  }
  auto& builder = builders_[worker];
  if (builder == nullptr) {
    AKIN_TRY_ASSIGN(builder, ForestBuilder::Create(in_, walk_));
  }
  Forest forest;
  AKIN_TRY(builder->Build(fingerprint, control_.stop, forest));
  ++work.forests;
  use(forest);
  if (keeps_) {
    slot.forest = KeptForest(forest);
    slot.made = true;
  }
  return true;
}

// One query.
class WalkMeetings::Query {
 public:
  Query(WalkMeetings& source, VertexId vertex, unsigned worker, Candidates& candidates,
        QueryWork& work)
      : source_(source), vertex_(vertex), worker_(worker), candidates_(candidates), work_(work) {}

  // False if it would have to wait for another thread.
  Result<bool> Find(unsigned fingerprint, bool wait) {
    Slot& slot = source_.slots_[fingerprint - source_.range_.begin];
    if (!slot.made && stopped_ < kStopsInVain && slot.read < source_.allowed_) {
      const bool all = WithStepOf(source_.walk_.measure,
                                  [&]<class Step>() { return Search<Step>(fingerprint, slot); });
      stopped_ = all ? 0 : stopped_ + 1;
      if (all) return true;
    }
    return source_.WithForest(fingerprint, worker_, wait, work_, [&](const Forest& forest) {
      EachMet(forest, vertex_, [&](VertexId other, uint8_t time) {
        candidates_.Add(other, source_.scoring_.At(time));
      });
    });
  }

 private:
  // After so many fingerprints in a row in which the search backwards stopped, it is not tried
  // again.
  static constexpr unsigned kStopsInVain = 3;

  // False if it stopped.
  template <class Step>
  bool Search(unsigned fingerprint, Slot& slot) {
    const uint64_t allowed = source_.allowed_ - std::min<uint64_t>(slot.read, source_.allowed_);
    BackwardSearch<Step> search(source_.in_, source_.out_, source_.walk_, fingerprint, allowed);
    met_.clear();
    const bool all = search.Run(vertex_, met_);
    work_.members += search.links_read();
    if (source_.keeps_) slot.read += search.links_read();
    if (!all) return false;
    for (const Meeting& one : met_) candidates_.Add(one.vertex, source_.scoring_.At(one.step));
    return true;
  }

  WalkMeetings& source_;
  VertexId vertex_;
  unsigned worker_;
  Candidates& candidates_;
  QueryWork& work_;
  unsigned stopped_ = 0;
  std::vector<Meeting> met_;
};

// Forests that other threads are making come last, so that threads make different ones.
Status WalkMeetings::Add(VertexId vertex, unsigned worker, Candidates& candidates,
                         QueryWork& work) {
  ProgressMeter meter(control_, "walking", "fingerprints", range_.end - range_.begin);
  Query query(*this, vertex, worker, candidates, work);
  std::vector<unsigned> later;
  for (unsigned f = range_.begin; f < range_.end; ++f) {
    if (control_.stop.stop_requested()) return Interrupted();
    AKIN_TRY_ASSIGN(const bool found, query.Find(f, /*wait=*/false));
    if (!found) later.push_back(f);
    if (found) meter.Advance(1);
  }
  for (const unsigned f : later) {
    AKIN_TRY(query.Find(f, /*wait=*/true).status());
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
