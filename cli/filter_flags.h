// The flags that say which vertices may be hits, shared by related, join and eval.
#ifndef AKIN_CLI_FILTER_FLAGS_H_
#define AKIN_CLI_FILTER_FLAGS_H_

#include <memory>
#include <string>

#include "akin/akin.h"
#include "command_line.h"
#include "session.h"

namespace akin::cli {

struct FilterFlags {
  std::string where;
  std::string exclude;  // a file

  // Their texts say "hits" unless there is a better word.
  void AddTo(const Verb& verb, const std::string& hits = "hits");

  // What they mean in a corpus; null if not given. Tells the user of keys that the corpus does not
  // have.
  struct Sets {
    std::shared_ptr<const VertexSet> filter;
    std::shared_ptr<const VertexSet> exclude;
  };
  Result<Sets> In(const Corpus& corpus, const Session& session, const Control& control) const;

  // " where type=book", for titles of tables; empty if not given.
  std::string Title() const;
};

}  // namespace akin::cli

#endif  // AKIN_CLI_FILTER_FLAGS_H_
