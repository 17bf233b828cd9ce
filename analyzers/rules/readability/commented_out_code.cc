// Code that was turned into comments.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/readability/code_places.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using python::Module;
using python::SyntaxTree;

struct CommentLine {
  int line = 0;
  absl::string_view text;  // Behind '#', with its indentation.
  bool is_code = false;
  bool is_prose = false;
};

// The comment that makes up the whole line, without a comment in it; false: none does.
bool CommentOn(const SyntaxTree& tree, int line, absl::string_view* text) {
  if (line < 1 || line > tree.line_count()) return false;
  absl::string_view all = absl::StripAsciiWhitespace(tree.LineText(line));
  if (!absl::StartsWith(all, "#")) return false;
  all.remove_prefix(1);
  *text = absl::StripTrailingAsciiWhitespace(all.substr(0, all.find("  #")));
  return true;
}

bool IsAscii(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 128; });
}

// Cheap, and true for all code that IsCode finds: most comments end here.
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

// Parses the text as Python; compound headers get a body. Counts its statements that are code; 0
// when some of it is none.
int CodeStatementsIn(std::string text) {
  const auto module = Module::Parse("comment.py", std::move(text));
  if (!module.ok() || (*module)->tree().error_count() > 0) return 0;
  const Node root = (*module)->tree().root();
  int code = 0;
  for (int i = 0; i < root.named_child_count(); ++i) code += IsCodeStatement(root.named_child(i));
  return code == root.named_child_count() ? code : 0;
}

bool IsCode(absl::string_view text) {
  if (!LooksLikeCode(text)) return false;
  text = absl::StripAsciiWhitespace(text);
  std::string code(text);
  if (absl::StartsWith(text, "elif ")) code = absl::StrCat("if ", text.substr(5));
  if (text.back() == ':') absl::StrAppend(&code, "\n    pass\n");
  return CodeStatementsIn(std::move(code)) == 1;
}

// Words in a row: a sentence, or a part of one.
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

// A directive for tools.
bool IsDirective(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  for (absl::string_view start : {"type:", "noqa", "pylint:", "pragma:", "fmt:", "isort:", "mypy:",
                                  "ruff:", "flake8:", "!", "-*-", "%%", "allreview:"}) {
    if (absl::StartsWith(text, start)) return true;
  }
  return false;
}

// The comment explains the code below: the next line of code has the same call or target.
bool ExplainsNextLine(const SyntaxTree& tree, int last, absl::string_view code) {
  int line = last + 1;
  absl::string_view ignored;
  while (CommentOn(tree, line, &ignored)) ++line;
  if (line > tree.line_count()) return false;
  const absl::string_view next = tree.LineText(line);
  code = absl::StripAsciiWhitespace(code);
  const absl::string_view target = absl::StripAsciiWhitespace(code.substr(0, code.find('=')));
  const size_t parenthesis = code.find('(');
  absl::string_view callee = code.substr(0, parenthesis);
  callee = callee.substr(callee.find_last_of(" =.") + 1);
  const bool has_target = code.find('=') < parenthesis && !target.empty() &&
                          absl::StrContains(next, absl::StrCat(target, " "));
  return has_target || (callee.size() > 2 && MentionsName(next, callee));
}

std::vector<CommentLine> BlockAt(const SyntaxTree& tree, int line) {
  std::vector<CommentLine> block;
  CommentLine comment;
  int first = line;
  while (CommentOn(tree, first - 1, &comment.text)) --first;
  for (int i = first; CommentOn(tree, i, &comment.text); ++i) {
    comment.line = i;
    comment.is_code = !IsDirective(comment.text) && IsCode(comment.text);
    comment.is_prose = !comment.is_code && IsProse(comment.text);
    block.push_back(comment);
  }
  return block;
}

// All lines of the block together are code: calls over several lines, bodies of loops.
bool IsCodeAsAWhole(const std::vector<CommentLine>& block) {
  size_t indent = absl::string_view::npos;
  for (const CommentLine& line : block) {
    if (IsDirective(line.text) || !IsAscii(line.text)) return false;
    const size_t first = line.text.find_first_not_of(' ');
    if (first != absl::string_view::npos) indent = std::min(indent, first);
  }
  if (indent == absl::string_view::npos) return false;
  std::string text;
  for (const CommentLine& line : block) {
    absl::StrAppend(&text, line.text.substr(std::min(indent, line.text.size())), "\n");
  }
  return CodeStatementsIn(std::move(text)) > 0;
}

