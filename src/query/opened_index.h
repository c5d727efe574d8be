// The queries that every index answers, whatever it contains. OpenIndexIn is the only place that
// distinguishes the kinds of indexes.
#ifndef AKIN_SRC_QUERY_OPENED_INDEX_H_
#define AKIN_SRC_QUERY_OPENED_INDEX_H_

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "akin/corpus.h"
#include "akin/diagonal.h"
#include "akin/explain.h"
#include "akin/status.h"
#include "container/container.h"
#include "graph/graph.h"
#include "index/manifest.h"
#include "query/interval.h"

namespace akin {

// Whether a vertex may be a hit.
using HitFilter = std::function<Result<bool>(VertexId)>;

class ForestIndex;
struct ExplainSources;  // query/explaining.h

class OpenedIndex {
 public:
  virtual ~OpenedIndex() = default;

  // The best of all vertices except this one. kInvalidArgument for options that do not apply here;
  // kCancelled on a stop.
  virtual Result<Answer> Related(VertexId vertex, const RelatedOptions& options,
                                 const HitFilter& filter, const std::stop_token& stop) const = 0;
  virtual Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options) const = 0;
  // Scores of one vertex with many; one pair at a time unless there is a better way.
  virtual Result<std::vector<Score>> Sims(VertexId a, std::span<const VertexId> others,
                                          const RelatedOptions& options) const;
  // Why two vertices are similar. The name of the index is left to the caller, and so is a vertex
  // with itself if there are no fingerprints.
  virtual Result<ExplainedPart> Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                        const ExplainSources& sources) const = 0;
  // Whether the index covers the vertex.
  virtual Result<bool> Has(VertexId) const { return true; }
  // Adds facts that are known only when the index is open.
  virtual void Describe(IndexInfo&) const {}
  // The diagonal correction that it answers from; nullopt if it has none.
  virtual std::optional<DiagonalCorrection> Diagonal() const { return std::nullopt; }
  virtual std::vector<const Container*> files() const = 0;
  // Its fingerprints, if they are here; null if it has none.
  virtual const ForestIndex* forests() const { return nullptr; }
  // The rest is about fingerprints, here or elsewhere. The manifest; null if there are none.
  virtual const IndexManifest* fingerprinted() const { return nullptr; }
  // How many fingerprints a query about the vertex uses; kInvalidArgument for options out of range.
  virtual Result<unsigned> FingerprintsUsed(VertexId, const RelatedOptions&) const { return 0U; }
  // For walks: what meetings with each of the others contribute from step 2 on.
  virtual Result<std::vector<Contributions>> LaterMeetings(VertexId, std::span<const VertexId>,
                                                           const RelatedOptions&) const {
    return std::vector<Contributions>();
  }
};

// The graph of a corpus, which is opened only for indexes that need its arcs.
struct GraphToOpen {
  VertexId vertices = 0;
  uint64_t identity = 0;
  std::function<Result<const Graph*>()> open;
};

// Opens the index in `directory`, which has this manifest. kDamaged if it was built from another
// graph, or if the files are not those that the manifest lists; kUnavailable if some are elsewhere
// on purpose (index/elsewhere.h). The graph must outlive it.
Result<std::unique_ptr<OpenedIndex>> OpenIndexIn(const std::string& directory,
                                                 const IndexManifest& manifest,
                                                 const GraphToOpen& graph);

// kInvalidArgument for options about fingerprints, for an index without fingerprints.
Status CheckNoFingerprints(const RelatedOptions& options);
// The same, and kInvalidArgument for a decay other than that of the index, or for a function that
// is not SimRank's.
Status CheckFixedDecay(const RelatedOptions& options, double decay);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_OPENED_INDEX_H_
