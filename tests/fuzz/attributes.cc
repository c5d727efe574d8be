// Filters, tables of labels, and the file that they become.
#include "akin/attributes.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "akin/ingest.h"
#include "attributes/where_parser.h"
#include "container/sealed_json.h"
#include "fuzz/scratch_folder.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"
#include "graph/attributes_file.h"

namespace akin {
namespace {

constexpr VertexId kVertices = 5;

Corpus LabelledCorpus(const ScratchFolder& folder) {
  const std::string path = folder.path() + "/c.akin";
  const auto arcs = [](ArcSink& sink) {
    Status status = sink.Title("b", "Title of b");
    for (const char* name : {"b", "c", "d", "x y"}) {
      if (status.ok()) status = sink.Arc("a", name);
    }
    return status;
  };
  Require(Ingest(arcs, path, {}).ok(), "a corpus can be made");
  const std::string table =
      folder.Write("table", "key\tyear\ttype\ttags\na\t1\tbook\tu|v\nb\t2.5\tfilm\t\nx y\t\t\tv\n");
  Require(Label(path, table).ok(), "labels can be attached");
  return Corpus::Open(path).value();
}

// The corpus that a file says it is about.
struct OfCorpus {
  VertexId vertices = kVertices;
  uint64_t keys = 0;
};
OfCorpus CorpusOf(const std::vector<FuzzSection>& sections) {
  OfCorpus of;
  for (const FuzzSection& section : sections) {
    if (std::string_view(section.name.data(), 6) != "params") continue;
    const auto params = nlohmann::json::parse(section.bytes, nullptr, false);
    if (!params.is_object()) continue;
    const auto vertices = params.find("vertices");
    if (vertices != params.end() && vertices->is_number_unsigned()) {
      of.vertices =
          static_cast<VertexId>(std::min<uint64_t>(vertices->get<uint64_t>(), kNoVertex - 1));
    }
    const auto keys = params.find("keys");
    if (keys == params.end() || !keys->is_string()) continue;
    const auto sum = ParseHexSum("x", keys->get<std::string>());
    if (sum.ok()) of.keys = *sum;
  }
  return of;
}

}  // namespace

void FuzzWhere(std::string_view text) {
  static const ScratchFolder folder;
  static const Corpus corpus = LabelledCorpus(folder);
  static const Attributes attributes = Attributes::Open(corpus).value();
  const auto steps = ParseWhere(text);
  const auto found = attributes.Where(text);
  Require(steps.ok() || !found.ok(), "what cannot be read finds nobody");
  if (!found.ok()) {
    Require(
        found.status().code() == Code::kInvalidArgument && found.status().parameter() == "where",
        "an error is about the filter");
    return;
  }
  const auto members = (*found)->Members();
  Require(members.empty() || members.back() < kVertices, "those found are vertices");
  const auto others = attributes.Where("not (" + std::string(text) + ")");
  Require(!others.ok() || (*others)->size() + members.size() == kVertices,
          "a filter and its opposite find everybody");
}

void FuzzLabels(std::string_view bytes) {
  static const ScratchFolder folder;
  static const Corpus corpus = LabelledCorpus(folder);
  const std::string table = folder.Write("labels", bytes);
  const auto report =
      Label(corpus.path(), table, {.skip_bad_lines = bytes.size() % 2 == 0, .replace = true});
  if (!report.ok()) {
    const Code code = report.status().code();
    Require(code == Code::kBadInput || code == Code::kInvalidArgument || code == Code::kOutOfBudget,
            "an error is about the table");
  }
  const auto attributes = Attributes::Open(corpus);
  Require(attributes.ok(), "whatever is attached can be read");
  Require(corpus.OpenAttributesFile().value()->Check().ok(), "and is whole");
  if (report.ok()) Require(report->vertices > 0, "some vertices were labelled");
  // Most columns have new names; without this there would soon be too many.
  if (attributes->attributes().size() > 20)
    Require(RemoveAttributes(corpus.path()).ok(), "removed");
  if (attributes->attributes().size() > 20) {
    Require(Label(corpus.path(), folder.path() + "/table", {.replace = true}).ok(), "labelled");
  }
}

void FuzzAttributes(std::string_view input) {
  static const ScratchFolder folder;
  const std::vector<FuzzSection> sections = SectionsOf(input);
  const OfCorpus of = CorpusOf(sections);
  const auto file = AttributesFile::Open(
      folder.Write("x.akin", ContainerOf(FileKind::kAttributes, sections)), of.vertices, of.keys);
  if (!file.ok()) return RequireDamage(file.status());
  for (const AttributeColumn& column : (*file)->columns()) {
    for (size_t row = 0; row < column.rows.size(); ++row) {
      Require(column.rows[row] < of.vertices, "rows are of vertices");
      if (column.info.kind == AttributeKind::kNumber) continue;
      for (const uint32_t value : column.ValuesOf(row)) {
        Require(!column.Value(value).empty(), "values are not empty");
      }
    }
  }
  const Status check = (*file)->Check();
  if (!check.ok()) RequireDamage(check);
}

}  // namespace akin
