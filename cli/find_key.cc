#include "find_key.h"

#include <fmt/format.h>

#include "akin/try.h"

namespace akin::cli {

Result<VertexId> FindKey(const Corpus& corpus, const std::string& key, const Session& session) {
  AKIN_TRY_ASSIGN(const FoundVertex found, corpus.FindLenient(key));
  if (!found.as_written) {
    session.Note(fmt::format("no '{}': took {}{}", key, found.name,
                             found.title.empty() ? "" : fmt::format(" ({})", found.title)));
  }
  return found.vertex;
}

}  // namespace akin::cli
