// exp(score - maximum) where the maximum itself may be the sentinel for minus infinity.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/rules/triton/kernel.h"

namespace allreview::rules {
namespace {

constexpr Phrase kInsertsSentinel("inserts-sentinel", "inserts the sentinel", "在这里填入哨兵值");
constexpr Phrase kIsMaximum("is-maximum", "`{name}` is the maximum", "`{name}` 是最大值");
constexpr Phrase kSubtractsIt("subtracts-it", "subtracts it", "在这里减去它");
constexpr Phrase kAlsoSubtracts("also-subtracts", "also subtracts `{name}`", "这里也减去 `{name}`");
constexpr Phrase kPhrases[] = {kInsertsSentinel, kIsMaximum, kSubtractsIt, kAlsoSubtracts};

// `m` of `m`, `m[:, None]`. Null: no name.
Node MaximumName(Node expression) {
  Node name = python::WithoutParentheses(expression);
  if (name.Is(NodeKind::kSubscript)) name = name.child(Field::kValue);
  return name.Is(NodeKind::kIdentifier) ? name : Node();
}

// The difference in `tl.exp(a - m)` and `tl.exp2((a - m) * c)`. Null: none.
Node DifferenceIn(Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.empty()) return Node();
  Node value = python::WithoutParentheses(arguments.positional[0]);
  if (value.Is(NodeKind::kBinaryOperator) && value.child(Field::kOperator).text() == "*") {
    value = python::WithoutParentheses(value.child(Field::kLeft));
  }
  const bool is_difference =
      value.Is(NodeKind::kBinaryOperator) && value.child(Field::kOperator).text() == "-";
  return is_difference ? value : Node();
}

// The name is a running or block maximum that no tl.where made safe. Null: it is not.
Node UnsafeMaximum(const Kernel& kernel, absl::string_view name) {
  Node maximum;
  for (Node value : kernel.ValuesOf(name)) {
    if (!value.Is(NodeKind::kCall)) continue;
    const absl::string_view op = TritonOp(kernel.module(), value);
    if (op == "where") return Node();
    if (op == "max" || op == "maximum") maximum = value;
  }
  return maximum;
}

// The tl.where that puts the sentinel into what is compared: a whole row may be nothing else. Null:
// none. What a load fills in at the border of a row is no such row.
Node SentinelBehind(const Kernel& kernel, Node maximum) {
  return kernel.FindBehind(maximum, [&](Node node) {
    if (!node.Is(NodeKind::kCall)) return Kernel::Search::kGoOn;
    const absl::string_view op = TritonOp(kernel.module(), node);
    if (op == "load") return Kernel::Search::kPassOver;
    if (op != "where") return Kernel::Search::kGoOn;
    for (int position : {1, 2}) {
      const Node branch = python::Argument(node, position, position == 1 ? "x" : "y");
      if (branch && IsSentinel(branch)) return Kernel::Search::kFound;
    }
    return Kernel::Search::kGoOn;
  });
}

// The exponential is chosen, or runs, only where a condition on the maximum holds.
bool IsGuarded(const Kernel& kernel, Node call) {
  for (Node outer = call.parent(); outer && outer != kernel.definition().node;
       outer = outer.parent()) {
    if (outer.Is(NodeKind::kCall) && TritonOp(kernel.module(), outer) == "where") return true;
  }
  return false;
}

struct Unguarded {
  Node maximum, sentinel;
  std::vector<Node> calls;
};

void Check(FileContext& file, Node function) {
  const std::optional<Kernel> kernel = FindKernel(file.module(), function);
  if (!kernel) return;
  std::map<absl::string_view, Unguarded> by_name;
  for (Node node : kernel->nodes()) {
    if (!node.Is(NodeKind::kCall)) continue;
    const absl::string_view op = TritonOp(file.module(), node);
    if (op != "exp" && op != "exp2") continue;
    const Node difference = DifferenceIn(node);
    const Node name = difference ? MaximumName(difference.child(Field::kRight)) : Node();
    if (!name || IsGuarded(*kernel, node)) continue;
    const auto [found, is_new] = by_name.try_emplace(name.text());
    if (is_new) {
      found->second.maximum = UnsafeMaximum(*kernel, name.text());
      if (found->second.maximum) {
        found->second.sentinel = SentinelBehind(*kernel, found->second.maximum);
      }
    }
    found->second.calls.push_back(node);
  }
  for (const auto& [name, place] : by_name) {
    if (!place.sentinel) continue;
    Observation observation{
        .at = place.calls.front(),
        .params = {{"expression", std::string(place.calls.front().text().substr(0, 80))},
                   {"maximum", std::string(name)},
                   {"line", absl::StrCat(place.sentinel.first_line())}},
        .because = FirstChanged(file, {place.calls.front(), place.maximum, place.sentinel}),
        .evidence = {DataFlowEvidence{
            {{kInsertsSentinel, RangeOf(file.module(), place.sentinel)},
             {Sentence(kIsMaximum, {{"name", name}}), RangeOf(file.module(), place.maximum)},
             {kSubtractsIt, RangeOf(file.module(), place.calls.front())}}}}};
    for (size_t i = 1; i < place.calls.size(); ++i) {
      observation.related.push_back(
          {Sentence(kAlsoSubtracts, {{"name", name}}), RangeOf(file.module(), place.calls[i])});
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kLseSentinelUnguarded = {
    .info =
        {.id = "lse-sentinel-unguarded",
         .title = {"Log-sum-exp subtracts a maximum that may be the sentinel",
                   "log-sum-exp 减去的最大值可能是哨兵值"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message =
             {"`{expression}` subtracts `{maximum}`, which is the sentinel itself if line {line} "
              "masked the whole row",
              "`{expression}` 减去 `{maximum}`，而当第 {line} 行屏蔽了整行时，它就是哨兵值本身"},
         .consequence = {"A fully masked row gives NaN if the sentinel is -inf, or exp(0) = 1 for "
                         "each masked entry if it is finite, which corrupts the sum",
                         "整行被屏蔽时，哨兵值为 -inf 会得到 "
                         "NaN，为有限值则每个被屏蔽元素都得到 exp(0) = 1，破坏求和结果"},
         .advice =
             {"Subtract `tl.where({maximum} < threshold, 0.0, {maximum})` and restore the sentinel "
              "for such rows",
              "减去 `tl.where({maximum} < threshold, 0.0, {maximum})`，并在这类行中恢复哨兵值"},
         .phrases = kPhrases,
         .why = "-inf - (-inf) is NaN, and NEG_INF - NEG_INF is zero: a row without any valid "
                "entry then counts.",
         .fix = "Replace the maximum with zero where it is the sentinel, before subtracting it.",
         .bad = R"py(
import triton
import triton.language as tl

@triton.jit
def lse_kernel(x_ptr, valid_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + cols, mask=cols < n, other=0.0)
    valid = tl.load(valid_ptr + cols, mask=cols < n, other=0)
    x = tl.where(valid != 0, x, float("-inf"))
    m = tl.max(x, axis=0)
    tl.store(out_ptr, m + tl.log(tl.sum(tl.exp(x - m), axis=0)))
)py",
         .good = R"py(
import triton
import triton.language as tl

@triton.jit
def lse_kernel(x_ptr, valid_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + cols, mask=cols < n, other=0.0)
    valid = tl.load(valid_ptr + cols, mask=cols < n, other=0)
    x = tl.where(valid != 0, x, float("-inf"))
    m = tl.max(x, axis=0)
    m_safe = tl.where(m == float("-inf"), 0.0, m)
    tl.store(out_ptr, m + tl.log(tl.sum(tl.exp(x - m_safe), axis=0)))
)py",
         .checks = {AuditCheck::kNumerics}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = "exp exp2",
    .file_names = kKernelNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
