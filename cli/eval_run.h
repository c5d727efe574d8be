// Evaluates what `akin eval` was asked to judge: indexes, mixtures, exact measures, sweeps.
#ifndef AKIN_CLI_EVAL_RUN_H_
#define AKIN_CLI_EVAL_RUN_H_

#include <string>
#include <vector>

#include "akin/akin.h"
#include "akin/eval.h"
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
  std::vector<std::string> indexes;  // names separated by commas, or mixtures
  std::string fusion = std::string(FusionName(Fusion::kWeighted));
  std::string exact;
  std::string measures;
  std::vector<std::string> sweeps;
  std::string metrics;
  std::string queries;
  std::string results;
  std::string report;
  EvalOptions eval;
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
  const EvalOptions& options() const { return options_; }
  Status Finish() { return writer_.Finish(); }

 private:
  Status OneIndex(std::string_view name);
  Status OneMixture(const std::string& text);
  Status OneSweep(const std::string& name, Measure measure, const Grid& grid);
  // Evaluates unless the results are stored already; `row` says what.
  Status Put(const report::EvalRow& row, const std::string& setting, const AskOptions& asked);
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
};

}  // namespace akin::cli

#endif  // AKIN_CLI_EVAL_RUN_H_
