#include "analyzers/cpp/readable_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/cpp/branches.h"
#include "analyzers/cpp/macro_calls.h"
#include "analyzers/cpp/readable_tokens.h"
#include "analyzers/cpp/tokens.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

struct QualifierMacro {
  absl::string_view name, meaning;
};
// Macros in front of declarations that say where code runs, and the header that defines each.
constexpr QualifierMacro kQualifierMacros[] = {
    {"DS_D_INLINE", "__device__"},            // DeepSpeed, csrc/includes/ds_kernel_utils.h
    {"DS_HD_INLINE", "__host__ __device__"},  // The same.
    {"CUTLASS_DEVICE", "__device__"},         // CUTLASS, cutlass/detail/helper_macros.hpp
    {"CUTLASS_HOST_DEVICE", "__host__ __device__"},
    {"CUTE_DEVICE", "__device__"},  // CuTe, cute/config.hpp
    {"CUTE_HOST_DEVICE", "__host__ __device__"},
    {"C10_DEVICE", "__device__"},  // PyTorch, c10/macros/Macros.h
    {"C10_HOST_DEVICE", "__host__ __device__"},
};

bool IsDeclarationWord(absl::string_view word) {
  static constexpr absl::string_view kWords[] = {
      "__device__", "__forceinline__", "__global__", "__host__", "auto",     "bool",
      "char",       "const",           "constexpr",  "double",   "float",    "inline",
      "int",        "int32_t",         "int64_t",    "long",     "short",    "size_t",
      "static",     "typename",        "uint32_t",   "uint64_t", "unsigned", "void"};
  return std::binary_search(std::begin(kWords), std::end(kWords), word);
}

bool IsLoopWord(absl::string_view word) {
  return word == "for" || word == "while" || word == "do" || word == "if" || word == "switch";
}

bool IsOperatorWord(absl::string_view word) {
  return word == "and" || word == "or" || word == "const" || word == "volatile";
}

// Those that the grammar knows.
bool IsPrimitiveType(absl::string_view word) {
  static constexpr absl::string_view kWords[] = {
      "bool",     "char",     "double",  "float",    "int",    "int16_t", "int32_t",
      "int64_t",  "int8_t",   "long",    "short",    "size_t", "ssize_t", "uint16_t",
      "uint32_t", "uint64_t", "uint8_t", "unsigned", "void"};
  return std::binary_search(std::begin(kWords), std::end(kWords), word);
}

// Makes the text readable, one kind of thing after the other.
class TextReader {
 public:
  explicit TextReader(absl::string_view source) : text_(source) {}

  std::optional<std::string> Run() {
    const std::vector<Token> tokens = TokensOf(text_.source());
    const std::vector<bool> is_hidden = UnreadableTokens(text_.source(), tokens);
    for (size_t i = 0; i < tokens.size(); ++i) {
      Poll();
      if (is_hidden[i]) {
        text_.Blank(tokens[i]);
      } else if (tokens[i].kind == Token::Kind::kDirective) {
        ReadCondition(tokens[i]);
        ReadPragma(tokens, i);
      }
    }
    const ReadableTokens readable(text_.source(), tokens, is_hidden);
    for (size_t i = 0; i < readable.size(); ++i) {
      Poll();
      ReadWord(readable, i);
      if (readable.Is(i, '{')) ReadDefaultValue(readable, i);
    }
    ReadMacroCalls(readable, &text_);
    return std::move(text_).Take();
  }

 private:
  // `defined(A) or __has_include(<b.h>)`: the grammar has neither.
  void ReadCondition(const Token& directive) {
    const absl::string_view text = text_.TextOf(directive);
    const absl::string_view name = DirectiveName(text);
    if (name != "if" && name != "elif") return;
    for (size_t at = static_cast<size_t>(name.data() + name.size() - text.data());
         at < text.size();) {
      Poll();
      size_t end = at;
      while (end < text.size() && IsWordCharacter(text[end])) ++end;
      const absl::string_view word = text.substr(at, end - at);
      const uint32_t first = directive.first + static_cast<uint32_t>(at);
      if (word == "or") text_.Write(first, "||");
      if (word == "and") text_.Write(first, "&& ");
      if (word == "not") text_.Write(first, "!  ");
      if (absl::StartsWith(word, "__has_")) {
        const size_t close = text.find(')', end);
        end = close == absl::string_view::npos ? text.size() : close + 1;
        text_.Blank({Token::Kind::kWord, first, directive.first + static_cast<uint32_t>(end)});
        text_.Write(first, "1");
      }
      at = std::max(end, at + 1);
    }
  }

  // #pragma between the head of a loop and its body.
  void ReadPragma(const std::vector<Token>& tokens, size_t i) {
    if (i == 0 || DirectiveName(text_.TextOf(tokens[i])) != "pragma") return;
    const absl::string_view before = text_.TextOf(tokens[i - 1]);
    if (before == ")" || before == "else") text_.Blank(tokens[i]);
  }

