// Which vertices may be meant by the beginning of a name or title, while somebody types.
//
// Definition: what is typed is cut into words, as names and titles are: runs of letters and digits,
// case folded. A vertex matches if each typed word is the beginning of a word of its name or title.
// Those with the most in-links come first; of equal ones, in the order of their names.
//
// Structure: the distinct words sorted, and for each the vertices that have it, one list behind the
// other, in which vertices are numbered by their order in answers. The words that begin with a
// typed one are neighbours, so their vertices are one range of that array, and the best of them are
// its smallest numbers: a tree of minima finds them one after the other, each in O(log n), however
// long the range is. Of several typed words, the one with the shortest range proposes, and the
// words of a vertex, which are kept too, tell whether the others match. If hardly any do, all of
// that range are looked at.
//
// Cost: about 12 bytes for each word of each vertex, and the words once.
#ifndef AKIN_SERVER_TYPEAHEAD_H_
#define AKIN_SERVER_TYPEAHEAD_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin::server {

class Typeahead {
 public:
  Typeahead() = default;  // of no names
  static Result<Typeahead> Of(const Corpus& corpus);

  // At most `count` vertices, best first. Without any word typed, the best of all.
  std::vector<VertexId> Matches(std::string_view typed, size_t count) const;
  // What may be meant by a name that does not exist: matches of its longest beginning that has
  // some. None if only its first letter has.
  std::vector<VertexId> Near(std::string_view wrong, size_t count) const;

  uint64_t bytes() const;  // of memory

 private:
  using Rank = uint32_t;    // 0: the first in answers
  using WordId = uint32_t;  // in the order of words
  struct Range {
    uint32_t begin = 0;
    uint32_t end = 0;
    uint32_t size() const { return end - begin; }
  };

  class Builder;

  std::string_view Word(WordId word) const {
    return std::string_view(letters_).substr(word_offsets_[word],
                                             word_offsets_[word + 1] - word_offsets_[word]);
  }
  // The words that begin with this.
  Range WordsFrom(std::string_view beginning) const;
  // The vertices of these words, in ranks_.
  Range PlacesOf(Range words) const;
  bool HasWordIn(Rank rank, Range words) const;
  bool HasWordsIn(Rank rank, std::span<const Range> words) const;
  // The first `count` of the ranks at these places that have words of all the others, too. False if
  // so many have not that it is better to look at all.
  bool FirstOf(Range places, std::span<const Range> others, size_t count,
               std::vector<Rank>& found) const;
  std::vector<VertexId> MatchesOf(const std::vector<std::string>& typed, size_t count) const;

  std::vector<VertexId> vertices_;  // by rank
  std::string letters_;             // of all words
  std::vector<uint32_t> word_offsets_ = {0};
  std::vector<uint32_t> place_offsets_ = {0};  // by word
  std::vector<Rank> ranks_;                    // by word, ascending for each
  std::vector<Rank> minima_;           // node i of a binary tree, with children 2i and 2i + 1
  std::vector<uint32_t> own_offsets_;  // by rank
  std::vector<WordId> own_words_;
};

// The words of a text, as names, titles and what is typed are cut: case folded, without those that
// occur before.
std::vector<std::string> FoldedWords(std::string_view text);

}  // namespace akin::server

#endif  // AKIN_SERVER_TYPEAHEAD_H_
