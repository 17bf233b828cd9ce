// A backward pass from what requires no gradient, a leaf changed in place, integers that are to
// require a gradient, an array of what requires one.

#include <string>
#include <utility>

#include "absl/strings/str_replace.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kGradient)) {
    Observation observation = Observe(change, *found);
    observation.params = {{"expression", OneLine(found->at)},
                          {"reason", absl::StrReplaceAll(found->failure.why, {{"`", "'"}})}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kRefusedByAutograd = {
    .info = {.id = "refused-by-autograd",
             .title = {"Operation that autograd refuses", "autograd 拒绝的操作"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"Autograd refuses `{expression}`: `{reason}`",
                         "autograd 会拒绝 `{expression}`：`{reason}`"},
             .consequence = {"It raises RuntimeError whenever it is evaluated",
                             "每次求值都会抛出 RuntimeError"},
             .advice = {"Keep the graph where gradients are needed, and use `detach()` or "
                        "`torch.no_grad()` where they are not",
                        "需要梯度的地方保留计算图，不需要的地方用 `detach()` 或 "
                        "`torch.no_grad()`"},
             .why = "Whether a tensor requires a gradient is followed from where it is made: what "
                    "is created, detached, whole numbers, or computed under no_grad requires none. "
                    "Once other code gets the tensor, nothing is claimed.",
             .fix = "Compute the loss from what requires gradients; change leaves under "
                    "torch.no_grad().",
             .bad = R"py(
import torch

def step():
    weight = torch.ones(4, requires_grad=True)
    loss = (weight * 2).sum().detach()
    loss.backward()
)py",
             .good = R"py(
import torch

def step():
    weight = torch.ones(4, requires_grad=True)
    loss = (weight * 2).sum()
    loss.backward()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/notes/autograd.html"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
