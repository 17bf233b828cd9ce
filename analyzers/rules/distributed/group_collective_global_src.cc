// A rank within a group where torch.distributed takes a rank of the world.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Axes kEmbeddings = kEmbeddingAxis | kPositionEmbeddingAxis;

struct Fault {
  std::string text;            // Empty: none.
  bool is_local_rank = false;  // As opposed to a rank of another group's source.
};

Fault FaultOf(const Module& module, Node value, const Group& group) {
  const Node meant = module.Dereference(value);
  if (meant.Is(NodeKind::kInteger)) {
    if (!group.is_known()) return {};
    return {absl::StrCat("`", value.text(), "` is a place within ", Describe(group)), true};
  }
  const Group ranked = RankOf(module, value);
  if (ranked && !ranked.is_by_name && !ranked.is_world() && ranked.kind != Group::Kind::kUnknown) {
    return {
        absl::StrCat("`", value.text(), "` is the place of this rank within ", Describe(ranked)),
        true};
  }
  const Group source = SourceRankOf(module, value);
  // The first stage of the pipeline takes part in the embedding groups.
  if (!source || (group.axes & kEmbeddings) || !AreDifferent(source, group)) return {};
  return {absl::StrCat("`", value.text(), "` is a member of ", Describe(source))};
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Collective* op = FindCollective(module, call);
  if (op == nullptr || op->kind == Collective::Kind::kQuery ||
      op->kind == Collective::Kind::kFunctional) {
    return;
  }
  for (absl::string_view name : {"src", "dst", "peer"}) {
    const Node value = op->ArgumentOf(call, name);
    if (!value || value.Is(NodeKind::kNone)) continue;
    const Group group = op->GroupOf(module, call);
    if (group.is_world() || !group || group.kind == Group::Kind::kUnknown) return;
    const Fault fault = FaultOf(module, value, group);
    if (fault.text.empty()) return;
    Observation observation{
        .at = value,
        .params = {{"op", std::string(op->name)},
                   {"argument", std::string(name)},
                   {"fault", fault.text},
                   {"group", Describe(group)},
                   {"cure", absl::StrCat("Pass `dist.get_global_rank(", group.text, ", ...)` or `",
                                         "group_", name, "=`")}},
        .because = call};
    const Node function = call.child(Field::kFunction);
    if (value.Is(NodeKind::kInteger) && function.Is(NodeKind::kAttribute)) {
      observation.edits = {
          Replace(module, value,
                  absl::StrCat(function.child(Field::kObject).text(), ".get_global_rank(",
                               group.text, ", ", value.text(), ")"))};
    }
    file.Report(std::move(observation));
    return;
  }
}

}  // namespace

extern constinit const Rule kGroupCollectiveGlobalSrc = {
    .info =
        {.id = "group-collective-global-src",
         .title = {"Rank within a group used as a rank of the world",
                   "把组内 rank 当作全局 rank 使用"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{argument}` of `{op}` over {group} takes a rank of the world, but {fault}",
                     "{group} 上 `{op}` 的 `{argument}` 需要全局 rank，但{fault}"},
         .consequence =
             {"In every group that does not hold that rank the call raises an error or waits for a "
              "sender that is no member",
              "在所有不包含该 rank 的组中，调用会抛出异常，或者等待一个并非组成员的发送方"},
         .advice = {"{cure}", "{cure}"},
         .why = "`src`, `dst` and `peer` count ranks of the whole job, whatever the group. The two "
                "numberings agree only in the group that starts at rank 0.",
         .fix = "Translate the place within the group with get_global_rank, or use the arguments "
                "`group_src` and `group_dst` of newer releases.",
         .bad = R"py(
import torch.distributed as dist

def share(weight, tp_group):
    dist.broadcast(weight, src=0, group=tp_group)
)py",
         .good = R"py(
import torch.distributed as dist

def share(weight, tp_group):
    dist.broadcast(weight, group_src=0, group=tp_group)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"}},
    .kinds = {NodeKind::kCall},
    .names = kCollectiveNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
