// A new kernel or autograd function whose tests know low or full precision only.

#include <algorithm>
#include <string>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/tests/missing_tests.h"

namespace allreview::rules {
namespace {

constexpr Phrase kOnlyLow("only-low", "only bf16 or fp16", "只使用 bf16 或 fp16");
constexpr Phrase kOnlyFull("only-full", "only fp32", "只使用 fp32");
constexpr Phrase kNoneByName("none-by-name", "no explicit precision", "没有指明精度");
constexpr Phrase kFullAsReference("full-as-reference", "fp32 as the reference", "fp32 作为参考");
constexpr Phrase kLowToo("low-too", "bf16", "bf16");
constexpr Phrase kKernel("kernel", "kernel", "kernel");
constexpr Phrase kAutogradFunction("autograd-function", "autograd function", "autograd 函数");
constexpr Phrase kPhrases[] = {kOnlyLow, kOnlyFull, kNoneByName,      kFullAsReference,
                               kLowToo,  kKernel,   kAutogradFunction};

void CheckChange(ChangeContext& change) {
  test_plan::TestsOfChange& tests = change.tests();
  const auto& added = tests.numerics();
  const auto kernel = std::find_if(added.begin(), added.end(), test_plan::IsSensitiveToTypes);
  if (kernel == added.end() || tests.is_revert() || !tests.can_prove_absence()) return;
  const bool has_low = !tests.low_precision_proofs().empty();
  const bool has_full = !tests.full_precision_proofs().empty();
  if (has_low && has_full) return;
  // Without a test that compares, precision is not what is missing.
  if (tests.baseline_proofs().empty() || !FindMissingTests(tests).empty()) return;
  const Phrase& known = has_low ? kOnlyLow : has_full ? kOnlyFull : kNoneByName;
  const Phrase& wanted = has_low ? kFullAsReference : kLowToo;
  change.Report(*kernel->file,
                {.at = kernel->at,
                 .params = {{"symbol", kernel->definition->name},
                            {"what", kernel->what == "kernel" ? kKernel : kAutogradFunction},
                            {"known", known},
                            {"wanted", wanted}}});
}

}  // namespace

extern constinit const Rule kKernelTestedInOnePrecision = {
    .info = {.id = "kernel-tested-in-one-precision",
             .title = {"New kernel tested in only one precision", "新 kernel 的测试只覆盖一种精度"},
             .confidence = Confidence::kMedium,
             .message = {"The tests of the new {what} `{symbol}` use {known}",
                         "新{what} `{symbol}` 的测试{known}"},
             .consequence = {"Overflow or lost precision in bf16 appears only in training",
                             "bf16 下的求和溢出或精度丢失要到训练时才会发现"},
             .advice = {"Parametrize the test over dtypes and add {wanted}",
                        "把测试按类型参数化，并加入{wanted}"},
             .phrases = kPhrases,
             .why = "Kernels and autograd functions choose the dtype in which they accumulate. A "
                    "result that is right in fp32 can be wrong in bf16, and a result that is close "
                    "in bf16 proves little about the formula.",
             .fix = "Run the same test in torch.float32 and in torch.bfloat16, with its own "
                    "tolerances for each.",
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

def test_square():
    x = torch.ones(3, dtype=torch.bfloat16, requires_grad=True)
    Square.apply(x).sum().backward()
    torch.testing.assert_close(x.grad, 2 * x.detach())
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
import pytest
import torch
from pkg.core.square import Square

@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_square(dtype):
    x = torch.ones(3, dtype=dtype, requires_grad=True)
    Square.apply(x).sum().backward()
    torch.testing.assert_close(x.grad, 2 * x.detach())
)py"},
    .check_change = CheckChange};

}  // namespace allreview::rules
