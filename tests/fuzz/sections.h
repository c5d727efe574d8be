// Containers with right checksums around sections that a fuzzer made.
//
// An input of such a fuzzer is not the file but its sections: for each a name of 16 bytes, zero
// padded, its length in 4 bytes, and its bytes. Whatever a mutation does to them, the file is
// whole: what is tested is the reader of the sections.
#ifndef AKIN_TESTS_FUZZ_SECTIONS_H_
#define AKIN_TESTS_FUZZ_SECTIONS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "container/format.h"

namespace akin {

struct FuzzSection {
  std::array<char, 16> name{};
  std::string bytes;
};

// From any bytes; a length beyond their end means all of the rest.
std::vector<FuzzSection> SectionsOf(std::string_view input);
std::string InputOf(const std::vector<FuzzSection>& sections);

// A whole file.
std::string ContainerOf(FileKind kind, const std::vector<FuzzSection>& sections);
// The sections of a whole file.
std::vector<FuzzSection> SectionsOfContainer(std::string_view file);
// Makes the checksums of a file right, as far as its header is there and its table can be followed.
std::string WithRightSums(std::string file);
// The same for a document of JSON that ends before its seal.
std::string SealedDocument(std::string_view body);

}  // namespace akin

#endif  // AKIN_TESTS_FUZZ_SECTIONS_H_
