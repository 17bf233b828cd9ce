// Gathers or cuts the sequence along the dimension that the layout calls batch or heads.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/layouts/layouts.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using layouts::Axis;
using layouts::Layout;

constexpr Phrase kToldHere("shard-layout-told-here", "the layout is given here", "布局在此处写明");
constexpr Phrase kPhrases[] = {kToldHere};

// A part of the text is about ranks that share a sequence: "cp_group", "sequence_parallel_size".
bool IsAboutSequence(absl::string_view text) {
  const std::string lower = absl::AsciiStrToLower(text);
  for (absl::string_view part : absl::StrSplit(lower, absl::ByAnyChar("_.()[]\"' "))) {
    for (absl::string_view name : {"cp", "sp", "context", "sequence", "ulysses", "seq"}) {
      if (part == name) return true;
    }
  }
  return false;
}

struct Cut {
  Node tensor;
  std::optional<int64_t> dimension;
};

// Of Megatron's mappings: always the first dimension.
bool IsMappingOfSequence(absl::string_view name) {
  return name == "gather_from_sequence_parallel_region" ||
         name == "scatter_to_sequence_parallel_region" ||
         name == "reduce_scatter_to_sequence_parallel_region";
}

// d of [Shard(d)]
std::optional<int64_t> OnlyShardIn(Node placements) {
  const bool is_list = placements.Is(NodeKind::kList) || placements.Is(NodeKind::kTuple);
  const Node shard =
      is_list && placements.named_child_count() == 1 ? placements.named_child(0) : Node();
  if (!shard.Is(NodeKind::kCall) || CalleeName(shard) != "Shard") return std::nullopt;
  return layouts::NumberAt(python::Argument(shard, 0, "dim"));
}

// What the call cuts or joins among ranks that share a sequence. None: it does nothing of the kind.
std::optional<Cut> CutBy(const python::Module& module, Node call) {
  const absl::string_view name = CalleeName(call);
  const Node first = python::Argument(call, 0, "");
  if (IsMappingOfSequence(name)) return Cut{first, 0};
  if (name == "all_gather_tensor") {
    const bool is_meant = IsAboutSequence(python::Argument(call, 2, "group").text());
    if (is_meant) return Cut{first, layouts::NumberAt(python::Argument(call, 1, "gather_dim"))};
  } else if (name == "reduce_scatter_tensor") {
    const Node dim = python::Argument(call, 2, "scatter_dim");
    const bool is_meant = IsAboutSequence(python::Argument(call, 3, "group").text());
    if (is_meant) return Cut{first, layouts::NumberAt(dim)};
  } else if (name == "distribute_tensor" || name == "from_local") {
    const bool is_meant = IsAboutSequence(python::Argument(call, 1, "device_mesh").text());
    if (is_meant) return Cut{first, OnlyShardIn(python::Argument(call, 2, "placements"))};
  } else if (name == "chunk" || name == "tensor_split") {
    const Node function = call.child(Field::kFunction);
    const bool is_torch = absl::StartsWith(module.Resolve(function), "torch.");
    const Node count = python::Argument(call, is_torch ? 1 : 0, "chunks");
    const Node dim = python::Argument(call, is_torch ? 2 : 1, "dim");
    const Node tensor = is_torch                            ? first
                        : function.Is(NodeKind::kAttribute) ? function.child(Field::kObject)
                                                            : Node();
    if (IsAboutSequence(count.text())) return Cut{tensor, layouts::NumberAt(dim)};
  }
  return std::nullopt;
}

void Check(FileContext& file, Node root) {
  layouts::Layouts layouts(file.module());
  for (Node call : root.descendants(NodeKind::kCall)) {
    const std::optional<Cut> cut = CutBy(file.module(), call);
    if (!cut || !cut->tensor || !cut->dimension) continue;
    const std::optional<Layout> layout = layouts.Of(cut->tensor, file.flow(call));
    const int sequence = layout ? layout->Find(Axis::kSequence) : -1;
    const bool is_other = sequence >= 0 && layout->At(*cut->dimension) == Axis::kBatch;
    if (!is_other) continue;
    file.Report({.at = call,
                 .params = {{"call", OneLine(call)},
                            {"dim", absl::StrCat(*cut->dimension)},
                            {"tensor", OneLine(cut->tensor)},
                            {"layout", layout->ToText()},
                            {"sequence", absl::StrCat(sequence)}},
                 .related = {{kToldHere, RangeOf(file.module(), layout->told)}}});
  }
}

}  // namespace

extern constinit const Rule kShardDimDoesNotFitLayout = {
    .info = {.id = "shard-dim-does-not-fit-layout",
             .title = {"Sequence is cut or gathered along the batch", "沿批维切分或收集序列"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{call}` works on dimension {dim}, but `{tensor}` is `{layout}`: the "
                         "sequence is dimension {sequence}",
                         "`{call}` 作用于第 {dim} 维，但 `{tensor}` 的布局是 `{layout}`，序列在第 "
                         "{sequence} 维"},
             .consequence = {"Samples of different ranks are joined in place of parts of one "
                             "sequence, and nothing fails",
                             "不同 rank 的样本会被当作同一序列的各段拼接，而且不会报错"},
             .advice = {"Use dimension {sequence}, or transpose `{tensor}` first",
                        "改用第 {sequence} 维，或先转置 `{tensor}`"},
             .phrases = kPhrases,
             .why = "Ranks of context and sequence parallelism each hold a part of the sequence. "
                    "The layout is read from docstrings, comments, ends of names and patterns, and "
                    "followed through transpose and permute.",
             .fix = "Cut and gather along the dimension of the sequence.",
             .bad = R"py(
def join(
    x,  # [b, s, h]
):
    return gather_from_sequence_parallel_region(x)
)py",
             .good = R"py(
def join(
    x,  # [s, b, h]
):
    return gather_from_sequence_parallel_region(x)
)py"},
    .kinds = {NodeKind::kModule},
    .names =
        "gather_from_sequence_parallel_region scatter_to_sequence_parallel_region "
        "reduce_scatter_to_sequence_parallel_region all_gather_tensor reduce_scatter_tensor "
        "distribute_tensor from_local chunk tensor_split",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
