// zero_grad() beside backward() in one method, step() in another one.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kAccumulates("accumulates", "adds gradients, once per call",
                              "每次调用累加一次梯度");
constexpr Phrase kSteps("steps", "uses them in a method of its own", "在另一个方法中使用它们");
constexpr Phrase kPhrases[] = {kAccumulates, kSteps};

// The call of that method of the object, after `from`. Null: there is none.
Node CallOn(const Definition& function, absl::string_view object, absl::string_view method) {
  return FindOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    return CalleeName(call) == method &&
           call.child(Field::kFunction).child(Field::kObject).text() == object;
  });
}

// backward() behind the clearing, in the same round of the same loop. Null: there is none.
Node BackwardBehind(const Definition& function, Node cleared) {
  return FindOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    if (CalleeName(call) != "backward" || call.index() < cleared.index()) return false;
    for (NodeKind kind : {NodeKind::kForStatement, NodeKind::kWhileStatement}) {
      const Node loop = Around(call, kind);
      if (loop && !loop.Contains(cleared)) return false;
    }
    return true;
  });
}

// Some method of the class calls it: then the class decides how often it runs before a step.
bool IsCalledByClass(const Module& module, const Definition& a_class, absl::string_view method) {
  for (Node name : module.identifiers().Of({method})) {
    if (a_class.node.Contains(name) && name.parent().Is(NodeKind::kAttribute) &&
        name.parent().child(Field::kObject).text() == "self") {
      return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node cleared) {
  const Module& module = file.module();
  const Node optimizer = cleared.child(Field::kFunction).child(Field::kObject);
  if (CalleeName(cleared) != "zero_grad" || !absl::StartsWith(optimizer.text(), "self.") ||
      !absl::StrContains(optimizer.text(), "optim")) {
    return;
  }
  const Definition* method = module.EnclosingFunction(cleared);
  const Definition* a_class = module.EnclosingClass(cleared);
  if (method == nullptr || a_class == nullptr) return;
  if (CallOn(*method, optimizer.text(), "step")) return;
  const Node backward = BackwardBehind(*method, cleared);
  if (!backward || IsCalledByClass(module, *a_class, method->simple_name)) return;
  for (const Definition& other : module.definitions()) {
    if (&other == method || !a_class->node.Contains(other.node)) continue;
    if (other.kind != Definition::Kind::kMethod) continue;
    const Node step = CallOn(other, optimizer.text(), "step");
    if (!step) continue;
    file.Report(
        {.at = cleared,
         .params = {{"method", std::string(method->simple_name)},
                    {"other", std::string(other.simple_name)},
                    {"call", OneLine(cleared)},
                    {"optimizer", std::string(optimizer.text())}},
         .related = {{kAccumulates, RangeOf(module, backward)}, {kSteps, RangeOf(module, step)}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kGradientsClearedPerMicroBatch = {
    .info =
        {.id = "gradients-cleared-per-micro-batch",
         .title = {"Gradients cleared at each backward pass, while the step is elsewhere",
                   "每次反向传播都清除梯度，而 step 在别处"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{method}` calls `{call}` before each backward pass, but `{other}` makes the "
                     "step, so gradients cannot accumulate over several calls",
                     "`{method}` 在每次反向传播前调用 `{call}`，而 step 由 `{other}` 执行，因此多次"
                     "调用之间梯度无法累积"},
         .consequence = {"With several micro-batches only the last one reaches the step",
                         "有多个 micro-batch 时，只有最后一个会影响 step"},
         .advice = {"Call `{call}` in `{other}`, behind the step",
                    "把 `{call}` 移到 `{other}` 中 step 之后"},
         .phrases = kPhrases,
         .why = "Methods for the backward pass and for the step exist so that one step can follow "
                "several backward passes. Clearing belongs to the step.",
         .fix = "Clear the gradients right after the step.",
         .bad = R"py(
class Trainer:
    def forward_backward(self, batch):
        loss = self.model(batch)
        self.optimizer.zero_grad()
        loss.backward()

    def optim_step(self):
        self.optimizer.step()
)py",
         .good = R"py(
class Trainer:
    def forward_backward(self, batch):
        loss = self.model(batch)
        loss.backward()

    def optim_step(self):
        self.optimizer.step()
        self.optimizer.zero_grad()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/"
                        "torch.optim.Optimizer.zero_grad.html"}},
    .kinds = {NodeKind::kCall},
    .names = "zero_grad",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
