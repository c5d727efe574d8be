// elsewhere.json of an index (docs/formats/index.md): which shards are on other machines on
// purpose, so that they are told from those that were lost.
#ifndef AKIN_SRC_INDEX_ELSEWHERE_H_
#define AKIN_SRC_INDEX_ELSEWHERE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "akin/status.h"
#include "index/manifest.h"

namespace akin {

std::string ElsewherePath(const std::string& index);
// All shards of the manifest.
Status WriteElsewhere(const std::string& index, const IndexManifest& manifest);
// The numbers of the shards that are said to be elsewhere, and are not here.
Result<std::vector<size_t>> ShardsElsewhere(const std::string& index,
                                            const IndexManifest& manifest);
// kUnavailable, if there are any.
Status CheckNoneElsewhere(const std::string& index, const IndexManifest& manifest);

}  // namespace akin

#endif  // AKIN_SRC_INDEX_ELSEWHERE_H_
