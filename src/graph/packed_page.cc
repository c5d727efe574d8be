#include "graph/packed_page.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/varint.h"

namespace akin {
namespace {

constexpr int kLevel = 3;
// No page of at most 64 MiB (IngestOptions::max_page) becomes larger, so a larger size means
// damage.
constexpr uint64_t kLargestBody = uint64_t{256} << 20;
constexpr uint64_t kMostPerByte = uint64_t{1} << 15;  // a block of zstd: 128 KiB in four bytes
constexpr unsigned kKindBits = 2;
constexpr uint64_t kKinds = kSyntacticCut | kTopicalCut;

// --- Packing ---

void PutText(std::vector<std::byte>& out, std::string_view text) {
  PutVarint(out, text.size());
  const auto bytes = std::as_bytes(std::span(text));
  out.insert(out.end(), bytes.begin(), bytes.end());
}

std::vector<std::byte> Plain(const PageText& text) {
  std::vector<std::byte> out;
  out.reserve(text.title.size() + text.words.size() + 4 * text.anchors.size() + 64);
  PutText(out, text.title);
  PutText(out, text.words);
  PutVarint(out, text.anchors.size());
  uint32_t begin = 0;
  for (const PageAnchor& anchor : text.anchors) {
    PutVarint(out, anchor.begin - begin);
    PutVarint(out, anchor.end - anchor.begin);
    PutVarint(out, anchor.link);
    begin = anchor.begin;
  }
  PutVarint(out, text.cuts.size());
  uint32_t at = 0;
  for (const PageCut& cut : text.cuts) {
    PutVarint(out, uint64_t{cut.at - at} << kKindBits | cut.kinds);
    at = cut.at;
  }
  if (!text.language.empty()) PutText(out, text.language);
  return out;
}

// Makes PageAnchor::link a position among the names, which are returned ascending.
std::vector<std::string> NumberByName(std::span<const std::optional<std::string>> targets,
                                      std::vector<PageAnchor>& anchors) {
  std::erase_if(anchors, [&](const PageAnchor& anchor) { return !targets[anchor.link]; });
  std::vector<uint32_t> order;
  order.reserve(anchors.size());
  for (const PageAnchor& anchor : anchors) order.push_back(anchor.link);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return *targets[a] < *targets[b]; });
  std::vector<std::string> names;
  std::vector<uint32_t> place(targets.size());
  for (const uint32_t link : order) {
    if (names.empty() || names.back() != *targets[link]) names.push_back(*targets[link]);
    place[link] = static_cast<uint32_t>(names.size() - 1);
  }
  for (PageAnchor& anchor : anchors) anchor.link = place[anchor.link];
  std::sort(anchors.begin(), anchors.end(), [](const PageAnchor& a, const PageAnchor& b) {
    return std::tie(a.begin, a.end, a.link) < std::tie(b.begin, b.end, b.link);
  });
  return names;
}

// --- Unpacking ---

// Reads numbers and texts. After the first error, all further results are 0 and empty.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool failed() const { return at_ == nullptr; }
  bool at_end() const { return at_ == end_; }
  uint64_t Number() { return at_ == nullptr ? 0 : GetVarint(at_, end_); }
  // A count of items that take at least one byte each.
  uint64_t Count() {
    const uint64_t count = Number();
    if (at_ == nullptr || count <= static_cast<uint64_t>(end_ - at_)) return count;
    at_ = nullptr;
    return 0;
  }
  void Text(std::string& text) {
    const uint64_t size = Count();
    text.clear();
    if (at_ == nullptr) return;
    text.assign(reinterpret_cast<const char*>(at_), size);
    at_ += size;
  }

 private:
  const std::byte* at_;
  const std::byte* end_;
};

bool EndsWithBlank(const std::string& words) { return words.empty() || words.back() == ' '; }

bool ReadAnchors(Reader& reader, uint64_t links, PageText& text) {
  text.anchors.clear();
  uint64_t begin = 0;
  for (uint64_t left = reader.Count(); left > 0; --left) {
    const uint64_t skipped = reader.Number();
    const uint64_t length = reader.Number();
    const uint64_t link = reader.Number();
    if (reader.failed() || skipped > text.word_count - begin) return false;
    begin += skipped;
    if (length > text.word_count - begin || link >= links) return false;
    text.anchors.push_back({.begin = static_cast<uint32_t>(begin),
                            .end = static_cast<uint32_t>(begin + length),
                            .link = static_cast<uint32_t>(link)});
  }
  return true;
}

