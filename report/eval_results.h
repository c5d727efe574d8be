// Results of evaluations in a CSV file that grows: what is in it is not computed again.
//
// One line per system, setting and metric. The whole file is replaced after every system, so that
// an interrupted run keeps what it has found; lines of other settings stay.
#ifndef AKIN_REPORT_EVAL_RESULTS_H_
#define AKIN_REPORT_EVAL_RESULTS_H_

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "report/eval_row.h"

namespace akin::report {

class EvalResults {
 public:
  // If the file does not exist yet, there are no lines; with an empty path nothing is read or
  // written. A file in another format is kBadInput.
  static Result<EvalResults> Open(std::string path, const Control& control);

  // The rows with the system, length, decay and number of fingerprints of `what`: one for every
  // metric, in their order, or none if one is missing. `setting` says what else they depend on.
  std::vector<EvalRow> Find(const EvalRow& what, std::string_view setting,
                            std::span<const Metric> metrics) const;
  // Among rows with the same system, point, setting and metric the last counts.
  Status Add(std::span<const EvalRow> rows, std::string_view setting);

 private:
  explicit EvalResults(std::string path) : path_(std::move(path)) {}

  std::string path_;
  std::vector<std::vector<std::string>> lines_;
  std::map<std::vector<std::string>, size_t> places_;  // from what identifies a line to its index
};

}  // namespace akin::report

#endif  // AKIN_REPORT_EVAL_RESULTS_H_
