#include "asker.h"

#include <fmt/format.h>

#include "base/try.h"
#include "flags.h"

namespace akin::cli {

void AskFlags::AddTo(CLI::App& verb) {
  CLI::Option* index_flag = AddFlag(verb, "--index", index);
  CLI::Option* no_index_flag = AddSwitch(verb, "--no-index", no_index);
  CLI::Option* exact_flag = AddFlag(verb, "--exact", exact);
  exact_flag->excludes(index_flag)->excludes(no_index_flag);
  AddFlag(verb, "--iterations", iterations)
      ->needs(exact_flag)
      ->default_str("10, or 4 for xjaccard");
  AddFlag(verb, "--measure", measure)->needs(no_index_flag);
  // 0 stands for what the index was built with.
  AddFlag(verb, "--decay", related.decay)->default_str("the index's, or 0.6");
  AddFlag(verb, "--fingerprints", related.fingerprints)->default_str("all, or 100");
  AddFlag(verb, "--length", walks.length)
      ->needs(no_index_flag)
      ->default_str("10, or 4 for xjaccard");
  AddFlag(verb, "--seed", walks.seed)->needs(no_index_flag);
}

Result<Asker> Asker::Create(const Corpus& corpus, const AskFlags& flags, const Control& control) {
  Asker asker(corpus, flags, control);
  if (!flags.exact.empty()) {
    ExactOptions exact{.iterations = flags.iterations};
    AKIN_TRY_ASSIGN(exact.measure, MeasureNamed(flags.exact));
    if (exact.iterations == 0) exact.iterations = DefaultLength(exact.measure);
    if (flags.related.decay != 0) exact.decay = flags.related.decay;
    asker.exact_ = exact;
    return asker;
  }
  if (!flags.no_index) {
    AKIN_TRY_ASSIGN(asker.index_, corpus.OpenIndex(flags.index));
    return asker;
  }
  BuildOptions walks = flags.walks;
  if (!flags.measure.empty()) {
    AKIN_TRY_ASSIGN(walks.measure, MeasureNamed(flags.measure));
  }
  if (walks.length == 0) walks.length = DefaultLength(walks.measure);
  if (flags.related.fingerprints > 0) walks.fingerprints = flags.related.fingerprints;
  if (!flags.index.empty()) {  // the walks of that index, without reading it
    AKIN_TRY_ASSIGN(const Index index, corpus.OpenIndex(flags.index));
    const IndexInfo& info = index.info();
    if (info.only != 0) {
      return Status(
          Code::kInvalidArgument,
          fmt::format("index {} is about {} vertices alone, and --no-index answers for all; "
                      "say --measure, --length, --seed instead of --index",
                      info.name, info.only));
    }
    walks = {.measure = info.measure,
             .decay = info.decay,
             .length = info.length,
             .fingerprints = info.fingerprints,
             .seed = info.seed};
  }
  asker.walks_ = walks;
  return asker;
}

Result<Answer> Asker::Related(VertexId vertex) const {
  if (exact_) return ExactRelated(corpus_, vertex, *exact_, flags_.related, control_);
  if (walks_) return corpus_.RelatedByWalking(vertex, *walks_, flags_.related, control_);
  return index_->Related(vertex, flags_.related);
}

Result<Score> Asker::Sim(VertexId a, VertexId b) const {
  if (exact_) return ExactSim(corpus_, a, b, *exact_, control_);
  if (walks_) return corpus_.SimByWalking(a, b, *walks_, flags_.related);
  return index_->Sim(a, b, flags_.related);
}

}  // namespace akin::cli
