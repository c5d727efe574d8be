// akin::Label and RemoveAttributes: one writer at a time per corpus; readers see the old file or
// the new one.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <set>

#include "akin/attributes.h"
#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "base/input.h"
#include "formats/label_file.h"
#include "graph/attributes_file.h"
#include "graph/corpus_files.h"
#include "graph/keys.h"
#include "graph/own_files.h"
#include "ingest/label_columns.h"

namespace akin {
namespace {

// The labels of one file, as they are read.
class LabelTaker {
 public:
  LabelTaker(const Corpus& corpus, const LabelOptions& options, const Control& control)
      : corpus_(corpus), options_(options), control_(control), seen_(corpus.vertices()) {}

  Status Header(std::span<const std::string> names) {
    AKIN_TRY(FindKeyColumn(names));
    std::set<std::string> known;
    for (size_t i = 0; i < names.size(); ++i) {
      if (i == key_) continue;
      const std::string& name = names[i];
      if (const char* problem = AttributeNameProblem(name); problem != nullptr) {
        return Status(Code::kBadInput,
                      fmt::format("the name '{}' of column {} {}", name, i + 1, problem));
      }
      if (!known.insert(name).second) {
        return Status(Code::kBadInput, fmt::format("two columns are called '{}'", name));
      }
      columns_.emplace_back(name, KindFor(name), options_.separator);
    }
    if (columns_.size() > kMostAttributes) {
      return Status(Code::kBadInput, fmt::format("{} columns; a corpus has at most {} attributes",
                                                 columns_.size(), kMostAttributes));
    }
    for (const auto& [name, kind] : options_.kinds) {
      if (known.contains(name)) continue;
      return UnknownWord("kinds", "column", name, {known.begin(), known.end()});
    }
    return {};
  }

  Status Line(const Place& place, std::span<const std::string> fields) {
    const std::string& key = fields[key_];
    if (key.empty()) return BadInput(place, "the key is empty");
    AKIN_TRY_ASSIGN(const auto vertex, corpus_.FindName(key));
    if (!vertex) return NoSuchKey(place, key);
    if (seen_[*vertex]) return BadInput(place, fmt::format("a second line about '{}'", key));
    for (size_t i = 0; i < fields.size(); ++i) {
      if (i == key_ || fields[i].empty()) continue;
      const Status checked = ColumnOf(i).Check(fields[i]);
      if (!checked.ok()) return checked.At(place);
    }
    uint64_t bytes = 0;
    for (size_t i = 0; i < fields.size(); ++i) {
      if (i == key_) continue;
      if (!fields[i].empty()) ColumnOf(i).Add(*vertex, fields[i]);
      bytes += ColumnOf(i).bytes();
    }
    seen_[*vertex] = true;
    ++taken_;
    if (bytes <= control_.memory) return {};
    return OutOfMemory("labels", static_cast<double>(bytes), static_cast<double>(control_.memory),
                       "; or label with fewer columns at a time");
  }

  Result<std::vector<AttributeColumn>> Finish() {
    std::vector<AttributeColumn> finished;
    for (LabelColumn& column : columns_) {
      AKIN_TRY_ASSIGN(AttributeColumn views, column.Finish());
      finished.push_back(std::move(views));
    }
    return finished;
  }

  uint64_t taken() const { return taken_; }

 private:
  LabelColumn& ColumnOf(size_t field) { return columns_[field < key_ ? field : field - 1]; }

  // Whoever skips bad lines does not wait for suggestions.
  Status NoSuchKey(const Place& place, const std::string& key) const {
    const Status status = BadInput(place, fmt::format("no vertex '{}' in the corpus", key));
    if (options_.skip_bad_lines) return status;
    AKIN_TRY_ASSIGN(std::vector<std::string> like, corpus_.NamesLike(key));
    return status.Suggesting(std::move(like)).WithParameter("skip_bad_lines");
  }

  Status FindKeyColumn(std::span<const std::string> names) {
    if (options_.key.empty()) return {};
    const auto found = std::find(names.begin(), names.end(), options_.key);
    if (found == names.end()) {
      return UnknownWord("key", "column", options_.key, {names.begin(), names.end()});
    }
    key_ = static_cast<size_t>(found - names.begin());
    return {};
  }

  std::optional<AttributeKind> KindFor(const std::string& name) const {
    for (const auto& [column, kind] : options_.kinds) {
      if (column == name) return kind;
    }
    return {};
  }

  const Corpus& corpus_;
  const LabelOptions& options_;
  const Control& control_;
  std::vector<bool> seen_;
  size_t key_ = 0;
  std::deque<LabelColumn> columns_;  // those of the table without the key
  uint64_t taken_ = 0;
};

// Others may label the same corpus, or read it. Everything that is written happens under this lock.
struct LabelLock {
  DirectoryLock corpus;
  DirectoryLock attributes;

