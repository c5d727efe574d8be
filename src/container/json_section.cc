#include "container/json_section.h"

namespace akin {

Status AddJsonSection(ContainerWriter& writer, const std::string& name, const Json& document) {
  return writer.Add(name, document.dump());
}

Result<Json> ReadJsonSection(const Section& section) {
  if (const Status status = section.VerifyAll(); !status.ok()) return status;
  const auto* text = reinterpret_cast<const char*>(section.bytes().data());
  return Json::parse(text, text + section.bytes().size(), nullptr, /*allow_exceptions=*/false);
}

}  // namespace akin
