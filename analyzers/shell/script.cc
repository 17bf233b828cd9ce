#include "analyzers/shell/script.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/shell/scanner.h"

namespace allreview::shell {
namespace {

bool IsSpace(char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); }

// What is open around a command.
struct Block {
  enum class Kind { kKeyword, kBrace, kParenthesis, kCase };
  Kind kind = Kind::kKeyword;
  bool in_pattern = false;    // Of kCase: a pattern comes, up to its ')'.
  std::string function = {};  // The function that the block is the body of, or lies in.
};

// Keywords that only stand before a command.
bool IsPrefix(absl::string_view word) {
  return word == "then" || word == "do" || word == "else" || word == "elif" || word == "!" ||
         word == "time" || word == "coproc";
}

class Reader {
 public:
  explicit Reader(absl::string_view text) : scan_(text) {}

  std::vector<Command> Read() {
    while (!scan_.at_end()) Step();
    EndCommand();
    return std::move(commands_);
  }

 private:
  void Step() {
    const char c = scan_.peek();
    if (in_test_ && StepInTest(c)) return;
    if (c == '#' && !has_word_) return scan_.SkipLine();
    if (c == '\n') return EndLine();
    if (IsSpace(c)) {
      EndWord();
      return scan_.Skip(1);
    }
    if (c == '(' || c == ')') return Parenthesis(c);
    if (c == '<' || c == '>') return Redirect();
    if (c == ';' || c == '|' || c == '&') return Operator(c);
    TakePart();
  }

  // [[ a && b < c ]]: these are no operators of commands.
  bool StepInTest(char c) {
    if (c != '(' && c != ')' && c != '<' && c != '>' && c != '|' && c != '&') return false;
    TakePart();
    return true;
  }

  // A character of a word, or what stands in quotes, or an expansion.
  void TakePart() {
    if (!has_word_) {
      word_ = {.line = scan_.line()};
      has_word_ = true;
    }
    const Scanner::Part part = scan_.Take(word_.text);
    word_.is_literal = word_.is_literal || part == Scanner::Part::kLiteral;
    word_.is_quoted = word_.is_quoted || part != Scanner::Part::kPlain;
    if (part == Scanner::Part::kNothing && word_.text.empty()) {
      has_word_ = false;
      word_ = {};
    }
  }

  void EndLine() {
    EndWord();
    if (!in_array_) EndCommand();
    scan_.Skip(1);
    for (const Scanner::HereDocument& document : here_documents_) scan_.SkipBody(document);
    here_documents_.clear();
  }

  bool InPattern() const { return !blocks_.empty() && blocks_.back().in_pattern; }

  void Parenthesis(char c) {
    if (c == ')') return Close();
    if (InPattern()) return scan_.Skip(1);
    const bool begins = command_.words.empty() && !has_word_;
    if (has_word_ && !word_.is_quoted && absl::EndsWith(word_.text, "=")) {
      word_.text += '(';
      scan_.Skip(1);
      in_array_ = true;
      return EndWord();
    }
    if (has_word_ && scan_.LooksAt("()") && command_.words.empty()) {
      function_ = word_.text;
      has_word_ = false;
      return scan_.Skip(2);
    }
    const bool is_loop = command_.words.size() == 1 && command_.words[0].text == "for";
    if ((begins || is_loop) && scan_.LooksAt("((")) return scan_.SkipArithmetic();
    if (begins) {
      Open({.kind = Block::Kind::kParenthesis});
      return scan_.Skip(1);
    }
    if (scan_.LooksAt("()")) {  // function name ()
      return scan_.Skip(2);
    }
    TakePart();  // A pattern: @(a|b)
  }

  void Close() {
    scan_.Skip(1);
    if (in_array_) {
      EndWord();
      in_array_ = false;
      return;
    }
    if (InPattern()) {
      has_word_ = false;
      command_ = {};
      blocks_.back().in_pattern = false;
      return;
    }
    EndCommand();
    Pop(Block::Kind::kParenthesis);
  }

  // Everything but words is taken off here.
  void Redirect() {
    const bool is_out = scan_.peek() == '>';
    if (has_word_ && !word_.is_quoted && IsNumber(word_.text)) {
      has_word_ = false;
      word_ = {};
    }
    if (scan_.LooksAt("<(") || scan_.LooksAt(">(")) return TakePart();
    EndWord();
    if (scan_.LooksAt("<<<")) {
      scan_.Skip(3);
      next_ = Next::kDropped;
    } else if (scan_.LooksAt("<<")) {
      here_documents_.push_back(scan_.TakeHereDocument());
      command_.has_here_document = true;
    } else {
      scan_.Skip(scan_.LooksAt(">>") || scan_.LooksAt(">|") || scan_.LooksAt("<>") ? 2 : 1);
      next_ = is_out ? Next::kTarget : Next::kDropped;
      if (!scan_.at_end() && scan_.peek() == '&') {
        scan_.Skip(1);
        next_ = Next::kDropped;
      }
    }
  }

