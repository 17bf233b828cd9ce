#include "analyzers/rules/triton/reductions.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {

using python::Field;
using python::Module;
using python::Node;

bool IsReduction(absl::string_view op) {
  static constexpr absl::string_view kOps[] = {"sum",     "max",       "min",    "dot",
                                               "argmax",  "argmin",    "reduce", "cumsum",
                                               "cumprod", "softmax",   "sort",   "associative_scan",
                                               "xor_sum", "histogram", "topk"};
  return IsOneOf(op, kOps);
}

namespace {

using Names = std::set<absl::string_view>;

// Axes of a block that a mask cuts; both when its shape is not written out.
struct CutAxes {
  bool rows = true, columns = true;
};

CutAxes AxesOf(const Kernel& kernel, Node mask) {
  CutAxes axes{false, false};
  kernel.FindBehind(mask, [&](Node node) {
    if (!node.Is(NodeKind::kSubscript)) return Kernel::Search::kGoOn;
    const std::string text = absl::StrReplaceAll(node.text(), {{" ", ""}});
    axes.rows |= text.find("[:,None]") != std::string::npos;
    axes.columns |= text.find("[None,:]") != std::string::npos;
    return Kernel::Search::kPassOver;
  });
  return axes.rows || axes.columns ? axes : CutAxes{};
}

// The expression has a variable of the set that no tl.where around it masks.
bool IsTainted(const Module& module, Node expression, const Names& names) {
  for (uint32_t i = expression.index(); i < expression.subtree_end();) {
    const Node node = expression.tree()->node(i);
    const absl::string_view op =
        node.Is(NodeKind::kCall) ? TritonOp(module, node) : absl::string_view();
    // What another load brings depends on the mask of that one.
    if (op == "where" || op == "load") {
      i = node.subtree_end();
      continue;
    }
    if (IsVariable(node) && names.count(node.text())) return true;
    ++i;
  }
  return false;
}

// The reduction mixes lanes along an axis that the mask cuts. Rows that are switched off do not
// spoil sums over columns.
bool MixesCutLanes(const Module& module, Node reduction, int argument, CutAxes axes) {
  if (axes.rows == axes.columns) return true;
  if (TritonOp(module, reduction) == "dot") return argument == (axes.rows ? 1 : 0);
  const Node axis = python::Argument(reduction, 1, "axis");
  return !axis || axis.text() == (axes.rows ? "0" : "1") || axis.text() == "-1";
}

struct Watch {
  const Kernel& kernel;
  CutAxes axes;
  Names names;
};

// The call is a reduction of watched values.
bool Reduces(const Watch& watch, Node call) {
  const Module& module = watch.kernel.module();
  if (!call.Is(NodeKind::kCall) || !IsReduction(TritonOp(module, call))) return false;
  const std::vector<Node> arguments = python::ArgumentsOf(call).positional;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (IsTainted(module, arguments[i], watch.names) &&
        MixesCutLanes(module, call, static_cast<int>(i), watch.axes)) {
      return true;
    }
  }
  return false;
}

Node ReductionIn(const Watch& watch, Node expression) {
  for (uint32_t i = expression.index(); i < expression.subtree_end(); ++i) {
    const Node node = expression.tree()->node(i);
    if (Reduces(watch, node)) return node;
  }
  return Node();
}

// x * mask.
bool IsMaskedByProduct(Node value, Node mask) {
  const Node bare = python::WithoutParentheses(value);
  return bare.Is(NodeKind::kBinaryOperator) && bare.child(Field::kOperator).text() == "*" &&
         Mentions(bare, mask.text());
}

// Innermost call of tl.where or of a reduction around the load, within its statement.
Node ConsumerOf(const Module& module, Node load, Node statement) {
  for (Node outer = load.parent(); outer && outer != statement; outer = outer.parent()) {
    if (!outer.Is(NodeKind::kCall)) continue;
    const absl::string_view op = TritonOp(module, outer);
    if (op == "where" || IsReduction(op)) return outer;
  }
  return Node();
}

int ArgumentHolding(Node call, Node inner) {
  const std::vector<Node> arguments = python::ArgumentsOf(call).positional;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].Contains(inner)) return static_cast<int>(i);
  }
  return 0;
}

// From the statement on: what the watched names are given to, until they get other values.
Node FollowFrom(Watch watch, Node statement, Node mask) {
  for (Node node : watch.kernel.nodes()) {
    if (node.index() < statement.subtree_end()) continue;
    if (watch.names.empty()) break;
    if (Reduces(watch, node)) return node;
    const Node left = node.child(Field::kLeft);
    const Node right = node.child(Field::kRight);
    if (!node.Is(NodeKind::kAssignment) || !left.Is(NodeKind::kIdentifier) || !right) continue;
    // The right side is evaluated before the name gets its value.
    if (const Node reduction = ReductionIn(watch, right)) return reduction;
    if (IsTainted(watch.kernel.module(), right, watch.names) && !IsMaskedByProduct(right, mask)) {
      watch.names.insert(left.text());
    } else {
      watch.names.erase(left.text());
    }
  }
  return Node();
}

}  // namespace

Node UndefinedLanesReach(const Kernel& kernel, const MemoryAccess& load) {
  if (!load.IsLoad() || !load.mask || load.other) return Node();
  const Module& module = kernel.module();
  const CutAxes axes = AxesOf(kernel, load.mask);
  const Node statement = python::StatementOf(load.call);
  if (const Node consumer = ConsumerOf(module, load.call, statement)) {
    const bool is_spoilt =
        TritonOp(module, consumer) != "where" &&
        MixesCutLanes(module, consumer, ArgumentHolding(consumer, load.call), axes);
    return is_spoilt ? consumer : Node();
  }
  const Node assignment = statement.named_child(0);
  const Node target = assignment.child(Field::kLeft);
  if (!assignment.Is(NodeKind::kAssignment) || !target.Is(NodeKind::kIdentifier) ||
      IsMaskedByProduct(assignment.child(Field::kRight), load.mask)) {
    return Node();
  }
  return FollowFrom({kernel, axes, {target.text()}}, statement, load.mask);
}

}  // namespace allreview::rules