  static Result<LabelLock> Take(const std::string& path) {
    AKIN_TRY_ASSIGN(DirectoryLock shared, ShareCorpus(path));
    AKIN_TRY_ASSIGN(DirectoryLock own, MakeAndLock({AttributesDirectory(path)}));
    AKIN_TRY(RemoveLeftovers(AttributesDirectory(path)));
    return LabelLock{std::move(shared), std::move(own)};
  }
};

// Does the work under the lock, and leaves no empty directory.
Status WithLock(const std::string& path, const std::function<Status()>& work) {
  AKIN_TRY_ASSIGN(const LabelLock lock, LabelLock::Take(path));
  const Status status = work();
  (void)Files().RemoveDirectory(AttributesDirectory(path));  // if it is empty
  return status;
}

// `old` is the file that some of the columns are views of; it may be null.
Status WriteColumns(const Corpus& corpus, const AttributesFile* old,
                    std::span<const AttributeColumn> columns) {
  const std::string directory = AttributesDirectory(corpus.path());
  const std::string path = AttributesPath(corpus.path());
  if (columns.empty()) {
    AKIN_TRY(Files().RemoveFile(path));
  } else {
    AKIN_TRY(
        WriteAttributes(path, corpus.vertices(), corpus.keys().container().identity(), columns,
                        [old] { return old == nullptr ? Status() : old->container().Intact(); }));
  }
  return Files().SyncDirectory(directory);
}

Status AlreadyLabelled(const std::string& corpus, const std::string& name) {
  return Status(Code::kAlreadyExists,
                fmt::format("has an attribute '{}' already; replace it, or remove it first", name))
      .At({.file = corpus})
      .WithParameter("replace");
}

// Those of the corpus that the new ones do not replace, then the new ones.
Result<std::vector<AttributeColumn>> Together(const Corpus& corpus, const AttributesFile* old,
                                              std::vector<AttributeColumn> fresh, bool replace) {
  std::vector<AttributeColumn> all;
  for (size_t i = 0; old != nullptr && i < old->columns().size(); ++i) {
    const AttributeColumn& column = old->columns()[i];
    const bool again = std::any_of(fresh.begin(), fresh.end(), [&](const AttributeColumn& other) {
      return other.info.name == column.info.name;
    });
    if (again && !replace) return AlreadyLabelled(corpus.path(), column.info.name);
    if (!again) all.push_back(column);
  }
  all.insert(all.end(), fresh.begin(), fresh.end());
  if (all.size() <= kMostAttributes) return all;
  return InvalidArgument(
      "", fmt::format("{} attributes; a corpus has at most {}", all.size(), kMostAttributes));
}

Status Remove(const std::string& name, std::vector<AttributeColumn>& columns) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const auto& column) { return column.info.name == name; });
  if (found != columns.end()) {
    columns.erase(found);
    return {};
  }
  if (columns.empty()) return InvalidArgument("remove", "there are no attributes to remove");
  std::vector<std::string_view> known;
  for (const AttributeColumn& column : columns) known.push_back(column.info.name);
  return UnknownWord("remove", "attribute", name, known);
}

Status CheckLabelOptions(const LabelOptions& options) {
  const unsigned char separator = static_cast<unsigned char>(options.separator);
  if (separator > ' ' && separator < 0x7f && separator != '"') return {};
  return InvalidArgument("separator",
                         "the separator of sets is a visible ASCII character other "
                         "than a quote");
}

}  // namespace

Result<LabelReport> Label(const std::string& path, const std::string& file,
                          const LabelOptions& options, const Control& control) {
  AKIN_TRY(CheckLabelOptions(options));
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(path));
  AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(file, control.stop));
  LabelReport report;
  LabelTaker taker(corpus, options, control);
  const LabelTable table{
      .header = [&](std::span<const std::string> names) { return taker.Header(names); },
      .line = [&](const Place& place,
                  std::span<const std::string> fields) { return taker.Line(place, fields); }};
  AKIN_TRY(ReadLabels(*source, options, table, report, control));
  if (taker.taken() == 0) {
    const std::string why = report.bad_lines == 0 ? "no lines after the header"
                                                  : "no line is about a vertex of the corpus";
    return BadInput({.file = file}, why);
  }
  report.vertices = taker.taken();
  AKIN_TRY_ASSIGN(std::vector<AttributeColumn> fresh, taker.Finish());
  for (const AttributeColumn& column : fresh) report.attributes.push_back(column.info);

  AKIN_TRY(WithLock(path, [&]() -> Status {
    AKIN_TRY_ASSIGN(const auto old, corpus.OpenAttributesFile());
    AKIN_TRY_ASSIGN(const std::vector<AttributeColumn> all,
                    Together(corpus, old.get(), std::move(fresh), options.replace));
    return WriteColumns(corpus, old.get(), all);
  }));
  return report;
}

Status RemoveAttributes(const std::string& path, const std::vector<std::string>& names) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(path));
  return WithLock(path, [&]() -> Status {
    if (names.empty()) return WriteColumns(corpus, nullptr, {});  // even if it is damaged
    AKIN_TRY_ASSIGN(const auto old, corpus.OpenAttributesFile());
    std::vector<AttributeColumn> left;
    if (old != nullptr) left = old->columns();
    for (const std::string& name : names) AKIN_TRY(Remove(name, left));
    return WriteColumns(corpus, old.get(), left);
  });
}

}  // namespace akin
