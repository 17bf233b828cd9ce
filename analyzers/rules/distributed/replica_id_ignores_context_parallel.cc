// replica_id made of the data-parallel rank alone: context-parallel copies get the same id.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/distributed/data_parallel_query.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node node) {
  const NamedValue bound = NamedValueOf(node);
  if (!absl::StrContains(bound.name, "replica_id") || file.is_test()) return;
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
        {{"the rank without context parallelism", RangeOf(file.module(), query)},
         {"becomes part of `" + std::string(bound.name) + "`", RangeOf(file.module(), node)}}});
  } else {
    observation.edits = {WithContextParallel(file.module(), query)};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kReplicaIdIgnoresContextParallel = {
    .info = {.id = "replica-id-ignores-context-parallel",
             .title = "Replica id without the context-parallel rank",
             .category = "distributed",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`{name}` is made of `{query}`, which gives all context-parallel copies of "
                        "a tensor the same id",
             .consequence = "With context parallelism several ranks hold replica 0 and write the "
                            "same shard of the checkpoint, or its validation fails",
             .advice = "Use `{function}(with_context_parallel=True)`, or the rank in the dp_cp "
                       "group",
             .why = "Ranks that differ only in their context-parallel coordinate hold copies of "
                    "the same parameters. The replica id must tell them apart, so that exactly one "
                    "of them writes; the plain data-parallel rank does not.",
             .fix = "Take the rank in the group of data and context parallelism together.",
             .bad = "from megatron.core.parallel_state import get_data_parallel_rank\n"
                    "\n"
                    "def shard(tensor):\n"
                    "    replica_id = (0, 0, get_data_parallel_rank())\n"
                    "    return tensor, replica_id\n",
             .good = "from megatron.core.parallel_state import get_data_parallel_rank\n"
                     "\n"
                     "def shard(tensor):\n"
                     "    replica_id = (0, 0, get_data_parallel_rank(with_context_parallel=True))\n"
                     "    return tensor, replica_id\n",
             .references = {"catalogue: distributed 29"}},
    .kinds = {NodeKind::kAssignment, NodeKind::kKeywordArgument, NodeKind::kPair},
    .file_names = "get_data_parallel_rank",
    .check = Check};

}  // namespace allreview::rules
