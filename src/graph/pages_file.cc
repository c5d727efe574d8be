#include "graph/pages_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/threads.h"
#include "base/varint.h"
#include "container/json_section.h"
#include "container/spilled_section.h"
#include "graph/corpus_files.h"
#include "graph/packed_page.h"

namespace akin {
namespace {

constexpr std::string_view kWholeWords = "whole";

}  // namespace

Result<std::unique_ptr<PagesFile>> PagesFile::Open(const std::string& path,
                                                   Container::Verification verification) {
  auto file = std::make_unique<PagesFile>();
  AKIN_TRY_ASSIGN(file->container_, Container::Open(path, FileKind::kPages, verification));
  AKIN_TRY_ASSIGN(file->vertex_of_, file->container_->Find("vertices"));
  AKIN_TRY_ASSIGN(file->offsets_, file->container_->Find("offsets"));
  AKIN_TRY_ASSIGN(file->records_, file->container_->Find("records"));
  AKIN_TRY_ASSIGN(const Section section, file->container_->Find("params"));
  AKIN_TRY_ASSIGN(const Json params, ReadJsonSection(section));
  AKIN_TRY_ASSIGN(file->vertices_, JsonMember<uint32_t>(path, params, "vertices"));
  if (params.contains("word_rule")) {
    AKIN_TRY_ASSIGN(const auto rule, JsonMember<std::string>(path, params, "word_rule"));
    if (rule != kWholeWords) return section.Damaged(fmt::format("unknown words '{}'", rule));
    file->word_rule_ = WordRule::kWhole;
  }
  AKIN_TRY_ASSIGN(const auto vertex_of, file->vertex_of_.As<VertexId>());
  AKIN_TRY_ASSIGN(const auto offsets, file->offsets_.As<uint64_t>());
  file->pages_ = vertex_of.size();
  if (offsets.size() != file->pages_ + 1) return file->offsets_.Damaged("impossible size");
  return file;
}

Result<std::unique_ptr<PagesFile>> PagesFile::OfCorpus(const std::string& corpus,
                                                       Container::Verification verification) {
  AKIN_TRY_ASSIGN(const CorpusManifest manifest, ReadCorpusManifest(corpus));
  if (!manifest.pages_identity) {
    return InvalidArgument(
               "",
               "has no pages, only links; ingest a folder of HTML or WARC files to have "
               "their words")
        .At({.file = corpus});
  }
  AKIN_TRY_ASSIGN(auto file, Open(PagesPath(corpus), verification));
  if (file->identity() != *manifest.pages_identity || file->vertices() != manifest.vertices) {
    return Damaged(file->container().path(), "not the file that corpus.json names");
  }
  return file;
}

Result<std::span<const std::byte>> PagesFile::Record(uint64_t i) const {
  AKIN_TRY(offsets_.Verify(i * sizeof(uint64_t), 2 * sizeof(uint64_t)));
  AKIN_TRY_ASSIGN(const auto offsets, offsets_.As<uint64_t>());
  const uint64_t begin = offsets[i];
  const uint64_t end = offsets[i + 1];
  if (begin > end || end > records_.bytes().size()) {
    return offsets_.Damaged("offsets run backwards or out of the file");
  }
  return records_.bytes().subspan(begin, end - begin);
}

Result<uint64_t> PagesFile::Bytes(uint64_t i) const {
  AKIN_TRY_ASSIGN(const auto record, Record(i));
  return record.size();
}

Status PagesFile::Read(uint64_t i, StoredPage& page) const {
  AKIN_TRY(vertex_of_.Verify(i * sizeof(VertexId), sizeof(VertexId)));
  AKIN_TRY_ASSIGN(const auto vertex_of, vertex_of_.As<VertexId>());
  AKIN_TRY_ASSIGN(const auto record, Record(i));
  AKIN_TRY(records_.Verify(static_cast<uint64_t>(record.data() - records_.bytes().data()),
                           record.size()));
  page.vertex = vertex_of[i];
  const std::byte* at = record.data();
  const std::byte* const end = at + record.size();
  uint64_t left = GetVarint(at, end);
  page.targets.clear();
  bool sound = at != nullptr && page.vertex < vertices_;
  for (uint64_t next = 0; sound && left > 0; --left) {  // next: the smallest possible target
    const uint64_t skipped = GetVarint(at, end);
    sound = at != nullptr && skipped < vertices_ && next + skipped < vertices_;
    if (sound) page.targets.push_back(static_cast<VertexId>(next + skipped));
    next += skipped + 1;
  }
  if (sound && UnpackBody({at, end}, page.targets.size(), page.text)) return {};
  return records_.Damaged("a page is not what a page is made of");
}

Status PagesFile::Check(const Control& control) const {
  AKIN_TRY(container_->VerifyAll(control));
  AKIN_TRY_ASSIGN(const auto vertex_of, vertex_of_.As<VertexId>());
  if (std::adjacent_find(vertex_of.begin(), vertex_of.end(), std::greater_equal<>()) !=
      vertex_of.end()) {
    return vertex_of_.Damaged("pages out of order");
  }
  AKIN_TRY_ASSIGN(const auto offsets, offsets_.As<uint64_t>());
  if (offsets.front() != 0 || offsets.back() != records_.bytes().size()) {
    return offsets_.Damaged("bytes that belong to no page");
  }
  ThreadPool pool(ThreadsOrAll(control.threads));
  ProgressMeter meter(control, "checking pages", "pages", pages_);
  std::vector<StoredPage> page(pool.size());
  return pool.Run(pages_, control.stop, [&](uint64_t i, unsigned worker) -> Status {
    meter.Advance(1);
    return Read(i, page[worker]);
  });
}

Result<std::unique_ptr<PagesWriter>> PagesWriter::Create(const std::string& path,
                                                         const std::string& directory) {
  std::unique_ptr<PagesWriter> writer(new PagesWriter);
  AKIN_TRY_ASSIGN(writer->writer_, ContainerWriter::Create(path, FileKind::kPages));
  AKIN_TRY_ASSIGN(writer->records_, writer->writer_->Begin("records"));
  AKIN_TRY_ASSIGN(writer->vertex_of_, SpillFile::Create(Join(directory, "page-vertices.spill")));
  AKIN_TRY_ASSIGN(writer->offsets_, SpillFile::Create(Join(directory, "page-offsets.spill")));
  return writer;
}

void PagesWriter::MakeRecord(std::span<const VertexId> targets, std::span<const std::byte> body,
                             std::vector<std::byte>& record) {
  record.clear();
  PutVarint(record, targets.size());
  uint64_t next = 0;
  for (const VertexId target : targets) {
    PutVarint(record, target - next);
    next = uint64_t{target} + 1;
  }
  record.insert(record.end(), body.begin(), body.end());
}

Status PagesWriter::Add(VertexId vertex, std::span<const std::byte> record) {
  AKIN_TRY(vertex_of_->AppendValue(vertex));
  AKIN_TRY(offsets_->AppendValue(bytes_));
  AKIN_TRY(writer_->Append(records_, record));
  bytes_ += record.size();
  ++pages_;
  return {};
}

Result<uint64_t> PagesWriter::Finish(VertexId vertices) {
  AKIN_TRY(offsets_->AppendValue(bytes_));
  AKIN_TRY(writer_->End(records_));
  AKIN_TRY(AddSpilled(*writer_, "vertices", vertex_of_));
  AKIN_TRY(AddSpilled(*writer_, "offsets", offsets_));
  AKIN_TRY(AddJsonSection(
      *writer_, "params",
      Json({{"pages", pages_}, {"vertices", vertices}, {"word_rule", kWholeWords}})));
  return writer_->Finish();
}

}  // namespace akin
