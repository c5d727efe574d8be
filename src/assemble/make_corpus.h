// A corpus appears in one step: it is made under a temporary name and moved into place when
// everything in it is complete and synced (docs/formats/corpus.md).
#ifndef AKIN_SRC_ASSEMBLE_MAKE_CORPUS_H_
#define AKIN_SRC_ASSEMBLE_MAKE_CORPUS_H_

#include <functional>
#include <string>

#include "akin/status.h"

namespace akin {

// Calls fill(directory) with an empty directory for the files of a corpus, and renames it to
// `target`. If anything fails, nothing is left behind. It is an error if `target` exists, unless it
// is a corpus and `replace` is set: then it is replaced.
Status MakeCorpus(const std::string& target, bool replace,
                  const std::function<Status(const std::string& directory)>& fill);

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_MAKE_CORPUS_H_
