#include "report/eval_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "report/eval_charts.h"
#include "report/eval_ranking.h"
#include "report/svg_drawing.h"

namespace akin::report {
namespace {

constexpr std::string_view kGenerator = "<meta name=\"generator\" content=\"akin eval\"/>";

constexpr size_t kShortTable = 12;  // rows that are shown without unfolding

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--ink:#1d1d1f;--faint:#5c5c62;--paper:#ffffff;--line:#dcdce0}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1280px;padding:20px 16px 60px;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,'Segoe UI','Helvetica Neue','DejaVu Sans',Arial,sans-serif}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 12px;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:0 0 2px}
section{margin-top:36px;padding-top:20px;border-top:1px solid var(--line)}
p{margin:4px 0 10px;max-width:46em;overflow-wrap:anywhere}
.faint{color:var(--faint);font-size:.875rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:0}
dt{color:var(--faint)}
dd{margin:0;overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,350px),1fr));
gap:12px;margin:8px 0}
figure{margin:0;min-width:0;max-width:480px}
figure svg{display:block;width:100%;height:auto}
.scroll{overflow-x:auto;margin:8px 0}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:4px 12px 4px 0;text-align:left;vertical-align:top;white-space:nowrap;
border-bottom:1px solid var(--line)}
th{color:var(--faint);font-weight:600}
td.wrap{white-space:normal;min-width:12em}
.number{text-align:right}
.samples td{white-space:normal;min-width:14em;overflow-wrap:anywhere}
.samples ol{margin:0;padding-left:1.4em}
.right{font-weight:600}
.right .faint{font-weight:400}
tr.best td{font-weight:600}
summary{cursor:pointer;padding:4px 0}
@media (max-width:560px){dl{grid-template-columns:1fr}dd{margin-bottom:6px}}
)";

// Charts are drawn for a white background. Rules in a style sheet override the attributes of
// elements.
std::string DarkStyle() {
  std::string rules = ":root{--ink:#ececf0;--faint:#a2a2aa;--paper:#151517;--line:#3a3a40}\n";
  const auto recolour = [&](std::string_view from, std::string_view to) {
    rules += fmt::format("figure [fill=\"{0}\"]{{fill:{1}}}figure [stroke=\"{0}\"]{{stroke:{1}}}\n",
                         from, to);
  };
  recolour(kPaper, "#151517");
  recolour(kInk, "#ececf0");
  recolour(Axis{}.colour, "#c6c6cc");
  recolour(kAxisLine, "#8e8e96");
  recolour(kGrid, "#303036");
  for (const PaletteColour& colour : Palette()) recolour(colour.on_light, colour.on_dark);
  return fmt::format("@media (prefers-color-scheme:dark){{\n{}}}\n", rules);
}

class Page {
 public:
  template <class... Args>
  void Add(fmt::format_string<Args...> format, Args&&... args) {
    html_ +=
        fmt::format(format, std::forward<Args>(args)...);  // format_to would compile all of fmt
    html_ += '\n';
  }
  std::string Take() { return std::move(html_); }

 private:
  std::string html_;
};

std::string Value(const Average& average) {
  return average.defined() ? fmt::format("{:.4f}", average.value) : "undefined";
}

std::string IntervalOf(const Average& average) {
  return average.defined() ? fmt::format("{:.4f} to {:.4f}", average.low, average.high) : "";
}

// --- The summary ---

void AddSummary(Page& page, const std::vector<EvalRows>& metrics, const EvalOptions& options) {
  page.Add("<section><h2>Summary</h2>");
  page.Add(
      "<p>The best system by each metric: by the mean over the queries that have a value, each "
      "system at its best setting. It is compared with each other system query by query: the "
      "difference, with the interval that a bootstrap over queries gives it, made wider for the "
      "number of systems. A system is not distinguishable if that interval contains 0. Where "
      "results were kept in a file, only the intervals of the means are compared, which tells "
      "fewer systems apart. If systems have values for different queries, none is called best: a "
      "mean over fewer queries may be one over easier ones. The best of many settings looks better "
      "than it is.</p>");
  page.Add(
      "<div class=\"scroll\"><table><thead><tr><th>metric</th><th>best</th>"
      "<th class=\"number\">per query</th><th>interval</th><th class=\"number\">queries</th>"
      "<th>compared with others</th></tr></thead><tbody>");
  for (const EvalRows& rows : metrics) {
    const EvalRanking ranking = RankingOf(rows, options);
    const std::string metric = EscapeXml(MetricName(rows.front()->result.metric));
    if (ranking.order.empty()) {
      page.Add(
          "<tr><td>{}</td><td>undefined</td><td></td><td></td><td class=\"number\">0</td>"
          "<td class=\"wrap\">no query has a "
          "value</td></tr>",
          metric);
      continue;
    }
    const EvalRow* const best = ranking.best();
    const Average average = best == nullptr ? Average{} : best->result.per_query;
    page.Add(
        "<tr><td><a href=\"#{0}\">{0}</a></td><td class=\"wrap\">{1}</td><td "
        "class=\"number\">{2}</td>"
        "<td>{3}</td><td class=\"number\">{4}</td><td class=\"wrap\">{5}</td></tr>",
        metric, best == nullptr ? "none" : EscapeXml(ranking.names.front()),
        best == nullptr ? "" : Value(average), IntervalOf(average),
        best == nullptr ? "" : fmt::to_string(average.queries), EscapeXml(Comparison(ranking)));
  }
  page.Add("</tbody></table></div></section>");
}

// --- One metric ---

