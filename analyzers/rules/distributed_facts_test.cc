// What the headers of distributed/ say about groups, ranks and collectives of one file.

#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/distributed/async_calls.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/distributed/axis_names.h"
#include "analyzers/rules/distributed/collective_summaries.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/distributed/held_groups.h"
#include "analyzers/rules/distributed/rank_dependence.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/nodes_of_kinds.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

using python::Kind;
using python::Module;
using python::Node;
using testing::ElementsAre;

std::unique_ptr<Module> ParseModule(absl::string_view body) {
  auto module = Module::Parse("pkg/m.py", absl::StrCat("import os\n"
                                                       "import torch\n"
                                                       "import torch.distributed as dist\n"
                                                       "from megatron.core import parallel_state\n",
                                                       body));
  EXPECT_OK(module);
  return *std::move(module);
}

// First call of probe(...) in the file; its argument is what is asked about.
Node Probed(const Module& module) {
  for (Node node : module.tree().root().descendants()) {
    if (node.Is(Kind::kCall) && LastName(node) == "probe") return python::Argument(node, 0, "x");
  }
  ADD_FAILURE() << "no probe()";
  return Node();
}

TEST(OwnNodes, OfOneOrSeveralKindsAreThoseOfTheWholeWalk) {
  const auto module = ParseModule(
      "def f(x=a()):\n"
      "    b(c(1))\n"
      "    def g(): return d(2)\n"
      "    class C:\n"
      "        y = e(3)\n"
      "    z = lambda: h(4)\n"
      "    return i(5, *(j(k) for k in l))\n");
  const Node body = module->definitions()[0].body;
  std::vector<absl::string_view> want, calls, several;
  const std::initializer_list<Kind> kinds = {Kind::kInteger, Kind::kCall};
  std::vector<absl::string_view> want_several;
  ForEachOwnNode(body, [&](Node node) {
    if (node.Is(Kind::kCall)) want.push_back(node.text());
    if (node.Is(Kind::kCall) || node.Is(Kind::kInteger)) want_several.push_back(node.text());
  });
  ForEachOwnNode(body, Kind::kCall, [&](Node call) { calls.push_back(call.text()); });
  ForEachOwnNode(body, kinds, [&](Node node) { several.push_back(node.text()); });
  EXPECT_THAT(want, ElementsAre("b(c(1))", "c(1)", "i(5, *(j(k) for k in l))", "j(k)"));
  EXPECT_EQ(calls, want);
  EXPECT_EQ(several, want_several);
}

enum class As { kGroup, kSize, kRank };

std::string DescribeProbe(absl::string_view body, As as) {
  const auto module = ParseModule(body);
  const Node node = Probed(*module);
  const Group group = as == As::kGroup  ? GroupOf(*module, node)
                      : as == As::kSize ? SizeOf(*module, node)
                                        : RankOf(*module, node);
  if (!group) return "none";
  return group.kind == Group::Kind::kUnknown ? "unknown" : English(Describe(group));
}

struct Case {
  std::string body, want;
};

