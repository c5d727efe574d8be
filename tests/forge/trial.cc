#include "forge/trial.h"

#include <fmt/format.h>

#include <filesystem>

#include "akin/corpus.h"
#include "forge/honest.h"
#include "forge/memory_peak.h"

namespace akin {
namespace {

// What a library allocates once and keeps is first seen in some case or other.
constexpr uint64_t kSlackBytes = uint64_t{1} << 20;

}  // namespace

ForgeryTrial::ForgeryTrial() {
  for (size_t i = 0; i < HonestCorpora().size() && failure_.empty(); ++i) {
    targets_.push_back(MakeTarget(i));
  }
}

ForgeryTrial::Target ForgeryTrial::MakeTarget(size_t number) {
  const HonestCorpus& honest = HonestCorpora()[number];
  Target target{.path = directory_ / fmt::format("{}.akin", honest.name)};
  if (const Status made = honest.make(target.path, directory_.path()); !made.ok()) {
    failure_ = fmt::format("{}: {}", honest.name, made.message());
    return target;
  }
  const auto corpus = Corpus::Open(target.path);
  target.forger = std::make_unique<Forger>(ReadTree(target.path), corpus->vertices());
  (void)AskEverything(target.path, directory_.path());  // what is allocated once
  StartMemoryPeak();
  const Asked asked = AskEverything(target.path, directory_.path());
  target.most_memory = MemoryPeak();
  for (const std::string& trouble : {asked.broken, asked.check.message(), asked.damage.message()}) {
    if (!trouble.empty()) failure_ = fmt::format("{}: {}", honest.name, trouble);
  }
  if (ReadTree(target.path) != target.forger->honest()) {
    failure_ = fmt::format("{}: asking changes it", honest.name);
  }
  return target;
}

Asked ForgeryTrial::Run(uint64_t number) {
  Target& target = targets_[number % targets_.size()];
  const Forgery forgery = target.forger->Make(number);
  what_ = fmt::format("case {}: {}", number, forgery.what);
  for (const auto& [name, bytes] : forgery.files) WriteBytes(target.path + "/" + name, bytes);
  StartMemoryPeak();
  Asked asked = AskAbout(target.path, forgery.file, directory_.path(), number / targets_.size());
  const uint64_t memory = MemoryPeak();
  if (memory > 2 * target.most_memory + kSlackBytes) {
    asked.broken =
        fmt::format("{} bytes of memory; the honest corpus takes {}", memory, target.most_memory);
  }
  for (const auto& [name, bytes] : forgery.files) {
    WriteBytes(target.path + "/" + name, target.forger->honest().at(name));
  }
  if (!asked.broken.empty()) asked.broken = fmt::format("{}: {}", what_, asked.broken);
  return asked;
}

}  // namespace akin
