// A loop over durations 1..K-1 that never runs when K is 1.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/semi-markov/domain.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

// The body takes the variable for the length of a segment: `t - k`, `start + k`, `bias[k]`.
bool IsUsedAsDuration(Node body, absl::string_view variable) {
  for (Node node : body.descendants()) {
    if (node.Is(NodeKind::kSubscript) && IsDurationTable(node.child(Field::kValue)) &&
        Mentions(node, variable)) {
      return true;
    }
    if (!node.Is(NodeKind::kBinaryOperator)) continue;
    const absl::string_view op = node.child(Field::kOperator).text();
    const Node left = node.child(Field::kLeft);
    const Node right = node.child(Field::kRight);
    if ((op == "-" || op == "+") && right.text() == variable && left.Is(NodeKind::kIdentifier) &&
        !IsMaxDuration(left)) {
      return true;
    }
  }
  return false;
}

// A table indexed by the variable itself would be left at K = 1 when the loop runs there.
bool HasPlainIndex(Node body, absl::string_view variable) {
  for (Node node : body.descendants(NodeKind::kSubscript)) {
    for (Node index : node.children()) {
      if (index.field() == Field::kSubscript && index.text() == variable) return true;
    }
  }
  return false;
}

// K cannot be 1 here: a check before the loop, or how K was made.
bool IsKnownToBeLarger(const Module& module, Node loop, Node limit) {
  const Node value = module.Dereference(limit);
  if (value != python::WithoutParentheses(limit) &&
      (value.Is(NodeKind::kBinaryOperator) || absl::StrContains(value.text(), "max(") ||
       value.Is(NodeKind::kInteger))) {
    return true;
  }
  const Definition* function = module.EnclosingFunction(loop);
  if (function == nullptr) return false;
  for (Node node : OwnNodes(function->body)) {
    if (node.index() > loop.index()) break;
    Node condition;
    if (node.Is(NodeKind::kAssertStatement)) condition = node.named_child(0);
    if (node.Is(NodeKind::kIfStatement)) condition = node.child(Field::kCondition);
    if (!condition || !condition.Is(NodeKind::kComparisonOperator)) continue;
    if (!Mentions(condition, limit.text()) && !absl::StrContains(condition.text(), limit.text())) {
      continue;
    }
    // `if K == 1: return ...`, `if K > 1:`, `assert K >= 2`.
    const absl::string_view text = condition.text();
    if (absl::EndsWith(text, "1") || absl::EndsWith(text, "2") || absl::EndsWith(text, "3")) {
      return true;
    }
  }
  return false;
}

void ReportLoop(FileContext& file, Node at, Node limit, absl::string_view variable,
                std::vector<Edit> edits) {
  file.Report({.at = at,
               .params = {{"range", std::string(at.text())},
                          {"limit", std::string(limit.text())},
                          {"variable", std::string(variable)}},
               .edits = std::move(edits)});
}

void CheckLoop(FileContext& file, Node statement) {
  const std::optional<RangeLoop> loop = RangeLoopOf(statement);
  if (!loop || !loop->StartsAtOne() || !IsMaxDuration(loop->end)) return;
  const absl::string_view variable = loop->variable.text();
  const Node body = statement.child(Field::kBody);
  if (!IsUsedAsDuration(body, variable) || !SpeaksOfSemiMarkov(file.module()) ||
      IsKnownToBeLarger(file.module(), statement, loop->end)) {
    return;
  }
  std::vector<Edit> edits;
  if (loop->call.child(Field::kFunction).text() == "range" && !HasPlainIndex(body, variable)) {
    edits = {Replace(file.module(), loop->end, absl::StrCat("max(", loop->end.text(), ", 2)"))};
  }
  ReportLoop(file, loop->call, loop->end, variable, std::move(edits));
}

// durations = torch.arange(1, K)
void CheckArange(FileContext& file, Node call) {
  if (CalleeName(call) != "arange") return;
  const std::vector<Node> arguments = python::ArgumentsOf(call).positional;
  if (arguments.size() < 2 || arguments[0].text() != "1" || !IsMaxDuration(arguments[1])) return;
  const Node target = call.parent().child(Field::kLeft);
  if (!call.parent().Is(NodeKind::kAssignment) || !absl::StrContains(target.text(), "dur")) return;
  if (!SpeaksOfSemiMarkov(file.module()) || IsKnownToBeLarger(file.module(), call, arguments[1])) {
    return;
  }
  ReportLoop(file, call, arguments[1], target.text(), {});
}

void Check(FileContext& file, Node node) {
  if (node.Is(NodeKind::kForStatement)) {
    CheckLoop(file, node);
  } else {
    CheckArange(file, node);
  }
}

}  // namespace

extern constinit const Rule kEmptyDurationLoop = {
    .info =
        {.id = "empty-duration-loop",
         .title = {"Loop over durations is empty when K is 1", "K 为 1 时对时长的循环为空"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message =
             {"`{range}` yields no duration at all when `{limit}` is 1, and never yields the "
              "duration `{limit}` itself",
              "当 `{limit}` 为 1 时 `{range}` 不产生任何时长，而且永远不会产生时长 `{limit}` 本身"},
         .consequence = {"With a maximum duration of 1, no segment is scored and the partition "
                         "function is the sentinel, so the loss is NaN",
                         "最大时长为 1 时不会对任何片段打分，配分函数等于哨兵值：loss 为 NaN"},
         .advice = {"Loop to `{limit} + 1` with `{variable} - 1` as the index, or to `max({limit}, "
                    "2)` with `min({variable}, {limit} - 1)`",
                    "循环到 `{limit} + 1` 并以 `{variable} - 1` 为下标，或者循环到 `max({limit}, "
                    "2)` 并以 `min({variable}, {limit} - 1)` 为下标"},
         .why = "Durations run from 1 to K. A range that ends before K is empty for K = 1, the "
                "linear-chain case, which users do configure.",
         .fix = "Include the duration K, or at least duration 1.",
         .bad = R"py(
def scan(scores, duration_bias, T, K):
    best = [0.0]
    for t in range(1, T + 1):
        for k in range(1, K):
            best.append(best[t - k] + duration_bias[k])
    return best
)py",
         .good = R"py(
def scan(scores, duration_bias, T, K):
    best = [0.0]
    for t in range(1, T + 1):
        for k in range(1, K + 1):
            best.append(best[t - k] + duration_bias[k - 1])
    return best
)py",
         .assures = {"the loop over durations is not empty for K = 1", "K = 1 时时长循环非空"}},
    .kinds = {NodeKind::kForStatement, NodeKind::kCall},
    .names = kMaxDurationNames,
    .check = Check};

}  // namespace allreview::rules
