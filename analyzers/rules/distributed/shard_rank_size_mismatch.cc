// A shard that is found by the rank in one group and cut by the size of another.

#include <string>
#include <utility>

#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kLengthOfShard("length-of-shard", "the length of a shard over {group}",
                                "{group} 上一个分片的长度");
constexpr Phrase kRankIn("rank-in", "the rank in {group}", "{group} 内的 rank");
constexpr Phrase kNode("the-node", "the node", "节点");
constexpr Phrase kPhrases[] = {kLengthOfShard, kRankIn, kNode};

bool IsOperator(Node node, absl::string_view op) {
  return node.Is(NodeKind::kBinaryOperator) && node.child(Field::kOperator).text() == op;
}

// `size(B)` of a length `n // size(B)`; null: it is no such length.
Node DivisorOfLength(const Module& module, Node length) {
  const Node value = module.Dereference(length);
  if (IsOperator(value, "//")) return value.child(Field::kRight);
  if (value.Is(NodeKind::kCall) && CalleeName(value) == "ceil") {
    const Node quotient = python::WithoutParentheses(python::Argument(value, 0, "x"));
    return IsOperator(quotient, "/") ? quotient.child(Field::kRight) : Node();
  }
  if (value.Is(NodeKind::kCall) && CalleeName(value) == "divide") {
    return python::Argument(value, 1, "denominator");
  }
  return Node();
}

// Number of pieces that a list of shards was cut into.
Node CountOfPieces(const Module& module, Node list) {
  const Node call = module.Dereference(list);
  if (!call.Is(NodeKind::kCall)) return Node();
  const absl::string_view name = CalleeName(call);
  if (name != "chunk" && name != "tensor_split" && name != "split_tensor_along_last_dim" &&
      name != "split") {
    return Node();
  }
  const bool is_function = !module.Resolve(call.child(Field::kFunction)).empty();
  const int position = is_function ? 1 : 0;
  if (name == "chunk" || name == "tensor_split" || name == "split_tensor_along_last_dim") {
    return python::Argument(call, name == "split_tensor_along_last_dim" ? 1 : position,
                            name == "chunk" ? "chunks" : "sections");
  }
  const Node length = python::Argument(call, position, "split_size_or_sections");
  return length ? DivisorOfLength(module, length) : Node();
}

// The rank within the node: `dist.get_local_rank()`, `args.local_rank`, os.environ["LOCAL_RANK"].
bool IsRankInNode(const Module& module, Node rank) {
  Node value = module.Dereference(rank);
  if (value.Is(NodeKind::kCall) && CalleeName(value) == "int") {
    value = module.Dereference(python::Argument(value, 0, "x"));
  }
  if (value.Is(NodeKind::kSubscript)) {
    return Module::StringContent(value.child(Field::kSubscript)) == "LOCAL_RANK";
  }
  return LastName(value) == "get_local_rank" || LastName(value) == "local_rank";
}

// Its members certainly are on several nodes in a large job: replicas, stages or all ranks.
bool SpansNodes(const Group& group) {
  return group.is_world() || (group.is_known() && (group.axes & (kDataAxis | kPipelineAxis)) != 0);
}

struct Shard {
  Group rank, size;
  Node rank_node, size_node;
  bool is_in_node = false;  // The rank is the one within the node.
};

Shard ShardOf(const Module& module, Node node) {
  Node rank, size;
  if (node.Is(NodeKind::kSubscript)) {
    rank = node.child(Field::kSubscript);
    size = CountOfPieces(module, node.child(Field::kValue));
    if (!size || !RankOf(module, rank)) return {};
  } else if (IsOperator(node, "*")) {
    for (Field side : {Field::kLeft, Field::kRight}) {
      const Node length = node.child(side == Field::kLeft ? Field::kRight : Field::kLeft);
      const Node divisor = DivisorOfLength(module, length);
      const Node factor = node.child(side);
      if (!divisor || (!RankOf(module, factor) && !IsRankInNode(module, factor))) continue;
      rank = node.child(side);
      size = divisor;
      break;
    }
  }
  if (!rank || !size) return {};
  return {RankOf(module, rank), SizeOf(module, size), rank, size, IsRankInNode(module, rank)};
}

// The same expression stands earlier in the statement: one finding is enough.
bool IsRepeated(Node node) {
  for (Node other : python::StatementOf(node).descendants()) {
    if (other.first_byte() >= node.first_byte()) return false;
    if (other.kind() == node.kind() && other.text() == node.text()) return true;
  }
  return false;
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Shard shard = ShardOf(module, node);
  if (!shard.size || IsRepeated(node)) return;
  const bool is_other = shard.is_in_node ? SpansNodes(shard.size)
                                         : shard.rank && AreDifferent(shard.rank, shard.size);
  if (!is_other) return;
  const Words rank = shard.is_in_node ? Words(kNode) : Describe(shard.rank);
  Observation observation{
      .at = node,
      .params = {{"offset", std::string(node.text().substr(0, 80))},
                 {"rank", rank},
                 {"size", Describe(shard.size)}},
      .evidence = {DataFlowEvidence{
          {{Sentence(kLengthOfShard, {{"group", Describe(shard.size)}}),
            RangeOf(module, shard.size_node)},
           {Sentence(kRankIn, {{"group", rank}}), RangeOf(module, shard.rank_node)}}}}};
  if (!file.IsChanged(node)) observation.because = python::StatementOf(shard.size_node);
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kShardRankSizeMismatch = {
    .info =
        {.id = "shard-rank-size-mismatch",
         .title = {"Shard located by the rank in one group but split by the size of another",
                   "用一个组的 rank 定位分片，却按另一个组的大小切分"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message =
             {"`{offset}` combines the rank in {rank} with a length divided by the size of {size}",
              "`{offset}` 使用的是 {rank} 内的 rank，而长度除以的是 {size} 的大小"},
         .consequence =
             {"Ranks read the wrong part of the data, or past its end, and no error is raised",
              "各 rank 会读到错误的数据片段，或读到末尾之外，而且没有报错"},
         .advice = {"Take the rank and the size from the same group", "rank 和 size 取自同一个组"},
         .phrases = kPhrases,
         .why = "Data is split into as many parts as the group has members, and rank i owns part "
                "i. With the size of another group, parts overlap or are left out.",
         .fix = "Compute both from the group over which the data is split.",
         .bad = R"py(
def own_part(x, n, tp_group, cp_group):
    step = n // cp_group.size()
    start = tp_group.rank() * step
    return x[start : start + step]
)py",
         .good = R"py(
def own_part(x, n, tp_group, cp_group):
    step = n // cp_group.size()
    start = cp_group.rank() * step
    return x[start : start + step]
)py"},
    .kinds = {NodeKind::kBinaryOperator, NodeKind::kSubscript},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
