// Akin's files as bytes that can be changed and sealed again: checksums guard against damage, and
// anybody can compute them. Written apart from src/container, which must not trust what is made
// here.
#ifndef AKIN_TESTS_FORGE_SEALED_BYTES_H_
#define AKIN_TESTS_FORGE_SEALED_BYTES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "container/format.h"

namespace akin {

// A container file (container/format.h) taken apart.
struct ContainerImage {
  struct Part {
    std::string name;
    std::string bytes;
  };
  FileKind kind{};
  uint32_t version = 0;
  std::vector<Part> sections;

  Part* Find(std::string_view name);
};

bool IsContainer(std::string_view file);
ContainerImage TakeApart(std::string_view file);
// With all checksums.
std::string PutTogether(const ContainerImage& image);

// Repairs the checksum of the first page, after a change there.
void SealHeader(std::string& file);
// What other files call this container.
std::string IdentityOf(std::string_view file);

// Repairs the checksum in the last line of a sealed JSON file. The text before it may be anything.
std::string SealJson(std::string_view file);
// The text without the seal, closed so that it is JSON again; and the way back.
std::string UnsealedJson(std::string_view file);
std::string SealedJson(std::string_view json);

}  // namespace akin

#endif  // AKIN_TESTS_FORGE_SEALED_BYTES_H_
