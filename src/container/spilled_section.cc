#include "container/spilled_section.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/try.h"
#include "container/format.h"

namespace akin {

Status AddSpilled(ContainerWriter& writer, std::string_view name,
                  std::unique_ptr<SpillFile>& spill) {
  const uint64_t bytes = spill->size();
  AKIN_TRY(spill->FinishWriting());
  AKIN_TRY_ASSIGN(const size_t section, writer.Begin(name, bytes));
  std::vector<std::byte> buffer(kBlockBytes);
  for (uint64_t at = 0; at < bytes; at += kBlockBytes) {
    const auto piece = std::span(buffer).first(std::min<uint64_t>(bytes - at, kBlockBytes));
    AKIN_TRY(spill->ReadAt(at, piece));
    AKIN_TRY(writer.Append(section, piece));
  }
  spill.reset();
  return writer.End(section);
}

}  // namespace akin
