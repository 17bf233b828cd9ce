// New communication that no test runs on more than one rank.

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/test_plan/tests_of_change.h"

namespace allreview::rules {
namespace {

using test_plan::Trigger;

constexpr size_t kMaxRelated = 6;

void CheckChange(ChangeContext& change) {
  test_plan::TestsOfChange& tests = change.tests();
  const std::vector<Trigger>& calls = tests.collectives();
  if (calls.empty() || tests.is_revert() || !tests.can_prove_absence()) return;
  if (!tests.parallel_proofs().empty()) return;
  std::vector<Related> related;
  for (size_t i = 1; i < std::min(kMaxRelated, calls.size()); ++i) {
    related.push_back({absl::StrCat("also new: `", calls[i].what, "`"),
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
             .title = "New collective that no test runs on several ranks",
             .category = "tests",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kMedium,
             .message = "`{symbol}` now calls `{call}`, and neither the changed tests nor those "
                        "that reach the change run on more than one rank",
             .consequence = "Wrong groups, wrong shapes and deadlocks do not show on one rank",
             .advice = "Add a test with at least two ranks of the group that `{call}` runs over",
             .why = "On one rank a collective does nothing, and any group and any shape will do. "
                    "Sizes of parallel groups above one, skips by world size, device meshes and "
                    "new functional cases count as evidence.",
             .fix = "Initialise model parallelism with a size of two or more in the test and "
                    "compare with the result of one rank.",
             .bad = "# --- pkg/core/stats.py\n"
                    "import torch\n"
                    "import torch.distributed as dist\n"
                    "\n"
                    "\n"
                    "def average(values, group):\n"
                    "    total = torch.stack(list(values))\n"
                    "    count = total.numel()\n"
                    "    mean = total.mean()\n"
                    "    if count == 0:\n"
                    "        return None\n"
                    "    dist.all_reduce(mean, group=group)\n"
                    "    return mean / group.size()\n"
                    "\n"
                    "\n"
                    "def names(values):\n"
                    "    result = []\n"
                    "    for value in values:\n"
                    "        result.append(str(value))\n"
                    "    return result\n"
                    "\n"
                    "\n"
                    "def widest(values):\n"
                    "    return max(names(values), key=len)\n"
                    "# --- tests/test_stats.py\n"
                    "from pkg.core.stats import average, widest\n"
                    "\n"
                    "def test_average(group_of_one):\n"
                    "    assert average([], group_of_one) is None\n",
             .good = "# --- pkg/core/stats.py\n"
                     "import torch\n"
                     "import torch.distributed as dist\n"
                     "\n"
                     "\n"
                     "def average(values, group):\n"
                     "    total = torch.stack(list(values))\n"
                     "    count = total.numel()\n"
                     "    mean = total.mean()\n"
                     "    if count == 0:\n"
                     "        return None\n"
                     "    dist.all_reduce(mean, group=group)\n"
                     "    return mean / group.size()\n"
                     "\n"
                     "\n"
                     "def names(values):\n"
                     "    result = []\n"
                     "    for value in values:\n"
                     "        result.append(str(value))\n"
                     "    return result\n"
                     "\n"
                     "\n"
                     "def widest(values):\n"
                     "    return max(names(values), key=len)\n"
                     "# --- tests/test_stats.py\n"
                     "from pkg.core.stats import average\n"
                     "from pkg.testing import groups\n"
                     "\n"
                     "def test_average():\n"
                     "    groups.initialize_model_parallel(tensor_model_parallel_size=2)\n"
                     "    assert average([], groups.tensor()) is None\n",
             .references = {"catalogue: general TEST-PARALLEL"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
