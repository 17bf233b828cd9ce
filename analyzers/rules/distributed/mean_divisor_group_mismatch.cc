// A sum over one group that is divided by the size of another, or an average that is divided again.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kAveragedAgain(
    "averaged-again", "already averaged over {group}, and then divided by `{divisor}` again",
    "已经在 {group} 上取过平均，又除以 `{divisor}`");
constexpr Phrase kDividedByOther("divided-by-other",
                                 "summed over {group}, but divided by the size of {other}",
                                 "在 {group} 上求和，却除以 {other} 的大小");
constexpr Phrase kDropDivision("drop-division",
                               "Drop the division, or reduce with SUM and divide once",
                               "去掉除法，或者用 SUM 归约后再只除一次");
constexpr Phrase kDivideBySize("divide-by-size", "Divide by the size of {group}",
                               "除以 {group} 的大小");
constexpr Phrase kReducedHere("reduced-here", "the ranks reduce the values here",
                              "各 rank 在这里归约数值");
constexpr Phrase kDividedHere("divided-here", "the division", "除法处");
constexpr Phrase kPhrases[] = {kAveragedAgain, kDividedByOther, kDropDivision,
                               kDivideBySize,  kReducedHere,    kDividedHere};

constexpr int kLines = 12;

// The divisor when `node` divides `tensor`: `x / n`, `x /= n`, `x.div_(n)`. Null: it does not.
Node DivisorOf(Node node, absl::string_view tensor) {
  if (node.Is(NodeKind::kBinaryOperator) || node.Is(NodeKind::kAugmentedAssignment)) {
    const absl::string_view op = node.child(Field::kOperator).text();
    const bool is_division = op == "/" || op == "/=";
    return is_division && node.child(Field::kLeft).text() == tensor ? node.child(Field::kRight)
                                                                    : Node();
  }
  if (!node.Is(NodeKind::kCall)) return Node();
  const Node function = node.child(Field::kFunction);
  const absl::string_view name = CalleeName(node);
  if (!function.Is(NodeKind::kAttribute) || (name != "div" && name != "div_") ||
      function.child(Field::kObject).text() != tensor) {
    return Node();
  }
  return python::Argument(node, 0, "other");
}

bool Rebinds(Node statement, absl::string_view tensor) {
  if (!statement.Is(NodeKind::kExpressionStatement)) return false;
  const Node assignment = statement.named_child(0);
  return assignment.Is(NodeKind::kAssignment) && assignment.child(Field::kLeft).text() == tensor;
}

struct Division {
  Node node, divisor;
};

// First division of the tensor in the statements after `statement`, before anything else is made of
// it. Null: none, or another collective works on it, too.
Division FindDivision(const Module& module, Node statement, absl::string_view tensor) {
  const int last_line = statement.last_line() + kLines;
  for (Node next = statement.next_sibling(); next && next.first_line() <= last_line;
       next = next.next_sibling()) {
    if (next.Is(NodeKind::kFunctionDefinition) || next.Is(NodeKind::kClassDefinition)) break;
    for (Node node : next.descendants()) {
      if (const Node divisor = DivisorOf(node, tensor)) return {node, divisor};
      if (!node.Is(NodeKind::kCall)) continue;
      const Collective* op = FindCollective(module, node);
      if (op != nullptr && op->is_collective() && op->ArgumentOf(node, 0).text() == tensor) {
        return {};
      }
    }
    if (Rebinds(next, tensor)) break;
  }
  return {};
}

// An earlier statement of the block reduces the same tensor: over a second group.
bool IsReducedBefore(const Module& module, Node statement, absl::string_view tensor) {
  for (Node node : statement.parent().children()) {
    if (node.first_byte() >= statement.first_byte()) return false;
    if (node.last_line() + kLines < statement.first_line()) continue;
    for (Node inner : node.descendants(NodeKind::kCall)) {
      const Collective* op = FindCollective(module, inner);
      if (op != nullptr && op->name == "all_reduce" && op->ArgumentOf(inner, 0).text() == tensor) {
        return true;
      }
    }
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Collective* op = FindCollective(module, call);
  if (op == nullptr || op->name != "all_reduce") return;
  const Node tensor = op->ArgumentOf(call, 0), operation = op->ArgumentOf(call, "op");
  const bool is_mean = absl::EndsWith(operation.text(), "AVG");
  if (!tensor || (operation && !is_mean && !absl::EndsWith(operation.text(), "SUM"))) return;
  const Node statement = python::StatementOf(call);
  const Division division = FindDivision(module, statement, tensor.text());
  if (!division.node || IsReducedBefore(module, statement, tensor.text())) return;
  const Group group = op->GroupOf(module, call), divisor = SizeOf(module, division.divisor);
  if (!divisor || divisor.kind == Group::Kind::kUnknown) return;
  if (!is_mean && !AreDifferent(group, divisor)) return;

  const Sentence fault =
      is_mean
          ? Sentence(kAveragedAgain,
                     {{"group", Describe(group)}, {"divisor", division.divisor.text()}})
          : Sentence(kDividedByOther, {{"group", Describe(group)}, {"other", Describe(divisor)}});
  Observation observation{
      .at = division.node,
      .params = {{"tensor", std::string(tensor.text())},
                 {"fault", fault},
                 {"line", absl::StrCat(call.first_line())},
                 {"cure",
                  is_mean ? kDropDivision : Sentence(kDivideBySize, {{"group", Describe(group)}})}},
      .evidence = {DataFlowEvidence{{{kReducedHere, RangeOf(module, call)},
                                     {kDividedHere, RangeOf(module, division.node)}}}}};
  if (!file.IsChanged(division.node)) observation.because = call;
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kMeanDivisorGroupMismatch = {
    .info =
        {.id = "mean-divisor-group-mismatch",
         .title = {"Mean over ranks divided by the size of a different group",
                   "跨 rank 求均值时除以了另一个组的大小"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{tensor}` is {fault} (reduced on line {line})",
                     "`{tensor}` {fault}（在第 {line} 行归约）"},
         .consequence = {"The value is wrong by a constant factor that depends on the parallel "
                         "layout: losses, norms or gradients change with the number of ranks",
                         "数值会差一个取决于并行布局的常数倍：loss、范数或梯度会随 rank 数变化"},
         .advice = {"{cure}", "{cure}"},
         .phrases = kPhrases,
         .why = "A mean is a sum over the members of a group divided by their number. With the "
                "size of another group, the result depends on the parallel layout of the job.",
         .fix = "Take the divisor from the group of the reduction, or use only ReduceOp.AVG.",
         .bad = R"py(
import torch.distributed as dist

def mean(loss, dp_group):
    dist.all_reduce(loss, group=dp_group)
    loss /= dist.get_world_size()
    return loss
)py",
         .good = R"py(
import torch.distributed as dist

def mean(loss, dp_group):
    dist.all_reduce(loss, group=dp_group)
    loss /= dist.get_world_size(group=dp_group)
    return loss
)py"},
    .kinds = {NodeKind::kCall},
    .names = "all_reduce",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
