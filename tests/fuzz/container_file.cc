#include <string.h>

#include <string>

#include "container/container.h"
#include "fuzz/scratch_folder.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"

namespace akin {

void FuzzContainer(std::string_view bytes) {
  static const ScratchFolder folder;
  const std::string path = folder.Write("x.akin", WithRightSums(std::string(bytes)));
  const auto container = Container::Open(path, FileKind::kKeys);
  if (!container.ok()) return RequireDamage(container.status());
  Require((*container)->bytes() == bytes.size(), "the file is as long as it is");
  for (const SectionEntry& entry : (*container)->entries()) {
    const std::string name(entry.name.data(), strnlen(entry.name.data(), entry.name.size()));
    const auto section = (*container)->Find(name);
    Require(section.ok(), "a section that is listed is found");
    Require(section->VerifyAll().ok(), "what was verified on opening is whole");
    (void)section->As<uint64_t>();
    RequireDamage(section->Verify(section->bytes().size(), 1));
  }
}

}  // namespace akin
