// masked_fill(mask, -inf) before a softmax: a row that is masked everywhere becomes NaN.

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/numerics/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Module;

constexpr Phrase kSetToInf("set-to-inf", "set to -inf", "设为 -inf");
constexpr Phrase kPhrases[] = {kSetToInf};

// A place that sets masked elements to -inf.
struct Fill {
  Node at;      // Call or assignment.
  Node target;  // In-place: what is changed. Null: `at` is the value.
  Node mask;
};

bool IsNegativeInfinity(const FileContext& file, Node expression) {
  return numerics::NumberOf(file.values(), expression) == -INFINITY;
}

Fill FillAt(const FileContext& file, Node node) {
  const Module& module = file.module();
  if (node.Is(NodeKind::kAssignment)) {  // x[mask] = -inf
    const Node left = node.child(Field::kLeft);
    if (!left.Is(NodeKind::kSubscript) || !IsNegativeInfinity(file, node.child(Field::kRight))) {
      return {};
    }
    return {node, left.child(Field::kValue), left.child(Field::kSubscript)};
  }
  if (!node.Is(NodeKind::kCall)) return {};
  const Operation fill = numerics::OperationOf(module, node, {"masked_fill"});
  if (fill) {
    if (!IsNegativeInfinity(file, fill.Argument(1, "value"))) return {};
    const Node name = fill.NameNode();
    const bool is_in_place = name && absl::EndsWith(name.text(), "_");
    return {node, is_in_place ? fill.operand : Node(), fill.Argument(0, "mask")};
  }
  if (!numerics::OperationOf(module, node, {"where"})) return {};
  const python::Arguments arguments = python::ArgumentsOf(node);
  if (arguments.positional.size() != 3) return {};
  for (Node choice : {arguments.positional[1], arguments.positional[2]}) {
    if (IsNegativeInfinity(file, choice)) return {node, Node(), arguments.positional[0]};
  }
  return {};
}

// The softmax takes what the fill made, perhaps scaled.
bool Feeds(const Module& module, const Fill& fill, const Operation& softmax) {
  Node operand = numerics::ValueOf(module, softmax.operand);
  for (int depth = 0; depth < 3; ++depth) {
    if (operand == fill.at) return true;
    if (fill.target && fill.at.index() < softmax.call.index() &&
        (numerics::IsSame(operand, fill.target) ||
         numerics::IsSame(softmax.operand, fill.target))) {
      return true;
    }
    const numerics::Binary binary = numerics::BinaryOf(operand);
    if (!binary.left) return false;
    operand = numerics::ValueOf(module, binary.left);
  }
  return false;
}

// What keeps every row from being masked, or repairs the rows that are: masks that leave the
// diagonal or the largest entries, a test of whole rows, zeros put in after the softmax.
bool IsHandled(Node owner, const Fill& fill, const Operation& softmax) {
  const numerics::Names kept = {"causal",  "triu",     "tril", "topk",   "cumsum",
                                "sort",    "scatter",  "eye",  "argmax", "window",
                                "sliding", "diagonal", "nan",  "isnan",  "isfinite"};
  if (numerics::MentionsWord(fill.mask, kept)) return true;
  bool is_handled = false;
  numerics::ForEachOwnNode(owner, NodeKind::kIdentifier, [&](Node node) {
    if (is_handled) return;
    const absl::string_view name = node.text();
    if (numerics::NameHasWord(name, kept)) is_handled = true;
    if (name == "all" || name == "any") is_handled = node.parent().Is(NodeKind::kAttribute);
    const bool is_after = node.index() > softmax.call.subtree_end();
    if (is_after && (absl::StartsWith(name, "masked_fill") || name == "where")) is_handled = true;
  });
  return is_handled;
}

void Check(FileContext& file, Node owner) {
  const Module& module = file.module();
  std::vector<Fill> fills;
  std::vector<Operation> softmaxes;
  numerics::ForEachOwnNode(owner, [&](Node node) {
    if (!node.Is(NodeKind::kCall) && !node.Is(NodeKind::kAssignment)) return;
    if (Fill fill = FillAt(file, node); fill.at) fills.push_back(fill);
    if (Operation softmax = numerics::OperationOf(module, node, {"softmax"})) {
      softmaxes.push_back(softmax);
    }
  });
  for (const Fill& fill : fills) {
    for (const Operation& softmax : softmaxes) {
      if (!Feeds(module, fill, softmax) || IsHandled(owner, fill, softmax)) continue;
      file.Report({.at = fill.at,
                   .params = {{"mask", numerics::Text(fill.mask)},
                              {"line", absl::StrCat(softmax.call.first_line())}},
                   .evidence = {numerics::FlowOf(
                       module, {{kSetToInf, fill.at}, {phrases::kTheSoftmax, softmax.call}})}});
      break;
    }
  }
}

}  // namespace

extern constinit const Rule kFullyMaskedSoftmaxRow = {
    .info =
        {.id = "fully-masked-softmax-row",
         .title = {"Softmax over a row that may be fully masked", "对可能整行被屏蔽的行做 softmax"},
         .confidence = Confidence::kMedium,
         .message = {"Where `{mask}` covers a whole row, the softmax on line {line} sees only "
                     "-inf and gives NaN",
                     "当 `{mask}` 覆盖一整行时，第 {line} 行的 softmax 只看到 -inf，得到 NaN"},
         .consequence =
             {"One padded row makes the output NaN and, through the backward pass, every weight",
              "只要有一行全是 padding，输出就会变成 NaN，并经反向传播影响所有权重"},
         .advice = {"Fill with `torch.finfo(x.dtype).min` and set rows that `{mask}` covers to "
                    "0 after the softmax",
                    "用 `torch.finfo(x.dtype).min` 填充，并在 softmax 之后把被 `{mask}` "
                    "完全覆盖的行置 0"},
         .phrases = kPhrases,
         .why = "softmax subtracts the maximum of the row, and -inf - (-inf) is NaN. Padding, "
                "packed sequences and sliding windows produce such rows.",
         .fix = "s.masked_fill(m, torch.finfo(s.dtype).min).softmax(-1).masked_fill(m.all(-1, "
                "keepdim=True), 0.0).",
         .bad = R"py(
import torch

def attend(scores, padding):
    scores = scores.masked_fill(padding, float("-inf"))
    return torch.softmax(scores, dim=-1)
)py",
         .good = R"py(
import torch

def attend(scores, padding):
    scores = scores.masked_fill(padding, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1)
    return weights.masked_fill(padding.all(-1, keepdim=True), 0.0)
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = "softmax softmax_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
