// How related and sim get their answers: from an index, by walking on the spot, or exactly.
#ifndef AKIN_CLI_ASKER_H_
#define AKIN_CLI_ASKER_H_

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "akin/akin.h"
#include "session.h"

namespace akin::cli {

struct AskFlags {
  std::string index;
  bool no_index = false;
  std::string exact;
  std::string measure;
  unsigned iterations = 0;             // 0: the usual ones of the measure
  BuildOptions walks = {.length = 0};  // --decay, --length, --fingerprints, --seed of --no-index
  RelatedOptions related;              // -k, --min-score, --min-inlinks

  void AddTo(CLI::App& verb);
};

class Asker {
 public:
  static Result<Asker> Create(const Corpus& corpus, const AskFlags& flags, const Control& control);

  Result<Answer> Related(VertexId vertex) const;
  Result<Score> Sim(VertexId a, VertexId b) const;

 private:
  Asker(const Corpus& corpus, const AskFlags& flags, const Control& control)
      : corpus_(corpus), flags_(flags), control_(control) {}

  const Corpus& corpus_;
  const AskFlags& flags_;
  const Control& control_;
  std::optional<Index> index_;
  std::optional<BuildOptions> walks_;
  std::optional<ExactOptions> exact_;
};

}  // namespace akin::cli

#endif  // AKIN_CLI_ASKER_H_
