// Less work under load: how much effort an answer gets when others wait.
//
// The first to go is the closer look, which costs the most. Then come fingerprints: half of the
// shards, then a quarter, chosen by the vertex so that all shards are spared alike (FR section 2.1:
// the number of fingerprints follows the load). Scores stay unbiased, and errors grow. An answer
// tells what it got.
//
// Instead, an operator may say how many fingerprints an answer gets at least and at most. An index
// may then have more of them, and be spread over more machines, than one answer needs.
#ifndef AKIN_SERVER_SHEDDING_H_
#define AKIN_SERVER_SHEDDING_H_

#include <algorithm>
#include <cmath>

namespace akin::server {

struct FingerprintRange {
  unsigned least = 0;
  unsigned most = 0;  // 0: as many as there are
};

struct Effort {
  double share = 1;  // of the shards of an index
  bool closer_look = true;
  unsigned fingerprints = 0;  // above 0: a share with about so many

  bool full() const { return share == 1 && closer_look && fingerprints == 0; }
};

// `load`: the share of the queue that is filled.
inline Effort EffortUnder(double load, const FingerprintRange& range = {}) {
  if (range.most > 0) {
    const double spared = std::clamp((load - 1.0 / 16) / (0.5 - 1.0 / 16), 0.0, 1.0);
    const double wanted = range.most - spared * (range.most - range.least);
    return {.closer_look = false, .fingerprints = static_cast<unsigned>(std::lround(wanted))};
  }
  if (load < 1.0 / 16) return {};
  if (load < 0.25) return {.closer_look = false};
  return {.share = load < 0.5 ? 0.5 : 0.25, .closer_look = false};
}

}  // namespace akin::server

#endif  // AKIN_SERVER_SHEDDING_H_
