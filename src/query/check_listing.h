// What is in the directory of a corpus besides the files that it needs.
#ifndef AKIN_SRC_QUERY_CHECK_LISTING_H_
#define AKIN_SRC_QUERY_CHECK_LISTING_H_

#include <string>

#include "akin/corpus.h"
#include "akin/status.h"

namespace akin {

// Reports every path in the corpus that is not of a finished corpus: indexes without a manifest
// (kNoIndex), what an interrupted command left and files that are not akin's (kNotOurs). Nothing is
// reported of a directory in which somebody is building now. Fails if a directory cannot be read.
Status CheckListing(const std::string& corpus, const Corpus::CheckReport& report);
// Whether it is about what a file says, and not about whether it can be read.
bool MakesNoSense(const Status& status);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_CHECK_LISTING_H_
