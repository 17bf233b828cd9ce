// Rank 0 broadcasts torch.tensor(batch), the others receive into torch.empty(batch_size).

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kSent("sent", "has as many elements as `{list}`", "元素个数与 `{list}` 相同");
constexpr Phrase kReceived("received", "room for `{size}` elements", "可容纳 `{size}` 个元素");
constexpr Phrase kPhrases[] = {kSent, kReceived};

// What an arm of the decision assigns to the name; null: something else, or several times.
Node ValueIn(Node arm, absl::string_view name) {
  Node value;
  for (Node node : arm.descendants(NodeKind::kAssignment)) {
    if (node.child(Field::kLeft).text() != name) continue;
    // Of `batch = []; ...; batch = torch.tensor(batch)` the last one counts.
    value = node.child(Field::kRight);
  }
  return value;
}

// The call of torch that makes the tensor, below `.view(-1)`, `.cuda()` and the like.
Node Creation(Node value) {
  while (value.Is(NodeKind::kCall) && value.child(Field::kFunction).Is(NodeKind::kAttribute)) {
    const Node object = value.child(Field::kFunction).child(Field::kObject);
    if (!object.Is(NodeKind::kCall)) break;
    value = object;
  }
  return value;
}

// The list whose length is the length of torch.tensor(list). Null: another value.
Node ListSent(const Module& module, Node value) {
  const Node call = Creation(value);
  if (!call.Is(NodeKind::kCall)) return Node();
  const std::string name = module.Resolve(call.child(Field::kFunction));
  if (name != "torch.tensor" && name != "torch.as_tensor" && name != "torch.LongTensor" &&
      name != "torch.IntTensor" && name != "torch.FloatTensor") {
    return Node();
  }
  const Node list = python::Argument(call, 0, "data");
  return list.Is(NodeKind::kIdentifier) ? list : Node();
}

// `n` of torch.empty(n), torch.zeros(n) with one dimension. Null: another value.
Node RoomOf(const Module& module, Node value) {
  const Node call = Creation(value);
  if (!call.Is(NodeKind::kCall)) return Node();
  const std::string name = module.Resolve(call.child(Field::kFunction));
  if (name != "torch.empty" && name != "torch.zeros" && name != "torch.full") return Node();
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.empty() || (name != "torch.full" && arguments.positional.size() != 1)) {
    return Node();
  }
  const Node size = arguments.positional[0];
  return size.Is(NodeKind::kIdentifier) || size.Is(NodeKind::kAttribute) ? size : Node();
}

// The list grows in a loop: nobody wrote down how long it is.
bool GrowsInLoop(const Definition& function, Node list) {
  bool grows = false;
  ForEachOwnNode(function.body, [&](Node node) {
    if (grows || node.index() > list.index() || !Around(node, NodeKind::kForStatement)) return;
    const Node callee = node.child(Field::kFunction);
    const bool is_appended = node.Is(NodeKind::kCall) && callee.Is(NodeKind::kAttribute) &&
                             callee.child(Field::kObject).text() == list.text() &&
                             (CalleeName(node) == "append" || CalleeName(node) == "extend");
    const bool is_added =
        node.Is(NodeKind::kAugmentedAssignment) && node.child(Field::kLeft).text() == list.text();
    grows = is_appended || is_added;
  });
  return grows;
}

// The ranks agree on the size: the sender mentions it too, or it was communicated before.
bool IsAgreedOn(const Module& module, const Definition& function, Node branch, Node sender,
                Node size) {
  if (MentionsName(sender.text(), LastName(size))) return true;
  return AnyOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    if (call.index() > branch.index()) return false;
    const Collective* op = FindCollective(module, call);
    return (op != nullptr && op->is_collective()) || CalleeName(call) == "item";
  });
}

