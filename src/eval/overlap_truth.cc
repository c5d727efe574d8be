// Truths by what vertices have in common outside the measure: the vertices that both cite, or the
// terms of both titles.
#include <algorithm>
#include <memory>
#include <numeric>
#include <string_view>

#include "akin/eval.h"
#include "akin/try.h"
#include "eval/judge.h"
#include "eval/truth_lines.h"
#include "pages/letter_words.h"
#include "text/terms.h"

namespace akin {
namespace {

// Turns titles into sets of terms, as in bags: the stems of all words that are not on the stop
// list.
class TitleReader {
 public:
  static Result<TitleReader> Create() {
    AKIN_TRY_ASSIGN(LetterBreaker breaker, LetterBreaker::Create());
    return TitleReader(std::move(breaker));
  }

  Result<std::vector<uint64_t>> TermsOf(std::string_view title) {
    words_.clear();
    breaker_.Append(title, words_);
    std::vector<uint64_t> terms;
    for (const std::string_view word : Split(words_, ' ')) {
      if (word.empty()) continue;  // after the last blank
      AKIN_TRY_ASSIGN(const uint64_t term, terms_->Of(word));
      if (term != kNoTerm) terms.push_back(term);
    }
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    return terms;
  }

 private:
  static constexpr uint64_t kCacheBytes = uint64_t{1} << 20;

  explicit TitleReader(LetterBreaker breaker)
      : breaker_(std::move(breaker)),
        terms_(std::make_unique<Terms>(Stemming::kStem, kCacheBytes,
                                       [](uint64_t, std::string_view) { return Status(); })) {}

  LetterBreaker breaker_;
  std::unique_ptr<Terms> terms_;
  std::string words_;
};

}  // namespace

Result<Truth> Truth::FromCitations(const Corpus& corpus) {
  auto truth = std::make_shared<Impl>();
  truth->kind = Kind::kOverlap;
  truth->corpus = corpus;
  AKIN_TRY_ASSIGN(truth->links, corpus.OutLinks());
  truth->queries = corpus.AllVertices();
  truth->report.known = corpus.vertices();
  return Truth(std::move(truth));
}

Result<Truth> Truth::FromTitles(const Corpus& corpus, const std::string& path,
                                const Control& control) {
  auto truth = std::make_shared<Impl>();
  truth->kind = Kind::kOverlap;
  truth->corpus = corpus;
  truth->titles.resize(corpus.vertices());
  AKIN_TRY_ASSIGN(TitleReader reader, TitleReader::Create());
  KeyFinder finder(corpus, path, truth->report);
  std::vector<bool> seen(corpus.vertices());
  AKIN_TRY(EachLine(path, 2, "key<TAB>title", control, truth->report,
                    [&](const auto& fields, uint64_t line) -> Result<std::string> {
                      AKIN_TRY_ASSIGN(const auto vertex, finder.Find(fields[0], line));
                      if (!vertex) return std::string();
                      truth->report.repeated += seen[*vertex] ? 1 : 0;
                      if (seen[*vertex]) return std::string();
                      seen[*vertex] = true;
                      AKIN_TRY_ASSIGN(truth->titles[*vertex], reader.TermsOf(fields[1]));
                      return std::string();
                    }));
  for (VertexId v = 0; v < corpus.vertices(); ++v) {
    if (!truth->titles[v].empty()) truth->queries.push_back(v);
  }
  truth->report.known = truth->queries.size();
  return Truth(std::move(truth));
}

}  // namespace akin
