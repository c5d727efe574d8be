// Makes a corpus from a table of Arrow: from whatever hands out a stream of batches, or one batch.
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/ingest.h"
#include "akin/try.h"
#include "akin/utf8.h"
#include "arrow_batches.h"
#include "arrow_names.h"
#include "arrow_rows.h"
#include "ingest_report.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

constexpr int64_t kStopCheckRows = 1 << 16;  // rows between two checks of the stop token

// The two columns, counted from 0.
Result<std::array<int64_t, 2>> ColumnsOf(const ArrowSchema& schema, const IngestOptions& options) {
  const int64_t count = schema.n_children;
  if (!options.columns && count != 2) {
    return InvalidArgument("columns", "source: a table of " + std::to_string(count) +
                                          " columns; say which are from and to");
  }
  const auto [from, to] = options.columns.value_or(std::pair(1U, 2U));
  if (std::max<int64_t>(from, to) > count) {
    return InvalidArgument("columns", "source: a table of " + std::to_string(count) +
                                          " columns has no " + std::to_string(std::max(from, to)) +
                                          ".");
  }
  const std::array<int64_t, 2> columns = {int64_t{from} - 1, int64_t{to} - 1};
  for (const int64_t i : columns) AKIN_TRY(ArrowNames::CheckType(*schema.children[i]));
  return columns;
}

// Reads the ends of arcs of all batches into a sink.
class ArcReader {
 public:
  ArcReader(Batches& batches, const IngestOptions& options, const Control& control)
      : batches_(batches), options_(options), control_(control) {}

  Status Read(ArcSink& sink) {
    AKIN_TRY_ASSIGN(schema_, batches_.Schema());
    AKIN_TRY_ASSIGN(columns_, ColumnsOf(*schema_, options_));
    for (;;) {
      AKIN_TRY_ASSIGN(const ArrowArray* const batch, batches_.Next());
      if (batch == nullptr) break;
      AKIN_TRY(ReadBatch(*batch, sink));
      before_ += static_cast<uint64_t>(batch->length);
    }
    if (before_ == 0) return InvalidArgument("", "source: nothing in it: no arc and no vertex");
    return {};
  }

 private:
  Status ReadBatch(const ArrowArray& batch, ArcSink& sink) {
    AKIN_TRY_ASSIGN(ArrowNames from, Column(batch, 0));
    AKIN_TRY_ASSIGN(ArrowNames to, Column(batch, 1));
    for (int64_t row = 0; row < batch.length; ++row) {
      if (row % kStopCheckRows == 0) AKIN_TRY(Report(row));
      AKIN_TRY_ASSIGN(const std::string_view a, NameIn(from, 0, row));
      AKIN_TRY_ASSIGN(const std::string_view b, NameIn(to, 1, row));
      AKIN_TRY(sink.Arc(a, b));
    }
    return {};
  }

  Result<ArrowNames> Column(const ArrowArray& batch, size_t end) const {
    return ArrowNames::Of(*schema_->children[columns_[end]], *batch.children[columns_[end]],
                          batch.offset, batch.length);
  }

  Result<std::string_view> NameIn(ArrowNames& names, size_t end, int64_t row) const {
    Result<std::string_view> name = names[row];
    if (!name.ok()) return Misplaced(end, row, name.status().message());
    if (const char* const problem = NameProblem(*name)) return Misplaced(end, row, problem);
    return name;
  }

  Status Misplaced(size_t end, int64_t row, const std::string& what) const {
    const char* const column = schema_->children[columns_[end]]->name;
    return InvalidArgument(
        "", "source: row " + std::to_string(before_ + static_cast<uint64_t>(row)) + " of column '" +
                (column == nullptr ? "" : column) + "': " + what);
  }

  Status Report(int64_t row) const {
    if (control_.stop.stop_requested()) return Interrupted();
    if (control_.progress) {
      const uint64_t done = before_ + static_cast<uint64_t>(row);
      control_.progress({.what = "reading arcs", .unit = "arcs", .done = done, .total = 0});
    }
    return {};
  }

  Batches& batches_;
  const IngestOptions& options_;
  const Control& control_;
  const ArrowSchema* schema_ = nullptr;
  std::array<int64_t, 2> columns_{};
  uint64_t before_ = 0;  // rows of earlier batches
};

// Arcs between numbers, in the order of the stream.
Status EachArcOf(Batches& batches, const Control& control,
                 const SortedSource::NumberVisitor& visit) {
  return EachRow<2>(batches, control, [&](std::vector<ArrowNames>& ends, int64_t row) -> Status {
    AKIN_TRY_ASSIGN(const uint64_t first, ends[0].Number(row));
    AKIN_TRY_ASSIGN(const uint64_t second, ends[1].Number(row));
    return visit(first, second);
  });
}

py::tuple IngestSortedArrow(const py::object& names, bool integers, const py::object& by_target,
                            const py::object& by_source, const std::string& target,
                            const IngestOptions& options, const Work& work) {
  Batches all_names(names);
  Batches in(by_target);
  Batches out(by_source);
  return Described(Run(work, [&](const Control& control) {
    const SortedSource source{
        .names =
            [&](const SortedSource::NameVisitor& visit) {
              return EachRow<1>(all_names, control,
                                [&](std::vector<ArrowNames>& column, int64_t row) -> Status {
                                  AKIN_TRY_ASSIGN(const std::string_view name, column[0][row]);
                                  return visit(name);
                                });
            },
        .integers = integers,
        .by_target =
            [&](const SortedSource::NumberVisitor& visit) { return EachArcOf(in, control, visit); },
        .by_source =
            [&](const SortedSource::NumberVisitor& visit) {
              return EachArcOf(out, control, visit);
            }};
    return IngestSorted(source, target, options, control);
  }));
}

py::tuple IngestArrow(const py::object& source, const std::string& target,
                      const IngestOptions& options, const Work& work) {
  Batches batches(source);
  return Described(Run(work, [&](const Control& control) {
    return Ingest([&](ArcSink& sink) { return ArcReader(batches, options, control).Read(sink); },
                  target, options, control);
  }));
}

}  // namespace

void DefineArrow(py::module_& module) {
  module.def("ingest_arrow", IngestArrow, py::arg("source"), py::arg("target"), py::arg("options"),
             py::arg("work"));
  module.def("ingest_sorted", IngestSortedArrow, py::arg("names"), py::arg("integers"),
             py::arg("by_target"), py::arg("by_source"), py::arg("target"), py::arg("options"),
             py::arg("work"));
}

}  // namespace akin::python
