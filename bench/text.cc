#include "text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <vector>

#include "akin/akin.h"
#include "base/random.h"
#include "graph/graph.h"
#include "must.h"
#include "report.h"
#include "sketch/weighted_minhash.h"
#include "text/bags_file.h"

namespace akin {
namespace {

constexpr VertexId kPages = 50'000;
constexpr TermId kTerms = 200'000;
constexpr unsigned kSignatures = 80;

// Terms have the distribution of words, a third of them from one of 500 subjects; weights are as
// 1/n.
std::vector<BagTerm> MakeBag(VertexId page, unsigned size) {
  const RandomStream stream(1, page, 0);
  std::map<TermId, double> weights;
  const uint64_t subject = stream.Below(0, 500) * 400;
  for (unsigned i = 1; weights.size() < size; ++i) {
    const uint64_t any = stream.Below(2 * i, kTerms);
    const uint64_t common = stream.Below(2 * i + 1, any + 1);
    weights[static_cast<TermId>(i % 3 == 0 ? subject + common % 400 : common)] = 1.0 / i;
  }
  double sum = 0;
  for (const auto& [term, weight] : weights) sum += weight;
  std::vector<BagTerm> bag;
  for (const auto& [term, weight] : weights) {
    bag.push_back({.term = term, .weight = static_cast<float>(weight / sum)});
  }
  return bag;
}

void BenchSampling() {
  Heading("Signatures: consistent weighted sampling, one thread");
  for (const unsigned terms : {30U, 300U, 3000U}) {
    const std::vector<BagTerm> bag = MakeBag(0, terms);
    const unsigned blocks = 3'000'000 / terms;
    uint32_t seen = 0;
    double best = 1e9;
    for (int round = 0; round < 3; ++round) {
      best = std::min(best, SecondsOf([&] {
                        SampleBlock samples;
                        for (unsigned block = 0; block < blocks; ++block) {
                          WeightedMinHash(1, block).Sample(bag, samples);
                          seen ^= samples[0];
                        }
                      }));
    }
    const double each = best * 1e9 / (static_cast<double>(blocks) * kBlockSamples * terms);
    const std::string what = fmt::format("bags of {} terms", terms);
    if (terms == 300) {
      Promise(what, each, "ns per term and sample", 5);
    } else {
      Figure(what, fmt::format("{:.2f} ns per term and sample", each));
    }
    if (seen == 0) Figure("samples", "all cancel out");  // uses the result, so that it is computed
  }
}

void WriteBags(const std::string& corpus) {
  const Corpus opened = Must(Corpus::Open(corpus));
  const Graph* graph = Must(opened.graph());
  std::filesystem::create_directories(BagsDirectory(corpus));
  auto writer = Must(BagsWriter::Create(BagsPath(corpus, "made-up"), kPages));
  for (TermId term = 0; term < kTerms; ++term) Must(writer->AddWord(fmt::format("t{}", term), 1));
  for (VertexId page = 0; page < kPages; ++page) Must(writer->AddBag(MakeBag(page, 200)));
  Must(writer->Finish({.graph_identity = graph->identity()}).status());
}

}  // namespace

void BenchText(const std::string& directory) {
  BenchSampling();
  Heading(fmt::format("Index of text: {} pages with 200 terms each, {} signatures", kPages,
                      kSignatures));
  const std::string corpus = directory + "/text.akin";
  Must(Generate({.vertices = kPages}, corpus).status());
  WriteBags(corpus);
  BuildReport report;
  const double seconds = SecondsOf([&] {
    report = Must(BuildIndex(
        corpus, {.measure = Measure::kText, .fingerprints = kSignatures, .bags = "made-up"}));
  });
  const double pairs = static_cast<double>(kPages) * kSignatures;
  Figure("build", fmt::format("{:.1f} ns per page and signature", seconds * 1e9 / pairs));
  Figure("size", fmt::format("{:.2f} bytes per page and signature",
                             static_cast<double>(report.bytes) / pairs));
  const Index index = Must(Must(Corpus::Open(corpus)).OpenIndex("text"));
  std::vector<double> times;
  for (VertexId i = 0; i < 1000; ++i) {
    const VertexId page = i * 37 % kPages;
    times.push_back(SecondsOf([&] { Must(index.Related(page).status()); }));
  }
  std::sort(times.begin(), times.end());
  Promise("related, top 10, median", times[500] * 1e3, "ms", 1);
  Figure("99th percentile", fmt::format("{:.2f} ms", times[990] * 1e3));
  std::filesystem::remove_all(corpus);
}

}  // namespace akin
