#include "graph/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/checksum.h"
#include "base/integer_name.h"
#include "base/varint.h"
#include "container/json_section.h"
#include "container/sealed_json.h"
#include "container/spilled_section.h"

namespace akin {
namespace {

// In a block: how much it shares with the name before, and the length of the rest.
constexpr uint64_t kLeastNameBytes = 2;

// 32 bits are enough: the title itself is compared too.
uint32_t TitleHash(std::string_view title) {
  return static_cast<uint32_t>(Checksum(std::as_bytes(std::span(title))));
}

template <class T>
Result<T> EntryAt(const Section& section, uint64_t index) {
  AKIN_TRY(section.Verify(index * sizeof(T), sizeof(T)));
  T value;
  std::memcpy(&value, section.bytes().data() + index * sizeof(T), sizeof(T));
  return value;
}

// Decodes one name of a block: the length shared with the one before, and the rest. False if
// invalid.
bool NextName(const std::byte*& at, const std::byte* end, std::string& name) {
  const uint64_t shared = GetVarint(at, end);
  if (at == nullptr || shared > name.size()) return false;
  const uint64_t rest = GetVarint(at, end);
  if (at == nullptr || rest > static_cast<uint64_t>(end - at)) return false;
  name.resize(shared);
  name.append(reinterpret_cast<const char*>(at), rest);
  at += rest;
  return true;
}

// Consecutive integers are not stored.
Json RangeParams(int64_t first, VertexId size) {
  return {{"names", size}, {"kind", "range"}, {"first", fmt::to_string(first)}};
}

}  // namespace

Result<Keys> Keys::Open(const std::string& path) {
  Keys keys;
  AKIN_TRY_ASSIGN(keys.container_, Container::Open(path, FileKind::kKeys));
  AKIN_TRY(keys.ReadSections());
  return keys;
}

Status Keys::ReadSections() {
  AKIN_TRY_ASSIGN(const Section params_section, container_->Find("params"));
  AKIN_TRY_ASSIGN(const Json params, ReadJsonSection(params_section));
  const std::string& path = container_->path();
  AKIN_TRY_ASSIGN(size_, JsonMember<uint32_t>(path, params, "names"));
  AKIN_TRY_ASSIGN(const auto kind, JsonMember<std::string>(path, params, "kind"));
  if (kind == "range") {
    kind_ = Kind::kRange;
    AKIN_TRY_ASSIGN(const auto first, JsonMember<std::string>(path, params, "first"));
    const std::optional<int64_t> value = IntegerName(first);
    if (!value) return params_section.Damaged("the range has no start");
    if (size_ > 0 && *value > std::numeric_limits<int64_t>::max() - (int64_t{size_} - 1)) {
      return params_section.Damaged("the range has no end");
    }
    first_ = *value;
  } else if (kind == "integers") {
    kind_ = Kind::kIntegers;
    AKIN_TRY_ASSIGN(integers_, container_->Find("integers"));
    if (integers_.bytes().size() != uint64_t{size_} * sizeof(int64_t)) {
      return integers_.Damaged("wrong number of entries");
    }
  } else if (kind == "strings") {
    kind_ = Kind::kStrings;
    AKIN_TRY_ASSIGN(block_offsets_, container_->Find("block-offsets"));
    AKIN_TRY_ASSIGN(blocks_, container_->Find("blocks"));
    const uint64_t blocks = (uint64_t{size_} + kNamesPerBlock - 1) / kNamesPerBlock;
    if (block_offsets_.bytes().size() != (blocks + 1) * sizeof(uint64_t)) {
      return block_offsets_.Damaged("wrong number of entries");
    }
    if (blocks_.bytes().size() < uint64_t{size_} * kLeastNameBytes) {
      return blocks_.Damaged("too short for so many names");
    }
  } else {
    return params_section.Damaged(fmt::format("unknown kind of names '{}'", kind));
  }
  has_titles_ = container_->Has("titles");
  if (has_titles_) {
    AKIN_TRY_ASSIGN(title_offsets_, container_->Find("title-offsets"));
    AKIN_TRY_ASSIGN(titles_, container_->Find("titles"));
    AKIN_TRY_ASSIGN(title_hashes_, container_->Find("title-hashes"));
    if (title_offsets_.bytes().size() != (uint64_t{size_} + 1) * sizeof(uint64_t)) {
      return title_offsets_.Damaged("wrong number of entries");
    }
  }
  return {};
}

Result<int64_t> Keys::IntegerAt(VertexId id) const {
  if (kind_ == Kind::kRange) return first_ + int64_t{id};
  return EntryAt<int64_t>(integers_, id);
}

Result<std::span<const std::byte>> Keys::BlockBytes(uint64_t block) const {
  AKIN_TRY_ASSIGN(const auto begin, EntryAt<uint64_t>(block_offsets_, block));
  AKIN_TRY_ASSIGN(const auto end, EntryAt<uint64_t>(block_offsets_, block + 1));
  if (end < begin) return block_offsets_.Damaged("offsets run backwards");
  AKIN_TRY(blocks_.Verify(begin, end - begin));
  return blocks_.bytes().subspan(begin, end - begin);
}

Result<std::string> Keys::BlockHead(uint64_t block) const {
  AKIN_TRY_ASSIGN(const auto bytes, BlockBytes(block));
  const std::byte* at = bytes.data();
  std::string name;
  if (!NextName(at, at + bytes.size(), name)) return blocks_.Damaged("a name runs over its block");
  return name;
}

Result<std::vector<std::string>> Keys::Block(uint64_t block) const {
  AKIN_TRY_ASSIGN(const auto bytes, BlockBytes(block));
  const std::byte* at = bytes.data();
  const std::byte* const end = at + bytes.size();
  std::vector<std::string> names;
  std::string name;
  const uint64_t expected = std::min<uint64_t>(kNamesPerBlock, size_ - block * kNamesPerBlock);
  while (at != end && names.size() < expected) {
    if (!NextName(at, end, name)) return blocks_.Damaged("a name runs over its block");
    names.push_back(name);
  }
  if (at != end || names.size() != expected) {
    return blocks_.Damaged("a block has the wrong number of names");
  }
  return names;
}

Result<std::string> Keys::Name(VertexId id) const {
  if (id >= size_) return NoVertex(id);
  if (kind_ != Kind::kStrings) {
    AKIN_TRY_ASSIGN(const int64_t value, IntegerAt(id));
    return fmt::to_string(value);
  }
  AKIN_TRY_ASSIGN(auto names, Block(id / kNamesPerBlock));
  return std::move(names[id % kNamesPerBlock]);
}

Result<std::string> Keys::Title(VertexId id) const {
  if (!has_titles_) return std::string();
  AKIN_TRY_ASSIGN(const auto begin, EntryAt<uint64_t>(title_offsets_, id));
  AKIN_TRY_ASSIGN(const auto end, EntryAt<uint64_t>(title_offsets_, uint64_t{id} + 1));
  if (end < begin) return title_offsets_.Damaged("offsets run backwards");
  AKIN_TRY(titles_.Verify(begin, end - begin));
  return std::string(reinterpret_cast<const char*>(titles_.bytes().data()) + begin, end - begin);
}

Result<std::optional<VertexId>> Keys::Find(std::string_view name) const {
  if (kind_ == Kind::kStrings) return FindString(name);
  const std::optional<int64_t> value = IntegerName(name);
  if (!value) return std::optional<VertexId>();
  return FindInteger(*value);
}

Result<std::optional<VertexId>> Keys::FindInteger(int64_t value) const {
  VertexId low = 0;
  VertexId high = size_;
  while (low < high) {
    const VertexId middle = low + (high - low) / 2;
    AKIN_TRY_ASSIGN(const int64_t there, IntegerAt(middle));
    if (there == value) return std::optional(middle);
    if (there < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return std::optional<VertexId>();
}

Result<std::optional<VertexId>> Keys::FindString(std::string_view name) const {
  // Finds the last block whose head is not behind the name.
  uint64_t low = 0;
  uint64_t high = (uint64_t{size_} + kNamesPerBlock - 1) / kNamesPerBlock;
  while (high - low > 1) {
    const uint64_t middle = low + (high - low) / 2;
    AKIN_TRY_ASSIGN(const std::string head, BlockHead(middle));
    (head <= name ? low : high) = middle;
  }
  if (low >= high) return std::optional<VertexId>();
  AKIN_TRY_ASSIGN(const auto names, Block(low));
  const auto found = std::lower_bound(names.begin(), names.end(), name);
  if (found == names.end() || *found != name) return std::optional<VertexId>();
  return std::optional(static_cast<VertexId>(low * kNamesPerBlock + (found - names.begin())));
}

Result<std::vector<VertexId>> Keys::FindTitle(std::string_view title) const {
  std::vector<VertexId> found;
  if (!has_titles_ || title.empty()) return found;
  AKIN_TRY(title_hashes_.VerifyAll());
  AKIN_TRY_ASSIGN(const auto entries, title_hashes_.As<uint64_t>());
  const uint64_t wanted = uint64_t{TitleHash(title)} << 32;
  for (auto at = std::lower_bound(entries.begin(), entries.end(), wanted);
       at != entries.end() && (*at >> 32) == (wanted >> 32); ++at) {
    const auto id = static_cast<VertexId>(*at);
    AKIN_TRY_ASSIGN(const std::string there, Title(id));
    if (there == title) found.push_back(id);
  }
  return found;
}

Status Keys::ForEach(const std::function<Status(VertexId, std::string_view)>& visit) const {
  if (kind_ != Kind::kStrings) {
    for (VertexId id = 0; id < size_; ++id) {
      AKIN_TRY_ASSIGN(const int64_t value, IntegerAt(id));
      AKIN_TRY(visit(id, fmt::to_string(value)));
    }
    return {};
  }
  for (VertexId id = 0; id < size_;) {
    AKIN_TRY_ASSIGN(const auto names, Block(id / kNamesPerBlock));
    for (const std::string& name : names) AKIN_TRY(visit(id++, name));
  }
  return {};
}

Status Keys::Check(const Control& control) const {
  AKIN_TRY(container_->VerifyAll(control));
  AKIN_TRY(CheckNames());
  return has_titles_ ? CheckTitles() : Status();
}

Status Keys::CheckNames() const {
  if (kind_ == Kind::kRange) return {};
  if (kind_ == Kind::kIntegers) {
    AKIN_TRY_ASSIGN(const auto values, integers_.As<int64_t>());
    const bool ascend =
        std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
    return ascend ? Status() : integers_.Damaged("names out of order");
  }
  AKIN_TRY_ASSIGN(const auto offsets, block_offsets_.As<uint64_t>());
  if (offsets.front() != 0 || offsets.back() != blocks_.bytes().size()) {
    return block_offsets_.Damaged("bytes that belong to no name");
  }
  std::string previous;
  return ForEach([&](VertexId id, std::string_view name) -> Status {
    if (id > 0 && name <= previous) return blocks_.Damaged("names out of order");
    previous = name;
    return {};
  });
}

// The entries are distinct, as many as there are titles, and each is that of its title, so none is
// missing.
Status Keys::CheckTitles() const {
  AKIN_TRY_ASSIGN(const auto offsets, title_offsets_.As<uint64_t>());
  if (offsets.front() != 0 || offsets.back() != titles_.bytes().size()) {
    return title_offsets_.Damaged("bytes that belong to no title");
  }
  uint64_t titled = 0;
  for (size_t i = 1; i < offsets.size(); ++i) {
    if (offsets[i] < offsets[i - 1]) return title_offsets_.Damaged("offsets run backwards");
    titled += offsets[i] > offsets[i - 1] ? 1 : 0;
  }
  AKIN_TRY_ASSIGN(const auto entries, title_hashes_.As<uint64_t>());
  if (entries.size() != titled) return title_hashes_.Damaged("wrong number of entries");
  for (size_t i = 0; i < entries.size(); ++i) {
    const auto id = static_cast<VertexId>(entries[i]);
    if (i > 0 && entries[i] <= entries[i - 1]) return title_hashes_.Damaged("out of order");
    if (id >= size_) return title_hashes_.Damaged("a title of no vertex");
    AKIN_TRY_ASSIGN(const std::string title, Title(id));
    if (title.empty() || TitleHash(title) != entries[i] >> 32) {
      return title_hashes_.Damaged("not the hash of a title");
    }
  }
  return {};
}

Result<std::unique_ptr<KeysWriter>> KeysWriter::Create(const std::string& path, bool integers,
                                                       uint64_t memory) {
  auto keys = std::unique_ptr<KeysWriter>(new KeysWriter(path, integers, memory));
  AKIN_TRY_ASSIGN(keys->writer_, ContainerWriter::Create(path, FileKind::kKeys));
  AKIN_TRY_ASSIGN(keys->main_section_, keys->writer_->Begin(integers ? "integers" : "blocks"));
  if (!integers) {
    AKIN_TRY_ASSIGN(keys->block_offsets_, SpillFile::Create(path + ".block-offsets"));
    AKIN_TRY(keys->block_offsets_->AppendValue(uint64_t{0}));
  }
  AKIN_TRY_ASSIGN(keys->titles_, SpillFile::Create(path + ".titles"));
  AKIN_TRY_ASSIGN(keys->title_offsets_, SpillFile::Create(path + ".title-offsets"));
  AKIN_TRY(keys->title_offsets_->AppendValue(uint64_t{0}));
  return keys;
}

KeysWriter::KeysWriter(std::string path, bool integers, uint64_t memory)
    : path_(std::move(path)), integers_(integers), title_hashes_(path_ + ".title-hashes", memory) {}

Status KeysWriter::Add(std::string_view name, std::string_view title) {
  if (integers_) return AddInteger(IntegerName(name).value_or(0), title);
  AKIN_TRY(CheckRoom());
  AKIN_TRY(AddString(name));
  return AddTitle(title);
}

Status KeysWriter::AddInteger(int64_t value, std::string_view title) {
  AKIN_TRY(CheckRoom());
  last_ = value;
  if (size_ == 0) first_ = last_;
  AKIN_TRY(writer_->AppendValue(main_section_, last_));
  return AddTitle(title);
}

Status KeysWriter::CheckRoom() const {
  if (size_ < kNoVertex - 1) return {};
  return Status(Code::kBadInput, "more than 4,294,967,294 vertices; akin numbers them in 32 bits");
}

// Of the name that was added last.
Status KeysWriter::AddTitle(std::string_view title) {
  if (!title.empty()) {
    any_title_ = true;
    AKIN_TRY(title_hashes_.Add((uint64_t{TitleHash(title)} << 32) | size_));
    AKIN_TRY(titles_->Append(std::as_bytes(std::span(title))));
  }
  AKIN_TRY(title_offsets_->AppendValue(titles_->size()));
  ++size_;
  return {};
}

Status KeysWriter::AddString(std::string_view name) {
  if (size_ % kNamesPerBlock == 0) {
    if (size_ > 0) AKIN_TRY(EndBlock());
    previous_.clear();
  }
  const auto differ = std::mismatch(previous_.begin(), previous_.end(), name.begin(), name.end());
  const auto shared = static_cast<size_t>(differ.first - previous_.begin());
  const std::string_view rest = name.substr(shared);
  PutVarint(block_, shared);
  PutVarint(block_, rest.size());
  const auto rest_bytes = std::as_bytes(std::span(rest));
  block_.insert(block_.end(), rest_bytes.begin(), rest_bytes.end());
  previous_ = name;
  return {};
}

Status KeysWriter::EndBlock() {
  AKIN_TRY(writer_->Append(main_section_, block_));
  block_bytes_ += block_.size();
  block_.clear();
  return block_offsets_->AppendValue(block_bytes_);
}

Result<uint64_t> WriteRangeKeys(const std::string& path, int64_t first, VertexId size) {
  AKIN_TRY_ASSIGN(const auto writer, ContainerWriter::Create(path, FileKind::kKeys));
  AKIN_TRY(AddJsonSection(*writer, "params", RangeParams(first, size)));
  return writer->Finish();
}

Result<uint64_t> KeysWriter::Finish() {
  Json params = {{"names", size_}};
  if (integers_ && size_ > 0 &&
      static_cast<uint64_t>(last_) - static_cast<uint64_t>(first_) == uint64_t{size_} - 1) {
    // Consecutive integers need no array, so this starts again with an empty file.
    params = RangeParams(first_, size_);
    writer_.reset();
    AKIN_TRY_ASSIGN(writer_, ContainerWriter::Create(path_, FileKind::kKeys));
  } else {
    params["kind"] = integers_ ? "integers" : "strings";
    if (!integers_ && !block_.empty()) AKIN_TRY(EndBlock());
    AKIN_TRY(writer_->End(main_section_));
    if (!integers_) AKIN_TRY(AddSpilled(*writer_, "block-offsets", block_offsets_));
  }
  if (any_title_) {
    AKIN_TRY(AddSpilled(*writer_, "titles", titles_));
    AKIN_TRY(AddSpilled(*writer_, "title-offsets", title_offsets_));
    AKIN_TRY_ASSIGN(const size_t section, writer_->Begin("title-hashes"));
    AKIN_TRY(title_hashes_.Drain([&](std::span<const uint64_t> entries) {
      return writer_->Append(section, std::as_bytes(entries));
    }));
    AKIN_TRY(writer_->End(section));
  }
  titles_.reset();
  title_offsets_.reset();
  AKIN_TRY(AddJsonSection(*writer_, "params", params));
  return writer_->Finish();
}

}  // namespace akin
