#include "explain_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "akin/try.h"
#include "output.h"
#include "print.h"
#include "report/human_numbers.h"
#include "server/explained_json.h"
#include "terminal.h"

namespace akin::cli {
namespace {

using report::DescribeList;
using report::NamedExplanation;
using report::NamedPart;
using report::NamedReason;
using report::NamedReasons;
using report::RoundToSum;

constexpr int kPipeDecimals = Column().decimals;

// The contributions of the listed reasons, and of the rest if there is one.
std::vector<std::string> ShownContributions(const NamedReasons& reasons, int decimals) {
  std::vector<double> values;
  for (const NamedReason& reason : reasons.listed) values.push_back(reason.reason.contribution);
  if (reasons.rest > 0) values.push_back(reasons.rest_contribution);
  return RoundToSum(values, reasons.score.value, decimals);
}

// ---- a pipe ----

std::vector<Column> PipeColumns() {
  std::vector<Column> columns;
  for (const char* const name : {"index", "weight", "list", "kind", "contribution", "error",
                                 "count", "cause", "path", "weight_a", "weight_b"}) {
    columns.push_back({.name = name});
  }
  return columns;
}

std::string InPipe(double number) { return fmt::format("{:.{}f}", number, kPipeDecimals); }

void AddToPipe(RowWriter& writer, const NamedPart& part, const NamedReasons& reasons,
               const std::string& list) {
  const auto contributions = ShownContributions(reasons, kPipeDecimals);
  const std::string weight = fmt::format("{:g}", part.weight);
  for (size_t i = 0; i < reasons.listed.size(); ++i) {
    const NamedReason& named = reasons.listed[i];
    const Reason& reason = named.reason;
    const bool term = named.of_term();
    writer.Add({part.index, weight, list, term ? "term" : "vertex", contributions[i],
                reason.error ? InPipe(*reason.error) : "",
                reason.count > 0 ? std::to_string(reason.count) : "", named.cause.key,
                named.PathText(), term ? InPipe(reason.weight_a) : "",
                term ? InPipe(reason.weight_b) : ""});
  }
  if (reasons.rest == 0) return;
  writer.Add({part.index, weight, list, "rest", contributions.back(), "",
              std::to_string(reasons.rest), "", "", "", ""});
}

Status PrintToPipe(const Session& session, const NamedExplanation& why) {
  RowWriter writer(PipeColumns(), session);
  for (const NamedPart& part : why.parts) {
    AddToPipe(writer, part, part.reasons, "sum");
    if (!part.second_look) continue;
    AddToPipe(writer, part, *part.second_look,
              part.second_look->fingerprints > 0 ? "walked" : "exact");
  }
  return writer.Finish();
}

// ---- tables ----

// As many decimals as the errors are worth, and as show one digit of every contribution.
int DecimalsOf(const NamedReasons& reasons) {
  constexpr int kLeast = 4;
  constexpr int kMost = 8;
  double smallest = reasons.score.error;
  double largest = reasons.score.error;
  int digits = kLeast;
  for (const NamedReason& named : reasons.listed) {
    const double contribution = named.reason.contribution;
    if (contribution > 0) {
      digits = std::max(digits, -static_cast<int>(std::floor(std::log10(contribution))));
    }
    const double error = named.reason.error.value_or(0);
    if (!(error > 0)) continue;
    smallest = smallest > 0 ? std::min(smallest, error) : error;
    largest = std::max(largest, error);
  }
  if (largest > 0) digits = std::max(digits, DecimalsForErrors(smallest, largest));
  return std::min(digits, kMost);
}

std::string WithError(const Score& score, int decimals) {
  return score.error > 0
             ? fmt::format("{:.{}f}, error {:.{}f}", score.value, decimals, score.error, decimals)
             : fmt::format("{:.{}f}", score.value, decimals);
}

std::string PercentOf(double contribution, const Score& score) {
  return score.value > 0 ? fmt::format("{:.0f}%", 100 * contribution / score.value) : "";
}

std::vector<Column> TableColumns(const NamedReasons& reasons, bool of_terms) {
  std::vector<Column> columns = {{.name = "contribution", .right = true}};
  const bool counted = reasons.fingerprints > 0;
  if (counted) columns.push_back({.name = "error", .right = true, .leave_out = 2});
  columns.push_back({.name = "share", .right = true});
  if (counted) columns.push_back({.name = "count", .right = true, .leave_out = 3});
  columns.push_back({.name = of_terms ? "term" : "at", .cut = Cut::kMiddle});
  if (of_terms) {
    columns.push_back({.name = "weight a", .right = true, .leave_out = 1});
    columns.push_back({.name = "weight b", .right = true, .leave_out = 1});
  } else {
    columns.push_back({.name = "links", .cut = Cut::kMiddle});
  }
  return columns;
}

Status PrintTableOf(const Session& session, const NamedReasons& reasons) {
  if (reasons.listed.empty()) return {};
  const bool of_terms = reasons.listed.front().of_term();
  const bool counted = reasons.fingerprints > 0;
  const int decimals = DecimalsOf(reasons);
  const auto contributions = ShownContributions(reasons, decimals);
  RowWriter writer(TableColumns(reasons, of_terms), session);
  const auto add = [&](const std::string& contribution, const std::string& error, double share,
                       const std::string& count, const std::string& cause, const std::string& path,
                       const std::string& weight_a, const std::string& weight_b) {
    std::vector<Cell> row = {contribution};
    if (counted) row.emplace_back(error);
    row.emplace_back(PercentOf(share, reasons.score));
    if (counted) row.emplace_back(count);
    row.emplace_back(cause);
    if (of_terms) {
      row.emplace_back(weight_a);
      row.emplace_back(weight_b);
    } else {
      row.emplace_back(path);
    }
    writer.Add(std::move(row));
  };
  for (size_t i = 0; i < reasons.listed.size(); ++i) {
    const NamedReason& named = reasons.listed[i];
    const Reason& reason = named.reason;
    add(contributions[i],
        reason.error.value_or(0) > 0 ? fmt::format("{:.{}f}", *reason.error, decimals) : "",
        reason.contribution, std::to_string(reason.count), named.cause.key,
        named.PathText(/*short_ends=*/true), fmt::format("{:.4f}", reason.weight_a),
        fmt::format("{:.4f}", reason.weight_b));
  }
  if (reasons.rest > 0) {
    add(contributions.back(), "", reasons.rest_contribution, "", report::OthersText(reasons.rest),
        "", "", "");
  }
  add(fmt::format("{:.{}f}", reasons.score.value, decimals), "", reasons.score.value,
      std::to_string(reasons.met), "the sum", "", "", "");
  return writer.Finish();
}

void PrintHeading(const std::string& text) {
  Print("\n{}\n", Wrap(ForTerminal(text), kHelpColumns));
}

Status PrintPart(const Session& session, const NamedPart& part, bool weighted) {
  const int decimals = DecimalsOf(part.reasons);
  PrintHeading(fmt::format("{}: {}{}", part.index, WithError(part.reasons.score, decimals),
                           weighted ? fmt::format(", weight {:g}", part.weight) : ""));
  const std::string list = DescribeList(part.reasons, false);
  Print("{}\n", Wrap(fmt::format("{}: {}{}{}", ReadingName(part.reading),
                                 ReadingMeaning(part.reading), list.empty() ? "" : "; ", list),
                     kHelpColumns));
  AKIN_TRY(PrintTableOf(session, part.reasons));
  if (!part.second_look) return {};
  const NamedReasons& look = *part.second_look;
  PrintHeading(
      fmt::format("{}, a second look: {}", part.index, WithError(look.score, DecimalsOf(look))));
  Print("{}\n", Wrap(DescribeList(look, true), kHelpColumns));
  return PrintTableOf(session, look);
}

}  // namespace

Status PrintExplanation(const Session& session, const NamedExplanation& why,
                        const std::string& answered_by) {
  if (LayoutFor(session) != Layout::kTable) return PrintToPipe(session, why);
  const int decimals =
      why.score.error > 0 ? DecimalsForErrors(why.score.error, why.score.error) : 4;
  Print("{}\n",
        ForTerminal(fmt::format("similar by {}: {}", answered_by, WithError(why.score, decimals))));
  for (const auto& [name, vertex] : {std::pair("a", &why.a), std::pair("b", &why.b)}) {
    const std::string of_title = vertex->title.empty() ? "" : fmt::format(" ({})", vertex->title);
    Print("{}\n", ForTerminal(fmt::format("{}: {}{}", name, vertex->key, of_title)));
  }
  for (const NamedPart& part : why.parts) {
    AKIN_TRY(PrintPart(session, part, why.parts.size() > 1 || part.weight != 1));
  }
  return {};
}

Status PrintExplanationAsJson(const Corpus& corpus, const Explanation& why,
                              const std::string& answered_by) {
  Cell object = {{"index", answered_by}};
  AKIN_TRY(server::AddExplanation(corpus, why, object));
  const std::string line = object.dump(-1, ' ', false, Cell::error_handler_t::replace);
  Write(stdout, ForTerminalAsJson(line) + "\n");
  return {};
}

}  // namespace akin::cli
