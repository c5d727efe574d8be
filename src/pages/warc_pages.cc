#include "pages/warc_pages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/ascii.h"
#include "base/checksum.h"
#include "base/input.h"
#include "base/progress.h"
#include "formats/bad_lines.h"
#include "pages/charset.h"
#include "pages/html_page.h"
#include "pages/http_message.h"
#include "pages/mark_links.h"
#include "pages/page_filter.h"
#include "pages/page_limits.h"
#include "pages/page_pipeline.h"
#include "pages/warc.h"
#include "pages/web_url.h"

namespace akin {
namespace {

constexpr size_t kHeadBytes = 1024;

// How a record is treated.
enum class Kind {
  kPage,
  kBad,
  kRevisit,
  kRedirect,
  kOtherStatus,
  kNotHtml,
  kPacked,
  kRequest,
  kMetadata,
  kInfo,
  kConversion,
  kOtherType,
  kOtherScheme,
};
constexpr size_t kKinds = 13;

// Plural, after a number; empty for those that are reported otherwise.
constexpr std::array<std::string_view, kKinds> kSkippedKinds = {"",
                                                                "",
                                                                "revisits",
                                                                "redirects",
                                                                "with a status other than 200",
                                                                "not HTML",
                                                                "packed in a way not known here",
                                                                "requests",
                                                                "metadata",
                                                                "warcinfo",
                                                                "conversions",
                                                                "of other types",
                                                                "neither http nor https"};

// Of a record that cannot be a page.
Kind KindOfType(std::string_view type) {
  if (type == "revisit") return Kind::kRevisit;
  if (type == "request") return Kind::kRequest;
  if (type == "metadata") return Kind::kMetadata;
  if (type == "warcinfo") return Kind::kInfo;
  return type == "conversion" ? Kind::kConversion : Kind::kOtherType;
}

bool IsHtml(std::string_view content_type, std::string_view body) {
  content_type = ascii::Trimmed(content_type.substr(0, content_type.find(';')));
  if (!content_type.empty()) {
    return ascii::Same(content_type, "text/html") ||
           ascii::Same(content_type, "application/xhtml+xml");
  }
  while (!body.empty() && ascii::IsBlank(body.front())) body.remove_prefix(1);
  return ascii::StartsWith(body, "<!doctype html") || ascii::StartsWith(body, "<html");
}

Kind KindOfStatus(int status) {
  if (status >= 300 && status < 400 && status != 304) return Kind::kRedirect;
  return Kind::kOtherStatus;
}

// What is in a record, or the problem found where one should be.
struct PageSource {
  Kind kind = Kind::kBad;
  std::string name;
  Status problem;          // of kBad
  std::string html;        // unpacked
  bool too_large = false;  // and so not parsed
  std::string charset;
  std::string language;  // as the header says; the page itself may know better
  uint64_t captured = 0;
  bool truncated = false;  // by the crawler
};

PageSource Bad(Status problem) { return {.kind = Kind::kBad, .problem = std::move(problem)}; }

// What a record contains, before any page in it is parsed: as many of its bytes as may be in a page
// that is read, or without a limit only its name.
PageSource Examined(const std::string& file, const WarcRecord& record,
                    std::optional<uint64_t> limit) {
  const auto where = [&](std::string_view what) {
    return Bad(BadInput({.file = file, .byte = record.offset}, what));
  };
  const bool resource = record.type == "resource";
  if (!resource && record.type != "response") return {.kind = KindOfType(record.type)};
  if (record.target.empty()) return where("a record without a WARC-Target-URI");
  if (!IsWebScheme(SchemeOf(record.target))) return {.kind = Kind::kOtherScheme};  // dns:
  if (record.block.empty()) return where("an empty record");
  std::optional<HttpMessage> http;
  if (!resource) {
    http = ParseHttp(record.block);
    if (!http) return where("a response that is not HTTP");
    if (http->status != 200) return {.kind = KindOfStatus(http->status)};
  } else {
    http = HttpMessage{.status = 200, .content_type = record.content_type, .body = record.block};
  }
  std::optional<std::string> body;
  // Without a content type the body must be examined.
  if (limit || http->content_type.empty()) {
    body = DecodedBody(*http, limit ? *limit + 1 : kHeadBytes);
    if (!body) return {.kind = Kind::kPacked};
  }
  if (!IsHtml(http->content_type, body.value_or(""))) return {.kind = Kind::kNotHtml};
  std::optional<std::string> name = NormalizedUrl(record.target);
  if (!name) return where(fmt::format("the target '{}' is no URL", record.target.substr(0, 100)));
  PageSource page{.kind = Kind::kPage,
                  .name = *std::move(name),
                  .charset = std::string(CharsetOfContentType(http->content_type)),
                  .language = LanguageCode(http->content_language),
                  .captured = record.captured,
                  .truncated = record.truncated};
  if (!limit) return page;
  page.too_large = record.cut || body->size() > *limit;
  if (!page.too_large) page.html = *std::move(body);
  return page;
}

struct ReadRecord {
  Status status;
  std::string title;
  std::vector<std::optional<std::string>> targets;  // of its links; nullopt: not a vertex
  PackedPage packed;
  uint64_t nowhere = 0;
  bool too_large = false;
  bool flattened = false;
};

class WarcPages {
 public:
  WarcPages(ByteSource& source, const IngestOptions& options, const CrawledPages* crawled,
            const PageSinks& sinks, IngestReport& report, const Control& control)
      : source_(source),
        filter_(options),
        limit_(PageLimit(options, control)),
        reader_(source, limit_ + kLongestHttpHeader, control.stop),
        crawled_(crawled),
        sinks_(sinks),
        report_(report),
        control_(control),
        meter_(control, "reading " + source.name(), "bytes", source.size()) {}

