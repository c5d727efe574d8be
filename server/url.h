// The target of a request, "/v1/related?key=a%2Fb&k=5", decoded strictly: whatever is not written
// as RFC 3986 says is refused, so that nobody is answered about something else than was asked.
//
// A plus in a query is a blank, as forms and URLSearchParams write it. Decoded text is UTF-8
// without the character NUL.
#ifndef AKIN_SERVER_URL_H_
#define AKIN_SERVER_URL_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/status.h"

namespace akin::server {

// Names and values of a query, in the order in which they were given. No name occurs twice.
using Query = std::vector<std::pair<std::string, std::string>>;

struct Target {
  std::string path;  // begins with a slash; %2F is a slash in it too
  Query query;
};

// kInvalidArgument, with the name of the parameter if it is about one.
Result<Target> ParseTarget(std::string_view target);

// The opposite: text as it is written as a part of a path or a query.
std::string EncodeUrl(std::string_view text);

}  // namespace akin::server

#endif  // AKIN_SERVER_URL_H_
