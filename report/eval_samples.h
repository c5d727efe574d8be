// Answers of some systems to some queries, side by side, for people to look at.
#ifndef AKIN_REPORT_EVAL_SAMPLES_H_
#define AKIN_REPORT_EVAL_SAMPLES_H_

#include <string>
#include <vector>

namespace akin::report {

struct SampleHit {
  std::string name;
  std::string title;    // may be empty
  std::string verdict;  // what the truth says of it
  bool right = false;   // as related as can be
  double score = 0;
};

struct SampleQuery {
  std::string name;
  std::string title;
  std::vector<std::vector<SampleHit>> answers;  // one for each system
};

struct EvalSamples {
  std::string introduction;          // which systems and queries these are
  std::vector<std::string> systems;  // with their settings
  std::vector<SampleQuery> queries;
};

// A section of a page. Empty samples are empty text.
std::string SamplesHtml(const EvalSamples& samples);

}  // namespace akin::report

#endif  // AKIN_REPORT_EVAL_SAMPLES_H_
