// Files of names, one per line.
#ifndef AKIN_CLI_KEY_FILE_H_
#define AKIN_CLI_KEY_FILE_H_

#include <string>
#include <vector>

#include "akin/akin.h"

namespace akin::cli {

// The vertices that a file names, in its order; "-" reads standard input. In a long result nobody
// would notice what one bad line leaves out. So an empty, unknown or repeated name, or a file
// without names, is an error that says where.
Result<std::vector<VertexId>> ReadKeyFile(const Corpus& corpus, const std::string& path,
                                          const Control& control);

// Two files cannot both be standard input.
Status CheckKeyFiles(const std::string& left, const std::string& right);
// All vertices if no file is given.
Result<std::vector<VertexId>> ReadKeyFileOrAll(const Corpus& corpus, const std::string& path,
                                               const Control& control);

}  // namespace akin::cli

#endif  // AKIN_CLI_KEY_FILE_H_
