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

constexpr Phrase kPlaceWithin("place-within", "`{value}` is a rank within {group}",
                              "`{value}` 是 {group} 内的 rank");
constexpr Phrase kOwnPlaceWithin("own-place-within",
                                 "`{value}` is the rank of this process within {group}",
                                 "`{value}` 是本进程在 {group} 内的 rank");
constexpr Phrase kMemberOf("member-of", "`{value}` is a member of {group}",
                           "`{value}` 是 {group} 的成员");
constexpr Phrase kPassGlobalRank(
    "pass-global-rank", "Pass `dist.get_global_rank({group}, ...)` or `group_{argument}=`",
    "传入 `dist.get_global_rank({group}, ...)` 或 `group_{argument}=`");
constexpr Phrase kPhrases[] = {kPlaceWithin, kOwnPlaceWithin, kMemberOf, kPassGlobalRank};

constexpr Axes kEmbeddings = kEmbeddingAxis | kPositionEmbeddingAxis;

struct Fault {
  Words text;                  // Empty: none.
  bool is_local_rank = false;  // As opposed to a rank of another group's source.
};

Fault FaultOf(const Module& module, Node value, const Group& group) {
  const Node meant = module.Dereference(value);
  if (meant.Is(NodeKind::kInteger)) {
    if (!group.is_known()) return {};
    return {Sentence(kPlaceWithin, {{"value", value.text()}, {"group", Describe(group)}}), true};
  }
  const Group ranked = RankOf(module, value);
  if (ranked && !ranked.is_by_name && !ranked.is_world() && ranked.kind != Group::Kind::kUnknown) {
    return {Sentence(kOwnPlaceWithin, {{"value", value.text()}, {"group", Describe(ranked)}}),
            true};
  }
  const Group source = SourceRankOf(module, value);
  // The first stage of the pipeline takes part in the embedding groups.
  if (!source || (group.axes & kEmbeddings) || !AreDifferent(source, group)) return {};
  return {Sentence(kMemberOf, {{"value", value.text()}, {"group", Describe(source)}})};
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
    if (fault.text.is_empty()) return;
    Observation observation{.at = value,
                            .params = {{"op", std::string(op->name)},
                                       {"argument", std::string(name)},
                                       {"fault", fault.text},
                                       {"group", Describe(group)},
                                       {"cure", Sentence(kPassGlobalRank, {{"group", group.text},
                                                                           {"argument", name}})}},
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
    .info = {.id = "group-collective-global-src",
             .title = {"Rank within a group used as a global rank",
                       "把组内 rank 当作全局 rank 使用"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{argument}` of `{op}` over {group} takes a global rank, but {fault}",
                         "{group} 上 `{op}` 的 `{argument}` 需要全局 rank，但{fault}"},
             .consequence =
                 {"In every group that does not contain that rank, the call raises an error or "
                  "waits for a rank that is not a member",
                  "在所有不包含该 rank 的组中，调用会抛出异常，或者等待一个并非组成员的 rank"},
             .advice = {"{cure}", "{cure}"},
             .phrases = kPhrases,
             .why = "`src`, `dst` and `peer` are global ranks, whatever the group. Both numberings "
                    "agree only in a group whose ranks start at 0 without gaps.",
             .fix = "Translate the group rank with get_global_rank, or use the arguments "
                    "`group_src` and `group_dst` of newer PyTorch releases.",
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
