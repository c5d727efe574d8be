#include "boilerplate_report.h"

#include <fmt/format.h>

#include <string>

#include "akin/akin.h"
#include "akin/try.h"
#include "output.h"

namespace akin::cli {

Status PrintBoilerplate(const Session& session, const Corpus& corpus) {
  if (!corpus.knows_boilerplate()) {
    session.Note(corpus.has_pages()
                     ? "boilerplate was not looked for: ingest the pages again, and not undirected"
                     : "only pages have boilerplate, and this corpus has none");
    return {};
  }
  AKIN_TRY_ASSIGN(const BoilerplateReport found, corpus.FoundBoilerplate());
  RowWriter writer({{.name = "reason"},
                    {.name = "arcs", .right = true},
                    {.name = "place", .cut = Cut::kEnd},
                    {.name = "from", .cut = Cut::kMiddle},
                    {.name = "to", .cut = Cut::kMiddle}},
                   session);
  for (size_t i = 1; i < kBoilerplateReasons; ++i) {
    writer.Add(
        {ReasonName(static_cast<BoilerplateReason>(i)), found.by_reason[i], "in all", "", ""});
  }
  for (const BoilerplatePlace& place : found.places) {
    AKIN_TRY_ASSIGN(const std::string from, corpus.Name(place.from));
    AKIN_TRY_ASSIGN(const std::string to, corpus.Name(place.to));
    writer.Add({ReasonName(place.reason), place.arcs, place.place, from, to});
  }
  for (const ListPage& list : found.lists) {
    AKIN_TRY_ASSIGN(const std::string page, corpus.Name(list.page));
    writer.Add({ReasonName(BoilerplateReason::kList), list.arcs, "the whole page", page, ""});
  }
  return writer.Finish();
}

}  // namespace akin::cli