  void ReadWord(const ReadableTokens& tokens, size_t i) {
    if (!tokens.IsWord(i)) return;
    const absl::string_view word = tokens.TextOf(i);
    if ((word == "alignas" || word == "__align__") && tokens.Is(i + 1, '(')) {
      const size_t close = tokens.PartnerOf(i + 1);
      for (size_t j = i; close != 0 && j <= close; ++j) text_.Blank(tokens.token(j));
      return;
    }
    if (IsCapitals(word) && IsQualifier(tokens, i)) {
      const Token& token = tokens.token(i);
      const absl::string_view meaning = QualifierOf(word);
      text_.Blank(token);
      if (meaning.size() <= word.size()) text_.Write(token.first, meaning);
      return;
    }
    // f(typename A::B(x)): a value whose type the grammar does not expect there.
    if (word == "typename" && i > 0 && tokens.IsAnyOf(i - 1, "(,") && tokens.IsInCode(i) &&
        tokens.ParenthesisAround(i) != 0) {
      text_.Blank(tokens.token(i));
      return;
    }
    if (i > 0 && IsString(tokens, i - 1) && IsString(tokens, i + 1)) {  // "%" PRIu64 "\n"
      text_.Blank(tokens.token(i));
      return;
    }
    if (tokens.IsStatementStart(i) && tokens.IsInCode(i)) ReadVariable(tokens, i);
    // NAME(float): a type where the grammar wants a value. Its name begins with a capital then.
    if (IsPrimitiveType(word) && IsWholeArgument(tokens, i)) {
      const char capital = static_cast<char>(word[0] - 'a' + 'A');
      text_.Write(tokens.token(i).first, absl::string_view(&capital, 1));
    }
  }

  static bool IsString(const ReadableTokens& tokens, size_t i) {
    return i < tokens.size() && tokens.token(i).kind == Token::Kind::kString;
  }

  // Of a macro's call.
  static bool IsWholeArgument(const ReadableTokens& tokens, size_t i) {
    if (i < 2 || !tokens.IsAnyOf(i - 1, "(,") || !tokens.IsAnyOf(i + 1, "),")) return false;
    const size_t open = tokens.ParenthesisAround(i);
    return open > 0 && tokens.IsWord(open - 1) && IsCapitals(tokens.TextOf(open - 1)) &&
           tokens.IsStatementStart(open - 1);
  }

  // `Type x = {}` among parameters: the grammar takes a value in parentheses.
  void ReadDefaultValue(const ReadableTokens& tokens, size_t i) {
    const size_t close = tokens.PartnerOf(i);
    if (i == 0 || close == 0 || !tokens.Is(i - 1, '=') || !tokens.IsAnyOf(close + 1, ",)") ||
        tokens.ParenthesisAround(i) == 0) {
      return;
    }
    const bool is_empty = close == i + 1;
    text_.Write(tokens.token(i).first, is_empty ? "0" : "(");
    text_.Write(tokens.token(close).first, is_empty ? " " : ")");
  }

  // A name in capitals in front of a declaration that is whole without it.
  static bool IsQualifier(const ReadableTokens& tokens, size_t i) {
    if (i + 2 >= tokens.size() || !tokens.IsWord(i + 1)) return false;
    if (!QualifierOf(tokens.TextOf(i)).empty()) return true;
    const absl::string_view before = i > 0 && tokens.IsWord(i - 1) ? tokens.TextOf(i - 1) : "";
    const absl::string_view after = tokens.TextOf(i + 1);
    if (before == "class" || before == "struct") {  // class TORCH_API Foo {
      return after != "final" && (tokens.Is(i + 2, '{') || tokens.Is(i + 2, ':') ||
                                  tokens.Is(i + 2, ';') || tokens.IsWord(i + 2));
    }
    if (tokens.IsStatementStart(i) && IsLoopWord(after)) return true;  // CUTLASS_PRAGMA_UNROLL for
    if (i > 0 && tokens.IsAnyOf(i - 1, "(,") && tokens.IsWord(i + 2)) return !IsOperatorWord(after);
    const bool begins =
        tokens.IsStatementStart(i) || (i > 0 && tokens.Is(i - 1, '>')) || IsDeclarationWord(before);
    if (!begins) return false;
    // Words between that are no types: `FOO static int x`.
    if (IsDeclarationWord(after)) return !IsDeclarationWord(before) || after != "const";
    return tokens.IsWord(i + 2) || (tokens.Is(i + 2, ':') && tokens.Is(i + 3, ':') &&
                                    tokens.IsWord(i + 4) && tokens.IsWord(i + 5));
  }

  // `Type name(a, b);` with arguments that look like types, in code.
  void ReadVariable(const ReadableTokens& tokens, size_t first) {
    if (IsStatementWord(tokens.TextOf(first))) return;
    constexpr size_t kMaxTypeTokens = 64;
    size_t at = first;
    size_t words = 0;  // In a row: the last one is the name.
    for (; at < tokens.size() && at - first < kMaxTypeTokens; ++at) {
      if (tokens.IsWord(at)) {
        ++words;
      } else if (tokens.Is(at, ':')) {
        words = 0;
      } else if (tokens.Is(at, '<')) {
        at = tokens.TemplateEnd(at);
        if (at == 0) return;
        words = 1;
      } else {
        break;
      }
    }
    if (words < 2 || !tokens.Is(at, '(')) return;
    const size_t close = tokens.PartnerOf(at);
    if (close <= at + 1 || !(tokens.Is(close + 1, ';') || tokens.Is(close + 1, ','))) return;
    for (size_t j = at + 1; j < close; ++j) {
      if (!tokens.IsWord(j) && !tokens.IsAnyOf(j, ":,<>*&()")) return;
    }
    text_.Write(tokens.token(at).first, "{");
    text_.Write(tokens.token(close).first, "}");
  }

  EditedText text_;
};

}  // namespace

absl::string_view QualifierOf(absl::string_view macro) {
  for (const QualifierMacro& entry : kQualifierMacros) {
    if (entry.name == macro) return entry.meaning;
  }
  return "";
}

std::optional<std::string> ReadableText(absl::string_view source) {
  return TextReader(source).Run();
}

}  // namespace allreview::cpp
