#include "formats/edge_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "akin/utf8.h"
#include "base/in_turn.h"
#include "base/line_reader.h"
#include "base/threads.h"
#include "formats/bad_lines.h"
#include "formats/edge_block.h"
#include "formats/edge_fields.h"

namespace akin {

Status HasWeights(std::string_view what) {
  return Status(Code::kBadInput,
                fmt::format("{}: arcs have no weights here; they can be ignored", what))
      .WithParameter("ignore_weights");
}

bool SurvivesEdgeList(std::string_view name) {
  return !LooksLikeComment(name) && !name.empty() && !IsBlank(name.front()) &&
         !IsBlank(name.back());
}

namespace {

struct SeparatorText {
  Separator separator;
  std::string_view name;
};
constexpr std::array<SeparatorText, 5> kSeparators = {
    {{'\t', "a tab"}, {',', "a comma"}, {';', "a semicolon"}, {'|', "a bar"}, {kBlanks, "blanks"}}};
constexpr std::string_view kAnySeparator = "a tab, a comma, a semicolon, a bar or blanks";

// Below this many arcs, words that occur nowhere else tell too little about the first line.
constexpr uint64_t kFewestArcsAfterHeader = 10;

bool IsInteger(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool IsUsualHeader(std::string_view first, std::string_view second) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kPairs = {{
      {"source", "target"},
      {"source", "destination"},
      {"source", "dest"},
      {"src", "dst"},
      {"src", "dest"},
      {"from", "to"},
      {"fromnodeid", "tonodeid"},
      {"from_id", "to_id"},
      {"source_id", "target_id"},
      {"node1", "node2"},
      {"node_1", "node_2"},
      {"id1", "id2"},
      {"id_1", "id_2"},
      {"head", "tail"},
      {"tail", "head"},
      {"u", "v"},
  }};
  const auto same = [](std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) {
      return (x >= 'A' && x <= 'Z' ? static_cast<char>(x - 'A' + 'a') : x) == y;
    });
  };
  return std::ranges::any_of(kPairs, [&](const auto& pair) {
    return same(first, pair.first) && same(second, pair.second);
  });
}

class EdgeListReader {
 public:
  EdgeListReader(ByteSource& source, const IngestOptions& options, ArcSink& sink,
                 IngestReport& report, const Control& control, bool only_source, size_t block_bytes)
      : source_(source),
        options_(options),
        control_(control),
        block_bytes_(block_bytes),
        only_source_(only_source),
        from_column_(options_.columns ? options_.columns->first : 1),
        to_column_(options_.columns ? options_.columns->second : 2),
        sink_(sink),
        report_(report),
        arcs_before_(report.arcs_read),
        lines_(source, control),
        fields_(from_column_ - 1, to_column_ - 1) {}

  Status Run() {
    while (block_bytes_ == 0 || !DecidedAll()) {
      const LineReader::Found found = lines_.Next();
      if (found == LineReader::Found::kEnd) break;
      AKIN_TRY(Found(lines_, found));
    }
    AKIN_TRY(lines_.status());
    if (DecidedAll()) AKIN_TRY(ReadBlocks());
    return Finish();
  }

 private:
  // How far the header line has been handled.
  enum class Phase {
    kFirstLine,
    kUndecided,  // the first line is kept until the next shows what it was
    kArcs,
  };

  // What the lines to come are does not depend on those before them.
  bool DecidedAll() const { return phase_ == Phase::kArcs && separator_ && (!first_ || second_); }

  // Sources of few blocks are not worth a thread.
  Status ReadBlocks() {
    constexpr int kFewBlocks = 2;
    BlockWorker alone(*this);
    for (int i = 0; i < kFewBlocks; ++i) {
      if (!lines_.NextBlock(block_bytes_, alone.block.lines)) return lines_.status();
      alone.Split();
      AKIN_TRY(PassOn(alone));
    }
    const uint64_t most = std::max<uint64_t>(1, control_.memory / kMemoryPerThread);
    const auto threads = std::min<uint64_t>(ThreadsOrAll(control_.threads), most);
    ThreadPool pool(static_cast<unsigned>(threads), ThreadPool::Fewer::kAccepted);
    const BlockWorker model(*this);
    looking_ = first_.has_value();
    AKIN_TRY(pool.Run(pool.size(), {}, [&](uint64_t, unsigned) { return TakeTurns(model); }));
    return lines_.status();
  }

