#include "analyzers/rules/readability/commented_code.h"

#include <algorithm>
#include <memory>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

// "foo.bar(x)": the name of a call that is no sentence with a remark in parentheses.
bool IsDottedCall(Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return false;
  return function.child(Field::kObject).Is(NodeKind::kIdentifier) ||
         function.child(Field::kObject).Is(NodeKind::kAttribute);
}

// No blank between the name and the parenthesis: "scores (B, S)" is text.
bool IsTight(Node call) {
  return call.child(Field::kFunction).end_byte() == call.child(Field::kArguments).first_byte();
}

bool IsCodeStatement(Node statement) {
  switch (statement.kind()) {
    case NodeKind::kImportStatement:
    case NodeKind::kImportFromStatement:
      return true;
    case NodeKind::kReturnStatement:
    case NodeKind::kRaiseStatement:
    case NodeKind::kAssertStatement:
      // "return early" is text; what calls, indexes or reads an attribute is code.
      return statement.named_child(0).Is(NodeKind::kCall)
                 ? IsTight(statement.named_child(0))
                 : statement.named_child_count() > 0 &&
                       statement.text().find_first_of("([.=") != absl::string_view::npos;
    case NodeKind::kIfStatement:
    case NodeKind::kForStatement:
    case NodeKind::kWhileStatement:
    case NodeKind::kWithStatement:
    case NodeKind::kFunctionDefinition:
    case NodeKind::kClassDefinition:
      return true;
    case NodeKind::kExpressionStatement:
      break;
    default:
      return false;
  }
  const Node expression = statement.named_child(0);
  if (expression.Is(NodeKind::kCall)) return IsDottedCall(expression) && IsTight(expression);
  if (!expression.Is(NodeKind::kAssignment) && !expression.Is(NodeKind::kAugmentedAssignment)) {
    return false;
  }
  const Node right = expression.child(Field::kRight);
  return right.Is(NodeKind::kCall) && IsTight(right);
}

bool IsKeyword(absl::string_view word) {
  static constexpr absl::string_view kKeywords[] = {
      "False",  "None",  "True",    "and",      "as",       "assert", "async", "await",
      "break",  "case",  "class",   "continue", "def",      "del",    "elif",  "else",
      "except", "exec",  "finally", "for",      "from",     "global", "if",    "import",
      "in",     "is",    "lambda",  "match",    "nonlocal", "not",    "or",    "pass",
      "print",  "raise", "return",  "try",      "type",     "while",  "with",  "yield"};
  return IsOneOf(word, kKeywords);
}

// Costs no parse: Python has no two names in a row, and what it opens it closes. Only
// looked for before the first string or comment.
bool IsSurelyNoCode(absl::string_view text) {
  const bool is_whole = text.find_first_of("\"'#") == absl::string_view::npos;
  text = text.substr(0, text.find_first_of("\"'#"));
  int open = 0;
  bool follows_name = false;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    size_t end = at;
    while (end < text.size() && (absl::ascii_isalnum(text[end]) || text[end] == '_')) ++end;
    if (end == at) {
      open += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
      if (open < 0) return true;
      if (c != ' ' && c != '\t') follows_name = false;
      ++at;
      continue;
    }
    const bool is_name = !absl::ascii_isdigit(c) && !IsKeyword(text.substr(at, end - at));
    if (is_name && follows_name) return true;
    follows_name = is_name;
    at = end;
  }
  return is_whole && open > 0;
}

}  // namespace

bool IsAscii(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 128; });
}

bool LooksLikeCode(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (text.size() < 4 || !IsAscii(text)) return false;
  if (absl::StartsWith(text, "import ") || absl::StartsWith(text, "from ")) return true;
  const char last = text.back();
  if (last == '(' || (last == ')' && absl::StrContains(text, "("))) return true;
  if (last == ':' && (absl::StartsWith(text, "if ") || absl::StartsWith(text, "for ") ||
                      absl::StartsWith(text, "elif ") || absl::StartsWith(text, "while ") ||
                      absl::StartsWith(text, "with ") || absl::StartsWith(text, "def ") ||
                      absl::StartsWith(text, "class "))) {
    return absl::StrContains(text, "(") || absl::StrContains(text, ".") ||
           absl::StrContains(text, "=") || absl::StrContains(text, " in ");
  }
  return (absl::StartsWith(text, "return ") || absl::StartsWith(text, "raise ") ||
          absl::StartsWith(text, "assert ")) &&
         text.find_first_of("([.=") != absl::string_view::npos;
}

int CodeStatementsIn(absl::string_view text) {
  if (IsSurelyNoCode(text)) return 0;
  const absl::StatusOr<python::SyntaxTree> tree = python::SyntaxTree::Parse(text);
  if (!tree.ok() || tree->error_count() > 0) return 0;
  const Node root = tree->root();
  int code = 0;
  for (Node child : root.named_children()) code += IsCodeStatement(child);
  return code == root.named_child_count() ? code : 0;
}

bool IsCode(absl::string_view text) {
  if (!LooksLikeCode(text)) return false;
  text = absl::StripAsciiWhitespace(text);
  std::string code(text);
  if (absl::StartsWith(text, "elif ")) code = absl::StrCat("if ", text.substr(5));
  if (text.back() == ':') absl::StrAppend(&code, "\n    pass\n");
  return CodeStatementsIn(code) == 1;
}

bool IsProse(absl::string_view text) {
  int words = 0;
  bool is_word = true;
  size_t length = 0;
  for (char c : absl::StrCat(absl::StripAsciiWhitespace(text), " ")) {
    if (c == ' ') {
      words = is_word && length > 1 ? words + 1 : 0;
      if (words >= 3) return true;
      is_word = true;
      length = 0;
    } else {
      is_word =
          is_word && (absl::ascii_isalpha(c) || c == ',' || c == '.' || c == '\'' || c == ':');
      ++length;
    }
  }
  return false;
}

}  // namespace allreview::rules
