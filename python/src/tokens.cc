// The kernels of a build by tokens: Python makes the blobs travel.
#include "akin/tokens.h"

#include <pybind11/stl.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bytes.h"
#include "lock.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

py::list Listed(const std::vector<TokenBlob>& blobs) {
  py::list list;
  for (const TokenBlob& blob : blobs) {
    list.append(py::make_tuple(static_cast<int>(blob.kind), blob.owner, AsBytes(blob.bytes)));
  }
  return list;
}

py::list StepOf(TokenWalker& walker, uint64_t fingerprint, unsigned step) {
  std::vector<TokenBlob> blobs;
  WithoutLock([&] {
    Must(walker.Step(fingerprint, step, [&](TokenBlob blob) -> Status {
      blobs.push_back(std::move(blob));
      return {};
    }));
  });
  return Listed(blobs);
}

py::dict Described(const TokenPlan& plan) {
  py::list shards;
  for (const TokenPlan::Shard& shard : plan.shards) {
    shards.append(
        py::make_tuple(shard.file, shard.first_fingerprint, shard.fingerprints, shard.built));
  }
  using namespace py::literals;  // NOLINT: for "name"_a
  return py::dict("name"_a = plan.name, "index"_a = plan.index, "length"_a = plan.length,
                  "vertices"_a = plan.vertices, "shards"_a = shards, "owners"_a = plan.owners);
}

}  // namespace

void DefineTokens(py::module_& module) {
  module.def(
      "plan_tokens",
      [](const std::string& corpus, const BuildOptions& options, uint32_t owners) {
        return Described(Must(PlanTokens(corpus, options, owners)));
      },
      py::arg("corpus"), py::arg("options"), py::arg("owners"));
  py::class_<TokenWalker>(module, "TokenWalker")
      .def(py::init([](const std::string& corpus, const BuildOptions& options,
                       std::vector<VertexId> owners, uint32_t owner, const Work& work) {
             return Run(work, [&](const Control& control) {
               return TokenWalker::Open(corpus, options, owners, owner,
                                        {.threads = 1, .memory = control.memory});
             });
           }),
           py::arg("corpus"), py::arg("options"), py::arg("owners"), py::arg("owner"),
           py::arg("work"))
      .def(
          "arrive",
          [](TokenWalker& walker, unsigned kind, const py::buffer& blob) {
            const Viewed bytes(blob);
            WithoutLock([&] { Must(walker.Arrive(static_cast<TokenKind>(kind), bytes.span())); });
          },
          py::arg("kind"), py::arg("blob"))
      .def("step", StepOf, py::arg("fingerprint"), py::arg("step"));
  py::class_<TokenShard>(module, "TokenShard")
      .def(py::init([](const std::string& corpus, const BuildOptions& options, uint32_t shard,
                       const Work& work) {
             return Must(
                 TokenShard::Begin(corpus, options, shard, {.threads = 1, .memory = work.memory}));
           }),
           py::arg("corpus"), py::arg("options"), py::arg("shard"), py::arg("work"))
      .def(
          "add",
          [](TokenShard& shard, unsigned kind, uint32_t fingerprint, unsigned step,
             const py::buffer& blob) {
            const Viewed bytes(blob);
            WithoutLock([&] {
              Must(shard.Add(static_cast<TokenKind>(kind), fingerprint, step, bytes.span()));
            });
          },
          py::arg("kind"), py::arg("fingerprint"), py::arg("step"), py::arg("blob"))
      .def("finish", [](TokenShard& shard) { WithoutLock([&] { Must(shard.Finish()); }); });
}

}  // namespace akin::python
