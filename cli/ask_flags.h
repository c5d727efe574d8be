// The flags that select who answers, shared by related, sim, join and explain.
#ifndef AKIN_CLI_ASK_FLAGS_H_
#define AKIN_CLI_ASK_FLAGS_H_

#include <optional>
#include <string>

#include "akin/akin.h"
#include "command_line.h"
#include "session.h"

namespace akin::cli {

struct AskFlags {
  std::string index;
  std::string fusion = "weighted";
  std::string bags;
  bool no_index = false;
  std::string exact;
  std::string measure;
  // --iterations, --epsilon, --popularity, --radius, --decay-out, --lambda, and where notes go
  ExactOptions exact_options;
  std::string krylov;
  std::string side = "auto";
  std::string prune = "none";
  std::string kernel;
  std::string prior;
  uint64_t seed = BuildOptions().seed;  // of --no-index
  // -k, --min-score, --min-inlinks, --decay, --function, --fingerprints, --length
  RelatedOptions related;
  std::optional<double> refine;

  void AddTo(const Verb& verb);
  // The options of a related query. Whoever asks for a number of fingerprints wants their scores.
  RelatedOptions RelatedWithEffort() const;

 private:
  void AddIndexFlags(const Verb& verb);
  void AddWalkFlags(const Verb& verb);
  void AddExactFlags(const Verb& verb, Flag exact_flag);
};

// The options of --exact, which must be given.
Result<ExactOptions> ExactOptionsOf(const Corpus& corpus, const AskFlags& flags,
                                    const Control& control);

// Tells the user what was computed without an index.
Result<Asker> AskerFor(const Corpus& corpus, const AskFlags& flags, const Session& session,
                       const Control& control);

}  // namespace akin::cli

#endif  // AKIN_CLI_ASK_FLAGS_H_
