// A score compared for equality with the finite sentinel for minus infinity, after arithmetic.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/semi-markov/domain.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/local_values.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;
using Search = LocalValues::Search;

constexpr Phrase kMovedAway("moved-away", "arithmetic changes it", "运算会使它偏离");
constexpr Phrase kPhrases[] = {kMovedAway};

bool IsSentinelName(Node expression) {
  const std::string name = absl::AsciiStrToLower(LastName(expression));
  return !expression.Is(NodeKind::kCall) &&
         (absl::StrContains(name, "neg_inf") || absl::StrContains(name, "neginf"));
}

// Real infinity absorbs what is added: equality holds.
bool IsInfinite(const Module& module, Node sentinel) {
  for (const python::Binding& binding : module.scopes().bindings()) {
    if (binding.name != LastName(sentinel) || binding.kind != python::Binding::Kind::kAssignment ||
        !binding.value) {
      continue;
    }
    if (absl::StrContains(absl::AsciiStrToLower(binding.value.text()), "inf")) return true;
  }
  return false;
}

// Sums, differences and products move the sentinel away from its value. Selecting does not.
bool IsArithmetic(Node node) {
  if (node.Is(NodeKind::kBinaryOperator)) {
    const absl::string_view op = node.child(Field::kOperator).text();
    return op == "+" || op == "-" || op == "*" || op == "/";
  }
  if (node.Is(NodeKind::kAugmentedAssignment)) return true;
  const absl::string_view callee = CalleeName(node);
  return callee == "logsumexp" || callee == "logaddexp" || callee == "sum" || callee == "add";
}

// The arithmetic that the value went through. Null: none that one can see.
Node ArithmeticBehind(const Module& module, Node value) {
  const python::Definition* function = module.EnclosingFunction(value);
  if (function == nullptr) return Node();
  const LocalValues values(OwnNodes(function->body));
  return values.FindBehind(value, [](Node node) {
    // Indices may be computed; that does not change the values.
    if (node.field() == Field::kSubscript || node.Is(NodeKind::kSlice)) return Search::kPassOver;
    if (node.Is(NodeKind::kCall) && CalleeName(node) == "range") return Search::kPassOver;
    const bool is_shape = node.Is(NodeKind::kCall) && FactoryOf(node).has_value();
    if (is_shape) return Search::kPassOver;
    return IsArithmetic(node) ? Search::kFound : Search::kGoOn;
  });
}

void Check(FileContext& file, Node comparison) {
  if (comparison.named_child_count() != 2) return;
  Node value = comparison.named_child(0);
  Node sentinel = comparison.named_child(1);
  absl::string_view op;
  for (Node child : comparison.children()) {
    if (child.Is(NodeKind::kToken)) op = child.text();
  }
  if (op != "==" && op != "!=") return;
  if (IsSentinelName(value)) std::swap(value, sentinel);
  if (!IsSentinelName(sentinel) || IsSentinelName(value)) return;
  if (IsInfinite(file.module(), sentinel) || !SpeaksOfSemiMarkov(file.module())) return;
  const Node arithmetic = ArithmeticBehind(file.module(), value);
  if (!arithmetic) return;
  const bool is_simple =
      !value.Is(NodeKind::kBinaryOperator) || absl::StartsWith(value.text(), "(");
  const std::string threshold =
      absl::StrCat(value.text(), op == "==" ? " < " : " >= ", sentinel.text(), " / 2");
  Observation observation{.at = comparison,
                          .params = {{"comparison", std::string(comparison.text())},
                                     {"value", std::string(value.text())},
                                     {"threshold", threshold},
                                     {"line", absl::StrCat(arithmetic.first_line())}},
                          .because = FirstChanged(file, {comparison, arithmetic}),
                          .related = {{kMovedAway, RangeOf(file.module(), arithmetic)}}};
  if (is_simple) observation.edits = {Replace(file.module(), comparison, threshold)};
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kSentinelEquality = {
    .info = {.id = "sentinel-equality",
             .title = {"Score compared for equality with the sentinel",
                       "用相等判断分数是否为哨兵值"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{comparison}` no longer holds once a value has been added to the "
                         "sentinel, as line {line} does with `{value}`",
                         "一旦给哨兵值加上其他数（第 {line} 行的 `{value}` "
                         "就是如此），`{comparison}` 就不再成立"},
             .consequence = {"Masked entries count as valid: log-sum-exp takes exp(0) of them, or "
                             "backpointers lead nowhere",
                             "被屏蔽的元素会被当成有效：log-sum-exp 会把它们当作 "
                             "exp(0)，或者回溯指针指向无效位置"},
             .advice = {"Compare with a threshold: `{threshold}`", "与阈值比较：`{threshold}`"},
             .phrases = kPhrases,
             .why = "The sentinel is a large finite number. Adding a score or bias changes it, and "
                    "equality is lost.",
             .fix = "Treat every value below half of the sentinel as masked.",
             .bad = R"py(
NEG_INF = -1e9

def is_dead(alpha, duration_bias):
    alpha = alpha + duration_bias
    return alpha == NEG_INF
)py",
             .good = R"py(
NEG_INF = -1e9

def is_dead(alpha, duration_bias):
    alpha = alpha + duration_bias
    return alpha < NEG_INF / 2
)py",
             .checks = {AuditCheck::kNumerics},
             .assures = {"sentinels are not compared with ==", "不用 == 比较哨兵值"}},
    .kinds = {NodeKind::kComparisonOperator},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
