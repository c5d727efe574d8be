// Builds a PageText from the parts of a page, given in order.
#ifndef AKIN_SRC_PAGES_TEXT_BUILDER_H_
#define AKIN_SRC_PAGES_TEXT_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graph/page_text.h"
#include "pages/words.h"

namespace akin {

class TextBuilder {
 public:
  // Both must outlive the object; `text` is empty.
  TextBuilder(WordBreaker& words, PageText& text) : words_(words), text_(text) {}

  // A word may continue from one piece of text into the next.
  void Text(std::string_view piece) { run_ += piece; }
  std::string& run() { return run_; }  // to append to it directly
  // No word continues over this.
  void EndWord();
  void Cut(uint8_t kinds);
  void HardBreak();

  // Links may be nested; the last to begin is the first to end.
  size_t BeginAnchor(size_t link);
  void EndAnchor(size_t anchor);

  void Finish(std::string_view title);

 private:
  WordBreaker& words_;
  PageText& text_;
  std::string run_;  // text since the last end of a word
  bool sentence_ended_ = false;
};

}  // namespace akin

#endif  // AKIN_SRC_PAGES_TEXT_BUILDER_H_
