// The answers of an index of fingerprints, to the last bit, from walks, min-hashes or signatures
// that are computed when asked: for one query, or for many.
//
// Many queries share what is made of a fingerprint. If that fits for all fingerprints into a
// quarter of the memory, it is made once. Otherwise as many fingerprints as fit are made at a time,
// and the sums of many queries wait for the rest of them: another quarter; then all is made once
// for each batch of queries.
#ifndef AKIN_SRC_QUERY_WALKED_ANSWERS_H_
#define AKIN_SRC_QUERY_WALKED_ANSWERS_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "akin/bags.h"
#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "base/threads.h"
#include "query/candidates.h"
#include "query/meeting_source.h"
#include "query/opened_index.h"
#include "query/scoring.h"

namespace akin {

class WalkedAnswers {
 public:
  // For so many queries. What is passed by reference must outlive this object. kInvalidArgument for
  // options that do not make sense.
  static Result<std::unique_ptr<WalkedAnswers>> Create(const Corpus& corpus,
                                                       const BuildOptions& walks,
                                                       const RelatedOptions& options,
                                                       size_t queries, const Control& control);

  // How many threads there is memory for, and how many queries it is best to ask at once; 0: any
  // number.
  unsigned threads() const { return threads_; }
  size_t at_once() const { return at_once_; }

  // The pool has at most as many threads as said above. Calls `answered` after each, from any
  // thread. Fails on a stop, or if nobody can be answered.
  Status AnswerAll(std::span<const VertexId> vertices, ThreadPool& pool,
                   std::span<Result<Answer>> answers, const std::function<void()>& answered);

 private:
  struct Needs {  // bytes
    uint64_t fixed = 0;
    uint64_t thread = 0;
    uint64_t fingerprint = 0;
    unsigned step = 1;  // fingerprints that are made together
  };

  WalkedAnswers(const Corpus& corpus, const RelatedOptions& options, const Scoring& scoring,
                HitFilter filter, size_t queries, const Control& control)
      : corpus_(corpus),
        options_(options),
        scoring_(scoring),
        filter_(std::move(filter)),
        queries_(queries),
        control_(control) {}
  Status OpenSource(const IndexParameters& index, const BuildOptions& walks);
  uint64_t Quarter() const;  // of the memory
  void ShareMemory(const Needs& needs);
  Result<Answer> AnswerFrom(const Candidates& candidates, const QueryWork& work) const;

  const Corpus& corpus_;
  const RelatedOptions options_;
  const Scoring scoring_;
  const HitFilter filter_;
  const size_t queries_;
  const Control control_;
  std::optional<Bags> bags_;
  unsigned threads_ = 1;
  size_t at_once_ = 0;
  unsigned kept_ = 0;  // fingerprints that are made at a time; 0: none is kept
  std::unique_ptr<MeetingSource> source_;
  std::vector<Candidates> tables_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_WALKED_ANSWERS_H_