// The broadcast of the name behind the decision. Null: there is none.
Node BroadcastBehind(Node branch, absl::string_view name) {
  for (Node next = NextStatement(branch); next; next = NextStatement(next)) {
    for (Node call : next.descendants(NodeKind::kCall)) {
      const Node tensor = python::Argument(call, 0, "tensor");
      if (absl::StrContains(CalleeName(call), "broadcast") && tensor.text() == name) return call;
    }
    if (Mentions(next, name)) return Node();
  }
  return Node();
}

void Check(FileContext& file, Node branch) {
  const Module& module = file.module();
  const Node other = branch.child(Field::kAlternative);
  if (!other.Is(NodeKind::kElseClause)) return;
  const Definition* function = module.EnclosingFunction(branch);
  if (function == nullptr) return;
  const Node condition = branch.child(Field::kCondition);
  if (!absl::StrContains(condition.text(), "rank")) return;
  const Node arm = branch.child(Field::kConsequence);
  for (Node node : other.descendants(NodeKind::kAssignment)) {
    const Node name = node.child(Field::kLeft);
    if (!name.Is(NodeKind::kIdentifier)) continue;
    const Node room = RoomOf(module, node.child(Field::kRight));
    const Node list = ListSent(module, ValueIn(arm, name.text()));
    if (!room || !list || !GrowsInLoop(*function, list)) continue;
    if (IsAgreedOn(module, *function, branch, arm, room)) continue;
    const Node broadcast = BroadcastBehind(branch, name.text());
    if (!broadcast) continue;
    file.Report({.at = broadcast,
                 .params = {{"name", std::string(name.text())},
                            {"list", std::string(list.text())},
                            {"size", OneLine(room)},
                            {"condition", OneLine(condition)}},
                 .because = FirstChanged(file, {broadcast, node, list}),
                 .related = {{Sentence(kSent, {{"list", list.text()}}), RangeOf(module, list)},
                             {Sentence(kReceived, {{"size", OneLine(room)}}),
                              RangeOf(module, node.child(Field::kRight))}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kBroadcastSizeDiffersByRank = {
    .info =
        {.id = "broadcast-size-differs-by-rank",
         .title = {"Broadcast of a tensor whose size differs by rank",
                   "广播的 tensor 在各 rank 上大小不同"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"The rank with `{condition}` broadcasts as many elements as `{list}` has, the "
                     "others receive into `{size}` elements",
                     "满足 `{condition}` 的 rank 广播的元素个数等于 `{list}` 的长度，其他 rank "
                     "却按 `{size}` 个元素接收"},
         .consequence = {"As soon as the two numbers differ, as for the last batch, the broadcast "
                         "hangs or fills the tensor with wrong data",
                         "一旦两个数字不同（例如最后一个不完整的 batch），广播就会挂起，或者写入"
                         "错误的数据"},
         .advice = {"Pad `{list}` to `{size}` elements, or broadcast the length first",
                    "把 `{list}` 填充到 `{size}` 个元素，或先广播长度"},
         .phrases = kPhrases,
         .why = "All ranks must hand a tensor of the same size and dtype to a broadcast. A list "
                "that grows in a loop has the expected length only as long as the data lasts.",
         .fix = "Pad on the sending rank and cut the padding off afterwards, or send the length.",
         .bad = R"py(
import torch
import torch.distributed as dist

def next_batch(rank, size, sources, group):
    if rank == 0:
        batch = []
        for source in sources:
            batch += source.draw()
        batch = torch.tensor(batch)
    else:
        batch = torch.empty(size, dtype=torch.long)
    dist.broadcast(batch, 0, group=group)
    return batch
)py",
         .good = R"py(
import torch
import torch.distributed as dist

def next_batch(rank, size, sources, group):
    if rank == 0:
        batch = []
        for source in sources:
            batch += source.draw()
        batch = torch.tensor(batch + [-1] * (size - len(batch)))
    else:
        batch = torch.empty(size, dtype=torch.long)
    dist.broadcast(batch, 0, group=group)
    return batch[batch != -1]
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"}},
    .kinds = {NodeKind::kIfStatement},
    .file_names = "broadcast",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
