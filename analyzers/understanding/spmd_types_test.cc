// Types of tensors along axes of ranks: what certainly does not fit, and what may.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/failures_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

struct Case {
  const char* name;
  const char* body;      // Of a function of x, y, group; from line 6 on.
  const char* failures;  // "": none is certain.
};

class SpmdTypes : public testing::TestWithParam<Case> {};

TEST_P(SpmdTypes, FailWhereThatIsCertain) {
  const std::string head =
      "import torch\nimport torch.distributed as dist\nimport spmd_types as spmd\n"
      "from spmd_types import assert_type, I, P, R, S, V\ndef f(x, y, group):\n";
  EXPECT_EQ(FailuresOf(absl::StrCat(head, GetParam().body)), GetParam().failures);
}

std::string NameOfCase(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Asserted, SpmdTypes,
    testing::Values(
        Case{"Other", "  assert_type(x, {'tp': R})\n  assert_type(x, {'tp': V})\n",
             "7: it is R along tp, not V"},
        Case{"Same", "  assert_type(x, {'tp': R})\n  assert_type(x, {'tp': R})\n", ""},
        Case{"OtherAxis", "  assert_type(x, {'tp': R})\n  assert_type(x, {'dp': V})\n", ""},
        Case{"SumOfVarying", "  assert_type(x, {'tp': V})\n  assert_type(x, {'tp': P})\n", ""},
        Case{"VaryingOfSum", "  assert_type(x, {'tp': P})\n  assert_type(x, {'tp': V})\n",
             "7: it is P along tp, not V"},
        Case{"OtherCut", "  assert_type(x, {'tp': S(0)})\n  assert_type(x, {'tp': S(1)})\n",
             "7: it is S(0) along tp, not S(1)"},
        Case{"CutIsVarying", "  assert_type(x, {'tp': S(0)})\n  assert_type(x, {'tp': V})\n", ""},
        Case{"CutTwice", "  assert_type(x, {'tp': S(0), 'dp': S(0)})\n",
             "6: dp and tp both cut dimension 0"},
        Case{"NoSuchDimension", "  assert_type(torch.zeros(2, 3), {'tp': S(2)})\n",
             "6: S(2) of a tensor with 2 dimensions"},
        Case{"Overlap", "  assert_type(x, {'dp': R, 'dp_cp': V})\n", "6: dp and dp_cp overlap"},
        Case{"OnOneWay",
             "  if y:\n    assert_type(x, {'tp': R})\n  else:\n    assert_type(x, {'tp': V})\n"
             "  assert_type(x, {'tp': V})\n",
             ""},
        Case{"OtherObject", "  assert_type(x, {'tp': R})\n  x = y\n  assert_type(x, {'tp': V})\n",
             ""},
        Case{"UnknownType", "  assert_type(x, {'tp': y})\n  assert_type(x, {'tp': V})\n", ""},
        Case{"UnknownAxis", "  assert_type(x, {y: R})\n  assert_type(x, {y.x: V})\n", ""},
        Case{"Group", "  assert_type(x, {group: R})\n  assert_type(x, {group: V})\n",
             "7: it is R along `group`, not V"},
        Case{"Mutated",
             "  assert_type(x, {'tp': V})\n  spmd.mutate_type(x, 'tp', src=V, dst=R)\n"
             "  assert_type(x, {'tp': R})\n",
             ""},
        Case{"MutatedWithoutType",
             "  z = torch.zeros(3)\n  assert_type(z, {'dp': V})\n"
             "  spmd.mutate_type(z, 'tp', src=V, dst=R)\n",
             "8: it has no type along tp"},
        Case{"MutatedOfNobody", "  spmd.mutate_type(x, 'tp', src=V, dst=R)\n", ""},
        Case{"MutatedFromOther",
             "  assert_type(x, {'tp': V})\n  spmd.mutate_type(x, 'tp', src=R, dst=I)\n",
             "7: it is V along tp, not R"}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Operations, SpmdTypes,
    testing::Values(
        Case{"SumAndNumber", "  assert_type(x, {'tp': P})\n  return x + 1\n",
             "7: added to a sum that is partial along tp, it counts once for each rank"},
        Case{"SumAndUnknown", "  assert_type(x, {'tp': P})\n  return x + y\n", ""},
        Case{"SumTimesNumber", "  assert_type(x, {'tp': P})\n  return x * 2\n", ""},
        Case{"SumAndSum",
             "  assert_type(x, {'tp': P})\n  assert_type(y, {'tp': P})\n"
             "  assert_type(x + y, {'tp': P})\n",
             ""},
        Case{"SumTimesSum",
             "  assert_type(x, {'tp': P})\n  assert_type(y, {'tp': P})\n  return x @ y\n",
             "8: a product of sums that are partial along tp"},
        Case{"NumberByVarying", "  assert_type(x, {'tp': V})\n  return 1 / x\n", ""},
        Case{"NumberBySum", "  assert_type(x, {'tp': P})\n  return 1 / x\n",
             "7: not linear in what is partial along tp"},
        Case{"Invariant",
             "  assert_type(x, {'tp': I})\n  assert_type(y, {'tp': V})\n  return torch.mul(x, y)\n",
             "8: invariant along tp and not: convert it to replicated"},
        Case{"Replicated",
             "  assert_type(x, {'tp': R})\n  assert_type(y, {'tp': V})\n"
             "  assert_type(torch.mul(x, y), {'tp': V})\n",
             ""},
        Case{"Concatenated",
             "  assert_type(x, {'tp': P})\n  assert_type(y, {'tp': R})\n"
             "  return torch.cat([x, y])\n",
             "8: added to a sum that is partial along tp, it counts once for each rank"},
        Case{"Activation", "  assert_type(x, {'tp': P})\n  return torch.relu(x.view(-1))\n",
             "7: not linear in what is partial along tp"},
        Case{"View", "  assert_type(x, {'tp': P})\n  return x.view(-1).sum()\n", ""},
        Case{"Bias",
             "  assert_type(x, {'tp': P})\n  b = torch.zeros(3)\n  assert_type(b, {'tp': R})\n"
             "  w = torch.zeros(3, 3)\n  assert_type(w, {'tp': R})\n"
             "  return torch.nn.functional.linear(x, w, b)\n",
             "11: added to a sum that is partial along tp, it counts once for each rank"},
        Case{"Backward", "  assert_type(x, {'tp': R})\n  x.sum().backward()\n",
             "7: backward() of a loss that is replicated along tp, neither invariant nor partial"},
        Case{"BackwardOfSum", "  assert_type(x, {'tp': P})\n  x.sum().backward()\n", ""},
        Case{"NoTypes", "  return torch.relu(x) + y\n", ""}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Collectives, SpmdTypes,
    testing::Values(
        Case{"NoSum", "  return spmd.all_reduce(x, 'tp', src=R, dst=R)\n",
             "6: all_reduce does not take R"},
        Case{"NoResult", "  return spmd.all_reduce(x, 'tp', dst=V)\n",
             "6: all_reduce does not make V"},
        Case{"Reduced",
             "  assert_type(x, {'tp': V})\n  x = spmd.all_reduce(x, 'tp', dst=I)\n"
             "  assert_type(x, {'tp': I})\n",
             ""},
        Case{"ReducedTwice",
             "  assert_type(x, {'tp': V})\n  x = spmd.all_reduce(x, 'tp', dst=R)\n"
             "  x = spmd.all_reduce(x, 'tp', dst=R)\n",
             "8: it is R along tp, not P"},
        Case{"Gathered",
             "  assert_type(x, {'tp': S(0)})\n  x = spmd.all_gather(x, 'tp', src=S(0), dst=R)\n"
             "  assert_type(x, {'tp': R})\n",
             ""},
        Case{"GatheredElsewhere",
             "  assert_type(x, {'tp': S(0)})\n"
             "  x = spmd.all_gather(x, 'tp', src=S(1), dst=R)\n",
             "7: it is S(0) along tp, not S(1)"},
        Case{"ConvertedSum", "  return spmd.convert(x, 'tp', src=P, dst=R)\n",
             "6: convert does not take P"},
        Case{"ConvertedInvariant",
             "  assert_type(x, {'tp': I})\n  x = spmd.convert(x, 'tp', src=I, dst=R)\n"
             "  assert_type(x, {'tp': R})\n",
             ""},
        Case{"Plain", "  assert_type(x, {'tp': R})\n  dist.all_reduce(x, group='tp')\n",
             "7: what it reads is R along tp, not P"},
        Case{"PlainOfSum",
             "  assert_type(x, {'tp': P})\n  dist.all_reduce(x, group='tp')\n"
             "  assert_type(x, {'tp': R})\n",
             ""},
        Case{"PlainWithoutTypes", "  dist.all_reduce(x, group=group)\n  return x + 1\n", ""}),
    NameOfCase);

}  // namespace
}  // namespace allreview::understanding
