#include "duplicates_report.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "akin/akin.h"
#include "akin/try.h"
#include "output.h"

namespace akin::cli {

Status PrintDuplicates(const Session& session, const Corpus& corpus, const std::string& index,
                       double likeness) {
  AKIN_TRY_ASSIGN(const std::vector<DuplicateGroup> groups,
                  FindDuplicates(corpus, index, likeness, session.ControlFor()));
  std::vector<Column> columns = {{.name = "group", .right = true},
                                 {.name = "least", .right = true},
                                 {.name = "key", .cut = Cut::kMiddle}};
  if (corpus.has_titles()) columns.push_back({.name = "title", .cut = Cut::kEnd});
  RowWriter writer(columns, session);
  for (size_t i = 0; i < groups.size(); ++i) {
    for (const VertexId page : groups[i].pages) {
      AKIN_TRY_ASSIGN(std::string name, corpus.Name(page));
      std::vector<Cell> row = {i + 1, groups[i].least, std::move(name)};
      if (corpus.has_titles()) {
        AKIN_TRY_ASSIGN(std::string title, corpus.Title(page));
        row.emplace_back(std::move(title));
      }
      writer.Add(std::move(row));
    }
  }
  if (groups.empty()) session.Note("no two pages say nearly the same");
  return writer.Finish();
}

}  // namespace akin::cli
