#include "server/filter_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/files.h"
#include "akin/try.h"

namespace akin::server {
namespace {

constexpr uint64_t kLongRun = 64;           // from here on it is added as a range
constexpr size_t kBatch = size_t{1} << 16;  // vertices that are added together

void PutNumber(uint64_t number, std::string& bytes) {
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
  bytes += static_cast<char>(number);
}

// Takes a number off the front. Nothing if there is none below 2^32, or not in its shortest form.
std::optional<uint64_t> TakeNumber(std::string_view& bytes) {
  uint64_t number = 0;
  for (size_t i = 0; i < std::min<size_t>(bytes.size(), 5); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    number |= uint64_t{byte & 0x7FU} << (7 * i);
    if (byte >= 0x80) continue;
    if ((byte == 0 && i > 0) || number > UINT32_MAX) return std::nullopt;
    bytes.remove_prefix(i + 1);
    return number;
  }
  return std::nullopt;
}

// Adds vertices to a set, many at a time.
class Gathering {
 public:
  void Add(uint64_t begin, uint64_t end) {
    if (end - begin >= kLongRun) {
      set_ |= VertexSet::Range(static_cast<VertexId>(begin), static_cast<VertexId>(end));
      return;
    }
    for (uint64_t vertex = begin; vertex < end; ++vertex) {
      batch_.push_back(static_cast<VertexId>(vertex));
    }
    if (batch_.size() >= kBatch) Flush();
  }
  VertexSet Take() {
    Flush();
    return std::move(set_);
  }

 private:
  void Flush() {
    set_ |= VertexSet(batch_);
    batch_.clear();
  }

  VertexSet set_;
  std::vector<VertexId> batch_;
};

Result<VertexSet> DecodeRuns(std::string_view bytes, VertexId vertices) {
  Gathering all;
  for (uint64_t at = 0; !bytes.empty();) {
    const auto gap = TakeNumber(bytes);
    const auto more = gap ? TakeNumber(bytes) : std::nullopt;
    if (!more) return InvalidArgument("filter", "a filter is cut off, or is no list of runs");
    if (at > 0 && *gap == 0) return InvalidArgument("filter", "runs of a filter touch");
    const uint64_t begin = at + *gap;
    at = begin + *more + 1;
    if (at > vertices) {
      return InvalidArgument("filter",
                             fmt::format("a filter ends at vertex {} of {}", at - 1, vertices));
    }
    all.Add(begin, at);
  }
  return all.Take();
}

Result<VertexSet> DecodeBits(std::string_view bytes, VertexId vertices) {
  if (!bytes.empty() && bytes.back() == '\0') {
    return InvalidArgument("filter", "a filter ends with bits that say nothing");
  }
  if (bytes.size() > (uint64_t{vertices} + 7) / 8) {
    return InvalidArgument("filter", fmt::format("a filter has {} bytes of bits for {} vertices",
                                                 bytes.size(), vertices));
  }
  Gathering all;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    for (unsigned bit = 0; bit < 8; ++bit) {
      if ((byte >> bit & 1U) == 0) continue;
      const uint64_t vertex = 8 * uint64_t{i} + bit;
      if (vertex >= vertices) {
        return InvalidArgument("filter",
                               fmt::format("a filter has vertex {} of {}", vertex, vertices));
      }
      all.Add(vertex, vertex + 1);
    }
  }
  return all.Take();
}

}  // namespace

uint64_t FilterName(bool as_bits, std::string_view bytes) {
  const uint64_t name = ChecksumOf(bytes) ^ (as_bits ? 1 : 0);
  return name == 0 ? 2 : name;
}

CodedFilter CodeFilter(const VertexSet& set) {
  const std::vector<VertexId> members = set.Members();
  CodedFilter coded;
  const size_t bits = members.empty() ? 0 : members.back() / 8 + 1;
  uint64_t at = 0;
  for (size_t i = 0; i < members.size() && coded.bytes.size() <= bits;) {
    size_t last = i;
    while (last + 1 < members.size() && members[last + 1] == members[last] + 1) ++last;
    PutNumber(members[i] - at, coded.bytes);
    PutNumber(last - i, coded.bytes);
    at = uint64_t{members[last]} + 1;
    i = last + 1;
  }
  if (coded.bytes.size() > bits) {
    coded.as_bits = true;
    coded.bytes.assign(bits, '\0');
    for (const VertexId vertex : members) {
      coded.bytes[vertex / 8] = static_cast<char>(coded.bytes[vertex / 8] | 1 << vertex % 8);
    }
  }
  coded.name = FilterName(coded.as_bits, coded.bytes);
  return coded;
}

Result<VertexSet> DecodeFilter(bool as_bits, std::string_view bytes, VertexId vertices) {
  return as_bits ? DecodeBits(bytes, vertices) : DecodeRuns(bytes, vertices);
}

}  // namespace akin::server
