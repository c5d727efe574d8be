#include "text/page_fragments.h"

#include <algorithm>
#include <cmath>

#include "akin/try.h"
#include "text/languages.h"

namespace akin {

template <class Units>
Status PageFragments::AddTerms(VertexId vertex, uint32_t first, uint32_t past, const Units& units) {
  for (uint32_t i = first; i < past; ++i) {
    AKIN_TRY(batch_.Add(vertex, sequence_.terms[i], units(i)));
  }
  auto part = std::partition_point(sequence_.parts.begin(), sequence_.parts.end(),
                                   [&](const auto& each) { return each.term < first; });
  for (; part != sequence_.parts.end() && part->term < past; ++part) {
    const long share = std::lround(parts_ * units(part->term));
    if (share > 0) AKIN_TRY(batch_.Add(vertex, part->hash, static_cast<uint32_t>(share)));
  }
  return {};
}

Status PageFragments::Add(const StoredPage& page) {
  terms_.Speak(LanguageNumber(language_.empty() ? page.text.language : language_));
  AKIN_TRY(AddTitle(page));
  AKIN_TRY(rule_.Read(page.text, terms_, sequence_));
  if (content_) {
    const auto past = static_cast<uint32_t>(sequence_.terms.size());
    AKIN_TRY(AddTerms(page.vertex, 0, past, [](uint32_t) { return kUnit; }));
  }
  if (!anchor_) return {};
  for (const PageAnchor& anchor : page.text.anchors) {
    const VertexId target = page.targets[anchor.link];
    if (Counts(page.vertex, target)) AKIN_TRY(AddAnchor(target, anchor));
  }
  return {};
}

bool PageFragments::Counts(VertexId from, VertexId to) const {
  if (!drop_) return true;
  const auto targets = out_[from];
  return std::binary_search(targets.begin(), targets.end(), to);
}

Status PageFragments::AddTitle(const StoredPage& page) {
  AKIN_TRY(ReadTerms(page.text.title, terms_, sequence_));
  const uint32_t units = (content_ ? kUnit : 0) + (anchor_ ? rule_.Count(0) : 0);
  return AddTerms(page.vertex, 0, static_cast<uint32_t>(sequence_.terms.size()),
                  [&](uint32_t) { return units; });
}

Status PageFragments::AddAnchor(VertexId target, const PageAnchor& anchor) {
  const WindowSpan span = rule_.Around(sequence_, anchor);
  const auto units = [&](uint32_t i) { return rule_.Count(span.Distance(i)); };
  AKIN_TRY(AddTerms(target, span.left, span.begin, units));
  AKIN_TRY(AddTerms(target, span.begin, std::min(span.end, span.begin + kMostLinkTerms), units));
  return AddTerms(target, span.end, span.right, units);
}

}  // namespace akin
