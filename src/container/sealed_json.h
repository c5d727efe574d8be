// Small JSON documents (corpus.json, manifest.json) with a checksum of their own text in the last
// line, so that a change of any byte is detected. To every other tool they are plain JSON.
#ifndef AKIN_SRC_CONTAINER_SEALED_JSON_H_
#define AKIN_SRC_CONTAINER_SEALED_JSON_H_

#include <nlohmann/json.hpp>
#include <string>

#include "akin/status.h"

namespace akin {

using Json = nlohmann::ordered_json;

// `document` is an object without a member "checksum". `kind` becomes the member "akin".
Status WriteSealedJson(const std::string& path, std::string_view kind, const Json& document);
Result<Json> ReadSealedJson(const std::string& path, std::string_view kind);

// A checksum as it is written in JSON: 16 hexadecimal digits.
std::string HexSum(uint64_t sum);
Result<uint64_t> ParseHexSum(const std::string& path, std::string_view text);

// A member of a document; kDamaged with the name of the member if it is missing or invalid.
template <class T>
Result<T> JsonMember(const std::string& path, const Json& object, const char* name);

}  // namespace akin

#endif  // AKIN_SRC_CONTAINER_SEALED_JSON_H_
