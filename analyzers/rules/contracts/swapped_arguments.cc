// f(height, width) where the parameters are called width and height.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/call_edits.h"
#include "analyzers/rules/contracts/callables.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Module;
using repository::IndexedFile;
using repository::ParameterFacts;

constexpr Phrase kDefinedHere("defined-here", "defined here", "定义在这里");
constexpr Phrase kPhrases[] = {kDefinedHere};

constexpr size_t kMinName = 3;  // x and y change places for good reasons.

// The name that an argument speaks of: `width` of `width`, `width.item()`, `self.width[0]`.
absl::string_view RootOf(Node expression) {
  while (true) {
    expression = python::WithoutParentheses(expression);
    switch (expression.kind()) {
      case NodeKind::kIdentifier:
        return expression.text();
      case NodeKind::kCall:
        expression = expression.child(Field::kFunction);
        if (!expression.Is(NodeKind::kAttribute)) return "";  // width(...) is something else.
        expression = expression.child(Field::kObject);
        break;
      case NodeKind::kSubscript:
        expression = expression.child(Field::kValue);
        break;
      case NodeKind::kAttribute: {
        const Node object = expression.child(Field::kObject);
        if (object.text() == "self") return expression.child(Field::kAttribute).text();
        expression = object;
        break;
      }
      default:
        return "";
    }
  }
}

// The order does not matter, or is meant to be the other one.
bool IsSymmetric(absl::string_view callee) {
  const absl::string_view name = repository::LastPart(callee);
  for (absl::string_view word : {"swap", "equal", "close", "compare", "reverse", "transpose",
                                 "invert", "diff", "distance", "merge", "cat"}) {
    if (absl::StrContains(name, word)) return true;
  }
  return name == "max" || name == "min" || absl::StartsWith(name, "assert");
}

struct Swap {
  size_t first = 0, second = 0;  // Positions.
};

// Two arguments each of which is called what the other's parameter is called.
std::optional<Swap> FindSwap(const std::vector<absl::string_view>& roots,
                             const std::vector<ParameterFacts>& parameters) {
  const size_t count = std::min(roots.size(), parameters.size());
  for (size_t i = 0; i < count; ++i) {
    if (roots[i].size() < kMinName || roots[i] == parameters[i].name) continue;
    for (size_t j = i + 1; j < count; ++j) {
      if (roots[j].size() >= kMinName && roots[i] == parameters[j].name &&
          roots[j] == parameters[i].name) {
        return Swap{i, j};
      }
    }
  }
  return std::nullopt;
}

std::vector<absl::string_view> RootsOf(Node call) {
  std::vector<absl::string_view> roots;
  for (Node argument : python::ArgumentsOf(call).positional) roots.push_back(RootOf(argument));
  return roots;
}

// One of them runs, or the other: they stand in branches of one `if`.
bool ExcludeEachOther(Node a, Node b) {
  for (Node around = a; around.parent(); around = around.parent()) {
    const Node parent = around.parent();
    if (!parent.Contains(b)) continue;
    const Node condition = parent.child(Field::kCondition);
    return parent.Is(NodeKind::kIfStatement) && !condition.Contains(a) && !condition.Contains(b);
  }
  return false;
}

// Each call is for a case of its own, and they do not hand over the same in another order.
bool AreOfTwoCases(Node call, Node other, const Swap& swap) {
  if (!ExcludeEachOther(call, other)) return false;
  const std::vector<Node> own = python::ArgumentsOf(call).positional;
  const std::vector<Node> others = python::ArgumentsOf(other).positional;
  return others.size() <= swap.second || own[swap.first].text() != others[swap.second].text() ||
         own[swap.second].text() != others[swap.first].text();
}

