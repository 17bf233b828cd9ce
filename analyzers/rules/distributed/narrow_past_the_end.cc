// x.narrow(0, size * rank, max(0, n - size * rank)): nothing is to copy, and narrow raises.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kClamped("clamped", "cut to 0 for ranks behind the end",
                          "末尾之后的 rank 被截为 0");
constexpr Phrase kNegative("negative", "negative for ranks behind the end",
                           "末尾之后的 rank 得到负数");
constexpr Phrase kStart("start-of-rank", "the start of this rank's part", "该 rank 部分的起点");
constexpr Phrase kPhrases[] = {kClamped, kNegative, kStart};

// `partition_size * rank`: a whole number of parts from the beginning.
bool IsStartOfRank(Node value) {
  value = python::WithoutParentheses(value);
  if (!value.Is(NodeKind::kBinaryOperator) || value.child(Field::kOperator).text() != "*") {
    return false;
  }
  for (Field side : {Field::kLeft, Field::kRight}) {
    const Node factor = value.child(side);
    const bool is_name = factor.Is(NodeKind::kIdentifier) || factor.Is(NodeKind::kAttribute) ||
                         factor.Is(NodeKind::kCall);
    if (is_name && absl::StrContains(LastName(factor), "rank")) return true;
  }
  return false;
}

// `total - start`. Null: the expression is another one.
Node RestBehind(Node expression, absl::string_view start) {
  for (uint32_t i = expression.index(); i < expression.subtree_end(); ++i) {
    const Node node = expression.tree()->node(i);
    if (node.Is(NodeKind::kBinaryOperator) && node.child(Field::kOperator).text() == "-" &&
        node.child(Field::kRight).text() == start) {
      return node;
    }
  }
  return Node();
}

// `max(0, ...)`, also around other calls.
bool IsClamped(Node length) {
  if (!length.Is(NodeKind::kCall) || CalleeName(length) != "max") return false;
  for (Node argument : python::ArgumentsOf(length).positional) {
    if (argument.text() == "0") return true;
  }
  return false;
}

// A decision over the call asks about one of the names.
bool IsDecidedBy(FileContext& file, Node call, absl::string_view start, absl::string_view length) {
  const python::ControlFlow& flow = file.flow(call);
  for (const auto& decision : flow.DecisionsOver(flow.PointOf(call))) {
    if (Mentions(decision.condition, start) || Mentions(decision.condition, length)) return true;
  }
  const Node choice = Around(call, NodeKind::kConditionalExpression);
  return choice &&
         (Mentions(choice.named_child(1), start) || Mentions(choice.named_child(1), length));
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  if (CalleeName(call) != "narrow" || !call.child(Field::kFunction).Is(NodeKind::kAttribute)) {
    return;
  }
  // torch.narrow(x, dim, start, length) has the tensor in front.
  const int first = module.Calls(call, "torch.narrow") ? 1 : 0;
  const Node start = python::Argument(call, first + 1, "start");
  const Node length = python::Argument(call, first + 2, "length");
  if (!start.Is(NodeKind::kIdentifier) || !length.Is(NodeKind::kIdentifier)) return;
  const Node start_value = module.ReachingValue(start);
  const Node length_value = python::WithoutParentheses(module.ReachingValue(length));
  if (!start_value || !length_value || !IsStartOfRank(start_value)) return;
  const Node rest = RestBehind(length_value, start.text());
  if (!rest || IsDecidedBy(file, call, start.text(), length.text())) return;
  const bool is_clamped = IsClamped(length_value);
  // min(total - start, size) goes below 0 only behind the end, as total - start does.
  file.Report({.at = call,
               .params = {{"call", OneLine(call)},
                          {"start", std::string(start.text())},
                          {"length", std::string(length.text())},
                          {"total", OneLine(rest.child(Field::kLeft))},
                          {"value", OneLine(start_value)}},
               .related = {{is_clamped ? kClamped : kNegative, RangeOf(module, length_value)},
                           {kStart, RangeOf(module, start_value)}}});
}

}  // namespace

extern constinit const Rule kNarrowPastTheEnd = {
    .info =
        {.id = "narrow-past-the-end",
         .title = {"narrow() that starts behind the end on the last ranks",
                   "narrow() 在最后几个 rank 上越过末尾"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"`{start}` is `{value}`. For a small tensor that lies behind `{total}` on the last "
              "ranks, and nothing tests it",
              "`{start}` 等于 `{value}`；tensor 较小时，最后几个 rank 上它会超过 `{total}`，而"
              "这里没有检查"},
         .consequence = {"`{call}` raises on these ranks, while the others go on and wait for them",
                         "`{call}` 在这些 rank 上抛出异常，其他 rank 则继续执行并等待它们"},
         .advice = {"Copy only if `{length} > 0`, and clear the part that nothing covers",
                    "只在 `{length} > 0` 时复制，并清零没有被覆盖的部分"},
         .phrases = kPhrases,
         .why = "A small parameter fills the parts of the first ranks only. For the others the "
                "start lies behind its end; narrow() rejects that even for a length of 0.",
         .fix = "Test the length before narrow().",
         .bad = R"py(
def copy_part(flat, part, size, rank, total):
    start = size * rank
    length = max(0, min(total - start, size))
    part.narrow(0, 0, length).copy_(flat.narrow(0, start, length))
)py",
         .good = R"py(
def copy_part(flat, part, size, rank, total):
    start = size * rank
    length = max(0, min(total - start, size))
    if length > 0:
        part.narrow(0, 0, length).copy_(flat.narrow(0, start, length))
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/torch.narrow.html"}},
    .kinds = {NodeKind::kCall},
    .names = "narrow",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
