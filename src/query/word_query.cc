#include "query/word_query.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "linear/sparse.h"
#include "query/answer.h"
#include "text/bag_jaccard.h"
#include "text/word_bag.h"

namespace akin {
namespace {

constexpr VertexId kBagsAtOnce = 1024;

Status CheckOptionsOfWords(const RelatedOptions& options) {
  const char* const given = options.fingerprints ? "fingerprints"
                            : options.length     ? "length"
                            : options.decay      ? "decay"
                            : options.function   ? "function"
                                                 : nullptr;
  if (given == nullptr) return {};
  return InvalidArgument(
      given,
      "a text is compared with the bags themselves, without walks or "
      "signatures, so neither their number nor length, decay or function matter");
}

// The scores above 0 of all vertices that pass, ascending.
Result<std::vector<Entry>> ScoresOfBag(const BagsFile& bags, std::span<const BagTerm> wanted,
                                       const RelatedOptions& options, const Control& control) {
  const VertexId vertices = bags.vertices();
  ThreadPool pool(ThreadsOrAll(control.threads));
  std::vector<std::vector<BagTerm>> rooms(pool.size());
  std::vector<Entry> scores;
  std::mutex mutex;
  ProgressMeter meter(control, "reading bags", "bags", vertices);
  AKIN_TRY(pool.Run((uint64_t{vertices} + kBagsAtOnce - 1) / kBagsAtOnce, control.stop,
                    [&](uint64_t piece, unsigned worker) -> Status {
                      const uint64_t begin = piece * kBagsAtOnce;
                      const uint64_t end = std::min<uint64_t>(vertices, begin + kBagsAtOnce);
                      std::vector<Entry> found;
                      for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
                        if (!Passes(options, v)) continue;
                        AKIN_TRY(bags.Read(v, rooms[worker]));
                        const double score = BagJaccard(wanted, rooms[worker]);
                        if (score > 0) found.push_back({.vertex = v, .value = score});
                      }
                      meter.Advance(end - begin);
                      const std::lock_guard lock(mutex);
                      scores.insert(scores.end(), found.begin(), found.end());
                      return {};
                    }));
  std::sort(scores.begin(), scores.end(),
            [](const Entry& a, const Entry& b) { return a.vertex < b.vertex; });
  return scores;
}

}  // namespace

Result<Answer> WordsRelated(const Bags& bags, const TextWords& words, const RelatedOptions& options,
                            const HitFilter& filter, const Control& control) {
  AKIN_TRY(CheckOptionsOfWords(options));
  AKIN_TRY_ASSIGN(const std::vector<BagTerm> bag, BagOfWords(bags, words));
  AKIN_TRY_ASSIGN(const std::vector<Entry> scores, ScoresOfBag(bags.file(), bag, options, control));
  return AnswerFrom(scores, kNoVertex, 0, options, filter);
}

}  // namespace akin
