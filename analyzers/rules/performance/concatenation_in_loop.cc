// A tensor grows by concatenation: each turn copies all of it again.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/gradient_flow.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Binding;
using python::Module;

constexpr Phrase kGrowsToo("grows-too", "`{name}` grows in the same way",
                           "`{name}` 也以同样方式增长");
constexpr Phrase kPhrases[] = {kGrowsToo};

constexpr int kFewTurns = 8;

// `torch.cat([x, y])` with x, the target, among its parts. Null: no such call.
Node GrowingCall(const Module& module, Node assignment) {
  const Node target = assignment.child(Field::kLeft);
  Node value = python::WithoutParentheses(assignment.child(Field::kRight));
  // x = y if x is None else torch.cat([x, y])
  if (value.Is(NodeKind::kConditionalExpression)) {
    const Node alternative = python::WithoutParentheses(value.named_child(2));
    value = alternative.Is(NodeKind::kCall) ? alternative : value.named_child(0);
  }
  if (!value.Is(NodeKind::kCall) || !target.Is(NodeKind::kIdentifier)) return {};
  const std::string name = module.Resolve(value.child(Field::kFunction));
  bool is_concatenation = false;
  for (absl::string_view function : {"cat", "concat", "concatenate", "hstack", "vstack"}) {
    is_concatenation |= name == absl::StrCat("torch.", function);
  }
  const Node parts = python::Argument(value, 0, "tensors");
  if (!is_concatenation || (!parts.Is(NodeKind::kList) && !parts.Is(NodeKind::kTuple))) return {};
  for (Node part : ElementsOf(parts)) {
    if (part.text() == target.text()) return value;
  }
  return {};
}

// `for _ in range(4)`, `for part in (a, b)`.
bool TurnsFewTimes(const Module& module, Node loop) {
  const Node iterable = loop.child(Field::kRight);
  if (iterable.Is(NodeKind::kTuple) || iterable.Is(NodeKind::kList)) return true;
  if (!iterable.Is(NodeKind::kCall) || !module.Calls(iterable, "builtins.range")) return false;
  const Node last = python::ArgumentsOf(iterable).positional.empty()
                        ? Node()
                        : python::ArgumentsOf(iterable).positional.back();
  int turns = 0;
  return last.Is(NodeKind::kInteger) && absl::SimpleAtoi(last.text(), &turns) && turns <= kFewTurns;
}

bool IsTestedForNone(Node identifier) {
  const Node parent = identifier.parent();
  return parent.Is(NodeKind::kComparisonOperator) && parent.child(NodeKind::kNone);
}

// The first value under `if x is None`.
bool IsFirstValue(Node identifier) {
  const Node statement = python::StatementOf(identifier).parent().parent();
  return statement.Is(NodeKind::kIfStatement) &&
         absl::StrContains(statement.child(Field::kCondition).text(),
                           absl::StrCat(identifier.text(), " is None"));
}

// Within the loop nothing but the concatenation looks at it or binds it.
bool IsOnlyCollected(Node loop, Node assignment, Node call) {
  const absl::string_view name = assignment.child(Field::kLeft).text();
  for (Node node : loop.descendants(NodeKind::kIdentifier)) {
    if (node.text() != name || !IsVariable(node)) continue;
    if (call.Contains(node) || node == assignment.child(Field::kLeft)) continue;
    if (!IsTestedForNone(node) && !IsFirstValue(node)) return false;
  }
  return true;
}

bool IsDefinedBefore(const Module& module, Node loop, Node identifier) {
  for (const Binding& binding : module.scopes().MeaningOf(identifier, identifier.text()).bindings) {
    if (binding.node.index() < loop.index()) return true;
  }
  return false;
}

// The call of an assignment whose target only grows in the loop. Null: not so.
Node CallThatCollects(const Module& module, Node loop, Node assignment) {
  const Node call = GrowingCall(module, assignment);
  if (!call || !IsDefinedBefore(module, loop, assignment.child(Field::kLeft))) return {};
  return IsOnlyCollected(loop, assignment, call) ? call : Node();
}

// Others of the same loop. Nothing: an earlier one speaks for all.
std::optional<std::vector<Node>> OthersIn(FileContext& file, Node loop, Node assignment) {
  std::vector<Node> others;
  for (Node node : loop.descendants(NodeKind::kAssignment)) {
    if (node == assignment) continue;
    if (!CallThatCollects(file.module(), loop, node)) continue;
    const bool is_earlier = node.first_byte() < assignment.first_byte();
    if (is_earlier && file.IsChanged(node)) return std::nullopt;
    others.push_back(node);
  }
  return others;
}

void Check(FileContext& file, Node assignment) {
  const Module& module = file.module();
  if (!GrowingCall(module, assignment)) return;
  const std::vector<Node> loops = LoopsAround(assignment);
  if (loops.empty() || TurnsFewTimes(module, loops.front())) return;
  const Node loop = loops.front(), target = assignment.child(Field::kLeft);
  const Node call = CallThatCollects(module, loop, assignment);
  if (!call) return;
  const std::optional<std::vector<Node>> others = OthersIn(file, loop, assignment);
  if (!others) return;
  Observation observation{.at = call,
                          .params = {{"name", std::string(target.text())},
                                     {"function", std::string(call.child(Field::kFunction).text())},
                                     {"line", absl::StrCat(loop.first_line())}},
                          .because = assignment,
                          .identity = std::string(target.text())};
  for (Node other : *others) {
    observation.related.push_back(
        {Sentence(kGrowsToo, {{"name", other.child(Field::kLeft).text()}}),
         RangeOf(module, other)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kConcatenationInLoop = {
    .info =
        {.id = "concatenation-in-loop",
         .title = {"Tensor grows by concatenation in a loop", "在循环中用拼接让 tensor 增长"},
         .pillar = Pillar::kMaintainability,
         .confidence = Confidence::kMedium,
         .message =
             {"`{function}` copies all of `{name}` in every iteration of the loop on line {line}",
              "第 {line} 行的循环每次迭代都用 `{function}` 把 `{name}` 整体拷贝一遍"},
         .consequence = {"The bytes copied and allocated grow with the square of the number of "
                         "iterations, and the allocator ends up with blocks of many sizes",
                         "拷贝和分配的字节数随迭代次数平方增长，分配器中还会留下大小各异的内存块"},
         .advice = {"Append the parts to a list in the loop and call `{function}` once after it, "
                    "or write into a preallocated tensor",
                    "在循环中把各部分追加到列表，循环结束后只调用一次 "
                    "`{function}`，或者直接写入最终大小的 tensor"},
         .phrases = kPhrases,
         .why = "Concatenation allocates a new tensor and copies both operands.",
         .fix = "Collect the parts in a list; concatenate once.",
         .bad = R"py(
import torch

def gather(chunks):
    rows = torch.empty(0, 8)
    for chunk in chunks:
        rows = torch.cat([rows, chunk])
    return rows
)py",
         .good = R"py(
import torch

def gather(chunks):
    rows = []
    for chunk in chunks:
        rows.append(chunk)
    return torch.cat(rows)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/torch.cat.html"},
         .tier = Tier::kHint,
         .checks = {AuditCheck::kMemory, AuditCheck::kScaling}},
    .kinds = {NodeKind::kAssignment},
    .names = "cat concat concatenate hstack vstack",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
