// Collectives that not all members of their group reach, and those that only look so.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/failures_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

struct Case {
  const char* name;
  const char* body;      // Of a function of x, group, n; from line 7 on.
  const char* failures;  // "": none is certain.
};

class Unmatched : public testing::TestWithParam<Case> {};

TEST_P(Unmatched, AreThoseThatAreCertain) {
  const std::string head =
      "import sys\nimport torch\nimport torch.distributed as dist\n"
      "from megatron.core import parallel_state as mpu\n"
      "from somewhere import helper\ndef f(x, group, n):\n";
  EXPECT_EQ(FailuresOf(absl::StrCat(head, GetParam().body)), GetParam().failures);
}

std::string NameOfCase(const testing::TestParamInfo<Case>& info) { return info.param.name; }

constexpr char kBarrier[] =
    "8: only some ranks reach `barrier`: line 7 decides differently along world, the group is "
    "over world";

INSTANTIATE_TEST_SUITE_P(
    Certain, Unmatched,
    testing::Values(
        Case{"Inside", "  if dist.get_rank() == 0:\n    dist.barrier()\n", kBarrier},
        Case{"NotFirst", "  if dist.get_rank() != 0:\n    dist.barrier()\n", kBarrier},
        Case{"ByTruth", "  if not dist.get_rank():\n    dist.barrier()\n", kBarrier},
        Case{"Returned",
             "  if dist.get_rank() != 0:\n    return\n  torch.save(x, n)\n  dist.barrier()\n",
             "10: only some ranks reach `barrier`: line 7 decides differently along world, the "
             "group is over world"},
        Case{"Continued",
             "  for b in x:\n    if dist.get_rank() > 0:\n      continue\n"
             "    dist.all_reduce(b)\n",
             "10: only some ranks reach `all_reduce`: line 8 decides differently along world, the "
             "group is over world"},
        Case{"AndMore", "  if dist.get_rank() == 0 and n:\n    dist.barrier()\n", kBarrier},
        Case{"PrintOtherwise",
             "  if dist.get_rank() == 0:\n    dist.barrier()\n  else:\n    print(x)\n", kBarrier},
        Case{"OwnGroup", "  if dist.get_rank(group) == 0:\n    dist.all_reduce(x, group=group)\n",
             "8: only some ranks reach `all_reduce`: line 7 decides differently along `group`, the "
             "group is over `group`"},
        Case{"Axis",
             "  if mpu.get_tensor_model_parallel_rank() == 0:\n"
             "    dist.all_reduce(x, group=mpu.get_tensor_model_parallel_group())\n",
             "8: only some ranks reach `all_reduce`: line 7 decides differently along tp, the "
             "group is over tp"},
        Case{"AxisOfWorld", "  if mpu.is_pipeline_last_stage():\n    dist.barrier()\n",
             "8: only some ranks reach `barrier`: line 7 decides differently along pp, the group "
             "is over world"},
        Case{"InHelper",
             "  def reduce(y):\n    dist.all_reduce(y)\n  if dist.get_rank() == 0:\n"
             "    reduce(x)\n",
             "10: only some ranks reach `all_reduce`: line 9 decides differently along world, the "
             "group is over world"}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Silent, Unmatched,
    testing::Values(
        Case{"Both",
             "  if dist.get_rank() == 0:\n    dist.broadcast(x, 0)\n  else:\n"
             "    dist.broadcast(n, 0)\n",
             ""},
        Case{"Helper",
             "  if dist.get_rank() == 0:\n    dist.broadcast(x, 0)\n  else:\n    helper(x)\n", ""},
        Case{"HelperThatMayNotGetThere",
             "  def reduce(y):\n    if not y:\n      return\n    dist.all_reduce(y)\n"
             "  if dist.get_rank() == 0:\n    reduce(x)\n",
             ""},
        Case{"HelperAfterReturn",
             "  if dist.get_rank() == 0:\n    dist.barrier()\n    return x\n  return helper(x)\n",
             ""},
        Case{"Send",
             "  if dist.get_rank() == 0:\n    dist.send(x, 1)\n  elif dist.get_rank() == 1:\n"
             "    dist.recv(x, 0)\n",
             ""},
        Case{"Objects", "  if dist.get_rank() == 0:\n    dist.broadcast_object_list([x], 0)\n", ""},
        Case{"Raised", "  if dist.get_rank() == 0:\n    raise ValueError(x)\n  dist.barrier()\n",
             ""},
        Case{"Exited", "  if dist.get_rank() == 0:\n    sys.exit(1)\n  dist.barrier()\n", ""},
        Case{"OtherAxis",
             "  if mpu.is_pipeline_last_stage():\n"
             "    dist.all_reduce(x, group=mpu.get_data_parallel_group())\n",
             ""},
        Case{"GroupOfNobody", "  if dist.get_rank() == 0:\n    dist.all_reduce(x, group=group)\n",
             ""},
        Case{"NewGroup",
             "  g = dist.new_group([0])\n  if dist.get_rank() == 0:\n"
             "    dist.all_reduce(x, group=g)\n",
             ""},
        Case{"Half", "  if dist.get_rank() < n:\n    dist.all_reduce(x)\n", ""},
        Case{"Member", "  if dist.get_rank() in n:\n    dist.all_reduce(x)\n", ""},
        Case{"MemberByNumber",
             "  if dist.get_rank(group) >= 0:\n    dist.all_reduce(x, group=group)\n", ""},
        Case{"Alone",
             "  if dist.get_world_size() == 1:\n    if dist.get_rank() == 0:\n"
             "      dist.barrier()\n",
             ""},
        Case{"OneGoesFirst",
             "  if dist.get_rank() != 0:\n    dist.barrier()\n  helper(x)\n"
             "  if dist.get_rank() == 0:\n    dist.barrier()\n",
             ""},
        Case{"OneGoesFirstAndYields",
             "  if dist.get_rank() != 0:\n    dist.barrier()\n  yield\n"
             "  if dist.get_rank() == 0:\n    dist.barrier()\n",
             ""},
        Case{"Before", "  dist.barrier()\n  if dist.get_rank() == 0:\n    print(x)\n", ""},
        Case{"Loop",
             "  for b in x:\n    dist.all_reduce(b)\n    if dist.get_rank() == 0:\n"
             "      print(b)\n",
             ""},
        Case{"OnOneWay",
             "  rank = dist.get_rank() if n else n.rank\n  if rank == 0:\n    dist.barrier()\n",
             ""},
        Case{"Size", "  if dist.get_world_size() > 1:\n    dist.barrier()\n", ""},
        Case{"Query", "  if dist.get_rank() == 0:\n    print(dist.get_world_size())\n", ""}),
    NameOfCase);

TEST(UnmatchedCollectives, FollowAttributes) {
  EXPECT_EQ(FailuresOf("import torch.distributed as dist\n"
                       "class Writer:\n"
                       "  def __init__(self):\n"
                       "    self.rank = dist.get_rank()\n"
                       "  def write(self):\n"
                       "    if self.rank == 0:\n"
                       "      dist.barrier()\n"),
            "7: only some ranks reach `barrier`: line 6 decides differently along world, the "
            "group is over world");
}

TEST(UnmatchedCollectives, MayBeOfALibraryThatStandsForTorch) {
  EXPECT_EQ(FailuresOf({{"deepspeed/comm/__init__.py", "from .comm import *\n"},
                        {"deepspeed/comm/comm.py", "def barrier(group=None):\n  cdb.barrier()\n"},
                        {"m.py",
                         "from deepspeed import comm as dist\ndef f():\n"
                         "  if dist.get_rank() == 0:\n    dist.barrier()\n"}}),
            "4: only some ranks reach `barrier`: line 3 decides differently along world, the "
            "group is over world");
}

}  // namespace
}  // namespace allreview::understanding
