// Evaluates what `akin eval` was asked to judge: indexes, mixtures, exact measures, sweeps.
#ifndef AKIN_CLI_EVAL_RUN_H_
#define AKIN_CLI_EVAL_RUN_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/akin.h"
#include "akin/eval.h"
#include "filter_flags.h"
#include "output.h"
#include "report/eval_results.h"
#include "report/eval_row.h"
#include "session.h"

namespace akin::cli {

struct EvalFlags {
  std::string corpus;
  std::string truth;
  std::string separator;
  ClassOptions classes;
  std::vector<std::string> indexes;   // names separated by commas, or mixtures
  std::optional<std::string> fusion;  // given: every element of `indexes` is one mixture
  std::string exact;
  std::string measures;
  std::vector<std::string> sweeps;
  std::string metrics;
  std::string queries;
  std::string results;
  std::string report;
  bool keep_indexes = false;  // those that sweeps build
  bool cut_first =
      false;  // take the first hits before those that the truth does not know are left out
  FilterFlags filter;
  EvalOptions eval;
};

// How the answers of a row came about.
struct AskedSystem {
  report::EvalRow row;  // without a result
  AskOptions ask;
  RelatedOptions related;
};

// An index that is removed with the object.
class TemporaryIndex {
 public:
  TemporaryIndex(std::string corpus, std::string name)
      : corpus_(std::move(corpus)), name_(std::move(name)) {}
  ~TemporaryIndex() {
    try {
      (void)RemoveIndex(corpus_, name_);
    } catch (...) {  // no memory; the next sweep finds the index and uses it
    }
  }
  TemporaryIndex(const TemporaryIndex&) = delete;
  TemporaryIndex& operator=(const TemporaryIndex&) = delete;

 private:
  std::string corpus_;
  std::string name_;
};

// Rows are printed as they come, and kept. The arguments must outlive the object.
class EvalRun {
 public:
  // `setting` says what results depend on besides the system.
  EvalRun(const Session& session, const EvalFlags& flags, const Corpus& corpus, const Truth& truth,
          EvalOptions options, std::string setting, report::EvalResults results);

  Status Indexes();
  Status Exact();
  Status Sweeps();

  const std::vector<report::EvalRow>& rows() const { return rows_; }
  // Those that can be asked again while this object exists: not sweeps that were found in results.
  const std::vector<AskedSystem>& asked() const { return asked_; }
  const EvalOptions& options() const { return options_; }
  Status Finish();

 private:
  Status OneIndex(std::string_view name);
  Status OneExact(std::string_view spec, ExactOptions exact);
  Status OneMixture(const std::string& text, Fusion fusion);
  Status OneSweep(const std::string& name, Measure measure, const Grid& grid);
  // Evaluates unless the results are stored already; `row` says what.
  Status Put(const report::EvalRow& row, const std::string& setting, const AskOptions& asked);
  // An index with enough fingerprints and length for the grid: an existing one, or one built for
  // it.
  Result<Index> IndexFor(Measure measure, const Grid& grid);
  void Print(const std::vector<report::EvalRow>& rows);

  const Session& session_;
  const EvalFlags& flags_;
  const Corpus& corpus_;
  const Truth& truth_;
  EvalOptions options_;
  std::string setting_;
  report::EvalResults results_;
  RowWriter writer_;
  std::vector<report::EvalRow> rows_;
  std::vector<AskedSystem> asked_;
  std::vector<std::unique_ptr<TemporaryIndex>> temporary_;
};

}  // namespace akin::cli

#endif  // AKIN_CLI_EVAL_RUN_H_
