#include "attributes/where_parser.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "akin/utf8.h"
#include "base/ascii.h"

namespace akin {
namespace {

constexpr std::string_view kSpecial = "()=!<>^'\"";
constexpr std::string_view kNoValue = "a value, such as 2000 or 'two words'";

// Longer ones first, so that <= is not read as <.
constexpr std::array<std::pair<std::string_view, Relation>, 7> kRelations = {
    {{"!=", Relation::kUnequal},
     {"<=", Relation::kAtMost},
     {">=", Relation::kAtLeast},
     {"^=", Relation::kPrefix},
     {"=", Relation::kEqual},
     {"<", Relation::kLess},
     {">", Relation::kGreater}}};

struct Token {
  enum class Kind { kWord, kRelation, kOpen, kClose, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;
  bool quoted = false;
  size_t at = 0;  // character
  Relation relation = Relation::kEqual;

  bool Is(std::string_view keyword) const {
    return kind == Kind::kWord && !quoted && ascii::Same(text, keyword);
  }
  bool IsKeyword() const { return Is("and") || Is("or") || Is("not"); }
  std::string Shown() const { return kind == Kind::kEnd ? "the end" : fmt::format("'{}'", text); }
};

class WhereLexer {
 public:
  explicit WhereLexer(std::string_view text) : text_(text) {}

  Result<Token> Next() {
    while (!text_.empty() && ascii::IsBlank(text_.front())) Skip(1);
    Token token{.at = character_};
    if (text_.empty()) return token;
    const char first = text_.front();
    if (first == '(' || first == ')') {
      token.kind = first == '(' ? Token::Kind::kOpen : Token::Kind::kClose;
      token.text = first;
      Skip(1);
      return token;
    }
    for (const auto& [name, relation] : kRelations) {
      if (!text_.starts_with(name)) continue;
      token.kind = Token::Kind::kRelation;
      token.text = name;
      token.relation = relation;
      Skip(name.size());
      return token;
    }
    token.kind = Token::Kind::kWord;
    if (first == '\'' || first == '"') return Quoted(std::move(token), first);
    return Plain(std::move(token));
  }

 private:
  // Characters of one byte each.
  void Skip(size_t characters) {
    text_.remove_prefix(characters);
    character_ += characters;
  }

  // One character, which may have several bytes.
  Status Take(std::string& word) {
    const std::optional<CodePoint> point = FirstCodePoint(text_);
    if (!point) return WhereError(character_, "is not valid UTF-8");
    if (IsControl(point->value)) return WhereError(character_, "a control character");
    word.append(text_.substr(0, point->bytes));
    text_.remove_prefix(point->bytes);
    ++character_;
    return {};
  }

  Result<Token> Quoted(Token token, char quote) {
    token.quoted = true;
    Skip(1);
    while (!text_.empty()) {
      if (text_.front() != quote) {
        AKIN_TRY(Take(token.text));
        continue;
      }
      Skip(1);
      if (text_.empty() || text_.front() != quote) return token;
      token.text += quote;
      Skip(1);
    }
    return WhereError(token.at, fmt::format("a quote {} that is not closed", quote));
  }

  Result<Token> Plain(Token token) {
    while (!text_.empty() && !ascii::IsBlank(text_.front()) &&
           kSpecial.find(text_.front()) == std::string_view::npos) {
      AKIN_TRY(Take(token.text));
    }
    if (!token.text.empty()) return token;
    return WhereError(token.at,
                      fmt::format("'{}' alone; relations are = != < <= > >= ^=", text_.front()));
  }

  std::string_view text_;
  size_t character_ = 1;
};

class WhereParser {
 public:
  explicit WhereParser(std::string_view text) : lexer_(text) {}

