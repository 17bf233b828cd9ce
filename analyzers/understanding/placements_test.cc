// How plain tensors lie on the ranks, and what they were scaled by.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/failures_of.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/program.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

constexpr char kImports[] = R"py(
import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as funcol
import torch.nn.functional as F
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor
from megatron.core import parallel_state as mpu
from megatron.core.tensor_parallel import (
    copy_to_tensor_model_parallel_region,
    gather_from_sequence_parallel_region,
    gather_from_tensor_model_parallel_region,
    reduce_from_tensor_model_parallel_region,
    reduce_scatter_to_sequence_parallel_region,
    scatter_to_tensor_model_parallel_region,
)
def f(x, y, n, tp_group, device_mesh):
)py";

// What `f` returns, on other ranks; "": nobody knows.
std::string RanksOf(const std::string& body) {
  Program program;
  Add(program, "m.py", absl::StrCat(kImports, body));
  Knowledge knowledge(program);
  const Value returned = knowledge.Analyse({0, 1}).returned;
  return returned.ranks() == nullptr ? "" : returned.ranks()->ToText();
}

struct Case {
  const char* name;
  const char* body;
  const char* ranks;
};

class Placements : public testing::TestWithParam<Case> {};

TEST_P(Placements, AreKnown) { EXPECT_EQ(RanksOf(GetParam().body), GetParam().ranks); }

std::string NameOfCase(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Collectives, Placements,
    testing::Values(
        Case{"Sum", "  dist.all_reduce(x, group=mpu.get_data_parallel_group())\n  return x\n",
             "dp: replicated, scaled by sum(dp)"},
        Case{"Mean",
             "  dist.all_reduce(x, op=dist.ReduceOp.AVG, group=mpu.get_data_parallel_group())\n"
             "  return x\n",
             "dp: replicated, scaled by sum(dp)/|dp|"},
        Case{"Most", "  dist.all_reduce(x, dist.ReduceOp.MAX)\n  return x\n",
             "world: replicated, scaled by max(world)"},
        Case{"OfNobodysGroup", "  dist.all_reduce(x, group=tp_group)\n  return x\n",
             "`tp_group`: replicated, scaled by sum(`tp_group`)"},
        Case{"Broadcast", "  dist.broadcast(x, 0)\n  return x\n", "world: replicated"},
        Case{"Gathered", "  dist.all_gather_into_tensor(y, x, group=tp_group)\n  return y\n",
             "`tp_group`: replicated"},
        Case{"Functional", "  return funcol.all_reduce(x, \"avg\", device_mesh[\"loss\"]).item()\n",
             "loss: replicated, scaled by sum(loss)/|loss|"},
        Case{"ChangedAfterwards", "  dist.broadcast(x, 0)\n  x.normal_()\n  return x\n", ""},
        Case{"StoredInto", "  dist.broadcast(x, 0)\n  x[0] = n\n  return x\n", ""},
        Case{"PartOf", "  dist.broadcast(x, 0)\n  return x[0]\n", "world: replicated"},
        Case{"Untouched", "  return x + y\n", ""}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Mappings, Placements,
    testing::Values(
        Case{"Copied", "  return copy_to_tensor_model_parallel_region(x)\n", "tp: replicated"},
        Case{"Gathered", "  return gather_from_tensor_model_parallel_region(x)\n", "tp: invariant"},
        Case{"OfSequences", "  return gather_from_sequence_parallel_region(x)\n", "tp: replicated"},
        Case{"Scattered", "  return scatter_to_tensor_model_parallel_region(x, group=tp_group)\n",
             "`tp_group`: sharded on dimension -1"},
        Case{"ReducedAndScattered", "  return reduce_scatter_to_sequence_parallel_region(x)\n",
             "tp: sharded on dimension 0"}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Products, Placements,
    testing::Values(
        Case{"OfCutSum",
             "  x = scatter_to_tensor_model_parallel_region(x)\n"
             "  w = distribute_tensor(y, mpu.get_tensor_model_parallel_group(), [Shard(1)])\n"
             "  return F.linear(x, w.to_local())\n",
             "tp: partial"},
        Case{"Completed",
             "  x = scatter_to_tensor_model_parallel_region(x)\n"
             "  w = distribute_tensor(y, mpu.get_tensor_model_parallel_group(), [Shard(0)])\n"
             "  x = torch.mm(x, w.to_local())\n"
             "  dist.all_reduce(x, group=mpu.get_tensor_model_parallel_group())\n"
             "  return x\n",
             "tp: replicated"},
        Case{"OfCutResult",
             "  x = copy_to_tensor_model_parallel_region(x)\n"
             "  w = distribute_tensor(y, mpu.get_tensor_model_parallel_group(), [Shard(0)])\n"
             "  return F.linear(x, w.to_local())\n",
             "tp: sharded on dimension -1"},
        Case{"OfUnknownRank",
             "  x = scatter_to_tensor_model_parallel_region(x)\n"
             "  w = distribute_tensor(y, mpu.get_tensor_model_parallel_group(), [Shard(0)])\n"
             "  return x @ w.to_local()\n",
             "tp: varying"},
        Case{"BeforeItIsSummed",
             "  x = scatter_to_tensor_model_parallel_region(x)\n"
             "  w = distribute_tensor(y, mpu.get_tensor_model_parallel_group(), [Shard(0)])\n"
             "  return torch.mm(x, w.to_local()).relu()\n",
             "tp: parts of nothing"}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    DTensors, Placements,
    testing::Values(
        Case{
            "Distributed",
            "  return distribute_tensor(x, device_mesh[\"dp\", \"tp\"], [Replicate(), Shard(1)])\n",
            "dp: replicated, tp: sharded on dimension 1"},
        Case{"Redistributed",
             "  x = DTensor.from_local(x, device_mesh[\"tp\"], [Partial()])\n"
             "  return x.redistribute(placements=[Shard(0)])\n",
             "tp: sharded on dimension 0"},
        Case{"Full",
             "  x = distribute_tensor(x, device_mesh[\"dp\", \"tp\"], [Replicate(), Shard(1)])\n"
             "  return x.full_tensor()\n",
             "dp: replicated, tp: replicated"},
        Case{"OfOtherLength",
             "  return distribute_tensor(x, device_mesh[\"dp\", \"tp\"], [Shard(1)])\n", ""}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Factors, Placements,
    testing::Values(
        Case{"OfSizesAndCounts",
             "  size = mpu.get_context_parallel_world_size()\n  x *= size\n  x /= n\n"
             "  return x\n",
             "scaled by |cp|/n"},
        Case{"InPlace",
             "  x.div_(dist.get_world_size(mpu.get_data_parallel_group()))\n  return x\n",
             "scaled by 1/|dp|"},
        Case{"Twice", "  size = mpu.get_data_parallel_world_size()\n  return x / size / size\n",
             "scaled by 1/(|dp|*|dp|)"},
        Case{"Undone", "  size = mpu.get_data_parallel_world_size()\n  return x / size * size\n",
             ""},
        Case{"ByWhatWasSummed",
             "  dist.all_reduce(n, group=mpu.get_data_parallel_group())\n  return x / n\n",
             "scaled by 1/sum(dp)"},
        Case{"ByWhatNobodyKnows", "  return x / mpu.get_data_parallel_world_size() * y[0]\n", ""},
        Case{"OnOnePathOnly",
             "  if n:\n    x = x / mpu.get_data_parallel_world_size()\n  return x\n", ""}),
    NameOfCase);

}  // namespace
}  // namespace allreview::understanding
