#include "query/explain_walks.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "query/explaining.h"
#include "query/walking.h"

namespace akin {
namespace {

constexpr unsigned kWalksAtOnce = 64;  // fingerprints between two looks at the stop

struct MeetingPlace {
  ScoreSum sums;
  unsigned count = 0;
  unsigned soonest = 0;      // the least time at which they met here,
  unsigned fingerprint = 0;  // and the first fingerprint in which they did
};

struct MeetingPlaces {
  bool by_step = false;
  std::unordered_map<uint64_t, MeetingPlace> places;  // by PlaceKey
  ScoreSum total;
  unsigned met = 0;

  void Add(unsigned fingerprint, unsigned time, VertexId vertex, const ScoreSum& weight) {
    MeetingPlace& place = places[PlaceKey(vertex, by_step ? time : 0)];
    if (place.count == 0 || time < place.soonest) {
      place.soonest = time;
      place.fingerprint = fingerprint;
    }
    ++place.count;
    ++met;
    AddTo(place.sums, weight);
    AddTo(total, weight);
  }
};

Result<MeetingPlaces> PlacesOf(const WalksToExplain& walks, const Scoring& scoring, unsigned first,
                               VertexId a, VertexId b, bool by_step, const std::stop_token& stop) {
  MeetingPlaces found{.by_step = by_step};
  const unsigned last = first + scoring.fingerprints();
  for (unsigned begin = first; begin < last; begin += kWalksAtOnce) {
    if (stop.stop_requested()) return Interrupted();
    const unsigned end = std::min(last, begin + kWalksAtOnce);
    EachFirstMeeting(walks.in, walks.walk, begin, end, a, b,
                     [&](unsigned fingerprint, unsigned time, VertexId vertex) {
                       found.Add(fingerprint, time, vertex, scoring.At(static_cast<uint8_t>(time)));
                     });
  }
  return found;
}

std::vector<VertexId> PathOf(const WalksToExplain& walks, const Reason& reason, VertexId from) {
  std::vector<VertexId> path = WalkOf(walks.in, walks.walk, *reason.fingerprint, from);
  path.resize(reason.steps + size_t{1});
  return path;
}

Reasons ReasonsOf(const MeetingPlaces& found, const WalksToExplain& walks, const Scoring& scoring,
                  VertexId a, VertexId b, unsigned k) {
  std::vector<Reason> all;
  for (const auto& [key, place] : found.places) {
    all.push_back({.vertex = VertexOfPlace(key),
                   .contribution = scoring.ValueOf(place.sums.sum),
                   .error = scoring.From(place.sums).error,
                   .count = place.count,
                   .steps = place.soonest,
                   .fingerprint = place.fingerprint});
  }
  Reasons reasons = KeepLargest(std::move(all), k);
  for (Reason& reason : reasons.listed) {
    reason.path_a = PathOf(walks, reason, a);
    reason.path_b = PathOf(walks, reason, b);
  }
  return reasons;
}

}  // namespace

Status ExplainWalks(const WalksToExplain& walks, const Scoring& scoring, VertexId a, VertexId b,
                    const ExplainOptions& options, const std::stop_token& stop,
                    ExplainedPart& part) {
  AKIN_TRY_ASSIGN(const MeetingPlaces found,
                  PlacesOf(walks, scoring, 0, a, b, options.by_step, stop));
  part.score = scoring.From(found.total);
  part.met = found.met;
  part.reasons = ReasonsOf(found, walks, scoring, a, b, options.k);
  if (found.met >= options.few || options.more == 0) return {};
  const Scoring of_more(walks.weighting, options.more);
  AKIN_TRY_ASSIGN(const MeetingPlaces more,
                  PlacesOf(walks, of_more, walks.of_index, a, b, options.by_step, stop));
  part.second_look = SecondLook{.fingerprints = options.more,
                                .met = more.met,
                                .score = of_more.From(more.total),
                                .reasons = ReasonsOf(more, walks, of_more, a, b, options.k)};
  return {};
}

}  // namespace akin
