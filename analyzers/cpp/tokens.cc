#include "analyzers/cpp/tokens.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
}
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

class Lexer {
 public:
  explicit Lexer(absl::string_view text) : text_(text) {}

  std::vector<Token> Run() {
    tokens_.reserve(text_.size() / 4);
    while (at_ < text_.size()) {
      Poll();
      const char c = text_[at_];
      if (c == '\n') {
        is_line_start_ = true;
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\\') {
        ++at_;
      } else if (c == '/' && Next() == '/') {
        SkipTo("\n");
      } else if (c == '/' && Next() == '*') {
        at_ += 2;
        SkipTo("*/");
        at_ = std::min(at_ + 2, text_.size());
      } else {
        ReadToken(c);
        is_line_start_ = false;
      }
    }
    return std::move(tokens_);
  }

 private:
  char Next(size_t ahead = 1) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void SkipTo(absl::string_view end) {
    const size_t found = text_.find(end, at_);
    PollBytes((found == absl::string_view::npos ? text_.size() : found) - at_);
    at_ = found == absl::string_view::npos ? text_.size() : found;
  }

  void Add(Token::Kind kind, size_t first) {
    tokens_.push_back({kind, static_cast<uint32_t>(first), static_cast<uint32_t>(at_)});
  }

  void ReadToken(char c) {
    const size_t first = at_;
    if (c == '#' && is_line_start_) return ReadDirective();
    if (IsDigit(c) || (c == '.' && IsDigit(Next()))) return ReadNumber();
    if (c == '"' || c == '\'') {
      ReadQuoted(c);
      return Add(Token::Kind::kString, first);
    }
    ++at_;
    if (!IsLetter(c)) return Add(Token::Kind::kPunctuation, first);
    while (at_ < text_.size() && (IsLetter(text_[at_]) || IsDigit(text_[at_]))) ++at_;
    PollBytes(at_ - first);
    if (at_ < text_.size() && text_[at_] == '"' && text_[at_ - 1] == 'R' && at_ - first <= 3) {
      ReadRaw();
      return Add(Token::Kind::kString, first);
    }
    Add(Token::Kind::kWord, first);
  }

  void ReadNumber() {
    const size_t first = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_], before = text_[at_ - (at_ > first)];
      const bool is_sign = (c == '+' || c == '-') && (before == 'e' || before == 'E') &&
                           text_.substr(first, 2) != "0x";
      const bool is_separator = c == '\'' && (IsDigit(Next()) || IsLetter(Next()));
      if (!IsDigit(c) && !IsLetter(c) && c != '.' && !is_sign && !is_separator) break;
      ++at_;
    }
    PollBytes(at_ - first);
    Add(Token::Kind::kNumber, first);
  }

  // Up to the quote or, where it is missing, the end of the line.
  void ReadQuoted(char quote) {
    const size_t first = at_++;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    at_ = std::min(at_, text_.size());
    PollBytes(at_ - first);
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }

  void ReadRaw() {
    const size_t open = text_.find('(', at_);
    constexpr size_t kMaxDelimiter = 16;
    if (open == absl::string_view::npos || open - at_ > kMaxDelimiter + 1) return ReadQuoted('"');
    const std::string end = absl::StrCat(")", text_.substr(at_ + 1, open - at_ - 1), "\"");
    SkipTo(end);
    at_ = std::min(at_ + end.size(), text_.size());
  }

  // With the lines that it continues on, and comments that begin in it.
  void ReadDirective() {
    const size_t first = at_;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (text_[at_] == '/' && Next() == '*') {
        at_ += 2;
        SkipTo("*/");
        at_ = std::min(at_ + 2, text_.size());
        continue;
      }
      const bool is_continued = text_[at_] == '\\' && (Next() == '\n' || Next() == '\r');
      at_ += !is_continued ? 1 : Next() == '\r' ? 3 : 2;
    }
    at_ = std::min(at_, text_.size());
    PollBytes(at_ - first);
    Add(Token::Kind::kDirective, first);
  }

  const absl::string_view text_;
  size_t at_ = 0;
  bool is_line_start_ = true;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> TokensOf(absl::string_view text) { return Lexer(text).Run(); }

}  // namespace allreview::cpp
