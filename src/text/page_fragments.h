// What one page says: about itself by its words and its title, and about the pages that it links to
// by the words in and around each link (HGKI section 3).
//
//   content  every word of the body and of the title counts 1, for the page itself
//   anchor   every word in the window of a link counts by its distance, for the link's target. The
//            title of the page counts like the text of one link to it, even if there is no link.
//            If boilerplate is dropped, links that are not in the graph without it do not count.
//
// A part of a technical term counts a share of what the whole does.
//
// At most kMostLinkTerms of a link's own words count: links may be nested, and a page of a million
// links that each contain the rest would cost their product.
#ifndef AKIN_SRC_TEXT_PAGE_FRAGMENTS_H_
#define AKIN_SRC_TEXT_PAGE_FRAGMENTS_H_

#include <string>
#include <utility>

#include "akin/adjacency.h"
#include "akin/bags.h"
#include "akin/status.h"
#include "graph/pages_file.h"
#include "text/fragments.h"
#include "text/terms.h"
#include "text/window.h"

namespace akin {

inline constexpr uint32_t kMostLinkTerms = 1024;

// One per thread.
class PageFragments {
 public:
  // `out` are the links that count if boilerplate is dropped.
  PageFragments(const BagOptions& options, const Adjacency& out, Terms terms, FragmentBatch batch)
      : out_(out),
        drop_(options.boilerplate != Boilerplate::kKeep),
        content_(options.content),
        anchor_(options.anchor),
        parts_(options.parts),
        language_(options.language),
        rule_(options),
        terms_(std::move(terms)),
        batch_(std::move(batch)) {}

  Status Add(const StoredPage& page);
  // Must be called after the last page.
  Status Flush() { return batch_.Flush(); }

 private:
  // Terms [first, past) of sequence_; `units` is what the i-th counts.
  template <class Units>
  Status AddTerms(VertexId vertex, uint32_t first, uint32_t past, const Units& units);
  Status AddTitle(const StoredPage& page);
  Status AddAnchor(VertexId target, const PageAnchor& anchor);

  bool Counts(VertexId from, VertexId to) const;

  Adjacency out_;
  bool drop_;
  bool content_;
  bool anchor_;
  double parts_;
  std::string language_;
  WindowRule rule_;
  Terms terms_;
  FragmentBatch batch_;
  TermSequence sequence_;
};

}  // namespace akin

#endif  // AKIN_SRC_TEXT_PAGE_FRAGMENTS_H_
