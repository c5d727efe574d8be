// WARC files as a link graph of pages.
//
// A page is a record of type response, with status 200 and the content type of HTML (or none, and a
// body that begins like HTML), or of type resource with that content type. Its name is its URL,
// normalised (web_url.h). Other records are skipped and counted by kind: requests, metadata,
// redirects, other statuses, what is not HTML, revisits. A link to a URL that redirects is a link
// to that URL, not to where it leads.
//
// Bad records are counted and the first few are reported; they never stop the run.
//
// Decompresses on one thread, parses on all. Holds a few batches of pages (page_pipeline.h).
#ifndef AKIN_SRC_PAGES_WARC_PAGES_H_
#define AKIN_SRC_PAGES_WARC_PAGES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "assemble/page_sink.h"
#include "base/input.h"

namespace akin {

// Hashes of the names of pages: a little over 8 bytes each. If there are links to a billion URLs
// that were not crawled, the probability that one of them is taken for one of a million that were
// is one in 20,000.
class CrawledPages {
 public:
  void Add(std::string_view name);
  bool Contains(std::string_view name) const;

 private:
  std::unordered_set<uint64_t> hashes_;
};

// Both fail for a source that does not begin like a WARC file.

// Adds the names of the pages in `source` that are to be read, without parsing them.
Status ListWarcPages(ByteSource& source, const IngestOptions& options, CrawledPages& crawled,
                     const Control& control);

// Sends every page with its links and its title, in the order of the file. With `crawled`, links to
// other pages are left out.
Status ReadWarc(ByteSource& source, const IngestOptions& options, const CrawledPages* crawled,
                const PageSinks& sinks, IngestReport& report, const Control& control);

// Whether a file has the name of a WARC file: .warc, .warc.gz, .warc.zst.
bool NamedLikeWarc(std::string_view name);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_WARC_PAGES_H_