// The code around calls the same in the right order too, or is the function itself: both orders are
// meant.
bool HasBothOrders(const Module& module, Node call, const Callable& callee, const Swap& swap) {
  const python::Definition* function = module.EnclosingFunction(call);
  const Node around = function == nullptr ? module.tree().root() : function->body;
  if (function != nullptr && function->simple_name == repository::LastPart(callee.name))
    return true;
  const absl::string_view name = call.child(Field::kFunction).text();
  for (Node other : around.descendants(NodeKind::kCall)) {
    if (other == call || AreOfTwoCases(call, other, swap)) continue;
    if (other.child(Field::kFunction).text() != name) continue;
    const std::vector<absl::string_view> roots = RootsOf(other);
    if (roots.size() > swap.second && roots[swap.first] == callee.parameters[swap.first].name &&
        roots[swap.second] == callee.parameters[swap.second].name) {
      return true;
    }
  }
  return false;
}

void Report(ChangeContext& change, const AnalysedFile& file, Node call, const Callable& callee,
            const Swap& swap) {
  const std::vector<Node> arguments = python::ArgumentsOf(call).positional;
  const Node first = arguments[swap.first], second = arguments[swap.second];
  change.Report(file, {.at = first,
                       .params = {{"function", callee.name},
                                  {"first", std::string(first.text())},
                                  {"second", std::string(second.text())},
                                  {"first_parameter", callee.parameters[swap.first].name},
                                  {"second_parameter", callee.parameters[swap.second].name}},
                       .because = call,
                       .related = {{kDefinedHere, RangeOf(callee.path, callee.place)}},
                       .edits = {Replace(*file.after, first, std::string(second.text())),
                                 Replace(*file.after, second, std::string(first.text()))}});
}

template <typename Call>
void CheckCall(ChangeContext& change, Callables& callables, const AnalysedFile& file,
               const IndexedFile& indexed, const Call& call) {
  if (call.positional < 2 || !file.lines.HasAdded(call.place.line, call.place.end_line - 1)) return;
  const Node node = CallAt(*file.after, call.place);
  if (!node) return;
  const std::vector<absl::string_view> roots = RootsOf(node);
  if (std::count_if(roots.begin(), roots.end(),
                    [](absl::string_view root) { return root.size() >= kMinName; }) < 2) {
    return;
  }
  const CallableRef callee = callables.Of(indexed, call);
  if (callee == nullptr || IsSymmetric(callee->name)) return;
  const std::optional<Swap> swap = FindSwap(roots, callee->parameters);
  if (!swap || HasBothOrders(*file.after, node, *callee, *swap)) return;
  Report(change, file, node, *callee, *swap);
}

void CheckChange(ChangeContext& change) {
  Callables callables(change.project());
  ForEachCallBesideNewOnes(
      change, [&](const AnalysedFile& file, const IndexedFile& indexed, const auto& call) {
        CheckCall(change, callables, file, indexed, call);
      });
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kSwappedArguments = {
    .info = {.id = "swapped-arguments",
             .title = {"Arguments look swapped", "实参顺序疑似颠倒"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{first}` is passed as `{first_parameter}` of `{function}` and "
                         "`{second}` as `{second_parameter}`: they look swapped",
                         "`{first}` 传给了 `{function}` 的 `{first_parameter}`，`{second}` 传给了 "
                         "`{second_parameter}`：两者疑似颠倒"},
             .consequence = {"Nothing fails if both arguments have the same type; the function "
                             "just uses one for the other",
                             "如果两个实参类型相同就不会报错，函数只会把两者弄混后继续执行"},
             .advice = {"Swap the two arguments, or pass them by name if the order is intended",
                        "交换这两个实参；如果顺序确实是有意的，请以关键字传参"},
             .phrases = contracts::kPhrases,
             .why =
                 "Python matches positional arguments by position only. When each of two arguments "
                 "has the name of the other's parameter, the order is almost certainly wrong.",
             .fix = "Swap them, or pass them by name.",
             .bad = R"py(
def resize(image, width, height):
    return image

def shrink(image, width, height):
    return resize(image, height, width)
)py",
             .good = R"py(
def resize(image, width, height):
    return image

def shrink(image, width, height):
    return resize(image, width, height)
)py",
             .references = {"https://clang.llvm.org/extra/clang-tidy/checks/readability/"
                            "suspicious-call-argument.html",
                            "https://rules.sonarsource.com/python/RSPEC-2234/"}},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
