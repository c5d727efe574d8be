#include "text/named_bags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/try.h"

namespace akin {
namespace {

std::vector<std::string> NamesIn(const std::string& corpus) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(BagsDirectory(corpus), error)) {
    if (entry.path().extension() == ".akin") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

Result<std::unique_ptr<BagsFile>> OpenNamedBags(const std::string& corpus, std::string_view name,
                                                uint64_t graph_identity) {
  const std::vector<std::string> names = NamesIn(corpus);
  if (names.empty()) {
    return Status(Code::kNotFound,
                  fmt::format("{} has no bags yet; make some with: akin bags {}", corpus, corpus));
  }
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    return Status(Code::kNotFound, fmt::format("no bags '{}' in {}; there are: {}", name, corpus,
                                               fmt::join(names, ", ")));
  }
  AKIN_TRY_ASSIGN(auto bags, BagsFile::Open(BagsPath(corpus, name)));
  if (bags->parameters().graph_identity != graph_identity) {
    return Status(Code::kDamaged,
                  fmt::format("{}: made with another graph than this corpus has; make it again",
                              bags->container().path()));
  }
  return bags;
}

}  // namespace akin
