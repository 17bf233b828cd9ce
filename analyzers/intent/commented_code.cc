#include "analyzers/intent/commented_code.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/intent/comment_text.h"
#include "analyzers/python/module.h"
#include "analyzers/python/source_text.h"
#include "base/names.h"

namespace allreview::intent {
namespace {

using python::Field;
using python::Node;
using python::SyntaxTree;
using NodeKind = python::Kind;

struct Judged : CommentLine {
  explicit Judged(const CommentLine& line) : CommentLine(line) {}
  bool is_code = false;
  bool is_prose = false;
};

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
  return std::find(std::begin(kKeywords), std::end(kKeywords), word) != std::end(kKeywords);
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

// `word` stands in the text with no letter, digit or underscore around it.

// Up to a comment behind it, which two blanks set off.
absl::string_view WithoutComment(absl::string_view text) {
  for (size_t mark = text.find('#'); mark != absl::string_view::npos;
       mark = text.find('#', mark + 1)) {
    if (mark >= 2 && text.substr(mark - 2, 2) == "  ") return text.substr(0, mark - 2);
  }
  return text;
}

// A text that announces an example, or says what code means.
bool AnnouncesExample(absl::string_view text) {
  const std::string lower = absl::AsciiStrToLower(absl::StripAsciiWhitespace(text));
  for (absl::string_view word :
       {"e.g", "i.e", "example", "usage", "equivalent", "for instance", "same as", "pseudo",
        "such as", "like this", "todo", ">>>", "note", "instead of", "replaces", "means"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return absl::EndsWith(lower, ":") && !LooksLikeCode(text);
}

// The comment explains the code below: the next line of code has the same call or target.
bool ExplainsNextLine(const SyntaxTree& tree, int last, absl::string_view code) {
  int line = last + 1;
  while (CommentOnLine(tree, line)) ++line;
  if (line > tree.line_count()) return false;
  const absl::string_view next = tree.LineText(line);
  code = absl::StripAsciiWhitespace(code);
  const absl::string_view target = absl::StripAsciiWhitespace(code.substr(0, code.find('=')));
  const size_t parenthesis = code.find('(');
  absl::string_view callee = code.substr(0, parenthesis);
  callee = callee.substr(callee.find_last_of(" =.") + 1);
  const bool has_target = code.find('=') < parenthesis && !target.empty() &&
                          absl::StrContains(next, absl::StrCat(target, " "));
  return has_target || (callee.size() > 2 && HasName(next, callee));
}

// Several lines. Their statements when all of them are such; else 0.
int CodeStatementsIn(absl::string_view text) {
  if (IsSurelyNoCode(text)) return 0;
  const absl::StatusOr<python::SyntaxTree> tree = python::SyntaxTree::Parse(text);
  if (!tree.ok() || tree->error_count() > 0) return 0;
  const Node root = tree->root();
  int code = 0;
  for (Node child : root.named_children()) code += IsCodeStatement(child);
  return code == root.named_child_count() ? code : 0;
}

// Three words in a row: a sentence, or a part of one.
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

// Costs a parse for each line.
std::vector<Judged> Classified(const std::vector<CommentLine>& comments) {
  std::vector<Judged> block(comments.begin(), comments.end());
  for (Judged& line : block) {
    line.is_code = !IsForTools(line.text) && IsLineOfCode(line.text);
    line.is_prose = !line.is_code && IsProse(line.text);
  }
  return block;
}

// All lines of the block together are code: calls over several lines, bodies of loops.
bool IsCodeAsAWhole(const std::vector<Judged>& block) {
  size_t indent = absl::string_view::npos;
  for (const Judged& line : block) {
    if (IsForTools(line.text) || !python::IsAscii(line.text)) return false;
    const size_t first = line.text.find_first_not_of(' ');
    if (first != absl::string_view::npos) indent = std::min(indent, first);
  }
  if (indent == absl::string_view::npos) return false;
  std::string text;
  for (const Judged& line : block) {
    absl::StrAppend(&text, line.text.substr(std::min(indent, line.text.size())), "\n");
  }
  return CodeStatementsIn(text) > 0;
}

}  // namespace

bool LooksLikeCode(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (text.size() < 4 || !python::IsAscii(text)) return false;
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

bool IsLineOfCode(absl::string_view text) {
  if (!LooksLikeCode(text)) return false;
  text = absl::StripAsciiWhitespace(text);
  std::string code(text);
  if (absl::StartsWith(text, "elif ")) code = absl::StrCat("if ", text.substr(5));
  if (text.back() == ':') absl::StrAppend(&code, "\n    pass\n");
  return CodeStatementsIn(code) == 1;
}

std::optional<CommentLine> CommentOnLine(const SyntaxTree& tree, int line) {
  if (line < 1 || line > tree.line_count()) return std::nullopt;
  absl::string_view text = absl::StripAsciiWhitespace(tree.LineText(line));
  if (!absl::ConsumePrefix(&text, "#")) return std::nullopt;
  return CommentLine{line, absl::StripTrailingAsciiWhitespace(WithoutComment(text))};
}

std::vector<CommentLine> CommentBlockAt(const SyntaxTree& tree, int line) {
  std::vector<CommentLine> block;
  if (!CommentOnLine(tree, line)) return block;
  while (CommentOnLine(tree, line - 1)) --line;
  while (const std::optional<CommentLine> comment = CommentOnLine(tree, line++)) {
    block.push_back(*comment);
  }
  return block;
}

std::vector<int> CodeLinesOf(const SyntaxTree& tree, const std::vector<CommentLine>& comments) {
  const bool has_call = std::any_of(comments.begin(), comments.end(), [](const CommentLine& line) {
    return line.text.find_first_of("(=") != absl::string_view::npos;
  });
  if (!has_call && comments.size() > 1) return {};
  for (const CommentLine& line : comments) {
    if (AnnouncesExample(line.text)) return {};
  }
  const std::vector<Judged> block = Classified(comments);
  int code = 0, prose = 0;
  for (const Judged& line : block) {
    code += line.is_code;
    prose += line.is_prose;
  }
  std::vector<int> lines;
  if (block.size() > 1 && block.size() <= 200 && prose == 0 && IsCodeAsAWhole(block)) {
    for (const Judged& line : block) lines.push_back(line.line);
  } else if (code > 0 && (prose == 0 || code >= 2)) {
    for (const Judged& line : block) {
      if (line.is_code) lines.push_back(line.line);
    }
  }
  if (lines.size() == 1) {
    const std::optional<CommentLine> only = CommentOnLine(tree, lines[0]);
    if (only && ExplainsNextLine(tree, only->line, only->text)) return {};
  }
  return lines;
}

}  // namespace allreview::intent
