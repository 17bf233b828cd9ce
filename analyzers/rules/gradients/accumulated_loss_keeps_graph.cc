// A training loop adds up losses that still have their graphs.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/gradient_flow.h"
#include "analyzers/rules/shared/patterns.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kAddsUp("adds-up", "adds up", "累加到");
constexpr Phrase kCollects("collects", "collects", "收集到");
constexpr Phrase kRunsBackward("runs-backward", "the loop runs backward here",
                               "循环在这里执行 backward");
constexpr Phrase kAllStays(
    "all-stays", "the tensors that the graphs save cannot be freed while the total exists",
    "只要累加值还在，计算图保存的张量就无法释放");
constexpr Phrase kNodesStay(
    "nodes-stay",
    "backward frees the tensors that the graphs saved, but their nodes stay "
    "while the total exists",
    "backward 会释放计算图保存的张量，但只要累加值还在，图的节点就留在内存中");
constexpr Phrase kPhrases[] = {kAddsUp, kCollects, kRunsBackward, kAllStays, kNodesStay};

constexpr int kMaxRounds = 4;

// What a function does with its losses.
struct Losses {
  std::vector<Node> own = {};                      // Nodes of the function.
  std::vector<Node> operands = {};                 // Operands of backward.
  std::vector<absl::string_view> names = {};       // Variables in them.
  std::vector<absl::string_view> components = {};  // And those they are computed from.
};

