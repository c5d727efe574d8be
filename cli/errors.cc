#include "errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace akin::cli {
namespace {

struct Renamed {
  std::string_view parameter;
  std::string_view flag;
};

// Parameters whose flag has another name. If there are several, the flag that was given is meant,
// or else the first that the verb has.
constexpr Renamed kRenamed[] = {
    {"replace", "--force"},
    {"k", "--count"},
    {"k", "--top"},
    {"measure", "--exact"},
    {"fingerprints", "--signatures"},
    {"fingerprints", "--sweep"},
    {"lengths", "--sweep"},
    {"decays", "--sweep"},
    {"priors", "--prior"},
    {"distance", "--distance-weight"},
};

std::string PlainFlag(std::string_view parameter) {
  std::string flag = fmt::format("--{}", parameter);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

bool Has(const std::vector<std::string>& flags, std::string_view flag) {
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

// The command that creates what is missing.
std::string Remedy(const Status& status, const Verb& verb) {
  const std::string& corpus = status.place().file;
  const bool any = !status.parameter().empty();  // there are others, with other names
  const bool without_index = Has(verb.LongFlags(), "--no-index");
  switch (status.code()) {
    case Code::kNoCorpus:
      return fmt::format("; make one with: akin ingest SOURCE -o {}", corpus);
    case Code::kNoBags:
      return any ? "" : fmt::format("; make some with: akin bags {}", corpus);
    case Code::kNoIndex:
      if (any) return "";
      return fmt::format("; make one with: akin build {}{}", corpus,
                         without_index ? "\nor answer from the arcs with --no-index" : "");
    case Code::kUnknownKey:
      return any && without_index ? ", or ask without an index (--no-index)" : "";
    default:
      return "";
  }
}

}  // namespace

std::string FlagFor(std::string_view parameter, const Verb& verb) {
  if (parameter.empty()) return "";
  std::vector<std::string> names = {PlainFlag(parameter)};
  for (const Renamed& renamed : kRenamed) {
    if (renamed.parameter == parameter) names.emplace_back(renamed.flag);
  }
  const std::vector<std::string> flags = verb.LongFlags();
  std::string found;
  for (const std::string& name : names) {
    if (!Has(flags, name)) continue;
    if (verb.Find(name).Given()) return name;
    if (found.empty()) found = name;
  }
  return found;
}

std::string Explain(const Status& status, const Verb& verb) {
  std::string text = status.message();
  const std::string flag = FlagFor(status.parameter(), verb);
  if (!flag.empty()) text += fmt::format(" ({})", flag);
  return text + Remedy(status, verb);
}

}  // namespace akin::cli
