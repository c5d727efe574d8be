// Filters as users write them: type=book and (year>=2000 or not tags=draft).
//
//   expression  = conjunction, {"or", conjunction} ;
//   conjunction = negation, {"and", negation} ;
//   negation    = "not", negation | "(", expression, ")" | comparison ;
//   comparison  = word, ("=" | "!=" | "<" | "<=" | ">" | ">=" | "^="), word ;
//
// A word is quoted by ' or ", with the quote doubled for itself, or has none of blanks, quotes and
// the characters ( ) = ! < > ^. The words and, or, not count as such, in any case, unless quoted.
#ifndef AKIN_SRC_ATTRIBUTES_WHERE_PARSER_H_
#define AKIN_SRC_ATTRIBUTES_WHERE_PARSER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"

namespace akin {

enum class Relation { kEqual, kUnequal, kLess, kAtMost, kGreater, kAtLeast, kPrefix };
std::string_view RelationName(Relation relation);  // "=", "!=", ...

struct Comparison {
  std::string name;
  size_t name_at = 0;  // its character in the expression, from 1
  Relation relation = Relation::kEqual;
  size_t relation_at = 0;
  std::string value;
  size_t value_at = 0;
};

// One step of an evaluation on a stack of sets: a comparison pushes one, `not` replaces the last,
// `and` and `or` replace the last two.
struct WhereStep {
  enum class Kind { kCompare, kNot, kAnd, kOr };
  Kind kind = Kind::kCompare;
  Comparison comparison = {};
};

inline constexpr size_t kMostComparisons = 1000;
inline constexpr size_t kDeepestWhere = 100;  // parentheses and nots in each other

// kInvalidArgument about `where`, which names the character.
Result<std::vector<WhereStep>> ParseWhere(std::string_view expression);

Status WhereError(size_t character, std::string_view what);

}  // namespace akin

#endif  // AKIN_SRC_ATTRIBUTES_WHERE_PARSER_H_