  static bool IsNumber(absl::string_view text) {
    return absl::c_all_of(
        text, [](char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); });
  }

  void Operator(char c) {
    if (in_array_ || InPattern()) {
      EndWord();
      return scan_.Skip(1);
    }
    if (scan_.LooksAt("&>")) {
      EndWord();
      scan_.Skip(scan_.LooksAt("&>>") ? 3 : 2);
      next_ = Next::kTarget;
      return;
    }
    EndCommand();
    if (scan_.LooksAt(";;") || scan_.LooksAt(";&")) {
      scan_.Skip(scan_.LooksAt(";;&") ? 3 : 2);
      if (!blocks_.empty() && blocks_.back().kind == Block::Kind::kCase) {
        blocks_.back().in_pattern = true;
      }
      return;
    }
    is_conditional_ = scan_.LooksAt("&&") || scan_.LooksAt("||");
    scan_.Skip(is_conditional_ || scan_.LooksAt("|&") ? 2 : 1);
    (void)c;
  }

  void EndWord() {
    if (!has_word_) return;
    has_word_ = false;
    Word word = std::move(word_);
    word_ = {};
    const Next next = std::exchange(next_, Next::kWord);
    if (next == Next::kDropped) return;
    if (next == Next::kTarget) {
      command_.targets.push_back(std::move(word));
      return;
    }
    if (InPattern()) {
      if (word.text == "esac" && !word.is_quoted) Pop(Block::Kind::kCase);
      return;
    }
    if (command_.words.empty() && !word.is_quoted && TakeKeyword(word)) return;
    in_test_ = word.text == "[[" ? command_.words.empty() : in_test_ && word.text != "]]";
    command_.words.push_back(std::move(word));
    EndHead();
  }

  // `case $x in` and `function name` end without a separator.
  void EndHead() {
    const std::vector<Word>& words = command_.words;
    if (words[0].text == "case" && words.size() > 2 && words.back().text == "in") {
      EndCommand();
      Open({.kind = Block::Kind::kCase, .in_pattern = true});
    } else if (words[0].text == "function" && words.size() == 2) {
      function_ = words[1].text;
      command_ = {};
    }
  }

  bool TakeKeyword(const Word& word) {
    const std::string& text = word.text;
    if (IsPrefix(text)) return true;
    if (text == "if" || text == "while" || text == "until") {
      Open({});
      return true;
    }
    if (text == "{") {
      Open({.kind = Block::Kind::kBrace});
      return true;
    }
    if (text == "}" || text == "fi" || text == "done" || text == "esac") {
      Pop(text == "}"      ? Block::Kind::kBrace
          : text == "esac" ? Block::Kind::kCase
                           : Block::Kind::kKeyword);
      return true;
    }
    if (text == "for" || text == "select") Open({});
    return false;
  }

  void Open(Block block) {
    constexpr size_t kMaxDepth = 1'000;
    if (blocks_.size() >= kMaxDepth) return;
    block.function = !function_.empty() ? std::exchange(function_, "")
                     : blocks_.empty()  ? ""
                                        : blocks_.back().function;
    blocks_.push_back(std::move(block));
    is_conditional_ = false;
  }

  void Pop(Block::Kind kind) {
    if (!blocks_.empty() && blocks_.back().kind == kind) blocks_.pop_back();
  }

  void EndCommand() {
    EndWord();
    next_ = Next::kWord;
    in_test_ = in_array_ = false;
    if (!command_.words.empty()) {
      command_.is_conditional = is_conditional_;
      // A loop opened its block already.
      const bool is_head = command_.words[0].text == "for" || command_.words[0].text == "select";
      command_.depth = static_cast<int>(blocks_.size()) - (is_head && !blocks_.empty());
      if (!blocks_.empty()) command_.function = blocks_.back().function;
      commands_.push_back(std::move(command_));
      is_conditional_ = false;
    }
    command_ = {};
  }

  enum class Next { kWord, kTarget, kDropped };

  Scanner scan_;
  Word word_;
  Command command_;
  bool has_word_ = false, in_array_ = false, in_test_ = false, is_conditional_ = false;
  Next next_ = Next::kWord;  // What the word that comes is.
  std::string function_;     // Whose body comes.
  std::vector<Block> blocks_;
  std::vector<Scanner::HereDocument> here_documents_;
  std::vector<Command> commands_;
};

}  // namespace

std::vector<Command> CommandsIn(absl::string_view text) { return Reader(text).Read(); }

bool IsName(absl::string_view text) {
  if (text.empty() || absl::ascii_isdigit(static_cast<unsigned char>(text[0]))) return false;
  return absl::c_all_of(
      text, [](char c) { return c == '_' || absl::ascii_isalnum(static_cast<unsigned char>(c)); });
}

absl::string_view AssignedName(absl::string_view word) {
  const size_t equal = word.find('=');
  if (equal == absl::string_view::npos || equal == 0) return {};
  const absl::string_view name = word.substr(0, equal - (word[equal - 1] == '+'));
  return IsName(name) ? name : absl::string_view();
}

}  // namespace allreview::shell
