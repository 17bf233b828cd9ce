// torch.stack(norms) or norms[0] before an all_reduce, where a rank may own none of them.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/distributed/collective_summaries.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/distributed/owned_lists.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kOnlyUnder("only-under", "filled only under this condition",
                            "只在这个条件下才会填充");
constexpr Phrase kOthersWait("others-wait", "the other ranks wait here", "其他 rank 在这里等待");
constexpr Phrase kPhrases[] = {kOnlyUnder, kOthersWait};

// The absolute name of what is called. A name that only `import *` can have brought is taken for
// what everybody calls so.
std::string NameOf(const Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  std::string name = module.Resolve(function);
  const Node base = BaseOf(function);
  if (!name.empty() || module.scopes().star_imports().empty() ||
      module.scopes().LookUp(base, base.text()) >= 0) {
    return name;
  }
  absl::string_view text = function.text();
  if (absl::ConsumePrefix(&text, "dist.")) return absl::StrCat("torch.distributed.", text);
  return absl::StartsWith(text, "torch.") ? std::string(text) : "";
}

// Raises when the list has no entries.
bool FailsOnNothing(const Module& module, Node call) {
  const absl::string_view last = CalleeName(call);
  if (last != "max" && last != "min" && !absl::EndsWith(last, "stack") &&
      !absl::StartsWith(last, "cat") && !absl::StartsWith(last, "conc") &&
      last != "_flatten_dense_tensors") {
    return false;
  }
  const std::string name = NameOf(module, call);
  for (absl::string_view known :
       {"torch.stack", "torch.cat", "torch.concat", "torch.concatenate", "torch.vstack",
        "torch.hstack", "builtins.max", "builtins.min", "torch._utils._flatten_dense_tensors"}) {
    if (name == known) return !python::KeywordArgument(call, "default");
  }
  return false;
}

// The collective that stands behind the node in the function. Null: there is none.
Node CollectiveBehind(const Module& module, const Definition& function, Node node) {
  return FindOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    if (call.index() < node.index()) return false;
    const Collective* op = FindCollective(module, call);
    if (op != nullptr) return op->is_collective();
    const std::string name = NameOf(module, call);
    if (absl::StartsWith(name, "torch.distributed.")) {  // By a star import.
      return std::any_of(Collectives().begin(), Collectives().end(), [&](const Collective& known) {
        return known.is_collective() && absl::EndsWith(name, absl::StrCat(".", known.name));
      });
    }
    return !CollectivesOf(module, call).empty();
  });
}

// Names of the lists that the same block fills: of these, all are empty when one is.
std::vector<absl::string_view> TwinsOf(Node fill, absl::string_view name) {
  std::vector<absl::string_view> twins = {name};
  const Node statement = python::StatementOf(fill);
  for (Node sibling : statement.parent().named_children()) {
    const Node call = sibling.named_child(0);
    if (!call.Is(NodeKind::kCall) || CalleeName(call) != "append") continue;
    const Node object = call.child(Field::kFunction).child(Field::kObject);
    if (object.Is(NodeKind::kIdentifier)) twins.push_back(object.text());
  }
  return twins;
}

// Some condition of the function asks about one of the lists.
bool IsAskedAbout(const Definition& function, const std::vector<absl::string_view>& names) {
  const auto mentions = [&](Node condition) {
    return condition && std::any_of(names.begin(), names.end(), [&](absl::string_view name) {
             return Mentions(condition, name);
           });
  };
  for (NodeKind kind : {NodeKind::kIfStatement, NodeKind::kElifClause, NodeKind::kWhileStatement}) {
    for (Node node : function.body.descendants(kind)) {
      if (mentions(node.child(Field::kCondition))) return true;
    }
  }
  for (Node node : function.body.descendants(NodeKind::kConditionalExpression)) {
    if (mentions(node.named_child(1))) return true;
  }
  for (Node node : function.body.descendants(NodeKind::kAssertStatement)) {
    if (mentions(node.named_child(0))) return true;
  }
  return false;
}