  Result<std::vector<WhereStep>> Run() {
    AKIN_TRY(Advance());
    AKIN_TRY(Expression(0));
    if (next_.kind == Token::Kind::kEnd) return std::move(steps_);
    if (next_.kind == Token::Kind::kWord) {
      return WhereError(next_.at, fmt::format("{} where and, or, or the end is expected; quote a "
                                              "value with blanks",
                                              next_.Shown()));
    }
    if (next_.kind == Token::Kind::kRelation && next_.text == "=") {
      return WhereError(next_.at, "a second relation; write = once");
    }
    return WhereError(next_.at,
                      fmt::format("{} where and, or, or the end is expected", next_.Shown()));
  }

 private:
  Status Advance() {
    AKIN_TRY_ASSIGN(next_, lexer_.Next());
    return {};
  }

  Status Expression(size_t depth) {
    AKIN_TRY(Conjunction(depth));
    while (next_.Is("or")) {
      AKIN_TRY(Advance());
      AKIN_TRY(Conjunction(depth));
      steps_.push_back({.kind = WhereStep::Kind::kOr});
    }
    return {};
  }

  Status Conjunction(size_t depth) {
    AKIN_TRY(Negation(depth));
    while (next_.Is("and")) {
      AKIN_TRY(Advance());
      AKIN_TRY(Negation(depth));
      steps_.push_back({.kind = WhereStep::Kind::kAnd});
    }
    return {};
  }

  Status Negation(size_t depth) {
    if (depth == kDeepestWhere) {
      return WhereError(
          next_.at, fmt::format("more than {} parentheses and nots in each other", kDeepestWhere));
    }
    if (next_.Is("not")) {
      AKIN_TRY(Advance());
      AKIN_TRY(Negation(depth + 1));
      steps_.push_back({.kind = WhereStep::Kind::kNot});
      return {};
    }
    if (next_.kind != Token::Kind::kOpen) return Compare();
    const size_t opened = next_.at;
    AKIN_TRY(Advance());
    AKIN_TRY(Expression(depth + 1));
    if (next_.kind != Token::Kind::kClose) {
      return WhereError(next_.at, fmt::format("{} where and, or, or the ) of character {} is "
                                              "expected",
                                              next_.Shown(), opened));
    }
    return Advance();
  }

  Status Compare() {
    Comparison comparison{.name_at = next_.at};
    if (next_.kind != Token::Kind::kWord || next_.IsKeyword()) {
      return WhereError(next_.at, fmt::format("{} where an attribute is expected, as in year>=2000",
                                              next_.Shown()));
    }
    if (++comparisons_ > kMostComparisons) {
      return WhereError(next_.at, fmt::format("more than {} comparisons", kMostComparisons));
    }
    comparison.name = std::move(next_.text);
    AKIN_TRY(Advance());
    if (next_.kind != Token::Kind::kRelation) {
      return WhereError(next_.at, fmt::format("{} after '{}', where one of = != < <= > >= ^= is "
                                              "expected",
                                              next_.Shown(), comparison.name));
    }
    comparison.relation = next_.relation;
    comparison.relation_at = next_.at;
    AKIN_TRY(Advance());
    comparison.value_at = next_.at;
    if (next_.kind != Token::Kind::kWord || next_.text.empty()) {
      return WhereError(next_.at, fmt::format("{} where {} is expected", next_.Shown(), kNoValue));
    }
    comparison.value = std::move(next_.text);
    steps_.push_back({.comparison = std::move(comparison)});
    return Advance();
  }

  WhereLexer lexer_;
  Token next_;
  std::vector<WhereStep> steps_;
  size_t comparisons_ = 0;
};

}  // namespace

Status WhereError(size_t character, std::string_view what) {
  return InvalidArgument("where", fmt::format("character {}: {}", character, what));
}

std::string_view RelationName(Relation relation) {
  for (const auto& [name, known] : kRelations) {
    if (known == relation) return name;
  }
  return "";
}

Result<std::vector<WhereStep>> ParseWhere(std::string_view expression) {
  return WhereParser(expression).Run();
}

}  // namespace akin
