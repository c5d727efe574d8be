// Attributes of vertices as members of answers.
#ifndef AKIN_SERVER_ATTRIBUTE_JSON_H_
#define AKIN_SERVER_ATTRIBUTE_JSON_H_

#include "akin/attributes.h"
#include "akin/status.h"
#include "server/endpoints.h"

namespace akin::server {

// 2000 for 2000.0, as people write it.
Json NumberJson(double number);

// {"year": 2001, "type": "book", "tags": ["new", "sale"]}
Result<Json> AttributesOf(const Attributes& attributes, VertexId vertex);

}  // namespace akin::server

#endif  // AKIN_SERVER_ATTRIBUTE_JSON_H_
