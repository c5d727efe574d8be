#include "filter_flags.h"

#include <fmt/format.h>

#include <vector>

#include "akin/files.h"
#include "akin/try.h"
#include "flags.h"
#include "report/human_numbers.h"

namespace akin::cli {
namespace {

using report::Grouped;

// A key that the corpus does not have cannot be a hit, so it is no error: a shop excludes what a
// customer has, some of which it may not sell any more.
Result<VertexSet> ReadExcluded(const Corpus& corpus, const std::string& path,
                               const Session& session, const Control& control) {
  std::vector<VertexId> excluded;
  uint64_t unknown = 0;
  AKIN_TRY(EachLine(
      path,
      [&](const Place&, std::string_view line) -> Status {
        if (line.empty()) return {};
        AKIN_TRY_ASSIGN(const std::vector<VertexId> found, corpus.FindAll(line));
        excluded.insert(excluded.end(), found.begin(), found.end());
        unknown += found.empty() ? 1 : 0;
        return {};
      },
      control));
  if (unknown > 0) {
    session.Note(fmt::format("note: {} keys of {} are not in the corpus", Grouped(unknown), path));
  }
  return VertexSet(excluded);
}

}  // namespace

void FilterFlags::AddTo(const Verb& verb, const std::string& hits) {
  AddFlag(verb, "--where", where)
      .Takes("EXPRESSION")
      .Describe(fmt::format("only {} for which this holds, such as 'type=book and year>=2000'; "
                            "akin label --help explains it",
                            hits));
  AddFlag(verb, "--exclude", exclude)
      .Takes("FILE")
      .Describe(
          fmt::format("no {} whose keys are in a file, one per line; - is standard input", hits));
}

Result<FilterFlags::Sets> FilterFlags::In(const Corpus& corpus, const Session& session,
                                          const Control& control) const {
  Sets sets;
  if (!where.empty()) {
    AKIN_TRY_ASSIGN(const Attributes attributes, Attributes::Open(corpus));
    AKIN_TRY_ASSIGN(sets.filter, attributes.Where(where, control));
  }
  if (!exclude.empty()) {
    AKIN_TRY_ASSIGN(VertexSet excluded, ReadExcluded(corpus, exclude, session, control));
    sets.exclude = std::make_shared<const VertexSet>(std::move(excluded));
  }
  return sets;
}

std::string FilterFlags::Title() const {
  return where.empty() ? "" : fmt::format(", where {}", where);
}

}  // namespace akin::cli
