// Help texts for a terminal of 80 columns: the descriptions of options are wrapped in their column.
#ifndef AKIN_CLI_HELP_FORMATTER_H_
#define AKIN_CLI_HELP_FORMATTER_H_

#include <CLI/CLI.hpp>
#include <string>

namespace akin::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(28); }

  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace akin::cli

#endif  // AKIN_CLI_HELP_FORMATTER_H_