struct Verdict {
  std::vector<int> lines;  // Of code; empty: there is none.
};

Verdict Judge(const SyntaxTree& tree, const std::vector<CommentLine>& block) {
  const bool has_call = std::any_of(block.begin(), block.end(), [](const CommentLine& line) {
    return line.text.find_first_of("(=") != absl::string_view::npos;
  });
  if (!has_call && block.size() > 1) return {};
  for (const CommentLine& line : block) {
    if (AnnouncesExample(line.text)) return {};
  }
  int code = 0, prose = 0;
  for (const CommentLine& line : block) {
    code += line.is_code;
    prose += line.is_prose;
  }
  Verdict verdict;
  if (block.size() > 1 && block.size() <= 200 && prose == 0 && IsCodeAsAWhole(block)) {
    for (const CommentLine& line : block) verdict.lines.push_back(line.line);
  } else if (code > 0 && (prose == 0 || code >= 2)) {
    for (const CommentLine& line : block) {
      if (line.is_code) verdict.lines.push_back(line.line);
    }
  }
  if (verdict.lines.size() == 1) {
    absl::string_view text;
    CommentOn(tree, verdict.lines[0], &text);
    if (ExplainsNextLine(tree, verdict.lines[0], text)) return {};
  }
  return verdict;
}

Node CommentNode(const SyntaxTree& tree, int line) {
  const size_t column = tree.LineText(line).find('#');
  return tree.NodeAt(tree.LineStart(line) + static_cast<uint32_t>(column));
}

void Check(FileContext& file, Node comment) {
  const SyntaxTree& tree = file.module().tree();
  absl::string_view text;
  if (!CommentOn(tree, comment.first_line(), &text) || !file.IsChanged(comment)) return;
  if (!LooksLikeCode(text) || IsForeignPath(file.module().path())) return;
  const std::vector<CommentLine> block = BlockAt(tree, comment.first_line());
  // The walk comes by each comment of a block; the first such one speaks for it.
  for (const CommentLine& line : block) {
    if (line.line == comment.first_line()) break;
    if (LooksLikeCode(line.text) && file.IsChanged(CommentNode(tree, line.line))) return;
  }
  const Verdict verdict = Judge(tree, block);
  Node first;
  std::vector<Edit> edits;
  for (int line : verdict.lines) {
    const Node node = CommentNode(tree, line);
    if (!node.Is(NodeKind::kComment) || !file.IsChanged(node)) continue;
    if (!first) first = node;
    edits.push_back({.path = file.module().path(),
                     .first_byte = tree.LineStart(line),
                     .end_byte = tree.LineStart(line + 1),
                     .replacement = ""});
  }
  if (!first || IsWaived(comment, {"ERA001", "eradicate"})) return;
  file.Report({.at = first,
               .params = {{"count", absl::StrCat(edits.size())},
                          {"lines", edits.size() == 1 ? "line" : "lines"},
                          {"code", OneLine(first).substr(0, 80)}},
               .edits = std::move(edits)});
}

}  // namespace

extern constinit const Rule kCommentedOutCode = {
    .info = {.id = "commented-out-code",
             .title = "Commented-out code",
             .category = "readability",
             .severity = Severity::kP2,
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .confidence = Confidence::kMedium,
             .message = "{count} {lines} of commented-out code, from `{code}` on",
             .consequence = "Readers wonder whether it is needed, and it no longer fits the code "
                            "around it",
             .advice = "Delete it; the history keeps it. If it is to come back, write a TODO with "
                       "an issue",
             .why = "Code in comments is neither compiled nor tested nor renamed. After the next "
                    "refactoring it would not run any more.",
             .fix = "Delete it.",
             .bad = "def step(optimizer, loss):\n"
                    "    # loss = loss.float()\n"
                    "    # torch.cuda.synchronize()\n"
                    "    loss.backward()\n"
                    "    optimizer.step()\n",
             .good = "def step(optimizer, loss):\n"
                     "    # Gradients are scaled by the caller.\n"
                     "    loss.backward()\n"
                     "    optimizer.step()\n",
             .references = {"ruff ERA001", "SonarSource S125",
                            "catalogue: general READ-COMMENTED"}},
    .kinds = {NodeKind::kComment},
    .check = Check};

}  // namespace allreview::rules
