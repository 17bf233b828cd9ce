// New numerical code that no test compares with anything.

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/tests/missing_tests.h"

namespace allreview::rules {
namespace {

using test_plan::Trigger;

void CheckChange(ChangeContext& change) {
  test_plan::TestsOfChange& tests = change.tests();
  const std::vector<Trigger>& added = tests.numerics();
  if (added.empty() || tests.is_revert() || !tests.can_prove_absence()) return;
  const auto with_gradient = std::find_if(
      added.begin(), added.end(), [](const Trigger& trigger) { return trigger.needs_gradient; });
  const bool lacks_baseline = tests.baseline_proofs().empty();
  const bool lacks_gradient = with_gradient != added.end() && tests.gradient_proofs().empty();
  // Without any test it is not the comparison that is missing.
  if ((!lacks_baseline && !lacks_gradient) || !FindMissingTests(tests).empty()) return;
  const Trigger& first = lacks_baseline ? added[0] : *with_gradient;
  std::vector<Related> related;
  for (const Trigger& other : added) {
    if (&other == &first || related.size() == 6) continue;
    related.push_back({absl::StrCat("also new: `", other.definition->name, "`"),
                       RangeOf(*other.file->after, other.at)});
  }
  change.Report(*first.file, {.at = first.at,
                              .params = {{"symbol", first.definition->name},
                                         {"what", first.what},
                                         {"missing", lacks_baseline ? "compares its result with a "
                                                                      "reference"
                                                                    : "looks at its gradients"}},
                              .related = std::move(related),
                              .kind = Kind::kQuestion});
}

}  // namespace

extern constinit const Rule kNumericsWithoutReference = {
    .info =
        {.id = "numerics-without-reference",
         .title = {"New numerical code that no test compares with a reference",
                   "新的数值代码没有与参考实现对比的测试"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"Which test {missing}? `{symbol}` is new ({what}), and none of the changed "
                     "tests or of those that reach it does",
                     "哪个测试{missing}？`{symbol}` "
                     "是新增的（{what}），而改动的测试以及能覆盖它的测试都没有这样做"},
         .consequence = {"A wrong formula or a wrong gradient trains, only worse",
                         "公式或梯度错误时训练照样能跑，只是效果变差"},
         .advice = {"Compare forward and backward with the same formula in plain PyTorch, in fp32",
                    "在 fp32 下用纯 PyTorch 写出同样的公式，对比前向和反向"},
         .why = "Numerical code that runs is not yet right. Autograd functions, kernels and "
                "functions of several numerical operations want a comparison with a reference; "
                "those with a backward pass of their own also want one of gradients.",
         .fix = "Write the formula in plain PyTorch in the test and use torch.testing.assert_close "
                "on the output and on `.grad`.",
         .bad = R"py(
# --- pkg/core/square.py
import torch

class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return 2 * x * grad_output
# --- tests/test_square.py
import torch
from pkg.core.square import Square

def test_square_keeps_the_shape():
    assert Square.apply(torch.ones(3)).shape == (3,)
)py",
         .good = R"py(
# --- pkg/core/square.py
import torch

class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return 2 * x * grad_output
# --- tests/test_square.py
import torch
from pkg.core.square import Square

def test_square():
    x = torch.ones(3, requires_grad=True)
    Square.apply(x).sum().backward()
    torch.testing.assert_close(x.grad, 2 * torch.ones(3))
)py",
         .tier = Tier::kHint},
    .check_change = CheckChange};

}  // namespace allreview::rules
