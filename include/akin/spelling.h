// Words that a user may have meant by a misspelt one.
#ifndef AKIN_SPELLING_H_
#define AKIN_SPELLING_H_

#include <string>
#include <string_view>
#include <vector>

namespace akin {

// The choices nearest to a misspelt word, best first; empty if none is near.
std::vector<std::string> SuggestWords(const std::vector<std::string>& choices,
                                      std::string_view wanted);

}  // namespace akin

#endif  // AKIN_SPELLING_H_
