#include "query/explain_hashes.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "query/bounded_score.h"
#include "query/explaining.h"
#include "query/neighbourhood.h"

namespace akin {
namespace {

constexpr size_t kBytesPerMember = 400;

struct CommonMember {
  ScoreSum sums;
  unsigned count = 0;
};

Result<Neighbourhood> BehindWithin(const Adjacency& in, VertexId vertex, unsigned length,
                                   const Control& control) {
  Neighbourhood around(vertex);
  while (around.rings.size() <= length) {
    if (control.stop.stop_requested()) return Interrupted();
    if (around.AddRing(in, control.memory / kBytesPerMember)) continue;
    return OutOfMemory("explaining common members", {}, static_cast<double>(control.memory),
                       "take a smaller length, or an index of walks");
  }
  return around;
}

// From the vertex in the middle to a member.
std::vector<VertexId> ShortestPath(const Neighbourhood& around, VertexId member) {
  std::vector<VertexId> path = {member};
  while (path.back() != around.vertex()) path.push_back(around.nearer.at(path.back()));
  std::reverse(path.begin(), path.end());
  return path;
}

Reasons WithPaths(Reasons reasons, const Neighbourhood& around_a, const Neighbourhood& around_b) {
  for (Reason& reason : reasons.listed) {
    reason.path_a = ShortestPath(around_a, reason.vertex);
    reason.path_b = ShortestPath(around_b, reason.vertex);
    reason.steps = static_cast<unsigned>(std::max(reason.path_a.size(), reason.path_b.size()) - 1);
  }
  return reasons;
}

std::unordered_map<VertexId, unsigned> Distances(const Neighbourhood& around) {
  std::unordered_map<VertexId, unsigned> distances;
  for (unsigned k = 0; k < around.rings.size(); ++k) {
    for (const VertexId v : around.rings[k]) distances.emplace(v, k);
  }
  return distances;
}

// The vertices behind both, each with the distance from which on it is.
std::vector<std::pair<VertexId, unsigned>> CommonOf(const Neighbourhood& around_a,
                                                    const Neighbourhood& around_b) {
  const auto from_a = Distances(around_a);
  std::vector<std::pair<VertexId, unsigned>> common;
  for (unsigned k = 0; k < around_b.rings.size(); ++k) {
    for (const VertexId v : around_b.rings[k]) {
      const auto found = from_a.find(v);
      if (found != from_a.end()) common.emplace_back(v, std::max(k, found->second));
    }
  }
  return common;
}

SecondLook ExactMembers(const Neighbourhood& around_a, const Neighbourhood& around_b,
                        const Scoring& scoring, unsigned k) {
  const auto common = CommonOf(around_a, around_b);
  const size_t rings = around_a.rings.size();
  std::vector<uint64_t> common_at(rings);  // common members that are new at a distance
  for (const auto& [vertex, distance] : common) ++common_at[distance];
  // What a common member gets at each distance, then at it and all later ones.
  std::vector<double> shares(rings);
  uint64_t either = 0;
  for (unsigned j = 0; j < rings; ++j) {
    either += around_a.rings[j].size() + around_b.rings[j].size() - common_at[j];
    if (j > 0) {
      shares[j] = scoring.ValueOf(scoring.Weight(static_cast<uint8_t>(j))) *
                  scoring.fingerprints() / static_cast<double>(either);
    }
  }
  for (size_t j = rings - 1; j-- > 0;) shares[j] += shares[j + 1];
  std::vector<Reason> all;
  double sum = 0;
  for (const auto& [vertex, distance] : common) {
    all.push_back({.vertex = vertex, .contribution = shares[distance], .error = 0});
    sum += shares[distance];
  }
  return {.score = ExactScore(sum),
          .reasons = WithPaths(KeepLargest(std::move(all), k), around_a, around_b)};
}

}  // namespace

Status ExplainHashes(const Adjacency& in, const WalkParameters& parameters, const Scoring& scoring,
                     VertexId a, VertexId b, const ExplainOptions& options, const Control& control,
                     ExplainedPart& part) {
  AKIN_TRY_ASSIGN(const Neighbourhood around_a, BehindWithin(in, a, parameters.length, control));
  AKIN_TRY_ASSIGN(const Neighbourhood around_b, BehindWithin(in, b, parameters.length, control));
  std::unordered_map<VertexId, CommonMember> members;
  std::unordered_map<VertexId, uint64_t> here;  // of one fingerprint
  ScoreSum total;
  for (unsigned f = 0; f < scoring.fingerprints(); ++f) {
    if (control.stop.stop_requested()) return Interrupted();
    here.clear();
    uint64_t all = 0;
    EachEqualHash(around_a, around_b, MinHashPermutation(parameters, f),
                  [&](unsigned k, VertexId vertex) {
                    here[vertex] += scoring.Weight(static_cast<uint8_t>(k));
                    all += scoring.Weight(static_cast<uint8_t>(k));
                  });
    if (all == 0) continue;
    ++part.met;
    AddTo(total, {.sum = all, .squares = scoring.SquareOf(all)});
    for (const auto& [vertex, sum] : here) {
      CommonMember& member = members[vertex];
      ++member.count;
      AddTo(member.sums, {.sum = sum, .squares = scoring.SquareOf(sum)});
    }
  }
  part.score = scoring.From(total);
  std::vector<Reason> reasons;
  for (const auto& [vertex, member] : members) {
    reasons.push_back({.vertex = vertex,
                       .contribution = scoring.ValueOf(member.sums.sum),
                       .error = scoring.From(member.sums).error,
                       .count = member.count});
  }
  part.reasons = WithPaths(KeepLargest(std::move(reasons), options.k), around_a, around_b);
  if (part.met < options.few && options.more > 0) {
    part.second_look = ExactMembers(around_a, around_b, scoring, options.k);
  }
  return {};
}

}  // namespace akin
