// What can be asked of a corpus, as text that two states of one can be compared by.
#ifndef AKIN_TESTS_DESCRIBE_CORPUS_H_
#define AKIN_TESTS_DESCRIBE_CORPUS_H_

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "akin/attributes.h"
#include "akin/bags.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/recipe.h"

namespace akin {

// Little enough memory that small graphs spill.
inline Control Frugal() { return {.threads = 2, .memory = uint64_t{1} << 20}; }

// Everything that the public API says about a corpus. Incomplete indexes do not count.
inline std::string Describe(const std::string& path) {
  const auto corpus = Corpus::Open(path);
  if (!corpus.ok()) {
    const Code code = corpus.status().code();
    if (code == Code::kNoCorpus) return "absent";
    return code == Code::kNotOurs ? "no corpus" : corpus.status().message();
  }
  std::string text = fmt::format("{} vertices {} arcs, {}\n", corpus->vertices(), corpus->arcs(),
                                 corpus->made_with());
  for (VertexId v = 0; v < corpus->vertices(); ++v) {
    text += fmt::format("{} '{}'\n", corpus->Name(v).value(), corpus->Title(v).value());
  }
  Status check;  // without what a crash may leave: unfinished indexes and temporary files
  (void)corpus->Check(Frugal(), [&](const std::string&, const Status& status) {
    if (status.code() == Code::kNoIndex || status.code() == Code::kNotOurs) return;
    if (check.ok()) check = status;
  });
  if (!check.ok()) return check.message();
  const auto bags = corpus->BagSets();
  if (!bags.ok()) return bags.status().message();
  for (const BagInfo& info : *bags) {
    text += fmt::format("bags {} {} {}\n", info.name, info.options.content, info.options.anchor);
  }
  const auto attributes = Attributes::Open(*corpus);
  if (!attributes.ok()) return attributes.status().message();
  for (const AttributeInfo& info : attributes->attributes()) {
    text += fmt::format("attribute {} {} {}\n", info.name, info.vertices, info.distinct);
  }
  const auto recipe = ReadRecipe(path);
  if (!recipe.ok()) return recipe.status().message();
  if (*recipe) text += fmt::format("recipe {}\n", (*recipe)->index);
  const auto infos = corpus->Indexes();
  if (!infos.ok()) return infos.status().message();
  for (const IndexInfo& info : *infos) {
    if (!info.complete) continue;
    text += fmt::format("{} {} c={} l={} N={} s={}\n", info.name, MeasureName(info.measure),
                        info.decay, info.length, info.fingerprints, info.seed);
    const auto index = corpus->OpenIndex(info.name);
    if (!index.ok()) return index.status().message();
    for (VertexId v = 0; v < corpus->vertices(); ++v) {
      const auto answer = index->Related(v);
      if (!answer.ok()) return answer.status().message();
      for (const Hit& hit : answer->hits) {
        text += fmt::format("{}-{} {} {}\n", v, hit.vertex, hit.score.value, hit.score.error);
      }
    }
  }
  return text;
}

}  // namespace akin

#endif  // AKIN_TESTS_DESCRIBE_CORPUS_H_
