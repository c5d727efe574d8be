// The stream, most significant bit of each byte first, is one record per node x = 0, 1, ... with
// nothing between them:
//
//   outdegree d         d = 0 ends the record
//   reference r         only if windowsize > 0; r > 0: successors are copied from the list of x - r
//   block count b,      only if r > 0: that list is cut into runs, in turn copied and skipped, the
//   b blocks            first one copied; it alone may be empty, so the others store length - 1;
//                       what follows the last run is copied if b is even
//   interval count,     only if minintervallength > 0 and not everything was copied; the left end
//   intervals           (the first one relative to x, signed; the others relative to the end of the
//                       one before, - 1) and then the length - minintervallength
//   residuals           what is still missing from d: the first relative to x, signed, then
//                       gaps - 1
//
// Every field has a code of its own (compressionflags). All codes of natural numbers:
//
//   unary    n zeros and a one
//   gamma    m = n + 1 of l + 1 bits: unary l, then the low l bits of m
//   delta    the same with l in gamma
//   zeta_k   m = n + 1 in [2^hk, 2^(h+1)k): unary h, then m - 2^hk in minimal binary
//   nibble   groups of three bits, high ones first, each after a bit that is one for the last group
//
// Signed values are folded: 0, -1, 1, -2, 2, ... become 0, 1, 2, 3, 4, ...
#include "formats/bv_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/progress.h"
#include "base/try.h"

