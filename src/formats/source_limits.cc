#include "formats/source_limits.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace akin {
namespace {

// Small sources may have this much whatever their size.
constexpr uint64_t kFreeVertices = uint64_t{1} << 20;
constexpr uint64_t kFreeArcs = uint64_t{1} << 24;
constexpr uint64_t kFreeNameBytes = uint64_t{1} << 30;
// The best compressed web graphs take a bit for an arc; this is an eighth of one.
constexpr uint64_t kArcsPerByte = 64;
constexpr uint64_t kVerticesPerArc = 64;
constexpr uint64_t kNameBytesPerByte = 1024;

constexpr std::string_view kAdvice =
    "it may be made to fill a disk; if you trust it, raise the limit";

uint64_t MostArcs(const IngestOptions& options, uint64_t bytes) {
  if (options.max_arcs > 0) return options.max_arcs;
  return kFreeArcs + kArcsPerByte * bytes;
}

// The length of a number in decimal digits, with its sign.
uint64_t DigitsOf(int64_t value) {
  uint64_t digits = value < 0 ? 2 : 1;
  uint64_t rest = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  for (; rest >= 10'000; rest /= 10'000) digits += 4;
  return digits + (rest >= 10 ? 1 : 0) + (rest >= 100 ? 1 : 0) + (rest >= 1000 ? 1 : 0);
}

Status BeyondLimit(std::string_view parameter, std::string text, Place place) {
  return Status(Code::kOutOfBudget, text).At(std::move(place)).WithParameter(parameter);
}

}  // namespace

Status CheckDeclaredVertices(uint64_t vertices, uint64_t arcs, const IngestOptions& options,
                             Place place) {
  const uint64_t most =
      options.max_vertices > 0 ? options.max_vertices : kFreeVertices + kVerticesPerArc * arcs;
  if (vertices <= most) return {};
  return BeyondLimit("max_vertices",
                     fmt::format("declares {} vertices and has {} arcs, and the limit is {} "
                                 "vertices; {}",
                                 vertices, arcs, most, kAdvice),
                     std::move(place));
}

Status CheckDeclaredArcs(uint64_t arcs, uint64_t bytes, const IngestOptions& options, Place place) {
  const uint64_t most = MostArcs(options, bytes);
  if (arcs <= most) return {};
  return BeyondLimit("max_arcs",
                     fmt::format("declares {} arcs in {} bytes, and the limit is {}; {}", arcs,
                                 bytes, most, kAdvice),
                     std::move(place));
}

LimitedSink::LimitedSink(ArcSink& sink, const IngestOptions& options, uint64_t bytes,
                         std::string_view source)
    : sink_(sink), bytes_(bytes), source_(source) {
  if (bytes > 0 || options.max_arcs > 0) most_arcs_ = MostArcs(options, bytes);
  if (bytes > 0 && options.max_arcs == 0) {
    most_name_bytes_ = kFreeNameBytes + kNameBytesPerByte * bytes;
  }
}

// Counts arcs if all of them may pass. Else the caller passes them one by one, up to the limit.
bool LimitedSink::Fits(uint64_t arcs, uint64_t name_bytes) {
  if (arcs > most_arcs_ - arcs_ || name_bytes > most_name_bytes_ - name_bytes_) return false;
  arcs_ += arcs;
  name_bytes_ += name_bytes;
  return true;
}

Status LimitedSink::Arcs(std::span<const std::string_view> ends) {
  uint64_t bytes = 0;
  for (const std::string_view end : ends) bytes += end.size();
  return Fits(ends.size() / 2, bytes) ? sink_.Arcs(ends) : ArcSink::Arcs(ends);
}

Status LimitedSink::IntegerArcs(std::span<const int64_t> ends) {
  uint64_t bytes = 0;
  for (const int64_t end : ends) bytes += DigitsOf(end);
  return Fits(ends.size() / 2, bytes) ? sink_.IntegerArcs(ends) : ArcSink::IntegerArcs(ends);
}

Status LimitedSink::TooMany() const {
  const std::string what = arcs_ > most_arcs_
                               ? fmt::format("more than {} arcs", most_arcs_)
                               : fmt::format("names of more than {} bytes", most_name_bytes_);
  const std::string size = bytes_ > 0 ? fmt::format(" in {} bytes", bytes_) : "";
  return BeyondLimit("max_arcs", fmt::format("has {}{}; {}", what, size, kAdvice),
                     {.file = std::string(source_)});
}

}  // namespace akin
