// A question about similarity that has been read, without its vertices.
#ifndef AKIN_SERVER_QUESTION_H_
#define AKIN_SERVER_QUESTION_H_

#include "akin/corpus.h"
#include "akin/parts.h"
#include "akin/status.h"
#include "server/corpora.h"
#include "server/endpoints.h"
#include "server/opened_corpus.h"

namespace akin::server {

struct Question {
  Corpora::Generation opened;
  Answering answering;
  RelatedOptions options;  // k counts from the first hit, offset or not
  unsigned offset = 0;
  bool shed = false;        // less effort than it would get without load
  bool attributes = false;  // tell those of hits
  bool partial = true;      // answer even if shards elsewhere do not

  // What every answer about a corpus begins with.
  Json Head() const;
};

// A question that may need other machines: how it is asked, and what is told about them.
class Asking {
 public:
  Asking(const Call& call, const Question& question);

  const RelatedOptions& options() const { return options_; }
  // Calls `ask`, which returns a Result and asks with these options.
  template <class Function>
  auto Ask(const Function& ask) {
    return options_.remote == nullptr ? ask() : options_.remote->Ask(ask);
  }
  // Adds which fingerprints the answer about the vertex is from, and which shards are missing.
  Status Tell(const Question& question, VertexId vertex, Json& answer) const;

 private:
  RelatedOptions options_;
};

Result<Question> ReadQuestion(const Call& call);

}  // namespace akin::server

#endif  // AKIN_SERVER_QUESTION_H_
