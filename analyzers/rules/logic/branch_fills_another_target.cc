// if ready: out[k] = given[k]  else: given[k] = make(given[k]): the other branch was to fill `out`.

#include <string>
#include <utility>

#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kFillsHere("fills-here", "this branch fills it", "这个分支会填充它");
constexpr Phrase kPhrases[] = {kFillsHere};

// The only statement of a block, if that is an assignment to an item or an attribute.
Node OnlyAssignment(Node block) {
  Node only;
  for (Node statement : block.named_children()) {
    if (only) return Node();
    only = statement;
  }
  const Node assignment = only.named_child(0);
  if (!only.Is(NodeKind::kExpressionStatement) || !assignment.Is(NodeKind::kAssignment)) {
    return Node();
  }
  const Node left = assignment.child(Field::kLeft);
  const bool is_part = left.Is(NodeKind::kSubscript) || left.Is(NodeKind::kAttribute);
  return is_part && assignment.child(Field::kRight) ? assignment : Node();
}

bool Holds(Node expression, Node part) {
  for (Node node : expression.descendants(part.kind())) {
    if (logic::IsSameCode(node, part)) return true;
  }
  return false;
}

// What the parts are of: `out` of `out["k"]` and of `out.k`.
Node OwnerOf(Node part) {
  return part.child(part.Is(NodeKind::kSubscript) ? Field::kValue : Field::kObject);
}

// The last part of both is the same: out["tp"] and given["tp"].
bool HaveSameKey(Node a, Node b) {
  if (a.kind() != b.kind()) return false;
  const Field key = a.Is(NodeKind::kSubscript) ? Field::kSubscript : Field::kAttribute;
  return logic::IsSameCode(a.child(key), b.child(key));
}

// It is read behind the statement, so that it was changed on purpose.
bool IsReadAfter(FileContext& file, Node statement, Node part) {
  const python::Definition* function = file.module().EnclosingFunction(statement);
  if (function == nullptr) return true;
  for (Node node : function->body.descendants(part.kind())) {
    if (node.index() >= statement.subtree_end() && logic::IsSameCode(node, part)) return true;
  }
  return false;
}

void Check(FileContext& file, Node statement) {
  const Node otherwise = statement.child(Field::kAlternative);
  if (!otherwise.Is(NodeKind::kElseClause)) return;
  Node copies = OnlyAssignment(statement.child(Field::kConsequence));
  Node converts = OnlyAssignment(otherwise.child(Field::kBody));
  if (!copies || !converts) return;
  if (!logic::IsSameCode(copies.child(Field::kRight), converts.child(Field::kLeft))) {
    std::swap(copies, converts);
  }
  const Node filled = copies.child(Field::kLeft), changed = converts.child(Field::kLeft);
  if (!logic::IsSameCode(copies.child(Field::kRight), changed) || !HaveSameKey(filled, changed) ||
      logic::IsSameCode(OwnerOf(filled), OwnerOf(changed)) ||
      !converts.child(Field::kRight).Is(NodeKind::kCall) ||
      !Holds(converts.child(Field::kRight), changed) || IsReadAfter(file, statement, changed)) {
    return;
  }
  file.Report({.at = converts,
               .params = {{"changed", OneLine(changed)}, {"filled", OneLine(filled)}},
               .related = {{kFillsHere, RangeOf(file.module(), copies)}},
               .edits = {Replace(file.module(), changed, std::string(filled.text()))}});
}

}  // namespace

extern constinit const Rule kBranchFillsAnotherTarget = {
    .info = {.id = "branch-fills-another-target",
             .title = {"One branch stores its result elsewhere than the other one",
                       "一个分支把结果存到了与另一个分支不同的地方"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"This branch stores into `{changed}`, the other one into `{filled}`",
                         "这个分支存入 `{changed}`，另一个分支存入 `{filled}`"},
             .consequence = {"Nothing reads `{changed}` below, and `{filled}` is missing on this "
                             "path",
                             "后面没有代码读取 `{changed}`，而这条路径上缺少 `{filled}`"},
             .advice = {"Store into `{filled}`", "存入 `{filled}`"},
             .phrases = kPhrases,
             .why = "The branches of such a test take a value as it is, or make it of what was "
                    "given; the result belongs in one place.",
             .fix = "Store both results in the same place.",
             .bad = R"py(
def build(given):
    made = {}
    if isinstance(given["tp"], Config):
        made["tp"] = given["tp"]
    else:
        given["tp"] = Config(**given["tp"])
    return Parallelism(**made)
)py",
             .good = R"py(
def build(given):
    made = {}
    if isinstance(given["tp"], Config):
        made["tp"] = given["tp"]
    else:
        made["tp"] = Config(**given["tp"])
    return Parallelism(**made)
)py"},
    .kinds = {NodeKind::kIfStatement},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
