#include "assemble/page_store.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "akin/try.h"
#include "base/checksum.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/threads.h"
#include "base/varint.h"

namespace akin {
namespace {

constexpr size_t kNameReadBuffer = size_t{1} << 18;
constexpr size_t kNamesAtOnce = 4096;

// The number of a name that is known to be a vertex.
Result<VertexId> NumberOf(const Keys& keys, std::string_view name) {
  AKIN_TRY_ASSIGN(const std::optional<VertexId> found, keys.Find(name));
  if (found) return *found;
  return Status(
             Code::kDamaged,
             fmt::format("does not have the name '{}' that was put into it just now; is the disk "
                         "or the memory faulty?",
                         name))
      .At({.file = keys.container().path()});
}

}  // namespace

PageStore::PageStore(std::string directory, const Control& control, BoilerplateFinder* finder)
    : directory_(std::move(directory)), control_(control), finder_(finder) {}

Status PageStore::Page(std::string_view name, uint64_t captured, const PackedPage& page) {
  if (pages_ == nullptr) {
    AKIN_TRY_ASSIGN(pages_, SpillFile::Create(Join(directory_, "pages.spill")));
    AKIN_TRY_ASSIGN(names_, SpillFile::Create(Join(directory_, "page-names.spill")));
  }
  if (finder_ != nullptr) finder_->NamePlaces(page.place_names);
  std::vector<std::byte> record;
  const auto put = [&](const auto& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    record.insert(record.end(), bytes.begin(), bytes.end());
  };
  put(SiteOf(name));
  PutVarint(record, page.marks.size());
  for (const LinkMark& mark : page.marks) {
    put(mark.reason);
    put(mark.place);
  }
  const size_t text = record.size();
  PutVarint(record, page.targets.size());
  for (const std::string& target : page.targets) {
    const auto bytes = std::as_bytes(std::span(target));
    PutVarint(record, target.size());
    record.insert(record.end(), bytes.begin(), bytes.end());
  }
  const auto body = std::as_bytes(std::span(page.body));
  record.insert(record.end(), body.begin(), body.end());
  const Place place{.vertex = kNoVertex,
                    .bytes = static_cast<uint32_t>(record.size()),
                    .captured = captured,
                    .hash = Checksum(std::span(record).subspan(text)),
                    .offset = pages_->size()};
  AKIN_TRY(names_->AppendValue(place));
  AKIN_TRY(names_->AppendValue(name.size()));
  AKIN_TRY(names_->Append(std::as_bytes(std::span(name))));
  return pages_->Append(record);
}

Status PageStore::SortByVertex(const Keys& keys, ExternalSorter<Place>& places) {
  ThreadPool pool(ThreadsOrAll(control_.threads));
  SpillReader reader(*names_, 0, names_->size(), kNameReadBuffer);
  std::vector<std::pair<Place, std::string>> batch;
  while (!reader.AtEnd()) {
    batch.clear();
    for (; batch.size() < kNamesAtOnce && !reader.AtEnd();) {
      auto& [place, name] = batch.emplace_back();
      size_t length = 0;
      AKIN_TRY(reader.ReadValue(place));
      AKIN_TRY(reader.ReadValue(length));
      name.resize(length);
      AKIN_TRY(reader.Read(std::as_writable_bytes(std::span(name))));
    }
    AKIN_TRY(pool.Run(batch.size(), control_.stop, [&](uint64_t i, unsigned) -> Status {
      AKIN_TRY_ASSIGN(batch[i].first.vertex, NumberOf(keys, batch[i].second));
      return {};
    }));
    for (const auto& [place, name] : batch) AKIN_TRY(places.Add(place));
  }
  return {};
}

Result<PageStore::NumberedPage> PageStore::ReadPage(const Place& place, const Keys& keys) const {
  NumberedPage page;
  std::vector<std::byte> bytes(place.bytes);
  AKIN_TRY(pages_->ReadAt(place.offset, bytes));
  const std::byte* at = bytes.data();
  const std::byte* const end = at + bytes.size();
  const auto get = [&](auto& value) {
    __builtin_memcpy(&value, at, sizeof(value));
    at += sizeof(value);
  };
  get(page.site);
  page.marks.resize(GetVarint(at, end));
  for (LinkMark& mark : page.marks) {
    get(mark.reason);
    get(mark.place);
  }
  page.targets.resize(GetVarint(at, end));
  for (VertexId& target : page.targets) {
    const uint64_t length = GetVarint(at, end);
    AKIN_TRY_ASSIGN(target, NumberOf(keys, {reinterpret_cast<const char*>(at), length}));
    at += length;
  }
  PagesWriter::MakeRecord(page.targets, {at, end}, page.record);
  return page;
}

Result<uint64_t> PageStore::Write(const std::string& path, const Keys& keys) {
  AKIN_TRY(pages_->FinishWriting());
  AKIN_TRY(names_->FinishWriting());
  ExternalSorter<Place> places(Join(directory_, "page-places.spill"), control_.memory / 4);
  AKIN_TRY(SortByVertex(keys, places));
  names_.reset();
  AKIN_TRY_ASSIGN(const auto writer, PagesWriter::Create(path, directory_));
  ThreadPool pool(ThreadsOrAll(control_.threads));
  ProgressMeter meter(control_, "writing pages", "bytes", pages_->size());
  std::vector<Place> batch;
  uint64_t batch_bytes = 0;
  const auto write_batch = [&]() -> Status {
    std::vector<NumberedPage> pages(batch.size());
    AKIN_TRY(pool.Run(batch.size(), control_.stop, [&](uint64_t i, unsigned) -> Status {
      AKIN_TRY_ASSIGN(pages[i], ReadPage(batch[i], keys));
      return {};
    }));
    for (size_t i = 0; i < batch.size(); ++i) {
      const NumberedPage& page = pages[i];
      AKIN_TRY(writer->Add(batch[i].vertex, page.record));
      if (finder_ == nullptr) continue;
      AKIN_TRY(finder_->AddPage(batch[i].vertex, page.site, page.targets, page.marks));
    }
    meter.Advance(batch_bytes);
    batch.clear();
    batch_bytes = 0;
    return {};
  };
  VertexId last = kNoVertex;
  AKIN_TRY(places.Drain([&](std::span<const Place> sorted) -> Status {
    for (const Place& place : sorted) {
      if (place.vertex == std::exchange(last, place.vertex)) {
        ++duplicates_;
        continue;
      }
      batch.push_back(place);
      batch_bytes += place.bytes;
      if (batch_bytes >= control_.memory / 16) AKIN_TRY(write_batch());
    }
    return {};
  }));
  AKIN_TRY(write_batch());
  pages_.reset();
  return writer->Finish(keys.size());
}

}  // namespace akin