  // What a thread has of its own.
  struct BlockWorker {
    explicit BlockWorker(const EdgeListReader& reader)
        : rules{.separator = *reader.separator_,
                .from_column = reader.from_column_,
                .to_column = reader.to_column_,
                .chosen = reader.options_.columns.has_value(),
                .ignore_weights = reader.options_.ignore_weights},
          first(reader.first_),
          second(reader.second_) {}

    void Split() {
      SplitBlock(rules, first ? &*first : nullptr, first && second ? &*second : nullptr, block);
    }

    EdgeRules rules;
    std::optional<KeptNames> first;  // to look for
    std::optional<KeptNames> second;
    EdgeBlock block;
  };

  Status TakeTurns(const BlockWorker& model) {
    BlockWorker worker = model;
    std::unique_lock reading(reading_);
    while (lines_.NextBlock(block_bytes_, worker.block.lines)) {
      InTurn::Turn turn(turns_);
      if (!looking_) worker.first.reset();
      reading.unlock();
      worker.Split();
      if (!turn.Wait()) return {};
      AKIN_TRY(PassOn(worker));
      turn.Done();
      reading.lock();
    }
    return {};
  }

  // The arcs of a block, unless its lines must be read one by one.
  Status PassOn(const BlockWorker& worker) {
    const EdgeBlock& block = worker.block;
    const bool decides = first_ && worker.first && worker.first->seen_again;
    if (!block.plain || decides) return OneByOne(block);
    if (first_ && worker.second) second_->seen_again |= worker.second->seen_again;
    AKIN_TRY(InParts<int64_t>(block.integers, &ArcSink::IntegerArcs));
    return InParts<std::string_view>(block.names, &ArcSink::Arcs);
  }

  // A stop need not wait for the end of a block.
  template <class Name>
  Status InParts(std::span<const Name> ends, Status (ArcSink::*pass)(std::span<const Name>)) {
    constexpr size_t kEndsAtOnce = 8192;
    while (!ends.empty()) {
      if (control_.stop.stop_requested()) return Interrupted();
      const auto some = ends.first(std::min(ends.size(), kEndsAtOnce));
      report_.arcs_read += some.size() / 2;
      AKIN_TRY((sink_.*pass)(some));
      ends = ends.subspan(some.size());
    }
    return {};
  }

  Status OneByOne(const EdgeBlock& block) {
    LinesOf lines(block.lines);
    for (;;) {
      const LineReader::Found found = lines.Next();
      if (found == LineReader::Found::kEnd) break;
      AKIN_TRY(Found(lines, found));
    }
    looking_ = first_.has_value();
    return {};
  }

  template <class Lines>
  Status Found(const Lines& lines, LineReader::Found found) {
    if (found == LineReader::Found::kBadLine) return Bad(lines.number(), lines.problem());
    return IsData(lines.line()) ? Data(lines.line(), lines.number()) : Status();
  }

  Status Data(std::string_view line, uint64_t number) {
    switch (phase_) {
      case Phase::kArcs:
        return Arc(line, number);
      case Phase::kFirstLine:
        return FirstLine(line, number);
      case Phase::kUndecided:
        return SecondLine(line, number);
    }
    return {};
  }

  Status FirstLine(std::string_view line, uint64_t number) {
    phase_ = Phase::kArcs;
    if (options_.header == HeaderLine::kPresent) return {};
    if (options_.header == HeaderLine::kAbsent) return Arc(line, number);
    if (!Split(line) || fields_.count() < std::max(from_column_, to_column_)) {
      phase_ = Phase::kFirstLine;  // a bad line; if it is skipped, the header may still come
      return Arc(line, number);
    }
    if (IsUsualHeader(fields_.from(), fields_.to())) {
      NoteHeader(number);
      return {};
    }
    if (IsInteger(fields_.from()) || IsInteger(fields_.to())) return Arc(line, number);
    if (HasAllColumns()) separator_ = SeparatorOf(line);
    held_ = line;
    held_words_ = fields_.count() == 3 && !IsNumber(fields_.third());
    held_number_ = number;
    phase_ = Phase::kUndecided;
    return {};
  }

  Status SecondLine(std::string_view line, uint64_t number) {
    const bool split = Split(line) && fields_.count() >= std::max(from_column_, to_column_);
    const bool integers = split && IsInteger(fields_.from()) && IsInteger(fields_.to());
    const bool weight =
        split && !options_.columns && fields_.count() == 3 && IsNumber(fields_.third());
    AKIN_TRY(Release(integers || (held_words_ && weight)));
    return Arc(line, number);
  }

