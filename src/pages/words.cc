#include "pages/words.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "akin/ingest.h"
#include "akin/try.h"
#include "akin/utf8.h"
#include "base/ascii.h"
#include "text/word_parts.h"

namespace akin {
namespace {

// ICU's dictionaries take many times the memory of a text while they look for words in it.
constexpr size_t kLongestUnspaced = size_t{1} << 15;

enum class Sign : uint8_t {
  kOther,  // separates words
  kLetter,
  kDigit,
  kUnderscore,
  kJoint,  // may join two words, or begin one; what it does depends on its neighbours
  kApostrophe,
  kHyphen,     // not ASCII; like a hyphen
  kInvisible,  // not there, as far as words are concerned
  kUnspaced,   // of a script without blanks
  kNonAscii,   // to be looked at
};

constexpr std::array<Sign, 256> MakeSigns() {
  std::array<Sign, 256> signs{};
  for (size_t c = 0; c < signs.size(); ++c) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) signs[c] = Sign::kLetter;
    if (c >= '0' && c <= '9') signs[c] = Sign::kDigit;
    if (c >= 0x80) signs[c] = Sign::kNonAscii;
  }
  signs['_'] = Sign::kUnderscore;
  signs['\''] = Sign::kApostrophe;
  for (const unsigned char c : {'.', '-', ':', '+', '#', '@', '$'}) signs[c] = Sign::kJoint;
  return signs;
}
constexpr std::array<Sign, 256> kSigns = MakeSigns();

Sign SignOfCodePoint(UChar32 c) {
  if (c == 0x2019) return Sign::kApostrophe;
  if (c == 0x2010 || c == 0x2011) return Sign::kHyphen;
  if (c == 0xAD || c == 0x200C || c == 0x200D || c == 0x2060) return Sign::kInvisible;
  const uint32_t category = U_GET_GC_MASK(c);
  if ((category & (U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK)) == 0) return Sign::kOther;
  if (c >= 0x0E00) {
    constexpr UChar32 kFirstKana = 0x3005;  // with the marks of repetition
    constexpr UChar32 kLastKana = 0x30FF;
    const int32_t breaks = u_getIntPropertyValue(c, UCHAR_LINE_BREAK);
    if (breaks == U_LB_COMPLEX_CONTEXT || breaks == U_LB_IDEOGRAPHIC ||
        breaks == U_LB_CONDITIONAL_JAPANESE_STARTER || (c >= kFirstKana && c <= kLastKana)) {
      return Sign::kUnspaced;
    }
  }
  return (category & U_GC_ND_MASK) != 0 ? Sign::kDigit : Sign::kLetter;
}

// One character of a text.
struct Character {
  Sign sign = Sign::kOther;
  UChar32 value = 0;
  size_t bytes = 1;
};

Character CharacterAt(std::string_view text, size_t at) {
  if (at >= text.size()) return {.bytes = 0};
  const auto c = static_cast<unsigned char>(text[at]);
  if (kSigns[c] != Sign::kNonAscii) return {.sign = kSigns[c], .value = c};
  const std::optional<CodePoint> point = FirstCodePoint(text.substr(at));
  if (!point) return {};
  const auto value = static_cast<UChar32>(point->value);
  return {.sign = SignOfCodePoint(value), .value = value, .bytes = point->bytes};
}

bool IsWordSign(Sign sign) {
  return sign == Sign::kLetter || sign == Sign::kDigit || sign == Sign::kUnderscore;
}
// What is seen at `at`.
Sign VisibleAt(std::string_view text, size_t at) {
  Character c = CharacterAt(text, at);
  for (; c.sign == Sign::kInvisible; c = CharacterAt(text, at)) at += c.bytes;
  return c.sign;
}
bool WordAt(std::string_view text, size_t at) { return IsWordSign(VisibleAt(text, at)); }
bool LetterAt(std::string_view text, size_t at) { return VisibleAt(text, at) == Sign::kLetter; }

// Ends the word that began at `begin` of `words`, and keeps it if it is not too long.
uint32_t EndWordFrom(size_t begin, std::string& words) {
  const size_t length = words.size() - begin;
  if (length == 0 || length > kLongestWord) {
    words.resize(begin);
    return 0;
  }
  words.push_back(' ');
  return 1;
}

