// Text on a terminal: how wide the terminal is, how many of its columns a text takes, and how a
// text is cut to fit.
#ifndef AKIN_CLI_TERMINAL_H_
#define AKIN_CLI_TERMINAL_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace akin::cli {

inline constexpr size_t kUsualWidth = 80;

bool IsTerminal(int fd);
// The columns of a terminal, kUsualWidth if it does not say.
size_t TerminalWidth(int fd);

// What a text may do to a terminal, made visible: control characters other than tab and line end,
// bytes that are not UTF-8, and marks that change the direction of writing become \x1b or \u202e.
std::string ForTerminal(std::string_view text);
// The same for a line of JSON, which says the same afterwards: \u009b.
std::string ForTerminalAsJson(std::string_view json);

// The number of columns that a text takes. A character of East Asian writing or an emoji takes two,
// an accent that combines with the character before it none. A byte that is not UTF-8 takes one.
size_t DisplayWidth(std::string_view text);

// The text in at most `width` columns, with an ellipsis for what was cut off: at the end for
// sentences, in the middle for names and paths, whose ends tell them apart.
std::string CutEnd(std::string_view text, size_t width);
std::string CutMiddle(std::string_view text, size_t width);

}  // namespace akin::cli

#endif  // AKIN_CLI_TERMINAL_H_
