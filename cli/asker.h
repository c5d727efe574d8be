// How related, sim and join get their answers: from an index or several, by walking or pushing on
// the spot, or exactly.
#ifndef AKIN_CLI_ASKER_H_
#define AKIN_CLI_ASKER_H_

#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>

#include "akin/akin.h"
#include "session.h"

namespace akin::cli {

struct AskFlags {
  std::string index;
  std::string fusion = "weighted";
  std::string bags;
  bool no_index = false;
  std::string exact;
  std::string measure;
  unsigned iterations = 0;  // 0: the usual ones of the measure
  // --epsilon, --popularity, --decay-out, --lambda, and who is told notes
  ExactOptions exact_options;
  std::string krylov;
  std::string side = "auto";
  std::optional<int> radius;
  std::string prior;
  uint64_t seed = BuildOptions().seed;  // of --no-index
  RelatedOptions related;  // -k, --min-score, --min-inlinks, --decay, --fingerprints, --length

  void AddTo(CLI::App& verb);

 private:
  void AddExactFlags(CLI::App& verb, CLI::Option* exact_flag);
};

// What --exact can be asked for, a paragraph for the help of a verb.
std::string ExactMeasuresHelp();

class Asker {
 public:
  // All but the result must outlive it.
  static Result<Asker> Create(const Corpus& corpus, const AskFlags& flags, const Session& session,
                              const Control& control);

  Result<Answer> Related(VertexId vertex) const;
  Result<Score> Sim(VertexId a, VertexId b) const;
  // As ExactJoin, whatever the answers come from.
  Status Join(std::span<const VertexId> left, std::span<const VertexId> right,
              const JoinSink& sink) const;

 private:
  Status MixIndexes();
  Status RepeatWalks();
  Result<Answer> RelatedBy(VertexId vertex, const RelatedOptions& options,
                           const Control& control) const;

  Asker(const Corpus& corpus, const AskFlags& flags, const Control& control)
      : corpus_(corpus), flags_(flags), control_(control) {}

  const Corpus& corpus_;
  const AskFlags& flags_;
  const Control& control_;
  std::optional<Index> index_;
  std::optional<Mixture> mixture_;
  std::optional<BuildOptions> walks_;
  std::optional<ExactOptions> exact_;
};

}  // namespace akin::cli

#endif  // AKIN_CLI_ASKER_H_
