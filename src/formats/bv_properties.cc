#include "formats/bv_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/ascii.h"
#include "base/mapped_file.h"

namespace akin {
namespace {

constexpr uint64_t kMaxNodes = (uint64_t{1} << 32) - 2;
// Published graphs use 7, experiments some hundreds. The limit keeps a wrong number from allocating
// too much memory.
constexpr uint64_t kMaxWindow = 1 << 16;
constexpr uint64_t kMaxZetaK = 20;

// The lines of a .properties file, and messages that refer to them.
class PropertyLines {
 public:
  PropertyLines(std::string path, std::string_view text) : path_(std::move(path)) {
    for (size_t number = 1; !text.empty(); ++number) {
      const size_t end = std::min(text.find('\n'), text.size());
      AddLine(ascii::Trimmed(text.substr(0, end)), number);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  bool Has(std::string_view key) const { return lines_.contains(key); }
  // Empty when there is no such key.
  std::string_view Text(std::string_view key) const {
    const auto found = lines_.find(key);
    return found == lines_.end() ? std::string_view() : found->second.value;
  }

  Status Require(std::string_view key) const {
    if (Has(key)) return {};
    return BadInput(
        {.file = path_},
        fmt::format("has no '{}'; get the .properties file that belongs to the graph", key));
  }

  Result<uint64_t> Number(std::string_view key, uint64_t least, uint64_t most) const {
    AKIN_TRY(Require(key));
    const std::string_view text = Text(key);
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.begin(), text.end(), number);
    if (error == std::errc::invalid_argument || end != text.end()) {
      return Bad(key, "is not a natural number");
    }
    if (error != std::errc() || number < least || number > most) {
      return Bad(key, fmt::format("is out of range; {} to {} can be read", least, most));
    }
    return number;
  }

  Status Bad(std::string_view key, std::string_view what) const {
    const Line& line = lines_.find(key)->second;
    return BadInput({.file = path_, .line = line.number},
                    fmt::format("{}={} {}", key, line.value, what));
  }

 private:
  struct Line {
    std::string_view value;
    size_t number = 0;
  };

  void AddLine(std::string_view line, size_t number) {
    if (line.empty() || line.front() == '#' || line.front() == '!') return;
    const size_t separator = line.find_first_of("=:");
    if (separator == std::string_view::npos) return;
    lines_[ascii::Trimmed(line.substr(0, separator))] = {ascii::Trimmed(line.substr(separator + 1)),
                                                         number};
  }

  std::string path_;
  std::map<std::string_view, Line> lines_;
};

Status CheckClass(const PropertyLines& lines) {
  constexpr std::string_view kKey = "graphclass";
  AKIN_TRY(lines.Require(kKey));
  std::string_view name = lines.Text(kKey);
  if (name.starts_with("class ")) name = ascii::Trimmed(name.substr(6));  // in files from 2004
  // The Java and the "big" Java libraries write BVGraph, the Rust one writes BvGraph.
  for (const std::string_view known :
       {"it.unimi.dsi.webgraph.BVGraph", "it.unimi.dsi.big.webgraph.BVGraph",
        "it.unimi.dsi.webgraph.BvGraph"}) {
    if (name == known) return {};
  }
  return lines.Bad(
      kKey, "is not a BVGraph; convert the graph with WebGraph: BVGraph -g CLASS SOURCE TARGET");
}

Status CheckVersion(const PropertyLines& lines) {
  AKIN_TRY_ASSIGN(const uint64_t version, lines.Number("version", 0, UINT32_MAX));
  if (version != 0) return lines.Bad("version", "is unknown; only version 0 can be read");
  if (lines.Has("endianness") && lines.Text("endianness") != "big") {
    return lines.Bad("endianness",
                     "cannot be read; convert the graph with: webgraph to bvgraph -E big");
  }
  return {};
}

// One of "RESIDUALS_GAMMA", "BLOCKS_DELTA", ...
bool ApplyFlag(std::string_view flag, bool blocks_set_counts, BvProperties& properties) {
  constexpr std::array<std::pair<std::string_view, Coding>, 5> kCodings = {
      {{"_UNARY", Coding::kUnary},
       {"_GAMMA", Coding::kGamma},
       {"_DELTA", Coding::kDelta},
       {"_ZETA", Coding::kZeta},
       {"_NIBBLE", Coding::kNibble}}};
  const auto* coding = std::find_if(kCodings.begin(), kCodings.end(),
                                    [&](const auto& entry) { return flag.ends_with(entry.first); });
  if (coding == kCodings.end()) return false;
  const std::string_view field = flag.substr(0, flag.size() - coding->first.size());
  if (field == "OFFSETS") return true;  // that file is not read
  const std::array<std::pair<std::string_view, Coding*>, 6> fields = {
      {{"OUTDEGREES", &properties.outdegrees},
       {"REFERENCES", &properties.references},
       {"BLOCK_COUNT", &properties.block_counts},
       {"BLOCKS", &properties.blocks},
       {"INTERVALS", &properties.intervals},
       {"RESIDUALS", &properties.residuals}}};
  const auto* target = std::find_if(fields.begin(), fields.end(),
                                    [&](const auto& entry) { return field == entry.first; });
  if (target == fields.end()) return false;
  *target->second = coding->second;
  if (field == "BLOCKS" && blocks_set_counts) properties.block_counts = coding->second;
  return true;
}

Status ApplyFlags(const PropertyLines& lines, BvProperties& properties) {
  constexpr std::string_view kKey = "compressionflags";
  // Only the Rust library writes the endianness, and its BLOCKS flag applies to the block count
  // too.
  const bool blocks_set_counts = lines.Has("endianness");
  std::string_view flags = lines.Text(kKey);
  while (!flags.empty()) {
    const size_t end = std::min(flags.find('|'), flags.size());
    const std::string_view flag = ascii::Trimmed(flags.substr(0, end));
    if (!flag.empty() && !ApplyFlag(flag, blocks_set_counts, properties)) {
      return lines.Bad(kKey,
                       fmt::format("has '{}', which cannot be read; recompress the graph with "
                                   "WebGraph's default flags",
                                   flag));
    }
    flags.remove_prefix(std::min(end + 1, flags.size()));
  }
  return {};
}

}  // namespace

Result<BvProperties> ReadBvProperties(const std::string& path) {
  AKIN_TRY_ASSIGN(const MappedFile file, MappedFile::Open(path));
  const PropertyLines lines(path, file.text());
  AKIN_TRY(CheckClass(lines));
  AKIN_TRY(CheckVersion(lines));
  BvProperties properties;
  AKIN_TRY_ASSIGN(properties.nodes, lines.Number("nodes", 0, kMaxNodes));
  AKIN_TRY_ASSIGN(properties.arcs, lines.Number("arcs", 0, UINT64_MAX));
  AKIN_TRY_ASSIGN(properties.window, lines.Number("windowsize", 0, kMaxWindow));
  AKIN_TRY_ASSIGN(properties.min_interval, lines.Number("minintervallength", 0, INT32_MAX));
  // The length of chains of references matters only for random access; -1 is "any length".
  if (lines.Has("maxrefcount") && lines.Text("maxrefcount") != "-1") {
    AKIN_TRY(lines.Number("maxrefcount", 0, INT32_MAX).status());
  }
  if (lines.Has("zetak")) {
    AKIN_TRY_ASSIGN(const uint64_t zeta_k, lines.Number("zetak", 1, kMaxZetaK));
    properties.zeta_k = static_cast<unsigned>(zeta_k);
  }
  AKIN_TRY(ApplyFlags(lines, properties));
  return properties;
}

bool NamesGraphClass(const std::string& path) {
  const Result<MappedFile> file = MappedFile::Open(path);
  return file.ok() && PropertyLines(path, file->text()).Has("graphclass");
}

}  // namespace akin
