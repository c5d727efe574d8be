#include "text/window.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "akin/try.h"
#include "base/ascii.h"
#include "text/word_parts.h"

namespace akin {
namespace {

// Adds the terms of a technical word, of which there may be none.
class TechnicalReader {
 public:
  Status Read(std::string_view word, Terms& terms, TermSequence& sequence) {
    lower_.assign(word);
    std::transform(lower_.begin(), lower_.end(), lower_.begin(), ascii::Lower);
    PartsOf(word, parts_);
    AKIN_TRY_ASSIGN(const uint64_t whole, terms.AsItIs(lower_));
    const auto place = static_cast<uint32_t>(sequence.terms.size());
    if (whole != kNoTerm) sequence.terms.push_back(whole);
    for (const std::string& part : parts_) {
      AKIN_TRY_ASSIGN(const uint64_t hash, IsTechnical(part) ? terms.AsItIs(part) : terms.Of(part));
      if (hash == kNoTerm) continue;
      if (whole != kNoTerm) {
        sequence.parts.push_back({.term = place, .hash = hash});
      } else {
        sequence.terms.push_back(hash);
      }
    }
    return {};
  }

 private:
  std::string lower_;
  std::vector<std::string> parts_;
};

uint8_t CutKind(Window window) {
  switch (window) {
    case Window::kSyntactic:
      return kSyntacticCut;
    case Window::kTopical:
      return kTopicalCut;
    case Window::kBasic:
      break;
  }
  return 0;
}

double CountAt(DistanceWeight weight, unsigned distance) {
  return weight == DistanceWeight::kNone ? 1 : std::log2(32.0 / (1.0 + distance));
}

}  // namespace

Status ReadTerms(std::string_view words, Terms& terms, TermSequence& sequence) {
  thread_local TechnicalReader technical;
  sequence.terms.clear();
  sequence.parts.clear();
  sequence.before.clear();
  for (size_t at = 0; at < words.size();) {
    const size_t end = std::min(words.find(' ', at), words.size());
    const std::string_view word = words.substr(at, end - at);
    at = end + 1;
    sequence.before.push_back(static_cast<uint32_t>(sequence.terms.size()));
    if (IsTechnical(word)) {
      AKIN_TRY(technical.Read(word, terms, sequence));
      continue;
    }
    AKIN_TRY_ASSIGN(const uint64_t term, terms.Of(word));
    if (term != kNoTerm) sequence.terms.push_back(term);
  }
  sequence.before.push_back(static_cast<uint32_t>(sequence.terms.size()));
  return {};
}

WindowRule::WindowRule(const BagOptions& options) : cut_kind_(CutKind(options.window)) {
  for (unsigned distance = 0; distance <= options.width; ++distance) {
    const double units = kUnit * CountAt(options.distance, distance);
    if (units < 0.5) break;  // this distance and all beyond count nothing
    counts_.push_back(static_cast<uint32_t>(std::lround(units)));
  }
}

Status WindowRule::Read(const PageText& page, Terms& terms, TermSequence& sequence) const {
  AKIN_TRY(ReadTerms(page.words, terms, sequence));
  sequence.cuts.clear();
  for (const PageCut& cut : page.cuts) {
    if ((cut.kinds & cut_kind_) != 0) sequence.cuts.push_back(cut.at);
  }
  return {};
}

WindowSpan WindowRule::Around(const TermSequence& sequence, const PageAnchor& anchor) const {
  const auto& before = sequence.before;
  const auto& cuts = sequence.cuts;
  const auto reach = static_cast<uint32_t>(counts_.size() - 1);
  WindowSpan span{.begin = before[anchor.begin], .end = before[anchor.end]};
  span.left = span.begin - std::min(reach, span.begin);
  span.right = span.end + std::min(reach, before.back() - span.end);
  // A cut where the link begins or ends is outside of the link.
  const auto past_left = std::upper_bound(cuts.begin(), cuts.end(), anchor.begin);
  if (past_left != cuts.begin()) span.left = std::max(span.left, before[*std::prev(past_left)]);
  const auto right = std::lower_bound(cuts.begin(), cuts.end(), anchor.end);
  if (right != cuts.end()) span.right = std::min(span.right, before[*right]);
  return span;
}

}  // namespace akin
