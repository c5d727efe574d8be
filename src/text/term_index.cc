#include "text/term_index.h"

#include "akin/try.h"

namespace akin {
namespace {

template <class T>
Result<std::span<const T>> Map(SpillFile& spill, MappedFile& file) {
  const uint64_t bytes = spill.size();
  AKIN_TRY(spill.FinishWriting());
  AKIN_TRY_ASSIGN(file, MappedFile::Open(spill.path()));
  if (file.bytes().size() != bytes) return spill.CutShort();
  return std::span(reinterpret_cast<const T*>(file.bytes().data()), bytes / sizeof(T));
}

}  // namespace

Result<std::unique_ptr<TermIndex>> TermIndex::Create(const std::string& spill_prefix) {
  auto index = std::make_unique<TermIndex>();
  AKIN_TRY_ASSIGN(index->words_, SpillFile::Create(spill_prefix + "-hashes"));
  AKIN_TRY_ASSIGN(index->factors_, SpillFile::Create(spill_prefix + "-factors"));
  return index;
}

Status TermIndex::AddWord(uint64_t hash, float factor) {
  const auto size = static_cast<TermId>(words_->size() / sizeof(uint64_t));
  first_.resize((hash >> 48) + 1, size);  // for all buckets up to this one without a word so far
  AKIN_TRY(words_->AppendValue(hash));
  return AddFactor(factor);
}

Status TermIndex::Finish() {
  first_.resize(kBuckets + 1, static_cast<TermId>(words_->size() / sizeof(uint64_t)));
  AKIN_TRY_ASSIGN(hashes_, Map<uint64_t>(*words_, words_map_));
  AKIN_TRY_ASSIGN(weights_, Map<float>(*factors_, factors_map_));
  return {};
}

}  // namespace akin
