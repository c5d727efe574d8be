// The vertices for which a filter holds (where_parser.h).
//
// An attribute that a vertex does not have satisfies no comparison, not even !=. So `not year=2000`
// holds for vertices without a year, and `year!=2000` does not.
//
// Cost: a comparison of an attribute looks at each vertex that has it, about 1 ns; of keys at log V
// of them if they are ordered as compared, else at all; of titles at all. Then operations on
// bitmaps.
#ifndef AKIN_SRC_ATTRIBUTES_WHERE_EVALUATOR_H_
#define AKIN_SRC_ATTRIBUTES_WHERE_EVALUATOR_H_

#include <span>
#include <string_view>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/vertex_set.h"
#include "graph/attributes_file.h"
#include "graph/keys.h"

namespace akin {

Result<VertexSet> EvaluateWhere(std::string_view expression, const Keys& keys,
                                std::span<const AttributeColumn> columns, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_ATTRIBUTES_WHERE_EVALUATOR_H_
