// self.dropout_p = 0 in one branch of forward: nothing gives back what the constructor was told.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

bool IsConstant(Node value) {
  value = python::WithoutParentheses(value);
  return logic::IsLiteral(value) || value.Is(NodeKind::kTrue) || value.Is(NodeKind::kFalse);
}

// Stores of one attribute in forward().
struct Stores {
  std::vector<Node> constants;
  bool has_others = false;
};

// A branch that stores it has a sibling that does so, too: both decide, nothing is lost.
bool IsStoredOnBothSides(Node store, absl::string_view attribute) {
  for (Node node = store; !node.Is(NodeKind::kFunctionDefinition); node = node.parent()) {
    if (!node.Is(NodeKind::kIfStatement)) continue;
    int sides = 0;
    for (Node side : node.named_children()) {
      const bool is_side = side.field() == Field::kConsequence || side.Is(NodeKind::kElifClause) ||
                           side.Is(NodeKind::kElseClause);
      if (is_side && MentionsName(side.text(), attribute)) ++sides;
    }
    if (sides > 1) return true;
  }
  return false;
}

// By attribute, in source order.
std::map<absl::string_view, Stores> StoresIn(const Definition& forward, absl::string_view self) {
  std::map<absl::string_view, Stores> stores;
  ForEachOwnNode(forward.body, [&](Node node) {
    const bool is_store = node.Is(NodeKind::kAssignment) || node.Is(NodeKind::kAugmentedAssignment);
    const Node target = is_store ? node.child(Field::kLeft) : Node();
    if (!target.Is(NodeKind::kAttribute) || target.child(Field::kObject).text() != self) return;
    Stores& of_name = stores[target.child(Field::kAttribute).text()];
    const Node value = node.child(Field::kRight);
    if (node.Is(NodeKind::kAssignment) && value && IsConstant(value)) {
      of_name.constants.push_back(node);
    } else {
      of_name.has_others = true;
    }
  });
  return stores;
}

// One of the constructor's parameters stands in the value.
bool IsOfParameter(const Definition& init, Node value) {
  for (const python::Parameter& parameter : init.parameters) {
    if (parameter.name != "self" && Mentions(value, parameter.name)) return true;
  }
  return false;
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* const a_class = module.EnclosingDefinition(node);
  if (a_class == nullptr || a_class->node != node) return;
  const Definition* const init = module.FindDefinition(absl::StrCat(a_class->name, ".__init__"));
  const Definition* const forward = module.FindDefinition(absl::StrCat(a_class->name, ".forward"));
  if (init == nullptr || forward == nullptr) return;
  const absl::string_view self = logic::SelfNameOf(*forward);
  for (const auto& [name, stores] : StoresIn(*forward, self)) {
    if (stores.constants.size() != 1 || stores.has_others) continue;
    const Node store = stores.constants[0];
    const std::vector<Node> all = module.SelfAttributeValues(*a_class, name);
    if (all.size() != 2 || module.EnclosingFunction(all[0]) != init) continue;
    if (!IsOfParameter(*init, all[0]) || !Around(store, NodeKind::kIfStatement)) continue;
    if (IsStoredOnBothSides(store, name)) continue;
    file.Report({.at = store,
                 .params = {{"attribute", absl::StrCat(self, ".", name)},
                            {"value", OneLine(store.child(Field::kRight))},
                            {"kept", OneLine(all[0])}}});
  }
}

}  // namespace

extern constinit const Rule kSettingOverwrittenInForward = {
    .info =
        {.id = "setting-overwritten-in-forward",
         .title = {"Setting of a module overwritten in forward()",
                   "模块的设置在 forward() 中被覆盖"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"`{attribute} = {value}` replaces `{kept}` of the constructor, and "
              "nothing puts it back",
              "`{attribute} = {value}` 覆盖了构造函数设置的 `{kept}`，之后没有任何代码恢复它"},
         .consequence = {"After the first call that gets here, every later call uses "
                         "`{value}`, in training, too",
                         "只要有一次调用执行到这里，之后的每次调用（包括训练）都会使用 `{value}`"},
         .advice = {"Use a local variable", "改用局部变量"},
         .why = "An attribute outlives the call: what one branch of forward() stores is there "
                "for all calls after it.",
         .fix = "Keep the value of this call in a local variable.",
         .bad = R"py(
from torch import nn

class Attention(nn.Module):
    def __init__(self, dropout_p):
        super().__init__()
        self.dropout_p = dropout_p

    def forward(self, q, k, v):
        if not self.training:
            self.dropout_p = 0.0
        return attend(q, k, v, self.dropout_p)
)py",
         .good = R"py(
from torch import nn

class Attention(nn.Module):
    def __init__(self, dropout_p):
        super().__init__()
        self.dropout_p = dropout_p

    def forward(self, q, k, v):
        dropout_p = self.dropout_p if self.training else 0.0
        return attend(q, k, v, dropout_p)
)py"},
    .kinds = {NodeKind::kClassDefinition},
    .names = "forward",
    .check = Check};

}  // namespace allreview::rules
