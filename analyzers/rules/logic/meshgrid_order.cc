// torch.meshgrid(ys, xs, indexing="xy"): a grid of [W, H].

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

enum class Axis { kUnknown, kRow, kColumn };

Axis AxisOfName(absl::string_view name) {
  bool is_row = false, is_column = false;
  const std::string lower = absl::AsciiStrToLower(name);
  for (absl::string_view part : absl::StrSplit(lower, '_')) {
    is_row |= IsOneOf(part, {"y", "ys", "yy", "h", "hs", "row", "rows", "height"});
    is_column |=
        IsOneOf(part, {"x", "xs", "xx", "w", "ws", "col", "cols", "column", "columns", "width"});
  }
  if (is_row == is_column) return Axis::kUnknown;
  return is_row ? Axis::kRow : Axis::kColumn;
}

// The axis that a name says, or the names that a range is made of: arange(height).
Axis AxisOf(const Module& module, Node expression) {
  expression = python::WithoutParentheses(expression);
  if (const Axis axis = AxisOfName(LastName(expression)); axis != Axis::kUnknown) return axis;
  const Node call = module.Dereference(expression);
  if (!call.Is(NodeKind::kCall) || !IsOneOf(CalleeName(call), {"arange", "linspace"})) {
    return Axis::kUnknown;
  }
  Axis axis = Axis::kUnknown;
  for (Node argument : python::ArgumentsOf(call).positional) {
    for (Node part = argument; part;) {
      const bool has_left = part.Is(NodeKind::kBinaryOperator);
      const Axis here = AxisOfName(LastName(part));
      if (here != Axis::kUnknown && axis != Axis::kUnknown && here != axis) return Axis::kUnknown;
      if (here != Axis::kUnknown) axis = here;
      part = has_left ? part.child(Field::kLeft) : Node();
    }
  }
  return axis;
}

std::vector<Node> AxesOf(Node call) {
  const std::vector<Node> arguments = python::ArgumentsOf(call).positional;
  if (arguments.size() != 1) return arguments;
  const Node list = arguments[0];
  if (!list.Is(NodeKind::kList) && !list.Is(NodeKind::kTuple)) return {};
  return ElementsOf(list);
}

void Check(FileContext& file, Node call) {
  if (!file.module().Calls(call, "torch.meshgrid")) return;
  const Node indexing = python::KeywordArgument(call, "indexing");
  if (Module::StringContent(indexing) != "xy") return;
  const std::vector<Node> axes = AxesOf(call);
  if (axes.size() != 2 || AxisOf(file.module(), axes[0]) != Axis::kRow ||
      AxisOf(file.module(), axes[1]) != Axis::kColumn) {
    return;
  }
  file.Report({.at = call,
               .params = {{"rows", OneLine(axes[0])}, {"columns", OneLine(axes[1])}},
               .because = FirstChanged(file, {indexing, axes[0], axes[1]})});
}

}  // namespace

extern constinit const Rule kMeshgridOrder = {
    .info =
        {.id = "meshgrid-order",
         .title = {"Rows and columns exchanged in meshgrid", "meshgrid 的行列顺序颠倒"},
         .message = {"With indexing=\"xy\" the grid has one row per element of `{columns}` and one "
                     "column per element of `{rows}`",
                     "indexing=\"xy\" 时，网格的每一行对应 `{columns}` 的一个元素，每一列对应 "
                     "`{rows}` 的一个元素"},
         .consequence = {"The grid is [W, H]: flattened positions belong to other pixels; with "
                         "square inputs the shapes do not show it",
                         "网格的形状是 [W, H]：展平后的位置对应到别的像素；输入为正方形时，"
                         "从形状上看不出来"},
         .advice = {"Use indexing=\"ij\" for (`{rows}`, `{columns}`)",
                    "对 (`{rows}`, `{columns}`) 使用 indexing=\"ij\""},
         .why = "indexing=\"xy\" takes the columns first: meshgrid(xs, ys, indexing=\"xy\") gives "
                "[H, W]. With rows first, \"ij\" gives [H, W].",
         .fix = "Use indexing=\"ij\", or pass the columns first and unpack in that order.",
         .bad = R"py(
import torch

def grid(height, width):
    ys, xs = torch.arange(height), torch.arange(width)
    return torch.meshgrid(ys, xs, indexing="xy")
)py",
         .good = R"py(
import torch

def grid(height, width):
    ys, xs = torch.arange(height), torch.arange(width)
    return torch.meshgrid(ys, xs, indexing="ij")
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/torch.meshgrid.html"}},
    .kinds = {NodeKind::kCall},
    .names = "meshgrid",
    .check = Check};

}  // namespace allreview::rules