// Columns that are empty in all rows are left out.
struct ShownColumns {
  bool length = false;
  bool decay = false;
  bool fingerprints = false;
};

ShownColumns ColumnsFor(const EvalRows& rows) {
  ShownColumns shown;
  for (const EvalRow* row : rows) {
    shown.length = shown.length || row->length.has_value();
    shown.decay = shown.decay || row->decay != 0;
    shown.fingerprints = shown.fingerprints || row->fingerprints != 0;
  }
  return shown;
}

void AddRow(Page& page, const EvalRow& row, const ShownColumns& shown, bool best) {
  std::string cells = fmt::format("<td>{}</td>", EscapeXml(row.system));
  const auto add = [&](bool show, const std::string& text) {
    if (show) cells += fmt::format("<td class=\"number\">{}</td>", text);
  };
  add(shown.length, row.length ? fmt::to_string(*row.length) : "");
  add(shown.decay, row.decay == 0 ? "" : fmt::format("{:g}", row.decay));
  add(shown.fingerprints, row.fingerprints == 0 ? "" : fmt::to_string(row.fingerprints));
  for (const Average* average : {&row.result.per_query, &row.result.pooled}) {
    add(true, Value(*average));
    cells += fmt::format("<td>{}</td>", IntervalOf(*average));
  }
  add(true, fmt::to_string(row.result.per_query.queries));
  page.Add("<tr{}>{}</tr>", best ? " class=\"best\"" : "", cells);
}

void AddTable(Page& page, const EvalRows& rows) {
  const ShownColumns shown = ColumnsFor(rows);
  page.Add("<details{}><summary>Table of {} {}</summary>",
           rows.size() <= kShortTable ? " open=\"open\"" : "", rows.size(),
           rows.size() == 1 ? "row" : "rows");
  page.Add("<div class=\"scroll\"><table><thead><tr><th>system</th>{}{}{}",
           shown.length ? "<th class=\"number\">length</th>" : "",
           shown.decay ? "<th class=\"number\">decay</th>" : "",
           shown.fingerprints ? "<th class=\"number\">fingerprints</th>" : "");
  page.Add(
      "<th class=\"number\">per query</th><th>interval</th><th class=\"number\">pooled</th>"
      "<th>interval</th><th class=\"number\">queries</th></tr></thead><tbody>");
  const EvalRows best = BestOfEach(rows);
  const bool crowned = !best.empty() && SameQueries(best);
  for (const EvalRow* row : rows) AddRow(page, *row, shown, crowned && row == best.front());
  page.Add("</tbody></table></div></details>");
}

void AddMetric(Page& page, const EvalRows& rows) {
  const Metric metric = rows.front()->result.metric;
  std::string meaning;
  for (const MetricFacts& facts : Metrics()) {
    if (facts.metric == metric) meaning = facts.meaning;
  }
  if (!meaning.empty() && meaning.front() >= 'a' && meaning.front() <= 'z') {
    meaning.front() = static_cast<char>(meaning.front() - 'a' + 'A');
  }
  page.Add("<section id=\"{0}\"><h2>{0}</h2>", EscapeXml(MetricName(metric)));
  page.Add("<p class=\"faint\">{}. {} is better.</p>", EscapeXml(meaning),
           LessIsBetter(metric) ? "Less" : "More");
  const std::vector<EvalChart> charts = ChartsOf(rows);
  if (!charts.empty()) page.Add("<div class=\"charts\">");
  for (const EvalChart& chart : charts) {
    page.Add("<figure>{}{}</figure>", DrawSvg(chart.figure),
             chart.note.empty() ? ""
                                : fmt::format("<figcaption class=\"faint\">{}</figcaption>",
                                              EscapeXml(chart.note)));
  }
  if (!charts.empty()) page.Add("</div>");
  const std::vector<std::string> undefined = Undefined(rows);
  if (!undefined.empty()) {
    page.Add("<p>Undefined, as no query has a value: {}.</p>",
             EscapeXml(fmt::format("{}", fmt::join(undefined, "; "))));
  }
  AddTable(page, rows);
  page.Add("</section>");
}

}  // namespace

std::string EvalReportHtml(const std::string& title,
                           const std::vector<std::pair<std::string, std::string>>& facts,
                           const std::vector<EvalRow>& rows, const EvalOptions& options,
                           const EvalSamples& samples) {
  Page page;
  page.Add("<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\"><head>");
  page.Add("<meta charset=\"utf-8\"/>\n{}", kGenerator);
  page.Add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>");
  page.Add("<title>{}</title>\n<style>{}{}</style></head>", EscapeXml(title), kStyle, DarkStyle());
  page.Add("<body>\n<h1>{}</h1>\n<dl>", EscapeXml(title));
  for (const auto& [what, which] : facts) {
    page.Add("<dt>{}</dt><dd>{}</dd>", EscapeXml(what), EscapeXml(which));
  }
  page.Add("</dl>");
  const std::vector<EvalRows> metrics = ByMetric(rows);
  if (metrics.empty()) page.Add("<p>Nothing was evaluated.</p>");
  if (!metrics.empty()) AddSummary(page, metrics, options);
  if (!samples.queries.empty()) page.Add("{}", SamplesHtml(samples));
  for (const EvalRows& of_metric : metrics) AddMetric(page, of_metric);
  page.Add("</body></html>");
  return page.Take();
}

bool IsEvalReport(std::string_view html) {
  return html.substr(0, html.find("<style>")).find(kGenerator) != std::string_view::npos;
}

}  // namespace akin::report