bool Has(const std::vector<absl::string_view>& names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void AddVariables(Node code, std::vector<absl::string_view>* names) {
  for (uint32_t i = code.index(); i < code.subtree_end(); ++i) {
    const Node node(code.tree(), i);
    if (IsVariable(node) && node.text() != "self" && !Has(*names, node.text())) {
      names->push_back(node.text());
    }
  }
}

Losses LossesOf(Node body) {
  Losses losses{.operands = BackwardOperandsIn(body)};
  if (losses.operands.empty()) return losses;
  losses.own = OwnNodes(body);
  for (Node operand : losses.operands) AddVariables(operand, &losses.names);
  losses.components = losses.names;
  for (int round = 0; round < kMaxRounds; ++round) {
    const size_t before = losses.components.size();
    for (Node node : losses.own) {
      if (!node.Is(NodeKind::kAssignment) && !node.Is(NodeKind::kAugmentedAssignment)) continue;
      const Node target = node.child(Field::kLeft);
      if (target.Is(NodeKind::kIdentifier) && Has(losses.components, target.text())) {
        AddVariables(node.child(Field::kRight), &losses.components);
      }
    }
    if (losses.components.size() == before) break;
  }
  return losses;
}

// The innermost loop around the node that runs backward. Null: none.
Node TrainingLoop(const Losses& losses, Node node) {
  for (Node loop : LoopsAround(node)) {
    for (Node operand : losses.operands) {
      if (loop.Contains(operand)) return loop;
    }
  }
  return {};
}

// "total" of total, self.total and totals["loss"].
absl::string_view NameOf(Node target) {
  while (target.Is(NodeKind::kSubscript)) target = target.child(Field::kValue);
  if (target.Is(NodeKind::kAttribute)) target = target.child(Field::kAttribute);
  return target.text();
}

Node WithoutSubscripts(Node target) {
  while (target.Is(NodeKind::kSubscript)) target = target.child(Field::kValue);
  return target;
}

// The loop begins the total anew in each turn; not only in some.
bool IsBegunIn(const FileContext& file, const Losses& losses, Node loop,
               const Accumulation& accumulation) {
  const python::ControlFlow& flow = file.flow(accumulation.statement);
  const absl::string_view total = WithoutSubscripts(accumulation.target).text();
  for (Node node : losses.own) {
    if (!node.Is(NodeKind::kAssignment) || !loop.Contains(node)) continue;
    if (node == accumulation.statement || node.child(Field::kLeft).text() != total) continue;
    if (flow.Dominates(flow.PointOf(node), flow.PointOf(accumulation.statement))) return true;
  }
  return false;
}

// Part of what a call makes a number of: `len(losses)`.
bool IsInNumber(const FileContext& file, Node node, Node addend) {
  for (Node around = node.parent(); around && addend.Contains(around); around = around.parent()) {
    if (!around.Is(NodeKind::kCall)) continue;
    const std::string callee = file.module().Resolve(around.child(Field::kFunction));
    if (callee == "builtins.len" || callee == "builtins.int" || callee == "builtins.float") {
      return true;
    }
  }
  return false;
}

// `accelerator` in `accelerator.num_processes`: what runs backward is no loss itself.
bool IsOnlyAskedFor(Node variable) {
  const Node attribute = variable.parent();
  return attribute.Is(NodeKind::kAttribute) && variable.field() == Field::kObject &&
         !(attribute.parent().Is(NodeKind::kCall) && attribute.field() == Field::kFunction);
}

// The loss itself, or one of its parts by name, with its graph.
bool KeepsGraph(const FileContext& file, const Losses& losses, Node addend) {
  const Graph graph = CarriesGraph(file, addend);
  if (graph != Graph::kUnknown) return graph == Graph::kYes;
  for (uint32_t i = addend.index(); i < addend.subtree_end(); ++i) {
    const Node node(addend.tree(), i);
    if (!IsVariable(node) || node.parent().Is(NodeKind::kSubscript)) continue;
    if (IsInNumber(file, node, addend) || IsOnlyAskedFor(node)) continue;
    // `loss.backward()` proves that it has a graph.
    for (Node operand : losses.operands) {
      if (python::WithoutParentheses(operand).text() == node.text()) return true;
    }
    if (absl::StrContains(node.text(), "loss") && Has(losses.components, node.text())) return true;
  }
  return false;
}

// It is, or goes into, what the function runs backward on: that frees the tensors of its graph.
bool IsRunBackward(const Losses& losses, Node addend) {
  std::vector<absl::string_view> variables;
  AddVariables(addend, &variables);
  return std::any_of(variables.begin(), variables.end(),
                     [&](absl::string_view name) { return Has(losses.components, name); });
}

void Check(FileContext& file, Node owner) {
  const Module& module = file.module();
  const Node body = owner.Is(NodeKind::kModule) ? owner : owner.child(Field::kBody);
  const Losses losses = LossesOf(body);
  if (losses.operands.empty()) return;
  std::vector<absl::string_view> reported;
  for (Node node : losses.own) {
    const Accumulation accumulation = AccumulationAt(file, node);
    if (!accumulation || Has(losses.components, NameOf(accumulation.target))) continue;
    const Node loop = TrainingLoop(losses, node);
    if (!loop || Has(reported, accumulation.target.text())) continue;
    const Node addend = accumulation.addends.front();
    if (!KeepsGraph(file, losses, addend) || IsBegunIn(file, losses, loop, accumulation)) continue;
    reported.push_back(accumulation.target.text());
    const bool is_freed = IsRunBackward(losses, addend);
    Observation observation{.at = node,
                            .params = {{"total", numerics::Text(accumulation.target)},
                                       {"loss", numerics::Text(addend)},
                                       {"line", absl::StrCat(loop.first_line())},
                                       {"verb", accumulation.is_list ? kCollects : kAddsUp},
                                       {"kept", is_freed ? kNodesStay : kAllStays}},
                            .because = loop};
    if (is_freed) observation.severity = Severity::kP2;
    for (Node operand : losses.operands) {
      if (!loop.Contains(operand)) continue;
      observation.related = {{kRunsBackward, RangeOf(module, operand)}};
      break;
    }
    if (python::WithoutParentheses(addend).Is(NodeKind::kIdentifier)) {
      observation.edits = {Replace(module, addend, absl::StrCat(addend.text(), ".detach()"))};
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kAccumulatedLossKeepsGraph = {
    .info = {.id = "accumulated-loss-keeps-graph",
             .title = {"Loss accumulated together with its graph", "连同计算图一起累加 loss"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{total}` {verb} `{loss}` with its graph in every iteration of the loop "
                         "on line {line}",
                         "第 {line} 行的循环每次迭代都把带计算图的 `{loss}` {verb} "
                         "`{total}`"},
             .consequence = {"Memory grows with every iteration: {kept}",
                             "内存逐次迭代增长：{kept}"},
             .advice = {"Add `{loss}.detach()`; read the total on the host once, after the loop",
                        "累加 `{loss}.detach()`；循环结束后再在主机上读取一次总和"},
             .phrases = kPhrases,
             .why = "Adding a tensor that requires a gradient adds a node to the graph, and the "
                    "graph keeps everything that it saved for backward.",
             .fix =
                 "Use loss.detach() for statistics; .item() in the loop would wait for the GPU in "
                 "every iteration.",
             .bad = R"py(
def train(model, batches, optimizer):
    total = 0
    for batch in batches:
        loss = model(batch)
        loss.backward()
        optimizer.step()
        total += loss
    return total
)py",
             .good = R"py(
def train(model, batches, optimizer):
    total = 0
    for batch in batches:
        loss = model(batch)
        loss.backward()
        optimizer.step()
        total += loss.detach()
    return total
)py",
             .references = {"https://docs.pytorch.org/docs/stable/notes/faq.html"},
             .version = 3,
             .checks = {AuditCheck::kMemory, AuditCheck::kGradients}},
    .kinds = {NodeKind::kFunctionDefinition, NodeKind::kModule},
    .names = "backward",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
