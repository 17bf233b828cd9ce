#include "analyzers/constraints/shell_words.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace allreview::constraints {
namespace {

class Lexer {
 public:
  explicit Lexer(absl::string_view text) : text_(text) {}

  std::vector<ShellCommand> Read() {
    while (at_ < text_.size()) Step();
    EndWord();
    EndCommand();
    return std::move(commands_);
  }

 private:
  void Step() {
    const char c = text_[at_];
    if (c == '\\' && at_ + 1 < text_.size()) return Escape();
    if (c == '\'' || c == '"') return Quote(c);
    if (c == '$' && at_ + 1 < text_.size() && (text_[at_ + 1] == '(' || text_[at_ + 1] == '{')) {
      return Substitution();
    }
    if (c == '#' && !has_word_) return SkipLine();
    if (c == '(' && has_word_ && absl::EndsWith(word_.text, "=")) {
      Add(c);
      ++at_;
      is_in_array_ = true;
      return EndWord();
    }
    if (c == ')' && is_in_array_) {
      EndWord();
      is_in_array_ = false;
      ++at_;
      return EndCommand();
    }
    if (c == '\n' || absl::ascii_isspace(static_cast<unsigned char>(c))) {
      EndWord();
      if (c == '\n' && !is_in_array_) EndCommand();
      line_ += c == '\n';
      ++at_;
      return;
    }
    if ((c == ';' || c == '|' || c == '&') && !is_in_array_) {
      EndWord();
      EndCommand();
      ++at_;
      return;
    }
    Add(c);
    ++at_;
  }

  void Escape() {
    const char next = text_[at_ + 1];
    at_ += 2;
    if (next == '\n') {
      ++line_;
      EndWord();
      return;
    }
    if (next == '\r') return;
    Add(next);
  }

  void Quote(char quote) {
    if (!has_word_) Begin();
    if (quote == '\'') word_.is_literal = true;
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size()) {
        ++at_;
        if (text_[at_] == '\n') {
          ++line_;
          word_.text += ' ';
          continue;
        }
      }
      word_.text += text_[at_];
    }
    if (at_ < text_.size()) ++at_;
  }

  // $(...) or ${...}, as it is.
  void Substitution() {
    const char open = text_[at_ + 1];
    const char close = open == '(' ? ')' : '}';
    int depth = 0;
    do {
      const char c = text_[at_];
      depth += c == open ? 1 : c == close ? -1 : 0;
      line_ += c == '\n';
      Add(c);
      ++at_;
    } while (at_ < text_.size() && (depth > 0 || text_[at_ - 1] == '$'));
  }

  void SkipLine() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  void Begin() {
    word_ = {.line = line_};
    has_word_ = true;
  }
  void Add(char c) {
    if (!has_word_) Begin();
    word_.text += c;
  }
  void EndWord() {
    if (has_word_) command_.words.push_back(std::move(word_));
    has_word_ = false;
    word_ = {};
  }
  void EndCommand() {
    if (!command_.words.empty()) commands_.push_back(std::move(command_));
    command_ = {};
  }

  const absl::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
  bool has_word_ = false, is_in_array_ = false;
  ShellWord word_;
  ShellCommand command_;
  std::vector<ShellCommand> commands_;
};

}  // namespace

std::vector<ShellCommand> ShellCommandsIn(absl::string_view text) { return Lexer(text).Read(); }

}  // namespace allreview::constraints