TEST(Axes, KnowsGroups) {
  const Case cases[] = {
      {"probe(parallel_state.get_tensor_model_parallel_group())", "the TP group"},
      {"probe(parallel_state.get_data_parallel_group())", "the DP group"},
      {"probe(parallel_state.get_data_parallel_group(with_context_parallel=True))",
       "the DP x CP group"},
      {"probe(parallel_state.get_data_parallel_group(with_context_parallel=flag))", "unknown"},
      {"probe(parallel_state.get_data_parallel_group(True, partial_data_parallel=x))", "unknown"},
      {"probe(pg_collection.dp_cp)", "the DP x CP group"},
      {"probe(self.pg_collection.expt_tp)", "the expert TP group"},
      {"probe(getattr(pg_collection, 'tp', None))", "the TP group"},
      {"probe(metadata['dp_cp_group'])", "the DP x CP group"},
      {"probe(self.tp_group)", "the TP group"},
      {"probe(None)", "the default group (WORLD)"},
      {"probe(dist.group.WORLD)", "the default group (WORLD)"},
      {"probe(shard_group)", "`shard_group`"},
      {"probe(a if b else c)", "unknown"},
      {"def f(pg_collection):\n  g = pg_collection.cp\n  h = g\n  probe(h)", "the CP group"},
      {"class A:\n  def __init__(self, pgs):\n    self.group = pgs.ep\n"
       "  def f(self):\n    probe(self.group)",
       "the EP group"},
      {"class A:\n  def __init__(self, pgs):\n    self.tp_group = pgs.tp if x else pgs.expt_tp\n"
       "  def f(self):\n    probe(self.tp_group)",
       "unknown"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(DescribeProbe(each.body, As::kGroup), each.want) << each.body;
  }
}

TEST(Axes, KnowsSizesAndRanks) {
  const Case sizes[] = {
      {"probe(dist.get_world_size())", "the default group (WORLD)"},
      {"probe(dist.get_world_size(group=tp_group))", "the TP group"},
      {"probe(tp_group.size())", "the TP group"},
      {"probe(hidden.size())", "none"},
      {"probe(embedding.size())", "none"},
      {"probe(group.size())", "`group`"},
      {"probe(get_pg_size(self.cp_group))", "the CP group"},
      {"probe(len(dist.get_process_group_ranks(cp_group)))", "the CP group"},
      {"probe(parallel_state.get_context_parallel_world_size())", "the CP group"},
      {"probe(self.tp_size)", "the TP group"},
      {"probe(self.config.tensor_model_parallel_size)", "the TP group"},
      {"probe(self.batch_size)", "none"},
      {"probe(embedding_size)", "none"},
      {"def f(g):\n  n = dist.get_world_size(g)\n  probe(n)", "`g`"},
  };
  for (const Case& each : sizes) {
    EXPECT_EQ(DescribeProbe(each.body, As::kSize), each.want) << each.body;
  }
  const Case ranks[] = {
      {"probe(dist.get_rank())", "the default group (WORLD)"},
      {"probe(args.rank)", "the default group (WORLD)"},
      {"probe(tp_group.rank())", "the TP group"},
      {"probe(parallel_state.get_expert_model_parallel_rank())", "the EP group"},
      {"probe(parallel_state.get_virtual_pipeline_model_parallel_rank())", "unknown"},
      {"probe(parallel_state.get_tensor_model_parallel_src_rank())", "none"},
      {"probe(self.rank)", "none"},
      {"probe(local_rank)", "none"},
      {"probe(q_lora_rank)", "none"},
      {"probe(cp_rank)", "the CP group"},
  };
  for (const Case& each : ranks) {
    EXPECT_EQ(DescribeProbe(each.body, As::kRank), each.want) << each.body;
  }
}

Group GroupNamed(absl::string_view expression) {
  const auto module = ParseModule(absl::StrCat("probe(", expression, ")\n"));
  return GroupOf(*module, Probed(*module));
}

TEST(Axes, ComparesOnlyWhatIsCertain) {
  const Group tp = GroupNamed("pgs.tp"), cp = GroupNamed("pgs.cp"), world = GroupNamed("None");
  EXPECT_TRUE(AreDifferent(tp, cp));
  EXPECT_TRUE(AreDifferent(tp, world));
  EXPECT_TRUE(AreDifferent(world, GroupNamed("group")));
  EXPECT_FALSE(AreDifferent(world, GroupNamed("make(x)")));
  EXPECT_FALSE(AreDifferent(tp, GroupNamed("group")));
  EXPECT_FALSE(AreDifferent(GroupNamed("group_a"), GroupNamed("group_b")));
  EXPECT_FALSE(AreDifferent(GroupNamed("dp_group"), GroupNamed("pgs.dp_cp")));
  EXPECT_FALSE(AreDifferent(GroupNamed("tp_group"), GroupNamed("pgs.expt_tp")));
  EXPECT_TRUE(AreDifferent(GroupNamed("pgs.dp"), GroupNamed("pgs.dp_cp")));
  EXPECT_TRUE(AreSame(GroupNamed("pgs.tp"), GroupNamed("tp_group")));
  EXPECT_TRUE(AreSame(GroupNamed("g"), GroupNamed("g")));
  EXPECT_TRUE(Overlap(GroupNamed("pgs.dp_cp"), cp));
  EXPECT_FALSE(Overlap(tp, cp));
  EXPECT_TRUE(AreOrthogonal(tp, cp));
  EXPECT_FALSE(AreOrthogonal(tp, GroupNamed("pgs.ep")));
}

// Groups whose rank decides, sorted as found; "member" for membership tests.
std::string DependenceOf(absl::string_view body) {
  const auto module = ParseModule(body);
  const RankDependence test = RankDependenceOf(*module, Probed(*module));
  std::vector<std::string> parts;
  if (test.is_membership) parts.push_back("member");
  for (const auto& query : test.queries) parts.push_back(English(Describe(query.group)));
  return absl::StrJoin(parts, ", ");
}

TEST(RankDependence, FindsQueriesThroughNames) {
  const Case cases[] = {
      {"probe(dist.get_rank() == 0)", "the default group (WORLD)"},
      {"probe(not dist.is_initialized() or dist.get_rank() == 0)", "the default group (WORLD)"},
      {"def f():\n  r = dist.get_rank()\n  first = r == 0\n  probe(first and x)",
       "the default group (WORLD)"},
      {"def f():\n  if ready:\n    r = dist.get_rank()\n  else:\n    r = 0\n  probe(r == 0)",
       "the default group (WORLD)"},
      {"probe(parallel_state.is_pipeline_last_stage())", "the PP group"},
      {"probe(is_pp_last_stage(self.pp_group))", "the PP group"},
      {"probe(tp_rank == 0)", "the TP group"},
      {"probe(is_last_rank())", "the default group (WORLD)"},
      {"probe(dist.get_rank() == parallel_state.get_tensor_model_parallel_src_rank())",
       "the TP group"},
      {"probe(dist.get_rank() == dist.get_process_group_ranks(cp_group)[0])", "the CP group"},
      {"def f(g):\n  r = dist.get_rank(g) if g is not None else dist.get_rank()\n  probe(r == 0)",
       "`g`, the default group (WORLD)"},
      {"probe(rank in ranks)", "member"},
      {"def f():\n  r = dist.get_rank()\n  probe(r not in ranks)", "member"},
      {"probe(self.dp_group is not None)", "member"},
      {"probe(dist.get_rank(g) >= 0)", "member"},
      {"probe(parallel_state.is_rank_in_embedding_group())", "member"},
      {"probe(rank is None)", ""},
      {"probe(self.rank == 0)", ""},
      {"probe(local_rank == 0)", ""},
      {"probe(dist.get_world_size() > 1)", ""},
      {"probe(args.q_lora_rank > 0)", ""},
  };
  for (const Case& each : cases) EXPECT_EQ(DependenceOf(each.body), each.want) << each.body;
}

std::vector<std::string> IssuedIn(absl::string_view body) {
  const auto module = ParseModule(body);
  std::vector<std::string> issued;
  for (const IssuedCollective& each : CollectivesIn(*module, module->FindDefinition("f")->body)) {
    issued.push_back(absl::StrCat(each.op, " on ", English(Describe(each.group)),
                                  each.via.empty() ? "" : " via ", each.via));
  }
  return issued;
}

TEST(Collectives, AreFoundUnderTheNamesThatModulesGiveThem) {
  EXPECT_THAT(IssuedIn("try:\n"
                       "  if new:\n    gather = dist.all_gather_into_tensor\n"
                       "  else:\n    gather = dist._all_gather_base\n"
                       "except:\n  gather = dist._all_gather_base\n"
                       "def f(x, tp_group):\n  gather(x, x, group=tp_group)\n"),
              ElementsAre("all_gather_into_tensor on the TP group"));
  EXPECT_THAT(IssuedIn("def f(x):\n  dist.send(x, 1)\n  dist.get_rank()\n  x.all_reduce()\n"),
              ElementsAre());
}

TEST(Collectives, AreFollowedThroughCallsOfTheFile) {
  EXPECT_THAT(
      IssuedIn("def total(x, group=None):\n  dist.all_reduce(x, group=group)\n"
               "def mean(x, g):\n  total(x, group=g)\n"
               "def f(x, pgs):\n  mean(x, pgs.dp)\n  save_checkpoint(x)\n  lambda: dist.barrier()\n"
               "  total(x)\n"),
      ElementsAre("all_reduce on the DP group via mean",
                  "save_checkpoint on the default group (WORLD) via save_checkpoint",
                  "all_reduce on `group` via total"));
}

std::string Joined(const std::set<std::string>& names) { return absl::StrJoin(names, " "); }

TEST(Collectives, HaveTheNamesOfTheList) {
  std::set<std::string> names;
  for (const Collective& op : Collectives()) names.emplace(op.last_name());
  EXPECT_EQ(Joined(names), kCollectiveNames);
}

TEST(Collectives, ThatCanBeAsynchronousHaveTheNamesOfTheirList) {
  std::set<std::string> names;
  for (const Collective& op : Collectives()) {
    if (op.Has("async_op") || op.kind == Collective::Kind::kBatch) names.emplace(op.last_name());
  }
  names.insert({"irecv", "isend"});
  EXPECT_EQ(Joined(names), kAsynchronousNames);
}

TEST(Collectives, AreIssuedUnderTheNamesOfTheirList) {
  std::set<std::string> names;
  for (const Collective& op : Collectives()) {
    if (op.is_collective()) names.emplace(op.last_name());
  }
  for (absl::string_view function : WellKnownFunctions()) names.emplace(function);
  for (absl::string_view of_accelerator :
       {"gather_for_metrics", "pad_across_processes", "wait_for_everyone"}) {
    names.emplace(of_accelerator);
  }
  EXPECT_EQ(Joined(names), kIssuingNames);
}

TEST(GlobalReads, OfKnownGroupsHaveTheNamesOfTheList) {
  std::set<std::string> names = {"get_pg_rank"};
  for (absl::string_view stem : GetterStems()) {
    if (AxesOfGetter(stem)->is_decided_elsewhere) continue;
    for (absl::string_view suffix : {"_group", "_rank", "_world_size"}) {
      names.insert(absl::StrCat("get_", stem, suffix));
    }
  }
  EXPECT_EQ(Joined(names), kKnownGroupGetters);
}

TEST(Collectives, EndOnRecursion) {
  EXPECT_THAT(IssuedIn("def f(x):\n  g(x)\ndef g(x):\n  f(x)\n  dist.barrier()\n"),
              ElementsAre("barrier on the default group (WORLD) via g"));
}

}  // namespace
}  // namespace allreview::rules
