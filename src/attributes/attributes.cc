// akin::Attributes: what a corpus knows about its vertices, and filters by it.
#include "akin/attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "akin/errors.h"
#include "akin/try.h"
#include "attributes/where_evaluator.h"
#include "graph/attributes_file.h"
#include "graph/keys.h"

namespace akin {

struct Attributes::Impl {
  Corpus corpus;
  std::shared_ptr<const AttributesFile> file = nullptr;  // null if there are none
  std::vector<AttributeInfo> infos = {};

  std::span<const AttributeColumn> columns() const {
    if (file == nullptr) return {};
    return file->columns();
  }
};

Result<Attributes> Attributes::Open(const Corpus& corpus) {
  Impl impl{.corpus = corpus};
  AKIN_TRY_ASSIGN(impl.file, corpus.OpenAttributesFile());
  for (const AttributeColumn& column : impl.columns()) impl.infos.push_back(column.info);
  return Attributes(std::make_shared<const Impl>(std::move(impl)));
}

const std::vector<AttributeInfo>& Attributes::attributes() const { return impl_->infos; }

uint64_t Attributes::bytes() const {
  return impl_->file == nullptr ? 0 : impl_->file->container().bytes();
}

Status Attributes::Intact() const {
  if (impl_->file != nullptr) AKIN_TRY(impl_->file->container().Intact());
  return impl_->corpus.Intact();
}

Result<std::vector<ValueCount>> Attributes::MostFrequent(size_t attribute, size_t k) const {
  if (attribute >= impl_->infos.size()) {
    return InvalidArgument("attribute", fmt::format("no attribute number {}", attribute));
  }
  const AttributeColumn& column = impl_->columns()[attribute];
  std::vector<uint64_t> counts(column.ends.size());
  for (const uint32_t value : column.values) ++counts[value];
  std::vector<uint32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0U);
  const size_t kept = std::min(k, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(kept), order.end(),
                    [&](uint32_t a, uint32_t b) {
                      return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
                    });
  std::vector<ValueCount> frequent;
  for (size_t i = 0; i < kept; ++i) {
    frequent.push_back(
        {.value = std::string(column.Value(order[i])), .vertices = counts[order[i]]});
  }
  AKIN_TRY(Intact());
  return frequent;
}

Result<std::vector<VertexAttribute>> Attributes::Of(VertexId vertex) const {
  if (vertex >= impl_->corpus.vertices()) return NoVertex(vertex);
  std::vector<VertexAttribute> found;
  for (size_t i = 0; i < impl_->infos.size(); ++i) {
    const AttributeColumn& column = impl_->columns()[i];
    const auto at = std::lower_bound(column.rows.begin(), column.rows.end(), vertex);
    if (at == column.rows.end() || *at != vertex) continue;
    const auto row = static_cast<size_t>(at - column.rows.begin());
    VertexAttribute& has = found.emplace_back(VertexAttribute{.attribute = i});
    if (column.info.kind == AttributeKind::kNumber) {
      has.number = column.numbers[row];
      continue;
    }
    for (const uint32_t value : column.ValuesOf(row)) has.values.emplace_back(column.Value(value));
  }
  AKIN_TRY(Intact());
  return found;
}

Result<std::shared_ptr<const VertexSet>> Attributes::Where(std::string_view expression,
                                                           const Control& control) const {
  auto found = EvaluateWhere(expression, impl_->corpus.keys(), impl_->columns(), control);
  AKIN_TRY(Intact());
  if (!found.ok()) return found.status();
  return std::shared_ptr<const VertexSet>(std::make_shared<VertexSet>(*std::move(found)));
}

}  // namespace akin
