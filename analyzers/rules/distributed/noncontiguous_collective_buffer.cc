// A transposed or sliced view goes straight into a collective, which wants contiguous memory.

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

bool IsTensorParameter(absl::string_view name) {
  return name == "tensor" || name == "input" || name == "input_tensor" || name == "output" ||
         name == "output_tensor";
}

bool IsWholeSlice(Node index) {
  return index.Is(NodeKind::kEllipsis) ||
         (index.Is(NodeKind::kSlice) && index.named_child_count() == 0);
}

// x[:, i], x[..., a:b]: an early dimension is kept whole and a later one is cut.
bool IsColumnSlice(Node value) {
  bool is_whole_before = false;
  for (Node child : value.children()) {
    if (child.field() != Field::kSubscript) continue;
    if (IsWholeSlice(child)) {
      is_whole_before = true;
    } else if (child.Is(NodeKind::kNone)) {
      return false;  // A new dimension: sizes are unclear.
    } else if (is_whole_before) {
      return child.Is(NodeKind::kSlice) || child.Is(NodeKind::kInteger) ||
             child.Is(NodeKind::kIdentifier);
    }
  }
  return false;
}

// What makes the value a view that is not contiguous: ".transpose()"; empty: nothing seen.
std::string ViewOf(Node value) {
  if (value.Is(NodeKind::kAttribute)) {
    const absl::string_view name = value.child(Field::kAttribute).text();
    return name == "T" || name == "mT" || name == "H" || name == "mH" ? absl::StrCat(".", name)
                                                                      : "";
  }
  if (value.Is(NodeKind::kSubscript)) return IsColumnSlice(value) ? "a column slice" : "";
  if (!value.Is(NodeKind::kCall) || !value.child(Field::kFunction).Is(NodeKind::kAttribute)) {
    return "";
  }
  const absl::string_view name = CalleeName(value);
  for (absl::string_view view : {"t", "transpose", "permute", "swapaxes", "swapdims", "movedim"}) {
    if (name == view) return absl::StrCat(".", name, "()");
  }
  return "";
}

// `if x.is_contiguous()` decides about it somewhere in the function.
bool IsCheckedElsewhere(const Module& module, Node call) {
  const python::Definition* function = module.EnclosingFunction(call);
  return function != nullptr && absl::StrContains(function->body.text(), "is_contiguous");
}

void Check(FileContext& file, Node call) {
  if (file.is_test()) return;
  const Module& module = file.module();
  const Collective* op = FindCollective(module, call);
  if (op == nullptr) return;
  for (int i = 0; !op->parameters[i].empty(); ++i) {
    const absl::string_view parameter = op->parameters[i];
    if (!IsTensorParameter(parameter)) continue;
    const Node buffer = python::Argument(call, i, parameter);
    if (!buffer) continue;
    const Node value = module.Dereference(buffer);
    const std::string view = ViewOf(value);
    if (view.empty() || IsCheckedElsewhere(module, call)) continue;
    Observation observation{.at = buffer,
                            .params = {{"op", std::string(op->name)},
                                       {"buffer", std::string(buffer.text())},
                                       {"view", view}},
                            .because = file.IsChanged(buffer) ? buffer : value};
    if (value != buffer) {
      observation.related = {{"the view is made here", RangeOf(module, value)}};
    } else if (op->output != i) {
      observation.edits = {Replace(module, buffer, absl::StrCat(buffer.text(), ".contiguous()"))};
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kNoncontiguousCollectiveBuffer = {
    .info = {.id = "noncontiguous-collective-buffer",
             .title = "Collective on a view that is not contiguous",
             .category = "distributed",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kMedium,
             .message = "`{op}` gets `{buffer}`, which is not contiguous ({view})",
             .consequence = "The backend refuses the tensor, or takes its memory in the order of "
                            "storage, so that ranks exchange the wrong elements",
             .advice = "Pass `.contiguous()`; for a tensor that is written, bind the copy to a "
                       "name and copy the result back",
             .why = "NCCL moves a flat range of memory. Transposing, permuting or cutting columns "
                    "only changes strides, so that this range is not the tensor.",
             .fix = "Make a contiguous copy first, and keep it when the collective writes into it.",
             .bad = "import torch.distributed as dist\n"
                    "\n"
                    "def exchange(out, x, group):\n"
                    "    dist.all_gather_into_tensor(out, x.transpose(0, 1), group=group)\n",
             .good = "import torch.distributed as dist\n"
                     "\n"
                     "def exchange(out, x, group):\n"
                     "    x = x.transpose(0, 1).contiguous()\n"
                     "    dist.all_gather_into_tensor(out, x, group=group)\n",
             .references = {"catalogue: distributed 39"}},
    .kinds = {NodeKind::kCall},
    .names = kCollectiveNames,
    .check = Check};

}  // namespace allreview::rules
