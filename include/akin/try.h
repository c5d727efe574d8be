// Passes errors up: returns early with the failed Status of an expression.
#ifndef AKIN_TRY_H_
#define AKIN_TRY_H_

#include <utility>

#include "akin/status.h"

// NOLINTBEGIN(bugprone-macro-parentheses): targets and names are not expressions.
#define AKIN_CONCAT_INNER(a, b) a##b
#define AKIN_CONCAT(a, b) AKIN_CONCAT_INNER(a, b)

// AKIN_TRY(Expr());  for a Status. The counter keeps a lambda inside Expr() from shadowing.
#define AKIN_TRY(expr) AKIN_TRY_IMPL(AKIN_CONCAT(akin_try_status_, __COUNTER__), expr)
#define AKIN_TRY_IMPL(status, expr)                                  \
  do {                                                               \
    if (::akin::Status status = (expr); !status.ok()) return status; \
  } while (false)

// AKIN_TRY_ASSIGN(auto x, Expr());  for a Result.
#define AKIN_TRY_ASSIGN(target, expr) \
  AKIN_TRY_ASSIGN_IMPL(AKIN_CONCAT(akin_try_result_, __COUNTER__), target, expr)
#define AKIN_TRY_ASSIGN_IMPL(result, target, expr) \
  auto result = (expr);                            \
  if (!result.ok()) return result.status();        \
  target = std::move(result).value()

// NOLINTEND(bugprone-macro-parentheses)

#endif  // AKIN_TRY_H_
