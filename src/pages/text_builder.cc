#include "pages/text_builder.h"

#include <algorithm>
#include <initializer_list>
#include <tuple>

namespace akin {
namespace {

// Removes one of `endings` from the end of `text`, if it has one.
bool RemoveEnding(std::string_view& text, std::initializer_list<std::string_view> endings) {
  for (const std::string_view ending : endings) {
    if (!text.ends_with(ending)) continue;
    text.remove_suffix(ending.size());
    return true;
  }
  return false;
}

void RemoveBlanks(std::string_view& text) {
  while (RemoveEnding(text, {" ", "\n", "\t", "\r", "\f", "\u00A0"})) {
  }
}

// Whether it ends with a full stop or similar, perhaps inside quotation marks or brackets.
bool EndsSentence(std::string_view text) {
  while (RemoveEnding(text, {"\"", "'", ")", "]", "\u201D", "\u2019", "\u00BB"}))
    RemoveBlanks(text);
  return RemoveEnding(text, {".", "!", "?", "\u2026", "\u3002", "\uFF01", "\uFF1F"});
}

}  // namespace

void TextBuilder::EndWord() {
  std::string_view said = run_;
  RemoveBlanks(said);
  if (!said.empty()) {
    sentence_ended_ = EndsSentence(said);
    text_.word_count += words_.Append(said, text_.words);
  }
  run_.clear();
}

void TextBuilder::Cut(uint8_t kinds) {
  EndWord();
  if (text_.word_count == 0) return;
  if (text_.cuts.empty() || text_.cuts.back().at != text_.word_count) {
    text_.cuts.push_back({.at = text_.word_count});
  }
  text_.cuts.back().kinds |= kinds;
}

void TextBuilder::HardBreak() {
  EndWord();
  if (sentence_ended_) Cut(kSyntacticCut);
}

size_t TextBuilder::BeginAnchor(size_t link) {
  EndWord();
  text_.anchors.push_back({.begin = text_.word_count, .link = static_cast<uint32_t>(link)});
  return text_.anchors.size() - 1;
}

void TextBuilder::EndAnchor(size_t anchor) {
  EndWord();
  text_.anchors[anchor].end = text_.word_count;
}

void TextBuilder::Finish(std::string_view title) {
  EndWord();
  if (!text_.cuts.empty() && text_.cuts.back().at == text_.word_count) text_.cuts.pop_back();
  std::sort(text_.anchors.begin(), text_.anchors.end(), [](const auto& a, const auto& b) {
    return std::tie(a.begin, a.end, a.link) < std::tie(b.begin, b.end, b.link);
  });
  words_.Append(title, text_.title);
}

}  // namespace akin
