// Prints pairs of vertices with their scores, for join and match: rows of text, or a matrix.
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
// Checks and applies the value of --format; "json" is the same as --json.
Status ApplyPairFormat(const std::string& format, Session& session);

// For a long call that prints pairs as it goes: JSON lines would be mixed with the progress on the
// same terminal.
Control ControlForPairs(const Session& session);

// Prints each pair as a row of text.
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

// A matrix in MatrixMarket's coordinate form: row i is the i-th left vertex, column j the j-th
// right vertex. Its header has the number of entries, so these are kept in a temporary file.
class MatrixFile {
 public:
  MatrixFile(size_t rows, const Corpus& corpus, std::span<const VertexId> right);
  // Adds the hits of the next row.
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

// One of the two, depending on the flags.
class PairOutput {
 public:
  PairOutput(const std::string& format, const Session& session, const Corpus& left_corpus,
             const Corpus& right_corpus, std::span<const VertexId> left,
             std::span<const VertexId> right);

  // Call it for every left vertex in order, including those without hits.
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
