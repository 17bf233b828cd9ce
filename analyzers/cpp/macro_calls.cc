#include "analyzers/cpp/macro_calls.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

constexpr size_t kNone = static_cast<size_t>(-1);
constexpr size_t kMaxHeader = 12;  // Arguments before the statements.

class MacroCallReader {
 public:
  MacroCallReader(const ReadableTokens& tokens, EditedText* text) : tokens_(tokens), text_(*text) {}

  void Run() {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      Poll();
      if (tokens_.IsAnyOf(i, "([{")) {
        open_.push_back({.token = i});
      } else if (tokens_.IsAnyOf(i, ")]}")) {
        Close(i);
      } else if (!open_.empty()) {
        if (tokens_.Is(i, ';')) open_.back().statement = std::min(open_.back().statement, i);
        if (tokens_.Is(i, ',')) AddComma(i);
      }
    }
  }

 private:
  struct Open {
    size_t token;
    size_t statement = kNone;  // Where the first argument that holds statements certainly does.
    std::vector<size_t> commas = {};
  };

  void AddComma(size_t i) {
    if (open_.back().commas.size() < kMaxHeader) open_.back().commas.push_back(i);
  }

  void Close(size_t i) {
    const size_t partner = tokens_.PartnerOf(i);
    while (!open_.empty() && open_.back().token != partner) {
      // A bracket that is never closed.
      if (partner == 0 && open_.front().token != 0) return;
      open_.pop_back();
    }
    if (open_.empty()) return;
    const Open open = std::move(open_.back());
    open_.pop_back();
    const size_t name = open.token - 1;
    if (tokens_.Is(i, '}')) {
      if (open.statement != kNone && IsBlockInArgument(open.token)) Tell(open.token);
      return;
    }
    if (!tokens_.Is(i, ')') || open.token == 0 || !tokens_.IsWord(name) ||
        !IsCapitals(tokens_.TextOf(name)) || tokens_.TextOf(name).size() < 4) {
      return;
    }
    if (open.statement != kNone) {
      if (MakeBlock(open, i) && IsArgumentStart(name)) Tell(name);
    } else {
      MakeStatement(open, i);
    }
  }

  // The call around it has statements among its arguments.
  void Tell(size_t token) {
    if (!open_.empty()) open_.back().statement = std::min(open_.back().statement, token);
  }

  bool IsArgumentStart(size_t i) const {
    return i > 0 && (tokens_.Is(i - 1, '(') || tokens_.Is(i - 1, ',')) && !open_.empty() &&
           tokens_.Is(open_.back().token, '(');
  }

  // A block, or that of a branch or loop, which no lambda has.
  bool IsBlockInArgument(size_t brace) const {
    if (open_.empty() || !tokens_.Is(open_.back().token, '(')) return false;
    if (IsArgumentStart(brace)) return true;
    const absl::string_view before = tokens_.TextOf(brace - 1);
    if (before == "else" || before == "do") return true;
    const size_t head = before == ")" ? tokens_.PartnerOf(brace - 1) : 0;
    if (head == 0) return false;
    const absl::string_view word = tokens_.TextOf(head - 1);
    return word == "if" || word == "for" || word == "while" || word == "switch" ||
           word == "constexpr";
  }

  // NAME(a, b, statements) as {a, b; statements}.
  bool MakeBlock(const Open& open, size_t close) {
    const size_t name = open.token - 1;
    if (!tokens_.IsInCode(name)) return false;
    const bool is_statement = tokens_.IsStatementStart(name) || IsArgumentStart(name) ||
                              tokens_.Is(name - 1, ')') || tokens_.TextOf(name - 1) == "else" ||
                              IsAfterStatementMacro(name);
    if (!is_statement) return false;
    size_t first = open.token + 1;  // Of the argument.
    size_t header_end = kNone;      // The comma after the last plain one.
    for (const size_t comma : open.commas) {
      if (comma > open.statement || !IsPlain(first, comma)) break;
      header_end = comma;
      first = comma + 1;
    }
    text_.Blank(tokens_.token(name));
    text_.Write(tokens_.token(name).first, "{");
    text_.Write(tokens_.token(open.token).first, " ");
    if (header_end != kNone) text_.Write(tokens_.token(header_end).first, ";");
    text_.Write(tokens_.token(close).first, "}");
    return true;
  }

  bool IsAfterStatementMacro(size_t name) const {
    return name > 0 && name - 1 == last_statement_macro_;
  }

  // A value: names, members, calls and numbers, no declaration and no block.
  bool IsPlain(size_t first, size_t end) const {
    bool is_after_word = false;
    for (size_t at = first; at < end; ++at) {
      Poll();
      if (tokens_.IsWord(at)) {
        const absl::string_view word = tokens_.TextOf(at);
        if (is_after_word || IsStatementWord(word) || word == "const" || word == "constexpr") {
          return false;
        }
        is_after_word = true;
        continue;
      }
      is_after_word = false;
      if (tokens_.IsAnyOf(at, "([")) {
        at = tokens_.PartnerOf(at);
        if (at == 0) return false;
      } else if (tokens_.IsAnyOf(at, ";{}<>=") && !IsPartOfOperator(at)) {
        return false;
      }
    }
    return end > first;
  }

  // The `>` of an arrow, `==`, `>=`.
  bool IsPartOfOperator(size_t at) const {
    if (tokens_.Is(at, '>')) return tokens_.Is(at - 1, '-');
    return tokens_.Is(at, '=') && (tokens_.IsAnyOf(at - 1, "=!<>") || tokens_.Is(at + 1, '='));
  }

  // NAME(a) as a statement: in a class, before a block, or on a line of its own with no semicolon
  // before the next statement.
  void MakeStatement(const Open& open, size_t close) {
    const size_t name = open.token - 1, next = close + 1;
    const bool begins = tokens_.IsStatementStart(name) || IsAfterStatementMacro(name);
    if (!begins || !IsInBraces()) return;
    if (tokens_.IsInClass(name)) {
      const bool is_constructor = tokens_.Is(next, '{') || tokens_.Is(next, ':');
      if (!is_constructor && HasValue(open.token, close)) BlankAll(name, close);
    } else if (tokens_.Is(next, '{') && tokens_.IsInCode(name)) {
      MakeLoop(open, close);
    } else if (EndsLine(close) && BeginsStatement(next)) {
      last_statement_macro_ = close;
      End(name, close);
    }
  }

  // Ends it with a semicolon, or leaves it out where there is no place for one.
  void End(size_t name, size_t close) {
    const absl::string_view between = Between(close);
    const size_t after = between.find_first_not_of(" \t\r\n");
    const bool is_before_directive = after != absl::string_view::npos && between[after] == '#';
    const bool has_place =
        between[0] == ' ' || between[0] == '\r' || (between[0] == '\n' && !is_before_directive);
    if (has_place) {
      text_.Write(tokens_.token(close).end, ";");
    } else {
      BlankAll(name, close);
    }
  }

  // NAME_LOOP(i, n) { … } as for (auto i: n); another macro before a block is left out.
  void MakeLoop(const Open& open, size_t close) {
    const size_t name = open.token - 1;
    const absl::string_view text = tokens_.TextOf(name);
    constexpr absl::string_view kFor = "for(auto";
    const bool is_loop = absl::StrContains(text, "LOOP") || absl::StrContains(text, "FOR");
    if (is_loop && open.commas.size() >= 1 && text.size() >= kFor.size()) {
      text_.Blank(tokens_.token(name));
      text_.Write(tokens_.token(name).first, kFor);
      text_.Write(tokens_.token(open.token).first, " ");
      text_.Write(tokens_.token(open.commas[0]).first, ":");
    } else {
      BlankAll(name, close);
    }
  }

  // What stands after a token before the next one.
  absl::string_view Between(size_t token) const {
    const uint32_t end = tokens_.token(token).end;
    const size_t next =
        token + 1 < tokens_.size() ? tokens_.token(token + 1).first : tokens_.source().size();
    PollBytes(next - end);
    return tokens_.source().substr(end, next - end);
  }

  bool EndsLine(size_t token) const { return Between(token).find('\n') != absl::string_view::npos; }

  bool BeginsStatement(size_t i) const {
    if (i == tokens_.size() || tokens_.Is(i, '}') || tokens_.IsAfterDirective(i)) return true;
    const absl::string_view word = tokens_.TextOf(i);
    return tokens_.IsWord(i) && word != "const" && word != "noexcept" && word != "override";
  }

  bool HasValue(size_t first, size_t end) const {
    for (size_t at = first; at < end; ++at) {
      Poll();
      const Token::Kind kind = tokens_.token(at).kind;
      if (kind == Token::Kind::kNumber || kind == Token::Kind::kString) return true;
    }
    return false;
  }

  void BlankAll(size_t first, size_t last) {
    for (size_t at = first; at <= last; ++at) text_.Blank(tokens_.token(at));
  }

  bool IsInBraces() const { return open_.empty() || tokens_.Is(open_.back().token, '{'); }

  const ReadableTokens& tokens_;
  EditedText& text_;
  std::vector<Open> open_;
  size_t last_statement_macro_ = kNone;  // Its closing parenthesis.
};

}  // namespace

void ReadMacroCalls(const ReadableTokens& tokens, EditedText* text) {
  MacroCallReader(tokens, text).Run();
}

}  // namespace allreview::cpp
