// A product of integers and floating-point numbers, an embedding looked up by floating-point
// indices.

#include <string>
#include <utility>

#include "absl/strings/str_replace.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kDtype)) {
    Observation observation = Observe(change, *found);
    observation.params = {{"expression", OneLine(found->at)},
                          {"reason", absl::StrReplaceAll(found->failure.why, {{"`", "'"}})}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kDtypeMismatch = {
    .info = {.id = "dtype-mismatch",
             .title = {"Dtypes that the operation does not take", "操作不支持的 dtype"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"The dtypes in `{expression}` do not fit: `{reason}`",
                         "`{expression}` 中的 dtype 不匹配：`{reason}`"},
             .consequence = {"It raises RuntimeError whenever it is evaluated",
                             "每次求值都会抛出 RuntimeError"},
             .advice = {"Convert one of the tensors, with `to()` or where it is made",
                        "用 `to()` 或在创建处转换其中一个张量"},
             .why = "The dtypes are followed from where tensors are made. Products of matrices "
                    "take no integers with floating-point numbers, and indices must be integers. "
                    "Floating-point dtypes among each other are not reported: autocast converts "
                    "them.",
             .fix = "Convert where the tensor is made, so that its dtype is the same everywhere.",
             .bad = R"py(
import torch

def mix():
    x = torch.zeros(4, 8)
    weight = torch.arange(8)
    return x @ weight
)py",
             .good = R"py(
import torch

def mix():
    x = torch.zeros(4, 8)
    weight = torch.arange(8)
    return x @ weight.float()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/tensor_attributes.html"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
