// New numerical code that no test compares with anything.

#include <algorithm>
#include <string>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/tests/missing_tests.h"
#include "analyzers/rules/tests/phrases.h"

namespace allreview::rules {
namespace {

using test_plan::Trigger;

constexpr Phrase kCompares("compares", "compares its result with a reference",
                           "将其结果与参考实现对比");
constexpr Phrase kLooksAtGradients("looks-at-gradients", "checks its gradients", "检查它的梯度");
constexpr Phrase kPhrases[] = {kCompares, kLooksAtGradients};

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
    related.push_back({Sentence(phrases::kAlsoNew, {{"name", other.definition->name}}),
                       RangeOf(*other.file->after, other.at)});
  }
  change.Report(*first.file,
                {.at = first.at,
                 .params = {{"symbol", first.definition->name},
                            {"what", first.what},
                            {"missing", lacks_baseline ? kCompares : kLooksAtGradients}},
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
         .message = {"Which test {missing}? `{symbol}` is new ({what}), but neither the changed "
                     "tests nor those that reach it do so",
                     "哪个测试{missing}？`{symbol}` "
                     "是新增的（{what}），而改动的测试以及能覆盖它的测试都没有这样做"},
         .consequence = {"A model with a wrong formula or gradient still trains, only worse",
                         "公式或梯度错误时训练照样能跑，只是效果变差"},
         .advice = {"Compare forward and backward with the same formula in plain PyTorch, in fp32",
                    "在 fp32 下用纯 PyTorch 写出同样的公式，对比前向和反向"},
         .phrases = kPhrases,
         .why = "Numerical code that runs is not necessarily correct. Autograd functions, kernels "
                "and functions with several numerical operations need a comparison with a "
                "reference; those with their own backward pass also need one for the gradients.",
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
