// Bags made for a test, and their storage in a corpus.
#ifndef AKIN_TESTS_TEST_BAGS_H_
#define AKIN_TESTS_TEST_BAGS_H_

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "graph/corpus_files.h"
#include "text/bags_file.h"
#include "text/terms.h"

namespace akin {

using TestBag = std::vector<BagTerm>;  // by ascending term
using TestBags = std::vector<TestBag>;

// Weights that sum to 1, in the proportions given.
inline TestBag Normalised(const std::map<TermId, double>& weights) {
  double sum = 0;
  for (const auto& [term, weight] : weights) sum += weight;
  TestBag bag;
  for (const auto& [term, weight] : weights) {
    bag.push_back({.term = term, .weight = static_cast<float>(weight / sum)});
  }
  return bag;
}

// One bag in ten is empty; the others have terms of one of several subjects, and a few random ones.
inline TestBags RandomBags(size_t count, TermId terms, uint32_t seed) {
  std::mt19937 generator(seed);
  const auto below = [&](uint32_t bound) { return static_cast<uint32_t>(generator() % bound); };
  TestBags bags;
  for (size_t i = 0; i < count; ++i) {
    std::map<TermId, double> weights;
    const TermId subject = below(10) * (terms / 10);
    for (uint32_t n = below(10) == 0 ? 0 : 1 + below(30); n > 0; --n) {
      const TermId term = below(4) == 0 ? below(terms) : subject + below(terms / 10);
      weights[term] = 1.0 / (1 + below(50));
    }
    bags.push_back(Normalised(weights));
  }
  return bags;
}

inline void WriteBags(const TestBags& bags, TermId terms, uint64_t graph_identity,
                      const std::string& path) {
  auto writer = BagsWriter::Create(path, static_cast<VertexId>(bags.size()));
  ASSERT_TRUE(writer.ok()) << writer.status().message();
  std::vector<uint32_t> frequencies(terms);
  for (const TestBag& bag : bags) {
    for (const BagTerm& entry : bag) ++frequencies[entry.term];
  }
  std::vector<std::string> words;
  for (TermId term = 0; term < terms; ++term) words.push_back(fmt::format("term{:06}", term));
  std::sort(words.begin(), words.end(),
            [](const std::string& a, const std::string& b) { return TermHash(a) < TermHash(b); });
  for (TermId term = 0; term < terms; ++term) {
    ASSERT_TRUE((*writer)->AddWord(words[term], frequencies[term]).ok());
  }
  for (const TestBag& bag : bags) ASSERT_TRUE((*writer)->AddBag(bag).ok());
  const auto identity = (*writer)->Finish({.graph_identity = graph_identity});
  ASSERT_TRUE(identity.ok()) << identity.status().message();
}

// Stores bags in a corpus with as many vertices.
inline void PutBags(const TestBags& bags, TermId terms, const std::string& corpus,
                    const std::string& name) {
  const auto manifest = ReadCorpusManifest(corpus);
  ASSERT_TRUE(manifest.ok()) << manifest.status().message();
  ASSERT_EQ(manifest->vertices, bags.size());
  std::filesystem::create_directories(BagsDirectory(corpus));
  WriteBags(bags, terms, manifest->graph_identity, BagsPath(corpus, name));
}

// Computed by the definition.
inline double PlainWeightedJaccard(const TestBag& a, const TestBag& b) {
  std::map<TermId, std::pair<double, double>> weights;
  for (const BagTerm& entry : a) weights[entry.term].first = entry.weight;
  for (const BagTerm& entry : b) weights[entry.term].second = entry.weight;
  double least = 0;
  double most = 0;
  for (const auto& [term, pair] : weights) {
    least += std::min(pair.first, pair.second);
    most += std::max(pair.first, pair.second);
  }
  return most == 0 ? 0 : least / most;
}

}  // namespace akin

#endif  // AKIN_TESTS_TEST_BAGS_H_
