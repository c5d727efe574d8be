// A column whose buffers have exactly the length that they must have, so that a sanitizer sees
// every read outside of them. Everything else is as the input says, except offsets beyond the bytes
// of strings: these nobody could recognise.
#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "fuzz/require.h"
#include "fuzz/targets.h"
#include "python/src/arrow_names.h"

namespace akin {
namespace {

using python::ArrowArray;
using python::ArrowNames;
using python::ArrowSchema;

// What is left of the input; zeros after its end.
class Input {
 public:
  explicit Input(std::string_view bytes) : bytes_(bytes) {}
  unsigned Byte() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }
  std::vector<unsigned char> Bytes(size_t count) {
    std::vector<unsigned char> bytes(count);
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(Byte());
    bytes.shrink_to_fit();
    return bytes;
  }

 private:
  std::string_view bytes_;
};

template <class Offset>
void KeepInside(std::vector<unsigned char>& offsets, size_t end) {
  for (size_t i = 0; i + sizeof(Offset) <= offsets.size(); i += sizeof(Offset)) {
    Offset offset;
    std::memcpy(&offset, offsets.data() + i, sizeof offset);
    offset = std::min<Offset>(offset, static_cast<Offset>(end));
    std::memcpy(offsets.data() + i, &offset, sizeof offset);
  }
}

class Column {
 public:
  Column(Input& input, bool with_dictionary) {
    constexpr const char* kFormats[] = {"c", "C", "s", "S",  "i", "I", "l",
                                        "L", "u", "U", "vu", "g", "",  "+s"};
    const unsigned number = input.Byte() % std::size(kFormats);
    schema_ = {.format = kFormats[number], .name = "a", .release = [](ArrowSchema*) {}};
    array_.length = input.Byte() % 16;
    array_.offset = input.Byte() % 8;
    array_.null_count = static_cast<int64_t>(input.Byte() % 4) - 1;
    array_.release = [](ArrowArray*) {};
    MakeBuffers(input, number);
    if (with_dictionary && input.Byte() % 2 == 1) {
      dictionary_ = std::make_unique<Column>(input, input.Byte() % 8 == 1);
      schema_.dictionary = &dictionary_->schema_;
      array_.dictionary = input.Byte() % 8 == 1 ? nullptr : &dictionary_->array_;
    }
  }

  // Reads all that is in it.
  void Read() {
    Result<ArrowNames> names = ArrowNames::Of(schema_, array_, 0, array_.length);
    if (!names.ok()) return RequireRefusal(names.status());
    size_t sum = 0;
    for (int64_t row = 0; row < array_.length; ++row) {
      const Result<std::string_view> name = (*names)[row];
      if (!name.ok()) RequireRefusal(name.status());
      if (name.ok()) sum += static_cast<size_t>(std::count(name->begin(), name->end(), 'a'));
      const Result<uint64_t> value = names->Number(row);
      if (!value.ok()) RequireRefusal(value.status());
    }
    Require(sum < SIZE_MAX, "all bytes can be read");
  }

 private:
  static void RequireRefusal(const Status& status) {
    Require(status.code() == Code::kInvalidArgument, "bad input is no failure");
  }

  void MakeBuffers(Input& input, unsigned format) {
    const auto rows = static_cast<size_t>(array_.length + array_.offset);
    const bool text = format == 8 || format == 9;
    const size_t width = format < 8 ? size_t{1} << (format / 2) : text ? 4 << (format - 8) : 16;
    buffers_.push_back(input.Bytes((rows + 7) / 8));
    buffers_.push_back(input.Bytes((rows + static_cast<size_t>(text)) * width));
    if (format >= 8) buffers_.push_back(input.Bytes(input.Byte() % 64));
    if (format == 8) KeepInside<int32_t>(buffers_[1], buffers_[2].size());
    if (format == 9) KeepInside<int64_t>(buffers_[1], buffers_[2].size());
    for (auto& buffer : buffers_) pointers_.push_back(buffer.data());
    if (format >= 10) {
      size_ = static_cast<int64_t>(buffers_[2].size());
      pointers_.push_back(&size_);
    }
    for (const void*& pointer : pointers_) {
      if (input.Byte() % 32 == 1) pointer = nullptr;
    }
    array_.n_buffers = static_cast<int64_t>(pointers_.size() - (input.Byte() % 32 == 1 ? 1 : 0));
    array_.buffers = pointers_.data();
  }

  ArrowSchema schema_{};
  ArrowArray array_{};
  std::vector<std::vector<unsigned char>> buffers_;
  std::vector<const void*> pointers_;
  int64_t size_ = 0;
  std::unique_ptr<Column> dictionary_;
};

}  // namespace

void FuzzArrow(std::string_view bytes) {
  Input input(bytes);
  Column(input, true).Read();
}

}  // namespace akin
