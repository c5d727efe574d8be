// The bags of a corpus that have a name, for those who read them all.
#ifndef AKIN_SRC_TEXT_NAMED_BAGS_H_
#define AKIN_SRC_TEXT_NAMED_BAGS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "akin/status.h"
#include "text/bags_file.h"

namespace akin {

// kNotFound, with the names there are, for another; kDamaged for bags made with another graph.
Result<std::unique_ptr<BagsFile>> OpenNamedBags(const std::string& corpus, std::string_view name,
                                                uint64_t graph_identity);

}  // namespace akin

#endif  // AKIN_SRC_TEXT_NAMED_BAGS_H_
