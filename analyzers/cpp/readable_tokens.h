#ifndef ANALYZERS_CPP_READABLE_TOKENS_H_
#define ANALYZERS_CPP_READABLE_TOKENS_H_

// The tokens that the parser is to see, with what stands around them. For readable_text.h.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/tokens.h"

namespace allreview::cpp {

inline bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// As macros are named: at least three characters, of which none is lower case.
bool IsCapitals(absl::string_view word);
// A word that begins a statement which is no declaration: `return`, `else`.
bool IsStatementWord(absl::string_view word);

// A text of which bytes are replaced. It is copied at the first that is.
class EditedText {
 public:
  explicit EditedText(absl::string_view source) : source_(source) {}

  absl::string_view source() const { return source_; }
  absl::string_view TextOf(const Token& token) const {
    return source_.substr(token.first, token.end - token.first);
  }
  // Spaces, but line ends stay.
  void Blank(const Token& token);
  void Write(uint32_t byte, absl::string_view text);
  // Nothing: it is as it was.
  std::optional<std::string> Take() &&;

 private:
  std::string& edited();

  const absl::string_view source_;
  std::string edited_;
};

class ReadableTokens {
 public:
  // Directives are not among them.
  ReadableTokens(absl::string_view source, const std::vector<Token>& tokens,
                 const std::vector<bool>& is_hidden);

  size_t size() const { return tokens_.size(); }
  const Token& token(size_t i) const { return tokens_[i]; }
  absl::string_view source() const { return source_; }
  absl::string_view TextOf(size_t i) const {
    return i < size() ? source_.substr(tokens_[i].first, tokens_[i].end - tokens_[i].first) : "";
  }
  bool IsWord(size_t i) const { return i < size() && tokens_[i].kind == Token::Kind::kWord; }
  bool Is(size_t i, char c) const {
    return i < size() && tokens_[i].kind == Token::Kind::kPunctuation &&
           source_[tokens_[i].first] == c;
  }
  bool IsAnyOf(size_t i, absl::string_view characters) const {
    return i < size() && tokens_[i].kind == Token::Kind::kPunctuation &&
           characters.find(source_[tokens_[i].first]) != absl::string_view::npos;
  }

  // A directive stands between the token and the one before it.
  bool IsAfterDirective(size_t i) const { return places_[i].is_after_directive; }
  // It stands after `;`, `{`, `}`, a label, or a directive that is not within a statement.
  bool IsStatementStart(size_t i) const { return places_[i].is_statement_start; }
  // The innermost braces around it hold statements, not declarations or values.
  bool IsInCode(size_t i) const { return places_[i].is_in_code; }
  // The innermost braces around it are those of a class.
  bool IsInClass(size_t i) const { return places_[i].is_in_class; }
  // Of a bracket, the one that closes or opens it. 0: there is none.
  size_t PartnerOf(size_t i) const { return places_[i].partner; }
  // The `(` that is the innermost bracket around the token. 0: it is another one.
  size_t ParenthesisAround(size_t i) const { return places_[i].parenthesis; }
  // Of the `<` of template arguments, its `>`. 0: it is none, or a long way off.
  size_t TemplateEnd(size_t i) const;

 private:
  struct Place {
    uint32_t partner = 0, parenthesis = 0;
    bool is_after_directive = false, is_statement_start = false, is_in_code = false,
         is_in_class = false;
  };
  enum class Braces : uint8_t { kCode, kNamespace, kClass, kValues };

  void FindPlaces();
  Braces BracesAt(size_t i, size_t statement) const;
  bool IsLabelEnd(size_t i) const;

  const absl::string_view source_;
  std::vector<Token> tokens_;
  std::vector<Place> places_;
};

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_READABLE_TOKENS_H_
