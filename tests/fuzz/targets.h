// What libFuzzer tries to break. Each takes any bytes and aborts, after a word on stderr, when what
// it is about does not hold. entry.cc makes a fuzzer of one; fuzz_corpus_test.cc runs them on
// inputs that broke something once, and on those they start from.
#ifndef AKIN_TESTS_FUZZ_TARGETS_H_
#define AKIN_TESTS_FUZZ_TARGETS_H_

#include <string_view>

namespace akin {

// Parses a page, packs it and unpacks it: its text is sound and comes back the same.
void FuzzHtmlPage(std::string_view bytes);

// Reads a WARC file to its end, and what HTTP and URLs it holds.
void FuzzWarc(std::string_view bytes);

}  // namespace akin

#endif  // AKIN_TESTS_FUZZ_TARGETS_H_
