// Results of evaluations in a CSV file that grows: what is in it is not worked out again.
//
// A line for every system, setting and metric. The file is replaced whole after every system, so
// that an interrupted run leaves what it had found; lines of other settings stay.
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
  // A file that is not there yet has no lines; with an empty path nothing is read or written. One
  // of another form is kBadInput.
  static Result<EvalResults> Open(std::string path, const Control& control);

  // The rows of a system, a length, a decay and a number of fingerprints, those of `what`: one for
  // every metric, in their order, or none if one is missing. `setting` says what else they depend
  // on.
  std::vector<EvalRow> Find(const EvalRow& what, std::string_view setting,
                            std::span<const Metric> metrics) const;
  // Of those of the same system, point, setting and metric the last counts.
  Status Add(std::span<const EvalRow> rows, std::string_view setting);

 private:
  explicit EvalResults(std::string path) : path_(std::move(path)) {}

  std::string path_;
  std::vector<std::vector<std::string>> lines_;
  std::map<std::vector<std::string>, size_t> places_;  // what a line is about, and which it is
};

}  // namespace akin::report

#endif  // AKIN_REPORT_EVAL_RESULTS_H_
