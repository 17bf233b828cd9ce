// A sum that is not summed yet goes through relu, a tensor that is replicated is asserted to be
// sharded.

#include <string>
#include <utility>

#include "absl/strings/str_replace.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kPlacement)) {
    Observation observation = Observe(change, *found);
    observation.params = {{"expression", OneLine(found->at)},
                          {"reason", absl::StrReplaceAll(found->failure.why, {{"`", "'"}})}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kPlacementMismatch = {
    .info =
        {.id = "placement-mismatch",
         .title = {"Types along axes of ranks that do not fit", "沿 rank 轴的类型不匹配"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{expression}` does not fit the declared types: `{reason}`",
                     "`{expression}` 与声明的类型不匹配：`{reason}`"},
         .consequence = {"The type checker raises here, and without it ranks compute with values "
                         "that are not what the declarations say",
                         "类型检查会在此报错；未启用检查时，各 rank 会用与声明不符的值继续计算"},
         .advice = {"Reduce or convert the tensor first, or correct the declared type",
                    "先归约或转换该张量，或者修正声明的类型"},
         .why = "Types that spmd_types declares are followed through operators, functions of "
                "torch and collectives. P is a sum over the ranks that nobody has taken yet, R "
                "the same on all ranks, I likewise with its gradient, V and S(i) differ. "
                "Only what fails on every path is reported.",
         .fix = "Write the type beside each step; the first step that surprises is the wrong one.",
         .bad = R"py(
import torch
from spmd_types import P, assert_type

def activate(x):
    assert_type(x, {"tp": P})
    return torch.relu(x)
)py",
         .good = R"py(
import torch
import spmd_types as spmd
from spmd_types import P, R, assert_type

def activate(x):
    assert_type(x, {"tp": P})
    x = spmd.all_reduce(x, "tp", src=P, dst=R)
    return torch.relu(x)
)py",
         .references = {"https://github.com/meta-pytorch/spmd_types"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
