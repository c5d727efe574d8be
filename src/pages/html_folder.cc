#include "pages/html_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "akin/utf8.h"
#include "base/files.h"
#include "base/mapped_file.h"
#include "base/progress.h"
#include "formats/bad_lines.h"
#include "pages/html_page.h"
#include "pages/mark_links.h"
#include "pages/page_filter.h"
#include "pages/page_limits.h"
#include "pages/page_pipeline.h"
#include "pages/url.h"
#include "pages/web_url.h"

namespace akin {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kExtensions = {".html", ".htm", ".xhtml"};
constexpr std::array<std::string_view, 3> kIndexNames = {"index.html", "index.htm", "index.xhtml"};

// --- Finding the pages ---

bool IsPageName(std::string_view name) {
  return std::any_of(kExtensions.begin(), kExtensions.end(), [&](std::string_view extension) {
    if (name.size() <= extension.size()) return false;
    const std::string_view end = name.substr(name.size() - extension.size());
    return std::equal(end.begin(), end.end(), extension.begin(), [](char c, char lower) {
      return c == lower || (c >= 'A' && c <= 'Z' && c + ('a' - 'A') == lower);
    });
  });
}

// The number of bytes at the start of `text` that form one printable character; 0 if none do. As in
// every other source, a name is text without control characters.
size_t ShownLength(std::string_view text) {
  const std::optional<CodePoint> point = FirstCodePoint(text);
  return point && !IsControl(point->value) ? point->bytes : 0;
}

bool IsName(std::string_view text) {
  while (!text.empty()) {
    const size_t length = ShownLength(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

// For messages: every byte that is not printable becomes \xNN.
std::string Escaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const size_t length = ShownLength(text);
    if (length > 0) {
      escaped += text.substr(0, length);
      text.remove_prefix(length);
    } else {
      escaped += fmt::format("\\x{:02X}", static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
    }
  }
  return escaped;
}

struct Listing {
  std::vector<std::string> pages;      // sorted
  std::vector<std::string> bad_names;  // sorted
  uint64_t linked_directories = 0;
  uint64_t links_outside = 0;
  uint64_t irregular = 0;  // pipes, devices and the like
};

// Whether a symbolic link leads out of the folder. One that leads nowhere does not: it is reported
// when it is opened.
bool LeadsOutside(const fs::path& folder, const fs::path& link) {
  std::error_code failed;
  const fs::path target = fs::canonical(link, failed);
  if (failed) return false;
  const fs::path root = fs::canonical(folder, failed);
  const auto [end, other] = std::mismatch(root.begin(), root.end(), target.begin(), target.end());
  return failed || end != root.end();
}

// Adds what is in folder/directory; `directory` is "" or ends with '/'. Not by an iterator of
// std::filesystem: where memory is scarce, that ends the process.
Status ListDirectory(const std::string& folder, const std::string& directory, bool follow_symlinks,
                     Listing& listing, std::vector<std::string>& subdirectories) {
  const std::string path = Join(folder, directory);
  AKIN_TRY_ASSIGN(const std::vector<std::string> names, NamesIn(path));
  if (names.empty()) {
    AKIN_TRY_ASSIGN(const bool there, Exists(path));
    if (!there) return Status(Code::kNotFound, "there is no such folder").At({.file = path});
  }
  for (const std::string& name : names) {
    const fs::path entry = fs::path(path) / name;
    std::error_code error;
    const fs::file_status own = fs::symlink_status(entry, error);
    if (!fs::status_known(own)) {  // what has vanished is known not to be there
      return Status(Code::kIo, fmt::format("cannot tell what it is: {}", error.message()))
          .At({.file = entry.string()})
          .WithSystemError(error.value());
    }
    const bool link = fs::is_symlink(own);
    // Where a link leads that leads nowhere is told when it is opened.
    const fs::file_status status = link ? fs::status(entry, error) : own;
    if (fs::is_directory(status)) {
      if (link) {
        ++listing.linked_directories;
      } else {
        subdirectories.push_back(directory + name + "/");
      }
    } else if (IsPageName(name)) {
      // A dangling link is kept, so that it is reported.
      if (!fs::is_regular_file(status) && (!link || fs::exists(status))) {
        ++listing.irregular;
      } else if (link && !follow_symlinks && LeadsOutside(folder, entry)) {
        ++listing.links_outside;
      } else {
        (IsName(directory + name) ? listing.pages : listing.bad_names).push_back(directory + name);
      }
    }
  }
  return {};
}

Result<Listing> ListPages(const std::string& folder, const PageFilter& filter,
                          const IngestOptions& options, IngestReport& report,
                          const Control& control) {
  Listing listing;
  std::vector<std::string> pending = {""};
  while (!pending.empty()) {
    if (control.stop.stop_requested()) return Interrupted();
    const std::string directory = std::move(pending.back());
    pending.pop_back();
    AKIN_TRY(ListDirectory(folder, directory, options.follow_symlinks, listing, pending));
  }
  const size_t found = listing.pages.size();
  std::erase_if(listing.pages,
                [&](const std::string& name) { return !filter.Reads(name, report); });
  std::sort(listing.pages.begin(), listing.pages.end());
  std::sort(listing.bad_names.begin(), listing.bad_names.end());
  if (!listing.pages.empty() || !listing.bad_names.empty()) return listing;
  if (found > 0) {
    return InvalidArgument("include", fmt::format("none of {} pages is to be read", found))
        .At({.file = folder});
  }
  return BadInput({.file = folder},
                  fmt::format("has no page; files named *{} at any depth were looked for",
                              fmt::join(kExtensions, ", *")));
}

// --- Reading them ---

// Finds pages by name.
class PageTable {
 public:
  explicit PageTable(const std::vector<std::string>& pages) {
    rank_.reserve(pages.size());
    for (size_t i = 0; i < pages.size(); ++i) rank_.emplace(pages[i], static_cast<uint32_t>(i));
  }

  // The page at `path`, or the index page of the directory there.
  std::optional<uint32_t> Find(std::string path) const {
    if (const auto found = rank_.find(path); found != rank_.end()) return found->second;
    if (!path.empty() && path.back() != '/') path.push_back('/');
    for (const std::string_view index : kIndexNames) {
      const auto found = rank_.find(path + std::string(index));
      if (found != rank_.end()) return found->second;
    }
    return {};
  }

 private:
  std::unordered_map<std::string_view, uint32_t> rank_;
};

struct ReadPage {
  Status status;
  std::string title;
  std::vector<std::optional<std::string>> targets;  // of its links; nullopt: not a vertex
  PackedPage packed;
  uint64_t leaving = 0;
  uint64_t missing = 0;
  bool too_large = false;
  bool flattened = false;
};

// Where the links of one page lead.
class PageLinks {
 public:
  PageLinks(const std::string& page, const HtmlPage& html, const PageTable& table,
            const std::vector<std::string>& pages, const PageFilter& filter, bool all)
      : page_(page), table_(table), pages_(pages), filter_(filter), inside_(page, html.base_href) {
    if (all) outside_.emplace(FolderUrl(page), html.base_href);
  }

  // The name of the vertex that `href` leads to, if any. A link to a place in the page itself leads
  // to none.
  std::optional<std::string> Follow(const std::string& href, ReadPage& counts) const {
    std::optional<std::string> path = inside_.Resolve(href);
    if (!path) {
      ++counts.leaving;
      return outside_ ? Unless(outside_->Resolve(href)) : std::nullopt;
    }
    std::optional<std::string> name;
    if (const std::optional<uint32_t> rank = table_.Find(*path)) {
      name = pages_[*rank];
    } else {
      ++counts.missing;
      if (outside_) name = Unless(NameOfMissing(*std::move(path)));
    }
    const bool place = name == page_ && href.find('#') != std::string::npos;
    return place ? std::nullopt : name;
  }

 private:
  // A name, unless it is excluded.
  std::optional<std::string> Unless(std::optional<std::string> name) const {
    return name && filter_.Excludes(*name) ? std::nullopt : std::move(name);
  }

  static std::optional<std::string> NameOfMissing(std::string path) {
    if (path.empty() || path.back() == '/') path += kIndexNames[0];
    if (path.size() > kLongestUrl || !IsName(path)) return {};
    return path;
  }

  const std::string& page_;
  const PageTable& table_;
  const std::vector<std::string>& pages_;
  const PageFilter& filter_;
  LinkResolver inside_;
  std::optional<WebResolver> outside_;  // only if other targets are vertices too
};

// Sends pages through the pipeline.
class FolderReader {
 public:
  FolderReader(const std::string& folder, const std::vector<std::string>& pages,
               const PageFilter& filter, const IngestOptions& options, const PageSinks& sinks,
               IngestReport& report, const Control& control)
      : folder_(folder),
        filter_(filter),
        pages_(pages),
        options_(options),
        sinks_(sinks),
        report_(report),
        control_(control),
        limit_(PageLimit(options, control)),
        table_(pages),
        titles_(pages.size()) {}

  Status Read() {
    ProgressMeter meter(control_, "parsing " + folder_, "pages", pages_.size());
    const PageSteps<uint32_t, ReadPage> steps{
        .fetch = [&](std::vector<uint32_t>& batch) { return Fetch(batch); },
        .parse =
            [&](uint32_t rank, PageTools& tools) {
              meter.Advance(1);
              return Parse(rank, tools);
            },
        .deliver = [&](uint32_t rank, ReadPage& page) { return Deliver(rank, page); }};
    AKIN_TRY(RunPages(steps, control_));
    AddNotes();
    return DeliverTitles();
  }

 private:
  Status Fetch(std::vector<uint32_t>& batch) {
    uint64_t bytes = 0;
    while (next_ < pages_.size() && batch.size() < kPagesInBatch) {
      std::error_code absent;  // reported when the file is opened
      const auto size = fs::file_size(Join(folder_, pages_[next_]), absent);
      bytes += absent || size > limit_ ? 0 : size;  // what is too large is not parsed
      if (bytes > BatchBytes(control_) && !batch.empty()) break;
      batch.push_back(next_++);
    }
    return {};
  }

  ReadPage Parse(uint32_t rank, PageTools& tools) const {
    ReadPage page;
    const Result<MappedFile> file = MappedFile::Open(Join(folder_, pages_[rank]));
    page.status = file.status();
    if (!page.status.ok()) return page;
    page.too_large = file->text().size() > limit_;
    if (page.too_large) return page;
    const bool wanted = sinks_.pages != nullptr;
    HtmlPage html = ParseHtmlPage(file->text(), wanted ? &tools.words : nullptr);
    page.status = file->Intact();
    if (!page.status.ok()) return page;
    const bool all = options_.targets == LinkTargets::kAll;
    const PageLinks links(pages_[rank], html, table_, pages_, filter_, all);
    LinkTargetList targets(file->text().size());
    for (const std::string& href : html.hrefs) {
      page.too_large = !targets.Add(links.Follow(href, page));
      if (page.too_large) return page;
    }
    page.flattened = html.flattened;
    page.title = std::move(html.title);
    page.targets = targets.Take();
    if (!wanted) return page;
    const bool mostly_links = IsMostlyLinks(html.text);
    Result<PackedPage> packed = tools.packer.Pack(std::move(html.text), page.targets);
    page.status = packed.status();
    if (!packed.ok()) return page;
    page.packed = *std::move(packed);
    ReadPage uncounted;
    std::vector<std::optional<std::string>> neighbours;
    for (const std::string& href : html.neighbours) {
      neighbours.push_back(links.Follow(href, uncounted));
    }
    MarkLinks(html, mostly_links, page.targets, neighbours, page.packed);
    return page;
  }

  Status Deliver(uint32_t rank, ReadPage& page) {
    const std::string& name = pages_[rank];
    AKIN_TRY(sinks_.arcs->Vertex(name));
    if (!page.status.ok()) return RefuseOrCount(page.status, options_, report_);
    if (page.too_large) {
      CountTooLarge(limit_, report_);
      return {};
    }
    for (const std::optional<std::string>& target : page.targets) {
      if (!target) continue;
      AKIN_TRY(sinks_.arcs->Arc(name, *target));
      ++report_.arcs_read;
    }
    if (sinks_.pages != nullptr) AKIN_TRY(sinks_.pages->Page(name, 0, page.packed));
    leaving_ += page.leaving;
    missing_ += page.missing;
    report_.pages_flattened += page.flattened ? 1 : 0;
    titles_[rank] = std::move(page.title);
    return {};
  }

  Status DeliverTitles() {
    const std::string suffix = CommonTitleSuffix(titles_);
    uint64_t shortened = 0;
    for (size_t i = 0; i < titles_.size(); ++i) {
      std::string_view title = titles_[i];
      if (title.empty()) continue;
      if (!suffix.empty() && title.ends_with(suffix)) {
        title.remove_suffix(suffix.size());
        ++shortened;
      }
      AKIN_TRY(sinks_.arcs->Title(pages_[i], title));
    }
    if (shortened > 0) {
      report_.notes.push_back(
          fmt::format("\"{}\" was dropped from the end of {} titles", suffix, shortened));
    }
    return {};
  }

  void AddNotes() {
    if (leaving_ + missing_ > 0) {
      report_.notes.push_back(
          fmt::format("{} links leave the folder, {} links point to pages that are not there",
                      leaving_, missing_));
    }
  }

  const std::string& folder_;
  const PageFilter& filter_;
  const std::vector<std::string>& pages_;
  const IngestOptions& options_;
  const PageSinks& sinks_;
  IngestReport& report_;
  const Control& control_;
  uint64_t limit_;
  PageTable table_;
  std::vector<std::string> titles_;
  uint32_t next_ = 0;  // to fetch
  uint64_t leaving_ = 0;
  uint64_t missing_ = 0;
};

}  // namespace

std::string CommonTitleSuffix(const std::vector<std::string>& titles) {
  constexpr uint64_t kFewestTitles = 20;
  constexpr size_t kLongestSuffix = 100;
  uint64_t with_title = 0;
  // Occurrences of every text from a separator to the end of a title.
  std::unordered_map<std::string_view, uint64_t> count;
  for (std::string_view title : titles) {
    with_title += title.empty() ? 0 : 1;
    title.remove_prefix(title.size() - std::min(title.size(), kLongestSuffix));
    for (const std::string_view separator : {" - ", " | ", " – ", " — ", " · ", " :: "}) {
      for (size_t at = title.find(separator); at != std::string_view::npos;
           at = title.find(separator, at + 1)) {
        ++count[title.substr(at)];
      }
    }
  }
  if (with_title < kFewestTitles) return {};
  std::string_view longest;
  for (const auto& [suffix, times] : count) {
    if (times * 5 >= with_title * 4 && suffix.size() > longest.size()) longest = suffix;
  }
  return std::string(longest);
}

Status ReadHtmlFolder(const std::string& folder, const IngestOptions& options,
                      const PageSinks& sinks, IngestReport& report, const Control& control) {
  const PageFilter filter(options);
  AKIN_TRY_ASSIGN(const Listing listing, ListPages(folder, filter, options, report, control));
  for (const std::string& name : listing.bad_names) {
    AKIN_TRY(
        RefuseOrCount(BadInput({.file = Join(folder, Escaped(name))},
                               "the name is not UTF-8 or has a control character; rename the file"),
                      options, report));
  }
  if (listing.linked_directories > 0) {
    report.notes.push_back(fmt::format("{} symbolic links to directories were not followed",
                                       listing.linked_directories));
  }
  if (listing.links_outside > 0) {
    report.notes.push_back(fmt::format(
        "{} symbolic links lead out of the folder and were not followed", listing.links_outside));
  }
  if (listing.irregular > 0) {
    report.notes.push_back(
        fmt::format("{} pipes, devices or sockets are named like pages and were not opened",
                    listing.irregular));
  }
  return FolderReader(folder, listing.pages, filter, options, sinks, report, control).Read();
}

}  // namespace akin
