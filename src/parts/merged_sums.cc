#include "parts/merged_sums.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace akin {

size_t MergedSums::PlaceOf(VertexId vertex) {
  const size_t place = places_.Add(vertex);
  if (place == entries_.size()) {
    entries_.push_back({.vertex = vertex});
    told_.resize(told_.size() + groups());
  }
  return place;
}

void MergedSums::Add(size_t group, const PartSum& sums, bool detailed) {
  const size_t place = PlaceOf(sums.vertex);
  Told& told = told_[place * groups() + group];
  const Told before = std::exchange(told, std::max(told, detailed ? Told::kDetails : Told::kSum));
  PartSum& known = entries_[place];
  if (before == Told::kNothing) known.sum += sums.sum;
  if (!detailed || before == Told::kDetails) return;
  known.squares += sums.squares;
  known.first += sums.first;
}

void MergedSums::AddList(size_t group, std::span<const PartSum> list, uint64_t unlisted,
                         bool detailed) {
  places_.Reserve(entries_.size() + list.size());
  for (const PartSum& one : list) Add(group, one, detailed);
  bounds_[group] = std::min(bounds_[group], unlisted);
  all_detailed_ = all_detailed_ && detailed;
}

bool MergedSums::AllIsTold() const {
  return all_detailed_ &&
         std::all_of(bounds_.begin(), bounds_.end(), [](uint64_t bound) { return bound == 0; });
}

uint64_t MergedSums::Threshold() const {
  TopSums best;
  best.Reset({.k = k_, .least = least_});
  for (const PartSum& entry : entries_) {
    if (entry.sum > best.threshold()) best.Offer(entry.sum);
  }
  return best.threshold();
}

uint64_t MergedSums::MostOf(size_t place) const {
  uint64_t most = entries_[place].sum;
  for (size_t group = 0; group < groups(); ++group) {
    if (ToldOf(place, group) == Told::kNothing) most += bounds_[group];
  }
  return most;
}

bool MergedSums::MayMissSome() const {
  if (AllIsTold()) return false;
  uint64_t most = 0;
  for (const uint64_t bound : bounds_) most += bound;
  return most >= Threshold();
}

uint64_t MergedSums::NextLeast() const {
  return std::max<uint64_t>(1, (Threshold() + groups() - 1) / groups());
}

// The places of the k that rank first by what is known, as KeepBestSums ranks; all if k is 0.
std::vector<size_t> MergedSums::Best() const {
  std::vector<size_t> places(entries_.size());
  std::iota(places.begin(), places.end(), size_t{0});
  if (k_ == 0 || places.size() <= k_) return places;
  std::nth_element(places.begin(), places.begin() + k_, places.end(), [&](size_t a, size_t b) {
    const double of_a = scoring_.ValueOf(entries_[a].sum);
    const double of_b = scoring_.ValueOf(entries_[b].sum);
    return of_a != of_b ? of_a > of_b : entries_[a].vertex < entries_[b].vertex;
  });
  places.resize(k_);
  return places;
}

// Of a vertex that a group has not listed, everything is known if the group has listed all.
bool MergedSums::IsKnown(size_t place, size_t group) const {
  const Told told = ToldOf(place, group);
  return told == Told::kDetails || (told == Told::kNothing && bounds_[group] == 0);
}

std::vector<std::vector<VertexId>> MergedSums::Missing() const {
  std::vector<std::vector<VertexId>> missing(groups());
  if (AllIsTold()) return missing;
  const uint64_t threshold = Threshold();
  std::vector<bool> best(entries_.size());
  for (const size_t place : Best()) best[place] = entries_[place].sum >= least_;
  for (size_t place = 0; place < entries_.size(); ++place) {
    const bool unsure = MostOf(place) > entries_[place].sum && MostOf(place) >= threshold;
    if (!unsure && !best[place]) continue;
    for (size_t group = 0; group < groups(); ++group) {
      if (!IsKnown(place, group)) missing[group].push_back(entries_[place].vertex);
    }
  }
  return missing;
}

std::vector<SummedHit> MergedSums::Found() const {
  const uint64_t threshold = Threshold();
  std::vector<SummedHit> found;
  for (const PartSum& entry : entries_) {
    if (entry.sum >= threshold) {
      found.push_back(
          {.vertex = entry.vertex, .sums = {.sum = entry.sum, .squares = entry.squares}});
    }
  }
  return found;
}

}  // namespace akin
