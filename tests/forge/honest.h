// Small honest corpora that together have every kind of file, for forgers to start from.
#ifndef AKIN_TESTS_FORGE_HONEST_H_
#define AKIN_TESTS_FORGE_HONEST_H_

#include <functional>
#include <string>
#include <vector>

#include "akin/status.h"

namespace akin {

struct HonestCorpus {
  const char* name;
  // Makes it at a path that does not exist, with `room` for its sources.
  std::function<Status(const std::string& corpus, const std::string& room)> make;
};

// walks: forests with labels of 4 and of 8 bits, an index of some vertices only; names are integers
// classes: classes over several blocks; names are a range
// numbers: the indexes of numbers per vertex; names and titles are strings
// pages: pages with boilerplate, bags with and without links, an index of text, a recipe
const std::vector<HonestCorpus>& HonestCorpora();

}  // namespace akin

#endif  // AKIN_TESTS_FORGE_HONEST_H_
