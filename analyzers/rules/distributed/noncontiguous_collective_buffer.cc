// A transposed or sliced view goes straight into a collective, which wants contiguous memory.

#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/known_values.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kColumnSlice("column-slice", "a column slice", "按列切片");
constexpr Phrase kStrides("strides", "its strides are {strides}", "它的步长为 {strides}");
constexpr Phrase kViewHere("view-here", "the view is created here", "视图在这里产生");
constexpr Phrase kPhrases[] = {kColumnSlice, kStrides, kViewHere};

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
Words ViewOf(Node value) {
  if (value.Is(NodeKind::kAttribute)) {
    const absl::string_view name = value.child(Field::kAttribute).text();
    return name == "T" || name == "mT" || name == "H" || name == "mH" ? absl::StrCat(".", name)
                                                                      : "";
  }
  if (value.Is(NodeKind::kSubscript)) return IsColumnSlice(value) ? kColumnSlice : Words();
  if (!value.Is(NodeKind::kCall) || !value.child(Field::kFunction).Is(NodeKind::kAttribute)) {
    return "";
  }
  const absl::string_view name = CalleeName(value);
  for (absl::string_view view : {"t", "transpose", "permute", "swapaxes", "swapdims", "movedim"}) {
    if (name == view) return absl::StrCat(".", name, "()");
  }
  return "";
}

// What is known of the tensor, where the function makes views at all.
Words KnownViewOf(const FileContext& file, Node buffer) {
  const python::Definition* const function = file.module().EnclosingFunction(buffer);
  if (function == nullptr) return "";
  const absl::string_view text = function->body.text();
  for (absl::string_view view : {"transpose", "permute", ".t()", ".T", "expand", "swapaxes",
                                 "[:", "split", "chunk", "narrow", "unbind"}) {
    if (!absl::StrContains(text, view)) continue;
    const std::string strides = StridesOfReordered(file, buffer);
    return strides.empty() ? Words("") : Sentence(kStrides, {{"strides", strides}});
  }
  return "";
}

// `if x.is_contiguous()` decides about it somewhere in the function.
bool IsCheckedElsewhere(const Module& module, Node call) {
  const python::Definition* function = module.EnclosingFunction(call);
  return function != nullptr && absl::StrContains(function->body.text(), "is_contiguous");
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Collective* op = FindCollective(module, call);
  if (op == nullptr) return;
  for (int i = 0; i < std::ssize(op->parameters); ++i) {
    const absl::string_view parameter = op->parameters[i];
    if (!IsTensorParameter(parameter)) continue;
    const Node buffer = python::Argument(call, i, parameter);
    if (!buffer) continue;
    const Node value = module.Dereference(buffer);
    Words view = ViewOf(value);
    if (view.is_empty()) view = KnownViewOf(file, buffer);
    if (view.is_empty() || IsCheckedElsewhere(module, call)) continue;
    Observation observation{.at = buffer,
                            .params = {{"op", std::string(op->name)},
                                       {"buffer", std::string(buffer.text())},
                                       {"view", view}},
                            .because = file.IsChanged(buffer) ? buffer : value};
    if (value != buffer) {
      observation.related = {{kViewHere, RangeOf(module, value)}};
    } else if (op->output != i) {
      observation.edits = {Replace(module, buffer, absl::StrCat(buffer.text(), ".contiguous()"))};
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kNoncontiguousCollectiveBuffer = {
    .info =
        {.id = "noncontiguous-collective-buffer",
         .title = {"Collective on a view that is not contiguous",
                   "对非 contiguous 的视图做集合通信"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{op}` gets `{buffer}`, which is not contiguous ({view})",
                     "`{op}` 收到的 `{buffer}` 不是 contiguous 的（{view}）"},
         .consequence = {"The backend rejects the tensor, or reads its memory in storage order, so "
                         "that ranks exchange the wrong elements",
                         "后端会拒绝该 tensor，或者按存储顺序读取内存，使各 rank 交换了错误的元素"},
         .advice = {"Pass `.contiguous()`; if the collective writes the tensor, assign the copy to "
                    "a name and copy the result back",
                    "传入 `.contiguous()` 的结果；如果集合通信会写入该 "
                    "tensor，先把拷贝赋给一个变量，再把结果拷回去"},
         .phrases = kPhrases,
         .why = "NCCL transfers a flat range of memory. Transposing, permuting or slicing columns "
                "only changes strides, so that range is not the tensor.",
         .fix = "Make a contiguous copy first, and keep it if the collective writes into it.",
         .bad = R"py(
import torch.distributed as dist

def exchange(out, x, group):
    dist.all_gather_into_tensor(out, x.transpose(0, 1), group=group)
)py",
         .good = R"py(
import torch.distributed as dist

def exchange(out, x, group):
    x = x.transpose(0, 1).contiguous()
    dist.all_gather_into_tensor(out, x, group=group)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"}},
    .kinds = {NodeKind::kCall},
    .names = kCollectiveNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
