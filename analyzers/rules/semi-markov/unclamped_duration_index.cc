// A duration that is counted from 1 is the index of a table with K rows.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/semi-markov/domain.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kDurationsFromOne("durations-from-one", "durations from 1 on", "时长从 1 开始");
constexpr Phrase kPhrases[] = {kDurationsFromOne};

// The table itself was made one row longer.
bool HasExtraRow(const Module& module, Node table) {
  std::vector<Node> values = {module.Dereference(table)};
  const Definition* a_class = module.EnclosingClass(table);
  if (a_class != nullptr && table.Is(NodeKind::kAttribute)) {
    values = module.SelfAttributeValues(*a_class, LastName(table));
  }
  for (Node value : values) {
    for (Node node : value.descendants()) {
      if (node.Is(NodeKind::kBinaryOperator) && node.child(Field::kOperator).text() == "+") {
        return true;
      }
    }
  }
  return false;
}

// How the end of `range(1, end)` lets the duration reach K.
enum class Reach { kNever, kUpToK, kAtLeastOnce };

Reach ReachOf(Node end) {
  const Node bare = python::WithoutParentheses(end);
  if (bare.Is(NodeKind::kBinaryOperator) && bare.child(Field::kOperator).text() == "+") {
    return Reach::kUpToK;
  }
  const bool is_at_least =
      bare.Is(NodeKind::kCall) && (CalleeName(bare) == "max" || CalleeName(bare) == "maximum");
  return is_at_least ? Reach::kAtLeastOnce : Reach::kNever;
}

// The function takes the parameter for the length of a segment: `t - k`, `start + k`.
bool IsLengthOfSegment(const Definition& function, absl::string_view name) {
  bool is_parameter = false;
  for (const python::Parameter& parameter : function.parameters) {
    is_parameter |= parameter.name == name;
  }
  if (!is_parameter) return false;
  for (Node node : OwnNodes(function.body)) {
    if (!node.Is(NodeKind::kBinaryOperator)) continue;
    const absl::string_view op = node.child(Field::kOperator).text();
    if ((op == "+" || op == "-") && node.child(Field::kRight).text() == name &&
        node.child(Field::kLeft).Is(NodeKind::kIdentifier)) {
      return true;
    }
  }
  return false;
}

struct Use {
  Node index;  // The duration as it is used.
  Node table;
};

// bias[k], bias[k, c], bias[:, k]; in kernels bias_ptr + k * stride. Null index: none of them.
Use TableUse(Node node) {
  if (node.Is(NodeKind::kSubscript)) {
    const Node table = node.child(Field::kValue);
    if (!IsDurationTable(table)) return {};
    for (Node index : node.children()) {
      if (index.field() == Field::kSubscript && index.Is(NodeKind::kIdentifier)) {
        return {index, table};
      }
    }
    return {};
  }
  const absl::string_view callee = CalleeName(node);
  if (callee != "load" && callee != "store" && callee != "atomic_add") return {};
  const Node pointer = python::Argument(node, 0, "pointer");
  const Node base = BaseOf(pointer);
  if (!base || !absl::StrContains(pointer.text(), "dur")) return {};
  Node table;
  for (Node part : pointer.descendants()) {
    if (!table && part.Is(NodeKind::kIdentifier) && IsDurationTable(part)) table = part;
    if (table && part.Is(NodeKind::kBinaryOperator) && part.child(Field::kOperator).text() == "*" &&
        part.child(Field::kLeft).Is(NodeKind::kIdentifier)) {
      return {part.child(Field::kLeft), table};
    }
  }
  return {};
}

void Check(FileContext& file, Node node) {
  const auto [index, table] = TableUse(node);
  if (!index || IsMaxDuration(index)) return;
  const Module& module = file.module();
  const std::optional<RangeLoop> loop = LoopBinding(index);
  const Definition* function = module.EnclosingFunction(node);
  Observation observation{
      .at = index,
      .params = {{"table", std::string(table.text())}, {"duration", std::string(index.text())}}};
  if (loop) {
    const Reach reach = loop->StartsAtOne() ? ReachOf(loop->end) : Reach::kNever;
    if (reach == Reach::kNever) return;
    observation.because = FirstChanged(file, {index, loop->call});
    observation.related = {{kDurationsFromOne, RangeOf(module, loop->call)}};
    if (reach == Reach::kUpToK) {
      observation.edits = {Replace(module, index, absl::StrCat(index.text(), " - 1"))};
    }
  } else {
    const absl::string_view name = index.text();
    const bool is_named = name == "k" || name == "duration" || name == "dur";
    if (!is_named || function == nullptr || !IsLengthOfSegment(*function, name)) return;
    for (Node inner : OwnNodes(function->body)) {
      if (inner.Is(NodeKind::kIdentifier) && inner.text() == name && IsRebound(inner)) return;
    }
    observation.kind = Kind::kQuestion;  // Callers may stop before K.
  }
  if (HasExtraRow(module, table) || !SpeaksOfSemiMarkov(module)) return;
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kUnclampedDurationIndex = {
    .info =
        {.id = "unclamped-duration-index",
         .title = {"Duration used as an index without an offset or clamp",
                   "用时长作下标时没有偏移或截断"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .confidence = Confidence::kMedium,
         .message = {"`{duration}` counts durations from 1 and indexes `{table}` directly: the "
                     "longest duration is past its last row",
                     "`{duration}` 从 1 开始计时长，却直接用作 `{table}` "
                     "的下标：最长的时长会越过最后一行"},
         .consequence =
             {"The CPU raises IndexError and the GPU reads out of bounds, or each duration gets "
              "the score of the next one",
              "在 CPU 上抛出 IndexError，在 GPU 上越界读取，或者每个时长用的都是下一个时长的分数"},
         .advice =
             {"Index with `{duration} - 1`, or with `min({duration}, K - 1)` if row 0 is unused",
              "用 `{duration} - 1` 作下标；如果第 0 行不使用，则用 `min({duration}, K - 1)`"},
         .phrases = kPhrases,
         .why = "A table of K durations has rows 0..K-1, while segments have lengths 1..K. Mixing "
                "the two conventions is off by one, and out of range at K.",
         .fix = "Use the same row convention in all implementations of the model.",
         .bad = R"py(
def score(duration_bias, content, t, K):
    total = 0.0
    for k in range(1, K + 1):
        total = total + content[t - k] + duration_bias[k]
    return total
)py",
         .good = R"py(
def score(duration_bias, content, t, K):
    total = 0.0
    for k in range(1, K + 1):
        total = total + content[t - k] + duration_bias[k - 1]
    return total
)py",
         .assures = {"duration indices are clamped to K - 1", "时长索引截断到 K - 1"}},
    .kinds = {NodeKind::kSubscript, NodeKind::kCall},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
