// The command line: the verbs of the program, and the flags and arguments of each. CLI11 reads it.
// Only command_line.cc and flags.cc include CLI11's headers, because every file that does takes
// five seconds longer to compile.
#ifndef AKIN_CLI_COMMAND_LINE_H_
#define AKIN_CLI_COMMAND_LINE_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace akin::cli {

struct Session;

// Does the work of a verb and returns the exit code.
using Work = std::function<int()>;

// A flag or an argument of a verb. Copies stand for the same flag, and the functions that change it
// return it.
class Flag {
 public:
  explicit Flag(CLI::Option* option) : option_(option) {}

  Flag Required() const;
  Flag Needs(Flag other) const;
  Flag Excludes(Flag other) const;
  // What the help says of its default, of the kind of value it takes ("FILE"), and of its meaning.
  Flag Default(const std::string& text) const;
  Flag Takes(const std::string& value) const;
  Flag Describe(const std::string& help) const;

  // Was it on the command line? Known when the verb works.
  bool Given() const;

 private:
  CLI::Option* option_;
};

// Copies stand for the same verb.
class Verb {
 public:
  Verb(CLI::App* app, Work* chosen) : app_(app), chosen_(chosen) {}

  // Arguments have no dashes; their place tells them apart. AddFlag of flags.h adds flags.
  Flag AddArgument(const std::string& name, std::string& variable, const std::string& help) const;
  Flag AddArgument(const std::string& name, std::vector<std::string>& variable,
                   const std::string& help) const;
  Flag Find(const std::string& flag) const;  // that was added before
  void SetFooter(const std::string& text) const;
  // What to do once the command line is read.
  void SetWork(Work work) const;

  std::string Name() const;
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

  // Reads the command line, tells the session which verb is on it, lets that work and returns the
  // exit code.
  int Run(int argc, char** argv, Session& session);

 private:
  std::unique_ptr<CLI::App> app_;
  Work chosen_;
};

}  // namespace akin::cli

#endif  // AKIN_CLI_COMMAND_LINE_H_
