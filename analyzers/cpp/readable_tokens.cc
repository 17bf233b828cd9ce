#include "analyzers/cpp/readable_tokens.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/poll.h"

namespace allreview::cpp {

bool IsCapitals(absl::string_view word) {
  if (word.size() < 3 || word[0] < 'A' || word[0] > 'Z') return false;
  return std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool IsStatementWord(absl::string_view word) {
  static constexpr absl::string_view kWords[] = {
      "break",  "case",      "co_await", "co_return", "co_yield", "continue", "default",
      "delete", "do",        "else",     "extern",    "for",      "friend",   "goto",
      "if",     "namespace", "new",      "return",    "sizeof",   "switch",   "template",
      "throw",  "try",       "typedef",  "using",     "while"};
  return std::binary_search(std::begin(kWords), std::end(kWords), word);
}

std::string& EditedText::edited() {
  if (edited_.empty()) edited_ = std::string(source_);
  return edited_;
}

void EditedText::Blank(const Token& token) {
  PollBytes(token.end - token.first);
  std::string& text = edited();
  for (uint32_t at = token.first; at < token.end; ++at) {
    if (text[at] != '\n' && text[at] != '\r') text[at] = ' ';
  }
}

void EditedText::Write(uint32_t byte, absl::string_view text) {
  std::copy(text.begin(), text.end(), edited().begin() + byte);
}

std::optional<std::string> EditedText::Take() && {
  if (edited_.empty()) return std::nullopt;
  return std::move(edited_);
}

ReadableTokens::ReadableTokens(absl::string_view source, const std::vector<Token>& tokens,
                               const std::vector<bool>& is_hidden)
    : source_(source) {
  tokens_.reserve(tokens.size());
  places_.reserve(tokens.size());
  bool is_after_directive = true;
  for (size_t i = 0; i < tokens.size(); ++i) {
    Poll();
    if (is_hidden[i]) continue;
    if (tokens[i].kind == Token::Kind::kDirective) {
      is_after_directive = true;
      continue;
    }
    tokens_.push_back(tokens[i]);
    places_.push_back({.is_after_directive = is_after_directive});
    is_after_directive = false;
  }
  FindPlaces();
}

void ReadableTokens::FindPlaces() {
  struct Open {
    size_t token;
    char kind;
    Braces braces;
  };
  std::vector<Open> open;
  size_t statement = 0;  // First token of the current one.
  for (size_t i = 0; i < size(); ++i) {
    Poll();
    Place& place = places_[i];
    const bool is_in_braces = open.empty() || open.back().kind == '{';
    const Braces braces = open.empty() ? Braces::kNamespace : open.back().braces;
    place.is_in_code = braces == Braces::kCode;
    place.is_in_class = braces == Braces::kClass;
    if (!open.empty() && open.back().kind == '(') {
      place.parenthesis = static_cast<uint32_t>(open.back().token);
    }
    const bool is_after_end = i == 0 || IsAnyOf(i - 1, ";{}") || IsLabelEnd(i - 1);
    const bool is_between =
        place.is_after_directive && (is_after_end || Is(i - 1, ')') || TextOf(i - 1) == "else");
    place.is_statement_start = is_in_braces && (is_after_end || is_between);
    if (place.is_statement_start) statement = i;
    if (IsAnyOf(i, "([{")) {
      const char kind = source_[tokens_[i].first];
      open.push_back({i, kind, kind == '{' ? BracesAt(i, statement) : braces});
    } else if (IsAnyOf(i, ")]}")) {
      // What is not closed where its brace ends never is.
      const bool is_brace = Is(i, '}');
      while (is_brace && !open.empty() && open.back().kind != '{') open.pop_back();
      if (open.empty() || (!is_brace && open.back().kind == '{')) continue;
      place.partner = static_cast<uint32_t>(open.back().token);
      places_[open.back().token].partner = static_cast<uint32_t>(i);
      open.pop_back();
    }
  }
}

// `public:`, `default:`, `case 3:`, but no `::`, `? :` or `class A : B`.
bool ReadableTokens::IsLabelEnd(size_t i) const {
  if (!Is(i, ':') || i == 0 || Is(i - 1, ':') || Is(i + 1, ':')) return false;
  const absl::string_view word = TextOf(i - 1);
  if (word == "public" || word == "private" || word == "protected" || word == "default")
    return true;
  return i >= 2 && TextOf(i - 2) == "case";
}

ReadableTokens::Braces ReadableTokens::BracesAt(size_t i, size_t statement) const {
  if (i == 0) return Braces::kCode;
  const absl::string_view before = TextOf(i - 1);
  if (tokens_[i - 1].kind == Token::Kind::kString) return Braces::kNamespace;  // extern "C" {
  bool is_type = false, is_value = false, has_parenthesis = false;
  for (size_t at = statement; at < i; ++at) {
    Poll();
    const absl::string_view word = TextOf(at);
    if (word == "namespace") return Braces::kNamespace;
    is_type |= word == "class" || word == "struct" || word == "union" || word == "enum";
    has_parenthesis |= word == "(";
    is_value |= word == "=" && !has_parenthesis;
  }
  if (is_type && !has_parenthesis && !is_value) return Braces::kClass;
  if (before == ")" || before == "else" || before == "do" || before == "try" || before == "const" ||
      before == "noexcept" || before == "override" || before == "final" || before == "mutable" ||
      before == "]" || before == ":" || before == ";" || before == "{" || before == "}" ||
      before == ">") {
    return Braces::kCode;
  }
  // A lambda or function with a type after its arrow; else what follows a name or an operator.
  const bool is_after_arrow = i >= 3 && (Is(i - 2, '>') || Is(i - 3, '>'));
  return is_after_arrow && has_parenthesis ? Braces::kCode : Braces::kValues;
}

size_t ReadableTokens::TemplateEnd(size_t i) const {
  constexpr size_t kMaxTokens = 128;
  int depth = 0;
  for (size_t at = i; at < size() && at - i < kMaxTokens; ++at) {
    Poll();
    if (Is(at, '<')) ++depth;
    if (Is(at, '>') && --depth == 0) return at;
    if (IsAnyOf(at, ";{}")) return 0;
    if (Is(at, '(')) {
      at = PartnerOf(at);
      if (at == 0) return 0;
    }
  }
  return 0;
}

}  // namespace allreview::cpp
