// akin::ArcSender: looks up the numbers of names, and sends arcs to buckets of rows.
//
// Memory: a quarter for arcs of both directions, a quarter to sort them, and half for blobs until
// they have left.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "akin/errors.h"
#include "akin/ingest_parts.h"
#include "akin/try.h"
#include "assemble/arc_code.h"
#include "base/checksum.h"
#include "base/radix_sort.h"
#include "graph/graph.h"
#include "graph/keys.h"

namespace akin {
namespace {

constexpr size_t kBytesOfArc = 64;  // both directions, with all that is made of it
constexpr size_t kFewestArcs = 1024;
constexpr size_t kArcsOfBlob = size_t{1} << 19;  // at up to 8 bytes, as a rule 2 to 4
constexpr size_t kNamesKept = size_t{1} << 14;

}  // namespace

struct ArcSender::Parts {
  // A string that was looked up lately: arcs of a page come together, and so do links to one.
  struct LateName {
    std::string name;
    VertexId vertex = 0;
    bool known = false;
  };

  Keys keys;
  uint32_t buckets;
  IngestOptions options;
  size_t most_arcs;
  std::vector<LateName> late = std::vector<LateName>(kNamesKept);  // by a hash
  std::array<std::vector<uint64_t>, 2> arcs;                       // by ArcDirection

  Result<std::optional<VertexId>> Find(std::string_view name);
  Result<VertexId> NumberOf(std::string_view name);
  void Put(VertexId from, VertexId to);
  Status SendDirection(ArcDirection direction, const ArcBlobSink& sink);
};

Result<std::optional<VertexId>> ArcSender::Parts::Find(std::string_view name) {
  if (keys.integers()) return keys.Find(name);
  LateName& entry = late[Checksum(std::as_bytes(std::span(name))) % kNamesKept];
  if (entry.known && entry.name == name) return std::optional(entry.vertex);
  AKIN_TRY_ASSIGN(const std::optional<VertexId> found, keys.Find(name));
  if (found) entry = {.name = std::string(name), .vertex = *found, .known = true};
  return found;
}

Result<VertexId> ArcSender::Parts::NumberOf(std::string_view name) {
  AKIN_TRY_ASSIGN(const std::optional<VertexId> found, Find(name));
  if (found) return *found;
  return Status(Code::kBadInput, fmt::format("'{}' is not among the names of the vertices", name));
}

void ArcSender::Parts::Put(VertexId from, VertexId to) {
  if (options.drop_self_loops && from == to) return;
  if (options.reverse) std::swap(from, to);
  arcs[0].push_back(PackArc(to, from));
  arcs[1].push_back(PackArc(from, to));
  if (!options.undirected) return;
  arcs[0].push_back(PackArc(from, to));
  arcs[1].push_back(PackArc(to, from));
}

Status ArcSender::Parts::SendDirection(ArcDirection direction, const ArcBlobSink& sink) {
  std::vector<uint64_t>& all = arcs[static_cast<size_t>(direction)];
  {
    std::vector<uint64_t> scratch(all.size());
    RadixSort(std::span(all), std::span(scratch));
  }
  all.erase(std::unique(all.begin(), all.end()), all.end());
  auto at = all.begin();
  for (uint32_t bucket = 0; at != all.end(); ++bucket) {
    const uint64_t end_row = FirstOfBucket(bucket + 1, buckets, keys.size());
    const auto end = std::lower_bound(at, all.end(), end_row << 32);
    while (at != end) {
      const auto take = std::min<ptrdiff_t>(end - at, kArcsOfBlob);
      AKIN_TRY(sink({.direction = direction,
                     .bucket = bucket,
                     .arcs = static_cast<uint64_t>(take),
                     .bytes = EncodeArcs(std::span(at, at + take))}));
      at += take;
    }
  }
  all.clear();
  return {};
}

ArcSender::ArcSender(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ArcSender::~ArcSender() = default;
ArcSender::ArcSender(ArcSender&&) noexcept = default;

Result<ArcSender> ArcSender::Open(const std::string& path, uint32_t buckets,
                                  const IngestOptions& options, const Control& control) {
  AKIN_TRY_ASSIGN(Keys keys, Keys::Open(path));
  if (buckets == 0) return InvalidArgument("", "no buckets");
  return ArcSender(std::make_unique<Parts>(
      Parts{.keys = std::move(keys),
            .buckets = buckets,
            .options = options,
            .most_arcs = std::max<size_t>(control.memory / kBytesOfArc, kFewestArcs)}));
}

Status ArcSender::Add(std::string_view from, std::string_view to) {
  AKIN_TRY_ASSIGN(const VertexId source, parts_->NumberOf(from));
  AKIN_TRY_ASSIGN(const VertexId target, parts_->NumberOf(to));
  parts_->Put(source, target);
  return {};
}

Status ArcSender::Add(uint64_t from, uint64_t to) {
  if (std::max(from, to) >= parts_->keys.size()) {
    return Status(Code::kBadInput, fmt::format("{} is no number of a vertex", std::max(from, to)));
  }
  parts_->Put(static_cast<VertexId>(from), static_cast<VertexId>(to));
  return {};
}

bool ArcSender::full() const { return parts_->arcs[0].size() >= parts_->most_arcs; }

Status ArcSender::Send(const ArcBlobSink& sink) {
  AKIN_TRY(parts_->SendDirection(ArcDirection::kIn, sink));
  return parts_->SendDirection(ArcDirection::kOut, sink);
}

}  // namespace akin
