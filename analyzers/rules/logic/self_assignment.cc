// x = x: one of the two names should be another.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using logic::SelfNameOf;
using python::Definition;

constexpr Phrase kIntendedTarget("intended-target", "Write the intended target, or drop the line",
                                 "写上本想赋值的目标，或者删除该行");
constexpr Phrase kPhrases[] = {kIntendedTarget};

// `self.size = self.size` where the function has a parameter `size`.
bool IsForgottenParameter(const Definition& function, Node target) {
  const Node object = target.child(Field::kObject);
  const absl::string_view self = SelfNameOf(function);
  return target.Is(NodeKind::kAttribute) && !self.empty() && object.text() == self &&
         FindParameter(function, target.child(Field::kAttribute).text()) != nullptr;
}

// The only statement of an arm: it says that nothing is done there.
bool IsPlaceholder(Node assignment) {
  const Node block = assignment.parent().parent();
  return block.Is(NodeKind::kBlock) && block.named_child_count() == 1 &&
         !block.parent().Is(NodeKind::kFunctionDefinition);
}

void Check(FileContext& file, Node assignment) {
  const Node left = assignment.child(Field::kLeft), right = assignment.child(Field::kRight);
  if (!right || assignment.child(Field::kType)) return;
  // `size = (size,)` makes a tuple of it.
  const bool is_unpacking = left.Is(NodeKind::kPatternList) || left.Is(NodeKind::kTuplePattern);
  if (!is_unpacking && !left.Is(NodeKind::kIdentifier) && !left.Is(NodeKind::kAttribute)) return;
  if (!is_unpacking && right.kind() != left.kind()) return;
  const std::vector<Node> targets = ElementsOf(left), values = ElementsOf(right);
  if (targets.size() != values.size()) return;
  // In a module or a class it is a name that is meant to be exported.
  const Definition* function = file.module().EnclosingDefinition(assignment);
  if (function == nullptr || function->kind == Definition::Kind::kClass) return;
  for (size_t i = 0; i < targets.size(); ++i) {
    const Node target = targets[i];
    if (target.text() != values[i].text()) continue;
    const bool is_parameter = IsForgottenParameter(*function, target);
    // `a, b = a, b + 1`: only for the looks of it.
    const bool is_part = targets.size() > 1 && !is_parameter;
    if ((!target.Is(NodeKind::kIdentifier) && !is_parameter) || is_part ||
        (!is_parameter && IsPlaceholder(assignment)) || target.text() == "_" ||
        IsWaived(assignment, {"PLW0127", "W0127"})) {
      continue;
    }
    const std::string name(target.text());
    Observation observation{
        .at = assignment,
        .params = {{"name", name},
                   {"remedy",
                    is_parameter
                        ? Sentence(phrases::kWriteCode,
                                   {{"code", absl::StrCat(name, " = ",
                                                          target.child(Field::kAttribute).text())}})
                        : kIntendedTarget}}};
    if (!is_parameter) {  // Without effect, and most often without harm.
      observation.severity = Severity::kP2;
      observation.impact = Impact::kMedium;
    } else {
      observation.edits = {
          Replace(file.module(), values[i], std::string(target.child(Field::kAttribute).text()))};
    }
    file.Report(std::move(observation));
    return;
  }
}

}  // namespace

extern constinit const Rule kSelfAssignment = {
    .info =
        {.id = "self-assignment",
         .title = {"Variable assigned to itself", "变量给自己赋值"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{name} = {name}` has no effect", "`{name} = {name}` 不起任何作用"},
         .consequence = {"The variable that should have been set keeps its old value, or the "
                         "attribute does not exist yet and the line raises AttributeError",
                         "本该被赋值的变量保持旧值；如果属性尚不存在，该行会抛出 AttributeError"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = kPhrases,
         .why = "Nobody writes such a line on purpose: the target was meant to be `self.x`, a "
                "variable was renamed, or the value was forgotten.",
         .fix = "Correct the wrong side. Names that a module or a class re-exports under the same "
                "name are not reported.",
         .bad = R"py(
class Layer:
    def __init__(self, hidden_size):
        self.hidden_size = self.hidden_size
)py",
         .good = R"py(
class Layer:
    def __init__(self, hidden_size):
        self.hidden_size = hidden_size
)py",
         .references = {"https://docs.astral.sh/ruff/rules/self-assigning-variable/",
                        "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                        "self-assigning-variable.html"}},
    .kinds = {NodeKind::kAssignment},
    .check = Check};

}  // namespace allreview::rules
