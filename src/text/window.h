// How far the text around a link reaches (HGKI section 3.1).
#ifndef AKIN_SRC_TEXT_WINDOW_H_
#define AKIN_SRC_TEXT_WINDOW_H_

#include "akin/bags.h"

namespace akin {

// Words on each side. Work for a link grows with it, so there is a widest.
inline constexpr unsigned kWidestWindow = 1024;

// Where the page cuts a window off it need not be narrow, but must not be the page either.
constexpr unsigned DefaultWidth(Window window) { return window == Window::kBasic ? 32 : 128; }

}  // namespace akin

#endif  // AKIN_SRC_TEXT_WINDOW_H_
