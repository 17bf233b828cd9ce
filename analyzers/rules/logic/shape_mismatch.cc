// x.view(4, 5) of 16 values, a @ b with unequal inner sizes.

#include <string>
#include <utility>

#include "absl/strings/str_replace.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kShape)) {
    Observation observation = Observe(change, *found);
    observation.params = {{"expression", OneLine(found->at)},
                          {"reason", absl::StrReplaceAll(found->failure.why, {{"`", "'"}})}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kShapeMismatch = {
    .info =
        {.id = "shape-mismatch",
         .title = {"Shapes that do not fit", "形状不匹配"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"The shapes in `{expression}` do not fit: `{reason}`",
                     "`{expression}` 中的形状不匹配：`{reason}`"},
         .consequence = {"It raises RuntimeError whenever it is evaluated",
                         "每次求值都会抛出 RuntimeError"},
         .advice = {"Bring the sizes into line; names in the reason are sizes that any call may "
                    "have",
                    "使各维大小一致；原因中的符号表示任意调用都可能取的大小"},
         .why = "Sizes are followed as numbers and formulas from where tensors are made, "
                "through views, products, concatenations and what functions return. Sizes with "
                "different names may be equal when the program runs, so only what differs "
                "for every value of them is reported.",
         .fix = "Write the shape beside each step; the step whose shape surprises is the wrong "
                "one.",
         .bad = R"py(
import torch

def mix():
    x = torch.zeros(4, 8)
    weight = torch.zeros(4, 8)
    return x @ weight
)py",
         .good = R"py(
import torch

def mix():
    x = torch.zeros(4, 8)
    weight = torch.zeros(4, 8)
    return x @ weight.t()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/broadcasting.html"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
