// The tree of a page, made by gumbo, which is not trusted: no page ends the process.
//
// gumbo checks itself by assert(), and there are pages for which a check fails. Ours jumps out of
// the parser instead (cmake/gumbo.cmake), as does an allocation that cannot be made. gumbo is C and
// all its memory is in an arena, so a jump leaves nothing behind.
#ifndef AKIN_SRC_PAGES_GUMBO_TREE_H_
#define AKIN_SRC_PAGES_GUMBO_TREE_H_

#include <gumbo.h>

#include <cstddef>
#include <string_view>

namespace akin {

class GumboTree {
 public:
  GumboTree() = default;
  GumboTree(const GumboTree&) = delete;
  GumboTree& operator=(const GumboTree&) = delete;
  // Not by gumbo's own destructor, which recurses once per level of nesting.
  ~GumboTree() { Free(); }

  // The root, valid until the next call; `html` must live as long. Null if gumbo failed, or if the
  // tree would take more than 128 times the bytes of the page, and a MiB: a page in which elements
  // are reopened again and again takes thousands of times, any other less than 100. Throws
  // std::bad_alloc.
  const GumboNode* Parse(std::string_view html);

 private:
  struct Block;

  static void* Allocate(void* tree, size_t size);
  void Free();

  Block* blocks_ = nullptr;  // a list
  std::byte* next_ = nullptr;
  size_t room_ = 0;   // in the first block
  size_t taken_ = 0;  // by all blocks
  size_t limit_ = 0;
};

// Null if there is none.
const GumboAttribute* AttributeNamed(const GumboElement& element, const char* name);

// Empty if it is not a name of HTML.
const char* TagNameOf(GumboTag tag);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_GUMBO_TREE_H_
