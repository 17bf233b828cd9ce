// Communication over all ranks in a function that was handed a group.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::ControlFlow;
using python::Definition;
using python::Module;
using python::Parameter;

constexpr Phrase kPeerInGroup("peer-in-group", "its peer is a member of `{group}`",
                              "对端是 `{group}` 的成员");
constexpr Phrase kWorksOnGroup("works-on-group", "this function works on `{group}`",
                               "该函数在 `{group}` 上工作");
constexpr Phrase kLacksGroupToo("lacks-group-too", "`{op}` also lacks the group",
                                "`{op}` 也没有传入该组");
constexpr Phrase kGroupPassedHere("group-passed-here", "`{group}` is passed in here",
                                  "`{group}` 在这里传入");
constexpr Phrase kPhrases[] = {kPeerInGroup, kWorksOnGroup, kLacksGroupToo, kGroupPassedHere};

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

// What a group has; anything else, as `pgs.dp`, shows a collection.
bool IsUsedAsCollection(const Definition& function, absl::string_view name) {
  constexpr absl::string_view kMembers[] = {"size",         "rank",           "name",
                                            "group_name",   "group_desc",     "get_group_store",
                                            "_get_backend", "bound_device_id"};
  return AnyOwnNode(function.body, NodeKind::kAttribute, [&](Node node) {
    if (node.child(Field::kObject).text() != name) return false;
    const absl::string_view member = node.child(Field::kAttribute).text();
    return !IsOneOf(member, kMembers);
  });
}

std::vector<absl::string_view> GroupParameters(const Definition& function) {
  std::vector<absl::string_view> names;
  for (const Parameter& parameter : function.parameters) {
    if (IsSingleGroup(parameter)) names.push_back(parameter.name);
  }
  return names;
}

// With the condition decided that way, there is no group: `group is None` held, `group` did not.
bool SaysAbsent(Node condition, bool branch, absl::string_view group) {
  const absl::string_view text = condition.text();
  if (!MentionsName(text, group)) return false;
  if (absl::StrContains(text, absl::StrCat(group, " is not None")) || text == group) return !branch;
  return branch && (absl::StrContains(text, absl::StrCat(group, " is None")) ||
                    absl::StrContains(text, absl::StrCat(group, " == None")) ||
                    absl::StrContains(text, absl::StrCat("not ", group)));
}

// The way to the call leads through "there is no group": then the world is meant.
bool IsForNoGroup(FileContext& file, const Definition& function, Node call,
                  const std::vector<absl::string_view>& groups) {
  const ControlFlow& flow = file.flow(call);
  for (const auto& decision : flow.DecisionsOver(flow.PointOf(call))) {
    for (absl::string_view group : groups) {
      if (SaysAbsent(decision.condition, decision.branch, group)) return true;
    }
  }
  for (Node inner = call, node = call.parent(); node && node != function.node;
       inner = node, node = node.parent()) {
    if (!node.Is(NodeKind::kConditionalExpression)) continue;
    for (absl::string_view group : groups) {
      if (SaysAbsent(node.named_child(1), inner == node.named_child(0), group)) return true;
    }
  }
  return false;
}

// Group of which the peer or source of the call is a fixed member.
Group GroupOfPeer(const Module& module, const Collective& op, Node call) {
  for (absl::string_view name : {"src", "dst", "peer"}) {
    const Node peer = op.ArgumentOf(call, name);
    if (!peer) continue;
    Group group = SourceRankOf(module, peer);
    if (group.is_known() || group.is_group_name) return group;
  }
  return {};
}

bool IsInQuestion(const Collective* op, Node call) {
  if (op == nullptr || !op->OmitsGroup(call)) return false;
  return op->kind == Collective::Kind::kTensor || op->kind == Collective::Kind::kObject ||
         op->kind == Collective::Kind::kPointToPoint || op->kind == Collective::Kind::kFunctional;
}

struct Place {
  Node call;
  const Collective* op = nullptr;
  std::string group;     // As written.
  bool is_peer = false;  // The peer is a member of the group.
};