// The length of what a word may begin with at `at`, or 0.
size_t PrefixAt(std::string_view text, size_t at) {
  const char before = at == 0 ? ' ' : text[at - 1];
  const bool apart =
      ascii::IsBlank(before) || std::string_view("(\"'[<`").find(before) != std::string_view::npos;
  switch (text[at]) {
    case '$':
    case '@': {
      const Sign next = CharacterAt(text, at + 1).sign;
      return next == Sign::kLetter || next == Sign::kUnderscore ? 1 : 0;
    }
    case '-':
      return apart && text.substr(at).starts_with("--") && LetterAt(text, at + 2) ? 2 : 0;
    case '.':
      return apart && LetterAt(text, at + 1) ? 1 : 0;
    default:
      return 0;
  }
}

// "U.S.A" and "e.g.": single letters with full stops between them; but "x.h" is a file.
bool IsInitials(std::string_view word, bool before_stop) {
  if (word.size() < (before_stop ? 3 : 5) || word.size() % 2 == 0) return false;
  for (size_t i = 0; i < word.size(); ++i) {
    if (i % 2 == 0 ? !ascii::IsLetter(word[i]) : word[i] != '.') return false;
  }
  return true;
}

// Whether a French or Italian article or pronoun before an apostrophe is a word of its own.
bool IsElided(std::string_view word) {
  if (word.size() == 1)
    return std::string_view("cdjlmnst").find(ascii::Lower(word[0])) != std::string_view::npos;
  return ascii::Same(word, "qu");
}

// Reads one word to the end of `words`.
class WordReader {
 public:
  WordReader(std::string_view text, std::string& words)
      : text_(text), words_(words), begin_(words.size()) {}

  // Reads the word at `at`, which begins with a prefix of this length. Returns where it ends.
  size_t Read(size_t at, size_t prefix) {
    words_ += text_.substr(at, prefix);
    plain_ = versioned_ = prefix == 0;
    at_ = at + prefix;
    while (Step(CharacterAt(text_, at_))) {
    }
    return at_;
  }

  // Gives the word its form. Returns the number of words, 0 or 1.
  uint32_t End() {
    const bool version = digits_ && !plain_ && versioned_;
    if (letters_ == 0 && !version) {
      words_.resize(begin_);
      return 0;
    }
    const auto begin = words_.begin() + static_cast<std::ptrdiff_t>(begin_);
    if (!plain_ && IsInitials(Word(), text_.substr(at_).starts_with('.')))
      words_.erase(std::remove(begin, words_.end(), '.'), words_.end());
    if (!HasHumps(Word())) std::transform(begin, words_.end(), begin, ascii::Lower);
    return EndWordFrom(begin_, words_);
  }

 private:
  std::string_view Word() const { return std::string_view(words_).substr(begin_); }

  // Adds what is at at_ to the word, and passes it; false if the word ends before it.
  bool Step(const Character& c) {
    switch (c.sign) {
      case Sign::kLetter:
        letters_ += c.value < 0x80 || (U_GET_GC_MASK(c.value) & U_GC_L_MASK) != 0 ? 1 : 0;
        AppendLetter(c.value);
        break;
      case Sign::kDigit:
        digits_ = true;
        words_.push_back(static_cast<char>('0' + u_charDigitValue(c.value)));
        break;
      case Sign::kUnderscore:
        plain_ = versioned_ = false;
        words_.push_back('_');
        break;
      case Sign::kInvisible:
        break;
      case Sign::kApostrophe:
        return StepOverApostrophe(c.bytes);
      case Sign::kHyphen:
        return Join(c.bytes, "-", WordAt(text_, at_ + c.bytes));
      case Sign::kJoint:
        return StepOverJoint(text_.substr(at_));
      default:
        return false;
    }
    at_ += c.bytes;
    return true;
  }

  void AppendLetter(UChar32 c) {
    if (c < 0x80) {
      const char letter = static_cast<char>(c);
      // Behind a capital of another alphabet, which is in lower case now, one shows no new word.
      after_capital_ = after_capital_ && letter < 'a';
      return words_.push_back(after_capital_ ? ascii::Lower(letter) : letter);
    }
    after_capital_ = u_tolower(c) != c;
    std::array<char, U8_MAX_LENGTH> bytes;
    size_t length = 0;
    U8_APPEND_UNSAFE(bytes.data(), length, u_tolower(c));
    words_.append(bytes.data(), length);
  }

  bool Join(size_t bytes, std::string_view joint, bool joins) {
    if (!joins) return false;
    words_ += joint;
    plain_ = false;
    versioned_ = versioned_ && joint == ".";
    at_ += bytes;
    return true;
  }

