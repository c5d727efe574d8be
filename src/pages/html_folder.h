// A folder of HTML files as a link graph: a downloaded site, or documentation as packages ship it.
//
// Pages are the files *.html, *.htm and *.xhtml (in any case) at any depth. A page's name is its
// path inside the folder with '/' between the parts. Links are the href of <a> and <area>, resolved
// as on a web site whose root is the folder (url.h). A link to a directory leads to its index page;
// nofollow makes no difference. A link from a page to a place in that same page (RFC 3986 section
// 4.4) is not an arc; a link to the page as a whole is. Links that leave the folder, or lead to a
// file that is not a page or does not exist, are counted; they are arcs too if all targets are
// wanted (LinkTargets), to the URL or to the path.
//
// Symbolic links to files are read if these are in the folder (or IngestOptions::follow_symlinks);
// those to directories are not followed: what they lead to is in the folder under its own name, or
// is not part of it. Only regular files are opened: a pipe with the name of a page would block.
//
// Costs one parse per page, on all threads; keeps the names, the titles and a few batches of pages
// in memory (page_pipeline.h).
#ifndef AKIN_SRC_PAGES_HTML_FOLDER_H_
#define AKIN_SRC_PAGES_HTML_FOLDER_H_

#include <string>
#include <vector>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "assemble/page_sink.h"

namespace akin {

// Sends every page, its links in page order (pages sorted by name) and, at the end, the titles.
// What the sinks receive does not depend on the number of threads. A page that cannot be read, or
// whose name is not UTF-8, is an error, or is counted if options.skip_bad_lines; an unreadable page
// is still a vertex.
Status ReadHtmlFolder(const std::string& folder, const IngestOptions& options,
                      const PageSinks& sinks, IngestReport& report, const Control& control);

// What a site appends to all its titles, such as " - cppreference.com": the longest text that
// begins with a usual separator and ends at least four of five titles. Empty if there is none or
// fewer than 20 titles.
std::string CommonTitleSuffix(const std::vector<std::string>& titles);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_HTML_FOLDER_H_