namespace akin {
namespace {

constexpr uint64_t kMaxNodes = (uint64_t{1} << 32) - 2;
// Published graphs use 7, experiments some hundreds. The limit keeps a false number from becoming
// memory.
constexpr uint64_t kMaxWindow = 1 << 16;
constexpr uint64_t kMaxZetaK = 20;
constexpr uint64_t kNodesBetweenChecks = 4096;

enum class Coding { kUnary, kGamma, kDelta, kZeta, kNibble };

struct Properties {
  uint64_t nodes = 0;
  uint64_t arcs = 0;
  uint64_t window = 0;
  uint64_t min_interval = 0;
  unsigned zeta_k = 3;
  Coding outdegrees = Coding::kGamma;
  Coding references = Coding::kUnary;
  Coding block_counts = Coding::kGamma;
  Coding blocks = Coding::kGamma;
  Coding intervals = Coding::kGamma;
  Coding residuals = Coding::kZeta;
};

std::string BasenameOf(std::string_view path) {
  for (const std::string_view suffix : {".graph", ".properties"}) {
    if (path.ends_with(suffix)) return std::string(path.substr(0, path.size() - suffix.size()));
  }
  return std::string(path);
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\f";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// The lines of a .properties file, and the messages that point at them.
class PropertyLines {
 public:
  PropertyLines(std::string path, std::string_view text) : path_(std::move(path)) {
    for (size_t number = 1; !text.empty(); ++number) {
      const size_t end = std::min(text.find('\n'), text.size());
      AddLine(Trim(text.substr(0, end)), number);
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
    return Status(Code::kBadInput,
                  fmt::format("{}: has no '{}'; get the .properties file that belongs to the graph",
                              path_, key));
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
    return Status(Code::kBadInput,
                  fmt::format("{}:{}: {}={} {}", path_, line.number, key, line.value, what));
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
    lines_[Trim(line.substr(0, separator))] = {Trim(line.substr(separator + 1)), number};
  }

  std::string path_;
  std::map<std::string_view, Line> lines_;
};

Status CheckClass(const PropertyLines& lines) {
  constexpr std::string_view kKey = "graphclass";
  AKIN_TRY(lines.Require(kKey));
  std::string_view name = lines.Text(kKey);
  if (name.starts_with("class ")) name = Trim(name.substr(6));  // files of 2004
  // The Java and the "big" Java library say BVGraph, the Rust one says BvGraph.
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
bool ApplyFlag(std::string_view flag, bool blocks_set_counts, Properties& properties) {
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

Status ApplyFlags(const PropertyLines& lines, Properties& properties) {
  constexpr std::string_view kKey = "compressionflags";
  // Only the Rust library writes the endianness, and its BLOCKS flag stands for the block count
  // too.
  const bool blocks_set_counts = lines.Has("endianness");
  std::string_view flags = lines.Text(kKey);
  while (!flags.empty()) {
    const size_t end = std::min(flags.find('|'), flags.size());
    const std::string_view flag = Trim(flags.substr(0, end));
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

Result<Properties> ReadProperties(const std::string& path) {
  AKIN_TRY_ASSIGN(const MappedFile file, MappedFile::Open(path));
  const PropertyLines lines(path, file.text());
  AKIN_TRY(CheckClass(lines));
  AKIN_TRY(CheckVersion(lines));
  Properties properties;
  AKIN_TRY_ASSIGN(properties.nodes, lines.Number("nodes", 0, kMaxNodes));
  AKIN_TRY_ASSIGN(properties.arcs, lines.Number("arcs", 0, UINT64_MAX));
  AKIN_TRY_ASSIGN(properties.window, lines.Number("windowsize", 0, kMaxWindow));
  AKIN_TRY_ASSIGN(properties.min_interval, lines.Number("minintervallength", 0, INT32_MAX));
  // How long chains of references may be matters to random access alone; -1 is "any length".
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

// Reads codes from a span of bytes. The first code that runs off the end or is too long for a node
// number makes ok() false for good; from then on every read gives 0, so a caller may check once per
// field.
class BitReader {
 public:
  enum class State { kOk, kEnded, kTooLong };

  BitReader(std::span<const std::byte> bytes, unsigned zeta_k)
      : bytes_(bytes), bits_(uint64_t{bytes.size()} * 8), zeta_k_(zeta_k) {}

  bool ok() const { return state_ == State::kOk; }
  State state() const { return state_; }
  uint64_t byte_offset() const { return position_ / 8; }

  uint64_t Read(Coding coding) {
    switch (coding) {
      case Coding::kUnary:
        return Unary();
      case Coding::kGamma:
        return Gamma();
      case Coding::kDelta:
        return Delta();
      case Coding::kZeta:
        return Zeta();
      case Coding::kNibble:
        return Nibble();
    }
    return 0;
  }

  // Whether no bit from here to the end is set. Every code has a one in it, so then no record
  // follows.
  bool OnlyPaddingLeft() const {
    if (position_ == bits_) return true;
    const size_t next = static_cast<size_t>(position_ / 8);
    const unsigned used = static_cast<unsigned>(position_ % 8);
    if ((std::to_integer<unsigned>(bytes_[next]) & (0xFFU >> used)) != 0) return false;
    return std::all_of(bytes_.begin() + static_cast<std::ptrdiff_t>(next) + 1, bytes_.end(),
                       [](std::byte b) { return b == std::byte{0}; });
  }

 private:
  static constexpr unsigned kWindowBits = 56;  // Window() has this many at any position

  uint64_t Unary() {
    for (uint64_t zeros = 0; ok();) {
      const uint64_t window = Window();
      if (window != 0) {
        const auto more = static_cast<unsigned>(std::countl_zero(window));
        Advance(more + 1);
        return ok() ? zeros + more : 0;
      }
      zeros += kWindowBits;
      Advance(kWindowBits);
    }
    return 0;
  }

  uint64_t Gamma() { return Binary(Unary()); }
  uint64_t Delta() { return Binary(Gamma()); }

  // m - 1, where m has a leading one and then `length` bits that follow here.
  uint64_t Binary(uint64_t length) {
    if (length >= kWindowBits) return Fail(State::kTooLong);
    const uint64_t low = Bits(static_cast<unsigned>(length));
    return ok() ? ((uint64_t{1} << length) | low) - 1 : 0;
  }

  uint64_t Zeta() {
    const uint64_t h = Unary();
    if (h >= kWindowBits || h * zeta_k_ + zeta_k_ > kWindowBits) return Fail(State::kTooLong);
    const auto shift = static_cast<unsigned>(h) * zeta_k_;
    const uint64_t low = Bits(shift + zeta_k_ - 1);
    const uint64_t first = uint64_t{1} << shift;
    const uint64_t m = low < first ? low + first : low * 2 + Bits(1);
    return ok() ? m - 1 : 0;
  }

  uint64_t Nibble() {
    uint64_t value = 0;
    for (unsigned groups = 0; ok(); ++groups) {
      if (groups == kWindowBits / 3) return Fail(State::kTooLong);
      const uint64_t group = Bits(4);
      value = value << 3 | (group & 7);
      if ((group & 8) != 0) return value;
    }
    return 0;
  }

  uint64_t Bits(unsigned count) {
    if (count == 0) return 0;
    const uint64_t value = Window() >> (64 - count);
    Advance(count);
    return ok() ? value : 0;
  }

  // At least kWindowBits + 1 bits from the current position at the top; zeros stand in for what is
  // after the end.
  uint64_t Window() const {
    const auto at = static_cast<size_t>(position_ / 8);
    uint64_t word = 0;
    if (at + sizeof word <= bytes_.size()) {
      std::memcpy(&word, bytes_.data() + at, sizeof word);
    } else if (at < bytes_.size()) {
      std::memcpy(&word, bytes_.data() + at, bytes_.size() - at);
    }
    if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
    return word << (position_ % 8);
  }

  void Advance(unsigned count) {
    if (count > bits_ - position_) {
      Fail(State::kEnded);
    } else {
      position_ += count;
    }
  }

  uint64_t Fail(State state) {
    if (ok()) state_ = state;
    return 0;
  }

  std::span<const std::byte> bytes_;
  uint64_t bits_;
  unsigned zeta_k_;
  uint64_t position_ = 0;
  State state_ = State::kOk;
};

int64_t Unfold(uint64_t n) {
  return (n & 1) != 0 ? -static_cast<int64_t>(n / 2) - 1 : static_cast<int64_t>(n / 2);
}

using Nodes = std::vector<uint32_t>;

// Decodes one record after the other.
class Decoder {
 public:
  Decoder(const Properties& properties, const std::string& path, std::span<const std::byte> bytes,
          uint64_t memory)
      : properties_(properties),
        path_(path),
        in_(bytes, properties.zeta_k),
        memory_(memory),
        lists_(static_cast<size_t>(std::min(properties.window, properties.nodes)) + 1) {}

  uint64_t byte_offset() const { return in_.byte_offset(); }

  // The successors of the next node, ascending; they stay until the next call.
  Result<std::span<const uint32_t>> Next() {
    Nodes& list = lists_[node_ % lists_.size()];
    held_ -= list.size();
    list.clear();
    const uint64_t degree = in_.Read(properties_.outdegrees);
    AKIN_TRY(CheckDegree(degree));
    if (degree > 0) AKIN_TRY(ReadSuccessors(degree, list));
    held_ += list.size();
    arcs_ += list.size();
    ++node_;
    return std::span<const uint32_t>(list);
  }

  // To be called after the last record.
  Status CheckEnd() const {
    if (!in_.OnlyPaddingLeft()) {
      return Bad(fmt::format("there is data after the last of {} nodes", properties_.nodes));
    }
    if (arcs_ == properties_.arcs) return {};
    return Bad(
        fmt::format("the lists hold {} arcs, the .properties say {}", arcs_, properties_.arcs));
  }

 private:
  Status CheckDegree(uint64_t degree) const {
    AKIN_TRY(CheckStream());
    if (degree > properties_.nodes) {
      return BadNode(
          fmt::format("{} successors in a graph of {} nodes", degree, properties_.nodes));
    }
    if (degree > properties_.arcs - arcs_) {
      return BadNode(
          fmt::format("more than the {} arcs that the .properties promise", properties_.arcs));
    }
    // Three times: the new list and the pieces it is merged from.
    if ((held_ + 3 * degree) * sizeof(uint32_t) > memory_) {
      return Status(
          Code::kOutOfBudget,
          fmt::format("{}: byte {}: node {}: the lists inside the window of {} need more than "
                      "{} bytes; grant more memory",
                      path_, in_.byte_offset(), node_, properties_.window, memory_));
    }
    return {};
  }

  Status ReadSuccessors(uint64_t degree, Nodes& list) {
    copied_.clear();
    intervals_.clear();
    residuals_.clear();
    const uint64_t reference = properties_.window > 0 ? in_.Read(properties_.references) : 0;
    if (reference > 0) AKIN_TRY(ReadCopied(reference));
    if (copied_.size() > degree) return BadNode("copies more successors than it has");
    uint64_t missing = degree - copied_.size();
    if (missing > 0 && properties_.min_interval > 0) AKIN_TRY(ReadIntervals(missing));
    missing -= intervals_.size();
    if (missing > 0) AKIN_TRY(ReadResiduals(missing));
    AKIN_TRY(CheckStream());
    return Merge(list);
  }

  Status ReadCopied(uint64_t reference) {
    if (reference > properties_.window) {
      return BadNode(fmt::format("refers {} lists back, past the window of {}", reference,
                                 properties_.window));
    }
    if (reference > node_) return BadNode(fmt::format("refers {} lists back", reference));
    const Nodes& from = lists_[(node_ - reference) % lists_.size()];
    const uint64_t blocks = in_.Read(properties_.block_counts);
    if (blocks > from.size() + 1) return BadNode("has more copy blocks than there is to copy");
    auto next = from.begin();
    for (uint64_t block = 0; block < blocks; ++block) {
      const uint64_t length = in_.Read(properties_.blocks) + (block > 0 ? 1 : 0);
      if (length > static_cast<uint64_t>(from.end() - next)) {
        return BadNode("has a copy block that is longer than what it copies from");
      }
      const auto end = next + static_cast<std::ptrdiff_t>(length);
      if (block % 2 == 0) copied_.insert(copied_.end(), next, end);
      next = end;
    }
    if (blocks % 2 == 0) copied_.insert(copied_.end(), next, from.end());
    return CheckStream();
  }

  Status ReadIntervals(uint64_t missing) {
    const uint64_t count = in_.Read(properties_.intervals);
    if (count > missing) return BadNode("has more intervals than successors");
    int64_t end = 0;
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t gap = in_.Read(properties_.intervals);
      const int64_t left =
          i == 0 ? static_cast<int64_t>(node_) + Unfold(gap) : end + 1 + static_cast<int64_t>(gap);
      const uint64_t length = in_.Read(properties_.intervals) + properties_.min_interval;
      AKIN_TRY(CheckStream());
      if (length > missing - intervals_.size()) {
        return BadNode("has intervals longer than its list");
      }
      end = left + static_cast<int64_t>(length);
      AKIN_TRY(CheckSuccessor(left));
      AKIN_TRY(CheckSuccessor(end - 1));
      for (int64_t y = left; y < end; ++y) intervals_.push_back(static_cast<uint32_t>(y));
    }
    return CheckStream();
  }

  Status ReadResiduals(uint64_t count) {
    int64_t y = static_cast<int64_t>(node_) + Unfold(in_.Read(properties_.residuals));
    for (uint64_t i = 0;;) {
      AKIN_TRY(CheckStream());
      AKIN_TRY(CheckSuccessor(y));
      residuals_.push_back(static_cast<uint32_t>(y));
      if (++i == count) return {};
      y += static_cast<int64_t>(in_.Read(properties_.residuals)) + 1;
    }
  }

  Status Merge(Nodes& list) {
    extra_.clear();
    std::merge(intervals_.begin(), intervals_.end(), residuals_.begin(), residuals_.end(),
               std::back_inserter(extra_));
    std::merge(copied_.begin(), copied_.end(), extra_.begin(), extra_.end(),
               std::back_inserter(list));
    const auto twice = std::adjacent_find(list.begin(), list.end());
    if (twice == list.end()) return {};
    return BadNode(fmt::format("has successor {} twice", *twice));
  }

  Status CheckSuccessor(int64_t y) const {
    if (y >= 0 && static_cast<uint64_t>(y) < properties_.nodes) return {};
    return BadNode(fmt::format("successor {} in a graph of {} nodes", y, properties_.nodes));
  }

  Status CheckStream() const {
    if (in_.ok()) return {};
    if (in_.state() == BitReader::State::kTooLong) return BadNode("a number of more than 56 bits");
    return BadNode(fmt::format("the file ends inside this record, {} of {} nodes were read", node_,
                               properties_.nodes));
  }

  Status BadNode(std::string_view what) const {
    return Bad(fmt::format("node {}: {}", node_, what));
  }
  Status Bad(std::string_view what) const {
    return Status(
        Code::kBadInput,
        fmt::format("{}: byte {}: {}; the file is damaged or the .properties are not its own: "
                    "get both again",
                    path_, in_.byte_offset(), what));
  }

  const Properties& properties_;
  const std::string& path_;
  BitReader in_;
  uint64_t memory_;
  uint64_t node_ = 0;
  uint64_t arcs_ = 0;
  uint64_t held_ = 0;         // successors in lists_
  std::vector<Nodes> lists_;  // of node y at y modulo window + 1
  Nodes copied_, intervals_, residuals_, extra_;
};

// A node's number in decimal digits.
class NodeName {
 public:
  explicit NodeName(uint32_t node)
      : end_(std::to_chars(digits_.data(), digits_.data() + digits_.size(), node).ptr) {}
  std::string_view text() const {
    return {digits_.data(), static_cast<size_t>(end_ - digits_.data())};
  }

 private:
  std::array<char, 10> digits_;
  const char* end_;
};

}  // namespace

bool LooksLikeBvGraph(const std::string& path) {
  const std::string basename = BasenameOf(path);
  if (basename == path && Exists(path)) return false;  // a file of some other kind, or a folder
  const std::string properties = basename + ".properties";
  const Result<MappedFile> file = MappedFile::Open(properties);
  return file.ok() && PropertyLines(properties, file->text()).Has("graphclass");
}

Status ReadBvGraph(const std::string& path, const IngestOptions& /*options*/, ArcSink& sink,
                   IngestReport& report, const Control& control) {
  const std::string basename = BasenameOf(path);
  const std::string graph = basename + ".graph";
  AKIN_TRY_ASSIGN(const Properties properties, ReadProperties(basename + ".properties"));
  AKIN_TRY_ASSIGN(const MappedFile file, MappedFile::Open(graph));
  Decoder decoder(properties, graph, file.bytes(), control.memory);
  ProgressMeter meter(control, "reading " + graph, "bytes", file.bytes().size());
  uint64_t bytes_reported = 0;
  for (uint64_t x = 0; x < properties.nodes; ++x) {
    AKIN_TRY_ASSIGN(const std::span<const uint32_t> successors, decoder.Next());
    const NodeName from(static_cast<uint32_t>(x));
    AKIN_TRY(sink.Vertex(from.text()));
    for (const uint32_t y : successors) AKIN_TRY(sink.Arc(from.text(), NodeName(y).text()));
    report.arcs_read += successors.size();
    if (x % kNodesBetweenChecks != 0) continue;
    if (control.stop.stop_requested()) return Status(Code::kCancelled, "interrupted");
    meter.Advance(decoder.byte_offset() - std::exchange(bytes_reported, decoder.byte_offset()));
  }
  meter.Advance(file.bytes().size() - bytes_reported);
  return decoder.CheckEnd();
}

}  // namespace akin
