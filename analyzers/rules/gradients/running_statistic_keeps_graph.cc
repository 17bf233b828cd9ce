// A statistic kept from step to step is updated with a tensor that still has its graph.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/values.h"
#include "analyzers/repository/cold.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/gradient_flow.h"
#include "analyzers/rules/shared/patterns.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::ControlFlow;
using python::Definition;
using python::Module;

constexpr Phrase kStillHasGraph("still-has-graph", "still has its graph", "仍带有计算图");
constexpr Phrase kKeptForNext("kept-for-next", "kept for the next step", "保留到下一个 step");
constexpr Phrase kPhrases[] = {kStillHasGraph, kKeptForNext};

// What is added up to be differentiated, or kept because later steps compute with it.
bool IsNamedLikeState(absl::string_view name) {
  for (absl::string_view part : {"loss", "cache", "kv", "state", "hidden", "memory"}) {
    if (absl::StrContains(name, part)) return true;
  }
  return false;
}

// `self.x` of self.x and self.x[i]. Null: no attribute of self.
Node SelfAttribute(Node target) {
  if (target.Is(NodeKind::kSubscript)) target = target.child(Field::kValue);
  return target.Is(NodeKind::kAttribute) && target.child(Field::kObject).text() == "self" ? target
                                                                                          : Node();
}

bool IsTestOrTarget(Node attribute, const Accumulation& accumulation) {
  if (accumulation.statement.Contains(attribute)) return true;
  const Node parent = attribute.parent();
  if (parent.Is(NodeKind::kComparisonOperator) && parent.child(NodeKind::kNone)) return true;
  return parent.Is(NodeKind::kAssignment) && attribute.field() == Field::kLeft;
}

// Forward only adds to it: it neither computes with it nor begins it anew nor detaches it.
bool IsOnlyUpdated(const FileContext& file, const Definition& function, Node attribute,
                   const Accumulation& accumulation) {
  const ControlFlow& flow = file.flow(accumulation.statement);
  for (Node node : OwnNodes(function.body)) {
    if (!node.Is(NodeKind::kAttribute) || node.text() != attribute.text()) continue;
    if (!IsTestOrTarget(node, accumulation)) return false;
    const Node parent = node.parent();
    if (!parent.Is(NodeKind::kAssignment) || accumulation.statement.Contains(node)) continue;
    if (flow.Dominates(flow.PointOf(parent), flow.PointOf(accumulation.statement))) return false;
  }
  return true;
}

// `if not self.training`.
bool IsInEvaluation(Node node) {
  for (Node around = node.parent(); around && !around.Is(NodeKind::kFunctionDefinition);
       around = around.parent()) {
    if (around.Is(NodeKind::kIfStatement) &&
        absl::StrContains(around.child(Field::kCondition).text(), "not self.training")) {
      return true;
    }
  }
  return false;
}

// The addend that keeps its graph. Null: none is known to.
Node AddendWithGraph(const FileContext& file, const Accumulation& accumulation) {
  for (Node addend : accumulation.addends) {
    const Graph graph = CarriesGraph(file, addend);
    if (graph == Graph::kNo) continue;
    if (graph == Graph::kYes || accumulation.is_of_tensors || file.values().IsTensor(addend)) {
      return addend;
    }
  }
  return {};
}

bool IsPrimary(Node node) {
  node = python::WithoutParentheses(node);
  return node.Is(NodeKind::kIdentifier) || node.Is(NodeKind::kAttribute) ||
         node.Is(NodeKind::kCall) || node.Is(NodeKind::kSubscript);
}

void Check(FileContext& file, Node node) {
  const Accumulation accumulation = AccumulationAt(file, node);
  if (!accumulation || accumulation.is_list) return;
  const Node attribute = SelfAttribute(accumulation.target);
  if (!attribute || IsNamedLikeState(attribute.child(Field::kAttribute).text())) return;
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(node);
  if (function == nullptr || function->kind != Definition::Kind::kMethod ||
      !absl::StrContains(function->simple_name, "forward") || IsInEvaluation(node) ||
      repository::IsInferencePath(module.path())) {
    return;
  }
  const Node addend = AddendWithGraph(file, accumulation);
  if (!addend || !IsOnlyUpdated(file, *function, attribute, accumulation)) return;
  Observation observation{.at = node,
                          .params = {{"statistic", std::string(attribute.text())},
                                     {"addend", numerics::Text(addend)},
                                     {"function", std::string(function->simple_name)}},
                          .because = function->body,
                          .evidence = {numerics::FlowOf(
                              module, {{kStillHasGraph, addend}, {kKeptForNext, attribute}})}};
  if (IsPrimary(addend)) {
    observation.edits = {Replace(module, addend, absl::StrCat(addend.text(), ".detach()"))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kRunningStatisticKeepsGraph = {
    .info =
        {.id = "running-statistic-keeps-graph",
         .title = {"Running statistic keeps the graph of every step",
                   "滑动统计量保留了每个 step 的计算图"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message =
             {"`{statistic}` is updated in `{function}` with `{addend}`, which still has its graph",
              "`{function}` 用仍带计算图的 `{addend}` 更新 `{statistic}`"},
         .consequence = {"The activations of every step so far stay in memory, until it runs out",
                         "至今每个 step 的激活都留在显存里，直到显存耗尽"},
         .advice = {"Update it with `{addend}` detached, or under torch.no_grad()",
                    "用 detach 后的 `{addend}` 更新，或者放在 torch.no_grad() 下更新"},
         .phrases = kPhrases,
         .why = "A tensor computed from tensors that require gradients holds their graph, and an "
                "attribute outlives the step: each step adds its graph to the previous one.",
         .fix = "Detach the added value: statistics need no gradient.",
         .bad = R"py(
import torch

class Attention(torch.nn.Module):
    def forward(self, scores):
        self.peak = torch.maximum(self.peak, scores.abs().max())
        return scores.softmax(-1)
)py",
         .good = R"py(
import torch

class Attention(torch.nn.Module):
    def forward(self, scores):
        self.peak = torch.maximum(self.peak, scores.detach().abs().max())
        return scores.softmax(-1)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/faq.html"},
         .checks = {AuditCheck::kMemory, AuditCheck::kGradients}},
    .kinds = {NodeKind::kAssignment, NodeKind::kAugmentedAssignment, NodeKind::kCall},
    .names = "self",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