bool ReadCuts(Reader& reader, PageText& text) {
  text.cuts.clear();
  uint64_t at = 0;
  for (uint64_t left = reader.Count(); left > 0; --left) {
    const uint64_t coded = reader.Number();
    const uint64_t skipped = coded >> kKindBits;
    const uint64_t kinds = coded & kKinds;
    if (reader.failed() || kinds == 0 || skipped == 0 || skipped >= text.word_count - at) {
      return false;
    }
    at += skipped;
    text.cuts.push_back({.at = static_cast<uint32_t>(at), .kinds = static_cast<uint8_t>(kinds)});
  }
  return true;
}

// A page that does not say its language ends before it.
bool ReadLanguage(Reader& reader, PageText& text) {
  text.language.clear();
  if (reader.failed() || reader.at_end()) return true;
  reader.Text(text.language);
  return IsLanguageCode(text.language);
}

bool ReadPlain(std::span<const std::byte> plain, uint64_t links, PageText& text) {
  Reader reader(plain);
  reader.Text(text.title);
  reader.Text(text.words);
  text.word_count = static_cast<uint32_t>(std::count(text.words.begin(), text.words.end(), ' '));
  return EndsWithBlank(text.title) && EndsWithBlank(text.words) &&
         ReadAnchors(reader, links, text) && ReadCuts(reader, text) && ReadLanguage(reader, text) &&
         !reader.failed() && reader.at_end();
}

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

bool Decompress(std::span<const std::byte> body, std::vector<std::byte>& plain) {
  // A context is 150 KB, and allocating it takes longer than unpacking most pages.
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  const auto size = uint64_t{ZSTD_getFrameContentSize(body.data(), body.size())};
  // Also if the size is unknown. A hostile size allocates no more than the bytes can hold.
  if (context == nullptr || size > kLargestBody || size / kMostPerByte > body.size()) return false;
  plain.resize(size);
  return ZSTD_decompressDCtx(context.get(), plain.data(), size, body.data(), body.size()) == size;
}

}  // namespace

struct PagePacker::Zstd {
  ~Zstd() { ZSTD_freeCCtx(context); }
  ZSTD_CCtx* context = ZSTD_createCCtx();
};

PagePacker::PagePacker(std::unique_ptr<Zstd> zstd) : zstd_(std::move(zstd)) {}
PagePacker::PagePacker(PagePacker&&) noexcept = default;
PagePacker& PagePacker::operator=(PagePacker&&) noexcept = default;
PagePacker::~PagePacker() = default;

Result<PagePacker> PagePacker::Create() {
  auto zstd = std::make_unique<Zstd>();
  if (zstd->context != nullptr) return PagePacker(std::move(zstd));
  return MemoryRefused("compressing pages");
}

Result<PackedPage> PagePacker::Pack(PageText text,
                                    std::span<const std::optional<std::string>> targets) {
  PackedPage page;
  page.targets = NumberByName(targets, text.anchors);
  const std::vector<std::byte> plain = Plain(text);
  page.body.resize(ZSTD_compressBound(plain.size()));
  const size_t size = ZSTD_compressCCtx(zstd_->context, page.body.data(), page.body.size(),
                                        plain.data(), plain.size(), kLevel);
  if (ZSTD_isError(size)) {
    return Status(Code::kOutOfBudget,
                  fmt::format("cannot compress a page: {}", ZSTD_getErrorName(size)));
  }
  page.body.resize(size);
  page.body.shrink_to_fit();
  return page;
}

bool UnpackBody(std::span<const std::byte> body, uint64_t links, PageText& text) {
  constexpr size_t kKeptMemory = size_t{1} << 20;
  thread_local std::vector<std::byte> plain;
  const bool sound = Decompress(body, plain) && ReadPlain(plain, links, text);
  if (plain.capacity() > kKeptMemory) plain = {};
  return sound;
}

}  // namespace akin