  Status Read() {
    const PageSteps<PageSource, ReadRecord> steps{
        .fetch = [&](std::vector<PageSource>& batch) { return Fetch(batch); },
        .parse = [&](PageSource& source, PageTools& tools) { return Parse(source, tools); },
        .deliver = [&](PageSource& source, ReadRecord& page) { return Deliver(source, page); }};
    AKIN_TRY(RunPages(steps, control_));
    AddNotes();
    return {};
  }

 private:
  // Unpacks the pages too, so that their size is known before they share a batch.
  Status Fetch(std::vector<PageSource>& batch) {
    uint64_t bytes = 0;
    while (bytes < BatchBytes(control_) && batch.size() < kPagesInBatch) {
      AKIN_TRY_ASSIGN(const WarcReader::Found found, reader_.Next(record_));
      meter_.Advance(source_.consumed() - std::exchange(consumed_, source_.consumed()));
      if (found == WarcReader::Found::kEnd) return {};
      batch.push_back(found == WarcReader::Found::kBad ? Bad(reader_.problem())
                                                       : Examined(source_.name(), record_, limit_));
      bytes += batch.back().html.size();
    }
    return {};
  }

  ReadRecord Parse(PageSource& source, PageTools& tools) const {
    ReadRecord page;
    IngestReport uncounted;
    if (source.kind == Kind::kPage && filter_.Reads(source.name, uncounted) && !source.too_large) {
      ParseHtml(source, page, tools);
    }
    source.html = {};
    return page;
  }

  void ParseHtml(const PageSource& source, ReadRecord& page, PageTools& tools) const {
    const bool wanted = sinks_.pages != nullptr;
    HtmlPage html = ParseHtmlPage(source.html, wanted ? &tools.words : nullptr, source.charset);
    const WebResolver resolver(source.name, html.base_href);
    LinkTargetList targets(source.html.size());
    for (const std::string& href : html.hrefs) {
      std::optional<std::string> target = resolver.Resolve(href);
      if (!target) ++page.nowhere;
      const bool place = target == source.name && href.find('#') != std::string::npos;
      const bool left_out = target && (filter_.Excludes(*target) ||
                                       (crawled_ != nullptr && !crawled_->Contains(*target)));
      page.too_large = !targets.Add(place || left_out ? std::nullopt : std::move(target));
      if (page.too_large) return;
    }
    page.flattened = html.flattened;
    page.title = std::move(html.title);
    page.targets = targets.Take();
    if (!wanted) return;
    if (html.text.language.empty()) html.text.language = source.language;
    const bool mostly_links = IsMostlyLinks(html.text);
    Result<PackedPage> packed = tools.packer.Pack(std::move(html.text), page.targets);
    page.status = packed.status();
    if (!packed.ok()) return;
    page.packed = *std::move(packed);
    std::vector<std::optional<std::string>> neighbours;
    for (const std::string& href : html.neighbours) neighbours.push_back(resolver.Resolve(href));
    MarkLinks(html, mostly_links, page.targets, neighbours, page.packed);
  }

