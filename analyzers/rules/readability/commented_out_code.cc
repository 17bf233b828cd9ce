// Code that was turned into comments.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/readability/code_places.h"
#include "analyzers/rules/readability/commented_code.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using python::SyntaxTree;

struct CommentLine {
  int line = 0;
  absl::string_view text;  // Behind '#', with its indentation.
  bool is_code = false;
  bool is_prose = false;
};

// Up to a comment behind it, which two blanks set off.
absl::string_view WithoutComment(absl::string_view text) {
  for (size_t mark = text.find('#'); mark != absl::string_view::npos;
       mark = text.find('#', mark + 1)) {
    if (mark >= 2 && text.substr(mark - 2, 2) == "  ") return text.substr(0, mark - 2);
  }
  return text;
}

// The comment that makes up the whole line, without a comment in it; false: none does.
bool CommentOn(const SyntaxTree& tree, int line, absl::string_view* text) {
  if (line < 1 || line > tree.line_count()) return false;
  absl::string_view all = absl::StripAsciiWhitespace(tree.LineText(line));
  if (!absl::StartsWith(all, "#")) return false;
  all.remove_prefix(1);
  *text = absl::StripTrailingAsciiWhitespace(WithoutComment(all));
  return true;
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
  for (comment.line = first; CommentOn(tree, comment.line, &comment.text); ++comment.line) {
    block.push_back(comment);
  }
  return block;
}

// Costs a parse for each line.
void Classify(std::vector<CommentLine>* block) {
  for (CommentLine& line : *block) {
    line.is_code = !IsDirective(line.text) && IsCode(line.text);
    line.is_prose = !line.is_code && IsProse(line.text);
  }
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
  return CodeStatementsIn(text) > 0;
}

struct Verdict {
  std::vector<int> lines;  // Lines of code; empty: there are none.
};

Verdict Judge(const SyntaxTree& tree, std::vector<CommentLine> block) {
  const bool has_call = std::any_of(block.begin(), block.end(), [](const CommentLine& line) {
    return line.text.find_first_of("(=") != absl::string_view::npos;
  });
  if (!has_call && block.size() > 1) return {};
  for (const CommentLine& line : block) {
    if (AnnouncesExample(line.text)) return {};
  }
  Classify(&block);
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
             .title = {"Commented-out code", "被注释掉的代码"},
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .confidence = Confidence::kMedium,
             .message = {"{count} {lines} of commented-out code, starting with `{code}`",
                         "从 `{code}` 起有 {count} 行被注释掉的代码"},
             .consequence = {"Readers wonder whether it is needed, and it gets out of step with "
                             "the code around it",
                             "读者会疑惑它是否还需要，而且它已与周围的代码脱节"},
             .advice = {"Delete it; the history keeps it. If it should come back, leave a note "
                        "that names an issue",
                        "删除它，历史记录里都有；如果以后要恢复，写一条备注并关联 issue"},
             .why = "Code in comments is not compiled, tested or renamed. After the next "
                    "refactoring it no longer runs.",
             .fix = "Delete it.",
             .bad = R"py(
def step(optimizer, loss):
    # loss = loss.float()
    # torch.cuda.synchronize()
    loss.backward()
    optimizer.step()
)py",
             .good = R"py(
def step(optimizer, loss):
    # Gradients are scaled by the caller.
    loss.backward()
    optimizer.step()
)py",
             .references = {"https://docs.astral.sh/ruff/rules/commented-out-code/",
                            "https://rules.sonarsource.com/python/RSPEC-125/"}},
    .kinds = {NodeKind::kComment},
    .check = Check};

}  // namespace allreview::rules
