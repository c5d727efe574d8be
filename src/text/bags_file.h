// bags/NAME.akin (docs/formats/bags.md): a set of bags, one for each vertex, some of them empty.
//
// Terms are numbered: first words, then, if the bags have links, the vertices, so that a page needs
// no name here. Weights are above 0 and sum to 1 in each bag, but for rounding; an empty bag has no
// terms. About 7 bytes a term of a bag, 8 a vertex, 12 and its letters a word.
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

namespace akin {

using TermId = uint32_t;

struct BagTerm {
  TermId term = 0;
  float weight = 0;  // above 0; those of a bag sum to 1, but for rounding

  bool operator==(const BagTerm&) const = default;
};

inline constexpr size_t kLongestTerm = 63;  // bytes; what is longer is no term
inline constexpr uint32_t kWordsPerBlock = 16;

std::string BagsDirectory(const std::string& corpus);
std::string BagsPath(const std::string& corpus, std::string_view name);

struct BagsParameters {
  BagOptions options;  // but for name and replace
  double mu = 0;       // of nmdf: those of the options, or what was chosen in their place
  double sigma = 0;
  uint64_t graph_identity = 0;
  uint64_t pages_identity = 0;  // 0: made of links alone
};

class BagsFile {
 public:
  static Result<std::unique_ptr<BagsFile>> Open(const std::string& path);

  const Container& container() const { return *container_; }
  const BagsParameters& parameters() const { return parameters_; }
  VertexId vertices() const { return vertices_; }
  VertexId filled() const { return filled_; }  // bags that are not empty
  TermId terms() const { return terms_; }
  TermId words() const { return words_; }  // of the terms, those that are words
  // Bytes of the vertex's bag on disk, in ascending order of vertices: to share out work.
  Result<uint64_t> Offset(VertexId vertex) const;
  // By ascending term. Safe from any thread; memory in `bag` is used again.
  Status Read(VertexId vertex, std::vector<BagTerm>& bag) const;
  // Of a term below words(). One above is the page with the number term - words().
  Result<std::string> Word(TermId term) const;
  // Bags that have the term.
  Result<uint32_t> Frequency(TermId term) const;
  // Everything that can be wrong in a file whose sums are right.
  Status Check(const Control& control) const;

 private:
  Status ReadParameters();
  Status ReadSections();

  std::unique_ptr<Container> container_;
  BagsParameters parameters_;
  VertexId vertices_ = 0;
  VertexId filled_ = 0;
  TermId terms_ = 0;
  TermId words_ = 0;
  Section word_bytes_, word_blocks_, frequencies_, offsets_, bags_;
};

// Writes the file front to back: words, then as many links as there are vertices if the bags have
// links, then as many bags as there are vertices. Memory: a block per section. Temporary files lie
// beside it.
class BagsWriter {
 public:
  static Result<std::unique_ptr<BagsWriter>> Create(const std::string& path, VertexId vertices);

  // `frequency`: bags that have the term.
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
  VertexId added_ = 0;  // bags
  VertexId filled_ = 0;
  uint64_t written_ = 0;  // bytes in the section
  bool in_bags_ = false;
  std::vector<std::byte> buffer_;
};

}  // namespace akin

#endif  // AKIN_SRC_TEXT_BAGS_FILE_H_
