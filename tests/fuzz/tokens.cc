#include <vector>

#include "fuzz/require.h"
#include "fuzz/targets.h"
#include "sketch/range_minhash.h"
#include "sketch/token_code.h"

namespace akin {
namespace {

constexpr VertexId kVertices = 1000;

// Whether it is accepted; its records are then all of a graph with that many vertices.
template <class Record>
bool Decode(std::span<const std::byte> blob, std::vector<Record>& records) {
  const Status status = DecodeTokens<Record>(blob, kVertices, [&](const Record& record) -> Status {
    records.push_back(record);
    return {};
  });
  if (!status.ok()) Require(status.code() == Code::kDamaged, "an error is about damage");
  return status.ok();
}

template <class Record>
void RoundTrip(std::span<const std::byte> blob) {
  std::vector<Record> records;
  if (!Decode(blob, records)) return;
  TokenEncoder<Record> encoder;
  for (const Record& record : records) encoder.Add(record);
  std::vector<Record> again;
  Require(Decode<Record>(encoder.Take(), again), "what is encoded is accepted");
  Require(again.size() == records.size(), "no record is lost");
  for (size_t i = 0; i < again.size(); ++i) {
    Require(again[i].sort_key() == records[i].sort_key(), "records stay the same");
  }
}

}  // namespace

void FuzzTokens(std::string_view bytes) {
  if (bytes.empty()) return;
  const auto blob = std::as_bytes(std::span(bytes.substr(1)));
  switch (bytes.front() % 4) {
    case 0:
      return RoundTrip<WalkGroup>(blob);
    case 1:
      return RoundTrip<WalkMerge>(blob);
    case 2:
      return RoundTrip<EndedGroup>(blob);
    default: {
      const Status status = DecodeValues(blob, kVertices, [](VertexId vertex, uint32_t) -> Status {
        Require(vertex < kVertices, "a value is of a vertex");
        return {};
      });
      if (!status.ok()) Require(status.code() == Code::kDamaged, "an error is about damage");
    }
  }
}

}  // namespace akin
