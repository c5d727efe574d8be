#include "sketch/range_minhash.h"

#include <algorithm>
#include <cstring>

#include "akin/try.h"
#include "base/external_sorter.h"
#include "base/packed_pair.h"
#include "base/varint.h"
#include "sketch/minhash.h"

namespace akin {
namespace {

Status DamagedValues() {
  return {Code::kDamaged, "a blob of values is damaged, or of another graph"};
}

void PutValue(std::vector<std::byte>& out, uint32_t value) {
  const auto bytes = std::as_bytes(std::span(&value, 1));
  out.insert(out.end(), bytes.begin(), bytes.end());
}

// Reads four bytes at `at` and moves it behind them; nullptr if there are fewer.
uint32_t GetValue(const std::byte*& at, const std::byte* end) {
  uint32_t value = 0;
  if (end - at < static_cast<ptrdiff_t>(sizeof value)) {
    at = nullptr;
    return 0;
  }
  std::memcpy(&value, at, sizeof value);
  at += sizeof value;
  return value;
}

}  // namespace

void CarriedEncoder::Add(VertexId target, uint32_t value) {
  PutVarint(bytes_, target - before_);
  PutValue(bytes_, value);
  before_ = target;
}

Status DecodeValues(std::span<const std::byte> blob, VertexId vertices, const ValueVisitor& visit) {
  const std::byte* at = blob.data();
  const std::byte* const end = blob.data() + blob.size();
  uint64_t vertex = GetVarint(at, end);
  if (at == nullptr) return DamagedValues();
  for (; at != end; ++vertex) {
    const uint32_t value = GetValue(at, end);
    if (at == nullptr || vertex >= vertices) return DamagedValues();
    AKIN_TRY(visit(static_cast<VertexId>(vertex), value));
  }
  return {};
}

void RangeMinHash::Begin(uint64_t fingerprint) {
  const Permutation permutation = MinHashPermutation(parameters_, fingerprint);
  for (size_t i = 0; i < values_.size(); ++i) {
    values_[i] = permutation(static_cast<uint32_t>(range_.begin + i));
  }
  arrived_ = values_.size();
}

void RangeMinHash::ExpectNext() {
  values_.assign(range_.end - range_.begin, UINT32_MAX);
  arrived_ = 0;
}

Status RangeMinHash::ArriveValues(std::span<const std::byte> blob) {
  return DecodeValues(blob, range_.end, [&](VertexId vertex, uint32_t value) -> Status {
    if (vertex < range_.begin) return DamagedValues();
    uint32_t& own = values_[vertex - range_.begin];
    own = std::min(own, value);
    ++arrived_;
    return {};
  });
}

Status RangeMinHash::ArriveCarried(std::span<const std::byte> blob) {
  const std::byte* at = blob.data();
  const std::byte* const end = blob.data() + blob.size();
  for (uint64_t target = 0; at != end;) {
    const uint64_t gap = GetVarint(at, end);
    if (at == nullptr || gap >= range_.end - target) return DamagedValues();
    target += gap;
    const uint32_t value = GetValue(at, end);
    if (at == nullptr || target < range_.begin) return DamagedValues();
    uint32_t& own = values_[target - range_.begin];
    own = std::min(own, value);
  }
  return {};
}

Status RangeMinHash::CheckComplete() const {
  if (arrived_ == values_.size()) return {};
  return {Code::kDamaged, "values of some vertices are missing"};
}

Status RangeMinHash::SendValues(size_t blob_bytes, const BlobSink& sink) const {
  const size_t at_once = std::max<size_t>(1, blob_bytes / sizeof(uint32_t));
  for (size_t begin = 0; begin < values_.size(); begin += at_once) {
    const size_t end = std::min(values_.size(), begin + at_once);
    std::vector<std::byte> blob;
    PutVarint(blob, range_.begin + begin);
    const auto bytes = std::as_bytes(std::span(values_).subspan(begin, end - begin));
    blob.insert(blob.end(), bytes.begin(), bytes.end());
    AKIN_TRY(sink(std::move(blob)));
  }
  return {};
}

Status RangeMinHash::Carry(const std::stop_token& stop, const CarriedVisitor& visit) const {
  ExternalSorter<uint64_t> carried(spill_path_ + "-carried.spill", memory_);  // (target, value)
  AKIN_TRY(out_.InOrder(stop, [&](const RowWindow& window) -> Status {
    for (size_t row = 0; row < window.size(); ++row) {
      const uint32_t value = values_[window.first + row - range_.begin];
      for (const VertexId target : window[row]) AKIN_TRY(carried.Add(PackPair(target, value)));
    }
    return {};
  }));
  uint64_t next = 0;  // the first target that may still come
  return carried.Drain([&](std::span<const uint64_t> sorted) -> Status {
    for (const uint64_t entry : sorted) {
      if (HighOf(entry) < next) continue;
      AKIN_TRY(visit(HighOf(entry), LowOf(entry)));
      next = uint64_t{HighOf(entry)} + 1;
    }
    return {};
  });
}

}  // namespace akin