std::vector<Place> PlacesIn(FileContext& file, const Definition& function,
                            std::vector<absl::string_view> groups) {
  const Module& module = file.module();
  std::vector<Place> places;
  ForEachOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    const Collective* op = FindCollective(module, call);
    if (!IsInQuestion(op, call)) return;
    const Group of_peer = GroupOfPeer(module, *op, call);
    if (groups.empty() && !of_peer) return;
    places.push_back({.call = call,
                      .op = op,
                      .group = of_peer ? of_peer.text : std::string(groups[0]),
                      .is_peer = static_cast<bool>(of_peer)});
  });
  // Only now, as it costs more: most functions have no such call.
  if (places.empty()) return places;
  const bool is_collection = std::any_of(groups.begin(), groups.end(), [&](absl::string_view name) {
    return IsUsedAsCollection(function, name);
  });
  std::erase_if(places, [&](const Place& place) {
    return (is_collection && !place.is_peer) || IsForNoGroup(file, function, place.call, groups);
  });
  return places;
}

void Report(FileContext& file, const Definition& function, const std::vector<Place>& places) {
  const auto changed = std::find_if(places.begin(), places.end(),
                                    [&](const Place& place) { return file.IsChanged(place.call); });
  if (changed == places.end()) return;
  Observation observation{
      .at = changed->call,
      .params = {{"op", std::string(changed->op->name)},
                 {"group", changed->group},
                 {"evidence", Sentence(changed->is_peer ? kPeerInGroup : kWorksOnGroup,
                                       {{"group", changed->group}})}}};
  const Parameter* parameter = FindParameter(function, changed->group);
  for (const Place& place : places) {
    if (parameter != nullptr) {
      const ArgumentSlot slot = EndOfArguments(place.call);
      observation.edits.push_back(
          {.path = file.module().path(),
           .first_byte = slot.byte,
           .end_byte = slot.byte,
           .replacement = absl::StrCat(slot.separator, "group=", place.group)});
    }
    if (place.call == changed->call) continue;
    observation.related.push_back(
        {Sentence(kLacksGroupToo, {{"op", place.op->name}}), RangeOf(file.module(), place.call)});
  }
  if (parameter != nullptr) {
    observation.related.push_back({Sentence(kGroupPassedHere, {{"group", changed->group}}),
                                   RangeOf(file.module(), parameter->node)});
  }
  file.Report(std::move(observation));
}

void Check(FileContext& file, Node node) {
  const Definition* function = DefinitionOf(file.module(), node);
  if (function == nullptr) return;
  const std::vector<Place> places = PlacesIn(file, *function, GroupParameters(*function));
  // One finding for each group.
  for (size_t i = 0; i < places.size(); ++i) {
    std::vector<Place> same;
    bool is_first = true;
    for (size_t j = 0; j < places.size(); ++j) {
      if (places[j].group != places[i].group) continue;
      is_first = is_first && j >= i;
      same.push_back(places[j]);
    }
    if (is_first) Report(file, *function, same);
  }
}

}  // namespace

extern constinit const Rule kCollectiveMissingGroup = {
    .info = {.id = "collective-missing-group",
             .title = {"Communication over all ranks although a group is available",
                       "手头有进程组，却在所有 rank 上通信"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{op}` runs over the default group (WORLD), but {evidence}",
                         "`{op}` 使用默认组（WORLD），但{evidence}"},
             .consequence = {"Ranks outside `{group}` must join: the call hangs if they do not, "
                             "and mixes in their data if they do",
                             "`{group}` 之外的 rank "
                             "也被要求参与：它们不参与时调用会挂起，参与时则会混入它们的数据"},
             .advice = {"Pass `group={group}` to `{op}`", "给 `{op}` 传入 `group={group}`"},
             .phrases = kPhrases,
             .why = "Without `group`, torch.distributed uses all ranks. In tests with one group "
                    "that makes no difference; with several parallel dimensions it does.",
             .fix = "Pass the group to every collective in the function.",
             .bad = R"py(
import torch.distributed as dist

def mean_loss(loss, dp_group):
    dist.all_reduce(loss)
    return loss / dp_group.size()
)py",
             .good = R"py(
import torch.distributed as dist

def mean_loss(loss, dp_group):
    dist.all_reduce(loss, group=dp_group)
    return loss / dp_group.size()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/distributed.html"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = kCollectiveNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
