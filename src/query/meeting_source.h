// Where queries without an index have their meetings from: walks, min-hashes or signatures that are
// made now. What many queries need of a fingerprint is made once for all of them, as far as the
// memory allows.
#ifndef AKIN_SRC_QUERY_MEETING_SOURCE_H_
#define AKIN_SRC_QUERY_MEETING_SOURCE_H_

#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/threads.h"
#include "query/candidates.h"

namespace akin {

// The fingerprints from `begin` to before `end`.
struct FingerprintRange {
  unsigned begin = 0;
  unsigned end = 0;
  bool operator==(const FingerprintRange&) const = default;
};

class MeetingSource {
 public:
  virtual ~MeetingSource() = default;

  // Queries are about these fingerprints from now on. What was made for others is dropped; forests
  // that are made at once count as work.
  virtual Status Prepare(const FingerprintRange& range, ThreadPool& pool, QueryWork& work) = 0;
  // Adds the meetings with a vertex in them. For many threads at a time, each of them with a number
  // of its own, below the size of the pool.
  virtual Status Add(VertexId vertex, unsigned worker, Candidates& candidates, QueryWork& work) = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_MEETING_SOURCE_H_
