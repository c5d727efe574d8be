// An explanation with the names of its vertices, and its numbers as they are shown.
#ifndef AKIN_REPORT_NAMED_REASONS_H_
#define AKIN_REPORT_NAMED_REASONS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "akin/corpus.h"
#include "akin/explain.h"
#include "akin/status.h"

namespace akin::report {

struct NamedVertex {
  std::string key;
  std::string title;  // may be empty

  const std::string& label() const { return title.empty() ? key : title; }
};

struct NamedReason {
  Reason reason;
  NamedVertex cause;  // the vertex, or the term as its key
  std::vector<NamedVertex> path_a;
  std::vector<NamedVertex> path_b;

  bool of_term() const { return !reason.term.empty(); }
  // "A <- x <- W -> B": the links, by their names; the ends are called a and b if `short_ends`.
  // Empty for a term.
  std::string PathText(bool short_ends = false) const;
};

// One list of reasons: those that sum to the score of a part, or those of its second look.
struct NamedReasons {
  std::vector<NamedReason> listed;
  size_t rest = 0;
  double rest_contribution = 0;
  Score score;
  unsigned fingerprints = 0;  // 0: without
  unsigned met = 0;
};

struct NamedPart {
  std::string index;
  double weight = 1;
  Reading reading = Reading::kFirstMeetings;
  NamedReasons reasons;
  std::optional<NamedReasons> second_look;
};

struct NamedExplanation {
  NamedVertex a;
  NamedVertex b;
  Score score;
  std::vector<NamedPart> parts;
};

Result<NamedExplanation> NameReasons(const Corpus& corpus, const Explanation& why);

// What a list is, in a few words: "12 of 100 fingerprints", "1,000 more fingerprints, walked now,
// of which 3 contribute; no part of the sum".
std::string DescribeList(const NamedReasons& reasons, bool second_look);

std::string OthersText(size_t count);  // "1 other", "2,000 others"
// A contribution in a picture: four decimals, or two digits if it is small.
std::string ContributionText(double number);

// Numbers that sum to `total`, as text with so many decimals that sums to the text of the total:
// each is rounded down or up, those with the largest remainders up. They are not negative.
std::vector<std::string> RoundToSum(const std::vector<double>& values, double total, int decimals);

}  // namespace akin::report

#endif  // AKIN_REPORT_NAMED_REASONS_H_
