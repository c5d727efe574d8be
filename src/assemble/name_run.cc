#include "assemble/name_run.h"

#include <algorithm>

#include "akin/try.h"
#include "base/integer_name.h"

namespace akin {
namespace {

constexpr uint64_t kLeastBuffer = uint64_t{1} << 12;
constexpr uint64_t kMostBuffer = uint64_t{1} << 16;

Status ReadString(SpillReader& reader, std::string& text) {
  uint32_t length = 0;
  AKIN_TRY(reader.ReadValue(length));
  text.resize(length);
  return reader.Read(std::as_writable_bytes(std::span(text)));
}

}  // namespace

Status AppendNameRecord(SpillFile& file, std::string_view name, std::string_view title,
                        uint32_t number) {
  for (const std::string_view text : {name, title}) {
    AKIN_TRY(file.AppendValue(static_cast<uint32_t>(text.size())));
    AKIN_TRY(file.Append(std::as_bytes(std::span(text))));
  }
  return file.AppendValue(number);
}

Status NameRunReader::Next(bool& more) {
  more = !reader_.AtEnd();
  if (!more) return {};
  AKIN_TRY(ReadString(reader_, name_));
  AKIN_TRY(ReadString(reader_, title_));
  return reader_.ReadValue(number_);
}

bool NameBefore(bool integers, std::string_view a, std::string_view b) {
  return integers ? IntegerName(a) < IntegerName(b) : a < b;
}

Status MergeNameRuns(const std::vector<NameRun>& runs, bool integers, uint64_t memory,
                     const NameVisitor& visit) {
  const uint64_t share = memory / std::max<size_t>(1, runs.size());
  const uint64_t buffer = std::clamp(share, kLeastBuffer, kMostBuffer);
  std::vector<NameRunReader> readers;
  std::vector<size_t> heap;  // numbers of runs, the one with the first name on top
  for (const NameRun& run : runs) {
    readers.emplace_back(run, buffer);
    bool more = false;
    AKIN_TRY(readers.back().Next(more));
    if (more) heap.push_back(readers.size() - 1);
  }
  const auto later = [&](size_t a, size_t b) {
    const std::string& name_a = readers[a].name();
    const std::string& name_b = readers[b].name();
    if (name_a == name_b) return b < a;
    return NameBefore(integers, name_b, name_a);
  };
  std::make_heap(heap.begin(), heap.end(), later);
  std::vector<NamePlace> places;
  std::string name;
  std::string title;
  while (!heap.empty()) {
    name = readers[heap.front()].name();
    title.clear();
    places.clear();
    while (!heap.empty() && readers[heap.front()].name() == name) {
      std::pop_heap(heap.begin(), heap.end(), later);
      const size_t run = heap.back();
      places.push_back({.run = static_cast<uint32_t>(run), .number = readers[run].number()});
      title = std::max(title, readers[run].title());
      bool more = false;
      AKIN_TRY(readers[run].Next(more));
      if (more) {
        std::push_heap(heap.begin(), heap.end(), later);
      } else {
        heap.pop_back();
      }
    }
    AKIN_TRY(visit(name, title, places));
  }
  return {};
}

}  // namespace akin
