// for i in range(len(x)): x[i + 1], range(10, 0), range(n, -1): bounds that do not fit.

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using logic::IsExpectedToRaise;

constexpr Phrase kPastEnd("past-end",
                          "is past the end in the last iteration of `range(len({container}))`",
                          "在 `range(len({container}))` 的最后一轮会越界");
constexpr Phrase kOneLess("one-less", "Is `range(len({container}) - 1)` intended?",
                          "是否应为 `range(len({container}) - 1)`？");
constexpr Phrase kCountsUp("counts-up", "counts up from the higher bound, so the loop never runs",
                           "从较大的边界向上计数，循环永远不会执行");
constexpr Phrase kCountsDown("counts-down",
                             "counts down from the lower bound, so the loop never runs",
                             "从较小的边界向下计数，循环永远不会执行");
constexpr Phrase kStepDown("step-down", "Is a step of -1 intended?", "是否应使用步长 -1？");
constexpr Phrase kBoundsSwapped("bounds-swapped", "Are the bounds swapped?", "上下界是否写反了？");
constexpr Phrase kPhrases[] = {kPastEnd,    kOneLess,  kCountsUp,
                               kCountsDown, kStepDown, kBoundsSwapped};

void Ask(FileContext& file, Node at, Words problem, Words remedy, Node because) {
  file.Report({.at = at,
               .params = {{"expression", OneLine(at)},
                          {"problem", std::move(problem)},
                          {"remedy", std::move(remedy)}},
               .because = because,
               .kind = Kind::kQuestion});
}

// `x` of range(len(x)). Null: another range.
Node LengthOf(const python::Arguments& arguments) {
  if (arguments.positional.size() != 1) return Node();
  const Node length = arguments.positional[0];
  if (!length.Is(NodeKind::kCall) || CalleeName(length) != "len") return Node();
  return python::Argument(length, 0, "obj");
}

// x[i + 1] in the loop, with nothing that looks at the bound. Null: none.
Node StepBeyond(Node body, absl::string_view container, absl::string_view index) {
  for (Node node : body.descendants(NodeKind::kSubscript)) {
    if (node.child(Field::kValue).text() != container) continue;
    const numerics::Binary sum = numerics::BinaryOf(node.child(Field::kSubscript));
    if (sum.op == "+" && sum.left.text() == index && sum.right.text() == "1") return node;
  }
  return Node();
}

bool HasBoundCheck(Node body, absl::string_view index) {
  if (absl::StrContains(body.text(), "% len(") || absl::StrContains(body.text(), "IndexError")) {
    return true;
  }
  for (Node node : body.descendants()) {
    if (node.Is(NodeKind::kComparisonOperator) && MentionsName(node.text(), index)) return true;
    if (node.Is(NodeKind::kBreakStatement)) return true;
  }
  return false;
}

void CheckLoop(FileContext& file, Node call, const python::Arguments& arguments) {
  const Node loop = call.parent();
  if (!loop.Is(NodeKind::kForStatement) || call.field() != Field::kRight) return;
  const Node container = LengthOf(arguments), index = loop.child(Field::kLeft);
  if (!container || !index.Is(NodeKind::kIdentifier)) return;
  const Node body = loop.child(Field::kBody);
  const Node beyond = StepBeyond(body, container.text(), index.text());
  if (!beyond || HasBoundCheck(body, index.text())) return;
  Ask(file, beyond, Sentence(kPastEnd, {{"container", container.text()}}),
      Sentence(kOneLess, {{"container", container.text()}}),
      file.IsChanged(beyond) ? beyond : call);
}

// range(8, 0): counts up and never starts.
void CheckDirection(FileContext& file, Node call, const python::Arguments& arguments) {
  if (arguments.positional.size() < 2) return;
  const std::optional<double> first = numerics::LiteralOf(arguments.positional[0]);
  const std::optional<double> last = numerics::LiteralOf(arguments.positional[1]);
  const Node step_node = arguments.positional.size() > 2 ? arguments.positional[2] : python::Node();
  const std::optional<double> step = step_node ? numerics::LiteralOf(step_node) : 1;
  if (!step || !last) return;
  // `range(n, -1)`: whatever n counts, it is above -1.
  const bool is_down = first ? *first > *last : *last == -1;
  const bool is_up = first && *first < *last;
  if (is_down && *step > 0) {
    Ask(file, call, kCountsUp, kStepDown, call);
  } else if (is_up && *step < 0) {
    Ask(file, call, kCountsDown, kBoundsSwapped, call);
  }
}

void Check(FileContext& file, Node call) {
  if (call.child(Field::kFunction).text() != "range" || IsExpectedToRaise(call)) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_star) return;
  CheckLoop(file, call, arguments);
  CheckDirection(file, call, arguments);
}

}  // namespace

extern constinit const Rule kSuspiciousRange = {
    .info = {.id = "suspicious-range",
             .title = {"Range with wrong bounds", "边界不合适的 range"},
             .confidence = Confidence::kMedium,
             .message = {"`{expression}` {problem}", "`{expression}` {problem}"},
             .consequence = {"The loop raises IndexError at its end, or does nothing at all",
                             "循环会在末尾抛出 IndexError，或者根本不执行"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = kPhrases,
             .why = "A loop over neighbours `x[i]` and `x[i + 1]` needs one iteration less than "
                    "there are elements, and a range that counts down needs a negative step.",
             .fix = "Correct the bound or the step, or use zip(x, x[1:]) or reversed().",
             .bad = R"py(
def gaps(times):
    out = []
    for i in range(len(times)):
        out.append(times[i + 1] - times[i])
    return out
)py",
             .good = R"py(
def gaps(times):
    out = []
    for i in range(len(times) - 1):
        out.append(times[i + 1] - times[i])
    return out
)py",
             .tier = Tier::kHint},
    .kinds = {NodeKind::kCall},
    .names = "range",
    .check = Check};

}  // namespace allreview::rules
