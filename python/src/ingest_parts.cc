// The kernels of a corpus that many machines make: Python makes the blobs travel.
#include "akin/ingest_parts.h"

#include <pybind11/stl.h>

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "akin/try.h"
#include "arrow_batches.h"
#include "arrow_names.h"
#include "arrow_rows.h"
#include "bytes.h"
#include "ingest_report.h"
#include "lock.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

// Rows of two columns: names, or numbers of vertices.
void AddBatch(ArcSender& sender, const py::object& batch, bool numbers) {
  Batches batches(batch);
  WithoutLock([&] {
    Must(EachRow<2>(batches, {}, [&](std::vector<ArrowNames>& ends, int64_t row) -> Status {
      if (numbers) {
        AKIN_TRY_ASSIGN(const uint64_t from, ends[0].Number(row));
        AKIN_TRY_ASSIGN(const uint64_t to, ends[1].Number(row));
        return sender.Add(from, to);
      }
      AKIN_TRY_ASSIGN(const std::string_view from, ends[0][row]);
      AKIN_TRY_ASSIGN(const std::string_view to, ends[1][row]);
      return sender.Add(from, to);
    }));
  });
}

// (direction, bucket, arcs, bytes) of each.
py::list SendBlobs(ArcSender& sender) {
  std::vector<ArcBlob> blobs;
  WithoutLock([&] {
    Must(sender.Send([&](ArcBlob blob) -> Status {
      blobs.push_back(std::move(blob));
      return {};
    }));
  });
  py::list list;
  for (const ArcBlob& blob : blobs) {
    list.append(py::make_tuple(static_cast<int>(blob.direction), blob.bucket, blob.arcs,
                               AsBytes(blob.bytes)));
  }
  return list;
}

void WriteArrowNames(CorpusInParts& corpus, const py::object& names, bool integers,
                     const Work& work) {
  Batches batches(names);
  RunStatus(work, [&](const Control& control) {
    return corpus.WriteNames(
        [&](const CorpusInParts::NameVisitor& visit) {
          return EachRow<1>(batches, control,
                            [&](std::vector<ArrowNames>& column, int64_t row) -> Status {
                              AKIN_TRY_ASSIGN(const std::string_view name, column[0][row]);
                              return visit(name);
                            });
        },
        integers, control);
  });
}

// From (first, arcs, path) of each.
using RangeTuple = std::tuple<VertexId, uint64_t, std::string>;
std::vector<ArcRange> RangesOf(const std::vector<RangeTuple>& listed) {
  std::vector<ArcRange> ranges;
  for (const auto& [first, arcs, path] : listed) {
    ranges.push_back({.first = first, .arcs = arcs, .path = path});
  }
  return ranges;
}

// The checksums of both sections, as bytes.
py::tuple Place(const std::string& graph, VertexId vertices, unsigned direction,
                const std::vector<RangeTuple>& listed, size_t range) {
  const std::vector<ArcRange> ranges = RangesOf(listed);
  const PlacedBlocks placed = WithoutLock([&] {
    return Must(PlaceArcs(graph, vertices, static_cast<ArcDirection>(direction), ranges, range));
  });
  return py::make_tuple(AsBytes(std::as_bytes(std::span(placed.offsets))),
                        AsBytes(std::as_bytes(std::span(placed.neighbours))));
}

std::vector<uint64_t> SumsOf(const py::bytes& bytes) {
  const std::string_view view = bytes;
  std::vector<uint64_t> sums(view.size() / sizeof(uint64_t));
  std::copy_n(view.data(), sums.size() * sizeof(uint64_t), reinterpret_cast<char*>(sums.data()));
  return sums;
}

using PlacedList = std::vector<std::pair<py::bytes, py::bytes>>;
std::vector<PlacedBlocks> PlacedOf(const PlacedList& list) {
  std::vector<PlacedBlocks> placed;
  for (const auto& [offsets, neighbours] : list) {
    placed.push_back({.offsets = SumsOf(offsets), .neighbours = SumsOf(neighbours)});
  }
  return placed;
}

}  // namespace

void DefineIngestParts(py::module_& module) {
  py::class_<ArcSender>(module, "ArcSender")
      .def(py::init([](const std::string& keys, uint32_t buckets, const IngestOptions& options,
                       const Work& work) {
             return Must(ArcSender::Open(keys, buckets, options, {.memory = work.memory}));
           }),
           py::arg("keys"), py::arg("buckets"), py::arg("options"), py::arg("work"))
      .def("add", AddBatch, py::arg("batch"), py::arg("numbers"))
      .def_property_readonly("full", &ArcSender::full)
      .def("send", SendBlobs);
  py::class_<ArcRangeWriter>(module, "ArcRangeWriter")
      .def(
          py::init([](const std::string& path, VertexId first, VertexId end, VertexId vertices,
                      const Work& work) {
            return Must(ArcRangeWriter::Begin(path, first, end, vertices, {.memory = work.memory}));
          }),
          py::arg("path"), py::arg("first"), py::arg("end"), py::arg("vertices"), py::arg("work"))
      .def(
          "add",
          [](ArcRangeWriter& range, const py::buffer& blob) {
            const Viewed bytes(blob);
            WithoutLock([&] { Must(range.Add(bytes.span())); });
          },
          py::arg("blob"))
      .def("finish",
           [](ArcRangeWriter& range) { return WithoutLock([&] { return Must(range.Finish()); }); });
  module.def("place_arcs", Place, py::arg("graph"), py::arg("vertices"), py::arg("direction"),
             py::arg("ranges"), py::arg("range"));
  py::class_<CorpusInParts>(module, "CorpusInParts")
      .def(py::init([](const std::string& target, const IngestOptions& options) {
             return Must(CorpusInParts::Begin(target, options));
           }),
           py::arg("target"), py::arg("options"))
      .def("abandon", &CorpusInParts::Abandon)
      .def("write_names", WriteArrowNames, py::arg("names"), py::arg("integers"), py::arg("work"))
      .def_property_readonly("vertices", &CorpusInParts::vertices)
      .def_property_readonly(
          "keys_path", [](const CorpusInParts& corpus) { return py::bytes(corpus.keys_path()); })
      .def(
          "begin_graph",
          [](CorpusInParts& corpus, uint64_t arcs) {
            return py::bytes(Must(corpus.BeginGraph(arcs)));
          },
          py::arg("arcs"))
      .def(
          "finish",
          [](CorpusInParts& corpus, const PlacedList& in, const PlacedList& out) {
            const std::vector<PlacedBlocks> of_in = PlacedOf(in);
            const std::vector<PlacedBlocks> of_out = PlacedOf(out);
            return Described(WithoutLock([&] { return Must(corpus.Finish(of_in, of_out)); }));
          },
          py::arg("placed_in"), py::arg("placed_out"));
}

}  // namespace akin::python
