#include "text/dictionary.h"

#include <algorithm>
#include <set>

#include "akin/try.h"

namespace akin {
namespace {

constexpr size_t kTermReadBuffer = size_t{1} << 16;

Spelling MakeSpelling(uint64_t hash, std::string_view term) {
  Spelling spelling{.hash = hash, .length = static_cast<uint8_t>(term.size())};
  std::copy(term.begin(), term.end(), spelling.bytes.begin());
  return spelling;
}

}  // namespace

Dictionary::Dictionary(const std::string& spill_prefix, uint64_t memory)
    : prefix_(spill_prefix), sorter_(spill_prefix + ".spill", memory) {}

Status Dictionary::Add(uint64_t hash, std::string_view term) {
  const Spelling spelling = MakeSpelling(hash, term);
  const std::lock_guard lock(mutex_);
  return sorter_.Add(spelling);
}

Status Dictionary::Finish() {
  AKIN_TRY_ASSIGN(distinct_, SpillFile::Create(prefix_ + "-distinct.spill"));
  // Terms with the current hash: one, unless hashes collide.
  std::set<std::string, std::less<>> terms;
  uint64_t hash = 0;
  const auto end_hash = [&]() -> Status {
    if (terms.empty()) return {};
    collisions_ += terms.size() - 1;
    const Spelling least = MakeSpelling(hash, *terms.begin());
    terms.clear();
    AKIN_TRY(distinct_->AppendValue(least.hash));
    AKIN_TRY(distinct_->AppendValue(least.length));
    return distinct_->Append(std::as_bytes(std::span(least.text())));
  };
  AKIN_TRY(sorter_.Drain([&](std::span<const Spelling> run) -> Status {
    for (const Spelling& spelling : run) {
      if (spelling.hash != hash) AKIN_TRY(end_hash());
      hash = spelling.hash;
      if (!terms.contains(spelling.text())) terms.emplace(spelling.text());
    }
    return {};
  }));
  AKIN_TRY(end_hash());
  const uint64_t bytes = distinct_->size();
  AKIN_TRY(distinct_->FinishWriting());
  reader_.emplace(*distinct_, 0, bytes, kTermReadBuffer);
  return {};
}

Result<std::string_view> Dictionary::Find(uint64_t hash) {
  while (current_.hash != hash && !reader_->AtEnd()) {
    AKIN_TRY(reader_->ReadValue(current_.hash));
    AKIN_TRY(reader_->ReadValue(current_.length));
    AKIN_TRY(
        reader_->Read(std::as_writable_bytes(std::span(current_.bytes).first(current_.length))));
  }
  if (current_.hash == hash) return current_.text();
  return Status(Code::kIo, "a term was spilled and is gone; is another process changing files?");
}

}  // namespace akin
