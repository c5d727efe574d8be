// How near the answers of an index are to the exact scores of its measure.
//
//   how_good CORPUS
#include <akin/ask.h>
#include <akin/corpus.h>
#include <akin/eval.h>

#include <cstdio>
#include <string>

namespace {

akin::Status Run(const std::string& path) {
  const auto corpus = akin::Corpus::Open(path);
  if (!corpus.ok()) return corpus.status();
  const auto index = corpus->OpenIndex();
  if (!index.ok()) return index.status();
  const std::string measure(akin::MeasureName(index->info().measure));
  const auto truth = akin::Truth::Named(*corpus, "exact:" + measure, {});
  if (!truth.ok()) return truth.status();
  const auto asker = akin::Asker::Create(*corpus, {.index = index->info().name});
  if (!asker.ok()) return asker.status();
  const auto evaluation = akin::Evaluate(*truth, *asker);
  if (!evaluation.ok()) return evaluation.status();
  for (const akin::MetricResult& result : evaluation->metrics) {
    std::printf("%s  %.3f\n", std::string(akin::MetricName(result.metric)).c_str(),
                result.per_query.value);
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: how_good CORPUS\n");
    return 2;
  }
  const akin::Status status = Run(argv[1]);
  if (!status.ok()) std::fprintf(stderr, "how_good: %s\n", status.message().c_str());
  return status.ok() ? 0 : 2;
}
