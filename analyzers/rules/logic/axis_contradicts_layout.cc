// batch, seq, _ = x.shape, where the docstring says that x is [s, b, h]; a running sum over batch.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/layouts/layouts.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using layouts::Axis;
using layouts::Layout;
using layouts::Layouts;

constexpr Phrase kReads("axis-reads", "`{name}` is read from dimension {dim} of `{tensor}`",
                        "`{name}` 取自 `{tensor}` 的第 {dim} 维");
constexpr Phrase kRuns("axis-runs", "`{name}` runs over dimension {dim} of `{tensor}`",
                       "`{name}` 沿 `{tensor}` 的第 {dim} 维累积");
constexpr Phrase kToldHere("layout-told-here", "the layout is given here", "布局在此处写明");
constexpr Phrase kPhrases[] = {kReads, kRuns, kToldHere};

// A size or dimension of a tensor that code takes for something.
struct Use {
  Node at;
  Node tensor;
  int64_t dimension = 0;
  const Phrase* how = &kReads;
  std::string name = {};
};

// The layout knows that sort of dimension elsewhere, and another one here.
bool Contradicts(const Layout& layout, int64_t dimension, Axis meant) {
  const Axis is = layout.At(dimension);
  return is != meant && is != Axis::kUnknown && layout.Find(meant) >= 0;
}

void Report(FileContext& file, const Use& use, const Layout& layout) {
  const auto rank = static_cast<int64_t>(layout.axes.size());
  const int64_t dimension = use.dimension < 0 ? use.dimension + rank : use.dimension;
  file.Report({.at = use.at,
               .params = {{"what", Sentence(*use.how, {{"name", use.name},
                                                       {"dim", absl::StrCat(dimension)},
                                                       {"tensor", OneLine(use.tensor)}})},
                          {"axis", layout.axes[static_cast<size_t>(dimension)]},
                          {"layout", layout.ToText()}},
               .related = {{kToldHere, RangeOf(file.module(), layout.told)}}});
}

// x of x.shape and x.size(); null: something else.
Node TensorOfShape(Node value) {
  if (value.Is(NodeKind::kAttribute) && value.child(Field::kAttribute).text() == "shape") {
    return value.child(Field::kObject);
  }
  const bool is_size = value.Is(NodeKind::kCall) && CalleeName(value) == "size" &&
                       value.child(Field::kArguments).named_child_count() == 0;
  const Node function = is_size ? value.child(Field::kFunction) : Node();
  return function.Is(NodeKind::kAttribute) ? function.child(Field::kObject) : Node();
}

// `n = x.shape[1]`, `n = x.size(1)`
std::optional<Use> UseOfOne(Node name, Node value) {
  if (!name.Is(NodeKind::kIdentifier)) return std::nullopt;
  Node tensor, index;
  if (value.Is(NodeKind::kSubscript)) {
    tensor = TensorOfShape(value.child(Field::kValue));
    index = value.child(Field::kSubscript);
  } else if (value.Is(NodeKind::kCall) && CalleeName(value) == "size") {
    const Node function = value.child(Field::kFunction);
    if (function.Is(NodeKind::kAttribute)) tensor = function.child(Field::kObject);
    index = python::Argument(value, 0, "dim");
  }
  const std::optional<int64_t> number = tensor ? layouts::NumberAt(index) : std::nullopt;
  if (!number) return std::nullopt;
  return Use{.at = value, .tensor = tensor, .dimension = *number, .name = std::string(name.text())};
}

class Search {
 public:
  explicit Search(FileContext& file) : file_(file), layouts_(file.module()) {}

  void LookAtAssignment(Node assignment) {
    const Node left = assignment.child(Field::kLeft), value = assignment.child(Field::kRight);
    if (const std::optional<Use> use = UseOfOne(left, value)) {
      const Axis meant = layouts::AxisNamed(use->name);
      if (meant == Axis::kUnknown) return;
      const std::optional<Layout> layout = LayoutOf(use->tensor);
      if (layout && Contradicts(*layout, use->dimension, meant)) Report(file_, *use, *layout);
      return;
    }
    const Node tensor = TensorOfShape(value);
    const bool is_list = left.Is(NodeKind::kPatternList) || left.Is(NodeKind::kTuplePattern);
    if (tensor && is_list) LookAtUnpacking(left, value, tensor);
  }