// The list of which the call, or `list[0]`, takes what may not be there. Null: none.
Node ListNeeded(const Module& module, Node node) {
  if (node.Is(NodeKind::kSubscript)) {
    const absl::string_view index = node.child(Field::kSubscript).text();
    const bool is_first = index == "0" || index == "-1";
    return is_first && node.field() != Field::kLeft ? node.child(Field::kValue) : Node();
  }
  const Node list = python::Argument(node, 0, "tensors");
  return list && list.Is(NodeKind::kIdentifier) && FailsOnNothing(module, node) ? list : Node();
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Node list = ListNeeded(module, call);
  if (!list || !list.Is(NodeKind::kIdentifier)) return;
  const Definition* function = module.EnclosingFunction(call);
  if (function == nullptr) return;
  const std::optional<OwnedList> owned = OwnedListOf(module, *function, list);
  // Under the same condition it is as full as the loop around it makes it.
  if (!owned || owned->condition.parent().Contains(call)) return;
  if (IsAskedAbout(*function, TwinsOf(owned->fill, list.text()))) return;
  const Node collective = CollectiveBehind(module, *function, call);
  if (!collective) return;
  file.Report({.at = call,
               .params = {{"call", call.Is(NodeKind::kCall)
                                       ? std::string(call.child(Field::kFunction).text())
                                       : OneLine(call)},
                          {"list", std::string(list.text())},
                          {"condition", OneLine(owned->condition)},
                          {"op", std::string(CalleeName(collective))},
                          {"line", absl::StrCat(collective.first_line())}},
               .related = {{kOnlyUnder, RangeOf(module, owned->condition)},
                           {kOthersWait, RangeOf(module, collective)}}});
}

}  // namespace

extern constinit const Rule kStackOfPossiblyEmptyShard = {
    .info =
        {.id = "stack-of-possibly-empty-shard",
         .title = {"Tensors of this rank used although there may be none",
                   "使用本 rank 的 tensor，但可能一个也没有"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message =
             {"`{call}` raises on a rank where `{list}` is empty, and it is filled only if "
              "`{condition}`",
              "`{list}` 只在 `{condition}` 成立时填充；在它为空的 rank 上 `{call}` 会抛出异常"},
         .consequence = {"The other ranks wait in `{op}` (line {line}) until the job times out",
                         "其他 rank 会在 `{op}`（第 {line} 行）中一直等到作业超时"},
         .advice = {"Start from a zero tensor of the same device when `{list}` is empty",
                    "当 `{list}` 为空时，从同一设备上的零 tensor 开始"},
         .phrases = kPhrases,
         .why = "Which parameters a rank owns depends on the parallel layout: a pipeline stage "
                "may have no experts, a tensor-parallel rank no replicated parameter. torch.stack "
                "and torch.cat of an empty list raise an error, on that rank alone.",
         .fix = "Test the list, and let a rank without entries contribute zeros to the collective.",
         .bad = R"py(
import torch
import torch.distributed as dist

def grad_norm(params, tp_rank, group):
    norms = []
    for p in params:
        if p.is_sharded or tp_rank == 0:
            norms.append(p.grad.norm())
    total = torch.stack(norms).square().sum()
    dist.all_reduce(total, group=group)
    return total.sqrt()
)py",
         .good = R"py(
import torch
import torch.distributed as dist

def grad_norm(params, tp_rank, group, device):
    norms = [torch.zeros((), device=device)]
    for p in params:
        if p.is_sharded or tp_rank == 0:
            norms.append(p.grad.norm())
    total = torch.stack(norms).square().sum()
    dist.all_reduce(total, group=group)
    return total.sqrt()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/torch.stack.html"}},
    .kinds = {NodeKind::kCall, NodeKind::kSubscript},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
