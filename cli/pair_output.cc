#include "pair_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include "akin/try.h"
#include "flags.h"
#include "print.h"
#include "terminal.h"

namespace akin::cli {
namespace {

std::vector<Column> PairColumns() {
  std::vector<Column> columns = {{.name = "left", .cut = Cut::kMiddle},
                                 {.name = "right", .cut = Cut::kMiddle}};
  AddScoreColumns(columns);
  return columns;
}

Status NoTemporaryFile() {
  return {Code::kIo, "a temporary file for the matrix cannot be written; is the disk full?"};
}

}  // namespace

void AddPairFormatFlags(const Verb& verb, Session& session, std::string& format) {
  session.AddOutputFlags(verb);
  AddFlag(verb, "--format", format)
      .Describe("tsv, json (the same as --json) or mtx (MatrixMarket)")
      .Excludes(verb.Find("--json"))
      .Excludes(verb.Find("--table"));
}

Status ApplyPairFormat(const std::string& format, Session& session) {
  if (session.header && (format == "json" || format == "mtx")) {
    return {Code::kInvalidArgument,
            fmt::format("--header is for TSV, and --format {} has no room for one", format)};
  }
  if (format == "json") session.json = true;
  if (format.empty() || format == "tsv" || format == "json" || format == "mtx") return {};
  return {Code::kInvalidArgument,
          fmt::format("no format '{}'; there are tsv, json and mtx", format)};
}

Control ControlForPairs(const Session& session) {
  Control control = session.ControlFor();
  if (session.json && IsTerminal(STDOUT_FILENO)) control.progress = nullptr;
  return control;
}

PairRows::PairRows(const Corpus& left, const Corpus& right, const Session& session)
    : left_(left), right_(right), writer_(PairColumns(), session) {}

Status PairRows::Add(VertexId left, const std::vector<Hit>& hits) {
  if (hits.empty()) return {};
  AKIN_TRY_ASSIGN(const std::string name, left_.Name(left));
  for (const Hit& hit : hits) {
    AKIN_TRY_ASSIGN(std::string other, right_.Name(hit.vertex));
    std::vector<Cell> row = {name, std::move(other)};
    AddScoreCells(hit.score, row);
    writer_.Add(std::move(row));
  }
  return {};
}

MatrixFile::MatrixFile(size_t rows, const Corpus& corpus, std::span<const VertexId> right)
    : rows_(rows),
      columns_(right.size()),
      column_of_(corpus.vertices()),
      entries_(std::tmpfile(), &std::fclose) {
  for (size_t j = 0; j < right.size(); ++j) column_of_[right[j]] = j + 1;
}

Status MatrixFile::Add(const std::vector<Hit>& hits) {
  if (entries_ == nullptr) return NoTemporaryFile();
  ++row_;
  for (const Hit& hit : hits) {
    Print(entries_.get(), "{} {} {:.17g}\n", row_, column_of_[hit.vertex], hit.score.value);
  }
  count_ += hits.size();
  return {};
}

Status MatrixFile::Finish() {
  if (entries_ == nullptr || std::fflush(entries_.get()) != 0 || std::ferror(entries_.get()) != 0 ||
      std::fseek(entries_.get(), 0, SEEK_SET) != 0) {
    return NoTemporaryFile();
  }
  Print("%%MatrixMarket matrix coordinate real general\n{} {} {}\n", rows_, columns_, count_);
  char buffer[1 << 16];
  while (const size_t bytes = std::fread(buffer, 1, sizeof(buffer), entries_.get())) {
    Write(stdout, {buffer, bytes});
  }
  return std::ferror(entries_.get()) != 0 ? NoTemporaryFile() : Status();
}

PairOutput::PairOutput(const std::string& format, const Session& session, const Corpus& left_corpus,
                       const Corpus& right_corpus, std::span<const VertexId> left,
                       std::span<const VertexId> right) {
  if (format == "mtx") {
    matrix_.emplace(left.size(), right_corpus, right);
  } else {
    rows_.emplace(left_corpus, right_corpus, session);
  }
}

Status PairOutput::Add(VertexId left, const std::vector<Hit>& hits) {
  pairs_ += hits.size();
  return matrix_ ? matrix_->Add(hits) : rows_->Add(left, hits);
}

Result<uint64_t> PairOutput::Finish() {
  AKIN_TRY(matrix_ ? matrix_->Finish() : rows_->Finish());
  return pairs_;
}

}  // namespace akin::cli
