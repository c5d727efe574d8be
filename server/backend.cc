#include "server/backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "akin.pb.h"
#include "akin/errors.h"
#include "akin/try.h"
#include "server/filter_code.h"
#include "server/part_messages.h"

namespace akin::server {

void Backend::Put(OpenedPart part) {
  const std::lock_guard lock(mutex_);
  std::erase_if(held_, [&](const std::shared_ptr<Held>& other) {
    return other->part.facts.identity == part.facts.identity;
  });
  held_.push_back(std::make_shared<Held>(std::move(part)));
}

bool Backend::Has(const IndexIdentity& identity) const { return Find(identity) != nullptr; }

std::vector<PartFacts> Backend::Retire(Clock::time_point now, Clock::duration unasked) {
  const std::lock_guard lock(mutex_);
  std::vector<PartFacts> retired;
  std::erase_if(held_, [&](const std::shared_ptr<Held>& held) {
    if (held == held_.back() || now - held->asked.load() < unasked) return false;
    retired.push_back(held->part.facts);
    return true;
  });
  return retired;
}

std::shared_ptr<Backend::Held> Backend::Find(const IndexIdentity& identity) const {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<Held>& held : held_) {
    if (held->part.facts.identity == identity) return held;
  }
  return nullptr;
}

void Backend::Describe(v1::Description& message) const {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<Held>& held : held_) {
    WriteFacts(held->part.facts, *message.add_parts());
  }
}

Status Backend::OtherIndex(const IndexIdentity& identity) const {
  const std::lock_guard lock(mutex_);
  std::string words = "nothing is open here";
  if (!held_.empty()) {
    const PartFacts& facts = held_.back()->part.facts;
    words =
        facts.identity.graph != identity.graph
            ? fmt::format("the question is about another graph than that of {} here", facts.index)
            : fmt::format("the question is about {:016x}, but {} here is {:016x}",
                          identity.manifest, facts.index, facts.identity.manifest);
  }
  return InvalidArgument("", words);
}

// The contents of a small set have no name, and are not kept.
Result<FilterCache::Set> Backend::ReadFilter(const v1::Filter& message, VertexId vertices) {
  const bool bits = message.contents_case() == v1::Filter::kBits;
  const std::string& bytes = bits ? message.bits() : message.runs();
  const auto decode = [&]() -> Result<FilterCache::Set> {
    AKIN_TRY_ASSIGN(VertexSet set, DecodeFilter(bits, bytes, vertices));
    return std::make_shared<const VertexSet>(std::move(set));
  };
  const bool sent = message.contents_case() != v1::Filter::CONTENTS_NOT_SET;
  if (message.name() == 0) {
    if (!sent) return InvalidArgument("filter", "a filter has a name or contents");
    return decode();
  }
  return filters_.Get(fmt::format("{:x} {}", message.name(), vertices),
                      [&]() -> Result<FilterCache::Set> {
                        if (!sent) return Status(Code::kNotFound, "the filter is not known here");
                        if (FilterName(bits, bytes) != message.name()) {
                          return InvalidArgument("filter", "a filter has the name of another one");
                        }
                        return decode();
                      });
}

Backend::Outcome Backend::Ask(const v1::Question& message, v1::Answer& answer,
                              const std::stop_token& stop) {
  const IndexIdentity identity = IdentityOf(message);
  const std::shared_ptr<Held> held = Find(identity);
  if (held == nullptr) return {OtherIndex(identity), Refused::kOtherIndex};
  held->asked = Clock::now();
  const PartFacts& facts = held->part.facts;
  auto question = ReadPartQuestion(message, facts);
  if (!question.ok()) {
    const bool elsewhere = question.status().code() == Code::kNotFound;
    return {question.status(), elsewhere ? Refused::kNotHeld : Refused::kNothing};
  }
  const auto read = [&](const v1::Filter& filter, FilterCache::Set& set) -> Status {
    AKIN_TRY_ASSIGN(set, ReadFilter(filter, facts.vertices));
    return {};
  };
  Status status;
  if (message.has_filter()) status = read(message.filter(), question->filter);
  if (status.ok() && message.has_exclude()) status = read(message.exclude(), question->exclude);
  if (!status.ok()) {
    const bool unknown = status.code() == Code::kNotFound;
    return {status, unknown ? Refused::kUnknownFilter : Refused::kNothing};
  }
  const Result<PartAnswer> told = held->part.ask(*question, stop);
  if (!told.ok()) return {told.status()};
  WriteAnswer(*told, answer);
  return {};
}

}  // namespace akin::server
