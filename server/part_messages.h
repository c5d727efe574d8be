// Questions to back ends and their answers as messages (api/akin.proto), and back. Filters, which
// are not sent each time, are left to others (filter_code.h).
//
// Messages come from strangers: what is read is checked, and needs memory in proportion to the
// bytes of the message only.
#ifndef AKIN_SERVER_PART_MESSAGES_H_
#define AKIN_SERVER_PART_MESSAGES_H_

#include <cstddef>

#include "akin/parts.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin::v1 {
class Answer;
class Facts;
class Question;
}  // namespace akin::v1

namespace akin::server {

// A question about more others is refused, because each of them needs a number per step.
inline constexpr size_t kMostOthers = size_t{1} << 18;
// Bytes of a message besides filters, of which each has at most a bit per vertex.
inline constexpr size_t kMostQuestionBytes = size_t{4} << 20;

void WriteFacts(const PartFacts& facts, v1::Facts& message);
Result<PartFacts> ReadFacts(const v1::Facts& message);

IndexIdentity IdentityOf(const v1::Question& message);
void WriteQuestion(const PartQuestion& question, const IndexIdentity& identity,
                   v1::Question& message);
// kInvalidArgument for vertices and shards that the index does not have; kNotFound for shards that
// are not held.
Result<PartQuestion> ReadPartQuestion(const v1::Question& message, const PartFacts& facts);

void WriteAnswer(const PartAnswer& answer, v1::Answer& message);
// kDamaged for what cannot be the answer to the question.
Result<PartAnswer> ReadAnswer(const v1::Answer& message, const PartQuestion& question,
                              VertexId vertices);

}  // namespace akin::server

#endif  // AKIN_SERVER_PART_MESSAGES_H_
