// Questions in words: which pages are similar to a text that is not in the corpus?
//
// Definition: the weighted Jaccard (text/bag_jaccard.h) of the bag of the text (text/word_bag.h)
// with the bag of each page. An index of text estimates the same scores.
//
// Why not from signatures: an index keeps which pages have the same samples, not the samples. A
// text of few words has little in common with a page of many, so scores of 0.01 are good ones; of
// 80 samples most would find nothing. And the bags must be read in any case.
//
// Error: none but rounding, below 1e-12.
//
// Cost: all bags are read once, on all granted threads: 7 bytes a term. Memory: 16 bytes per page
// that has a word of the text.
#ifndef AKIN_SRC_QUERY_WORD_QUERY_H_
#define AKIN_SRC_QUERY_WORD_QUERY_H_

#include <span>
#include <string_view>

#include "akin/bags.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "query/opened_index.h"

namespace akin {

// `words` as for BagOfWords, with its errors. kInvalidArgument for options about fingerprints.
Result<Answer> WordsRelated(const Bags& bags, const TextWords& words, const RelatedOptions& options,
                            const HitFilter& filter, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_WORD_QUERY_H_
