#include "assemble/assemble_corpus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string_view>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "assemble/assembler.h"
#include "assemble/boilerplate_finder.h"
#include "assemble/make_corpus.h"
#include "assemble/page_store.h"
#include "graph/boilerplate_report.h"
#include "graph/corpus_files.h"
#include "graph/keys.h"

namespace akin {
namespace {

constexpr uint64_t kLeastMemory = uint64_t{1} << 20;

Result<uint64_t> WritePages(const std::string& directory, PageStore& pages, IngestReport& report) {
  AKIN_TRY_ASSIGN(const Keys keys, Keys::Open(KeysPath(directory)));
  AKIN_TRY_ASSIGN(const uint64_t identity, pages.Write(PagesPath(directory), keys));
  if (pages.duplicates() > 0) {
    report.notes.push_back(fmt::format(
        "{} pages came more than once; the words of the latest were kept", pages.duplicates()));
  }
  return identity;
}

// Writes the graphs without boilerplate, and what was recognised.
Status WriteRecognised(const std::string& directory, BoilerplateFinder& finder,
                       CorpusManifest& manifest, IngestReport& report) {
  AKIN_TRY(finder.Decide());
  const auto write = [&](Boilerplate boilerplate) {
    return finder.Write(GraphPath(directory), GraphPath(directory, boilerplate), boilerplate);
  };
  AKIN_TRY_ASSIGN(manifest.site_identity, write(Boilerplate::kSite));
  AKIN_TRY_ASSIGN(manifest.content_identity, write(Boilerplate::kDrop));
  const BoilerplateReport found = finder.Report();
  AKIN_TRY(WriteBoilerplateReport(directory, *manifest.content_identity, found));
  if (found.arcs > 0) {
    report.notes.push_back(fmt::format(
        "{} arcs are boilerplate, such as navigation; they are kept and marked", found.arcs));
  }
  return {};
}

// Tells about every title that is of no vertex.
Status TellUnknown(const std::string& directory, const TitleSource& titles, IngestReport& report) {
  AKIN_TRY_ASSIGN(const Keys keys, Keys::Open(KeysPath(directory)));
  IngestReport again;
  return titles.each(
      [&](const Place& place, std::string_view key, std::string_view) -> Status {
        AKIN_TRY_ASSIGN(const auto vertex, keys.Find(key));
        return vertex ? Status() : titles.unknown(place, key, report);
      },
      again);
}

// A corpus of nothing answers nothing, and whoever made it would learn of it late. What was read
// and left out says why.
Status NothingFound(const IngestReport& report) {
  std::string text = "no vertex and no page, so there is nothing to make a corpus of";
  for (const std::string& note : report.notes) text += "\n" + note;
  for (const std::string& line : report.first_bad_lines) text += "\n" + line;
  return Status(Code::kBadInput, text);
}

Status Fill(const CorpusReader& read, const TitleSource* titles, const std::string& directory,
            const IngestOptions& options, const Control& control, IngestReport& report) {
  Assembler assembler(directory, options, control);
  BoilerplateFinder finder(directory, options, control);
  // The opposite of an arc may be no boilerplate.
  PageStore pages(directory, control, options.undirected ? nullptr : &finder);
  AKIN_TRY(read({.arcs = &assembler, .pages = &pages}, report));
  if (titles != nullptr) {
    AKIN_TRY(assembler.BeginTitles());
    AKIN_TRY(titles->each([&](const Place&, std::string_view key,
                              std::string_view title) { return assembler.Title(key, title); },
                          report));
  }
  AKIN_TRY_ASSIGN(const Assembler::Identities identities, assembler.Finish(report));
  if (report.vertices == 0) return NothingFound(report);
  if (assembler.unknown_titles() > 0) AKIN_TRY(TellUnknown(directory, *titles, report));
  CorpusManifest manifest{.vertices = static_cast<VertexId>(report.vertices),
                          .arcs = report.arcs,
                          .keys_identity = identities.keys,
                          .graph_identity = identities.graph,
                          .made_with = MadeWith(options),
                          .notation = options.notation};
  if (!pages.empty()) {
    AKIN_TRY_ASSIGN(manifest.pages_identity, WritePages(directory, pages, report));
    if (!options.undirected) {
      AKIN_TRY(WriteRecognised(directory, finder, manifest, report));
    }
  }
  return WriteCorpusManifest(directory, manifest);
}

Status CheckRequest(const IngestOptions& options, const Control& control) {
  if (!(options.max_inlink_share > 0 && options.max_inlink_share <= 1)) {
    return InvalidArgument("max_inlink_share", "the share of in-links to keep must be in (0, 1]");
  }
  if (control.memory < kLeastMemory) {
    return InvalidArgument("memory", "ingesting needs a memory limit of at least 1M");
  }
  return {};
}

// Passes everything on, and counts arcs.
class CountingSink : public ArcSink {
 public:
  CountingSink(ArcSink& sink, uint64_t& arcs) : sink_(sink), arcs_(arcs) {}

  Status Vertex(std::string_view name) override { return sink_.Vertex(name); }
  Status Arc(std::string_view from, std::string_view to) override {
    ++arcs_;
    return sink_.Arc(from, to);
  }
  Status Title(std::string_view name, std::string_view title) override {
    return sink_.Title(name, title);
  }
  Status Arcs(std::span<const std::string_view> ends) override {
    arcs_ += ends.size() / 2;
    return sink_.Arcs(ends);
  }
  Status IntegerArcs(std::span<const int64_t> ends) override {
    arcs_ += ends.size() / 2;
    return sink_.IntegerArcs(ends);
  }

 private:
  ArcSink& sink_;
  uint64_t& arcs_;
};

}  // namespace

std::string MadeWith(const IngestOptions& options) {
  std::vector<std::string> parts;
  if (options.undirected) parts.emplace_back("undirected");
  if (options.reverse) parts.emplace_back("reverse");
  if (options.drop_self_loops) parts.emplace_back("drop-self-loops");
  if (options.max_inlink_share < 1) {
    parts.push_back(fmt::format("max-inlink-share={}", options.max_inlink_share));
  }
  if (options.targets == LinkTargets::kAll) parts.emplace_back("targets=all");
  if (options.targets == LinkTargets::kCrawled) parts.emplace_back("targets=crawled");
  for (const std::string& glob : options.include) parts.push_back("include=" + glob);
  for (const std::string& glob : options.exclude) parts.push_back("exclude=" + glob);
  return fmt::format("{}", fmt::join(parts, " "));
}

Result<IngestReport> AssembleCorpus(const CorpusReader& read, const std::string& target,
                                    const IngestOptions& options, const Control& control,
                                    const TitleSource* titles) {
  AKIN_TRY(CheckRequest(options, control));
  IngestReport report;
  AKIN_TRY(MakeCorpus(target, options.replace, [&](const std::string& directory) {
    return Fill(read, titles, directory, options, control, report);
  }));
  return report;
}

Result<IngestReport> Ingest(const ArcSource& source, const std::string& target,
                            const IngestOptions& options, const Control& control) {
  return AssembleCorpus(
      [&](const PageSinks& sinks, IngestReport& report) {
        CountingSink sink(*sinks.arcs, report.arcs_read);
        return source(sink);
      },
      target, options, control);
}

}  // namespace akin
