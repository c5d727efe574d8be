// One program for all targets: akin_fuzz --target=NAME, and then what libFuzzer takes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "fuzz/sections.h"
#include "fuzz/targets.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace {

const akin::FuzzTarget* chosen = nullptr;

// Mostly inside one section, so that the others stay what they were.
size_t MutateSection(uint8_t* data, size_t size, size_t most, unsigned seed) {
  auto sections = akin::SectionsOf({reinterpret_cast<const char*>(data), size});
  constexpr unsigned kWholeOneIn = 16;
  if (sections.empty() || seed % kWholeOneIn == 0) return LLVMFuzzerMutate(data, size, most);
  std::string& bytes = sections[seed / kWholeOneIn % sections.size()].bytes;
  const size_t had = bytes.size();
  const size_t room = most > size ? most - size : 0;
  bytes.resize(had + room + 1);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(bytes.data()), had, had + room));
  const std::string input = akin::InputOf(sections);
  if (input.size() > most) return size;
  std::memcpy(data, input.data(), input.size());
  return input.size();
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr std::string_view kFlag = "--target=";
  for (int i = 1; i < *argc; ++i) {
    const std::string_view argument = (*argv)[i];
    if (!argument.starts_with(kFlag)) continue;
    chosen = std::find_if(std::begin(akin::kFuzzTargets), std::end(akin::kFuzzTargets),
                          [&](const akin::FuzzTarget& target) {
                            return target.name == argument.substr(kFlag.size());
                          });
  }
  if (chosen == nullptr || chosen == std::end(akin::kFuzzTargets)) {
    std::fprintf(stderr, "akin_fuzz: say --target=NAME, a folder of tests/fuzz/corpus\n");
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  chosen->run({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  return chosen->sections ? MutateSection(data, size, most, seed)
                          : LLVMFuzzerMutate(data, size, most);
}
