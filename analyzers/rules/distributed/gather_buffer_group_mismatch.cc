// A gather whose output has one slot for each member of another group.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kSizedFor("sized-for", "the buffer is sized for {group}",
                           "缓冲区按 {group} 的大小分配");
constexpr Phrase kGathersOver("gathers-over", "the call gathers over {group}",
                              "该调用在 {group} 上 gather");
constexpr Phrase kPhrases[] = {kSizedFor, kGathersOver};

// `n` of `[x] * n`, `[... for _ in range(n)]`. Null: the list has another shape.
Node CountOfList(const Module& module, Node list) {
  if (list.Is(NodeKind::kBinaryOperator) && list.child(Field::kOperator).text() == "*") {
    const Node left = list.child(Field::kLeft), right = list.child(Field::kRight);
    if (left.Is(NodeKind::kList)) return right;
    return right.Is(NodeKind::kList) ? left : Node();
  }
  if (!list.Is(NodeKind::kListComprehension)) return Node();
  Node only;
  for (Node child : list.children()) {
    if (child.Is(NodeKind::kIfClause)) return Node();
    if (!child.Is(NodeKind::kForInClause)) continue;
    if (only) return Node();
    only = child;
  }
  const Node range = python::WithoutParentheses(only.child(Field::kRight));
  if (!range.Is(NodeKind::kCall) || !module.Calls(range, "builtins.range")) return Node();
  const python::Arguments arguments = python::ArgumentsOf(range);
  return arguments.positional.size() == 1 ? arguments.positional[0] : Node();
}

// The factor of the first dimension of `torch.empty(n * k, ...)` that is the size of a group.
Node CountOfTensor(const Module& module, Node maker) {
  const absl::string_view name = CalleeName(maker);
  if (name != "empty" && name != "zeros" && name != "new_empty" && name != "new_zeros") {
    return Node();
  }
  const python::Arguments arguments = python::ArgumentsOf(maker);
  Node first = arguments.positional.empty() ? Node() : arguments.positional[0];
  if (first.Is(NodeKind::kTuple) || first.Is(NodeKind::kList)) first = first.named_child(0);
  std::vector<Node> factors = {first}, sizes;
  for (size_t i = 0; i < factors.size() && i < 8; ++i) {
    const Node factor = python::WithoutParentheses(factors[i]);
    if (factor.Is(NodeKind::kBinaryOperator) && factor.child(Field::kOperator).text() == "*") {
      factors.push_back(factor.child(Field::kLeft));
      factors.push_back(factor.child(Field::kRight));
    } else if (SizeOf(module, factor)) {
      sizes.push_back(factor);
    }
  }
  // With sizes of several groups it is not plain which one counts the slots.
  return sizes.size() == 1 ? sizes[0] : Node();
}

Node CountOf(const Module& module, absl::string_view op, Node output) {
  Node value = module.Dereference(output);
  // gather(x, parts if rank == 0 else None)
  if (value.Is(NodeKind::kConditionalExpression)) value = module.Dereference(value.named_child(0));
  if (op != "all_gather_into_tensor") return CountOfList(module, value);
  return value.Is(NodeKind::kCall) ? CountOfTensor(module, value) : Node();
}

bool IsGather(const Collective* op) {
  if (op == nullptr) return false;
  const absl::string_view name = op->canonical_name();
  return name == "all_gather" || name == "all_gather_object" || name == "gather" ||
         name == "gather_object" || name == "all_gather_into_tensor";
}

// `mp_group`: model parallelism is tensor parallelism alone in some repositories.
bool IsNamedModelParallel(const Group& group) {
  return group.text == "mp_group" || absl::EndsWith(group.text, ".mp_group");
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Collective* op = FindCollective(module, call);
  if (!IsGather(op)) return;
  const Node output = op->ArgumentOf(call, op->output);
  if (!output) return;
  const Node count = CountOf(module, op->canonical_name(), output);
  if (!count) return;
  const Group counted = SizeOf(module, count), group = op->GroupOf(module, call);
  // A group of which nobody knows who is in it may hold as many.
  const auto is_known = [](const Group& one) { return one.is_world() || one.is_known(); };
  if (!counted || !is_known(counted) || !is_known(group) || !AreDifferent(counted, group)) return;
  if (IsNamedModelParallel(group) || IsNamedModelParallel(counted)) return;

  const std::string wanted = group.is_world()
                                 ? "dist.get_world_size()"
                                 : absl::StrCat("dist.get_world_size(group=", group.text, ")");
  Observation observation{
      .at = call,
      .params = {{"op", std::string(op->name)},
                 {"group", Describe(group)},
                 {"buffer", std::string(output.text().substr(0, 60))},
                 {"counted", Describe(counted)},
                 {"size", wanted}},
      .evidence = {DataFlowEvidence{
          {{Sentence(kSizedFor, {{"group", Describe(counted)}}), RangeOf(module, count)},
           {Sentence(kGathersOver, {{"group", Describe(group)}}), RangeOf(module, call)}}}}};
  if (!file.IsChanged(call)) observation.because = python::StatementOf(count);
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kGatherBufferGroupMismatch = {
    .info = {.id = "gather-buffer-group-mismatch",
             .title = {"Receive buffer sized for a different group",
                       "接收缓冲区按另一个组的大小分配"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message =
                 {"`{op}` gathers over {group}, but its output `{buffer}` is sized for {counted}",
                  "`{op}` 在 {group} 上 gather，而输出 `{buffer}` 是按 {counted} 的大小分配的"},
             .consequence = {"As soon as the two groups differ in size, the call fails, or slots "
                             "stay empty or are missing",
                             "一旦两个组大小不同，调用就会失败，或者槽位空缺或不足"},
             .advice = {"Size the buffer with `{size}`", "用 `{size}` 确定缓冲区大小"},
             .phrases = kPhrases,
             .why = "A gather fills one slot per member of the group that it runs over. A buffer "
                    "sized by another group fits only if both groups have the same size, as they "
                    "often do in tests.",
             .fix = "Take the size from the group that the gather uses.",
             .bad = R"py(
import torch.distributed as dist

def names_of(tp_group, name):
    names = [None] * dist.get_world_size()
    dist.all_gather_object(names, name, group=tp_group)
    return names
)py",
             .good = R"py(
import torch.distributed as dist

def names_of(tp_group, name):
    names = [None] * dist.get_world_size(group=tp_group)
    dist.all_gather_object(names, name, group=tp_group)
    return names
)py",
             .references = {"https://docs.pytorch.org/docs/stable/distributed.html"},
             .version = 3},
    .kinds = {NodeKind::kCall},
    .names =
        "_all_gather_base all_gather all_gather_into_tensor all_gather_object gather gather_object",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
