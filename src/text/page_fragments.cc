#include "text/page_fragments.h"

#include <algorithm>

#include "akin/try.h"

namespace akin {

Status PageFragments::Add(const StoredPage& page) {
  AKIN_TRY(AddTitle(page));
  AKIN_TRY(rule_.Read(page.text, terms_, sequence_));
  if (content_) {
    for (const uint64_t term : sequence_.terms) {
      AKIN_TRY(batch_.Add(page.vertex, term, kUnit));
    }
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
  for (const uint64_t term : sequence_.terms) AKIN_TRY(batch_.Add(page.vertex, term, units));
  return {};
}

Status PageFragments::AddAnchor(VertexId target, const PageAnchor& anchor) {
  const WindowSpan span = rule_.Around(sequence_, anchor);
  const auto add = [&](uint32_t first, uint32_t past) -> Status {
    for (uint32_t i = first; i < past; ++i) {
      AKIN_TRY(batch_.Add(target, sequence_.terms[i], rule_.Count(span.Distance(i))));
    }
    return {};
  };
  AKIN_TRY(add(span.left, span.begin));
  AKIN_TRY(add(span.begin, std::min(span.end, span.begin + kMostLinkTerms)));
  return add(span.end, span.right);
}

}  // namespace akin
