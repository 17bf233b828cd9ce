// Deltas of functions that have functions inside of them, and of branches in branches.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "CALL f(x) => f(x, y)" for each delta of the function `f`, whose two sides are given.
std::vector<std::string> DeltasOf(absl::string_view before, absl::string_view after) {
  std::vector<std::string> found;
  const v1::ChangeModel model =
      ModelOf(absl::StrCat("# --- pkg/a.py before\n", before, "# --- pkg/a.py after\n", after));
  for (const v1::ChangedSymbol& symbol : model.symbols()) {
    if (symbol.name() != "f") continue;
    for (const v1::Delta& d : symbol.deltas()) {
      found.push_back(absl::StrCat(v1::Delta::Kind_Name(d.kind()).substr(5), " ", d.before(),
                                   " => ", d.after()));
    }
  }
  return found;
}

TEST(LocalDeltas, LeaveResultsBranchesAndLoopsToTheInnerFunction) {
  EXPECT_THAT(
      DeltasOf(R"(def f(groups, keys):
    return [pair(group) for group in groups]
)",
               R"(def f(groups, keys):
    def identify(group):
        out = []
        for key in keys:
            if key in group:
                out.append(group[key])
        return tuple(out)
    return [identify(group) for group in groups]
)"),
      ElementsAre("RETURN [pair(…) for group in groups] => [identify(…) for group in groups]",
                  "CALL pair(group) => ", "CALL  => identify(group)",
                  "VALUE  => def identify(group)"));
}

TEST(LocalDeltas, TellWhatAnInnerFunctionReturnsAsItsOwn) {
  EXPECT_THAT(DeltasOf(R"(def f(groups):
    def identify(group):
        return group.name
    return sorted(groups, key=identify)
)",
                       R"(def f(groups):
    def identify(group):
        return tuple(group.names)
    return sorted(groups, key=identify)
)"),
              ElementsAre("VALUE def identify: group.name => def identify: tuple(group.names)"));
}

TEST(LocalDeltas, TellWhatRunsInTheOuterFunctionAsItsOwn) {
  EXPECT_THAT(DeltasOf(R"(import torch.distributed as dist
def f(x, group):
    def reduce(y):
        return y
    return reduce(x)
)",
                       R"(import torch.distributed as dist
def f(x, group):
    def reduce(y):
        dist.all_reduce(y, group=group)
        return y
    return reduce(x)
)"),
              ElementsAre("COLLECTIVE  => dist.all_reduce(y, group=group)"));
}

TEST(LocalDeltas, DoNotTellWhatOnlyRunsLaterAsTheOuterFunctionsOwn) {
  EXPECT_THAT(DeltasOf(R"(import torch.distributed as dist
def f(group):
    def reduce(y):
        return y
    return reduce
)",
                       R"(import torch.distributed as dist
def f(group):
    def reduce(y):
        dist.all_reduce(y, group=group)
        return y
    return reduce
)"),
              ElementsAre("VALUE def reduce:  => def reduce: dist.all_reduce(y, group=group)"));
}

TEST(LocalDeltas, AreSilentAboutALoopThatWentIntoAnInnerFunction) {
  EXPECT_THAT(DeltasOf(R"(def f(groups, keys):
    for key in keys:
        check(groups, key)
)",
                       R"(def f(groups, keys):
    def run():
        for key in keys:
            check(groups, key)
    run()
)"),
              ElementsAre("CALL  => run()", "VALUE  => def run()"));
}

TEST(LocalDeltas, TakeALambdaWithANameForAFunction) {
  EXPECT_THAT(DeltasOf("def f(x):\n    key = lambda y: [y.name]\n    return sorted(x, key=key)\n",
                       R"(def f(x):
    def key(y):
        return [y.name, y.size]
    return sorted(x, key=key)
)"),
              ElementsAre("VALUE def key: [y.name] => def key: [y.name, y.size]"));
}

TEST(Deltas, LeaveOutBranchesInNewBranches) {
  EXPECT_THAT(DeltasOf("def f(x):\n    start(x)\n",
                       R"(def f(x):
    start(x)
    if x.is_open:
        for y in x.parts:
            if y.is_open:
                y.close()
)"),
              ElementsAre("CALL  => y.close()", "BRANCH  => x.is_open"));
}

TEST(Deltas, EndABranchWhereAnotherOneBegins) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def f(x):
    start(x)
# --- pkg/a.py after
def f(x):
    start(x)
    if x.is_open:
        x.close()
    else:
        x.open()
)");
  const v1::Delta* branch = nullptr;
  for (const v1::Delta& delta : model.symbols(0).deltas()) {
    if (delta.kind() == v1::Delta::KIND_BRANCH) branch = &delta;
  }
  ASSERT_NE(branch, nullptr);
  EXPECT_EQ(branch->range().first_line(), 3);
  EXPECT_EQ(branch->range().end_line(), 5);
}

TEST(Deltas, PairDtypesOfTheSameValueOnly) {
  EXPECT_THAT(DeltasOf(R"(import torch
def f(n):
    beta = torch.zeros(n, dtype=torch.float32)
    return beta
)",
                       R"(import torch
def f(n):
    count = torch.zeros(n, dtype=torch.long)
    return count
)"),
              ElementsAre("RETURN beta => count", "DTYPE torch.zeros(…, dtype=torch.float32) => ",
                          "DTYPE  => torch.zeros(…, dtype=torch.long)"));
}

}  // namespace
}  // namespace allreview::analysis
