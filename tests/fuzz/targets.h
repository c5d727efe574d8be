// What libFuzzer tries to break. Each accepts any bytes and aborts, with a message on stderr, if
// its condition does not hold. entry.cc makes a fuzzer of one; fuzz_corpus_test.cc runs them on
// inputs that once broke something, and on the initial inputs.
#ifndef AKIN_TESTS_FUZZ_TARGETS_H_
#define AKIN_TESTS_FUZZ_TARGETS_H_

#include <string_view>

namespace akin {

// Parses a page, packs it and unpacks it: its text is valid and does not change.
void FuzzHtmlPage(std::string_view bytes);

// Reads a WARC file to its end, with the HTTP messages and URLs in it.
void FuzzWarc(std::string_view bytes);

// Decodes the target of a request: what is accepted is text, and means the same once encoded again.
void FuzzUrl(std::string_view bytes);

}  // namespace akin

#endif  // AKIN_TESTS_FUZZ_TARGETS_H_
