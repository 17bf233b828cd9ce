// Code that was turned into comments.

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/intent/commented_code.h"
#include "analyzers/rules/readability/code_places.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using intent::CommentLine;
using python::SyntaxTree;

Node CommentNode(const SyntaxTree& tree, int line) {
  const size_t column = tree.LineText(line).find('#');
  return tree.NodeAt(tree.LineStart(line) + static_cast<uint32_t>(column));
}

void Check(FileContext& file, Node comment) {
  const SyntaxTree& tree = file.module().tree();
  const std::optional<CommentLine> own = intent::CommentOnLine(tree, comment.first_line());
  if (!own || !file.IsChanged(comment)) return;
  if (!intent::LooksLikeCode(own->text) || IsForeignPath(file.module().path())) return;
  const std::vector<CommentLine> block = intent::CommentBlockAt(tree, own->line);
  // The walk comes by each comment of a block; the first such one speaks for it.
  for (const CommentLine& line : block) {
    if (line.line == comment.first_line()) break;
    if (intent::LooksLikeCode(line.text) && file.IsChanged(CommentNode(tree, line.line))) return;
  }
  Node first;
  std::vector<Edit> edits;
  for (int line : intent::CodeLinesOf(tree, block)) {
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
