// Every question that a corpus can be asked, put to one that may be forged.
#ifndef AKIN_TESTS_FORGE_QUESTIONS_H_
#define AKIN_TESTS_FORGE_QUESTIONS_H_

#include <cstdint>
#include <string>

#include "akin/status.h"

namespace akin {

struct Asked {
  uint64_t answered = 0;
  uint64_t refused = 0;
  Status damage;       // the first answer that called a file damaged
  Status check;        // what Corpus::Check says, or Corpus::Open
  std::string broken;  // a promise that does not hold; empty if all do
};

// Asks everything.
Asked AskEverything(const std::string& corpus, const std::string& room);
// Asks what depends most on one file of the corpus, and of the dear questions one or none, by
// `choice`. What is built on the way goes to `room`, or is removed.
Asked AskAbout(const std::string& corpus, const std::string& file, const std::string& room,
               uint64_t choice);

}  // namespace akin

#endif  // AKIN_TESTS_FORGE_QUESTIONS_H_
