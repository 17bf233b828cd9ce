// A condition of five and more operands about several objects.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/readability/code_places.h"
#include "analyzers/rules/readability/metrics.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr int kMinOperators = 4;

bool IsTop(Node node) {
  for (Node parent = node.parent();
       parent.Is(NodeKind::kParenthesizedExpression) || parent.Is(NodeKind::kBooleanOperator) ||
       parent.Is(NodeKind::kNotOperator);
       parent = parent.parent()) {
    if (parent.Is(NodeKind::kBooleanOperator)) return false;
  }
  return true;
}

// Objects whose attributes the condition reads: `config` of config.fused and config.depth.
std::vector<std::string> ObjectsIn(Node condition) {
  std::set<std::string> objects;
  for (Node node : condition.descendants(NodeKind::kAttribute)) {
    if (node.parent().Is(NodeKind::kAttribute)) continue;
    const Node object = node.child(Field::kObject);
    const Node base = BaseOf(object);
    // A module is no object: torch.float32.
    if (base.text() == "torch" || base.text() == "os" || base.text() == "np") continue;
    if (base.Is(NodeKind::kIdentifier)) objects.insert(std::string(object.text().substr(0, 40)));
  }
  return {objects.begin(), objects.end()};
}

// A function whose only point is the condition: is_supported(), __eq__, a validator.
bool IsNamedCondition(const python::Module& module, Node node) {
  const Definition* function = module.EnclosingFunction(node);
  if (function == nullptr) return false;
  const absl::string_view name = function->simple_name;
  const bool is_question = absl::StartsWith(name, "is_") || absl::StartsWith(name, "_is_") ||
                           absl::StartsWith(name, "has_") || absl::StartsWith(name, "_has_") ||
                           absl::StartsWith(name, "can_") || absl::StartsWith(name, "_can_") ||
                           absl::StartsWith(name, "should_") ||
                           absl::StartsWith(name, "_should_") || name == "__eq__";
  return is_question && python::StatementOf(node).Is(NodeKind::kReturnStatement);
}

// any(...) and all(...) give each part a line; an address is checked part by part.
bool IsList(Node condition) {
  const absl::string_view text = condition.text();
  return absl::StrContains(text, "any(") || absl::StrContains(text, "all(") ||
         absl::StrContains(text, "is_loopback") || absl::StrContains(text, "is_private");
}

void Check(FileContext& file, Node condition) {
  if (!IsTop(condition)) return;
  const int operators = BooleanOperatorsIn(condition);
  if (operators < kMinOperators || IsKernelPath(file.module().path())) return;
  const std::vector<std::string> objects = ObjectsIn(condition);
  if (objects.size() < 2 || IsList(condition) || IsNamedCondition(file.module(), condition)) return;
  file.Report({.at = condition,
               .params = {{"operands", absl::StrCat(operators + 1)},
                          {"condition", OneLine(condition)},
                          {"objects", absl::StrJoin(objects, "`, `")}}});
}

}  // namespace

extern constinit const Rule kComplexCondition = {
    .info =
        {.id = "complex-condition",
         .title = {"Condition with many unnamed parts", "条件由多个部分组成，却没有命名"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .pillar = Pillar::kReadability,
         .confidence = Confidence::kMedium,
         .message = {"This condition joins {operands} operands about `{objects}`",
                     "该条件连接了 {operands} 个操作数，涉及 `{objects}`"},
         .consequence = {"Readers cannot see which of its cases a test covers and which it misses",
                         "无法看出测试覆盖了哪些情况、遗漏了哪些情况"},
         .advice = {"Give its parts names (`needs_gather = ...`), or make it a function that "
                    "returns early",
                    "给各部分命名（`needs_gather = ...`），或者改成提前返回的函数"},
         .why = "Five operands have 32 combinations. If they also belong to several objects, the "
                "condition hides a rule that deserves a name.",
         .fix = "Name the parts for what they mean, or write a function whose name states the "
                "question.",
         .bad = R"py(
def step(self, config, args, x):
    if (config.fused and args.depth > 2 and not self.training
            or config.recompute and x is not None):
        return self.fast(x)
    return self.slow(x)
)py",
         .good = R"py(
def step(self, config, args, x):
    can_fuse = config.fused and args.depth > 2 and not self.training
    is_replayed = config.recompute and x is not None
    return self.fast(x) if can_fuse or is_replayed else self.slow(x)
)py",
         .references = {"https://docs.astral.sh/ruff/rules/too-many-boolean-expressions/",
                        "https://rules.sonarsource.com/python/RSPEC-1067/"},
         .tier = Tier::kHint},
    .kinds = {NodeKind::kBooleanOperator},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
