// A section whose bytes were spilled while another section was being written.
#ifndef AKIN_SRC_CONTAINER_SPILLED_SECTION_H_
#define AKIN_SRC_CONTAINER_SPILLED_SECTION_H_

#include <memory>
#include <string_view>

#include "akin/status.h"
#include "base/spill_file.h"
#include "container/container_writer.h"

namespace akin {

// Writes the spill file as a section and removes it.
Status AddSpilled(ContainerWriter& writer, std::string_view name,
                  std::unique_ptr<SpillFile>& spill);

}  // namespace akin

#endif  // AKIN_SRC_CONTAINER_SPILLED_SECTION_H_
