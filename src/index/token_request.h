// What all calls of akin/tokens.h begin with.
#ifndef AKIN_SRC_INDEX_TOKEN_REQUEST_H_
#define AKIN_SRC_INDEX_TOKEN_REQUEST_H_

#include <string>

#include "akin/build.h"
#include "akin/status.h"
#include "index/build_request.h"

namespace akin {

// kInvalidArgument also if such an index cannot be built by tokens.
Result<BuildRequest> ResolveTokens(const std::string& corpus, const BuildOptions& options);

}  // namespace akin

#endif  // AKIN_SRC_INDEX_TOKEN_REQUEST_H_
