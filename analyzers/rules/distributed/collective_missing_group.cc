// Communication over all ranks in a function that was handed a group.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::ControlFlow;
using python::Definition;
using python::Module;
using python::Parameter;

// One group, by its annotation; without one, by its name.
bool IsSingleGroup(const Parameter& parameter) {
  if (parameter.annotation) {
    const absl::string_view type = parameter.annotation.text();
    if (!MentionsName(type, "ProcessGroup")) return false;
    for (absl::string_view many : {"List", "list", "Sequence", "Tuple", "tuple", "Dict", "dict",
                                   "Iterable", "Set", "Callable"}) {
      if (MentionsName(type, many)) return false;
    }
    return true;
  }
  return parameter.name == "process_group" || parameter.name == "group" ||
         (IsGroupName(parameter.name) &&
          (absl::EndsWith(parameter.name, "_parallel_group") ||
           absl::EndsWith(parameter.name, "p_group") || absl::EndsWith(parameter.name, "_pg")));
}

std::vector<absl::string_view> GroupParameters(const Definition& function) {
  std::vector<absl::string_view> names;
  for (const Parameter& parameter : function.parameters) {
    if (IsSingleGroup(parameter)) names.push_back(parameter.name);
  }
  return names;
}

// The path to the call asks about the group: where it is None, the world is meant.
bool IsDecidedByGroup(const Module& module, const Definition& function, Node call,
                      const std::vector<absl::string_view>& groups) {
  const ControlFlow flow(module, function.node);
  for (const auto& decision : flow.DecisionsOver(flow.PointOf(call))) {
    for (absl::string_view group : groups) {
      if (MentionsName(decision.condition.text(), group)) return true;
    }
  }
  for (Node node = call.parent(); node && node != function.node; node = node.parent()) {
    if (!node.Is(NodeKind::kConditionalExpression)) continue;
    for (absl::string_view group : groups) {
      if (MentionsName(node.named_child(1).text(), group)) return true;
    }
  }
  return false;
}

// Group of which the peer or source of the call is a fixed member.
Group GroupOfPeer(const Module& module, const Collective& op, Node call) {
  for (absl::string_view name : {"src", "dst", "peer"}) {
    const Node peer = op.ArgumentOf(call, name);
    if (!peer) continue;
    const Group group = SourceRankOf(module, peer);
    if (group.is_known() || group.is_group_name) return group;
  }
  return {};
}

bool IsInQuestion(const Collective* op, Node call) {
  if (op == nullptr || !op->OmitsGroup(call)) return false;
  return op->kind == Collective::Kind::kTensor || op->kind == Collective::Kind::kObject ||
         op->kind == Collective::Kind::kPointToPoint || op->kind == Collective::Kind::kFunctional;
}

void Check(FileContext& file, Node call) {
  if (file.is_test()) return;
  const Module& module = file.module();
  const Collective* op = FindCollective(module, call);
  if (!IsInQuestion(op, call)) return;
  const Definition* function = module.EnclosingFunction(call);
  if (function == nullptr) return;
  const std::vector<absl::string_view> groups = GroupParameters(*function);
  const Group of_peer = GroupOfPeer(module, *op, call);
  if (groups.empty() && !of_peer) return;
  if (IsDecidedByGroup(module, *function, call, groups)) return;

  const std::string group =
      groups.empty() ? of_peer.text : std::string(of_peer ? of_peer.text : groups[0]);
  Observation observation{
      .at = call,
      .params = {{"op", std::string(op->name)},
                 {"group", group},
                 {"evidence", of_peer ? absl::StrCat("names a member of `", group, "` as its peer")
                                      : absl::StrCat("this function works on `", group, "`")}}};
  if (groups.size() == 1 && (!of_peer || of_peer.text == groups[0])) {
    const ArgumentSlot slot = EndOfArguments(call);
    observation.edits = {{.path = module.path(),
                          .first_byte = slot.byte,
                          .end_byte = slot.byte,
                          .replacement = absl::StrCat(slot.separator, "group=", groups[0])}};
  }
  for (absl::string_view name : groups) {
    observation.related.push_back({absl::StrCat("`", name, "` is handed in here"),
                                   RangeOf(module, FindParameter(*function, name)->node)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kCollectiveMissingGroup = {
    .info = {.id = "collective-missing-group",
             .title = "Communication over all ranks although a group is at hand",
             .category = "distributed",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kMedium,
             .message = "`{op}` runs over the default group (WORLD), but {evidence}",
             .consequence = "Ranks outside of `{group}` are asked to join: the call hangs where "
                            "they do not, and mixes in their data where they do",
             .advice = "Pass `group={group}` to `{op}`",
             .why = "Without `group`, torch.distributed takes all ranks. In tests with one group "
                    "that is the same; with several parallel dimensions it is not.",
             .fix = "Hand the group over in every call of the function.",
             .bad = "import torch.distributed as dist\n"
                    "\n"
                    "def mean_loss(loss, dp_group):\n"
                    "    dist.all_reduce(loss)\n"
                    "    return loss / dp_group.size()\n",
             .good = "import torch.distributed as dist\n"
                     "\n"
                     "def mean_loss(loss, dp_group):\n"
                     "    dist.all_reduce(loss, group=dp_group)\n"
                     "    return loss / dp_group.size()\n",
             .references = {"catalogue: distributed 7"}},
    .kinds = {NodeKind::kCall},
    .check = Check};

}  // namespace allreview::rules
