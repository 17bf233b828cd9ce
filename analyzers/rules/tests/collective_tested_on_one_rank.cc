// New communication that no test runs on more than one rank.

#include <algorithm>
#include <string>
#include <vector>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/tests/phrases.h"
#include "analyzers/test_plan/tests_of_change.h"

namespace allreview::rules {
namespace {

using test_plan::Trigger;

constexpr size_t kMaxRelated = 6;
constexpr size_t kMinAddedLines = 20;  // Of the file: less is no reason for a test of its own.

void CheckChange(ChangeContext& change) {
  test_plan::TestsOfChange& tests = change.tests();
  std::vector<Trigger> calls = tests.collectives();
  std::erase_if(
      calls, [](const Trigger& call) { return call.file->lines.added().size() < kMinAddedLines; });
  if (calls.empty() || tests.is_revert() || !tests.can_prove_absence()) return;
  if (!tests.parallel_proofs().empty()) return;
  std::vector<Related> related;
  for (size_t i = 1; i < std::min(kMaxRelated, calls.size()); ++i) {
    related.push_back({Sentence(phrases::kAlsoNew, {{"name", calls[i].what}}),
                       RangeOf(*calls[i].file->after, calls[i].at)});
  }
  const Trigger& first = calls[0];
  change.Report(*first.file,
                {.at = first.at.child(Field::kFunction),
                 .params = {{"call", first.what},
                            {"symbol", first.definition == nullptr ? first.file->changed->path
                                                                   : first.definition->name}},
                 .because = first.at,
                 .related = std::move(related)});
}

}  // namespace

extern constinit const Rule kCollectiveTestedOnOneRank = {
    .info = {.id = "collective-tested-on-one-rank",
             .title = {"New collective that no test runs on several ranks",
                       "新增的集合通信没有多 rank 测试"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{symbol}` now calls `{call}`, but neither the changed tests nor those "
                         "that reach the change run on more than one rank",
                         "`{symbol}` 现在调用了 "
                         "`{call}`，而改动的测试以及能覆盖本次变更的测试都只在单个 rank 上运行"},
             .consequence = {"Wrong groups, wrong shapes and deadlocks do not appear on one rank",
                             "错误的组、错误的 shape 和死锁在单个 rank 上都不会暴露"},
             .advice = {"Add a test with at least two ranks of the group that `{call}` runs over",
                        "在 `{call}` 所用的组上补充一个至少两个 rank 的测试"},
             .why = "On one rank a collective does nothing, and any group and any shape works. "
                    "Parallel sizes above one, skips based on the world size, device meshes and "
                    "new functional cases count as evidence.",
             .fix = "Initialise model parallelism with a size of two or more in the test, and "
                    "compare with the result on one rank.",
             .bad = R"py(
# --- pkg/core/stats.py
import torch
import torch.distributed as dist


def average(values, group):
    total = torch.stack(list(values))
    count = total.numel()
    mean = total.mean()
    if count == 0:
        return None
    dist.all_reduce(mean, group=group)
    return mean / group.size()


def names(values):
    result = []
    for value in values:
        result.append(str(value))
    return result


def widest(values):
    return max(names(values), key=len)
# --- tests/test_stats.py
from pkg.core.stats import average, widest

def test_average(group_of_one):
    assert average([], group_of_one) is None
)py",
             .good = R"py(
# --- pkg/core/stats.py
import torch
import torch.distributed as dist


def average(values, group):
    total = torch.stack(list(values))
    count = total.numel()
    mean = total.mean()
    if count == 0:
        return None
    dist.all_reduce(mean, group=group)
    return mean / group.size()


def names(values):
    result = []
    for value in values:
        result.append(str(value))
    return result


def widest(values):
    return max(names(values), key=len)
# --- tests/test_stats.py
from pkg.core.stats import average
from pkg.testing import groups

def test_average():
    groups.initialize_model_parallel(tensor_model_parallel_size=2)
    assert average([], groups.tensor()) is None
)py"},
    .check_change = CheckChange};

}  // namespace allreview::rules
