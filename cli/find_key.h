// A key on the command line.
#ifndef AKIN_CLI_FIND_KEY_H_
#define AKIN_CLI_FIND_KEY_H_

#include <string>

#include "akin/akin.h"
#include "session.h"

namespace akin::cli {

// Corpus::FindLenient, with a note to the user if the key was not quite a name or title.
Result<VertexId> FindKey(const Corpus& corpus, const std::string& key, const Session& session);

}  // namespace akin::cli

#endif  // AKIN_CLI_FIND_KEY_H_
