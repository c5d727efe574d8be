// What libFuzzer tries to break. Each accepts any bytes and aborts, with a message on stderr, if
// its condition does not hold. entry.cc makes a fuzzer of them; fuzz_corpus_test.cc runs them on
// inputs that once broke something, and on the initial inputs.
#ifndef AKIN_TESTS_FUZZ_TARGETS_H_
#define AKIN_TESTS_FUZZ_TARGETS_H_

#include <string_view>

namespace akin {

// Parses a page, packs it and unpacks it: its text is valid and does not change.
void FuzzHtmlPage(std::string_view bytes);
// Reads a WARC file to its end, with the HTTP messages and URLs in it.
void FuzzWarc(std::string_view bytes);
// A page, a base, a link and a glob, one per line.
void FuzzLink(std::string_view bytes);
// Decodes the target of a request: what is accepted is text, and means the same once encoded again.
void FuzzUrl(std::string_view bytes);
// A question to a back end: what reaches an index is about what it has.
void FuzzPartQuestion(std::string_view bytes);

// A byte of options, then an edge list or a matrix, packed or not.
void FuzzEdgeList(std::string_view input);
void FuzzMatrixMarket(std::string_view input);
// The .properties, a zero byte, the .graph.
void FuzzBvGraph(std::string_view input);
// Names, classes, grades, titles, scores: lines about a corpus.
void FuzzListsOfKeys(std::string_view bytes);
// A table, which is written and read again.
void FuzzCsv(std::string_view text);
// What flags say in words: mixtures of indexes, exact measures.
void FuzzSpecs(std::string_view text);
// A column of Arrow: what is read of it is inside of its buffers.
void FuzzArrow(std::string_view bytes);
// A kind, then a blob of walks or values: what is accepted means the same once encoded again.
void FuzzTokens(std::string_view bytes);
// A filter: what is accepted finds vertices.
void FuzzWhere(std::string_view text);
// A table of labels for a small corpus.
void FuzzLabels(std::string_view bytes);

// The layout of a file, whose checksums are made right first.
void FuzzContainer(std::string_view bytes);
// The sections of a file (sections.h).
void FuzzKeys(std::string_view input);
void FuzzGraph(std::string_view input);
void FuzzPages(std::string_view input);
void FuzzBags(std::string_view input);
void FuzzShard(std::string_view input);
void FuzzAttributes(std::string_view input);
// A document without its seal.
void FuzzDocuments(std::string_view body);

// All of them. A folder of tests/fuzz/corpus has the name of each.
struct FuzzTarget {
  std::string_view name;
  void (*run)(std::string_view input);
  bool sections = false;  // inputs are those of sections.h
};
inline constexpr FuzzTarget kFuzzTargets[] = {
    {"html_page", FuzzHtmlPage},
    {"warc", FuzzWarc},
    {"link", FuzzLink},
    {"url", FuzzUrl},
    {"part_question", FuzzPartQuestion},
    {"edge_list", FuzzEdgeList},
    {"matrix_market", FuzzMatrixMarket},
    {"bv_graph", FuzzBvGraph},
    {"lists_of_keys", FuzzListsOfKeys},
    {"csv", FuzzCsv},
    {"specs", FuzzSpecs},
    {"arrow", FuzzArrow},
    {"tokens", FuzzTokens},
    {"where", FuzzWhere},
    {"labels", FuzzLabels},
    {"container", FuzzContainer},
    {"keys", FuzzKeys, true},
    {"graph", FuzzGraph, true},
    {"pages", FuzzPages, true},
    {"bags", FuzzBags, true},
    {"shard", FuzzShard, true},
    {"attributes", FuzzAttributes, true},
    {"documents", FuzzDocuments},
};

// Decodes the target of a request: what is accepted is text, and means the same once encoded again.
void FuzzUrl(std::string_view bytes);

}  // namespace akin

#endif  // AKIN_TESTS_FUZZ_TARGETS_H_
