// Which pages to read, by globs on their names (IngestOptions::include and exclude).
//
//   *   any characters but '/'        **  any characters        ?  one character but '/'
//
// A glob without '/' is compared with the last part of a name, "genindex*" with "c-api/genindex-a";
// others with the whole name.
#ifndef AKIN_SRC_PAGES_PAGE_FILTER_H_
#define AKIN_SRC_PAGES_PAGE_FILTER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "akin/ingest.h"
#include "akin/status.h"

namespace akin {

// Takes time proportional to the product of the lengths.
bool MatchesGlob(std::string_view glob, std::string_view name);

// kInvalidArgument for a glob that matches nothing.
Status CheckGlobs(const IngestOptions& options);

class PageFilter {
 public:
  // The options must outlive the filter.
  explicit PageFilter(const IngestOptions& options) : options_(options) {}

  // Whether the page is to be read. Pages that are not are counted.
  bool Reads(std::string_view name, IngestReport& report) const;
  // Whether links to it are arcs. What is not included may still be linked to.
  bool Excludes(std::string_view name) const;

 private:
  const IngestOptions& options_;
};

}  // namespace akin

#endif  // AKIN_SRC_PAGES_PAGE_FILTER_H_
