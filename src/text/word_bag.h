// The bag of a text that is not a page of the corpus: a question in words.
//
// It is made as the bags of pages are: words by the same rule, the same stop list, the same stems,
// the same weights by frequency. It is in the language of most pages. Each word counts the same,
// whether the bags are of content or of anchor text. Words that no bag has say nothing about any
// page and are left out; so are terms that are links. The weights of the rest sum to 1.
//
// Cost: O(words + terms log W), W being the number of words of all bags.
#ifndef AKIN_SRC_TEXT_WORD_BAG_H_
#define AKIN_SRC_TEXT_WORD_BAG_H_

#include <vector>

#include "akin/bags.h"
#include "akin/status.h"
#include "text/bags_file.h"

namespace akin {

// By ascending term; empty if no word is left. kInvalidArgument if the bags are of links alone.
Result<std::vector<BagTerm>> BagOfWords(const Bags& bags, const TextWords& words);

}  // namespace akin

#endif  // AKIN_SRC_TEXT_WORD_BAG_H_
