// bags/NAME.akin (docs/formats/bags.md): a set of bags, one for each vertex, some of them empty.
#ifndef AKIN_SRC_TEXT_BAGS_FILE_H_
#define AKIN_SRC_TEXT_BAGS_FILE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"
#include "container/container.h"

namespace akin {

using TermId = uint32_t;

struct BagTerm {
  TermId term = 0;
  float weight = 0;  // above 0; those of a bag sum to 1, but for rounding

  bool operator==(const BagTerm&) const = default;
};

class BagsFile {
 public:
  static Result<std::unique_ptr<BagsFile>> Open(const std::string& path);

  const Container& container() const { return *container_; }
  VertexId vertices() const { return vertices_; }
  TermId terms() const { return terms_; }
  // By ascending term. Safe from any thread; memory in `bag` is used again.
  Status Read(VertexId vertex, std::vector<BagTerm>& bag) const;
  // How people know the term: a word, or the name of a page (which needs the corpus) by its vertex.
  Result<std::string> Word(TermId term) const;

 private:
  std::unique_ptr<Container> container_;
  VertexId vertices_ = 0;
  TermId terms_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_TEXT_BAGS_FILE_H_