  void LookAtCall(Node call) {
    const absl::string_view name = CalleeName(call);
    if (name != "cumsum" && name != "cumprod" && name != "logcumsumexp") return;
    const Node function = call.child(Field::kFunction);
    if (!function.Is(NodeKind::kAttribute)) return;
    const bool is_torch = file_.module().Resolve(function) == absl::StrCat("torch.", name);
    const Node tensor =
        is_torch ? python::Argument(call, 0, "input") : function.child(Field::kObject);
    const std::optional<int64_t> dim =
        layouts::NumberAt(python::Argument(call, is_torch ? 1 : 0, "dim"));
    const std::optional<Layout> layout = tensor && dim ? LayoutOf(tensor) : std::nullopt;
    if (!layout || !Contradicts(*layout, *dim, Axis::kSequence)) return;
    Report(
        file_,
        {.at = call, .tensor = tensor, .dimension = *dim, .how = &kRuns, .name = std::string(name)},
        *layout);
  }

 private:
  std::optional<Layout> LayoutOf(Node tensor) { return layouts_.Of(tensor, file_.flow(tensor)); }

  // `b, s, h = x.shape`: the first target that is another dimension.
  void LookAtUnpacking(Node targets, Node value, Node tensor) {
    const auto means = [](Node target) { return layouts::AxisNamed(target.text()); };
    bool has_meaning = false;
    for (Node target : targets.named_children()) {
      if (!target.Is(NodeKind::kIdentifier)) return;
      has_meaning = has_meaning || means(target) != Axis::kUnknown;
    }
    const std::optional<Layout> layout = has_meaning ? LayoutOf(tensor) : std::nullopt;
    if (!layout || static_cast<int>(layout->axes.size()) != targets.named_child_count()) return;
    int64_t dimension = 0;
    for (Node target : targets.named_children()) {
      const Axis meant = means(target);
      if (meant != Axis::kUnknown && Contradicts(*layout, dimension, meant)) {
        return Report(file_,
                      {.at = value,
                       .tensor = tensor,
                       .dimension = dimension,
                       .name = std::string(target.text())},
                      *layout);
      }
      ++dimension;
    }
  }

  FileContext& file_;
  Layouts layouts_;
};

void Check(FileContext& file, Node root) {
  Search search(file);
  for (Node assignment : root.descendants(NodeKind::kAssignment)) {
    search.LookAtAssignment(assignment);
  }
  for (Node call : root.descendants(NodeKind::kCall)) search.LookAtCall(call);
}

}  // namespace

extern constinit const Rule kAxisContradictsLayout = {
    .info = {.id = "axis-contradicts-layout",
             .title = {"Dimension that is another one in the layout", "维度与写明的布局不一致"},
             .message = {"{what}, which is `{axis}` in its layout `{layout}`",
                         "{what}，而按其布局 `{layout}` 这一维是 `{axis}`"},
             .consequence = {"Either the layout is written down wrongly, or what follows mixes "
                             "samples and positions without an error",
                             "要么布局写错了，要么后面的代码会在不报错的情况下混淆样本与位置"},
             .advice = {"Read the dimension that the layout `{layout}` has for it, or correct the "
                        "layout",
                        "按布局 `{layout}` 读取对应的维度，或者改正布局的说明"},
             .phrases = kPhrases,
             .why = "Both dimensions are plain numbers, so nothing fails when they are taken for "
                    "each other. The layout is read from docstrings, comments, ends of names and "
                    "patterns, and followed through transpose and permute.",
             .fix = "Let names, numbers and the documented layout agree.",
             .bad = R"py(
def pool(x):
    """Averages.

    Args:
        x: hidden states of shape [s, b, h]
    """
    batch_size, seq_len, hidden = x.shape
    return x.sum(dim=1) / seq_len
)py",
             .good = R"py(
def pool(x):
    """Averages.

    Args:
        x: hidden states of shape [b, s, h]
    """
    batch_size, seq_len, hidden = x.shape
    return x.sum(dim=1) / seq_len
)py"},
    .kinds = {NodeKind::kModule},
    .names = "shape size cumsum cumprod logcumsumexp",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
