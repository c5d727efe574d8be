// Pairs of vertices with their scores on standard output, as join and match print them: rows of
// text, or a matrix.
#ifndef AKIN_CLI_PAIR_OUTPUT_H_
#define AKIN_CLI_PAIR_OUTPUT_H_

#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "command_line.h"
#include "output.h"
#include "session.h"

namespace akin::cli {

// Adds --json, --table and --format.
void AddPairFormatFlags(const Verb& verb, Session& session, std::string& format);
// What --format may be; "json" is as --json.
Status ApplyPairFormat(const std::string& format, Session& session);

// For a long call that prints pairs as it goes: lines of JSON would stream to the terminal that
// shows progress.
Control ControlForPairs(const Session& session);

// Pairs as they come: a row of text each.
class PairRows {
 public:
  PairRows(const Corpus& left, const Corpus& right, const Session& session);
  Status Add(VertexId left, const std::vector<Hit>& hits);
  Status Finish() { return writer_.Finish(); }

 private:
  const Corpus& left_;
  const Corpus& right_;
  RowWriter writer_;
};

// A matrix in MatrixMarket's coordinates: row i is the i-th of the left vertices, column j the j-th
// of the right. Its header counts the entries, so these wait in a temporary file.
class MatrixFile {
 public:
  MatrixFile(size_t rows, const Corpus& corpus, std::span<const VertexId> right);
  // Of the next row.
  Status Add(const std::vector<Hit>& hits);
  Status Finish();

 private:
  size_t rows_;
  size_t columns_;
  std::vector<size_t> column_of_;  // from 1
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> entries_;
  size_t row_ = 0;
  size_t count_ = 0;
};

// Either, as the flags ask.
class PairOutput {
 public:
  PairOutput(const std::string& format, const Session& session, const Corpus& left_corpus,
             const Corpus& right_corpus, std::span<const VertexId> left,
             std::span<const VertexId> right);

  // The hits of each left vertex, in order, those without any included.
  Status Add(VertexId left, const std::vector<Hit>& hits);
  // Returns the number of pairs.
  Result<uint64_t> Finish();

 private:
  std::optional<PairRows> rows_;
  std::optional<MatrixFile> matrix_;
  uint64_t pairs_ = 0;
};

}  // namespace akin::cli

#endif  // AKIN_CLI_PAIR_OUTPUT_H_
