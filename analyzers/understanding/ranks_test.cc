// What values are on other ranks: where ranks come from, and how far they go.

#include "analyzers/understanding/ranks.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/failures_of.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

using testing::HasSubstr;
using testing::Not;

// What a function `f` returns, on other ranks; "": nobody knows.
std::string RanksOfResult(const std::string& parameters, const std::string& body) {
  Program program;
  Add(program, "m.py",
      absl::StrCat("import os\nimport torch\nimport torch.distributed as dist\n"
                   "from deepspeed import comm\n"
                   "from torch.distributed.device_mesh import init_device_mesh\n"
                   "from megatron.core import parallel_state as mpu\n"
                   "from megatron.core.process_groups_config import ProcessGroupCollection\n"
                   "def f(",
                   parameters, "):\n", body));
  Knowledge knowledge(program);
  const Value returned = knowledge.Analyse({0, 1}).returned;
  return returned.ranks() == nullptr ? "" : returned.ranks()->ToText();
}

struct Case {
  const char* name;
  const char* expression;
  const char* ranks;
};

class RankSources : public testing::TestWithParam<Case> {};

TEST_P(RankSources, AreKnown) {
  EXPECT_EQ(RanksOfResult("tp_group, mesh, device_mesh, pg_collection, flag, n",
                          absl::StrCat("  return ", GetParam().expression, "\n")),
            GetParam().ranks);
}

