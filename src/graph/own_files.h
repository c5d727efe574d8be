// Which files in the directory of a corpus are akin's. Only these are ever removed: a user may have
// put something else there, and a corpus may not be one.
#ifndef AKIN_SRC_GRAPH_OWN_FILES_H_
#define AKIN_SRC_GRAPH_OWN_FILES_H_

#include <string>
#include <vector>

#include "akin/status.h"

namespace akin {

// Paths, as Join makes them. Symbolic links are foreign, and so is all that is in a foreign
// directory.
struct OwnFiles {
  std::vector<std::string> files;        // what says that others are complete comes first
  std::vector<std::string> directories;  // the innermost first
  std::vector<std::string> foreign;
};

// Of a whole corpus, complete or not. A directory is one of a corpus if there is nothing foreign in
// it; whether it is a complete one is for ReadCorpusManifest to say.
Result<OwnFiles> FilesOfCorpus(const std::string& corpus);
// Of what SplitCorpus makes: some corpora, of which parts may have no more than shards.
Result<OwnFiles> FilesOfSplit(const std::string& directory);
// Of one index.
Result<OwnFiles> FilesOfIndex(const std::string& index);
// Temporary files of writers that hold a lock on this directory while they work.
Result<std::vector<std::string>> TemporaryFilesIn(const std::string& directory);
// Removes them. Whoever calls this holds the lock, so they are of a process that was killed.
Status RemoveLeftovers(const std::string& directory);

// kAlreadyExists, which names the foreign files, if there are any.
Status CheckNoForeign(const std::string& directory, const OwnFiles& found);

// Removes these files, and then these directories if nothing else is in them by now.
Status RemoveOwnFiles(const OwnFiles& found);

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_OWN_FILES_H_
