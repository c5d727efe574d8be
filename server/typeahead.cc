#include "server/typeahead.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <unordered_map>

#include "akin/try.h"
#include "akin/utf8.h"

namespace akin::server {
namespace {

// Words longer than this are cut: nobody types more, and a name may be a single long one.
constexpr size_t kLongestWord = 64;

// So many vertices are proposed in their order; if too few of them match, the order is left to the
// end.
constexpr size_t kProposals = 500;

void AppendFolded(uint32_t code_point, std::string& word) {
  if (code_point < 0x80) {
    word +=
        static_cast<char>(code_point >= 'A' && code_point <= 'Z' ? code_point + 32 : code_point);
    return;
  }
  char bytes[U8_MAX_LENGTH];
  int32_t length = 0;
  U8_APPEND_UNSAFE(bytes, length,
                   u_foldCase(static_cast<UChar32>(code_point), U_FOLD_CASE_DEFAULT));
  word.append(bytes, static_cast<size_t>(length));
}

// Marks that follow a letter belong to it.
bool IsOfWord(uint32_t code_point) {
  if (code_point < 0x80) {
    return (code_point >= '0' && code_point <= '9') ||
           ((code_point | 32) >= 'a' && (code_point | 32) <= 'z');
  }
  const auto c = static_cast<UChar32>(code_point);
  return u_isalnum(c) != 0 || (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0;
}

// Calls `use` with each word; the text behind it is valid until the next.
template <class Use>
void EachFoldedWord(std::string_view text, const Use& use) {
  std::string word;
  while (!text.empty()) {
    const auto first = FirstCodePoint(text);
    const bool belongs = first && IsOfWord(first->value);
    if (belongs && word.size() < kLongestWord) AppendFolded(first->value, word);
    if (!belongs && !word.empty()) {
      use(word);
      word.clear();
    }
    text.remove_prefix(first ? first->bytes : 1);
  }
  if (!word.empty()) use(word);
}

void SortUnique(std::vector<uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

std::vector<std::string> FoldedWords(std::string_view text) {
  std::vector<std::string> words;
  EachFoldedWord(text, [&](const std::string& word) {
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  });
  return words;
}

// Words are numbered as they come, and anew once they can be sorted.
class Typeahead::Builder {
 public:
  void Begin(size_t vertices) {
    own_offsets_.reserve(vertices + 1);
    own_offsets_.push_back(0);
  }
  // Vertices come in their order in answers.
  void Add(std::string_view name, std::string_view title) {
    of_vertex_.clear();
    const auto add = [&](const std::string& word) {
      of_vertex_.push_back(
          numbers_.try_emplace(word, static_cast<WordId>(numbers_.size())).first->second);
    };
    EachFoldedWord(name, add);
    EachFoldedWord(title, add);
    SortUnique(of_vertex_);
    own_words_.insert(own_words_.end(), of_vertex_.begin(), of_vertex_.end());
    own_offsets_.push_back(static_cast<uint32_t>(own_words_.size()));
  }
  bool full() const { return own_words_.size() > std::numeric_limits<uint32_t>::max() / 2; }

  void Finish(Typeahead& made) {
    SortWords(made);
    made.own_offsets_ = std::move(own_offsets_);
    made.own_words_ = std::move(own_words_);
    PlaceRanks(made);
    const size_t places = made.ranks_.size();
    made.minima_.resize(places);
    const auto node = [&](size_t i) {
      return i < places ? made.minima_[i] : made.ranks_[i - places];
    };
    for (size_t i = places; i-- > 1;) made.minima_[i] = std::min(node(2 * i), node(2 * i + 1));
  }

 private:
  void SortWords(Typeahead& made) {
    std::vector<const std::pair<const std::string, WordId>*> sorted;
    for (const auto& entry : numbers_) sorted.push_back(&entry);
    std::sort(sorted.begin(), sorted.end(),
              [](const auto* a, const auto* b) { return a->first < b->first; });
    std::vector<WordId> renamed(sorted.size());
    for (size_t i = 0; i < sorted.size(); ++i) {
      renamed[sorted[i]->second] = static_cast<WordId>(i);
      made.letters_ += sorted[i]->first;
      made.word_offsets_.push_back(static_cast<uint32_t>(made.letters_.size()));
    }
    for (WordId& word : own_words_) word = renamed[word];
    numbers_.clear();
  }

  static void PlaceRanks(Typeahead& made) {
    const size_t words = made.word_offsets_.size() - 1;
    made.place_offsets_.assign(words + 1, 0);
    for (const WordId word : made.own_words_) ++made.place_offsets_[word + 1];
    std::partial_sum(made.place_offsets_.begin(), made.place_offsets_.end(),
                     made.place_offsets_.begin());
    made.ranks_.resize(made.own_words_.size());
    std::vector<uint32_t> next(made.place_offsets_.begin(), made.place_offsets_.end());
    for (Rank rank = 0; rank + 1 < made.own_offsets_.size(); ++rank) {
      for (uint32_t i = made.own_offsets_[rank]; i < made.own_offsets_[rank + 1]; ++i) {
        made.ranks_[next[made.own_words_[i]]++] = rank;
      }
    }
  }

  std::unordered_map<std::string, WordId> numbers_;
  std::vector<WordId> of_vertex_;
  std::vector<uint32_t> own_offsets_;
  std::vector<WordId> own_words_;
};

Result<Typeahead> Typeahead::Of(const Corpus& corpus) {
  Typeahead made;
  AKIN_TRY_ASSIGN(const Adjacency in, corpus.InLinks());
  made.vertices_ = corpus.AllVertices();
  std::stable_sort(made.vertices_.begin(), made.vertices_.end(),
                   [&](VertexId a, VertexId b) { return in.degree(a) > in.degree(b); });
  Builder builder;
  builder.Begin(made.vertices_.size());
  for (const VertexId vertex : made.vertices_) {
    AKIN_TRY_ASSIGN(const std::string name, corpus.Name(vertex));
    AKIN_TRY_ASSIGN(const std::string title, corpus.Title(vertex));
    if (builder.full()) return Status(Code::kOutOfBudget, "too many names to look up by words");
    builder.Add(name, title);
  }
  builder.Finish(made);
  return made;
}

uint64_t Typeahead::bytes() const {
  return letters_.capacity() +
         sizeof(uint32_t) * (vertices_.capacity() + word_offsets_.capacity() +
                             place_offsets_.capacity() + ranks_.capacity() + minima_.capacity() +
                             own_offsets_.capacity() + own_words_.capacity());
}

Typeahead::Range Typeahead::WordsFrom(std::string_view beginning) const {
  const auto first_not = [&](auto&& before) {
    WordId low = 0;
    auto high = static_cast<WordId>(word_offsets_.size() - 1);
    while (low < high) {
      const WordId middle = low + (high - low) / 2;
      if (before(Word(middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  return {.begin = first_not([&](std::string_view word) { return word < beginning; }),
          .end = first_not([&](std::string_view word) {
            return word.substr(0, beginning.size()) <= beginning;
          })};
}

Typeahead::Range Typeahead::PlacesOf(Range words) const {
  return {.begin = place_offsets_[words.begin], .end = place_offsets_[words.end]};
}

bool Typeahead::HasWordIn(Rank rank, Range words) const {
  for (uint32_t i = own_offsets_[rank]; i < own_offsets_[rank + 1]; ++i) {
    if (own_words_[i] >= words.begin && own_words_[i] < words.end) return true;
  }
  return false;
}

bool Typeahead::HasWordsIn(Rank rank, std::span<const Range> words) const {
  return std::all_of(words.begin(), words.end(),
                     [&](Range range) { return HasWordIn(rank, range); });
}

// Nodes of the tree that are wholly in the range, and then those below them, come out of a queue
// with the smallest minimum first; a leaf that comes out is the next of the range.
bool Typeahead::FirstOf(Range places, std::span<const Range> others, size_t count,
                        std::vector<Rank>& found) const {
  const size_t leaves = ranks_.size();
  using Node = std::pair<Rank, size_t>;
  std::priority_queue<Node, std::vector<Node>, std::greater<>> queue;
  const auto push = [&](size_t node) {
    queue.emplace(node < leaves ? minima_[node] : ranks_[node - leaves], node);
  };
  for (size_t low = places.begin + leaves, high = places.end + leaves; low < high;
       low /= 2, high /= 2) {
    if (low % 2 == 1) push(low++);
    if (high % 2 == 1) push(--high);
  }
  for (size_t proposed = 0; !queue.empty() && found.size() < count;) {
    const auto [rank, node] = queue.top();
    queue.pop();
    if (node < leaves) {
      push(2 * node);
      push(2 * node + 1);
    } else if (HasWordsIn(rank, others) && (found.empty() || found.back() != rank)) {
      found.push_back(rank);
    } else if (++proposed == kProposals) {
      return false;
    }
  }
  return true;
}

std::vector<VertexId> Typeahead::MatchesOf(const std::vector<std::string>& typed,
                                           size_t count) const {
  std::vector<Range> words;
  for (const std::string& word : typed) words.push_back(WordsFrom(word));
  std::sort(words.begin(), words.end(),
            [&](Range a, Range b) { return PlacesOf(a).size() < PlacesOf(b).size(); });
  const Range proposing = PlacesOf(words.front());
  const std::span<const Range> others = std::span(words).subspan(1);
  std::vector<Rank> found;
  if (!FirstOf(proposing, others, count, found)) {
    found.clear();
    for (uint32_t place = proposing.begin; place < proposing.end; ++place) {
      if (HasWordsIn(ranks_[place], others)) found.push_back(ranks_[place]);
    }
    SortUnique(found);
    if (found.size() > count) found.resize(count);
  }
  for (Rank& rank : found) rank = vertices_[rank];
  return found;
}

std::vector<VertexId> Typeahead::Matches(std::string_view typed, size_t count) const {
  const std::vector<std::string> words = FoldedWords(typed);
  if (!words.empty()) return MatchesOf(words, count);
  return {vertices_.begin(), vertices_.begin() + std::min(count, vertices_.size())};
}

std::vector<VertexId> Typeahead::Near(std::string_view wrong, size_t count) const {
  std::vector<std::string> words = FoldedWords(wrong);
  while (!words.empty()) {
    std::string& last = words.back();
    if (last.size() < 2 && words.size() == 1) break;
    std::vector<VertexId> found = MatchesOf(words, count);
    if (!found.empty()) return found;
    size_t kept = last.size() - 1;  // without its last character
    while (kept > 0 && (last[kept] & 0xc0) == 0x80) --kept;
    last.resize(kept);
    if (last.empty()) words.pop_back();
  }
  return {};
}

}  // namespace akin::server
