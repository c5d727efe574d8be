#include "report/eval_samples.h"

#include <fmt/format.h>

#include "report/svg_drawing.h"

namespace akin::report {
namespace {

std::string Titled(const std::string& name, const std::string& title) {
  if (title.empty() || title == name) return EscapeXml(name);
  return fmt::format("{} <span class=\"faint\">{}</span>", EscapeXml(title), EscapeXml(name));
}

std::string AnswerCell(const std::vector<SampleHit>& hits) {
  if (hits.empty()) return "<td class=\"faint\">no answer</td>";
  std::string cell = "<td><ol>";
  for (const SampleHit& hit : hits) {
    cell += fmt::format("<li{}>{} <span class=\"faint\">{:.4f}, {}</span></li>",
                        hit.right ? " class=\"right\"" : "", Titled(hit.name, hit.title), hit.score,
                        EscapeXml(hit.verdict));
  }
  return cell + "</ol></td>";
}

}  // namespace

std::string SamplesHtml(const EvalSamples& samples) {
  if (samples.queries.empty()) return "";
  std::string html = fmt::format(
      "<section id=\"samples\"><h2>Sample answers</h2>\n<p>{}</p>\n<div class=\"scroll\"><table "
      "class=\"samples\"><thead><tr><th>query</th>",
      EscapeXml(samples.introduction));
  for (const std::string& system : samples.systems) {
    html += fmt::format("<th>{}</th>", EscapeXml(system));
  }
  html += "</tr></thead><tbody>\n";
  for (const SampleQuery& query : samples.queries) {
    html += fmt::format("<tr><td>{}</td>", Titled(query.name, query.title));
    for (const std::vector<SampleHit>& answer : query.answers) html += AnswerCell(answer);
    html += "</tr>\n";
  }
  return html + "</tbody></table></div></section>";
}

}  // namespace akin::report