  // Decides what the kept line was. If it was no header, it may still be one by its words, so that
  // it becomes an arc only when these are seen again, or in the end.
  Status Release(bool is_header) {
    phase_ = Phase::kArcs;
    if (is_header) {
      NoteHeader(held_number_);
      return {};
    }
    AKIN_TRY_ASSIGN(const bool good, Check(held_, held_number_));
    if (!good) return {};
    if (!only_source_) return Deliver(fields_.from(), fields_.to());
    first_ = {.from = std::string(fields_.from()), .to = std::string(fields_.to())};
    return {};
  }

  Status Arc(std::string_view line, uint64_t number) {
    AKIN_TRY_ASSIGN(const bool good, Check(line, number));
    if (!good) return {};
    if (first_) AKIN_TRY(LookForFirst());
    return Deliver(fields_.from(), fields_.to());
  }

  Status Deliver(std::string_view from, std::string_view to) {
    ++report_.arcs_read;
    return sink_.Arc(from, to);
  }

  // Whether a line is an arc, which is then in fields_; counts or refuses it if not.
  Result<bool> Check(std::string_view line, uint64_t number) {
    const auto bad = [&](const auto& problem) -> Result<bool> {
      AKIN_TRY(Bad(number, problem));
      return false;
    };
    if (!Split(line)) return bad(std::string_view(fields_.problem()));
    if (!HasAllColumns()) {
      if (const Status problem = CheckColumns(); !problem.ok()) return bad(problem);
    }
    if (const char* problem = NameProblem(fields_.from()); problem != nullptr) {
      return bad(fmt::format("column {}: {}", from_column_, problem));
    }
    if (const char* problem = NameProblem(fields_.to()); problem != nullptr) {
      return bad(fmt::format("column {}: {}", to_column_, problem));
    }
    if (!separator_) separator_ = SeparatorOf(line);
    return true;
  }

  // A first line whose words are on no other line is a header if the second line's words are.
  Status LookForFirst() {
    if (second_) {
      second_->Compare(fields_.from(), fields_.to());
    } else {
      second_ = {.from = std::string(fields_.from()), .to = std::string(fields_.to())};
    }
    first_->Compare(fields_.from(), fields_.to());
    if (!first_->seen_again) return {};
    const KeptNames first = *std::exchange(first_, std::nullopt);
    return Deliver(first.from, first.to);
  }

  Status DecideFirst() {
    const uint64_t arcs = report_.arcs_read - arcs_before_;
    if (second_ && second_->seen_again && arcs >= kFewestArcsAfterHeader) {
      report_.notes.push_back(
          fmt::format("{}:{}: taken for a header line, not for an arc, because '{}' and '{}' are "
                      "on no other line",
                      source_.name(), held_number_, first_->from, first_->to));
      return {};
    }
    return Deliver(first_->from, first_->to);
  }

  bool HasAllColumns() const {
    return options_.columns ? fields_.count() >= std::max(from_column_, to_column_)
                            : fields_.count() == 2;
  }

  // For a line that does not have the columns it should; ok if there are two and a weight that may
  // be ignored.
  Status CheckColumns() const {
    if (options_.columns) {
      return {Code::kBadInput,
              fmt::format("found {} column{}; expected at least {}, separated by {}",
                          fields_.count(), fields_.count() == 1 ? "" : "s",
                          std::max(from_column_, to_column_), SeparatorName())};
    }
    const bool weight = fields_.count() == 3 && IsNumber(fields_.third());
    if (weight && options_.ignore_weights) return {};
    if (weight) return HasWeights("a third column with a number");
    if (fields_.count() == 3 && options_.ignore_weights) {
      return {Code::kBadInput,
              "the third column is not a number; expected two names and perhaps a weight"};
    }
    return {Code::kBadInput,
            fmt::format("found {} column{}; expected 2, separated by {}", fields_.count(),
                        fields_.count() == 1 ? "" : "s", SeparatorName())};
  }

  std::string SeparatorName() const {
    if (!separator_) return std::string(kAnySeparator);
    const auto* const text = std::ranges::find(kSeparators, *separator_, &SeparatorText::separator);
    return fmt::format("{}, as before", text->name);
  }

