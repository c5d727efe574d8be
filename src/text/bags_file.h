// bags/NAME.akin (docs/formats/bags.md): a set of bags, one per vertex; some may be empty.
//
// Terms are numbered: first words, then, if the bags contain links, the vertices, so that a page
// needs no name here. Weights are above 0 and sum to 1 in each bag, up to rounding; an empty bag
// has no terms. About 7 bytes per term of a bag, 8 per vertex, and 12 plus its letters per word.
#ifndef AKIN_SRC_TEXT_BAGS_FILE_H_
#define AKIN_SRC_TEXT_BAGS_FILE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/bags.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/spill_file.h"
#include "container/container.h"
#include "container/container_writer.h"
#include "graph/page_text.h"

namespace akin {

using TermId = uint32_t;

struct BagTerm {
  TermId term = 0;
  float weight = 0;  // above 0; those of a bag sum to 1, up to rounding

  bool operator==(const BagTerm&) const = default;
};

inline constexpr size_t kLongestTerm = 63;  // bytes; longer words are not terms
inline constexpr uint32_t kWordsPerBlock = 16;

std::string BagsDirectory(const std::string& corpus);
std::string BagsPath(const std::string& corpus, std::string_view name);

struct BagsParameters {
  BagOptions options;                       // except name and replace
  WordRule word_rule = WordRule::kLetters;  // of the words that the bags were made of
  std::string text_language = "en";         // the language of most pages
  double mu = 0;  // for nmdf: as in the options, or as chosen if they have none
  double sigma = 0;
  uint64_t graph_identity = 0;
  uint64_t pages_identity = 0;  // 0: made from links only
};

class BagsFile {
 public:
  static Result<std::unique_ptr<BagsFile>> Open(const std::string& path);

  const Container& container() const { return *container_; }
  const BagsParameters& parameters() const { return parameters_; }
  VertexId vertices() const { return vertices_; }
  VertexId filled() const { return filled_; }  // bags that are not empty
  TermId terms() const { return terms_; }
  TermId words() const { return words_; }  // number of terms that are words
  // The position of the vertex's bag on disk, ascending with the vertex; for dividing work.
  Result<uint64_t> Offset(VertexId vertex) const;
  // By ascending term. Safe from any thread. The memory of `bag` is reused.
  Status Read(VertexId vertex, std::vector<BagTerm>& bag) const;
  // For a term below words(). Others are the page with the number term - words().
  Result<std::string> Word(TermId term) const;
  // The number of bags that contain the term.
  Result<uint32_t> Frequency(TermId term) const;
  // Finds all errors that are possible in a file with correct checksums.
  Status Check(const Control& control) const;

 private:
  Status ReadParameters();
  Status ReadSections();
  Status CheckWords() const;

  std::unique_ptr<Container> container_;
  BagsParameters parameters_;
  VertexId vertices_ = 0;
  VertexId filled_ = 0;
  TermId terms_ = 0;
  TermId words_ = 0;
  Section word_bytes_, word_blocks_, frequencies_, offsets_, bags_;
};

// Writes the file from front to back: words, then as many links as there are vertices if the bags
// contain links, then as many bags as there are vertices. Memory: a block per section. Temporary
// files are in the same directory.
class BagsWriter {
 public:
  static Result<std::unique_ptr<BagsWriter>> Create(const std::string& path, VertexId vertices);

  // `frequency`: the number of bags that contain the term.
  Status AddWord(std::string_view word, uint32_t frequency);
  Status AddLink(uint32_t frequency);
  // The bag of the next vertex, by ascending term.
  Status AddBag(std::span<const BagTerm> bag);
  TermId words() const { return words_; }
  // Returns the identity of the file.
  Result<uint64_t> Finish(const BagsParameters& parameters);

 private:
  BagsWriter(std::string path, VertexId vertices) : path_(std::move(path)), vertices_(vertices) {}
  Status Begin();
  Status BeginBags();

  std::string path_;
  VertexId vertices_;
  std::unique_ptr<ContainerWriter> writer_;
  size_t section_ = 0;  // words, then bags
  size_t offsets_ = 0;
  std::unique_ptr<SpillFile> word_blocks_, frequencies_;
  TermId words_ = 0;
  TermId links_ = 0;
  VertexId added_ = 0;  // number of bags
  VertexId filled_ = 0;
  uint64_t written_ = 0;  // bytes in the current section
  bool in_bags_ = false;
  std::vector<std::byte> buffer_;
};

}  // namespace akin

#endif  // AKIN_SRC_TEXT_BAGS_FILE_H_
