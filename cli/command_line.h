// The command line: the verbs of the program, and the flags and arguments of each. It is parsed by
// CLI11. Only command_line.cc and flags.cc include CLI11's headers, because every file that does
// takes five seconds longer to compile.
#ifndef AKIN_CLI_COMMAND_LINE_H_
#define AKIN_CLI_COMMAND_LINE_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace akin::cli {

struct Session;

// Does the work of a verb and returns the exit code.
using Work = std::function<int()>;

// What completion needs to know of a flag.
struct FlagFacts {
  std::string name;        // the long one, with its dashes
  std::string short_name;  // with its dash; may be empty
  std::string value;       // kind of value; empty for a switch
  std::string help;
};

// A flag or an argument of a verb. Copies refer to the same flag, and the functions that change it
// return it.
class Flag {
 public:
  explicit Flag(CLI::Option* option) : option_(option) {}

  Flag Required() const;
  Flag Needs(Flag other) const;
  Flag Excludes(Flag other) const;
  // What the help says about its default, the kind of value it takes ("FILE"), and its meaning.
  Flag Default(const std::string& text) const;
  Flag Takes(const std::string& value) const;
  Flag Describe(const std::string& help) const;

  // Whether it was on the command line. Known when the verb's work begins.
  bool Given() const;

 private:
  CLI::Option* option_;
};

// Copies refer to the same verb.
class Verb {
 public:
  Verb(CLI::App* app, Work* chosen) : app_(app), chosen_(chosen) {}

  // Arguments have no dashes and are identified by position. AddFlag of flags.h adds flags.
  Flag AddArgument(const std::string& name, std::string& variable, const std::string& help) const;
  Flag AddArgument(const std::string& name, std::vector<std::string>& variable,
                   const std::string& help) const;
  Flag Find(const std::string& flag) const;  // must have been added before
  // What the help says first, before the list of flags, and last.
  void SetIntroduction(const std::string& text) const;
  void SetFooter(const std::string& text) const;
  // The work to do once the command line has been parsed.
  void SetWork(Work work) const;

  std::string Name() const;
  std::string About() const;  // one line
  std::string Help() const;
  std::vector<FlagFacts> Flags() const;
  std::vector<std::string> LongFlags() const;  // with their dashes
  CLI::App& app() const { return *app_; }

 private:
  CLI::App* app_;
  Work* chosen_;
};

class CommandLine {
 public:
  CommandLine(const std::string& about, const std::string& version);
  ~CommandLine();

  Verb AddVerb(const std::string& name, const std::string& about);
  std::vector<Verb> Verbs();
  std::string Help() const;

  // Parses the command line, tells the session which verb was given, runs it and returns the exit
  // code.
  int Run(int argc, char** argv, Session& session);

 private:
  std::unique_ptr<CLI::App> app_;
  Work chosen_;
};

// Help is as wide as a usual terminal.
inline constexpr size_t kHelpColumns = 80;
// Breaks lines at blanks. A word that is too long gets a line of its own.
std::string Wrap(std::string_view text, size_t width);
// The same for text that begins in this column of help, and continues there on other lines.
std::string Hanging(std::string_view text, size_t indent);

// Says that there is no such verb, and which of `verbs` may have been meant.
std::string NoVerb(const std::vector<std::string>& verbs, const std::string& wanted);

}  // namespace akin::cli

#endif  // AKIN_CLI_COMMAND_LINE_H_
