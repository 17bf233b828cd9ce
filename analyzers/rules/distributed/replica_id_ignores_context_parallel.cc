// replica_id made of the data-parallel rank alone: context-parallel copies get the same id.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/distributed/data_parallel_query.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kRankWithoutContext("rank-without-context", "the rank without context parallelism",
                                     "未计入上下文并行的 rank");
constexpr Phrase kPartOf("part-of", "becomes part of `{name}`", "成为 `{name}` 的一部分");
constexpr Phrase kPhrases[] = {kRankWithoutContext, kPartOf};

void Check(FileContext& file, Node node) {
  const NamedValue bound = NamedValueOf(node);
  if (!absl::StrContains(bound.name, "replica_id")) return;
  const Node query =
      FindQueryWithoutContextParallel(file.module(), bound.value, "get_data_parallel_rank");
  if (!query) return;
  // Where it is bound to such a name first, it is reported there.
  const NamedValue first = NamedValueOf(Around(query, NodeKind::kAssignment));
  if (!node.Contains(query) && absl::StrContains(first.name, "replica_id")) return;
  Observation observation{
      .at = query,
      .params = {{"name", std::string(bound.name)},
                 {"query", std::string(query.text())},
                 {"function", std::string(query.child(Field::kFunction).text())}},
      .because = file.IsChanged(query) ? query : node};
  if (!node.Contains(query)) {
    observation.evidence.push_back(DataFlowEvidence{
        {{kRankWithoutContext, RangeOf(file.module(), query)},
         {Sentence(kPartOf, {{"name", bound.name}}), RangeOf(file.module(), node)}}});
  } else {
    observation.edits = {WithContextParallel(file.module(), query)};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kReplicaIdIgnoresContextParallel = {
    .info =
        {.id = "replica-id-ignores-context-parallel",
         .title = {"Replica id without the context-parallel rank",
                   "replica id 没有计入上下文并行 rank"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{name}` is built from `{query}`, which gives all context-parallel copies of "
                     "a tensor the same id",
                     "`{name}` 由 `{query}` 构成，这会让同一 tensor "
                     "在上下文并行上的所有副本得到相同的 id"},
         .consequence = {"With context parallelism, several ranks hold replica 0 and write the "
                         "same shard of the checkpoint, or its validation fails",
                         "启用上下文并行后，多个 rank 都持有 replica 0 并写入 checkpoint "
                         "的同一个分片，或者校验失败"},
         .advice = {"Use `{function}(with_context_parallel=True)`, or the rank in the dp_cp group",
                    "使用 `{function}(with_context_parallel=True)`，或者使用 dp_cp 组内的 rank"},
         .phrases = kPhrases,
         .why = "Ranks that differ only in their context-parallel coordinate hold copies of the "
                "same parameters. The replica id must distinguish them, so that exactly one of "
                "them writes; the plain data-parallel rank does not.",
         .fix = "Use the rank in the combined group of data and context parallelism.",
         .bad = R"py(
from megatron.core.parallel_state import get_data_parallel_rank

def shard(tensor):
    replica_id = (0, 0, get_data_parallel_rank())
    return tensor, replica_id
)py",
         .good = R"py(
from megatron.core.parallel_state import get_data_parallel_rank

def shard(tensor):
    replica_id = (0, 0, get_data_parallel_rank(with_context_parallel=True))
    return tensor, replica_id
)py"},
    .kinds = {NodeKind::kAssignment, NodeKind::kKeywordArgument, NodeKind::kPair},
    .file_names = "get_data_parallel_rank",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
