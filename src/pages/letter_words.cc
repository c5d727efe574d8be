#include "pages/letter_words.h"

#include <fmt/format.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "akin/utf8.h"

namespace akin {
namespace {

// The longest text analysed at once. Text without white space for longer is cut there: ICU's
// dictionaries take many times the memory of a piece while they look for words in it.
constexpr size_t kLongestPiece = size_t{1} << 15;

// Word_Break of UAX 29 for ASCII. Whether a colon or an '@' joins letters differs between versions
// of ICU; here they do not, and are treated as white space.
enum class Break : uint8_t {
  kOther,
  kSpace,
  kLetter,       // ALetter
  kDigit,        // Numeric
  kUnderscore,   // ExtendNumLet
  kMidNumber,    // MidNum: joins digits
  kMidAnything,  // MidNumLetQ: joins letters or digits
  kNonAscii,     // not ASCII
};

constexpr std::array<Break, 256> MakeBreaks() {
  std::array<Break, 256> breaks{};
  for (size_t c = 0; c < breaks.size(); ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter) breaks[c] = Break::kLetter;
    if (c >= '0' && c <= '9') breaks[c] = Break::kDigit;
    if (c >= 0x80) breaks[c] = Break::kNonAscii;
  }
  for (const unsigned char c : {' ', '\t', '\n', '\v', '\f', '\r', ':', '@'})
    breaks[c] = Break::kSpace;
  breaks['_'] = Break::kUnderscore;
  breaks[','] = breaks[';'] = Break::kMidNumber;
  breaks['.'] = breaks['\''] = Break::kMidAnything;
  return breaks;
}
constexpr std::array<Break, 256> kBreaks = MakeBreaks();

Break BreakOf(char c) { return kBreaks[static_cast<unsigned char>(c)]; }
bool IsSpace(char c) { return BreakOf(c) == Break::kSpace; }

// Ends the word that began at `begin` of `words`, and keeps it if it is a word.
uint32_t EndWord(size_t begin, std::string& words) {
  const size_t length = words.size() - begin;
  if (length == 0) return 0;
  if (length > kLongestWord) {
    words.resize(begin);
    return 0;
  }
  words.push_back(' ');
  return 1;
}

// For ASCII without white space. The numbers are the rules of UAX 29.
uint32_t AppendAscii(std::string_view text, std::string& words) {
  uint32_t count = 0;
  size_t begin = words.size();
  Break before = Break::kOther;
  for (size_t i = 0; i < text.size(); ++i) {
    const Break here = BreakOf(text[i]);
    if (here == Break::kLetter) {
      words.push_back(static_cast<char>(text[i] | 0x20));
    } else if (here != Break::kDigit && here != Break::kUnderscore) {  // WB5, WB8-10, WB13a, b
      const Break next = i + 1 < text.size() ? BreakOf(text[i + 1]) : Break::kOther;
      const bool joins_letters = here == Break::kMidAnything;                // WB6, WB7
      const bool joins_digits = joins_letters || here == Break::kMidNumber;  // WB11, WB12
      const bool joins = before == next && ((joins_letters && next == Break::kLetter) ||
                                            (joins_digits && next == Break::kDigit));
      if (!joins) {
        count += EndWord(begin, words);
        begin = words.size();
      }
    }
    before = here;
  }
  return count + EndWord(begin, words);
}

}  // namespace

struct LetterBreaker::Icu {
  ~Icu() {
    ubrk_close(breaks);
    utext_close(text);
  }

  UBreakIterator* breaks = nullptr;
  UText* text = nullptr;
};

LetterBreaker::LetterBreaker(std::unique_ptr<Icu> icu) : icu_(std::move(icu)) {}
LetterBreaker::LetterBreaker(LetterBreaker&&) noexcept = default;
LetterBreaker& LetterBreaker::operator=(LetterBreaker&&) noexcept = default;
LetterBreaker::~LetterBreaker() = default;

Result<LetterBreaker> LetterBreaker::Create() {
  auto icu = std::make_unique<Icu>();
  UErrorCode error = U_ZERO_ERROR;
  icu->breaks = ubrk_open(UBRK_WORD, "", nullptr, 0, &error);
  if (U_SUCCESS(error)) return LetterBreaker(std::move(icu));
  return Status(Code::kIo, fmt::format("ICU has no rules for word breaks ({}); install its data",
                                       u_errorName(error)));
}

uint32_t LetterBreaker::AppendByIcu(std::string_view text, std::string& words) {
  UErrorCode error = U_ZERO_ERROR;
  icu_->text = utext_openUTF8(icu_->text, text.data(), static_cast<int64_t>(text.size()), &error);
  ubrk_setUText(icu_->breaks, icu_->text, &error);
  if (U_FAILURE(error)) return 0;  // out of memory
  uint32_t count = 0;
  ubrk_first(icu_->breaks);
  size_t at = 0;
  for (int32_t end = ubrk_next(icu_->breaks); end != UBRK_DONE; end = ubrk_next(icu_->breaks)) {
    const size_t begin = words.size();
    bool any_letter = false;
    while (at < static_cast<size_t>(end)) {
      const std::optional<CodePoint> point = FirstCodePoint(text.substr(at));
      at += point ? point->bytes : 1;
      if (!point) continue;
      const auto c = static_cast<UChar32>(point->value);
      const uint32_t category = U_GET_GC_MASK(c);
      any_letter = any_letter || (category & U_GC_L_MASK) != 0;
      if ((category & (U_GC_L_MASK | U_GC_M_MASK)) == 0) continue;
      std::array<char, U8_MAX_LENGTH> bytes;
      size_t length = 0;
      U8_APPEND_UNSAFE(bytes.data(), length, u_tolower(c));
      words.append(bytes.data(), length);
    }
    if (!any_letter) words.resize(begin);
    count += EndWord(begin, words);
  }
  return count;
}

uint32_t LetterBreaker::Append(std::string_view text, std::string& words) {
  uint32_t count = 0;
  // Adjacent pieces that need ICU are passed to it together.
  size_t begin = 0;
  size_t end = 0;
  const auto flush = [&](size_t next) {
    if (end > begin) count += AppendByIcu(text.substr(begin, end - begin), words);
    begin = end = next;
  };
  for (size_t at = 0; at < text.size();) {
    if (IsSpace(text[at])) {
      if (text[at] > ' ') flush(at + 1);
      ++at;
      continue;
    }
    size_t behind = at;
    bool ascii = true;
    const size_t limit = std::min(text.size(), at + kLongestPiece);
    for (; behind < limit && !IsSpace(text[behind]); ++behind) {
      ascii = ascii && BreakOf(text[behind]) != Break::kNonAscii;
    }
    if (behind == limit && limit < text.size()) {  // between two characters, if they are UTF-8
      while (limit - behind < 3 && (text[behind] & 0xC0) == 0x80) --behind;
    }
    if (ascii || behind - begin > kLongestPiece) flush(at);
    if (ascii) {
      count += AppendAscii(text.substr(at, behind - at), words);
      begin = behind;
    }
    end = at = behind;
  }
  flush(end);
  return count;
}

}  // namespace akin
