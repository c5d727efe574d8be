#include "sketch/token_code.h"

#include <utility>

#include "akin/try.h"
#include "base/varint.h"

namespace akin {
namespace {

constexpr uint64_t ZigZag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
constexpr int64_t UnZigZag(uint64_t code) {
  return static_cast<int64_t>(code >> 1) ^ -static_cast<int64_t>(code & 1);
}

// `count` is 1 or more; most are 1, which takes only the lowest bit of the number before.
void PutWithCount(std::vector<std::byte>& out, uint64_t number, uint64_t count) {
  PutVarint(out, number << 1 | static_cast<uint64_t>(count > 1));
  if (count > 1) PutVarint(out, count - 2);
}

// Reads what the encoders put; every number is checked to be below a limit.
class TokenReader {
 public:
  explicit TokenReader(std::span<const std::byte> blob)
      : at_(blob.data()), end_(blob.data() + blob.size()) {}

  bool AtEnd() const { return at_ == end_; }
  bool ok() const { return at_ != nullptr; }
  uint64_t Number() { return at_ == nullptr ? 0 : GetVarint(at_, end_); }
  std::pair<uint64_t, uint64_t> NumberWithCount() {
    const uint64_t code = Number();
    return {code >> 1, (code & 1) != 0 ? Plus(Number(), 2) : 1};
  }
  // A sum that does not overflow; it is then too large for everything anyway.
  static uint64_t Plus(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

 private:
  const std::byte* at_;
  const std::byte* end_;
};

void Put(std::vector<std::byte>& out, const WalkGroup& before, bool begun, const WalkGroup& next) {
  PutVarint(out, next.at - before.at);
  const VertexId from = begun && next.at == before.at ? before.first : next.at;
  PutWithCount(out, ZigZag(int64_t{next.first} - from), next.size);
}

void Put(std::vector<std::byte>& out, const WalkMerge& before, bool begun, const WalkMerge& next) {
  PutVarint(out, next.parent - before.parent);
  const bool same = begun && next.parent == before.parent;
  PutWithCount(out, next.child - (same ? before.child : next.parent) - 1,
               next.offset - (same ? before.offset : 0));
}

void Put(std::vector<std::byte>& out, const EndedGroup& before, bool /*begun*/,
         const EndedGroup& next) {
  PutVarint(out, next.first - before.first);
  PutVarint(out, next.size - 2);
}

// Numbers that were read, before they are known to be vertices and counts.
struct Wide {
  uint64_t place = 0;  // at, parent, or first
  uint64_t vertex = 0;
  uint64_t count = 1;
};

Wide Get(TokenReader& reader, const WalkGroup& before, bool begun) {
  Wide next{.place = TokenReader::Plus(reader.Number(), before.at)};
  const auto [code, count] = reader.NumberWithCount();
  const uint64_t from = begun && next.place == before.at ? before.first : next.place;
  next.vertex = from + static_cast<uint64_t>(UnZigZag(code));
  next.count = count;
  return next;
}

Wide Get(TokenReader& reader, const WalkMerge& before, bool begun) {
  Wide next{.place = TokenReader::Plus(reader.Number(), before.parent)};
  const auto [code, count] = reader.NumberWithCount();
  const bool same = begun && next.place == before.parent;
  next.vertex = TokenReader::Plus(same ? before.child : next.place, TokenReader::Plus(code, 1));
  next.count = TokenReader::Plus(same ? before.offset : 0, count);
  return next;
}

Wide Get(TokenReader& reader, const EndedGroup& before, bool /*begun*/) {
  const uint64_t first = TokenReader::Plus(reader.Number(), before.first);
  return {.place = first, .vertex = first, .count = TokenReader::Plus(reader.Number(), 2)};
}

void Narrow(const Wide& wide, WalkGroup& out) {
  out = {static_cast<VertexId>(wide.place), static_cast<VertexId>(wide.vertex),
         static_cast<uint32_t>(wide.count)};
}
void Narrow(const Wide& wide, WalkMerge& out) {
  out = {static_cast<VertexId>(wide.place), static_cast<VertexId>(wide.vertex),
         static_cast<uint32_t>(wide.count)};
}
void Narrow(const Wide& wide, EndedGroup& out) {
  out = {static_cast<VertexId>(wide.place), static_cast<uint32_t>(wide.count)};
}

}  // namespace

template <class Record>
void TokenEncoder<Record>::Add(const Record& record) {
  Put(bytes_, before_, begun_, record);
  before_ = record;
  begun_ = true;
}

template <class Record>
Status DecodeTokens(std::span<const std::byte> blob, VertexId vertices,
                    const std::function<Status(const Record&)>& visit) {
  TokenReader reader(blob);
  Record before{};
  for (bool begun = false; !reader.AtEnd(); begun = true) {
    const Wide next = Get(reader, before, begun);
    if (!reader.ok() || next.place >= vertices || next.vertex >= vertices ||
        next.count > vertices) {
      return {Code::kDamaged, "a blob of walks is damaged, or of another graph"};
    }
    Narrow(next, before);
    AKIN_TRY(visit(before));
  }
  return {};
}

template class TokenEncoder<WalkGroup>;
template class TokenEncoder<WalkMerge>;
template class TokenEncoder<EndedGroup>;
template Status DecodeTokens<WalkGroup>(std::span<const std::byte>, VertexId,
                                        const std::function<Status(const WalkGroup&)>&);
template Status DecodeTokens<WalkMerge>(std::span<const std::byte>, VertexId,
                                        const std::function<Status(const WalkMerge&)>&);
template Status DecodeTokens<EndedGroup>(std::span<const std::byte>, VertexId,
                                         const std::function<Status(const EndedGroup&)>&);

}  // namespace akin