  Status Deliver(const PageSource& source, const ReadRecord& page) {
    ++count_[static_cast<size_t>(source.kind)];
    if (source.kind == Kind::kBad) CountBad(source.problem, report_);
    if (source.kind != Kind::kPage || !filter_.Reads(source.name, report_)) return {};
    AKIN_TRY(page.status);
    const std::string& name = source.name;
    AKIN_TRY(sinks_.arcs->Vertex(name));
    if (source.too_large || page.too_large) {
      CountTooLarge(limit_, report_);
      return {};
    }
    if (!page.title.empty()) AKIN_TRY(sinks_.arcs->Title(name, page.title));
    for (const std::optional<std::string>& target : page.targets) {
      if (!target) continue;
      AKIN_TRY(sinks_.arcs->Arc(name, *target));
      ++report_.arcs_read;
    }
    if (sinks_.pages != nullptr) {
      AKIN_TRY(sinks_.pages->Page(name, source.captured, page.packed));
    }
    nowhere_ += page.nowhere;
    truncated_ += source.truncated ? 1 : 0;
    report_.pages_flattened += page.flattened ? 1 : 0;
    return {};
  }

  void AddNotes() {
    const auto note = [&](std::string text) {
      report_.notes.push_back(fmt::format("{}: {}", source_.name(), text));
    };
    note(fmt::format("{} pages", count_[static_cast<size_t>(Kind::kPage)]));
    std::vector<std::string> skipped;
    for (size_t kind = 0; kind < kKinds; ++kind) {
      if (count_[kind] == 0 || kSkippedKinds[kind].empty()) continue;
      skipped.push_back(fmt::format("{} {}", count_[kind], kSkippedKinds[kind]));
    }
    if (!skipped.empty()) note(fmt::format("skipped records: {}", fmt::join(skipped, ", ")));
    if (nowhere_ > 0) note(fmt::format("{} links lead to no URL", nowhere_));
    if (truncated_ > 0) note(fmt::format("{} pages were cut short by the crawler", truncated_));
  }

  ByteSource& source_;
  PageFilter filter_;
  uint64_t limit_;
  WarcReader reader_;
  WarcRecord record_;
  const CrawledPages* crawled_;
  const PageSinks& sinks_;
  IngestReport& report_;
  const Control& control_;
  ProgressMeter meter_;
  uint64_t consumed_ = 0;
  std::array<uint64_t, kKinds> count_{};
  uint64_t nowhere_ = 0;
  uint64_t truncated_ = 0;
};

Status CheckWarc(ByteSource& source) {
  const Result<std::string_view> head = source.Peek(kHeadBytes);
  // Compressed data that is damaged from the start may still contain records further on.
  if (!head.ok() && head.status().code() != Code::kBadInput) return head.status();
  if (!head.ok() || IsWarc(*head)) return {};
  return BadInput({.file = source.name()}, "not a WARC file: it does not begin with \"WARC/1.\"");
}

}  // namespace

void CrawledPages::Add(std::string_view name) {
  hashes_.insert(Checksum(std::as_bytes(std::span(name))));
}

bool CrawledPages::Contains(std::string_view name) const {
  return hashes_.contains(Checksum(std::as_bytes(std::span(name))));
}

Status ListWarcPages(ByteSource& source, const IngestOptions& options, CrawledPages& crawled,
                     const Control& control) {
  const PageFilter filter(options);
  IngestReport uncounted;
  AKIN_TRY(CheckWarc(source));
  ProgressMeter meter(control, "looking for pages in " + source.name(), "bytes", source.size());
  WarcReader reader(source, PageLimit(options, control) + kLongestHttpHeader, control.stop);
  WarcRecord record;
  for (uint64_t consumed = 0;;) {
    AKIN_TRY_ASSIGN(const WarcReader::Found found, reader.Next(record));
    meter.Advance(source.consumed() - std::exchange(consumed, source.consumed()));
    if (found == WarcReader::Found::kEnd) return {};
    if (found == WarcReader::Found::kBad) continue;
    const PageSource page = Examined(source.name(), record, /*limit=*/{});
    if (page.kind == Kind::kPage && filter.Reads(page.name, uncounted)) crawled.Add(page.name);
  }
}

Status ReadWarc(ByteSource& source, const IngestOptions& options, const CrawledPages* crawled,
                const PageSinks& sinks, IngestReport& report, const Control& control) {
  AKIN_TRY(CheckWarc(source));
  return WarcPages(source, options, crawled, sinks, report, control).Read();
}

bool NamedLikeWarc(std::string_view name) {
  return name.ends_with(".warc") || name.ends_with(".warc.gz") || name.ends_with(".warc.zst");
}

}  // namespace akin
