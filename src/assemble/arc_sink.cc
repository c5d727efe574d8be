// What an akin::ArcSink does with many arcs unless it knows better: one after another.
#include <fmt/format.h>

#include "akin/ingest.h"
#include "akin/try.h"

namespace akin {

Status ArcSink::Arcs(std::span<const std::string_view> ends) {
  for (size_t i = 0; i + 1 < ends.size(); i += 2) AKIN_TRY(Arc(ends[i], ends[i + 1]));
  return {};
}

Status ArcSink::IntegerArcs(std::span<const int64_t> ends) {
  for (size_t i = 0; i + 1 < ends.size(); i += 2) {
    const fmt::format_int from(ends[i]);
    const fmt::format_int to(ends[i + 1]);
    AKIN_TRY(Arc({from.data(), from.size()}, {to.data(), to.size()}));
  }
  return {};
}

}  // namespace akin
