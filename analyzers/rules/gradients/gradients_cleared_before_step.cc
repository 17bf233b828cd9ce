// Gradients that are cleared between the backward pass that makes them and the step that uses them.

#include <string>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

// `optimizer` of the statement `optimizer.<method>(...)`; null: it is another statement.
Node ReceiverOf(Node statement, absl::string_view method) {
  const Node call = statement.named_child(0);
  if (!statement.Is(NodeKind::kExpressionStatement) || !call.Is(NodeKind::kCall)) return {};
  return CalleeName(call) == method ? call.child(Field::kFunction).child(Field::kObject) : Node();
}

bool Calls(Node statement, absl::string_view method) {
  return AnyOwnNode(statement, NodeKind::kCall,
                    [&](Node call) { return CalleeName(call) == method; });
}

// The last statement before this one in its block that runs a backward pass, unless a step has used
// its gradients already. Null: there is none.
Node BackwardBefore(Node statement) {
  Node backward;
  for (Node before : statement.parent().named_children()) {
    if (before == statement) break;
    if (Calls(before, "step")) backward = {};
    if (Calls(before, "backward")) backward = before;
  }
  return backward;
}

void Check(FileContext& file, Node call) {
  const Node statement = call.parent();
  const Node optimizer = ReceiverOf(statement, "zero_grad");
  if (!optimizer) return;
  const Node next = NextStatement(statement);
  if (ReceiverOf(next, "step").text() != optimizer.text()) return;
  // It computes the gradients anew.
  if (python::Argument(next.named_child(0), 0, "closure")) return;
  const Node backward = BackwardBefore(statement);
  if (!backward) return;
  const python::Module& module = file.module();
  file.Report({.at = call,
               .params = {{"optimizer", std::string(optimizer.text())},
                          {"line", std::to_string(backward.last_line())}},
               .edits = {Replace(module, statement, std::string(next.text())),
                         Replace(module, next, std::string(statement.text()))}});
}

}  // namespace

extern constinit const Rule kGradientsClearedBeforeStep = {
    .info = {.id = "gradients-cleared-before-step",
             .title = {"Gradients cleared before the optimizer uses them",
                       "梯度在优化器使用之前被清空"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{optimizer}.zero_grad()` clears the gradients from line {line} right "
                         "before `{optimizer}.step()`",
                         "`{optimizer}.zero_grad()` 在 `{optimizer}.step()` 之前清空了第 {line} "
                         "行得到的梯度"},
             .consequence =
                 {"The step finds no gradients: the parameters do not change, and no error says so",
                  "step 看不到任何梯度：参数不会更新，而且没有任何报错"},
             .advice = {"Call `{optimizer}.step()` first and `{optimizer}.zero_grad()` after it",
                        "先调用 `{optimizer}.step()`，再调用 `{optimizer}.zero_grad()`"},
             .why = "zero_grad sets .grad to None (or zero), and step skips parameters without a "
                    "gradient. The loss is still computed and logged as usual.",
             .fix = "Clear the gradients after the step, or before the next backward pass.",
             .bad = R"py(
import torch

def train_step(model, loss, optimizer):
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
)py",
             .good = R"py(
import torch

def train_step(model, loss, optimizer):
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/generated/"
                            "torch.optim.Optimizer.zero_grad.html"}},
    .kinds = {NodeKind::kCall},
    .names = "zero_grad",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