  bool StepOverJoint(std::string_view rest) {
    switch (rest[0]) {
      case '.':
      case '-':
        return Join(1, rest.substr(0, 1), WordAt(text_, at_ + 1));
      case '@':
        return Join(1, "@", LetterAt(text_, at_ + 1));
      case ':':
        return Join(2, "::", rest.starts_with("::") && WordAt(text_, at_ + 2));
      case '+':
        return Join(2, "++", rest.starts_with("++") && !rest.starts_with("+++") && EndsInLetter());
      case '#':
        return Join(1, "#", letters_ == 1 && Word().size() == 1 && !WordAt(text_, at_ + 1));
      default:
        return false;
    }
  }

  bool EndsInLetter() const {
    return !Word().empty() && (ascii::IsLetter(words_.back()) || (words_.back() & 0x80) != 0);
  }

  // It vanishes between letters.
  bool StepOverApostrophe(size_t bytes) {
    const Character next = CharacterAt(text_, at_ + bytes);
    if (!EndsInLetter() || next.sign != Sign::kLetter) return false;
    const size_t behind = at_ + bytes + next.bytes;
    const bool more = WordAt(text_, behind);
    if (more && IsElided(Word())) return false;
    at_ += bytes;
    if (more || (next.value != 's' && next.value != 'S')) return true;
    at_ = behind;  // a possessive
    return false;
  }

  std::string_view text_;
  std::string& words_;
  size_t begin_;
  size_t at_ = 0;
  size_t letters_ = 0;
  bool digits_ = false;
  bool after_capital_ = false;
  bool plain_ = true;      // letters and digits only
  bool versioned_ = true;  // joined by full stops only
};

// Reads the text from `at` on that is in a script without blanks, without invisible characters: the
// dictionaries would see words end there. Returns where it ends.
size_t ReadUnspaced(std::string_view text, size_t at, std::string& unspaced) {
  const size_t limit = at + kLongestUnspaced;
  while (at < limit) {
    const Character c = CharacterAt(text, at);
    const bool goes_on = c.sign == Sign::kUnspaced || c.sign == Sign::kInvisible ||
                         (c.sign == Sign::kLetter && (U_GET_GC_MASK(c.value) & U_GC_M_MASK) != 0);
    if (!goes_on) break;
    if (c.sign != Sign::kInvisible) unspaced += text.substr(at, c.bytes);
    at += c.bytes;
  }
  return at;
}

// Reads a word of ASCII letters that needs no further look, as most do. Returns where it ends, or
// `at` if it is not such a word.
size_t ReadSimple(std::string_view text, size_t at, std::string& words) {
  const size_t begin = words.size();
  size_t end = at;
  bool capitals = false;  // behind the first letter
  for (; end < text.size() && kSigns[static_cast<unsigned char>(text[end])] == Sign::kLetter;
       ++end) {
    capitals = capitals || (end > at && text[end] < 'a');
    words.push_back(static_cast<char>(text[end] | 0x20));
  }
  const bool apart = end == text.size() ||
                     kSigns[static_cast<unsigned char>(text[end])] == Sign::kOther ||
                     ((text[end] == '.' || text[end] == ':') &&
                      (end + 1 == text.size() ||
                       kSigns[static_cast<unsigned char>(text[end + 1])] == Sign::kOther));
  if (apart && !capitals) return end;
  words.resize(begin);
  return at;
}

}  // namespace

Result<WordBreaker> WordBreaker::Create() {
  AKIN_TRY_ASSIGN(LetterBreaker dictionaries, LetterBreaker::Create());
  return WordBreaker(std::move(dictionaries));
}

uint32_t WordBreaker::Append(std::string_view text, std::string& words) {
  uint32_t count = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = words.size();
    if (const size_t end = ReadSimple(text, at, words); end > at) {
      count += EndWordFrom(begin, words);
      at = end;
      continue;
    }
    const Character c = CharacterAt(text, at);
    const size_t prefix = c.sign == Sign::kJoint ? PrefixAt(text, at) : 0;
    if (IsWordSign(c.sign) || prefix > 0) {
      WordReader reader(text, words);
      at = reader.Read(at, prefix);
      count += reader.End();
    } else if (c.sign == Sign::kUnspaced) {
      std::string unspaced;
      at = ReadUnspaced(text, at, unspaced);
      count += dictionaries_.AppendByIcu(unspaced, words);
    } else {
      at += c.bytes;
    }
  }
  return count;
}

Result<TextWords> WordsOf(std::string_view text) {
  AKIN_TRY_ASSIGN(WordBreaker whole, WordBreaker::Create());
  AKIN_TRY_ASSIGN(LetterBreaker letters, LetterBreaker::Create());
  TextWords words;
  whole.Append(text, words.whole);
  letters.Append(text, words.letters);
  return words;
}

}  // namespace akin