  // The separator is fixed once a line was valid with it. Until then it is detected for every line,
  // so that bad lines at the start do not decide for the file.
  bool Split(std::string_view line) {
    return fields_.Split(line, separator_ ? *separator_ : SeparatorOf(line));
  }

  Separator SeparatorOf(std::string_view line) const {
    line = TrimBlanks(line);
    const auto has = [&](Separator separator) {
      return line.find(separator) != std::string_view::npos;
    };
    if (has('\t')) return '\t';
    const bool comma = has(',');
    if (comma && Separates(line, ',')) return ',';
    for (const Separator separator : {';', '|'}) {
      if (!has(separator)) continue;
      // A comma may be part of a number, as in 2,50.
      if (comma ? Separates(line, separator) : !IsInNames(line, separator)) return separator;
    }
    return comma ? ',' : kBlanks;
  }

  // Whether a separator gives the columns that a line should have.
  bool Separates(std::string_view line, Separator separator) const {
    Fields fields(from_column_ - 1, to_column_ - 1);
    if (!fields.Split(line, separator)) return false;
    const size_t count = fields.count();
    if (options_.columns) return count >= std::max(from_column_, to_column_);
    return count == 2 || (count == 3 && IsNumber(fields.third()));
  }

  // Names such as URLs may contain semicolons and bars. So blanks separate a line if that gives the
  // columns it should have, and no name begins or ends with the other separator.
  bool IsInNames(std::string_view line, Separator separator) const {
    if (!Separates(line, kBlanks)) return false;
    Fields fields(from_column_ - 1, to_column_ - 1);
    fields.Split(line, kBlanks);
    return std::ranges::none_of(std::array{fields.from(), fields.to()}, [&](std::string_view name) {
      return name.starts_with(separator) || name.ends_with(separator);
    });
  }

  Status Bad(uint64_t number, std::string_view problem) {
    return Bad(number, Status(Code::kBadInput, problem));
  }
  Status Bad(uint64_t number, const Status& problem) {
    ++bad_;
    return RefuseOrCount(problem.At(lines_.PlaceOf(number)), options_, report_);
  }

  void NoteHeader(uint64_t number) {
    report_.notes.push_back(
        fmt::format("{}:{}: taken for a header line, not for an arc", source_.name(), number));
  }

  Status Finish() {
    if (phase_ == Phase::kUndecided) AKIN_TRY(Release(false));
    if (first_) AKIN_TRY(DecideFirst());
    if (report_.arcs_read > arcs_before_) return {};
    const std::string skipped = bad_ > 0 ? fmt::format(" ({} malformed lines skipped)", bad_) : "";
    return BadInput({.file = source_.name()},
                    fmt::format("no arcs found{}; expected lines of two names, separated by {}",
                                skipped, kAnySeparator));
  }

  static constexpr uint64_t kMemoryPerThread = uint64_t{8} << 20;

  const ByteSource& source_;
  const IngestOptions& options_;
  const Control& control_;
  const size_t block_bytes_;
  const bool only_source_;
  const size_t from_column_;  // from 1
  const size_t to_column_;
  ArcSink& sink_;
  IngestReport& report_;
  const uint64_t arcs_before_;  // read from other sources
  LineReader lines_;

  Phase phase_ = Phase::kFirstLine;
  std::optional<Separator> separator_;
  Fields fields_;
  std::string held_;
  uint64_t held_number_ = 0;
  bool held_words_ = false;         // its third column is not a number
  std::optional<KeptNames> first_;  // the kept line, while it may be a header by its words
  std::optional<KeptNames> second_;
  uint64_t bad_ = 0;

  std::mutex reading_;                 // guards lines_, once there are threads
  InTurn turns_;                       // guards the rest
  std::atomic<bool> looking_ = false;  // whether first_ is still to be looked for
};

}  // namespace

Status ReadEdgeList(ByteSource& source, const IngestOptions& options, ArcSink& sink,
                    IngestReport& report, const Control& control, bool only_source,
                    size_t block_bytes) {
  if (const auto& columns = options.columns) {
    if (columns->first < 1 || columns->second < 1 || columns->first == columns->second) {
      return InvalidArgument("columns",
                             fmt::format("columns {} and {}: expected two different numbers from 1",
                                         columns->first, columns->second));
    }
  }
  return EdgeListReader(source, options, sink, report, control, only_source, block_bytes).Run();
}

}  // namespace akin
