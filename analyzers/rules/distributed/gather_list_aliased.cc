// all_gather([torch.empty(n)] * size, x): one tensor takes the parts of all ranks.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kWritesIntoList("writes-into-list", "`{op}` writes into the list here",
                                 "`{op}` 在这里写入该列表");
constexpr Phrase kPhrases[] = {kWritesIntoList};

// Parameter that receives one tensor of each rank; "": the collective has none.
absl::string_view ListParameterOf(const Collective& op) {
  if (op.name == "all_gather") return "tensor_list";
  if (op.name == "gather") return "gather_list";
  if (op.name == "all_to_all") return "output_tensor_list";
  return "";
}

struct RepeatedList {
  Node element, count;
};

// `[x] * n` or `n * [x]`; element null: another expression, or one that is no tensor.
RepeatedList RepeatedListOf(Node value) {
  if (!value.Is(NodeKind::kBinaryOperator) || value.child(Field::kOperator).text() != "*") {
    return {};
  }
  Node list = value.child(Field::kLeft), count = value.child(Field::kRight);
  if (!list.Is(NodeKind::kList)) std::swap(list, count);
  if (!list.Is(NodeKind::kList) || list.named_child_count() != 1 || count.text() == "1") return {};
  const Node element = list.named_child(0);
  const bool can_be_tensor = element.Is(NodeKind::kCall) || element.Is(NodeKind::kIdentifier) ||
                             element.Is(NodeKind::kAttribute) || element.Is(NodeKind::kSubscript);
  return can_be_tensor ? RepeatedList{element, count} : RepeatedList{};
}

// A slot of the list is replaced between its making and the collective.
bool IsFilledBefore(const Module& module, Node list, Node call) {
  const python::Definition* function = module.EnclosingFunction(call);
  if (function == nullptr || !list.Is(NodeKind::kIdentifier)) return false;
  return AnyOwnNode(function->body, NodeKind::kSubscript, [&](Node node) {
    if (node.field() != Field::kLeft) return false;
    if (node.first_byte() > call.first_byte()) return false;
    return node.child(Field::kValue).text() == list.text();
  });
}

void Check(FileContext& file, Node call) {
  const absl::string_view name = CalleeName(call);
  if (!absl::StartsWith(name, "all_") && name != "gather") return;
  const Module& module = file.module();
  const Collective* op = FindCollective(module, call);
  if (op == nullptr || ListParameterOf(*op).empty()) return;
  const absl::string_view parameter = ListParameterOf(*op);
  const Node list = python::Argument(call, op->PositionOf(parameter), parameter);
  if (!list) return;
  const Node value = module.Dereference(list);
  const RepeatedList repeated = RepeatedListOf(value);
  if (!repeated.element || IsFilledBefore(module, list, call)) return;

  Observation observation{.at = value,
                          .params = {{"op", std::string(op->name)},
                                     {"element", std::string(repeated.element.text())},
                                     {"count", std::string(repeated.count.text())}},
                          .because = file.IsChanged(value) ? value : call};
  if (value != list) {
    observation.related = {{Sentence(kWritesIntoList, {{"op", op->name}}), RangeOf(module, call)}};
  }
  if (repeated.element.Is(NodeKind::kCall)) {
    observation.edits = {Replace(module, value,
                                 absl::StrCat("[", repeated.element.text(), " for _ in range(",
                                              repeated.count.text(), ")]"))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kGatherListAliased = {
    .info =
        {.id = "gather-list-aliased",
         .title = {"All slots of the output list are the same tensor",
                   "输出列表的所有槽位是同一个 tensor"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{op}` writes into a list that holds the tensor `{element}` {count} times",
                     "`{op}` 写入的列表把 tensor `{element}` 重复了 {count} 次"},
         .consequence = {"Every slot ends up with the data of whichever rank was written last, and "
                         "no error is raised",
                         "每个槽位最终都是最后写入的那个 rank 的数据，而且没有任何报错"},
         .advice = {"Create one tensor per rank with a list comprehension over `range({count})`",
                    "为每个 rank 各建一个 tensor：对 `range({count})` 使用列表推导式"},
         .phrases = kPhrases,
         .why = "Multiplying a list repeats references, not tensors. The collective then receives "
                "the data of all ranks into the same memory.",
         .fix = "Create the tensors in a list comprehension.",
         .bad = R"py(
import torch
import torch.distributed as dist

def gather(x, group):
    parts = [torch.empty_like(x)] * dist.get_world_size(group)
    dist.all_gather(parts, x, group=group)
    return torch.cat(parts)
)py",
         .good = R"py(
import torch
import torch.distributed as dist

def gather(x, group):
    size = dist.get_world_size(group)
    parts = [torch.empty_like(x) for _ in range(size)]
    dist.all_gather(parts, x, group=group)
    return torch.cat(parts)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"}},
    .kinds = {NodeKind::kCall},
    .names = "all_gather all_to_all gather",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
