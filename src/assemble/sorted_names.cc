#include "assemble/sorted_names.h"

#include <fmt/format.h>

#include <optional>

#include "akin/try.h"
#include "akin/utf8.h"
#include "base/integer_name.h"
#include "graph/keys.h"

namespace akin {
namespace {

Status BadNames(std::string_view what) { return Status(Code::kBadInput, what); }

// Checks that names come in their order.
class NameOrder {
 public:
  explicit NameOrder(bool integers) : integers_(integers) {}

  Status Check(std::string_view name) {
    if (const char* const problem = NameProblem(name)) {
      return BadNames(fmt::format("name {}: {}", count_, problem));
    }
    const std::optional<int64_t> value = IntegerName(name);
    if (integers_ && !value) return BadNames(fmt::format("name {} is no integer", count_));
    all_integers_ = all_integers_ && value;
    const bool ascends =
        count_ == 0 || (integers_ ? *value > last_value_ : name > std::string_view(last_));
    if (!ascends) return BadNames(fmt::format("name {} is out of order", count_));
    if (integers_) last_value_ = *value;
    last_ = name;
    ++count_;
    return {};
  }
  bool all_integers() const { return all_integers_; }

 private:
  bool integers_;
  bool all_integers_ = true;
  uint64_t count_ = 0;
  int64_t last_value_ = 0;
  std::string last_;
};

}  // namespace

Result<uint64_t> WriteSortedNames(const SortedNames& names, bool integers, const std::string& path,
                                  const Control& control, VertexId& vertices) {
  AKIN_TRY_ASSIGN(const auto keys, KeysWriter::Create(path, integers, control.memory));
  NameOrder order(integers);
  AKIN_TRY(names([&](std::string_view name) -> Status {
    AKIN_TRY(order.Check(name));
    if (keys->size() + 1 == kNoVertex) return BadNames("too many vertices");
    return keys->Add(name, {});
  }));
  vertices = keys->size();
  if (vertices == 0) return BadNames("no vertex, so there is nothing to make a corpus of");
  if (order.all_integers() && !integers) {
    return BadNames("all names are integers, but they are not sorted as such");
  }
  return keys->Finish();
}

}  // namespace akin
