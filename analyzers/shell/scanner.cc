#include "analyzers/shell/scanner.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"

namespace allreview::shell {

void Scanner::Skip(size_t count) {
  for (; count > 0 && at_ < text_.size(); --count, ++at_) line_ += text_[at_] == '\n';
}

void Scanner::SkipLine() { at_ = std::min(text_.find('\n', at_), text_.size()); }

void Scanner::Add(std::string& word) {
  line_ += text_[at_] == '\n';
  word += text_[at_++];
}

void Scanner::SkipArithmetic() {
  std::string ignored;
  TakeExpansion(ignored);
}

bool Scanner::IsExpansion() const {
  return LooksAt("$(") || LooksAt("${") || LooksAt("<(") || LooksAt(">(");
}

Scanner::Part Scanner::Take(std::string& word) {
  const char c = peek();
  if (c == '\\') {
    Skip(1);
    if (at_end()) return Part::kNothing;
    if (peek() == '\r' || peek() == '\n') {
      Skip(1);  // The next line goes on with the word.
      return Part::kNothing;
    }
    Add(word);
    return Part::kEscaped;
  }
  if (LooksAt("$'") || LooksAt("$\"")) Skip(1);
  switch (peek()) {
    case '\'':
      TakeSingle(word);
      return Part::kLiteral;
    case '"':
      TakeDouble(word);
      return Part::kQuoted;
    case '`':
      TakeBackticks(word);
      return Part::kPlain;
    default:
      break;
  }
  if (IsExpansion()) {
    TakeExpansion(word);
  } else {
    Add(word);
  }
  return Part::kPlain;
}

void Scanner::TakeSingle(std::string& word) {
  for (Skip(1); !at_end() && peek() != '\'';) Add(word);
  Skip(1);
}

void Scanner::TakeDouble(std::string& word) {
  Skip(1);
  while (!at_end() && peek() != '"') {
    if (peek() == '\\' && at_ + 1 < text_.size()) {
      Skip(1);
      Add(word);  // A line that goes on is a line all the same.
    } else if (peek() == '`') {
      TakeBackticks(word);
    } else if (IsExpansion()) {
      TakeExpansion(word);
    } else {
      Add(word);
    }
  }
  Skip(1);
}

void Scanner::TakeBackticks(std::string& word) {
  Add(word);
  while (!at_end() && peek() != '`') {
    if (peek() == '\\' && at_ + 1 < text_.size()) Add(word);
    Add(word);
  }
  if (!at_end()) Add(word);
}

// $(...), ${...}, <(...) or ((...)) with all that is nested in it, as it is written.
void Scanner::TakeExpansion(std::string& word) {
  std::vector<char> open;  // What closes each level: ')', '}', or a quote.
  do {
    const char c = peek();
    const bool in_single = !open.empty() && open.back() == '\'';
    const bool in_double = !open.empty() && open.back() == '"';
    if (c == '\\' && !in_single && at_ + 1 < text_.size()) {
      Add(word);
    } else if (!open.empty() && c == open.back()) {
      open.pop_back();
    } else if (in_single) {
    } else if (c == '"' || (c == '\'' && !in_double)) {
      open.push_back(c);
    } else if (c == '$' && (LooksAt("$(") || LooksAt("${"))) {
      Add(word);
      open.push_back(peek() == '(' ? ')' : '}');
    } else if (c == '(' && !in_double && (open.empty() || open.back() == ')')) {
      open.push_back(')');
    }
    Add(word);
  } while (!at_end() && (!open.empty() || text_[at_ - 1] == '<' || text_[at_ - 1] == '>'));
}

Scanner::HereDocument Scanner::TakeHereDocument() {
  HereDocument document;
  Skip(2);
  if (!at_end() && peek() == '-') {
    document.strips_tabs = true;
    Skip(1);
  }
  while (!at_end() && (peek() == ' ' || peek() == '\t')) Skip(1);
  while (!at_end() && !absl::ascii_isspace(static_cast<unsigned char>(peek())) && peek() != ';' &&
         peek() != '|' && peek() != '&' && peek() != ')' && peek() != '>') {
    Take(document.end);
  }
  return document;
}

void Scanner::SkipBody(const HereDocument& document) {
  while (!at_end()) {
    const size_t end = std::min(text_.find('\n', at_), text_.size());
    absl::string_view content = text_.substr(at_, end - at_);
    if (document.strips_tabs)
      content.remove_prefix(std::min(content.find_first_not_of('\t'), content.size()));
    if (!content.empty() && content.back() == '\r') content.remove_suffix(1);
    at_ = end;
    Skip(1);
    if (content == document.end) return;
  }
}

}  // namespace allreview::shell
