// A section that is a JSON document, such as the parameters of a file.
#ifndef AKIN_SRC_CONTAINER_JSON_SECTION_H_
#define AKIN_SRC_CONTAINER_JSON_SECTION_H_

#include "akin/status.h"
#include "container/container.h"
#include "container/sealed_json.h"

namespace akin {

// Verified. What is no JSON becomes a document without members.
inline Result<Json> ReadJsonSection(const Section& section) {
  if (const Status status = section.VerifyAll(); !status.ok()) return status;
  const auto* text = reinterpret_cast<const char*>(section.bytes().data());
  return Json::parse(text, text + section.bytes().size(), nullptr, /*allow_exceptions=*/false);
}

}  // namespace akin

#endif  // AKIN_SRC_CONTAINER_JSON_SECTION_H_
