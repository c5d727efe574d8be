// The files of a corpus directory (docs/formats/corpus.md), and corpus.json, which identifies them.
#ifndef AKIN_SRC_GRAPH_CORPUS_FILES_H_
#define AKIN_SRC_GRAPH_CORPUS_FILES_H_

#include <cstdint>
#include <optional>
#include <string>

#include "akin/boilerplate.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/files.h"

namespace akin {

struct CorpusManifest {
  VertexId vertices = 0;
  uint64_t arcs = 0;
  uint64_t keys_identity = 0;
  uint64_t graph_identity = 0;
  std::optional<uint64_t> pages_identity;  // only if it was made from pages
  std::optional<uint64_t> site_identity;   // of the graph without lists and recurring links
  std::optional<uint64_t>
      content_identity;   // of the graph without boilerplate, if it was looked for
  std::string made_with;  // how the arcs were read: "drop-self-loops max-inlink-share=0.5"
  std::string notation;   // how to read names, for the program that wrote them

  // Of the graph with or without boilerplate; the same if none was looked for.
  uint64_t IdentityOf(Boilerplate boilerplate) const {
    if (boilerplate == Boilerplate::kSite) return site_identity.value_or(graph_identity);
    if (boilerplate == Boilerplate::kDrop) return content_identity.value_or(graph_identity);
    return graph_identity;
  }
};

std::string KeysPath(const std::string& corpus);
std::string GraphPath(const std::string& corpus);
std::string PagesPath(const std::string& corpus);
// That of the graph with this treatment of boilerplate.
std::string GraphPath(const std::string& corpus, Boilerplate boilerplate);
std::string BoilerplatePath(const std::string& corpus);
std::string IndexesPath(const std::string& corpus);
std::string RecipePath(const std::string& corpus);
// There while the indexes of a recipe are being built.
std::string UnfinishedRecipePath(const std::string& corpus);

// Held by whatever writes into a corpus, so that it is not replaced meanwhile. kNoCorpus if there
// is none.
Result<DirectoryLock> ShareCorpus(const std::string& corpus);

Status WriteCorpusManifest(const std::string& corpus, const CorpusManifest& manifest);
// A path that is not a directory, or has no corpus.json, is "not a corpus".
Result<CorpusManifest> ReadCorpusManifest(const std::string& corpus);

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_CORPUS_FILES_H_
