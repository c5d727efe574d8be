// Truths that are a directory of classes: from a file, from the caller, or from the paths in keys.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>

#include "akin/errors.h"
#include "akin/eval.h"
#include "akin/try.h"
#include "eval/judge.h"
#include "eval/truth_lines.h"

namespace akin {
namespace {

constexpr unsigned kDeepest = 32;

Status CheckClassOptions(const ClassOptions& options) {
  if (options.depth >= 1 && options.depth <= kDeepest) return {};
  return InvalidArgument(
      "depth", fmt::format("a depth of {} parts; 1 to {} make sense", options.depth, kDeepest));
}

// Paths as they were read, before their common root is removed.
using Paths = std::map<VertexId, std::vector<std::string>>;

void PutClasses(const Paths& paths, const Corpus& corpus, const ClassOptions& options,
                Truth::Impl& truth) {
  bool common = !paths.empty();
  for (const auto& [vertex, parts] : paths) {
    common = common && parts.size() > 1 && parts[0] == paths.begin()->second[0];
  }
  if (common) truth.report.root = paths.begin()->second[0];
  truth.classes.emplace(corpus.vertices(), options.depth);
  for (const auto& [vertex, parts] : paths) {
    const std::vector<std::string_view> views(parts.begin() + (common ? 1 : 0), parts.end());
    truth.classes->Put(vertex, views);
    truth.queries.push_back(vertex);
  }
  truth.classes->CountMembers();
  truth.report.known = paths.size();
  truth.corpus = corpus;
}

using ClassTexts = std::map<VertexId, std::string>;

void PutClassTexts(const ClassTexts& classes, const Corpus& corpus, const ClassOptions& options,
                   Truth::Impl& truth) {
  char separator = options.separator;
  if (separator == 0) {
    const bool slash = std::any_of(classes.begin(), classes.end(), [](const auto& entry) {
      return entry.second.find('/') != std::string::npos;
    });
    separator = slash ? '/' : '.';
  }
  Paths paths;
  for (const auto& [vertex, text] : classes) {
    for (const std::string_view part : Split(text, separator)) {
      if (!part.empty()) paths[vertex].emplace_back(part);
    }
    if (!paths.contains(vertex)) paths[vertex].emplace_back(text);
  }
  PutClasses(paths, corpus, options, truth);
}

}  // namespace

Result<Truth> Truth::FromClasses(const Corpus& corpus, const std::string& path,
                                 const ClassOptions& options, const Control& control) {
  AKIN_TRY(CheckClassOptions(options));
  auto truth = std::make_shared<Impl>();
  KeyFinder finder(corpus, path, truth->report);
  ClassTexts classes;
  AKIN_TRY(EachLine(path, 2, "key<TAB>class/sub/class", control, truth->report,
                    [&](const auto& fields, uint64_t line) -> Result<std::string> {
                      if (fields[1].empty()) return std::string("the class is empty");
                      AKIN_TRY_ASSIGN(const auto vertex, finder.Find(fields[0], line));
                      if (!vertex) return std::string();
                      const bool first = classes.emplace(*vertex, fields[1]).second;
                      truth->report.repeated += first ? 0 : 1;
                      return std::string();
                    }));
  PutClassTexts(classes, corpus, options, *truth);
  return Truth(std::move(truth));
}

Result<Truth> Truth::FromClasses(const Corpus& corpus, const ClassTexts& classes,
                                 const ClassOptions& options) {
  AKIN_TRY(CheckClassOptions(options));
  auto truth = std::make_shared<Impl>();
  truth->report.lines = classes.size();
  for (const auto& [vertex, text] : classes) {
    if (vertex < corpus.vertices() && !text.empty()) continue;
    if (vertex >= corpus.vertices()) return NoVertex(vertex);
    AKIN_TRY_ASSIGN(const std::string name, corpus.Name(vertex));
    return InvalidArgument("", fmt::format("the class of '{}' is empty", name));
  }
  PutClassTexts(classes, corpus, options, *truth);
  return Truth(std::move(truth));
}

Result<Truth> Truth::FromKeys(const Corpus& corpus, const ClassOptions& options) {
  AKIN_TRY(CheckClassOptions(options));
  auto truth = std::make_shared<Impl>();
  Paths paths;
  for (VertexId v = 0; v < corpus.vertices(); ++v) {
    AKIN_TRY_ASSIGN(const std::string key, corpus.Name(v));
    std::string_view rest = key;
    const size_t scheme = rest.find("://");
    if (scheme != std::string_view::npos) rest.remove_prefix(scheme + 3);
    rest = rest.substr(0, rest.find_first_of("?#"));
    std::vector<std::string_view> parts =
        Split(rest, options.separator == 0 ? '/' : options.separator);
    // The last part is the page itself, unless a URL has only one part: the host.
    if (parts.size() > 1 || scheme == std::string_view::npos) parts.pop_back();
    std::erase(parts, std::string_view());
    if (!parts.empty()) paths[v].assign(parts.begin(), parts.end());
  }
  truth->report.lines = corpus.vertices();
  if (paths.empty()) {
    return BadInput({.file = corpus.path()}, "its keys are no paths: none has a directory");
  }
  PutClasses(paths, corpus, options, *truth);
  return Truth(std::move(truth));
}

}  // namespace akin
