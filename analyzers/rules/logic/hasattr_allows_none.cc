// if hasattr(self, "scale"): self.scale.to(device), where __init__ stores None in it.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kStoredHere("none-stored-here", "None is stored in it here", "在这里被设为 None");
constexpr Phrase kUsedHere("attribute-used-here", "its attribute is read here",
                           "在这里读取它的属性");
constexpr Phrase kPhrases[] = {kStoredHere, kUsedHere};

// The None that the class's own __init__ leaves in the attribute, whatever its arguments are.
// Null: it may leave something else.
Node NoneOfConstructor(const Module& module, const Definition& a_class, absl::string_view name) {
  const Definition* const init = module.FindDefinition(absl::StrCat(a_class.name, ".__init__"));
  if (init == nullptr) return Node();
  Node left;
  for (Node assignment : init->body.descendants(NodeKind::kAssignment)) {
    const Node target = assignment.child(Field::kLeft);
    const bool is_it = target.Is(NodeKind::kAttribute) &&
                       target.child(Field::kAttribute).text() == name &&
                       target.child(Field::kObject).text() == "self";
    if (!is_it) continue;
    const bool is_plain = python::StatementOf(assignment).parent() == init->body &&
                          assignment.child(Field::kRight).Is(NodeKind::kNone);
    if (!is_plain) return Node();
    left = assignment;
  }
  return left;
}

// The first read of an attribute of `self.name` in the block that certainly runs with it, before
// anything asks whether it is None or gives it another value.
Node UseIn(Node block, const std::string& subject) {
  for (Node node : block.descendants(NodeKind::kAttribute)) {
    if (node.text() != subject) continue;
    const Node parent = node.parent();
    const bool is_read = parent.Is(NodeKind::kAttribute) && node.field() == Field::kObject;
    if (is_read) {
      const bool is_certain = python::StatementOf(node).parent() == block &&
                              !Around(node, NodeKind::kConditionalExpression) &&
                              !Around(node, NodeKind::kBooleanOperator) &&
                              !Around(node, NodeKind::kLambda);
      return is_certain ? node.parent() : Node();
    }
    // `self.scale = self.scale.to()` stores what its right side reads first.
    const bool is_target = parent.Is(NodeKind::kAssignment) && node.field() == Field::kLeft;
    if (!is_target || !absl::StrContains(parent.child(Field::kRight).text(), subject)) return {};
  }
  return Node();
}

void Check(FileContext& file, Node call) {
  if (call.child(Field::kFunction).text() != "hasattr") return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.size() != 2 || arguments.positional[0].text() != "self") return;
  const Node statement = call.parent();
  if (!statement.Is(NodeKind::kIfStatement) || call.field() != Field::kCondition) return;
  const absl::string_view name = Module::StringContent(arguments.positional[1]);
  const Definition* const a_class = file.module().EnclosingClass(call);
  const Definition* const method = file.module().EnclosingFunction(call);
  if (name.empty() || a_class == nullptr || method == nullptr) return;
  const std::string subject = absl::StrCat("self.", name);
  const Node use = UseIn(statement.child(Field::kConsequence), subject);
  if (!use || logic::IsExpectedToRaise(use)) return;
  const Node none = NoneOfConstructor(file.module(), *a_class, name);
  if (!none) return;
  file.Report({.at = call,
               .params = {{"call", OneLine(call)},
                          {"subject", subject},
                          {"access", OneLine(use)},
                          {"line", std::to_string(none.first_line())}},
               .because = file.IsChanged(call)  ? call
                          : file.IsChanged(use) ? use
                                                : none,
               .related = {{kStoredHere, RangeOf(file.module(), none)},
                           {kUsedHere, RangeOf(file.module(), use)}}});
}

}  // namespace

extern constinit const Rule kHasattrAllowsNone = {
    .info = {.id = "hasattr-allows-none",
             .title = {"hasattr() where None has to be ruled out", "用 hasattr() 无法排除 None"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{call}` is true for the None that `__init__` stores on line {line}, and "
                         "None has no attributes: `{access}` fails",
                         "`__init__` 在第 {line} 行存入 None 时 `{call}` 也为真，而 None "
                         "没有属性，`{access}` 会失败"},
             .consequence = {"The method raises AttributeError until something else is stored in "
                             "`{subject}`",
                             "在 `{subject}` 被赋予其他值之前，该方法会抛出 AttributeError"},
             .advice = {"Test `{subject} is not None`", "改为判断 `{subject} is not None`"},
             .phrases = kPhrases,
             .why = "hasattr says that a name exists, whatever its value. A constructor that "
                    "stores None makes it true from the start, so it does not tell whether there "
                    "is an object to work with.",
             .fix = "Compare the attribute with None.",
             .bad = R"py(
class Codec:
    def __init__(self):
        self.scale = None

    def to(self, device):
        if hasattr(self, "scale"):
            self.scale = self.scale.to(device)
)py",
             .good = R"py(
class Codec:
    def __init__(self):
        self.scale = None

    def to(self, device):
        if self.scale is not None:
            self.scale = self.scale.to(device)
)py",
             .references = {"https://docs.python.org/3/library/functions.html#hasattr"}},
    .kinds = {NodeKind::kCall},
    .names = "hasattr",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