std::string NameOfCase(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Getters, RankSources,
    testing::Values(
        Case{"World", "dist.get_rank()", "world: rank"},
        Case{"WorldByNone", "dist.get_rank(None)", "world: rank"},
        Case{"WorldGroup", "dist.get_rank(dist.group.WORLD)", "world: rank"},
        Case{"GroupOfNobody", "dist.get_rank(tp_group)", "`tp_group`: rank"},
        Case{"KeywordGroup", "dist.get_rank(group=tp_group)", "`tp_group`: rank"},
        Case{"MethodOfGroup", "tp_group.rank()", "`tp_group`: rank"},
        Case{"SizeOfGroup", "tp_group.size()", "`tp_group`: size"},
        Case{"OtherMethod", "tp_group.name()", ""},
        Case{"Size", "dist.get_world_size()", "world: size"},
        Case{"Tensor", "mpu.get_tensor_model_parallel_rank()", "tp: rank"},
        Case{"Data", "mpu.get_data_parallel_rank()", "dp: rank"},
        Case{"DataAndContext", "mpu.get_data_parallel_rank(with_context_parallel=True)",
             "cp: rank, dp: rank"},
        Case{"DataAndPerhapsContext", "mpu.get_data_parallel_rank(with_context_parallel=flag)", ""},
        Case{"GroupOfData", "mpu.get_data_parallel_group()", "over dp"},
        Case{"RankInGetter", "dist.get_rank(mpu.get_context_parallel_group())", "cp: rank"},
        Case{"RankOfOther", "mpu.get_tensor_model_parallel_src_rank()", ""},
        Case{"LastStage", "mpu.is_pipeline_last_stage()", "pp: differs"},
        Case{"Expert", "mpu.get_expert_model_parallel_rank()", "ep: rank"},
        Case{"Remat", "mpu.get_data_parallel_rank(with_context_parallel=True, with_gtp_remat=True)",
             "cp: rank, dp: rank"},
        Case{"SequenceAndData", "mpu._get_sequence_data_parallel_group()", "over dp, sp"},
        Case{"OfDeepSpeed", "comm.get_world_size(group=mpu._get_sequence_parallel_group())",
             "sp: size"},
        Case{"LocalOfDeepSpeed", "comm.get_local_rank()", "node: rank"},
        Case{"AsReal", "float(dist.get_world_size())", "world: size"},
        Case{"LocalOfTorch", "dist.get_node_local_rank()", "node: rank"}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Others, RankSources,
    testing::Values(
        Case{"Environment", "int(os.environ[\"RANK\"])", "world: rank"},
        Case{"EnvironmentWithDefault", "int(os.environ.get(\"LOCAL_RANK\", 0))", "node: rank"},
        Case{"EnvironmentAsText", "os.getenv(\"RANK\") == \"0\"", "world: differs"},
        Case{"OtherVariable", "int(os.environ[\"SEED\"])", ""},
        Case{"Mesh", "init_device_mesh(\"cuda\", (2, 4), mesh_dim_names=(\"dp\", \"tp\"))",
             "over dp, tp"},
        Case{"MeshOfNobody", "mesh.get_local_rank(\"tp\")", "tp: rank"},
        Case{"SubMesh", "mesh[\"tp\"].get_local_rank()", "tp: rank"},
        Case{"GroupOfMesh", "dist.get_rank(mesh.get_group(\"dp\"))", "dp: rank"},
        Case{"Collection", "pg_collection.tp.rank()", "tp: rank"},
        Case{"CollectionOfTwo", "dist.get_rank(pg_collection.dp_cp)", "cp: rank, dp: rank"},
        Case{"OtherObject", "n.tp.rank()", "`n.tp`: rank"}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Meshes, RankSources,
    testing::Values(
        Case{"Order", "init_device_mesh(\"cuda\", (2, 4), mesh_dim_names=(\"tp\", \"dp\"))",
             "over tp, dp"},
        Case{"Several", "device_mesh[\"tp\", \"cp\"]", "over tp, cp"},
        Case{"Flattened", "device_mesh[\"tp\", \"cp\"]._flatten()", "over tp_cp"},
        Case{"FlattenedAs", "device_mesh[\"tp\", \"cp\"]._flatten(mesh_dim_name=\"loss\")",
             "over loss"},
        Case{"ByNumber", "device_mesh[\"tp\", \"cp\"].size(1)", "cp: size"},
        Case{"ByNegativeNumber", "device_mesh[\"tp\", \"cp\"].get_local_rank(-2)", "tp: rank"},
        Case{"OutOfRange", "device_mesh[\"tp\", \"cp\"].size(2)", ""},
        Case{"Whole", "device_mesh[\"tp\", \"cp\"].size()", "cp: size, tp: size"},
        Case{"Asked", "n.get_mesh([\"dp_replicate\", \"efsdp\"])", "over dp_replicate, efsdp"},
        Case{"AskedIfThere", "n.get_optional_mesh(\"loss\")", "over loss"},
        Case{"EntryOfDictionary", "n[\"mesh\"].size()", ""},
        Case{"OfNobody", "mesh.get_local_rank()", "`mesh`: rank"}),
    NameOfCase);

TEST(Meshes, AreOneOfSeveral) {
  EXPECT_EQ(RanksOfResult("n, device_mesh",
                          "  names = [\"dp\", \"fsdp\"] if n else [\"fsdp\"]\n"
                          "  return device_mesh[names]\n"),
            "over dp, fsdp or over fsdp");
}

TEST(Meshes, AreNamedByListsThatAreJoined) {
  EXPECT_EQ(RanksOfResult("n, m, device_mesh",
                          "  names = [\"dp\", \"fsdp\"] if n else [\"fsdp\"]\n"
                          "  if m:\n    print(m)\n  for i in m:\n    print(i)\n"
                          "  return device_mesh[names]\n"),
            "over dp, fsdp or over fsdp");
  EXPECT_EQ(RanksOfResult("n, m, device_mesh",
                          "  names = []\n  if n:\n    names.append(\"dp\")\n"
                          "  if m:\n    names.append(\"cp\")\n"
                          "  return device_mesh[names + [\"tp\"]]\n"),
            "");  // Any of four.
  EXPECT_EQ(RanksOfResult("n, device_mesh",
                          "  names = []\n  if n:\n    names.append(\"dp\")\n"
                          "  names.append(\"cp\")\n"
                          "  return device_mesh[names]\n"),
            "over cp or over dp, cp");
}

TEST(Meshes, MayBeAnnotated) {
  EXPECT_EQ(RanksOfResult("mesh: \"torch.distributed.device_mesh.DeviceMesh\"",
                          "  return mesh[\"dp\"].size()\n"),
            "dp: size");
}

INSTANTIATE_TEST_SUITE_P(Dependences, RankSources,
                         testing::Values(Case{"Offset", "dist.get_rank() * n", "world: varying"},
                                         Case{"Least", "min(dist.get_rank(), n)", "world: varying"},
                                         Case{"Chosen", "n[dist.get_rank()]", "world: varying"},
                                         Case{"Identity", "dist.get_rank() is None", ""},
                                         Case{"Scaled", "n // dist.get_world_size()", ""}),
                         NameOfCase);

TEST(Groups, OfSelfAreCalledAfterTheirAttribute) {
  const std::string head =
      "import torch.distributed as dist\nclass Other:\n  def f(self, g):\n    self.group = g\n"
      "class C:\n  def __init__(self, g):\n    self.group = g\n  def f(self):\n    return ";
  const auto ranks_of = [&](const std::string& expression) {
    Program program;
    Add(program, "m.py", absl::StrCat(head, expression, "\n"));
    Knowledge knowledge(program);
    const Value returned = knowledge.Analyse({0, 5}).returned;
    return returned.ranks() == nullptr ? "" : returned.ranks()->ToText();
  };
  EXPECT_EQ(ranks_of("dist.get_world_size(self.group)"), "self.group: size");
  EXPECT_EQ(ranks_of("self.group.rank()"), "self.group: rank");
  EXPECT_EQ(ranks_of("self.loader.size()"), "");
  EXPECT_FALSE(SpansAxis({"self.group"}, "self.group"));
  EXPECT_FALSE(SpansAxis({"world"}, "self.group"));
  EXPECT_FALSE(SpansAxis({"self.group"}, "world"));
}

TEST(Groups, StayBesideNone) {
  EXPECT_EQ(RanksOfResult("n",
                          "  group = None\n  if n:\n    group = mpu.get_data_parallel_group()\n"
                          "  return group\n"),
            "over dp");
  EXPECT_EQ(RanksOfResult("n",
                          "  group = mpu.get_data_parallel_group() if n else None\n"
                          "  return dist.get_rank(group)\n"),
            "");
}

INSTANTIATE_TEST_SUITE_P(
    Operators, RankSources,
    testing::Values(Case{"IsFirst", "dist.get_rank() == 0", "world: differs"},
                    Case{"IsNotFirst", "not dist.get_rank() == 0", "world: differs"},
                    Case{"IsNotFirstByTruth", "not dist.get_rank()", "world: differs"},
                    Case{"IsLast", "dist.get_rank() == dist.get_world_size() - 1",
                         "world: differs"},
                    Case{"BehindFirst", "dist.get_rank() > 0", "world: differs"},
                    Case{"Mirrored", "0 < dist.get_rank()", "world: differs"},
                    Case{"Shifted", "dist.get_rank() + 1", "world: rank"},
                    Case{"IsMember", "dist.get_rank(tp_group) != -1", "`tp_group`: varying"},
                    Case{"IsRank", "dist.get_rank(tp_group) >= 0", "`tp_group`: varying"},
                    Case{"Half", "dist.get_rank() < n", "world: varying"},
                    Case{"Node", "dist.get_rank() // 8", "world: varying"},
                    Case{"InNode", "dist.get_rank() % 8 == 0", "world: varying"},
                    Case{"AmongSome", "dist.get_rank() in [0, 1]", "world: varying"},
                    Case{"Given", "dist.get_rank() == n", "world: varying"},
                    Case{"Attribute", "dist.get_rank().x", ""},
                    Case{"Element", "[dist.get_rank()][n]", ""}),
    NameOfCase);

TEST(Ranks, FollowFunctionsAndNames) {
  EXPECT_EQ(RanksOfResult("n",
                          "  rank = dist.get_rank()\n  def first(r):\n    return r == 0\n"
                          "  is_first = first(rank)\n  return is_first\n"),
            "world: differs");
}

TEST(Ranks, AreAskedOfTheProgramsOwnFunctions) {
  const std::string own =
      "  def get_rank():\n    return dist.get_rank() if dist.is_initialized() else 0\n";
  EXPECT_EQ(RanksOfResult("n", own + "  return get_rank() == 0\n"), "world: differs");
  EXPECT_EQ(RanksOfResult("n", own + "  return get_rank(n)\n"), "");
  EXPECT_EQ(RanksOfResult("n", "  return n.get_rank()\n"), "");
}

TEST(Ranks, AreForgottenWherePathsDisagree) {
  EXPECT_EQ(RanksOfResult("n", "  rank = dist.get_rank() if n else n.rank\n  return rank\n"), "");
  EXPECT_EQ(RanksOfResult("n",
                          "  rank = dist.get_rank()\n  if n:\n    rank = dist.get_rank(None)\n"
                          "  return rank\n"),
            "world: rank");
}

TEST(Ranks, JoinWhatHoldsOfBoth) {
  const Ranks one = {.placements = {{"dp", Placement::kRank, {}}, {"tp", Placement::kVarying, 0}}};
  const Ranks other = {.placements = {{"tp", Placement::kVarying, 1}}};
  EXPECT_EQ(one.JoinedWith(other).ToText(), "tp: varying");
  EXPECT_TRUE(one.JoinedWith(other).Covers(one));
  EXPECT_FALSE(one.Covers(other));
}

TEST(Ranks, SpanTheWorld) {
  EXPECT_TRUE(SpansAxis({"tp"}, "world"));
  EXPECT_TRUE(SpansAxis({"world"}, "tp"));
  EXPECT_TRUE(SpansAxis({"cp", "dp"}, "dp"));
  EXPECT_FALSE(SpansAxis({"tp"}, "pp"));
  EXPECT_FALSE(SpansAxis({"`group`"}, "world"));
  EXPECT_FALSE(SpansAxis({"embd"}, "world"));
}

TEST(Ranks, InferTypesOfResults) {
  using enum Placement;
  const auto infer = [](const std::vector<Placement>& operands, Linearity linearity,
                        bool number = false) {
    const Inferred inferred = Infer("tp", operands, number, linearity);
    return inferred.placement ? NameOf({.axis = "tp", .placement = *inferred.placement})
                              : inferred.why;
  };
  EXPECT_EQ(infer({kReplicated, kVarying}, Linearity::kNonlinear), "varying");
  EXPECT_EQ(infer({kInvariant, kInvariant}, Linearity::kNonlinear), "invariant");
  EXPECT_EQ(infer({kPartial, kPartial}, Linearity::kLinear), "partial");
  EXPECT_EQ(infer({kPartial, kReplicated}, Linearity::kMultilinear), "partial");
  EXPECT_EQ(infer({kPartial, kReplicated}, Linearity::kUnknown), "");
  EXPECT_EQ(infer({kInvariant, kVarying}, Linearity::kUnknown),
            "invariant along tp and not: convert it to replicated");
  EXPECT_EQ(infer({kPartial}, Linearity::kLinear, true),
            "added to a sum that is partial along tp, it counts once for each rank");
  EXPECT_EQ(infer({kPartial, kPartial}, Linearity::kMultilinear),
            "a product of sums that are partial along tp");
}

// What `condition` is in a function of the program.
std::string Condition(absl::string_view condition) {
  return ReturnedBy(
      absl::StrCat("import torch, torch.distributed as dist\ndef f(g, x: torch.Tensor):\n"
                   "  rank, size = dist.get_rank(), dist.get_world_size()\n"
                   "  mine = dist.get_rank(g)\n  b, s = x.shape\n  return ",
                   condition, "\n"));
}

TEST(Bounds, ARankIsBelowTheSizeOfItsGroup) {
  EXPECT_THAT(Condition("rank < size"), HasSubstr("True"));
  EXPECT_THAT(Condition("rank < size"), Not(HasSubstr("False")));
  EXPECT_THAT(Condition("rank == size"), Not(HasSubstr("True")));
  EXPECT_THAT(Condition("rank >= 0"), Not(HasSubstr("False")));
  EXPECT_THAT(Condition("rank <= size - 1"), Not(HasSubstr("False")));
  EXPECT_THAT(Condition("size >= 1"), Not(HasSubstr("False")));
}

TEST(Bounds, SayNothingOfOthers) {
  for (const char* condition : {"rank == size - 1", "rank + 1 < size", "rank > 0", "size > 1",
                                "mine >= 0", "mine < size", "rank < 8", "size == 8"}) {
    const std::string outcome = Condition(condition);
    EXPECT_NE(outcome.rfind("True", 0), 0u) << condition;
    EXPECT_NE(outcome, "False") << condition;
  }
}

TEST(Bounds, SizesOfTensorsAreNotNegative) {
  EXPECT_EQ(Condition("b < 0"), "False");
  EXPECT_EQ(Condition("b * s + 1 > 0"), "True");
  EXPECT_EQ(Condition("b < b + 1"), "True");
  EXPECT_EQ(Condition("b > 0"), "False | True");
  EXPECT_EQ(Condition("b - s < 0"), "False | True");
}

// What `condition` is in a loop.
std::string InLoop(absl::string_view condition) {
  return ReturnedBy(
      absl::StrCat("def f(n: int, xs):\n  y = len(xs)\n  k = 0\n"
                   "  for i in range(n):\n    k += 1\n    for j in range(2, 5):\n"
                   "      return ",
                   condition, "\n  return 'end'\n"));
}

TEST(Bounds, OfLoopsAndLengths) {
  for (const char* holds :
       {"i >= 0", "i < n", "i != n", "i + 1 > 0", "j < 5", "j >= 2", "j * 2 >= 4", "y >= 0",
        "y + i >= 0", "i % 3 < 3", "k > -1", "y != -1", "i // 2 >= 0"}) {
    EXPECT_EQ(InLoop(holds).find("False"), std::string::npos) << holds;
  }
  for (const char* open : {"i > 0", "i < n - 1", "j == 4", "y > 0", "i < y", "k < 3", "i == j",
                           "i - 1 >= 0", "i != n - 1", "-i <= 0 and i == 3"}) {
    EXPECT_NE(InLoop(open).find("False"), std::string::npos) << open;
    EXPECT_NE(InLoop(open).find("True"), std::string::npos) << open;
  }
}

TEST(Bounds, EndWhereALoopCountsDown) {
  EXPECT_EQ(ReturnedBy("def f(n):\n  k = 9\n  while n():\n    k -= 1\n  return k\n"), "int");
}

}  // namespace
}  // namespace allreview::understanding
