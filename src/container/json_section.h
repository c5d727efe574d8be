// A section that is a JSON document, such as the parameters of a file.
#ifndef AKIN_SRC_CONTAINER_JSON_SECTION_H_
#define AKIN_SRC_CONTAINER_JSON_SECTION_H_

#include <string>

#include "akin/status.h"
#include "container/container.h"
#include "container/container_writer.h"
#include "container/sealed_json.h"

namespace akin {

Status AddJsonSection(ContainerWriter& writer, const std::string& name, const Json& document);
// Verifies the section. Invalid JSON becomes a document without members.
Result<Json> ReadJsonSection(const Section& section);

}  // namespace akin

#endif  // AKIN_SRC_CONTAINER_JSON_SECTION_H_
