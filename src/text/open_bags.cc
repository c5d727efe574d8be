#include "text/open_bags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "base/spelling.h"
#include "text/bags_file.h"

namespace akin {

Result<std::vector<std::string>> BagNames(const std::string& corpus) {
  AKIN_TRY_ASSIGN(const auto files, NamesIn(BagsDirectory(corpus)));
  std::vector<std::string> names;
  for (const std::string& file : files) {
    const std::filesystem::path path = file;
    if (path.extension() == ".akin") names.push_back(path.stem().string());
  }
  return names;
}

Result<Bags> OpenBagsOf(const std::string& corpus, const CorpusManifest& manifest,
                        const std::string& name) {
  const std::string path = BagsPath(corpus, name);
  AKIN_TRY_ASSIGN(std::shared_ptr<const BagsFile> file, BagsFile::Open(path));
  const BagsParameters& made = file->parameters();
  if (file->vertices() != manifest.vertices || made.graph_identity != manifest.graph_identity ||
      (made.pages_identity != 0 && made.pages_identity != manifest.pages_identity)) {
    return Damaged(path, "bags of another corpus");
  }
  BagInfo info{.name = name,
               .options = made.options,
               .text_language = made.text_language,
               .mu = made.mu,
               .sigma = made.sigma,
               .vertices = file->vertices(),
               .bags = file->filled(),
               .words = file->words(),
               .bytes = file->container().bytes()};
  info.options.name = name;
  return Bags(std::move(info), std::move(file));
}

Result<Bags> OpenNamedBags(const std::string& corpus, const CorpusManifest& manifest,
                           std::string_view wanted) {
  AKIN_TRY_ASSIGN(const std::vector<std::string> names, BagNames(corpus));
  std::string name(wanted);
  if (name.empty()) name = names.size() == 1 ? names.front() : BagOptions().name;
  if (std::find(names.begin(), names.end(), name) != names.end()) {
    return OpenBagsOf(corpus, manifest, name);
  }
  if (names.empty()) {
    return Status(Code::kNoBags, "has no bags yet").At({.file = corpus});
  }
  return Status(Code::kNoBags,
                fmt::format("no bags '{}'; there are: {}", name, fmt::join(names, ", ")))
      .At({.file = corpus})
      .WithParameter("bags")
      .Suggesting(SuggestWords(names, name));
}

Bags::Bags(BagInfo info, std::shared_ptr<const BagsFile> file)
    : info_(std::make_shared<const BagInfo>(std::move(info))), file_(std::move(file)) {}

const BagInfo& Bags::info() const { return *info_; }

Result<std::vector<WeighedTerm>> Bags::Heaviest(VertexId vertex, size_t k) const {
  std::vector<BagTerm> bag;
  AKIN_TRY(file_->Read(vertex, bag));
  // Only the k heaviest are spelt, and those with the same weight as the last of them.
  std::sort(bag.begin(), bag.end(),
            [](const BagTerm& a, const BagTerm& b) { return a.weight > b.weight; });
  size_t spelt = std::min(k, bag.size());
  while (spelt > 0 && spelt < bag.size() && bag[spelt].weight == bag[spelt - 1].weight) ++spelt;
  std::vector<WeighedTerm> terms;
  for (const BagTerm& entry : std::span(bag).first(spelt)) {
    WeighedTerm term{.weight = entry.weight};
    AKIN_TRY_ASSIGN(term.frequency, file_->Frequency(entry.term));
    if (entry.term < file_->words()) {
      AKIN_TRY_ASSIGN(term.word, file_->Word(entry.term));
    } else {
      term.page = entry.term - file_->words();
    }
    terms.push_back(std::move(term));
  }
  AKIN_TRY(file_->container().Intact());
  std::sort(terms.begin(), terms.end(), [](const WeighedTerm& a, const WeighedTerm& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    if (a.word.empty() != b.word.empty()) return b.word.empty();
    return a.word != b.word ? a.word < b.word : a.page < b.page;
  });
  terms.resize(std::min(k, terms.size()));
  return terms;
}

}  // namespace akin
