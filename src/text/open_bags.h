// The sets of bags of a corpus.
#ifndef AKIN_SRC_TEXT_OPEN_BAGS_H_
#define AKIN_SRC_TEXT_OPEN_BAGS_H_

#include <string>
#include <string_view>
#include <vector>

#include "akin/bags.h"
#include "akin/status.h"
#include "graph/corpus_files.h"

namespace akin {

// Their names, sorted.
Result<std::vector<std::string>> BagNames(const std::string& corpus);
// kDamaged if they are not bags of this corpus.
Result<Bags> OpenBagsOf(const std::string& corpus, const CorpusManifest& manifest,
                        const std::string& name);

// The same for a name from a user. If it is unknown, kNoBags lists the existing ones. If it is
// empty: the only bags there are, or those called text among several.
Result<Bags> OpenNamedBags(const std::string& corpus, const CorpusManifest& manifest,
                           std::string_view wanted);

}  // namespace akin

#endif  // AKIN_SRC_TEXT_OPEN_BAGS_H_
