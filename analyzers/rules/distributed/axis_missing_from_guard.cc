// if dims.dp_shard_enabled: fully_shard(model, mesh["dp_shard_cp"]): with CP alone nothing happens.

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Module;
using Names = absl::flat_hash_set<absl::string_view>;

constexpr absl::string_view kData[] = {"dp", "shard", "replicate", "fsdp", "hsdp", "ddp"};
constexpr absl::string_view kOthers[] = {"cp", "sp", "ep", "tp"};

bool IsAxis(absl::string_view word) { return IsOneOf(word, kData) || IsOneOf(word, kOthers); }

// The axes of a name that consists of nothing else: "dp", "shard", "cp" of "dp_shard_cp".
Names AxesOfName(absl::string_view name) {
  Names axes;
  for (absl::string_view word : absl::StrSplit(name, '_')) {
    if (!IsAxis(word)) return {};
    axes.insert(word);
  }
  return axes;
}

bool HasData(const Names& axes) {
  for (absl::string_view axis : axes) {
    if (IsOneOf(axis, kData)) return true;
  }
  return false;
}

// Axes that a condition asks for, each of which is enough; empty: it asks for something else, too.
Names AxesOfCondition(Node condition) {
  Names axes;
  std::vector<Node> work = {condition};
  while (!work.empty()) {
    const Node node = python::WithoutParentheses(work.back());
    work.pop_back();
    if (node.Is(NodeKind::kBooleanOperator) && node.child(Field::kOperator).text() == "or") {
      work.push_back(node.child(Field::kLeft));
      work.push_back(node.child(Field::kRight));
      continue;
    }
    absl::string_view name = LastName(node);
    if (!node.Is(NodeKind::kAttribute) || !absl::ConsumeSuffix(&name, "_enabled")) return {};
    const Names own = AxesOfName(name);
    if (own.empty()) return {};
    axes.insert(own.begin(), own.end());
  }
  return axes;
}

// Wraps a model for data parallelism, or reduces over its ranks.
bool NeedsEveryAxis(absl::string_view callee) {
  for (absl::string_view part : {"fsdp", "fully_shard", "data_parallel", "ddp", "replicate",
                                 "dist_mean", "dist_sum", "dist_max", "all_reduce"}) {
    if (absl::StrContains(callee, part)) return true;
  }
  return false;
}

// The name of a mesh dimension in which data parallelism and another axis are one.
struct Fused {
  Node text;
  absl::string_view missing;  // "cp"
};
Fused FusedAxisIn(Node block, const Names& asked) {
  for (Node text : block.descendants(NodeKind::kString)) {
    const Names axes = AxesOfName(Module::StringContent(text));
    if (axes.size() < 2 || !HasData(axes)) continue;
    for (absl::string_view axis : axes) {
      if (IsOneOf(axis, kOthers) && !asked.contains(axis)) return {text, axis};
    }
  }
  return {};
}

bool MentionsAxis(Node node, absl::string_view axis) {
  for (Node name : node.descendants(NodeKind::kIdentifier)) {
    for (absl::string_view word : absl::StrSplit(name.text(), '_')) {
      if (word == axis) return true;
    }
  }
  return false;
}

// Another arm of the `if` takes care of the axis.
bool IsInOtherArm(Node statement, absl::string_view axis) {
  for (Node arm : statement.named_children()) {
    const bool is_other = arm.Is(NodeKind::kElifClause) || arm.Is(NodeKind::kElseClause);
    if (!is_other) continue;
    if (MentionsAxis(arm, axis)) return true;
    for (Node text : arm.descendants(NodeKind::kString)) {
      if (AxesOfName(Module::StringContent(text)).contains(axis)) return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node statement) {
  const Node condition = statement.child(Field::kCondition);
  const Names asked = AxesOfCondition(condition);
  if (!HasData(asked)) return;
  const Node block = statement.child(Field::kConsequence);
  const Fused fused = FusedAxisIn(block, asked);
  if (!fused.text || IsInOtherArm(statement, fused.missing)) return;
  for (Node call : block.descendants(NodeKind::kCall)) {
    if (!NeedsEveryAxis(CalleeName(call))) continue;
    Observation observation{.at = condition,
                            .params = {{"condition", OneLine(condition)},
                                       {"mesh", std::string(fused.text.text())},
                                       {"axis", std::string(fused.missing)},
                                       {"callee", std::string(CalleeName(call))}}};
    if (!file.IsChanged(condition)) observation.because = fused.text;
    return file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kAxisMissingFromGuard = {
    .info =
        {.id = "axis-missing-from-guard",
         .title = {"Data parallelism guarded by fewer axes than its mesh has",
                   "数据并行的条件少于其 mesh 包含的轴"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{callee}` runs only if `{condition}`, but its mesh {mesh} also covers "
                     "`{axis}`",
                     "`{callee}` 只在 `{condition}` 时运行，但其 mesh {mesh} 还包含 `{axis}`"},
         .consequence =
             {"With `{axis}` alone the block is skipped, and nothing is reduced over its "
              "ranks: gradients or metrics stay local",
              "只启用 `{axis}` 时会跳过这段代码，其 rank 之间不做任何归约：梯度或指标停留在本地"},
         .advice = {"Add `{axis}_enabled` to the condition, or use a property that covers all axes "
                    "of the mesh",
                    "在条件中加入 `{axis}_enabled`，或者使用覆盖该 mesh 所有轴的属性"},
         .why = "A mesh dimension that joins data and context parallelism exists when either of "
                "them is on. Code that works over it must run in both cases.",
         .fix = "Ask for every axis of the mesh.",
         .bad = R"py(
def parallelize(model, mesh, dims):
    if dims.dp_shard_enabled:
        apply_fsdp(model, mesh["dp_shard_cp"])
)py",
         .good = R"py(
def parallelize(model, mesh, dims):
    if dims.dp_shard_enabled or dims.cp_enabled:
        apply_fsdp(model, mesh["dp_shard_cp"])
)py"},
    .kinds = {NodeKind::kIfStatement},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
